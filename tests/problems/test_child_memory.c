/* Children that run out of memory, and one that got over it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/isolated.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __SANITIZE_ADDRESS__ /* which ends the process itself when memory runs out */

/* A block that the compiler cannot reason away. */
static char *grab(size_t bytes)
{
    char *volatile block = malloc(bytes);
    return block;
}

static int eat_in_bites(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    for (;;)
        ((volatile char *)memset(grab(1 << 20), 1, 1 << 20))[7] = 2;
    return 0;
}

static int eat_at_once(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    volatile char *const block = grab((size_t)1 << 40);
    block[0] = 1;
    return 0;
}

static int eat_and_abort(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    if (grab((size_t)1 << 40) == NULL) {
        fprintf(stderr, "bad alloc\n");
        abort();
    }
    return 0;
}

static int eat_and_give_up(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    return grab((size_t)1 << 40) == NULL ? 1 : 0;
}

static int eat_and_exit(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    if (grab((size_t)1 << 40) == NULL)
        exit(1);
    return 0;
}

Test(child_memory, children_that_eat_memory)
{
    ss_child_work *const works[] = {eat_in_bites, eat_at_once, eat_and_abort, eat_and_give_up,
                                    eat_and_exit};
    for (size_t k = 0; k < sizeof works / sizeof works[0]; k++) {
        const ss_child_ending ending = test_isolate(works[k], NULL);
        cr_expect_eq(ending.how, SS_CHILD_OUT_OF_MEMORY, "eater %zu: %d, %d", k, (int)ending.how,
                     ending.code);
        cr_expect(ending.max_rss_bytes < 512e6, "eater %zu: %g MB", k, ending.max_rss_bytes / 1e6);
    }
}

#endif

static int miss_a_little(void *shared, void *context)
{
    (void)context;
    test_mark(shared);
    errno = ENOMEM; /* somebody was short of memory and got over it */
    return 0;
}

Test(child_memory, memory_that_was_got_over)
{
    const ss_child_ending ending = test_isolate(miss_a_little, NULL);
    cr_expect(ending.how == SS_CHILD_EXITED && ending.code == 0);
}

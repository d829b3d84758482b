/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/deeds.h"

#include <signal.h>
#include <stdlib.h>

static void hang(void)
{
    for (volatile int turn = 0; turn >= 0; turn = 0)
        continue;
}

/* Until there is none left, and then use what one did not get. */
static void eat_memory(void)
{
    enum { bite = 1 << 20 };
    for (;;) {
        volatile char *const memory = malloc(bite);
        for (size_t k = 0; k < bite; k += 4096)
            memory[k] = 1;
    }
}

void test_tamper(const ss_problem *problem)
{
    union {
        const double *constant;
        double *changed;
    } q = {problem->q};
    for (size_t k = 0; k < 3 * problem->n_contacts; ++k)
        q.changed[k] = 0.0;
}

void test_misbehave(test_deed what)
{
    if (what == CRASH)
        raise(SIGSEGV);
    if (what == ABORT)
        abort();
    if (what == HANG)
        hang();
    if (what == EAT)
        eat_memory();
    if (what == LEAVE)
        exit(0);
}

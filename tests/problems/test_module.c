/* Modules (problems/base/module.h): linked ones are taken, others found, loaded in little memory,
 * or refused in one line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/memory.h"
#include "problems/base/module.h"
#include "problems/sparse/sparse_module.h"

#include <criterion/criterion.h>
#include <string.h>
#include <sys/resource.h>

Test(module, linked_is_taken)
{
    ss_error error = {.code = SS_ERROR_NONE};
    const int linked = 1;
    cr_assert_eq(ss_module_table("no_such", &linked, &error), &linked);
    cr_assert_eq(error.code, SS_ERROR_NONE);
}

Test(module, absent_is_refused)
{
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert_null(ss_module_table("no_such", NULL, &error));
    cr_assert_eq(error.code, SS_ERROR_UNAVAILABLE);
    cr_expect(strstr(error.text, "libss_no_such.so") != NULL, "%s", error.text);
    cr_expect(strchr(error.text, '\n') == NULL, "%s", error.text);
}

/* Twice: the same table. It is not the one that this program is linked with. */
Test(module, is_loaded_once)
{
    ss_error error = {.code = SS_ERROR_NONE};
    const ss_sparse *const table = ss_module_table("sparse", NULL, &error);
    cr_assert_not_null(table, "%s", error.text);
    cr_expect_neq(table, &ss_module_sparse);
    cr_expect_eq(ss_module_table("sparse", NULL, &error), table);
    cr_expect(table->numeric == ss_module_sparse.numeric);
}

#if !defined(__SANITIZE_ADDRESS__) /* takes address space as it likes */
/* Of a limit nothing is left: the module is loaded all the same, and the limit is as tight. */
Test(module, is_not_of_the_limit)
{
    ss_error error = {.code = SS_ERROR_NONE};
    struct rlimit space = {ss_memory_held(), RLIM_INFINITY};
    double limit = 0.0;
    cr_assert_eq(setrlimit(RLIMIT_AS, &space), 0);
    const double before = ss_memory_left(&limit);
    const void *const table = ss_module_table("sparse", NULL, &error);
    const double after = ss_memory_left(&limit);
    getrlimit(RLIMIT_AS, &space);
    setrlimit(RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    cr_assert_not_null(table, "%s", error.text);
    cr_expect(space.rlim_cur != RLIM_INFINITY);
    cr_expect(after <= before + 65536.0, "%g bytes are left, %g before", after, before);
}
#endif

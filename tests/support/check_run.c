/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/check_run.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <math.h>
#include <string.h>

void test_use_one_blas_thread(void)
{
    void (*set)(int) = NULL;
    *(void **)&set = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set != NULL)
        set(1);
}

const ss_check *test_check_find(unsigned kind, const char *name)
{
    size_t k = 0;
    while (ss_check_at(kind, k) != NULL && strcmp(ss_check_at(kind, k)->name, name) != 0)
        ++k;
    cr_assert_not_null(ss_check_at(kind, k), "no check is called %s", name);
    return ss_check_at(kind, k);
}

ss_check_finding test_check_run(const char *name, const ss_choice *choice)
{
    const ss_check *const check = test_check_find(ss_check_kind(choice), name);
    ss_error error = {SS_ERROR_NONE, ""};
    ss_check_finding finding;
    cr_assert(ss_check_run(check, choice, &finding, &error), "%s: %s", name, error.text);
    return finding;
}

void test_checks_are_described(unsigned kind, size_t least)
{
    size_t n = 0;
    for (const ss_check *c; (c = ss_check_at(kind, n)) != NULL; ++n) {
        cr_expect_eq(test_check_find(kind, c->name), c, "two checks are called %s", c->name);
        cr_expect(c->title[0] != '\0' && strlen(c->title) <= 62, "%s: its title", c->name);
        cr_expect(strlen(c->name) <= 13, "%s: a long name", c->name);
        bool ended = false; /* groups stand together */
        for (size_t k = n + 1; ss_check_at(kind, k) != NULL; ++k) {
            const bool same = strcmp(ss_check_at(kind, k)->group, c->group) == 0;
            cr_expect(!(ended && same), "the group of %s is split", c->name);
            ended = ended || !same;
        }
    }
    cr_expect(n >= least, "only %zu checks", n);
}

void test_check_ends_badly(const char *name, const ss_choice *choice, double wall_s,
                           const char *says)
{
    const ss_check *const check = test_check_find(ss_check_kind(choice), name);
    const ss_child_limits limits = {.wall_s = wall_s};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_check_finding f;
    cr_assert(ss_check_run_isolated(check, choice, &limits, &f, &error), "%s", error.text);
    cr_expect(f.verdict == SS_CHECK_FAIL && isnan(f.value), "%s", says);
    cr_expect(strstr(f.detail, says) != NULL, "'%s' does not say '%s'", f.detail, says);
}

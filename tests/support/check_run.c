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

bool test_check_is_asked(const char *name)
{
#ifdef __SANITIZE_ADDRESS__
    return strcmp(name, "memory") != 0;
#else
    (void)name;
    return true;
#endif
}

void test_faults_are_seen(unsigned kind, const test_fault *seen, size_t n, const char *other,
                          test_run_faulty *run)
{
    for (size_t k = 0; k < n; ++k) {
        if (!test_check_is_asked(seen[k].check))
            continue;
        const ss_check_finding f = run(seen[k].check, seen[k].fault);
        cr_expect(f.verdict == f.check->beyond && f.detail[0] != '\0', "%s does not see fault %d",
                  seen[k].check, seen[k].fault);
        if (seen[k].fault != 0)
            cr_expect_eq(run(seen[k].check, 0).verdict, SS_CHECK_PASS, "%s fails without a fault",
                         seen[k].check);
    }
    for (size_t k = 0; ss_check_at(kind, k) != NULL; ++k) {
        const char *const name = ss_check_at(kind, k)->name;
        bool has_fault = strcmp(name, other) == 0;
        for (size_t i = 0; i < n; ++i)
            has_fault = has_fault || strcmp(name, seen[i].check) == 0;
        cr_expect(has_fault, "no fault is known that %s sees", name);
    }
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

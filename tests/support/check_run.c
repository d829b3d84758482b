/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/check_run.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

bool test_solver_is_asked(const char *name)
{
    const char *const newcomers = getenv("SS_NEWCOMERS");
    if (newcomers == NULL)
        return true;
    char list[200], word[80];
    snprintf(list, sizeof list, " %s ", newcomers);
    snprintf(word, sizeof word, " %s ", name);
    return strstr(list, word) != NULL;
}

/* The finding of a check on a twin of `exact`. */
static ss_check_finding run_twin(unsigned kind, const char *check, ss_check_fault fault,
                                 double wall_s)
{
    const ss_child_limits limits = {.wall_s = wall_s};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_check_twin twin;
    ss_check_finding finding;
    cr_assert(ss_check_twin_make(&twin, "exact", kind, fault, &error), "%s", error.text);
    cr_assert(ss_check_run_isolated(test_check_find(kind, check), &twin.choice, &limits, &finding,
                                    &error),
              "%s: %s", check, error.text);
    ss_check_twin_free(&twin);
    return finding;
}

static void expect_seen(unsigned kind, const char *check, ss_check_fault fault)
{
    if (!test_check_is_asked(check))
        return;
    const ss_check_finding f = run_twin(kind, check, fault, 300.0);
    cr_expect(f.verdict == f.check->beyond && f.detail[0] != '\0', "%s does not see that it %s",
              check, ss_check_fault_meaning(fault));
    if (fault != SS_CHECK_FAULT_NONE)
        cr_expect_eq(run_twin(kind, check, SS_CHECK_FAULT_NONE, 300.0).verdict, SS_CHECK_PASS,
                     "%s fails without a fault", check);
}

void test_faults_are_seen(unsigned kind, const test_fault *seen, size_t n)
{
    test_use_one_blas_thread();
    for (size_t k = 0; ss_check_at(kind, k) != NULL; ++k)
        expect_seen(kind, ss_check_at(kind, k)->name, ss_check_fault_of(ss_check_at(kind, k)));
    for (size_t k = 0; k < n; ++k)
        expect_seen(kind, seen[k].check, seen[k].fault);
}

void test_bad_endings_are_told(unsigned kind, const test_bad_ending *endings, size_t n)
{
    for (const test_bad_ending *e = endings; e < endings + n; ++e) {
        const ss_check_finding f = run_twin(kind, e->check, e->fault, e->wall_s);
        cr_expect(f.verdict == SS_CHECK_FAIL && isnan(f.value), "%s", e->says);
        cr_expect(strstr(f.detail, e->says) != NULL, "'%s' does not say '%s'", f.detail, e->says);
    }
}

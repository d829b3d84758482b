/* The contract of outer solvers: every solver of the list passes the checks of `stickslip check`,
 * with none named, so that a new one is tested here without a new line; and every check fails a
 * solver that breaks it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/check_run.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

#define run test_check_run

/* Notes of solvers that came with the project: the central path goes by the logarithm of tau, which
 * a power of 2 shifts by a rounded number. */
static bool is_known(const char *solver, const char *check)
{
    return strcmp(solver, "central-path") == 0 && strcmp(check, "powers-of-2") == 0;
}

/* Each check in a process of its own: threads of nlgs-parallel would not outlive a fork. */
static void expect_kept(const char *name)
{
    const ss_child_limits limits = {.wall_s = 300.0};
    test_use_one_blas_thread();
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    cr_assert(ss_choice_parse_with(&choice, name, "exact", &error), "%s", error.text);
    for (size_t k = 0; ss_check_at(SS_CHOICE_OUTER, k) != NULL; ++k) {
        ss_check_finding f;
        if (!test_check_is_asked(ss_check_at(SS_CHOICE_OUTER, k)->name))
            continue;
        cr_assert(
            ss_check_run_isolated(ss_check_at(SS_CHOICE_OUTER, k), &choice, &limits, &f, &error),
            "%s", error.text);
        const ss_check_verdict worst =
            is_known(name, f.check->name) ? SS_CHECK_NOTE : SS_CHECK_PASS;
        cr_expect(f.verdict <= worst, "%s, %s: %g > %g: %s", name, f.check->name, f.value,
                  f.threshold, f.detail);
    }
    ss_choice_free(&choice);
}

Test(outer_contract, every_solver_of_the_list_keeps_it)
{
    size_t n = 0;
    for (; ss_outer_solver_at(n) != NULL; ++n)
        expect_kept(ss_outer_solver_at(n)->name);
    cr_expect(n >= 13, "only %zu solvers", n);
}

/* Around others than `exact`, which are made tight inside, and with other options. */
Test(outer_contract, it_is_kept_in_other_ways_too)
{
    expect_kept("nlgs[local=sbp]");
    expect_kept("nlgs-parallel[order=space,domains=3]");
    expect_kept("nlgs-anderson[of=nlgs-sor[order=symmetric],local=eal]");
}

Test(outer_contract, checks_are_described)
{
    test_checks_are_described(SS_CHOICE_OUTER, 30);
}

/* The fault of a solver that is nlgs otherwise. */
typedef enum fault {
    NONE,
    ROUGH,        /* it adds to r, so that it never solves */
    FORM,         /* so in block form only */
    ABSOLUTE,     /* it knows a unit */
    REMEMBERS,    /* it keeps a number from solve to solve */
    WRITES_Q,     /* it changes its input */
    FORGETS,      /* it begins at 0 wherever it is told to begin */
    MOVES,        /* it returns another r than it showed last: a false claim */
    RETURNS,      /* it ends as if solved, and has shown nothing */
    GOES_ON,      /* it makes more sweeps than it may */
    IDLE,         /* it does not count its work */
    COUNTS_NONE,  /* it does not count its sweeps */
    COUNTS_FEW,   /* it makes three sweeps and shows one */
    COUNTS_ANEW,  /* it counts the work of its last sweep alone */
    COUNTS_BACK,  /* it takes work off */
    COUNTS_EMPTY, /* it counts a visit where there is no contact */
    REFUSES,      /* it opens no problem, and does not say who */
    DEVOURS,      /* it writes to memory that it did not get */
    HANGS
} fault;

typedef struct options {
    fault fault;
    size_t cap;
} options;

static void harm_start(const ss_outer_task *task, fault of)
{
    static size_t n_solves = 0;
    const ss_problem *const problem = task->sweep.problem;
    double *const r = task->sweep.r;
    if (of == FORGETS)
        memset(r, 0, 3 * problem->n_contacts * sizeof *r);
    if (of == REMEMBERS && problem->n_contacts > 0)
        r[3 * problem->n_contacts - 3] = 1e-3 * (double)(++n_solves % 3);
    if (of == WRITES_Q)
        ((double *)(uintptr_t)problem->q)[0] += 1e-9;
    for (size_t k = 0; of == DEVOURS && k < 64; ++k) {
        volatile char *const some = malloc(1 << 20);
        *some = 1;
    }
    while (of == HANGS) {
        const volatile int once_more = 1;
        (void)once_more;
    }
}

static void harm_iterate(const ss_outer_task *task, fault of)
{
    double *const r = task->sweep.r;
    const size_t n = task->sweep.problem->n_contacts;
    if (n > 0 && (of == ROUGH || (of == FORM && task->sweep.problem->form == SS_FORM_BLOCKS)))
        r[0] += 1e-6;
    for (size_t k = 0; of == ABSOLUTE && k < 3 * n; ++k)
        r[k] = fabs(r[k]) < 1e-4 ? 0.0 : r[k];
    if (of == IDLE)
        *task->sweep.work = (ss_work){0};
    if (of == COUNTS_BACK)
        task->sweep.work->flops -= 1000;
    if (of == COUNTS_EMPTY && n == 0)
        ++task->sweep.work->visits;
}

static void solve(const ss_outer_task *task)
{
    const fault of = ((const options *)task->options)->fault;
    size_t more = of == GOES_ON ? 3 : 0;
    harm_start(task, of);
    if (of == RETURNS)
        return;
    do {
        if (of == COUNTS_ANEW)
            *task->sweep.work = (ss_work){0};
        ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
        for (int k = 0; k < (of == COUNTS_FEW ? 3 : 1); ++k)
            task->local->sweep(&task->sweep);
        harm_iterate(task, of);
    } while (!ss_outer_show(task, of != COUNTS_NONE).stop || more-- > 0);
    if (of == MOVES && task->sweep.problem->n_contacts > 0)
        task->sweep.r[0] += 1e-3;
}

static bool open_task(const ss_outer_task *task, ss_error *error)
{
    return ((const options *)task->options)->fault != REFUSES ||
           ss_error_set(error, SS_ERROR_DATA, "not this one");
}

static const ss_option rows[] = {SS_COUNT(options, cap, "cap", 100, 1, 1000, "none", "a test")};
static const ss_outer_solver faulty = {.name = "faulty",
                                       .title = "nlgs with a fault",
                                       .reference = "a test",
                                       .needs = SS_NEEDS_LOCAL,
                                       .options = SS_OPTION_TABLE(rows, options),
                                       .open = open_task,
                                       .solve = solve};

/* A choice of it, around `exact`. Free the local one. */
static ss_choice choose(options *o)
{
    static char label[] = "faulty", values[] = "";
    ss_choice *const local = malloc(sizeof *local);
    *local = test_choice("exact");
    return (ss_choice){
        .outer = &faulty, .options = o, .values = values, .label = label, .local = local};
}

static void unchoose(const ss_choice *choice)
{
    ss_choice_free(choice->local);
    free(choice->local);
}

static ss_check_finding run_faulty(const char *check, int of)
{
    options o = {.fault = (fault)of};
    const ss_choice choice = choose(&o);
    const ss_check_finding finding = run(check, &choice);
    unchoose(&choice);
    return finding;
}

/* A fault and a check that must see it. */
static const test_fault seen[] = {
    {NONE, "descriptor"}, /* it is not in the list */
    {NONE, "options"},    /* so its options cannot be set by name */
    {ROUGH, "by-hand"},
    {ROUGH, "spheres"},
    {ROUGH, "full-blocks"},
    {ROUGH, "rest"},
    {ROUGH, "mu-0"},
    {ROUGH, "opening"},
    {ROUGH, "clusters"},
    {ROUGH, "columns"},
    {ROUGH, "solved"},
    {FORM, "clusters"},
    {FORM, "forms"},
    {MOVES, "claim"},
    {MOVES, "stop"},
    {MOVES, "spheres"},
    {REFUSES, "unsymmetric"},
    {ROUGH, "turned"},
    {ROUGH, "renamed"},
    {ROUGH, "reordered"},
    {ABSOLUTE, "unit-mass"},
    {ABSOLUTE, "unit-length"},
    {ABSOLUTE, "unit-time"},
    {ABSOLUTE, "powers-of-2"},
    {REMEMBERS, "determinism"},
    {REMEMBERS, "trace"},
    {REMEMBERS, "interleaved"},
    {WRITES_Q, "input"},
    {FORGETS, "warm"},
    {IDLE, "work"},
    {COUNTS_NONE, "counts"},
    {COUNTS_FEW, "counts"},
    {COUNTS_ANEW, "counts"},
    {COUNTS_BACK, "counts"},
    {GOES_ON, "sweep-cap"},
    {GOES_ON, "stop"},
    {COUNTS_EMPTY, "no-contacts"},
    {DEVOURS, "memory"},
};

/* `not-finite` has a test of its own below. */
Test(outer_contract, every_check_sees_its_fault)
{
    test_faults_are_seen(SS_CHOICE_OUTER, seen, sizeof seen / sizeof *seen, "not-finite",
                         run_faulty);
}

/* A child that does not end by itself fails its check, and the detail says how. */
Test(outer_contract, bad_endings_fail_the_check_only)
{
    static const struct {
        fault fault;
        double wall_s;
        const char *check, *says;
    } endings[] = {{HANGS, 0.5, "solved", "did not end"},
                   {HANGS, 0.5, "not-finite", "did not end"},
                   {RETURNS, 60.0, "claim", "faulty ended before it was told to"},
                   {REFUSES, 60.0, "solved", "not this one"}};
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; ++k) {
        options o = {.fault = endings[k].fault};
        const ss_choice choice = choose(&o);
        test_check_ends_badly(endings[k].check, &choice, endings[k].wall_s, endings[k].says);
        unchoose(&choice);
    }
    cr_expect_eq(run_faulty("not-finite", NONE).verdict, SS_CHECK_PASS);
}

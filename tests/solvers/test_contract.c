/* The contract of local solvers: every solver of the list passes the checks of `stickslip check`,
 * with none named, so that a new one is tested here without a new line; and every check fails a
 * solver that breaks it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"
#include "solvers/sphere/ordered.h"
#include "solvers/local/exact_contact.h"
#include "solvers/local/sweep.h"
#include "tests/support/check_run.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#define at(k)      ss_check_at(SS_CHOICE_LOCAL, k)
#define find(name) test_check_find(SS_CHOICE_LOCAL, name)
#define run        test_check_run

/* A newcomer may have properties to note; the solvers that came with the project have none. */
Test(contract, every_solver_of_the_list_keeps_it)
{
    static const char *const ours[] = {"sbp", "sal", "ebp", "ebp-nokink", "eal", "ac", "exact"};
    size_t n = 0;
    for (; ss_local_solver_at(n) != NULL; ++n) {
        const char *const name = ss_local_solver_at(n)->name;
        ss_choice choice = test_choice(name);
        ss_check_verdict worst = SS_CHECK_NOTE;
        for (size_t k = 0; k < sizeof ours / sizeof ours[0]; ++k)
            worst = strcmp(name, ours[k]) == 0 ? SS_CHECK_PASS : worst;
        for (size_t k = 0; at(k) != NULL; ++k) {
            const ss_check_finding f = run(at(k)->name, &choice);
            cr_expect(f.verdict <= worst, "%s, %s: %g > %g: %s", name, f.check->name, f.value,
                      f.threshold, f.detail);
        }
        ss_choice_free(&choice);
    }
    cr_expect(n >= 7, "only %zu solvers", n);
}

Test(contract, checks_are_described)
{
    test_checks_are_described(SS_CHOICE_LOCAL, 25);
}

/* [D]'s local test adds m/s and N s and is absolute. */
Test(contract, a_property_is_a_note)
{
    ss_choice choice = test_choice("ebp[stop=printed]");
    const ss_check_finding f = run("visit-units", &choice);
    cr_expect(f.verdict == SS_CHECK_NOTE && f.value > 0.0 && f.detail[0] != '\0');
    cr_expect_eq(run("determinism", &choice).verdict, SS_CHECK_PASS);
    ss_choice_free(&choice);
}

/* The fault of a solver that is the exact one otherwise. */
typedef struct options {
    int fault; /* NONE to EXITS */
    size_t cap;
} options;

enum {
    NONE,
    OUTSIDE,
    PULLS,
    REMEMBERS,
    WRITES_W,
    WRITES_STATE,
    IDLE,
    TIRELESS,
    SQUARE,
    ABSOLUTE,
    ROUGH,
    FORM,
    MISCOUNTS,
    LIES,
    HANGS_ON_NAN,
    CRASHES,
    EXITS,
    LANES,
    ORDERED
};

static void setup(void *state, const ss_contact *contact, const void *chosen)
{
    (void)contact;
    (void)chosen;
    *(double *)state = 1.0;
}

static void harm(int fault, double r[3], const ss_contact *contact)
{
    static size_t n_visits = 0;
    if (fault == OUTSIDE)
        r[1] = r[0] > 0.0 ? r[1] + 1e-6 : r[1];
    if (fault == PULLS)
        r[0] = r[0] > 0.0 ? r[0] : -1e-12;
    if (fault == REMEMBERS)
        r[0] *= 1.0 + 1e-6 * (double)(++n_visits % 3);
    for (int k = 1; k < 3 && fault == SQUARE; ++k)
        r[k] = fmin(fmax(r[k], -0.7 * contact->mu * r[0]), 0.7 * contact->mu * r[0]);
    if (fault == ABSOLUTE && ss_norm(r) < 1e-3)
        r[0] = r[1] = r[2] = 0.0;
    if (fault == ROUGH || fault == LANES)
        r[0] += 1e-6;
    while (fault == HANGS_ON_NAN && isnan(ss_norm(r) + contact->W[0])) {
        const volatile int once_more = 1;
        (void)once_more;
    }
    if (fault == CRASHES)
        raise(SIGSEGV);
    if (fault == EXITS)
        exit(0);
}

static ss_local_outcome solve(double r[3], double u[3], const ss_contact *contact,
                              const void *state, const void *chosen, ss_work *work)
{
    const options *const o = chosen;
    double q[3];
    ss_mul3(q, contact->W, r);
    ss_sub3(q, u, q);
    if (o->fault == WRITES_W)
        ((double *)(uintptr_t)contact->W)[1] += 1e-3;
    if (o->fault == WRITES_STATE)
        *(double *)(uintptr_t)state += 1.0;
    ss_contact_exact(r, contact->W, q, contact->mu);
    if (o->fault == HANGS_ON_NAN)
        r[0] += q[1] * 0.0;
    harm(o->fault, r, contact);
    ss_copy3(u, q);
    ss_muladd3(u, contact->W, r);
    if (o->fault == LIES)
        u[0] = u[1] = u[2] = 0.0;
    work->local_iterations += o->fault == IDLE ? 0 : o->fault == TIRELESS ? 1000 : 1;
    return SS_LOCAL_DONE;
}

static void sweep(const ss_sweep *s)
{
    const options *const o = s->options;
    ss_sweep_visits(s, solve, sizeof(double), s->problem->form, false);
    s->work->visits += o->fault == MISCOUNTS ? 1 : 0;
    if (o->fault == FORM && s->problem->form == SS_FORM_BLOCKS && s->problem->n_contacts > 0)
        s->r[0] *= 1.0 + 1e-6;
}

static const ss_option rows[] = {SS_COUNT(options, cap, "cap", 100, 1, 1000, "none", "a test")};
static const ss_local_solver faulty = {.name = "faulty",
                                       .title = "exact with a fault",
                                       .reference = "a test",
                                       .stability = "none",
                                       .options = SS_OPTION_TABLE(rows, options),
                                       .holds_velocity = true,
                                       .state_size = sizeof(double),
                                       .setup = setup,
                                       .solve = solve,
                                       .sweep = sweep};

static bool ordered_constants(double *constant, const ss_contact *contact, const void *state)
{
    (void)state;
    constant[0] = contact->rho_bar; /* sal's descent parameter */
    return true;
}

static ss_check_finding run_faulty(const char *check, int fault)
{
    char label[] = "faulty";
    options o = {.fault = fault, .cap = 100};
    ss_local_solver solver = faulty;
    const ss_ordered_kernel ordered = {.n_state = 1,
                                       .constants = ordered_constants,
                                       .sweeps =
                                           ss_local_solver_find("sal", NULL)->ordered->sweeps};
    const ss_choice choice = {.solver = &solver, .options = &o, .label = label};
    if (fault == LANES) /* those of `exact`, which takes no options, on a visit that differs */
        solver.lanes = ss_local_solver_find("exact", NULL)->lanes;
    if (fault == ORDERED) /* another's sweeps: they come after some of its own */
        solver.ordered = &ordered;
    return run(check, &choice);
}

/* A fault and a check that must see it. */
static const test_fault seen[] = {
    {NONE, "descriptor"}, /* it is not in the list */
    {NONE, "options"},    /* so its options cannot be set by name */
    {OUTSIDE, "cone"},
    {OUTSIDE, "spheres"},
    {PULLS, "pull"},
    {LIES, "velocity"},
    {ROUGH, "by-hand"},
    {ROUGH, "spheres"},
    {ROUGH, "full-blocks"},
    {ROUGH, "rest"},
    {ROUGH, "mu-0"},
    {ROUGH, "opening"},
    {ROUGH, "clusters"},
    {ROUGH, "columns"},
    {SQUARE, "frame"},
    {REMEMBERS, "turned"},
    {REMEMBERS, "renamed"},
    {REMEMBERS, "reordered"},
    {REMEMBERS, "determinism"},
    {REMEMBERS, "interleaved"},
    {FORM, "forms"},
    {FORM, "path"},
    {FORM, "clusters"},
    {LANES, "lanes"},
    {ORDERED, "lanes"},
    {ABSOLUTE, "visit-units"},
    {ABSOLUTE, "contact-units"},
    {ABSOLUTE, "unit-mass"},
    {ABSOLUTE, "unit-length"},
    {ABSOLUTE, "unit-time"},
    {WRITES_W, "purity"},
    {WRITES_W, "input"},
    {WRITES_STATE, "purity"},
    {IDLE, "work"},
    {TIRELESS, "own-cap"},
    {MISCOUNTS, "sweep-cap"},
    {MISCOUNTS, "no-contacts"},
};

/* `nan` has a test of its own below. */
Test(contract, every_check_sees_its_fault)
{
    test_faults_are_seen(SS_CHOICE_LOCAL, seen, sizeof seen / sizeof *seen, "nan", run_faulty);
}

/* A child that does not end by itself fails its check, and the detail says how. */
Test(contract, bad_endings_fail_the_check_only)
{
    static const struct {
        int fault;
        const char *check, *says;
    } endings[] = {{HANGS_ON_NAN, "nan", "did not end"},
                   {CRASHES, "spheres", "signal 11"},
                   {EXITS, "spheres", "exit code 0"}};
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; ++k) {
        char label[] = "faulty";
        options o = {.fault = endings[k].fault, .cap = 100};
        const ss_choice choice = {.solver = &faulty, .options = &o, .label = label};
        test_check_ends_badly(endings[k].check, &choice, k == 0 ? 0.5 : 60.0, endings[k].says);
    }
    cr_expect_eq(run_faulty("nan", NONE).verdict, SS_CHECK_PASS);
}

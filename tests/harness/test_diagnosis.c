/* The diagnosis of a step: its rows, from a problem and an iterate that tell what must be in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/diagnosis.h"
#include "harness/diagnose/direction.h"
#include "harness/diagnose/afterwards.h"
#include "harness/tables/record.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { MOST = SS_CHECK_BLOCKS_MOST };

static double r[3 * MOST];

/* The rows that are written of steps. */
typedef struct tables {
    char steps_path[64], contacts_path[64];
    ss_diagnosis diagnosis;
    ss_csv steps_csv, contacts_csv;
    ss_diagnosis_row *steps;
    ss_diagnosis_contacts_row *contacts;
} tables;

static tables begin(void)
{
    tables t = {.steps = NULL};
    snprintf(t.steps_path, sizeof t.steps_path, "/tmp/test_diagnosis-%d-s.csv", getpid());
    snprintf(t.contacts_path, sizeof t.contacts_path, "/tmp/test_diagnosis-%d-c.csv", getpid());
    t.diagnosis =
        (ss_diagnosis){.steps = fopen(t.steps_path, "w"), .contacts = fopen(t.contacts_path, "w")};
    cr_assert(t.diagnosis.steps != NULL && t.diagnosis.contacts != NULL);
    ss_diagnosis_header(t.diagnosis.steps);
    ss_diagnosis_contacts_header(t.diagnosis.contacts);
    return t;
}

static void add_until(tables *t, const ss_problem *problem, const ss_choice *solver, size_t step,
                      double deadline_s)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_diagnosis_case one = {.problem = problem,
                                   .r = r,
                                   .solver = solver,
                                   .label = "test",
                                   .outcome = "max-sweeps",
                                   .step = step,
                                   .sweeps = 300,
                                   .e1_best = 0.5,
                                   .sweep_best = 64,
                                   .deadline_s = deadline_s};
    cr_assert(ss_diagnosis_add(&t->diagnosis, &one, &error), "%s", error.text);
}

static void add(tables *t, const ss_problem *problem, const ss_choice *solver, size_t step)
{
    add_until(t, problem, solver, step, 0.0);
}

static void read_back(tables *t)
{
    ss_error error = {SS_ERROR_NONE, ""};
    fclose(t->diagnosis.steps);
    fclose(t->diagnosis.contacts);
    t->steps = ss_record_read_file(ss_rows_find("diagnosis"), &t->steps_csv, t->steps_path,
                                   sizeof *t->steps, &error);
    t->contacts = ss_record_read_file(ss_rows_find("diagnosis_contacts"), &t->contacts_csv,
                                      t->contacts_path, sizeof *t->contacts, &error);
    cr_assert(t->steps != NULL && t->contacts != NULL, "%s", error.text);
    unlink(t->steps_path);
    unlink(t->contacts_path);
}

static void end(tables *t)
{
    free(t->steps);
    free(t->contacts);
    ss_csv_free(&t->steps_csv);
    ss_csv_free(&t->contacts_csv);
}

/* Three contacts solved by hand, one impulse of which is taken away: it carries all. */
Test(diagnosis, the_contact_that_is_wrong)
{
    const ss_check_hand_case hand = ss_check_sample_by_hand();
    tables t = begin();
    memcpy(r, hand.r, 9 * sizeof *r);
    memset(r, 0, 3 * sizeof *r);
    add(&t, hand.problem, NULL, 7);
    read_back(&t);
    cr_assert_eq(t.steps_csv.n_rows, 1);
    const ss_diagnosis_row *const step = &t.steps[0];
    cr_expect(step->step == 7 && step->contacts == 3 && step->sweeps == 300);
    cr_expect(step->carriers == 1 && step->worst_contact == 0 && step->worst_share > 0.999);
    cr_expect(step->afterwards == 0 && step->cycle == 0 && isnan(step->cycle_change));
    cr_expect(step->e1_best == fmin(0.5, step->e1), "%g", step->e1_best);
    cr_expect_str_eq(step->detailed, "yes");
    cr_expect_str_eq(step->existence, "holds");
    cr_assert_eq(t.contacts_csv.n_rows, 3);
    cr_expect_eq(t.contacts[0].contact, 0);
    cr_expect_float_eq(t.contacts[0].residual, step->e1, 1e-12);
    cr_expect_float_eq(t.contacts[0].share + t.contacts[1].share + t.contacts[2].share, 1.0, 1e-12);
    end(&t);
}

/* Details are of the first step and of each twice as bad as those before; every step has a row. */
Test(diagnosis, details_of_the_worst)
{
    static const double off[] = {1.0, 1.5, 0.1, 2.5, 4.0, 5.1};
    const ss_check_hand_case hand = ss_check_sample_by_hand();
    char detailed[8] = "";
    tables t = begin();
    for (size_t k = 0; k < 6; ++k) {
        memcpy(r, hand.r, 9 * sizeof *r);
        r[0] += 1e-3 * off[k];
        add(&t, hand.problem, NULL, k + 1);
    }
    read_back(&t);
    cr_assert_eq(t.steps_csv.n_rows, 6);
    for (size_t k = 0; k < 6; ++k)
        detailed[k] = t.steps[k].detailed[0];
    cr_expect_str_eq(detailed, "ynnyny");
    cr_expect_eq(t.contacts_csv.n_rows, 9);
    end(&t);
}

/* The sweeps afterwards go on from the iterate: those of a solver that converges do, and the best
 * is one of them. */
Test(diagnosis, sweeps_afterwards)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_check_cluster cluster = {.step = NULL};
    cr_assert(ss_check_blocks_random(&cluster, 2, &error), "%s", error.text);
    const ss_problem *const problem = cluster.problem;
    test_outer m = test_outer_make("nlgs", "", "exact");
    ss_solve_report report;
    tables t = begin();
    memcpy(r, test_outer_solve(m.solver, problem, 1e-14, 5, &report),
           3 * problem->n_contacts * sizeof *r);
    add(&t, problem, &m.choice, 1);
    read_back(&t);
    cr_expect_eq(t.steps[0].afterwards, 30);
    cr_expect_eq(t.steps[0].cycle, 0);
    cr_expect(t.steps[0].e1_best < 1e-3 * t.steps[0].e1 && t.steps[0].sweep_best == 330,
              "%g at %zu", t.steps[0].e1_best, t.steps[0].sweep_best);
    cr_expect_eq(strlen(t.contacts[0].history), 30);
    end(&t);
    test_outer_unmake(&m);
    ss_check_cluster_free(&cluster);
}

/* Past the deadline nothing more is begun: the row tells of the iterate alone. */
Test(diagnosis, past_the_deadline)
{
    const ss_check_hand_case hand = ss_check_sample_by_hand();
    test_outer m = test_outer_make("nlgs", "", "exact");
    tables t = begin();
    memset(r, 0, 9 * sizeof *r);
    add_until(&t, hand.problem, &m.choice, 1, 1e-9);
    read_back(&t);
    cr_expect(t.steps[0].afterwards == 0 && t.steps[0].carriers > 0);
    cr_expect(t.steps[0].existence[0] == '\0' && isnan(t.steps[0].singular_value));
    cr_expect_not_null(strstr(t.steps[0].note, "existence criterion: no time was left"));
    cr_expect_not_null(strstr(t.steps[0].note, "singular direction: no time was left"));
    end(&t);
    test_outer_unmake(&m);
}

Test(diagnosis, an_iterate_that_is_no_number)
{
    const ss_check_hand_case hand = ss_check_sample_by_hand();
    tables t = begin();
    memcpy(r, hand.r, 9 * sizeof *r);
    r[4] = NAN;
    add(&t, hand.problem, NULL, 1);
    read_back(&t);
    cr_expect(isnan(t.steps[0].e1) && t.steps[0].carriers == 0);
    cr_expect_not_null(strstr(t.steps[0].note, "not finite"));
    cr_expect_eq(t.contacts_csv.n_rows, 0);
    end(&t);
}

/* Two contacts in one place share what they carry in any way: the direction is their difference.
 * A third, apart, has no part in it. */
Test(diagnosis, the_singular_direction)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_arrays a;
    ss_block_problem *const owner = ss_block_problem_create(3, 5, &a, &error);
    static const size_t columns[] = {0, 1, 0, 1, 2}, starts[] = {0, 2, 4, 5};
    for (size_t k = 0; k < 5; ++k)
        for (size_t i = 0; i < 9; i += 4)
            a.blocks[9 * k + i] = 1.0;
    memcpy(a.column, columns, sizeof columns);
    memcpy(a.row_start, starts, sizeof starts);
    for (size_t c = 0; c < 3; ++c) {
        a.q[3 * c] = -1.0;
        a.mu[c] = 0.5;
        r[3 * c] = c < 2 ? 0.4 : 0.9;
    }
    cr_assert(ss_block_problem_finish(owner, &error), "%s", error.text);
    ss_direction found;
    double share[3];
    cr_assert(ss_direction_find(ss_block_problem_view(owner), r, &found, share, &error));
    cr_expect_lt(found.value, 1e-6, "%g", found.value);
    cr_expect_float_eq(share[0], 0.5, 1e-6);
    cr_expect_float_eq(share[1], 0.5, 1e-6);
    cr_expect_lt(share[2], 1e-6);
    a.mu[0] = 0.0;
    cr_assert(ss_direction_find(ss_block_problem_view(owner), r, &found, share, &error));
    cr_expect(isnan(found.value) && found.note[0] != '\0');
    ss_block_problem_free(owner);
}

/* The residual is the estimator's. */
Test(diagnosis, the_residual_is_e1)
{
    ss_error error = {SS_ERROR_NONE, ""};
    for (unsigned long seed = 1; seed <= 5; ++seed) {
        ss_check_cluster cluster = {.step = NULL};
        cr_assert(ss_check_blocks_random(&cluster, seed, &error), "%s", error.text);
        const ss_problem *const problem = cluster.problem;
        double u[3 * MOST], part[MOST], state[1], sum = 0.0;
        unsigned char zones[MOST];
        ss_solve_report report;
        const ss_rules rules = {.stop = &ss_estimator_e1, .tol = 1e-8};
        const ss_residual residual = {u, part, state, zones};
        for (size_t i = 0; i < 3 * problem->n_contacts; ++i)
            r[i] = i % 3 == 0 ? 0.3 : 0.1;
        cr_assert(ss_referee_judge(problem, r, &rules, &report, &error), "%s", error.text);
        const double e1 = ss_residual_of(&residual, problem, r);
        cr_expect_float_eq(e1, report.values[SS_ESTIMATE_e1], 1e-12 * e1);
        for (size_t c = 0; c < problem->n_contacts; ++c)
            sum += part[c] * part[c];
        cr_expect_float_eq(sqrt(sum), e1, 1e-12 * e1);
        ss_check_cluster_free(&cluster);
    }
}

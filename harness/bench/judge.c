/* Kind `estimators`: what the referee does after a sweep, piece by piece.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/sweeper.h"
#include "harness/estimators/estimators.h"
#include "solvers/sphere/whole.h"

#include <math.h>
#include <stdlib.h>

/* The subjects, per contact (bytes as in costs.h, doubles of 8):
 *
 *   velocity  u = W r + q: contacts 136, r read 24, u written 24, and of each body v_free read,
 *             v written and read 144, inverse masses 16; p, torque, updates 50 and u 45 operations
 *   eps       r, u held, u true 72, mu 8; motion and |.| 9, cone 14, r - . and |.| 9, b 12, pen 2,
 *             four sums 4
 *   e1        r, u 48, arms, scales, i, j of the contact 40, mu 8, q 24; W_cc 9, d 4, r' 3, u' 10,
 *             cone 14, map 3, |map|^2 6, |q'|^2 8 */
typedef struct subject {
    const char *name;
    const ss_estimator *estimator; /* NULL: the velocity */
    double contact_bytes, body_bytes, flops;
} subject;

static const subject subjects[] = {{"velocity", NULL, 184.0, 160.0, 95.0},
                                   {"eps", &ss_estimator_eps, 80.0, 0.0, 50.0},
                                   {"e1", &ss_estimator_e1, 120.0, 16.0, 57.0}};

enum { n_subjects = sizeof subjects / sizeof subjects[0] };

typedef struct evaluation {
    ss_evidence evidence;
    const ss_estimator *estimator; /* NULL: the velocity */
    double *u, *state;             /* scratch of the velocity */
    double sum;                    /* of the values, so that no call is left out */
} evaluation;

static bool batch(void *context, size_t repeats, double *seconds, ss_error *error)
{
    evaluation *const e = context;
    const ss_problem *const problem = e->evidence.problem;
    const double begin = ss_bench_now(1);
    (void)error;
    for (size_t k = 0; k < repeats; ++k) {
        if (e->estimator != NULL) {
            e->sum += ss_estimator_value(e->estimator, &e->evidence);
            continue;
        }
        ss_whole_image(e->u, e->state, NULL, problem, e->evidence.r);
    }
    *seconds = ss_bench_now(1) - begin;
    return true;
}

static bool measure(ss_bench *bench, const ss_bench_bed *bed, const subject *s, evaluation *e,
                    ss_error *error)
{
    ss_bench_timing timing;
    const double n = (double)bed->problem->n_contacts;
    const double bytes =
        s->contact_bytes + s->body_bytes * (double)(bed->scene.bodies.n_moving + 1) / n;
    e->estimator = s->estimator;
    if (!ss_bench_measure(bench, 1, batch, e, &timing, error))
        return false;
    ss_bench_timing_scale(&timing, 1e9 / n);
    ss_bench_row row = ss_bench_row_of(bed, "estimators", s->name, "ns/contact", &timing);
    ss_bench_set_bounds(bench, &row, 1e-9, bytes, s->flops, bytes * n);
    ss_bench_tick(bench);
    return ss_bench_add(bench, &row, error);
}

/* r and u as 20 sweeps of the first solver leave them. */
static bool measure_bed(ss_bench *bench, ss_bench_bed *bed, ss_error *error)
{
    ss_bench_form form;
    const ss_bench_case c = {&form, &bench->job->solvers->at[0], bed};
    ss_bench_sweeper sweeper = {.solver = NULL};
    const ss_problem *const problem = bed->problem;
    double *const u = malloc((3 * problem->n_contacts + 1) * sizeof *u);
    double *const state = malloc((ss_operator_state_length(problem) + 1) * sizeof *state);
    bool done = u != NULL && state != NULL;
    if (!done)
        ss_error_memory(error, "%zu contacts", problem->n_contacts);
    done = done && ss_bench_form_at(0, NULL, &form) &&
           ss_bench_sweeper_create(&sweeper, &c, SS_BENCH_SWEEPS_TIMED, error) &&
           ss_bench_sweeper_run(&sweeper, error);
    evaluation e = {.u = u, .state = state};
    const double *const held = done ? ss_solver_answer_of(sweeper.solver).u : NULL;
    e.evidence = (ss_evidence){problem, sweeper.r, u, held != NULL ? held : u};
    for (size_t k = 0; done && k < n_subjects; ++k)
        done = measure(bench, bed, &subjects[k], &e, error);
    ss_bench_sweeper_free(&sweeper);
    free(u);
    free(state);
    return done;
}

const ss_bench_kind ss_bench_estimators = {.name = "estimators",
                                           .meaning = "ns per contact: u = W r + q, eps and E1",
                                           .pieces = n_subjects,
                                           .measure = measure_bed};

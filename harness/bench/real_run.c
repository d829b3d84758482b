/* Kind `run`: a contact and sweep of a real run, as `run` drives it with the referee that stops it,
 * from r = 0: to eps and to E1. Beside the solver's clock, which is cpu_s of summary.csv over
 * visits_total, that of the looks (cpu_looks_s). Outer solvers that are sweeps and no more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/real_run.h"

#include "problems/base/clock.h"

#include <math.h>
#include <string.h>

/* The stops, and tolerances that take hundreds of sweeps. Larger beds end at the cap. */
static const struct {
    const ss_estimator *stop;
    double tol;
    const char *run, *looks;
} stops[] = {{&ss_estimator_eps, 1e-6, "run to eps", "looks at eps"},
             {&ss_estimator_e1, 1e-3, "run to e1", "looks at e1"}};
enum { N_STOPS = sizeof stops / sizeof stops[0] };

static const double most_visits = 4e6, most_quick = 4e5;

bool ss_bench_runner_create(ss_bench_runner *x, const ss_bench_case *c, ss_error *error)
{
    *x = (ss_bench_runner){.c = c};
    x->solver = ss_bench_form_solver(c->form, c->local, &x->choice, error);
    x->referee = x->solver != NULL ? ss_referee_create(error) : NULL;
    return x->referee != NULL;
}

void ss_bench_runner_free(ss_bench_runner *x)
{
    ss_referee_free(x->referee);
    ss_solver_free(x->solver);
    ss_choice_free(&x->choice);
}

bool ss_bench_runner_run(ss_bench_runner *x, const ss_problem *problem, double **r, ss_error *error)
{
    *r = ss_solver_prepare(x->solver, problem, error);
    return *r != NULL &&
           ss_referee_solve(x->referee, x->solver, problem, &x->rules, &x->report, error) &&
           (x->report.outcome != SS_OUTCOME_INTERRUPTED ||
            ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted"));
}

static bool batch(void *context, size_t repeats, double *seconds, ss_error *error)
{
    ss_bench_runner *const x = context;
    const ss_problem *const problem = x->c->bed->problem;
    double looks = 0.0, *r = NULL;
    *seconds = 0.0;
    for (size_t k = 0; k < repeats; ++k) {
        const double begin = ss_wall_time();
        if (!ss_bench_runner_run(x, problem, &r, error))
            return false;
        *seconds += x->c->form->threads > 1
                        ? ss_wall_time() - begin
                        : x->report.cpu_s + (x->whole ? x->report.cpu_looks_s : 0.0);
        looks += x->report.cpu_looks_s;
    }
    if (x->n_looks < SS_BENCH_MOST_LOOKS)
        x->looks[x->n_looks++] = looks / (double)(repeats * x->report.work.visits);
    return true;
}

bool ss_bench_runner_measure(ss_bench *bench, ss_bench_runner *x, ss_bench_timing *timing,
                             ss_error *error)
{
    x->n_looks = 0;
    return ss_bench_measure(bench, x->c->form->threads, batch, x, timing, error);
}

static bool add(ss_bench *bench, const ss_bench_runner *x, const char *subject,
                ss_bench_timing timing, ss_error *error)
{
    ss_bench_timing_scale(&timing, 1e9);
    ss_bench_row row = ss_bench_case_row(x->c, "run", subject, "ns/contact", &timing);
    row.sweeps = x->report.sweeps;
    row.e1 = x->report.values[SS_ESTIMATE_e1];
    if (x->report.outcome == SS_OUTCOME_DIVERGED)
        row.verdict = "diverged";
    return ss_bench_add(bench, &row, error);
}

static bool measure_stop(ss_bench *bench, ss_bench_runner *x, size_t stop, ss_error *error)
{
    const double n = (double)x->c->bed->problem->n_contacts;
    const double most = bench->job->quick ? most_quick : most_visits;
    ss_bench_timing timing, looks;
    x->rules = (ss_rules){.stop = stops[stop].stop,
                          .tol = stops[stop].tol,
                          .max_sweeps = (size_t)fmax(20.0, fmin(1000.0, most / n)),
                          .label = x->choice.label,
                          .step = 1};
    if (!ss_bench_runner_measure(bench, x, &timing, error))
        return false;
    looks = timing;
    ss_bench_timing_of(&looks, x->looks + 1, x->n_looks - 1);
    ss_bench_timing_scale(&timing, 1.0 / (double)x->report.work.visits);
    return add(bench, x, stops[stop].run, timing, error) &&
           (x->c->form->threads > 1 || add(bench, x, stops[stop].looks, looks, error));
}

/* Forms with a known layout: a run that is more than sweeps has no price a sweep. */
static bool measure(ss_bench *bench, const ss_bench_case *c, const void *unused, ss_error *error)
{
    (void)unused;
    if (c->form->layout == SS_BENCH_UNKNOWN)
        return true;
    ss_bench_runner x;
    bool done = ss_bench_runner_create(&x, c, error);
    for (size_t k = 0; done && k < N_STOPS; ++k)
        done = measure_stop(bench, &x, k, error);
    ss_bench_runner_free(&x);
    return done;
}

static bool measure_bed(ss_bench *bench, ss_bench_bed *bed, ss_error *error)
{
    return ss_bench_cases(bench, bed, measure, NULL, error);
}

const ss_bench_kind ss_bench_real_run = {
    .name = "run",
    .meaning =
        "ns per contact and sweep of a real run to eps 1e-6 and to E1 1e-3: by its own clock, "
        "cpu_s, and the convergence checks besides",
    .most_contacts = 200000,
    .more_pieces = ss_bench_case_count,
    .measure = measure_bed};

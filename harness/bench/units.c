/* Kind `units`: is a work unit the same time, whatever the solver? The CPU time of a whole solve
 * from r = 0 to E1 1e-6 or 100 sweeps, preparation and looks included, over its units: for every
 * local solver in nlgs, and every outer one, around the usual local solver where it has one; then
 * the largest of them over the least. Beside them what a move of a sparse factor takes
 * (problems/sparse/factor.h), from which prices of solvers/base/unit.c were rounded; the others are
 * from the kinds `kernel` and `estimators`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/real_run.h"
#include "problems/base/clock.h"
#include "solvers/global/system.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double tol = 1e-6;
enum { MOST_SWEEPS = 100, MOST_CONTACTS = 3000 };

/* The least and the largest median of a bed. */
typedef struct range {
    double least, largest;
} range;

/* Each by a new solver: one that is kept keeps the analysis of a sparse pattern, which units hold.
 */
static bool solve(void *context, size_t repeats, double *seconds, ss_error *error)
{
    ss_bench_runner *const x = context;
    double *r = NULL;
    const double begin = ss_cpu_time();
    bool done = true;
    for (size_t k = 0; done && k < repeats; ++k) {
        ss_solver_free(x->solver);
        x->solver = ss_solver_create(&x->choice, error);
        done = x->solver != NULL && ss_bench_runner_run(x, x->c->bed->problem, &r, error);
    }
    *seconds = ss_cpu_time() - begin;
    return done;
}

/* One solver, as its text names it, on the bed. */
static bool measure(ss_bench *bench, const ss_bench_case *c, const char *text, range *all,
                    ss_error *error)
{
    ss_bench_runner x = {.c = c,
                         .rules = {.stop = &ss_estimator_e1,
                                   .tol = tol,
                                   .max_sweeps = MOST_SWEEPS,
                                   .label = text,
                                   .step = 1}};
    ss_bench_timing timing;
    bool done = ss_choice_parse_whole(&x.choice, text, SS_CHOICE_OUTER_DEFAULT, error);
    x.referee = done ? ss_referee_create(error) : NULL;
    done = x.referee != NULL && ss_bench_measure(bench, 1, solve, &x, &timing, error);
    if (done) {
        ss_bench_timing_scale(&timing, 1e6 / x.report.work_units);
        ss_bench_row row = ss_bench_case_row(c, "units", "solve", "us/unit", &timing);
        row.sweeps = x.report.sweeps;
        row.e1 = x.report.values[SS_ESTIMATE_e1];
        all->least = fmin(all->least, timing.median);
        all->largest = fmax(all->largest, timing.median);
        done = ss_bench_add(bench, &row, error);
    }
    ss_bench_runner_free(&x);
    ss_bench_tick(bench);
    return done;
}

/* The solvers of a bed: outers that are one thread's, then local solvers. */
static bool measure_solvers(ss_bench *bench, const ss_bench_bed *bed, range *all, ss_error *error)
{
    const ss_choice *const usual = ss_bench_usual_local(bench->job);
    const ss_choice none = {.label = ""};
    const ss_choice_list *const locals = bench->job->solvers;
    const ss_outer_solver *outer;
    char text[512];
    bool done = true;
    for (size_t k = 0; done && (outer = ss_outer_solver_at(k)) != NULL; ++k) {
        const bool takes = ss_outer_solver_takes_local(outer);
        const char *const variant = strcmp(outer->name, "nlgs-parallel") == 0 ? "threads=1" : "";
        const ss_bench_form form = {.outer = outer->name, .variant = variant, .threads = 1};
        const ss_bench_case c = {&form, takes ? usual : &none, bed};
        if (takes)
            snprintf(text, sizeof text, "%s[%s%slocal=%s]", outer->name, variant,
                     variant[0] != '\0' ? "," : "", usual->label);
        else
            snprintf(text, sizeof text, "%s", outer->name);
        done = measure(bench, &c, text, all, error);
    }
    for (size_t k = 0; done && k < locals->n; ++k) {
        const ss_bench_form form = {.outer = "nlgs", .variant = "", .threads = 1};
        const ss_bench_case c = {&form, &locals->at[k], bed};
        if (&locals->at[k] != usual)
            done = measure(bench, &c, locals->at[k].label, all, error);
    }
    return done;
}

/* A Newton matrix of the bed, W~ + I, by blocks. */
typedef struct matrix {
    ss_system system;
    ss_work work;
    double *K, *x; /* 9 and 6 a contact */
} matrix;

static bool factor(void *context, size_t repeats, double *seconds, ss_error *error)
{
    matrix *const m = context;
    const double begin = ss_cpu_time();
    bool done = true;
    for (size_t k = 0; done && k < repeats; ++k)
        done = ss_system_factor(&m->system, NULL, NULL, m->K, error);
    *seconds = ss_cpu_time() - begin;
    return done;
}

static bool solve_factored(void *context, size_t repeats, double *seconds, ss_error *error)
{
    matrix *const m = context;
    const double begin = ss_cpu_time();
    bool done = true;
    for (size_t k = 0; done && k < repeats; ++k)
        done = ss_system_solve(&m->system, m->x, m->x + 3 * m->system.n, error);
    *seconds = ss_cpu_time() - begin;
    return done;
}

/* ns a move of one kind of work, which is done once more to count its moves. */
static bool add_moves(ss_bench *bench, const ss_bench_bed *bed, const char *subject,
                      ss_bench_batch *batch, matrix *m, ss_error *error)
{
    ss_bench_timing timing;
    double seconds = 0.0;
    if (!ss_bench_measure(bench, 1, batch, m, &timing, error))
        return false;
    m->work.moves = 0;
    if (!batch(m, 1, &seconds, error))
        return false;
    ss_bench_timing_scale(&timing, 1e9 / (double)m->work.moves);
    const ss_bench_row row = ss_bench_row_of(bed, "units", subject, "ns/move", &timing);
    return ss_bench_add(bench, &row, error);
}

static bool measure_moves(ss_bench *bench, const ss_bench_bed *bed, ss_error *error)
{
    const size_t n = bed->problem->n_contacts;
    matrix m = {.system = {.form = SS_SYSTEM_BLOCKS},
                .K = calloc(9 * n + 1, sizeof(double)),
                .x = calloc(6 * n + 1, sizeof(double))};
    bool done = m.K != NULL && m.x != NULL;
    if (!done)
        ss_error_memory(error, "%zu contacts", n);
    for (size_t c = 0; done && c < n; ++c)
        for (size_t i = 0; i < 3; ++i) {
            m.K[9 * c + 4 * i] = 1.0;
            m.x[3 * (n + c) + i] = bed->problem->q[3 * c + i];
        }
    done = done && ss_system_pose(&m.system, bed->problem, &m.work, error) &&
           add_moves(bench, bed, "factorization", factor, &m, error) &&
           add_moves(bench, bed, "solve with it", solve_factored, &m, error);
    ss_system_clear(&m.system);
    free(m.K);
    free(m.x);
    return done;
}

static bool measure_bed(ss_bench *bench, ss_bench_bed *bed, ss_error *error)
{
    range all = {DBL_MAX, 0.0};
    if (!measure_solvers(bench, bed, &all, error) || !measure_moves(bench, bed, error))
        return false;
    const double ratio = all.largest / all.least;
    const ss_bench_timing timing = {ratio, ratio, ratio, 1, 1, "ok"};
    const ss_bench_row row = ss_bench_row_of(bed, "units", "largest/least", "-", &timing);
    return ss_bench_add(bench, &row, error);
}

static size_t count_pieces(const ss_bench_job *job)
{
    size_t n = job->solvers->n - 1; /* the usual one is in nlgs, among the outers */
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k)
        ++n;
    return n;
}

const ss_bench_kind ss_bench_units = {.name = "units",
                                      .meaning =
                                          "us of CPU a work unit, of whole solves to E1 1e-6 or "
                                          "100 sweeps by every solver, and ns a move "
                                          "of a sparse factor",
                                      .most_contacts = MOST_CONTACTS,
                                      .one_bed_if_quick = true,
                                      .more_pieces = count_pieces,
                                      .measure = measure_bed};

/* Kind `sweep`: every form of the sweep with every local solver on every bed, in two states:
 *
 *   sweep   from the r that LATE sweeps of nlgs with `exact` leave, the same for all: what most
 *           sweeps of a solve are like
 *   early   from r = 0: contacts change their status all over, Newton iterates more
 *   first   from r = 0, the first sweep and the setup before it: the states, the start of the
 *           velocities, groups and domains where a form has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bed.h"
#include "harness/bench/kinds.h"
#include "harness/bench/sweeper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LATE = 100, MOST_FIRSTS = 64 };

/* Larger beds are measured in the late state alone: their runs take seconds. */
static const size_t largest_early = 200000; /* contacts */

/* A bed and the late state of its impulses. */
typedef struct ground {
    ss_bench_bed bed;
    double *late; /* 3 n_contacts, owned */
} ground;

/* A sweeper and what its batches left. */
typedef struct figure {
    ss_bench_sweeper sweeper;
    double firsts[MOST_FIRSTS]; /* setup and first sweep, s */
    size_t n_firsts;
} figure;

static bool batch(void *context, size_t repeats, double *seconds, ss_error *error)
{
    figure *const f = context;
    *seconds = 0.0;
    for (size_t k = 0; k < repeats; ++k) {
        if (!ss_bench_sweeper_run(&f->sweeper, error))
            return false;
        *seconds += f->sweeper.last_s - f->sweeper.first_s;
        if (f->n_firsts < MOST_FIRSTS)
            f->firsts[f->n_firsts++] = f->sweeper.first_s - f->sweeper.begin_s;
    }
    return true;
}

static ss_bench_row row_of(const ss_bench_case *c, const char *subject,
                           const ss_bench_timing *timing)
{
    ss_bench_row row = ss_bench_case_row(c, "sweep", subject, "ns/contact", timing);
    row.sweeps = SS_BENCH_SWEEPS_TIMED;
    return row;
}

static bool all_finite(const double *r, size_t n)
{
    size_t k = 0;
    while (k < n && isfinite(r[k]))
        ++k;
    return k == n;
}

static bool add_sweep(ss_bench *bench, const figure *f, const char *subject, const ss_bench_case *c,
                      const ss_bench_timing *timing, ss_error *error)
{
    const ss_work *const work = &f->sweeper.work;
    const double visits = (double)work->visits;
    const ss_problem *const problem = c->bed->problem;
    ss_bench_row row = row_of(c, subject, timing);
    if (!all_finite(f->sweeper.r, 3 * problem->n_contacts))
        row.verdict = "diverged";
    ss_bench_set_bounds(bench, &row, 1e-9, ss_bench_cost_bytes(c->form, c->local->solver, problem),
                        ss_bench_cost_flops(c->local->solver,
                                            (double)work->local_iterations / visits,
                                            (double)work->projections / visits),
                        ss_bench_cost_working_set(c->form, c->local->solver, problem));
    return ss_bench_add(bench, &row, error);
}

static bool add_first(ss_bench *bench, figure *f, const ss_bench_case *c, const char *verdict,
                      ss_error *error)
{
    ss_bench_timing timing = {.repeats = 1, .verdict = verdict};
    ss_bench_timing_of(&timing, f->firsts, f->n_firsts);
    ss_bench_timing_scale(&timing, 1e9 / (double)c->bed->problem->n_contacts);
    ss_bench_row row = row_of(c, "first", &timing);
    row.sweeps = 1;
    return ss_bench_add(bench, &row, error);
}

/* One state of one form and local solver; start NULL: from r = 0. */
static bool measure(ss_bench *bench, const ss_bench_case *c, const double *start, ss_error *error)
{
    figure f = {.n_firsts = 0};
    ss_bench_timing timing;
    const ss_problem *const problem = c->bed->problem;
    const double units = (double)SS_BENCH_SWEEPS_TIMED * (double)problem->n_contacts;
    bool done = ss_bench_sweeper_create(&f.sweeper, c->form, c->local, problem,
                                        SS_BENCH_SWEEPS_TIMED, error);
    f.sweeper.start = start;
    done = done && ss_bench_measure(bench, c->form->threads, batch, &f, &timing, error);
    if (done) {
        ss_bench_timing_scale(&timing, 1e9 / units);
        done = add_sweep(bench, &f, start != NULL ? "sweep" : "early", c, &timing, error) &&
               (start != NULL || add_first(bench, &f, c, timing.verdict, error));
    }
    ss_bench_sweeper_free(&f.sweeper);
    return done;
}

static bool measure_both(ss_bench *bench, const ss_bench_form *form, const ss_choice *local,
                         const ground *g, ss_error *error)
{
    const ss_bench_case c = {form, local, &g->bed};
    const bool early = g->bed.problem->n_contacts <= largest_early;
    const bool done =
        measure(bench, &c, g->late, error) && (!early || measure(bench, &c, NULL, error));
    ss_bench_tick(bench);
    return done;
}

static bool find_late(ground *g, ss_error *error)
{
    static const ss_bench_form plain = {.outer = "nlgs", .variant = "", .threads = 1};
    ss_choice exact = {.solver = NULL};
    ss_bench_sweeper sweeper = {.solver = NULL};
    const size_t size = 3 * g->bed.problem->n_contacts * sizeof *g->late;
    g->late = malloc(size + 1);
    bool done = g->late != NULL;
    if (!done)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu contacts",
                     g->bed.problem->n_contacts);
    done = done && ss_choice_parse(&exact, "exact", SS_CHOICE_LOCAL, error) &&
           ss_bench_sweeper_create(&sweeper, &plain, &exact, g->bed.problem, LATE - 1, error) &&
           ss_bench_sweeper_run(&sweeper, error);
    if (done)
        memcpy(g->late, sweeper.r, size);
    ss_bench_sweeper_free(&sweeper);
    if (exact.solver != NULL)
        ss_choice_free(&exact);
    return done;
}

size_t ss_bench_pieces_sweep(const ss_bench_job *job)
{
    ss_bench_form form;
    size_t n = 0;
    for (size_t k = 0; ss_bench_form_at(k, &form); ++k)
        for (size_t s = 0; s < job->solvers->n; ++s)
            n += ss_bench_form_has(&form, job->solvers->at[s].solver);
    return n * job->n_sizes;
}

bool ss_bench_run_sweep(ss_bench *bench, ss_error *error)
{
    const ss_bench_job *const job = bench->job;
    bool done = true;
    for (size_t size = 0; done && size < job->n_sizes; ++size) {
        ground g = {.late = NULL};
        ss_bench_form form;
        done = ss_bench_bed_open(&g.bed, job->sizes[size], bench->cache, error) &&
               find_late(&g, error);
        for (size_t k = 0; done && ss_bench_form_at(k, &form); ++k)
            for (size_t s = 0; done && s < job->solvers->n; ++s) {
                const ss_choice *const local = &job->solvers->at[s];
                done = !ss_bench_form_has(&form, local->solver) ||
                       measure_both(bench, &form, local, &g, error);
            }
        free(g.late);
        ss_bench_bed_free(&g.bed);
    }
    return done;
}

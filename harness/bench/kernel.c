/* Kind `kernel`: every form of the sweep alone, without a referee, with every local solver on every
 * bed, in two states:
 *
 *   late    from the r that LATE sweeps of nlgs with `exact` leave, the same for all: what most
 *           sweeps of a solve are like
 *   early   from r = 0, sweeps 2 to 21: contacts change their status all over, Newton iterates more
 *   set-up  what comes before the second sweep: the states, the start of the velocities, groups and
 *           domains where a form has them, and the first sweep
 *
 * Kind `shapes`: the late sweeps of nlgs alone, on balls, discs and blocks of as many contacts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/sweeper.h"
#include "problems/contact/operator.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { LATE = 100, MOST_FIRSTS = 64 };

/* Larger beds are measured in the late state alone: their runs take seconds. */
static const size_t largest_early = 200000; /* contacts */

/* A sweeper and the figures of its batches. */
typedef struct figure {
    ss_bench_sweeper sweeper;
    double firsts[MOST_FIRSTS]; /* set-up and first sweep, s */
    size_t n_firsts;
} figure;

/* Whole runs of a sweeper, of which the timed sweeps count; the first ones are kept apart. */
static bool batch(void *context, size_t repeats, double *seconds, ss_error *error)
{
    figure *const f = context;
    *seconds = 0.0;
    for (size_t k = 0; k < repeats; ++k) {
        if (!ss_bench_sweeper_run(&f->sweeper, error))
            return false;
        *seconds += f->sweeper.last_s - f->sweeper.first_s;
        if (f->n_firsts < MOST_FIRSTS)
            f->firsts[f->n_firsts++] = f->sweeper.one_s - f->sweeper.begin_s;
    }
    return true;
}

static ss_bench_row row_of(const ss_bench_case *c, const char *kind, const char *subject,
                           const ss_bench_timing *timing)
{
    ss_bench_row row = ss_bench_case_row(c, kind, subject, "ns/contact", timing);
    row.sweeps = SS_BENCH_SWEEPS_TIMED;
    return row;
}

/* The row of the timed sweeps. */
static ss_bench_row row_of_sweeps(const figure *f, const char *kind, const char *subject,
                                  const ss_bench_timing *timing)
{
    const ss_bench_case *const c = &f->sweeper.c;
    ss_bench_row row = row_of(c, kind, subject, timing);
    if (!ss_all_within(f->sweeper.r, 3 * c->bed->problem->n_contacts, DBL_MAX))
        row.verdict = "diverged";
    return row;
}

/* Time one form and local solver from `start` (NULL: r = 0), in ns a contact and sweep; the figure
 * is to be freed. */
static bool time_sweeps(ss_bench *bench, figure *f, const ss_bench_case *c, const double *start,
                        ss_bench_timing *timing, ss_error *error)
{
    const double units = (double)SS_BENCH_SWEEPS_TIMED * (double)c->bed->problem->n_contacts;
    *f = (figure){.n_firsts = 0};
    bool done = ss_bench_sweeper_create(&f->sweeper, c, SS_BENCH_SWEEPS_TIMED, error);
    f->sweeper.start = start;
    f->sweeper.first = start != NULL ? SS_BENCH_SWEEPS_FIRST : 1;
    done = done && ss_bench_measure(bench, c->form->threads, batch, f, timing, error);
    if (done)
        ss_bench_timing_scale(timing, 1e9 / units);
    return done;
}

/* One state of one form and local solver; start NULL: from r = 0. */
static bool measure(ss_bench *bench, const ss_bench_case *c, const double *start, ss_error *error)
{
    figure f;
    ss_bench_timing timing;
    bool done = time_sweeps(bench, &f, c, start, &timing, error);
    if (done) {
        ss_bench_row row = row_of_sweeps(&f, "kernel", start != NULL ? "late" : "early", &timing);
        ss_bench_case_bound(bench, &row, c, &f.sweeper.work, 1e-9, 1.0);
        done = ss_bench_add(bench, &row, error);
    }
    if (done && (start == NULL || c->bed->problem->n_contacts > largest_early)) {
        /* one batch of the first sweeps */
        timing = (ss_bench_timing){.repeats = 1, .verdict = timing.verdict};
        ss_bench_timing_of(&timing, f.firsts, f.n_firsts);
        ss_bench_timing_scale(&timing, 1e9 / (double)c->bed->problem->n_contacts);
        ss_bench_row row = row_of(c, "kernel", "set-up", &timing);
        row.sweeps = 1;
        done = ss_bench_add(bench, &row, error);
    }
    ss_bench_sweeper_free(&f.sweeper);
    return done;
}

static bool measure_both(ss_bench *bench, const ss_bench_case *c, const void *late, ss_error *error)
{
    const bool early = c->bed->problem->n_contacts <= largest_early;
    return measure(bench, c, late, error) && (!early || measure(bench, c, NULL, error));
}

/* The late state of the impulses of a bed, 3 n_contacts. NULL and an error; free with free. */
static double *find_late(const ss_bench_bed *bed, ss_error *error)
{
    static const ss_bench_form plain = {.outer = "nlgs", .variant = "", .threads = 1};
    ss_choice exact = {.solver = NULL};
    const ss_bench_case c = {&plain, &exact, bed};
    ss_bench_sweeper sweeper = {.solver = NULL};
    const size_t size = 3 * bed->problem->n_contacts * sizeof(double);
    double *late = NULL;
    if (ss_choice_parse(&exact, "exact", SS_CHOICE_LOCAL, error) &&
        ss_bench_sweeper_create(&sweeper, &c, LATE - 1, error) &&
        ss_bench_sweeper_run(&sweeper, error)) {
        late = malloc(size + 1);
        if (late != NULL)
            memcpy(late, sweeper.r, size);
        else
            ss_error_memory(error, "%zu contacts", bed->problem->n_contacts);
    }
    ss_bench_sweeper_free(&sweeper);
    ss_choice_free(&exact);
    return late;
}

static bool measure_bed(ss_bench *bench, ss_bench_bed *bed, ss_error *error)
{
    double *const late = find_late(bed, error);
    const bool done = late != NULL && ss_bench_cases(bench, bed, measure_both, late, error);
    free(late);
    return done;
}

const ss_bench_kind ss_bench_kernel = {
    .name = "kernel",
    .meaning = "ns per contact and sweep of the sweeps alone, without a referee: late and early "
               "ones, and the set-up, every outer and local solver",
    .more_pieces = ss_bench_case_count,
    .measure = measure_bed};

enum { BALLS, DISCS, BLOCKS, N_SHAPES };

/* The late state of each local solver on all shapes, one right after the other. */
static bool measure_all(ss_bench *bench, const ss_bench_bed *const beds[N_SHAPES],
                        double *const late[N_SHAPES], ss_error *error)
{
    static const char *const names[] = {"balls", "discs", "blocks"};
    static const ss_bench_form plain = {"nlgs", "", 1, SS_BENCH_UNKNOWN};
    const ss_choice_list *const solvers = bench->job->solvers;
    bool done = true;
    for (size_t k = 0; k < solvers->n; ++k)
        for (size_t s = 0; done && s < N_SHAPES; ++s) {
            const ss_bench_case c = {&plain, &solvers->at[k], beds[s]};
            figure f;
            ss_bench_timing timing;
            done = time_sweeps(bench, &f, &c, late[s], &timing, error);
            if (done) {
                const ss_bench_row row = row_of_sweeps(&f, "shapes", names[s], &timing);
                done = ss_bench_add(bench, &row, error);
            }
            ss_bench_sweeper_free(&f.sweeper);
            ss_bench_tick(bench);
        }
    return done;
}

static bool measure_shapes(ss_bench *bench, ss_bench_bed *balls, ss_error *error)
{
    const size_t n = balls->problem->n_contacts;
    ss_bench_bed discs = {.step = NULL}, blocks = {.step = NULL};
    const ss_bench_bed *const beds[] = {balls, &discs, &blocks};
    double *late[N_SHAPES] = {NULL};
    bool done = ss_bench_bed_open_discs(&discs, n, bench->cache, error) &&
                ss_bench_bed_open_blocks(&blocks, n, error);
    for (size_t s = 0; done && s < N_SHAPES; ++s) {
        late[s] = find_late(beds[s], error);
        done = late[s] != NULL;
    }
    done = done && measure_all(bench, beds, late, error);
    for (size_t s = 0; s < N_SHAPES; ++s)
        free(late[s]);
    ss_bench_bed_free(&discs);
    ss_bench_bed_free(&blocks);
    return done;
}

const ss_bench_kind ss_bench_shapes = {
    .name = "shapes",
    .meaning = "ns per contact and late sweep of nlgs on as many contacts of balls, discs and blocks",
    .most_contacts = 10000,
    .pieces_a_solver = N_SHAPES,
    .measure = measure_shapes};

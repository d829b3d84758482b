/* Kind `siconos`: Siconos' NSGS, as it comes and with its plain Newton, and ours, on the same
 * frozen problem, in the same order of contacts, 200 sweeps from r = 0, in turn. What each needs to
 * begin is taken out by the difference of 200 and 50 sweeps, for theirs and ours alike. Theirs runs
 * in a child process and tells its own CPU time; every E1 is computed here, from r.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bed.h"
#include "harness/bench/kinds.h"
#include "harness/bench/sweeper.h"
#include "harness/estimators/estimators.h"
#include "harness/process/interrupt.h"
#include "problems/base/child.h"
#include "harness/run/referee.h"
#include "problems/base/clock.h"
#include "problems/contact/operator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONG = 200, SHORT = 50, MOST_ROUNDS = 9 };
enum { MOST_CONTENDERS = 64 };

/* Siconos 4.4.0 converts W (SBM_from_csparse) in time and memory that grow with the square of the
 * contacts: measured 4 n^2 bytes, 0.45 GB at 10 000 and no end at 100 000. */
static const size_t largest = 20000; /* contacts, nominal */
static const ss_child_limits limits = {
    .wall_s = 600.0, .address_bytes = (size_t)4 << 30, .stop = ss_interrupted};

static const char *const rivals[] = {"siconos-nsgs", "siconos-nsgs-nsn"};
enum { N_RIVALS = sizeof rivals / sizeof rivals[0] };

/* One of the contenders on the problem under way. */
typedef struct contender {
    const ss_external_solver *external; /* NULL: ours */
    ss_choice theirs;                   /* its options; owned */
    ss_bench_form form;                 /* ours */
    const ss_choice *local;
    double samples[MOST_ROUNDS]; /* ns a contact and sweep */
    double e1;                   /* after LONG sweeps */
    bool whole;                  /* it made as many sweeps as were asked for, each time */
} contender;

/* The problem in both forms, and the contenders. */
typedef struct field {
    const ss_bench_bed *bed;
    ss_block_problem *blocks;
    contender contenders[MOST_CONTENDERS];
    size_t n;
} field;

/* What the child hands over. */
typedef struct handover {
    ss_external_claim claim;
    double r[];
} handover;

/* What the child is to do. */
typedef struct task {
    const contender *c;
    const ss_problem *problem;
    size_t sweeps;
} task;

/* A tolerance that no error meets: all sweeps are made. */
static const double never = 1e-300;

static int work(void *shared, void *context)
{
    const task *const t = context;
    handover *const out = shared;
    return t->c->external->solve(out->r, t->problem, never, t->sweeps, t->c->theirs.options,
                                 &out->claim)
               ? 0
               : 1;
}

/* E1 of r on the bed's problem, u = W r + q recomputed. */
static bool judge(const ss_problem *problem, const double *r, double *e1, ss_error *error)
{
    double *const u = malloc((3 * problem->n_contacts + 1) * sizeof *u);
    double *const state = malloc((ss_operator_state_length(problem) + 1) * sizeof *state);
    const bool stored = u != NULL && state != NULL;
    if (stored) {
        ss_operator_start(state, problem, r);
        for (size_t c = 0; c < problem->n_contacts; ++c)
            ss_operator_velocity(u + 3 * c, problem, state, r, c);
        const ss_evidence evidence = {problem, r, u, u};
        *e1 = ss_estimator_value(&ss_estimator_e1, &evidence);
    }
    free(u);
    free(state);
    return stored || ss_error_set(error, SS_ERROR_MEMORY, "no memory to judge %zu contacts",
                                  problem->n_contacts);
}

/* CPU time of `sweeps` sweeps of another code, s; NAN when it did not make them. */
static bool run_theirs(const field *f, contender *c, size_t sweeps, double *seconds,
                       ss_error *error)
{
    const size_t n = 3 * f->bed->problem->n_contacts;
    const size_t size = sizeof(handover) + n * sizeof(double);
    task t = {c, ss_block_problem_view(f->blocks), sweeps};
    ss_child_ending ending;
    handover *const out = ss_child_share(size, error);
    if (out == NULL)
        return false;
    bool ended = ss_child_run(&limits, work, out, &t, &ending, error);
    const bool whole = ended && ending.how == SS_CHILD_EXITED && ending.code == 0 &&
                       out->claim.iterations == sweeps;
    *seconds = whole ? out->claim.cpu_s : NAN;
    c->whole = c->whole && whole;
    if (whole && sweeps == LONG)
        ended = judge(f->bed->problem, out->r, &c->e1, error);
    ss_child_unshare(out, size);
    return ended;
}

static bool run_ours(const field *f, contender *c, size_t sweeps, double *seconds, ss_error *error)
{
    ss_bench_sweeper sweeper;
    bool done =
        ss_bench_sweeper_create(&sweeper, &c->form, c->local, f->bed->problem, sweeps - 1, error) &&
        ss_bench_sweeper_run(&sweeper, error);
    if (done) {
        *seconds = sweeper.last_s - sweeper.begin_s;
        if (sweeps == LONG)
            done = judge(f->bed->problem, sweeper.r, &c->e1, error);
    }
    ss_bench_sweeper_free(&sweeper);
    return done;
}

static bool run_once(const field *f, contender *c, size_t sweeps, double *seconds, ss_error *error)
{
    return c->external != NULL ? run_theirs(f, c, sweeps, seconds, error)
                               : run_ours(f, c, sweeps, seconds, error);
}

/* One round: every contender in turn, long and short. */
static bool run_round(field *f, size_t round, ss_error *error)
{
    for (size_t k = 0; k < f->n; ++k) {
        contender *const c = &f->contenders[k];
        double many = NAN, few = NAN;
        if (ss_interrupted())
            return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
        if (!run_once(f, c, LONG, &many, error) || !run_once(f, c, SHORT, &few, error))
            return false;
        c->samples[round] =
            1e9 * (many - few) / (double)(LONG - SHORT) / (double)f->bed->problem->n_contacts;
    }
    return true;
}

static bool add_theirs(field *f, ss_error *error)
{
    for (size_t k = 0; k < N_RIVALS; ++k) {
        contender *const c = &f->contenders[f->n];
        *c = (contender){.whole = true, .e1 = NAN};
        c->external = ss_external_solver_find(rivals[k], error);
        if (c->external == NULL)
            return false;
        if (c->external->solve == NULL)
            continue;
        if (!ss_choice_parse(&c->theirs, rivals[k], SS_CHOICE_EXTERNAL, error))
            return false;
        ++f->n;
    }
    return true;
}

static bool add_contenders(field *f, const ss_choice_list *solvers, ss_error *error)
{
    ss_bench_form form;
    if (!add_theirs(f, error))
        return false;
    for (size_t k = 0; ss_bench_form_at(k, &form); ++k)
        for (size_t s = 0; s < solvers->n && f->n < MOST_CONTENDERS; ++s)
            f->contenders[f->n++] =
                (contender){.form = form, .local = &solvers->at[s], .e1 = NAN, .whole = true};
    return true;
}

static ss_bench_row row_of(const field *f, const contender *c, const ss_bench_timing *timing)
{
    ss_bench_row row = ss_bench_row_of("siconos", "sweep", "ns/contact", timing);
    row.contacts = f->bed->problem->n_contacts;
    row.bodies = f->bed->scene.bodies.n_moving;
    row.sweeps = LONG;
    row.e1 = c->e1;
    row.solver = c->external != NULL ? c->external->name : c->local->label;
    if (c->external == NULL) {
        row.outer = c->form.outer;
        row.variant = c->form.variant;
        row.threads = c->form.threads;
    }
    return row;
}

static bool add_rows(ss_bench *bench, field *f, size_t n_rounds, double share, double slower,
                     ss_error *error)
{
    double theirs[N_RIVALS] = {NAN, NAN};
    for (size_t k = 0; k < f->n; ++k) {
        contender *const c = &f->contenders[k];
        ss_bench_timing timing = {.repeats = 1};
        ss_bench_timing_of(&timing, c->samples, n_rounds);
        timing.verdict = c->whole ? ss_bench_verdict(&timing, share, slower, 1) : "incomplete";
        for (size_t r = 0; r < N_RIVALS; ++r)
            if (c->external != NULL && strcmp(c->external->name, rivals[r]) == 0)
                theirs[r] = timing.median;
        ss_bench_row row = row_of(f, c, &timing);
        if (c->external == NULL) {
            row.times_siconos = theirs[0] / timing.median;
            row.times_siconos_nsn = theirs[1] / timing.median;
        }
        if (!ss_bench_add(bench, &row, error))
            return false;
    }
    return true;
}

static bool measure(ss_bench *bench, const ss_bench_bed *bed, ss_error *error)
{
    const size_t n_rounds = bench->job->quick ? 3 : MOST_ROUNDS;
    field *const f = calloc(1, sizeof *f);
    if (f == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the contenders");
    f->bed = bed;
    f->blocks = ss_block_problem_from_body(bed->problem, error);
    bool done = f->blocks != NULL && add_contenders(f, bench->job->solvers, error);
    double slower = ss_bench_machine_calibrate(&bench->machine);
    const double cpu = ss_cpu_time(), wall = ss_wall_time();
    for (size_t round = 0; done && round < n_rounds; ++round)
        done = run_round(f, round, error);
    /* this process waits while a child runs: the calibration and the spread tell, not the share */
    const double share = f->n > 0 && f->contenders[0].external != NULL
                             ? 1.0
                             : (ss_cpu_time() - cpu) / (ss_wall_time() - wall);
    slower = fmax(slower, ss_bench_machine_calibrate(&bench->machine)) / bench->machine.reference_s;
    done = done && add_rows(bench, f, n_rounds, share, slower, error);
    for (size_t k = 0; k < f->n; ++k)
        if (f->contenders[k].external != NULL)
            ss_choice_free(&f->contenders[k].theirs);
    ss_block_problem_free(f->blocks);
    free(f);
    return done;
}

static size_t n_sizes(const ss_bench_job *job)
{
    size_t n = 0;
    for (size_t k = 0; k < job->n_sizes; ++k)
        n += job->sizes[k] <= largest && (!job->quick || n == 0);
    return n;
}

size_t ss_bench_pieces_siconos(const ss_bench_job *job)
{
    return n_sizes(job);
}

bool ss_bench_run_siconos(ss_bench *bench, ss_error *error)
{
    const ss_bench_job *const job = bench->job;
    size_t left = n_sizes(job);
    bool done = true;
    for (size_t k = 0; done && k < job->n_sizes && left > 0; ++k) {
        ss_bench_bed bed;
        if (job->sizes[k] > largest)
            continue;
        if (!ss_bench_bed_open(&bed, job->sizes[k], bench->cache, error))
            return false;
        done = measure(bench, &bed, error);
        ss_bench_bed_free(&bed);
        ss_bench_tick(bench);
        --left;
    }
    return done;
}

/* Kind `siconos`: Siconos' NSGS, as it comes and with its plain Newton, and ours, on the same
 * frozen problem, in the same order of contacts, from r = 0:
 *
 *   sweep   200 sweeps, in turn. What each needs to begin is taken out by the difference of 200 and
 *           50 sweeps, for theirs and ours alike
 *   to e1   until E1 is at most 0.1, and 0.001, where the plain Newton may never come: all that it
 *           takes, looks at the iterates included; theirs with the loosest tolerance of its own
 *           that does it, and without making its matrix
 *
 * Theirs runs in a child process and tells its own CPU time; every E1 is computed here, from r.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/real_run.h"
#include "harness/process/interrupt.h"
#include "harness/run/trial.h"
#include "problems/base/clock.h"

#include <math.h>
#include <stdlib.h>

enum { LONG = 200, SHORT = 50, MOST_ROUNDS = 9 };

static const struct {
    double tol;
    const char *subject;
} ends[] = {{0.1, "to e1 0.1"}, {0.001, "to e1 0.001"}};
enum { N_ENDS = sizeof ends / sizeof ends[0] };

enum { MAX_SWEEPS = 20000, REPEATS = 3 }; /* it takes hundreds */

/* Siconos 4.4.0 converts W (SBM_from_csparse) in time and memory that grow with the square of the
 * contacts: measured 4 n^2 bytes, 0.45 GB at 10 000 and no end at 100 000. */
enum { MOST_CONTACTS = 20000 };

static const char *const rivals[] = {"siconos-nsgs", "siconos-nsgs-nsn"};
enum { N_RIVALS = sizeof rivals / sizeof rivals[0] };

/* One of the contenders on the problem under way. */
typedef struct contender {
    ss_choice theirs;            /* another code; owned; `external` NULL: ours */
    size_t rival;                /* theirs: its place among the rivals */
    ss_bench_form form;          /* ours */
    const ss_choice *local;      /* ours */
    double samples[MOST_ROUNDS]; /* ns a contact and sweep */
    double e1;                   /* after LONG sweeps */
    bool whole;                  /* it made as many sweeps as were asked for, each time */
} contender;

/* The problem in both forms, and the contenders. */
typedef struct field {
    const ss_bench_bed *bed;
    ss_block_problem *blocks;
    contender *contenders; /* owned */
    size_t n;
} field;

/* A trial of a solver of another code by E1. */
static ss_trial trial_of(const field *f, const ss_choice *theirs)
{
    return (ss_trial){.solver = theirs,
                      .problem = ss_block_problem_view(f->blocks),
                      .stop = &ss_estimator_e1,
                      .timeout_s = 600.0,
                      .memory_bytes = (size_t)4 << 30};
}

/* CPU time of `sweeps` sweeps of an external solver, s; NAN when it did not make them. */
static bool run_theirs(const field *f, contender *c, size_t sweeps, double *seconds,
                       ss_error *error)
{
    ss_trial trial = trial_of(f, &c->theirs);
    ss_trial_result result;
    trial.tol = 1e-300; /* which no error meets: all sweeps are made */
    trial.max_sweeps = sweeps;
    if (!ss_trial_run(&trial, &result, error))
        return false;
    const bool whole = result.sweeps == sweeps;
    *seconds = whole ? result.cpu_s : NAN;
    c->whole = c->whole && whole;
    if (whole && sweeps == LONG)
        c->e1 = result.report.values[SS_ESTIMATE_e1];
    return true;
}

/* The same of ours; E1 by u = W r + q recomputed. */
static bool run_ours(const field *f, contender *c, size_t sweeps, double *seconds, ss_error *error)
{
    const ss_bench_case ours = {&c->form, c->local, f->bed};
    const ss_rules rules = {.stop = &ss_estimator_e1, .label = "bench", .step = 1};
    ss_bench_sweeper sweeper;
    ss_solve_report report;
    bool done = ss_bench_sweeper_create(&sweeper, &ours, sweeps - 1, error) &&
                ss_bench_sweeper_run(&sweeper, error);
    *seconds = sweeper.last_s - sweeper.begin_s;
    if (done && sweeps == LONG) {
        done = ss_referee_judge(f->bed->problem, sweeper.r, &rules, &report, error);
        c->e1 = done ? report.values[SS_ESTIMATE_e1] : NAN;
    }
    ss_bench_sweeper_free(&sweeper);
    return done;
}

/* Theirs, as far as this build has them, then ours. */
static bool add_contenders(field *f, const ss_choice_list *solvers, ss_error *error)
{
    ss_bench_form form;
    for (size_t k = 0; k < N_RIVALS; ++k) {
        const ss_external_solver *const external = ss_external_solver_find(rivals[k], error);
        contender *const c = &f->contenders[f->n];
        if (external == NULL)
            return false;
        if (external->solve == NULL)
            continue;
        *c = (contender){.rival = k, .whole = true, .e1 = NAN};
        if (!ss_choice_parse(&c->theirs, rivals[k], SS_CHOICE_EXTERNAL, error))
            return false;
        ++f->n;
    }
    for (size_t k = 0; ss_bench_form_at(k, NULL, &form); ++k)
        for (size_t s = 0; s < solvers->n; ++s)
            if (ss_bench_form_has(&form, solvers->at[s].solver))
                f->contenders[f->n++] =
                    (contender){.form = form, .local = &solvers->at[s], .e1 = NAN, .whole = true};
    return true;
}

/* Theirs come first among the contenders: their medians stand beside ours. */
static bool add_rows(ss_bench *bench, field *f, size_t n_rounds, double share, double slower,
                     ss_error *error)
{
    double theirs[N_RIVALS] = {NAN, NAN};
    for (size_t k = 0; k < f->n; ++k) {
        contender *const c = &f->contenders[k];
        const ss_bench_case ours = {&c->form, c->local, f->bed};
        ss_bench_timing timing = {.repeats = 1};
        ss_bench_row row;
        ss_bench_timing_of(&timing, c->samples, n_rounds);
        timing.verdict = c->whole ? ss_bench_verdict(&timing, share, slower, 1) : "incomplete";
        if (c->theirs.external != NULL) {
            row = ss_bench_row_of(f->bed, "siconos", "sweep", "ns/contact", &timing);
            row.solver = c->theirs.external->name;
            theirs[c->rival] = timing.median;
        } else {
            row = ss_bench_case_row(&ours, "siconos", "sweep", "ns/contact", &timing);
            row.times_siconos = theirs[0] / timing.median;
            row.times_siconos_nsn = theirs[1] / timing.median;
        }
        row.sweeps = LONG;
        row.e1 = c->e1;
        if (!ss_bench_add(bench, &row, error))
            return false;
    }
    return true;
}

/* The rounds of a bed, each of every contender in turn, long and short. */
static bool measure_sweeps(ss_bench *bench, field *f, ss_error *error)
{
    const double units = (double)(LONG - SHORT) * (double)f->bed->problem->n_contacts;
    const size_t n_rounds = bench->job->quick ? 3 : MOST_ROUNDS;
    const double before = ss_bench_machine_calibrate(&bench->machine);
    const double cpu = ss_cpu_time(), wall = ss_wall_time();
    bool done = true;
    for (size_t k = 0; done && k < n_rounds * f->n; ++k) {
        contender *const c = &f->contenders[k % f->n];
        double many = NAN, few = NAN;
        bool (*const run)(const field *, contender *, size_t, double *, ss_error *) =
            c->theirs.external != NULL ? run_theirs : run_ours;
        if (ss_interrupted())
            return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
        done = run(f, c, LONG, &many, error) && run(f, c, SHORT, &few, error);
        c->samples[k / f->n] = 1e9 * (many - few) / units;
    }
    /* this process waits while a child runs: the calibration and the spread tell, not the share */
    const double share = f->n > 0 && f->contenders[0].theirs.external != NULL
                             ? 1.0
                             : (ss_cpu_time() - cpu) / (ss_wall_time() - wall);
    const double slower = ss_bench_machine_slower(&bench->machine, before);
    return done && add_rows(bench, f, n_rounds, share, slower, error);
}

/* Theirs to an end; *seconds is its time, NAN when it does not come there. */
static bool add_their_solve(ss_bench *bench, const field *f, const contender *c, size_t end,
                            double *seconds, ss_error *error)
{
    ss_trial trial = trial_of(f, &c->theirs);
    ss_trial_result result;
    trial.tol = ends[end].tol;
    trial.sought = true;
    trial.repeats = REPEATS;
    trial.max_sweeps = MAX_SWEEPS;
    const double before = ss_bench_machine_calibrate(&bench->machine);
    if (!ss_trial_run(&trial, &result, error))
        return false;
    const double slower = ss_bench_machine_slower(&bench->machine, before);
    const bool solved = result.outcome == SS_OUTCOME_SOLVED;
    *seconds = solved ? result.cpu_s : NAN;
    ss_bench_timing timing = {*seconds, result.cpu_s_q1, result.cpu_s_q3, result.repeats, 1, ""};
    timing.verdict = solved ? ss_bench_verdict(&timing, 1.0, slower, 1) : "unsolved";
    ss_bench_timing_scale(&timing, 1e3);
    ss_bench_row row = ss_bench_row_of(f->bed, "siconos", ends[end].subject, "ms/solve", &timing);
    row.solver = c->theirs.external->name;
    row.sweeps = result.sweeps;
    row.e1 = result.report.values[SS_ESTIMATE_e1];
    return ss_bench_add(bench, &row, error);
}

/* Ours to an end in the form, beside the times of theirs. */
static bool add_our_solve(ss_bench *bench, const field *f, const ss_bench_form *form, size_t end,
                          const double theirs[N_RIVALS], ss_error *error)
{
    const ss_bench_case c = {form, ss_bench_usual_local(bench->job), f->bed};
    ss_bench_runner x;
    ss_bench_timing timing;
    bool done = ss_bench_runner_create(&x, &c, error);
    x.whole = true;
    x.rules = (ss_rules){.stop = &ss_estimator_e1,
                         .tol = ends[end].tol,
                         .max_sweeps = MAX_SWEEPS,
                         .label = "bench",
                         .step = 1};
    done = done && ss_bench_runner_measure(bench, &x, &timing, error);
    if (done) {
        ss_bench_timing_scale(&timing, 1e3);
        ss_bench_row row = ss_bench_case_row(&c, "siconos", ends[end].subject, "ms/solve", &timing);
        row.sweeps = x.report.sweeps;
        row.e1 = x.report.values[SS_ESTIMATE_e1];
        row.times_siconos = 1e3 * theirs[0] / timing.median;
        row.times_siconos_nsn = 1e3 * theirs[1] / timing.median;
        if (x.report.outcome != SS_OUTCOME_SOLVED)
            row.verdict = "unsolved";
        done = ss_bench_add(bench, &row, error);
    }
    ss_bench_runner_free(&x);
    return done;
}

static bool measure_bed(ss_bench *bench, ss_bench_bed *bed, ss_error *error)
{
    const size_t most = N_RIVALS + ss_bench_case_count(bench->job);
    const ss_choice *const local = ss_bench_usual_local(bench->job);
    ss_bench_form form;
    field f = {.bed = bed, .contenders = calloc(most, sizeof *f.contenders)};
    f.blocks = ss_block_problem_from_body(bed->problem, error);
    if (f.contenders == NULL)
        ss_error_memory(error, "the contenders");
    bool done = f.contenders != NULL && f.blocks != NULL &&
                add_contenders(&f, bench->job->solvers, error) && measure_sweeps(bench, &f, error);
    ss_bench_tick(bench);
    for (size_t end = 0; end < N_ENDS; ++end) {
        double theirs[N_RIVALS] = {NAN, NAN};
        for (size_t k = 0; done && k < f.n && f.contenders[k].theirs.external != NULL; ++k)
            done = add_their_solve(bench, &f, &f.contenders[k], end, &theirs[f.contenders[k].rival],
                                   error);
        for (size_t k = 0; done && ss_bench_form_at(k, local->solver, &form); ++k)
            done = add_our_solve(bench, &f, &form, end, theirs, error);
        ss_bench_tick(bench);
    }
    for (size_t k = 0; k < f.n; ++k)
        ss_choice_free(&f.contenders[k].theirs);
    ss_block_problem_free(f.blocks);
    free(f.contenders);
    return done;
}

const ss_bench_kind ss_bench_siconos = {
    .name = "siconos",
    .meaning =
        "one frozen problem by Siconos' NSGS and by ours, a sweep and all to E1 1e-3, to 20000 "
        "contacts",
    .most_contacts = MOST_CONTACTS,
    .one_bed_if_quick = true,
    .pieces = 1 + N_ENDS,
    .measure = measure_bed};

/* Kind `step`: a whole time step of a bed at rest, from r = 0 to E1 <= 1e-3, and its parts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bed.h"
#include "harness/bench/costs.h"
#include "harness/bench/kinds.h"
#include "harness/bench/sweeper.h"
#include "harness/bench/memory.h"
#include "harness/run/referee.h"
#include "problems/detect/detect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 1e-3;
static const size_t balls[] = {500, 5000, 50000};
enum { MAX_SWEEPS = 100000, MOST_SAMPLES = 64 };

/* name, what: DETECTION is timed by a call of its own on the same balls, in addition to the step */
enum { DETECTION, ASSEMBLY, SWEEPS, REFEREE, REST, N_PARTS };
static const char *const part_names[N_PARTS] = {"detection", "assembly", "sweeps", "referee",
                                                "rest"};

/* One form and local solver on one bed. */
typedef struct stepper {
    ss_bench_bed *bed;
    double *x; /* owned: the centres at rest, m */
    ss_detector *detector;
    ss_solver *solver;
    ss_choice choice; /* of the solver */
    ss_referee *referee;
    const ss_choice *local;
    size_t threads;
    ss_solve_report report;                /* of the last step */
    const ss_problem *problem;             /* of the last step */
    double samples[N_PARTS][MOST_SAMPLES]; /* s a step; the first batch is the warm-up */
    size_t n_samples;
} stepper;

static void free_stepper(stepper *s)
{
    free(s->x);
    ss_detector_free(s->detector);
    ss_solver_free(s->solver);
    ss_choice_free(&s->choice);
    ss_referee_free(s->referee);
}

static bool create(stepper *s, ss_bench_bed *bed, const ss_bench_form *form, const ss_choice *local,
                   ss_error *error)
{
    const size_t n = bed->scene.bodies.n;
    *s = (stepper){.bed = bed, .local = local, .threads = form->threads};
    s->x = malloc((3 * n + 1) * sizeof *s->x);
    s->detector = ss_detector_create(n, error);
    s->solver = ss_bench_form_solver(form, local, &s->choice, error);
    s->referee = ss_referee_create(error);
    if (s->x == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu balls", n);
    memcpy(s->x, bed->scene.bodies.x, 3 * n * sizeof *s->x);
    return s->detector != NULL && s->solver != NULL && s->referee != NULL;
}

static void put_to_rest(const stepper *s)
{
    const ss_bodies *const bodies = &s->bed->scene.bodies;
    memcpy(bodies->x, s->x, 3 * bodies->n * sizeof *s->x);
    memset(bodies->v, 0, 6 * bodies->n * sizeof *bodies->v);
}

/* Detection by itself, which the step's own contains as well; its time, s. */
static bool time_detection(stepper *s, double *seconds, ss_error *error)
{
    const ss_scene *const scene = &s->bed->scene;
    const ss_contact_name *names = NULL;
    size_t n = 0;
    const double begin = ss_bench_now(s->threads);
    const bool found =
        ss_detect(s->detector, &scene->bodies, scene->params.margin, &names, &n, error);
    *seconds = ss_bench_now(s->threads) - begin;
    return found;
}

static bool solve(stepper *s, const ss_problem *problem, double **r, ss_error *error)
{
    static const char label[] = "bench";
    const ss_rules rules = {.stop = &ss_estimator_e1,
                            .tol = tolerance,
                            .max_sweeps = MAX_SWEEPS,
                            .label = label,
                            .step = 1};
    *r = ss_solver_prepare(s->solver, problem, error);
    s->problem = problem;
    return *r != NULL &&
           ss_referee_solve(s->referee, s->solver, problem, &rules, &s->report, error) &&
           (s->report.outcome != SS_OUTCOME_INTERRUPTED ||
            ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted"));
}

/* One step; adds the times of its parts and returns the whole in *seconds. */
static bool step(stepper *s, double parts[N_PARTS], double *seconds, ss_error *error)
{
    const ss_problem *problem = NULL;
    double *r = NULL, detection = 0.0;
    put_to_rest(s);
    const double begin = ss_bench_now(s->threads);
    if (!ss_step_pose(s->bed->step, &problem, error))
        return false;
    const double posed = ss_bench_now(s->threads);
    if (!time_detection(s, &detection, error))
        return false;
    const double prepared = ss_bench_now(s->threads);
    if (!solve(s, problem, &r, error))
        return false;
    const double solved = ss_bench_now(s->threads);
    ss_step_finish(s->bed->step, r);
    const double end = ss_bench_now(s->threads);
    parts[DETECTION] += detection;
    parts[ASSEMBLY] += posed - begin - detection;
    parts[SWEEPS] += s->report.cpu_s;
    parts[REFEREE] += solved - prepared - s->report.cpu_s;
    parts[REST] += end - solved;
    *seconds = (posed - begin) + (end - prepared);
    return true;
}

static bool batch(void *context, size_t repeats, double *seconds, ss_error *error)
{
    stepper *const s = context;
    double parts[N_PARTS] = {0.0}, one = 0.0;
    *seconds = 0.0;
    for (size_t k = 0; k < repeats; ++k) {
        if (!step(s, parts, &one, error))
            return false;
        *seconds += one;
    }
    for (size_t p = 0; p < N_PARTS && s->n_samples < MOST_SAMPLES; ++p)
        s->samples[p][s->n_samples] = parts[p] / (double)repeats;
    s->n_samples += s->n_samples < MOST_SAMPLES;
    return true;
}

/* The bounds of all sweeps of the step together. */
static void bound_sweeps(const ss_bench *bench, ss_bench_row *row, const stepper *s,
                         const ss_bench_form *form)
{
    const ss_local_solver *const local = s->local->solver;
    const ss_work *const work = &s->report.work;
    const double visits = (double)work->visits;
    ss_bench_set_bounds(bench, row, 1e-3, visits * ss_bench_cost_bytes(form, local, s->problem),
                        visits * ss_bench_cost_flops(local, (double)work->local_iterations / visits,
                                                     (double)work->projections / visits),
                        ss_bench_cost_working_set(form, local, s->problem));
}

static bool add(ss_bench *bench, const stepper *s, const ss_bench_form *form, const char *subject,
                const ss_bench_timing *timing, ss_error *error)
{
    ss_bench_timing milliseconds = *timing;
    ss_bench_timing_scale(&milliseconds, 1e3);
    const ss_bench_case c = {form, s->local, s->bed};
    ss_bench_row row = ss_bench_case_row(&c, "step", subject, "ms/step", &milliseconds);
    row.contacts = s->problem->n_contacts;
    row.sweeps = s->report.sweeps;
    row.e1 = s->report.values[SS_ESTIMATE_e1];
    if (s->report.outcome != SS_OUTCOME_SOLVED)
        row.verdict = "unsolved";
    if (strcmp(subject, part_names[SWEEPS]) == 0)
        bound_sweeps(bench, &row, s, form);
    return ss_bench_add(bench, &row, error);
}

static bool measure(ss_bench *bench, ss_bench_bed *bed, const ss_bench_form *form,
                    const ss_choice *local, ss_error *error)
{
    stepper s;
    ss_bench_timing whole;
    bool done = create(&s, bed, form, local, error) &&
                ss_bench_measure(bench, form->threads, batch, &s, &whole, error) &&
                add(bench, &s, form, "step", &whole, error);
    for (size_t p = 0; done && p < N_PARTS; ++p) {
        ss_bench_timing part = whole;
        ss_bench_timing_of(&part, s.samples[p] + 1, s.n_samples - 1);
        done = add(bench, &s, form, part_names[p], &part, error);
    }
    if (done)
        ss_bench_tick(bench);
    if (s.x != NULL)
        put_to_rest(&s);
    free_stepper(&s);
    return done;
}

/* Steps are measured with `exact` where it is among the solvers, else with the first. */
static const ss_choice *choose(const ss_choice_list *solvers)
{
    for (size_t k = 0; k < solvers->n; ++k)
        if (strcmp(solvers->at[k].solver->name, "exact") == 0)
            return &solvers->at[k];
    return &solvers->at[0];
}

static size_t n_beds(const ss_bench_job *job)
{
    return job->quick ? 1 : sizeof balls / sizeof balls[0];
}

size_t ss_bench_pieces_step(const ss_bench_job *job)
{
    ss_bench_form form;
    size_t n = 1; /* the memory */
    for (size_t k = 0; ss_bench_form_at(k, &form); ++k)
        n += ss_bench_form_has(&form, choose(job->solvers)->solver);
    return n_beds(job) * n;
}

bool ss_bench_run_step(ss_bench *bench, ss_error *error)
{
    const ss_choice *const local = choose(bench->job->solvers);
    bool done = true;
    for (size_t k = 0; done && k < n_beds(bench->job); ++k) {
        ss_bench_bed bed;
        ss_bench_form form;
        if (!ss_bench_bed_open_balls(&bed, balls[k], bench->cache, error))
            return false;
        for (size_t f = 0; done && ss_bench_form_at(f, &form); ++f)
            done = !ss_bench_form_has(&form, local->solver) ||
                   measure(bench, &bed, &form, local, error);
        done = done && ss_bench_measure_memory(bench, &bed, local, error);
        ss_bench_bed_free(&bed);
    }
    return done;
}

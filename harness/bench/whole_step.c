/* Kind `step`: a whole time step of a bed at rest, from r = 0 to E1 <= 1e-3, and its parts; and the
 * memory of everything that steps the bed, as the allocator counts it: a contact's bytes and a
 * body's are told apart by stepping the same balls twice, as they lie, and pulled apart so that
 * none touches another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/real_run.h"
#include "problems/detect/detect.h"

#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 1e-3;
static const size_t balls[] = {500, 5000, 50000, 0};
enum { MAX_SWEEPS = 100000, MOST_SAMPLES = 64 };

/* DETECTION is timed by a call of its own on the same balls, in addition to the step */
enum { DETECTION, ASSEMBLY, SWEEPS, REFEREE, REST, N_PARTS };
static const char *const part_names[N_PARTS] = {"detection", "assembly", "sweeps", "referee",
                                                "rest"};

/* One form and local solver on one bed. */
typedef struct stepper {
    ss_bench_case c;
    ss_bench_bed *bed; /* of the case */
    double *x;         /* owned: the centres at rest, m */
    ss_detector *detector;
    ss_bench_runner runner;                /* its solver, its last report */
    double samples[N_PARTS][MOST_SAMPLES]; /* s a step; the first batch is the warm-up */
    size_t n_samples;
} stepper;

static bool create(stepper *s, ss_bench_bed *bed, const ss_bench_form *form, const ss_choice *local,
                   ss_error *error)
{
    const size_t n = bed->scene.bodies.n;
    *s = (stepper){.c = {form, local, bed}, .bed = bed};
    s->x = malloc((3 * n + 1) * sizeof *s->x);
    s->detector = ss_detector_create(n, error);
    const bool created = ss_bench_runner_create(&s->runner, &s->c, error);
    s->runner.rules = (ss_rules){.stop = &ss_estimator_e1,
                                 .tol = tolerance,
                                 .max_sweeps = MAX_SWEEPS,
                                 .label = "bench",
                                 .step = 1};
    if (s->x == NULL)
        return ss_error_memory(error, "%zu balls", n);
    memcpy(s->x, bed->scene.bodies.x, 3 * n * sizeof *s->x);
    return s->detector != NULL && created;
}

static void put_to_rest(const stepper *s)
{
    const ss_bodies *const bodies = &s->bed->scene.bodies;
    memcpy(bodies->x, s->x, 3 * bodies->n * sizeof *s->x);
    memset(bodies->v, 0, 6 * bodies->n * sizeof *bodies->v);
}

/* One step; adds the times of its parts and returns the whole in *seconds. */
static bool step(stepper *s, double parts[N_PARTS], double *seconds, ss_error *error)
{
    const ss_scene *const scene = &s->bed->scene;
    const size_t threads = s->c.form->threads;
    const ss_problem *problem = NULL;
    const ss_contact_name *names = NULL;
    size_t n = 0;
    double *r = NULL;
    put_to_rest(s);
    const double begin = ss_bench_now(threads);
    if (!ss_step_pose(s->bed->step, &problem, error))
        return false;
    const double posed = ss_bench_now(threads);
    /* detection by itself, which the step's own contains as well */
    if (!ss_detect(s->detector, &scene->bodies, scene->params.margin, &names, &n, error))
        return false;
    const double prepared = ss_bench_now(threads), detection = prepared - posed;
    if (!ss_bench_runner_run(&s->runner, problem, &r, error))
        return false;
    const double solved = ss_bench_now(threads);
    ss_step_finish(s->bed->step, r);
    const double end = ss_bench_now(threads);
    parts[DETECTION] += detection;
    parts[ASSEMBLY] += posed - begin - detection;
    parts[SWEEPS] += s->runner.report.cpu_s;
    parts[REFEREE] += solved - prepared - s->runner.report.cpu_s;
    parts[REST] += end - solved;
    *seconds = (posed - begin) + (end - prepared);
    return true;
}

/* A batch is a sample of each part, too. */
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

static bool add(ss_bench *bench, const stepper *s, const char *subject,
                const ss_bench_timing *timing, ss_error *error)
{
    const ss_solve_report *const report = &s->runner.report;
    ss_bench_timing milliseconds = *timing;
    ss_bench_timing_scale(&milliseconds, 1e3);
    ss_bench_row row = ss_bench_case_row(&s->c, "step", subject, "ms/step", &milliseconds);
    row.sweeps = report->sweeps;
    row.e1 = report->values[SS_ESTIMATE_e1];
    if (report->outcome != SS_OUTCOME_SOLVED)
        row.verdict = "unsolved";
    if (strcmp(subject, part_names[SWEEPS]) == 0) /* the bounds of all sweeps together */
        ss_bench_case_bound(bench, &row, &s->c, &report->work, 1e-3, (double)report->work.visits);
    return ss_bench_add(bench, &row, error);
}

static bool measure(ss_bench *bench, ss_bench_bed *bed, const ss_bench_form *form,
                    const ss_choice *local, ss_error *error)
{
    stepper s;
    ss_bench_timing whole;
    bool done = create(&s, bed, form, local, error) &&
                ss_bench_measure(bench, form->threads, batch, &s, &whole, error) &&
                add(bench, &s, "step", &whole, error);
    for (size_t p = 0; done && p < N_PARTS; ++p) {
        ss_bench_timing part = whole;
        ss_bench_timing_of(&part, s.samples[p] + 1, s.n_samples - 1);
        done = add(bench, &s, part_names[p], &part, error);
    }
    if (s.x != NULL)
        put_to_rest(&s);
    free(s.x);
    ss_detector_free(s.detector);
    ss_bench_runner_free(&s.runner);
    return done;
}

/* Bytes on the heap, large blocks (mmap) included. */
static double heap_bytes(void)
{
    const struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

/* The balls of `bed`, `spread` times as far from each other, without walls. */
static bool copy_scene(ss_scene *scene, const ss_bench_bed *bed, double spread, ss_error *error)
{
    const size_t n = bed->scene.bodies.n_moving;
    const ss_scene_params *const params = &bed->scene.params;
    ss_scene_begin(scene, params);
    if (!ss_bodies_create(&scene->bodies, n, 0, error))
        return false;
    for (size_t b = 0; b < n; ++b)
        ss_bodies_set_ball(&scene->bodies, b, bed->scene.bodies.radius[b], params->density,
                           params->inertia_factor);
    for (size_t k = 0; k < 3 * n; ++k)
        scene->bodies.x[k] = spread * bed->scene.bodies.x[k];
    return true;
}

/* Heap that a step of the balls holds at its end. */
static bool weigh(const ss_bench_case *c, double spread, double *bytes, size_t *n_contacts,
                  ss_error *error)
{
    const double before = heap_bytes();
    const ss_problem *problem = NULL;
    double *r = NULL;
    ss_scene scene;
    bool done = copy_scene(&scene, c->bed, spread, error);
    ss_step *const step = done ? ss_step_create(&scene, error) : NULL;
    ss_bench_runner x;
    const bool created = ss_bench_runner_create(&x, c, error);
    x.rules = (ss_rules){
        .stop = &ss_estimator_eps, .tol = 0.0, .max_sweeps = 2, .label = "bench", .step = 1};
    if (step != NULL)
        ss_step_keep(step, SS_GUESS_COLD); /* each step starts from r = 0, as runs do by default */
    done = step != NULL && created && ss_step_pose(step, &problem, error) &&
           ss_bench_runner_run(&x, problem, &r, error);
    *n_contacts = done ? problem->n_contacts : 0;
    *bytes = heap_bytes() - before;
    ss_bench_runner_free(&x);
    ss_step_free(step);
    ss_scene_free(&scene);
    return done;
}

static bool add_bytes(ss_bench *bench, const ss_bench_case *c, const char *subject,
                      const char *unit, double bytes, ss_error *error)
{
    const ss_bench_timing exact = {bytes, bytes, bytes, 1, 1, "ok"};
    const ss_bench_row row = ss_bench_case_row(c, "memory", subject, unit, &exact);
    return ss_bench_add(bench, &row, error);
}

/* Add two rows: bytes allocated a contact and a body by everything that steps the bed (bodies,
 * detector, contacts, solver, referee), room to grow included. No row where the allocator does not
 * count (AddressSanitizer). */
static bool measure_memory(ss_bench *bench, const ss_bench_case *c, ss_error *error)
{
    double touching = 0.0, apart = 0.0;
    size_t contacts = 0, none = 0;
    if (!weigh(c, 1.0, &touching, &contacts, error) || !weigh(c, 2.0, &apart, &none, error))
        return false;
    if (none > 0 || contacts == 0 || !(apart > 0.0))
        return true;
    return add_bytes(bench, c, "contact", "bytes/contact", (touching - apart) / (double)contacts,
                     error) &&
           add_bytes(bench, c, "body", "bytes/body", apart / (double)c->bed->scene.bodies.n_moving,
                     error);
}

static size_t pieces(const ss_bench_job *job)
{
    ss_bench_form form;
    size_t n = 1; /* the memory */
    while (ss_bench_form_at(n - 1, ss_bench_usual_local(job)->solver, &form))
        ++n;
    return n;
}

/* The steps of all forms, then their memory. */
static bool measure_bed(ss_bench *bench, ss_bench_bed *bed, ss_error *error)
{
    const ss_choice *const local = ss_bench_usual_local(bench->job);
    ss_bench_form form;
    const ss_bench_case c = {&form, local, bed};
    bool done = true;
    for (size_t k = 0; done && ss_bench_form_at(k, local->solver, &form); ++k) {
        done = measure(bench, bed, &form, local, error);
        ss_bench_tick(bench);
    }
    for (size_t k = 0; done && ss_bench_form_at(k, local->solver, &form); ++k)
        done = measure_memory(bench, &c, error);
    ss_bench_tick(bench);
    return done;
}

const ss_bench_kind ss_bench_step = {
    .name = "step",
    .meaning = "a whole step from rest to E1 <= 1e-3 and its parts; bytes per contact and a body",
    .balls = balls,
    .one_bed_if_quick = true,
    .more_pieces = pieces,
    .measure = measure_bed};

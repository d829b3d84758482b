/* Kind `detect`: detection and assembly.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bench.h"
#include "problems/detect/detect.h"

#include <math.h>

enum { MOST_SAMPLES = 64 };

/* A bed whose contacts are found again and again. */
typedef struct search {
    ss_bench_bed *bed;
    ss_detector *detector;
    double shift; /* m, how far every ball and wall has moved since the last call */
    size_t turn;
    bool pose;                     /* time ss_step_pose as well, right after the detection */
    double assembly[MOST_SAMPLES]; /* what it took more than the detection, s a call, by batch */
    size_t n_samples;
} search;

/* Each time the whole bed has moved along x, there and back: no gap changes. The last wall, across
 * y, stays, or nothing would have moved against it. */
static bool batch(void *context, size_t repeats, double *seconds, ss_error *error)
{
    search *const s = context;
    ss_scene *const scene = &s->bed->scene;
    const ss_contact_name *names = NULL;
    size_t n = 0;
    double assembly = 0.0;
    *seconds = 0.0;
    for (size_t k = 0; k < repeats; ++k) {
        const double by = s->turn++ % 2 == 0 ? s->shift : -s->shift;
        for (size_t b = 0; b + 1 < scene->bodies.n; ++b)
            scene->bodies.x[3 * b] += by;
        const double begin = ss_bench_now(1);
        if (!ss_detect(s->detector, &scene->bodies, scene->params.margin, &names, &n, error))
            return false;
        const double found = ss_bench_now(1);
        if (s->pose && !ss_step_pose(s->bed->step, &s->bed->problem, error))
            return false;
        *seconds += found - begin;
        assembly += ss_bench_now(1) - found - (found - begin);
    }
    if (s->n_samples < MOST_SAMPLES)
        s->assembly[s->n_samples++] = assembly / (double)repeats;
    return true;
}

/* No bounds: what a detection reads at least, a centre and a radius a ball and a name a contact, is
 * so little beside the searching that a ratio to it would say nothing. */
static bool add(ss_bench *bench, const search *s, const char *subject,
                const ss_bench_timing *timing, ss_error *error)
{
    const ss_bench_row row = ss_bench_row_of(s->bed, "detect", subject, "ns/ball", timing);
    return ss_bench_add(bench, &row, error);
}

static bool measure(ss_bench *bench, search *s, double shift, bool pose, ss_bench_timing *timing,
                    ss_error *error)
{
    s->shift = shift;
    s->pose = pose;
    s->n_samples = 0;
    if (!ss_bench_measure(bench, 1, batch, s, timing, error))
        return false;
    ss_bench_timing_scale(timing, 1e9 / (double)s->bed->scene.bodies.n_moving);
    ss_bench_tick(bench);
    return true;
}

/* `far`: all has moved by a diameter, as at a first call. `near`: by what a step of a bed at rest
 * moves, h^2 g. Assembly: ss_step_pose less the detection right before it; drift is in it. */
static bool measure_bed(ss_bench *bench, ss_bench_bed *bed, ss_error *error)
{
    const ss_scene_params *const params = &bed->scene.params;
    const double step = params->h * params->h * params->gravity;
    search s = {.bed = bed, .detector = ss_detector_create(bed->scene.bodies.n, error)};
    ss_bench_timing far, near, assembly;
    bool done = s.detector != NULL &&
                measure(bench, &s, 2.0 * bed->scene.bodies.radius[0], false, &far, error) &&
                measure(bench, &s, step, false, &near, error) &&
                measure(bench, &s, step, true, &assembly, error);
    if (done) { /* the first sample is the warm-up's */
        ss_bench_timing_of(&assembly, s.assembly + 1, s.n_samples - 1);
        ss_bench_timing_scale(&assembly, 1e9 / (double)bed->scene.bodies.n_moving);
        done = add(bench, &s, "far", &far, error) && add(bench, &s, "near", &near, error) &&
               add(bench, &s, "assembly", &assembly, error);
    }
    ss_detector_free(s.detector);
    return done;
}

const ss_bench_kind ss_bench_detect = {
    .name = "detect",
    .meaning = "ns a sphere: detection far from and near the last call, assembly",
    .pieces = 3,
    .measure = measure_bed};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/settling.h"

#include "problems/detect/detect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Balls of unit mass move under their weights and springs, slowed by a drag. Springs are soft at
 * first, so that all finds its place soon, and then stiffer by stages. Lengths in m; in the unit of
 * time a ball of mean weight falls half a mean radius. */
enum { MOST_ITERATIONS = 200000 };

static const double early = 3.0;     /* forces before springs are made stiffer / those in the end */
static const double softest = 40.0;  /* weights a mean radius, by the layers */
static const double stiffer = 4.0;   /* at most, from stage to stage */
static const double hardest = 1e4;   /* times the softest: overlaps that stay so long are wedged */
static const double time_step = 0.4; /* in units of 1/sqrt(stiffness) */
static const double drag = 0.03;     /* share of the velocity that an iteration takes */
static const double farthest = 0.1;  /* that a ball moves in an iteration, in mean radii */

/* Units: a ball of mass 1 and mean weight is accelerated by its mean radius, so 1/2 (radius) t^2 at
 * t = 1 is half a radius. Stiffnesses are then 1/time^2, and a spring shortened by one radius
 * pushes by `stiffness` mean weights. */
typedef struct settling {
    ss_bodies *bodies;
    ss_detector *detector;
    double still;             /* root mean square of the forces in the end, mean weights */
    double radius;            /* mean, m */
    double stiffness;         /* acceleration per overlap */
    double overlap;           /* the largest, m */
    double *weight;           /* of a moving ball; their mean is `radius` */
    double *velocity, *force; /* 3 a moving ball */
} settling;

static bool find_forces(settling *s, ss_error *error)
{
    const size_t n = s->bodies->n_moving;
    const ss_contact_name *names = NULL;
    size_t n_names = 0;
    if (!ss_detect(s->detector, s->bodies, 0.0, &names, &n_names, error))
        return false;
    ss_touch_walk walk;
    ss_touch_walk_begin(&walk, s->bodies, 0.0);
    s->overlap = 0.0;
    memset(s->force, 0, 3 * n * sizeof *s->force);
    for (size_t b = 0; b < n; ++b)
        s->force[3 * b + 2] = -s->weight[b];
    for (size_t k = 0; k < n_names; ++k) {
        const ss_touch touch = ss_touch_at(&walk, &names[k]);
        ss_axpy(s->force + 3 * names[k].a, -s->stiffness * touch.gap, touch.n);
        if (names[k].b < n)
            ss_axpy(s->force + 3 * names[k].b, s->stiffness * touch.gap, touch.n);
        s->overlap = fmax(s->overlap, -touch.gap);
    }
    return true;
}

static void move(settling *s)
{
    const double dt = time_step / sqrt(s->stiffness);
    for (size_t b = 0; b < s->bodies->n_moving; ++b) {
        double *const v = s->velocity + 3 * b;
        for (size_t k = 0; k < 3; ++k)
            v[k] = (1.0 - drag) * v[k] + dt * s->force[3 * b + k];
        const double way = dt * ss_norm(v), most = farthest * s->radius;
        /* the velocity is cut too, so that the next step does not begin with it */
        for (size_t k = 0; way > most && k < 3; ++k)
            v[k] *= most / way;
        ss_axpy(s->bodies->x + 3 * b, dt, v);
    }
}

/* Root mean square, in mean weights. */
static double force_of(const settling *s)
{
    const size_t n = s->bodies->n_moving;
    double sum = 0.0;
    for (size_t k = 0; k < 3 * n; ++k)
        sum += s->force[k] * s->force[k];
    return sqrt(sum / (double)n) / s->radius;
}

static bool relax(settling *s, double most_overlap, ss_error *error)
{
    const double most_stiffness = hardest * s->stiffness;
    for (size_t k = 0; k < MOST_ITERATIONS && s->stiffness <= most_stiffness; ++k) {
        if (!find_forces(s, error))
            return false;
        const double force = force_of(s);
        if (s->overlap <= most_overlap && force <= s->still)
            return true;
        /* nearly at rest, and still too soft: as much stiffer as the overlap says, 4 times
         * at most */
        if (s->overlap > most_overlap && force <= early * s->still)
            s->stiffness *= fmin(stiffer, 1.2 * s->overlap / most_overlap);
        move(s);
    }
    return ss_error_set(error, SS_ERROR_DATA,
                        "%zu balls did not come to rest: after %d iterations at most, forces of %g "
                        "weights and an overlap of %g radii are left, not %g and %g",
                        s->bodies->n_moving, (int)MOST_ITERATIONS, force_of(s),
                        s->overlap / s->radius, s->still, most_overlap / s->radius);
}

/* Means and weights of the balls, all masses in proportion. */
static void weigh(settling *s)
{
    const size_t n = s->bodies->n_moving;
    double mass = 0.0;
    for (size_t b = 0; b < n; ++b) {
        s->radius += s->bodies->radius[b] / (double)n;
        mass += 1.0 / s->bodies->inv_mass[b] / (double)n;
    }
    for (size_t b = 0; b < n; ++b)
        s->weight[b] = s->radius / (s->bodies->inv_mass[b] * mass);
}

bool ss_settling_relax(ss_scene *scene, double swell, double still, double layers, ss_error *error)
{
    ss_bodies *const bodies = &scene->bodies;
    const size_t n = bodies->n_moving;
    double *const room = calloc(8 * n + 1, sizeof *room);
    if (room == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to settle %zu balls", n);
    /* 8 numbers a ball: weight 1, velocity 3, force 3, and 1 for the radius that is given back */
    settling s = {.bodies = bodies,
                  .still = still,
                  .detector = ss_detector_create(bodies->n, error),
                  .stiffness = softest * layers,
                  .weight = room,
                  .velocity = room + n,
                  .force = room + 4 * n};
    double *const radius = room + 7 * n;
    double least = INFINITY;
    weigh(&s);
    memcpy(radius, bodies->radius, n * sizeof *radius);
    for (size_t b = 0; b < n; ++b) {
        least = fmin(least, radius[b]);
        bodies->radius[b] *= 1.0 + swell;
    }
    const bool done = s.detector != NULL && relax(&s, swell * least, error);
    memcpy(bodies->radius, radius, n * sizeof *radius);
    ss_detector_free(s.detector);
    free(room);
    return done;
}

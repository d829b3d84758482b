/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/scene.h"

#include "problems/contact/vec3.h"
#include "problems/detect/detect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ss_scene_set_law(ss_scene *scene, size_t a, size_t b, const ss_law *law)
{
    scene->laws[a][b] = scene->laws[b][a] = *law;
}

void ss_scene_set_laws(ss_scene *scene, const ss_law *law)
{
    for (size_t a = 0; a < SS_MAX_MATERIALS; ++a)
        for (size_t b = 0; b <= a; ++b)
            ss_scene_set_law(scene, a, b, law);
}

void ss_scene_begin(ss_scene *scene, const ss_scene_params *params)
{
    const ss_law law = {params->mu, params->e_n, params->e_t, params->restitution};
    *scene = (ss_scene){
        .params = *params, .gravity = {0.0, 0.0, -params->gravity}, .blocks_at = SIZE_MAX};
    ss_scene_set_laws(scene, &law);
}

bool ss_scene_make_on_floor(ss_scene *scene, size_t n, ss_error *error)
{
    static const double up[3] = {0.0, 0.0, 1.0};
    return ss_bodies_create(&scene->bodies, n, 1, error) &&
           ss_bodies_set_plane(&scene->bodies, n, up, 0.0, error);
}

void ss_scene_set_ball(ss_scene *scene, size_t b, double radius)
{
    ss_bodies_set_ball(&scene->bodies, b, radius, scene->params.density,
                       scene->params.inertia_factor);
}

bool ss_scene_set_disc(ss_scene *scene, size_t b, double radius, ss_error *error)
{
    const ss_ball disc = {radius};
    return ss_bodies_set_shape(&scene->bodies, b, &ss_shape_disc, &disc, error) &&
           ss_bodies_set_mass(&scene->bodies, b, scene->params.density);
}

bool ss_scene_set_block(ss_scene *scene, size_t b, double width, double height, ss_error *error)
{
    const ss_polygon block = ss_polygon_box(width, height);
    return ss_scene_set_polygon(scene, b, &block, error);
}

bool ss_scene_set_polygon(ss_scene *scene, size_t b, const ss_polygon *polygon, ss_error *error)
{
    return ss_bodies_set_shape(&scene->bodies, b, &ss_shape_polygon, polygon, error) &&
           ss_bodies_set_mass(&scene->bodies, b, scene->params.density);
}

bool ss_scene_set_prism(ss_scene *scene, size_t b, const ss_polygon *section, double depth,
                        ss_error *error)
{
    double point[SS_MAX_CORNERS][3], centre[3];
    ss_hull hull;
    for (size_t k = 0; k < 2 * section->n; ++k) {
        point[k][0] = section->vertex[k / 2][0];
        point[k][1] = (k % 2 == 0 ? -0.5 : 0.5) * depth;
        point[k][2] = section->vertex[k / 2][1];
    }
    /* its centre stays where it is, its principal axes are turned about y */
    return ss_hull_of_points(&hull, centre, scene->bodies.orientation + 4 * b,
                             (const double(*)[3])point, 2 * section->n, error) &&
           ss_bodies_set_shape(&scene->bodies, b, &ss_shape_hull, &hull, error) &&
           ss_bodies_set_mass(&scene->bodies, b, scene->params.density);
}

bool ss_scene_set_box(ss_scene *scene, size_t b, const ss_box *box, ss_error *error)
{
    return ss_bodies_set_shape(&scene->bodies, b, &ss_shape_box, box, error) &&
           ss_bodies_set_mass(&scene->bodies, b, scene->params.density);
}

bool ss_scene_make_loads(ss_scene *scene, ss_error *error)
{
    free(scene->loads);
    scene->loads = calloc(6 * scene->bodies.n + 1, sizeof *scene->loads);
    return scene->loads != NULL || ss_error_memory(error, "loads on %zu bodies", scene->bodies.n);
}

double ss_scene_fastest(const ss_scene *scene)
{
    double most = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        most = fmax(most, ss_norm(scene->bodies.v + 6 * b));
    return most;
}

bool ss_scene_park(ss_scene *scene, size_t b, ss_error *error)
{
    ss_bodies *const bodies = &scene->bodies;
    if (bodies->parked == NULL)
        bodies->parked = calloc(bodies->n + 1, sizeof *bodies->parked);
    if (bodies->parked == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to park one of %zu bodies",
                            bodies->n);
    bodies->parked[b] = 1;
    memset(bodies->v + 6 * b, 0, 6 * sizeof *bodies->v);
    return true;
}

bool ss_scene_block(ss_scene *scene, size_t b, ss_error *error)
{
    ss_bodies *const bodies = &scene->bodies;
    if (bodies->blocked == NULL)
        bodies->blocked = calloc(bodies->n + 1, sizeof *bodies->blocked);
    if (bodies->blocked == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to block one of %zu bodies",
                            bodies->n);
    if (ss_bodies_is_blocked(bodies, b))
        return true;
    /* what it had in motion leaves the energy balance here (method 13.8) */
    scene->energy_blocked += ss_bodies_kinetic_energy_of(bodies, b);
    bodies->blocked[b] = 1.0 / bodies->inv_mass[b];
    bodies->inv_mass[b] = 0.0;
    memset(bodies->inv_inertia + 3 * b, 0, 3 * sizeof *bodies->inv_inertia);
    memset(bodies->v + 6 * b, 0, 6 * sizeof *bodies->v);
    return true;
}

void ss_scene_wake(ss_scene *scene, size_t b, const double x[3], const double v[6])
{
    ss_bodies *const bodies = &scene->bodies;
    if (bodies->parked != NULL)
        bodies->parked[b] = 0;
    memcpy(bodies->x + 3 * b, x, 3 * sizeof *x);
    memcpy(bodies->v + 6 * b, v, 6 * sizeof *v);
}

void ss_scene_free(ss_scene *scene)
{
    free(scene->own);
    free(scene->loads);
    free(scene->kept);
    ss_flexible_free(scene->flexible);
    scene->flexible = NULL;
    scene->own = scene->kept = NULL;
    scene->loads = NULL;
    free(scene->past);
    scene->past = NULL;
    scene->n_past = 0;
    ss_bodies_free(&scene->bodies);
}

static bool refuse_overlap(const ss_bodies *bodies, const ss_contact_name *name, double gap,
                           ss_error *error)
{
    const bool wall = name->b >= bodies->n_moving;
    return ss_error_set(error, SS_ERROR_USAGE,
                        "%s %u and %s %zu overlap by %g m at the start; they must be apart or just "
                        "touch (change the box, the radii or the jitter)",
                        ss_bodies_shape(bodies, name->a)->kind->name, name->a,
                        wall ? "wall" : ss_bodies_shape(bodies, name->b)->kind->name,
                        wall ? name->b - bodies->n_moving : name->b, -gap);
}

bool ss_scene_check_start(const ss_scene *scene, ss_error *error)
{
    const ss_bodies *const bodies = &scene->bodies;
    const ss_contact_name *names = NULL;
    size_t n = 0;
    ss_touch_walk walk;
    ss_detector *const detector = ss_detector_create(bodies->n, error);
    bool valid = detector != NULL && ss_detect(detector, bodies, 0.0, &names, &n, error);
    ss_touch_walk_begin(&walk, bodies, 0.0);
    for (size_t k = 0; valid && k < n; ++k) {
        const double gap = ss_touch_at(&walk, &names[k]).gap;
        const double size = fmin(bodies->radius[names[k].a], bodies->radius[names[k].b]);
        /* 1e-9 of the smaller radius: what rounding leaves of bodies that were placed to touch */
        valid = gap >= -1e-9 * size || refuse_overlap(bodies, &names[k], gap, error);
    }
    ss_detector_free(detector);
    return valid;
}

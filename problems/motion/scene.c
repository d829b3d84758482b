/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/scene.h"

#include "problems/detect/detect.h"

#include <stdlib.h>

void ss_scene_set_law(ss_scene *scene, size_t a, size_t b, const ss_law *law)
{
    scene->laws[a][b] = scene->laws[b][a] = *law;
}

void ss_scene_begin(ss_scene *scene, const ss_scene_params *params)
{
    const ss_law law = {params->mu, params->e_n, params->e_t, params->restitution};
    *scene = (ss_scene){.params = *params, .gravity = {0.0, 0.0, -params->gravity}};
    for (size_t a = 0; a < SS_MAX_MATERIALS; ++a)
        for (size_t b = 0; b <= a; ++b)
            ss_scene_set_law(scene, a, b, &law);
}

bool ss_scene_make_loads(ss_scene *scene, ss_error *error)
{
    free(scene->loads);
    scene->loads = calloc(6 * scene->bodies.n + 1, sizeof *scene->loads);
    return scene->loads != NULL ||
           ss_error_set(error, SS_ERROR_MEMORY, "no memory for loads on %zu bodies",
                        scene->bodies.n);
}

void ss_scene_free(ss_scene *scene)
{
    free(scene->own);
    free(scene->loads);
    scene->own = NULL;
    scene->loads = NULL;
    ss_bodies_free(&scene->bodies);
}

static bool refuse_overlap(const ss_scene *scene, const ss_near_pair *pair, ss_error *error)
{
    const size_t n = scene->bodies.n;
    const bool wall = pair->j >= n;
    return ss_error_set(error, SS_ERROR_USAGE,
                        "ball %zu and %s %zu overlap by %g m at the start; they must be apart "
                        "or just touch (change the box, the radii or the jitter)",
                        pair->i, wall ? "wall" : "ball", wall ? pair->j - n : pair->j, -pair->gap);
}

bool ss_scene_check_start(const ss_scene *scene, ss_error *error)
{
    const ss_near_pair *pairs = NULL;
    size_t n_pairs = 0;
    ss_detector *const detector = ss_detector_create(scene->bodies.n, error);
    bool valid = detector != NULL && ss_detect(detector, &scene->bodies, scene->walls,
                                               scene->n_walls, 0.0, &pairs, &n_pairs, error);
    for (size_t k = 0; valid && k < n_pairs; ++k)
        if (pairs[k].gap < -1e-9 * scene->bodies.radius[pairs[k].i])
            valid = refuse_overlap(scene, &pairs[k], error);
    ss_detector_free(detector);
    return valid;
}

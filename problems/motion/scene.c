/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/scene.h"

#include "problems/detect/detect.h"

void ss_scene_free(ss_scene *scene)
{
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

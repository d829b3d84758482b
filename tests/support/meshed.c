/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/meshed.h"

#include <criterion/criterion.h>

test_meshed_start test_meshed_usual(void)
{
    test_meshed_start start = {
        .m = 2, .elastic.material = {320e9, 0.33, 7800.0, false}, .scene = test_scene_params()};
    start.scene.h = 1e-4;
    start.scene.theta = 1.0;
    start.scene.gravity = start.scene.mu = 0.0;
    start.scene.density = start.elastic.material.density;
    start.scene.restitution = SS_LAW_IQS;
    start.scene.limits = (ss_limits){1e-12, 100000};
    return start;
}

ss_elastic *test_meshed_open(test_packing *packing, const test_meshed_start *start)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_elastic_mesh mesh;
    *packing = (test_packing){.step = NULL};
    ss_scene *const scene = &packing->scene;
    ss_bodies *const bodies = &scene->bodies;
    ss_scene_begin(scene, &start->scene);
    cr_assert(ss_bodies_create(bodies, start->n, start->n_walls, &error), "%s", error.text);
    for (size_t w = 0; w < start->n_walls; ++w) {
        const double normal[3] = {start->wall[w][0], 0.0, start->wall[w][1]};
        cr_assert(ss_bodies_set_plane(bodies, start->n + w, normal, start->wall[w][2], &error));
    }
    for (size_t b = 0; b < start->n; ++b) {
        cr_assert(ss_scene_set_disc(scene, b, start->place[b][0], &error), "%s", error.text);
        bodies->x[3 * b] = start->place[b][1];
        bodies->x[3 * b + 2] = start->place[b][2];
        for (size_t k = 0; start->velocity != NULL && k < 3; ++k)
            bodies->v[6 * b + 2 * k] = start->velocity[b][k];
    }
    cr_assert(start->m > 0 ? ss_elastic_mesh_disc(&mesh, start->m, &error)
                           : ss_elastic_mesh_bar(&mesh, start->along, 1, 0.05, &error));
    scene->flexible = ss_elastic_create(bodies, &mesh, &start->elastic, &error);
    cr_assert(scene->flexible != NULL, "%s", error.text);
    packing->step = ss_step_create(scene, &error);
    cr_assert(packing->step != NULL, "%s", error.text);
    return (ss_elastic *)scene->flexible;
}

void test_meshed_momentum(double out[3], const ss_elastic *e)
{
    out[0] = out[1] = out[2] = 0.0;
    for (size_t i = 0; i < e->n * e->n_meshed; i += 2) {
        const double size = e->size[i / e->n];
        const double m = e->params.material.density * size * size * e->mesh.area[i % e->n / 2];
        out[0] += m * e->v[i];
        out[1] += m * e->v[i + 1];
        out[2] += m * (e->x[i] * e->v[i + 1] - e->x[i + 1] * e->v[i]);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/compression_meshed.h"

#include "problems/motion/elastic.h"

#include <stddef.h>

typedef ss_compression_meshed_params params;

/* The discs become meshes where they are; impulses of the circles' contacts mean nothing to them.
 */
static bool become_meshed(ss_scene *scene, ss_error *error)
{
    params *const p = scene->own;
    const ss_elastic_params elastic = {
        .material = {p->young, p->poisson, p->of.scene.density, p->plane != 0},
        .damping_mass = p->damping_mass,
        .damping_stiffness = p->damping_stiffness};
    ss_elastic_mesh mesh;
    if (!ss_elastic_mesh_disc(&mesh, p->mesh, error)) {
        ss_elastic_mesh_free(&mesh);
        return false;
    }
    scene->flexible = ss_elastic_create(&scene->bodies, &mesh, &elastic, error);
    scene->n_past = 0;
    p->of.disc_area = 0.0; /* that of the polygons */
    for (size_t b = 0; scene->flexible != NULL && b < p->of.packing.n; ++b)
        p->of.disc_area += ss_bodies_mass(&scene->bodies, b) / p->of.scene.density;
    return scene->flexible != NULL;
}

const ss_rest ss_compression_meshed_rest = {.calm = ss_compression_calm,
                                            .ignores = SS_COMPRESSION_FREE
                                            " mesh young poisson plane press-again "
                                            "damping-mass damping-stiffness",
                                            .shared = "isotropic-fe",
                                            .drive = ss_compression_press,
                                            .begin = become_meshed,
                                            .steps = offsetof(params, of.phase1),
                                            .limits = {1e-5, 2000}};

/* A scene that has not come to rest is meshed as it was opened. */
bool ss_compression_meshed_load(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    if (scene->flexible == NULL && !become_meshed(scene, error))
        return false;
    if (t < p->again - 0.5 * h) /* the force of phase 1, past its ramp */
        return ss_compression_press(scene, t + p->of.ramp, h, error);
    return ss_compression_load(scene, t - p->again, h, error);
}

/* Sums over the discs: integrals of xx and zz of the stress (N m), compression positive; and the
 * largest of a node's displacement in its disc (m) and of the shear stress (Pa). */
typedef struct inside {
    double xx, zz, displacement, shear;
} inside;

static void add_disc(inside *of, const ss_elastic *e, size_t k)
{
    const double *const x = e->x + e->n * k, size = e->size[k];
    const ss_elastic_frame frame = ss_elastic_frame_of(&e->mesh, x);
    const double c = frame.cosine, s = frame.sine;
    double *const d = e->force; /* scratch of the step */
    double shape[4], stress[3];
    ss_elastic_displacement(d, &e->mesh, size, &frame, x);
    for (size_t i = 0; i < e->n; i += 2)
        of->displacement = fmax(of->displacement, hypot(d[i], d[i + 1]));
    for (size_t i = 0; i < e->n; ++i)
        d[i] /= size;
    for (size_t point = 0; point < 4 * e->mesh.n_quads; ++point) {
        const double *const at = ss_elastic_gauss[point % 4];
        const double area = size * size * ss_elastic_shape(shape, NULL, &e->mesh, point / 4, at);
        ss_elastic_stress(stress, &e->mesh, &e->params.material, d, point / 4, at);
        const double across = 2.0 * c * s * stress[2];
        of->xx -= area * (c * c * stress[0] + s * s * stress[1] - across);
        of->zz -= area * (s * s * stress[0] + c * c * stress[1] + across);
        of->shear = fmax(of->shear, hypot(0.5 * (stress[0] - stress[1]), stress[2]));
    }
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const ss_elastic *const e = (const ss_elastic *)m->scene->flexible;
    const double *const x = m->scene->bodies.x + 3 * e->n_meshed; /* of the walls */
    const double width = x[3 * SS_COMPRESSION_RIGHT] - x[3 * SS_COMPRESSION_LEFT];
    const double area = width * (x[3 * SS_COMPRESSION_TOP + 2] - x[3 * SS_COMPRESSION_BOTTOM + 2]);
    inside of = {0.0, 0.0, 0.0, 0.0};
    for (size_t k = 0; k < e->n_meshed; ++k)
        add_disc(&of, e, k);
    ss_observe(out, "sigma_xx_inside", of.xx / area);
    ss_observe(out, "sigma_zz_inside", of.zz / area);
    ss_observe(out, "shear_max", of.shear);
    ss_observe(out, "displacement_max", of.displacement);
    ss_observe(out, "energy_inside",
               m->scene->flexible->kind->energy(m->scene->flexible, &m->scene->bodies));
}

const ss_observable ss_observable_meshes = SS_OBSERVABLE_GROUP(
    observe,
    {"sigma_xx_inside", "Pa",
     "of the meshes, integral over the area between the walls: at rest sigma_xx_discs"},
    {"sigma_zz_inside", "Pa", "the same along z"},
    {"shear_max", "Pa", "largest shear stress in the plane of a mesh"},
    {"displacement_max", "m", "of a node within its disc, which turns and moves, at most"},
    {"energy_inside", "J", "of deformation and vibration of the discs"});

/* Meshed discs between four smooth walls: the deformable bodies of [R], Figure 9, in the box of
 * compression.h. Phase 1 is that of rigid discs. They become meshes, polygons within their circles,
 * when it has come to rest; so they are pressed once more as in phase 1, `press-again`, before
 * phase 2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_COMPRESSION_MESHED_H
#define SS_PROBLEMS_SCENES_COMPRESSION_MESHED_H

#include "problems/scenes/compression.h"

typedef struct ss_compression_meshed_params {
    ss_compression_params of;
    size_t mesh;
    double young, poisson, again; /* Pa, -, s */
    double damping_mass, damping_stiffness;
    int plane;
} ss_compression_meshed_params;

#define SS_COMPRESSION_MESHED_ROWS                                                                 \
    SS_COMPRESSION_ROWS,                                                                           \
        SS_COUNT(ss_compression_meshed_params, mesh, "mesh", 2, 1, 8,                              \
                 "m: 12 m^2 quadrilaterals per disc, 8m nodes around it (method 13.12)",           \
                 "choice: 48 quadrilaterals, as LMGC90's disc"),                                   \
        SS_REAL(ss_compression_meshed_params, young, "young", 320e9, SS_ABOVE_ZERO, 1e15, "Pa",    \
                "Young's modulus E", "[R]: 320 GPa, which is not steel"),                          \
        SS_REAL(ss_compression_meshed_params, poisson, "poisson", 0.33, 0.0, 0.49, "-",            \
                "Poisson's ratio nu", "[R]: 0.33"),                                                \
        SS_CHOICE(ss_compression_meshed_params, plane, "plane", 0, "strain|stress",                \
                  "plane strain or plane stress", "choice: not given in [R]"),                     \
        SS_REAL(ss_compression_meshed_params, damping_mass, "damping-mass", 0.0, 0.0, 1e6, "1/s",  \
                "alpha of the damping C = alpha M + beta K",                                       \
                "choice: [R] writes C without a value"),                                           \
        SS_REAL(ss_compression_meshed_params, damping_stiffness, "damping-stiffness", 0.0, 0.0,    \
                1e6, "s", "beta of it", "choice: as damping-mass"),                                \
        SS_REAL(ss_compression_meshed_params, again, "press-again", 0.05, 0.0, 1e6, "s",           \
                "time for which the meshed discs are pressed as in phase 1, before phase 2",       \
                "choice: polygons are within their circles, by 0.02 of the radius")

#define SS_COMPRESSION_MESHED_DEFAULTS                                                             \
    SS_COMPRESSION_DEFAULTS,                                                                       \
        {"balls", 12, "choice: 200 in size=full; [R] says the same problems, which may be 2000"},  \
        {"h", 1e-4, "[R]: deformable bodies"},                                                     \
        {"theta", 1.0, "choice: at 1/2 a mode of omega h >> 1 changes its sign at every step"},    \
        {"ramp", 0.1, "choice: for 0.4 s in place of 4 s"},                                        \
        {"phase1-steps", 5000, "choice: 0.5 s, as long as a small sample needs to stand"},         \
        {"tol", 1e-6, "choice: facets that meet give dependent contacts"},                         \
        {"max-sweeps", 50000, "choice: tol takes sbp and sal 20 000 sweeps, the others 2000"},     \
    {                                                                                              \
        "steps", 700, "choice: 500 of press-again, 200 of phase 2; 4500 in size=full"              \
    }

#define SS_COMPRESSION_MESHED_SIZES SS_SCENE_FULL("balls", 200), SS_SCENE_FULL("steps", 4500)

/* Phase 1, after which the discs are meshed; a scene that has not come to rest is meshed as it was
 * opened. */
extern const ss_rest ss_compression_meshed_rest;
ss_drive ss_compression_meshed_load;

/* What is inside of the meshes: stresses, displacements, energy. */
extern const ss_observable ss_observable_meshes;

#endif

/* Discs between four smooth walls, without gravity, that are pressed and driven ([R], "Rigid
 * bodies", Figure 1): a box whose upper wall bears a force and whose other walls stand, close in,
 * or turn. In the x-z plane, 1 m thick; [R]'s Y is our z.
 *
 *     phase 1   isotropic   the upper and the right wall are pressed alike, from a loose lattice
 *     phase 2   biaxial     the upper one is pressed, the right one driven inwards
 *               shear       the upper one is pressed, left and right turn about their lower ends
 *
 * Phase 2 begins where phase 1 ends, at rest: the same start, kept in the cache, for both loadings
 * and all laws. Walls are smooth and touch discs alone. A pressed wall is a body that moves, with a
 * mass and no inertia; a driven one is blocked, and given its motion by the drive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_COMPRESSION_H
#define SS_PROBLEMS_SCENES_COMPRESSION_H

#include "problems/motion/observable.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

enum { SS_COMPRESSION_ISOTROPIC, SS_COMPRESSION_BIAXIAL, SS_COMPRESSION_SHEAR }; /* variants */

/* The walls, behind the discs: body `balls` + these. The first two move, the others are given. */
enum {
    SS_COMPRESSION_TOP,
    SS_COMPRESSION_RIGHT,
    SS_COMPRESSION_BOTTOM,
    SS_COMPRESSION_LEFT,
    SS_COMPRESSION_WALLS
};

typedef struct ss_compression_params {
    ss_scene_params scene;
    ss_packing packing;
    double alert, rst_margin; /* margins of the laws on gaps and of the others, m */
    double force;             /* at 2000 discs, N */
    double cap;               /* speed that a pressed wall does not exceed in phase 1, m/s */
    double wall_mass;         /* kg; as an option, 0 stands for 2 a_max L rho */
    double ramp;              /* s */
    double speed, spin;       /* at the end of the ramp, m/s, rad/s */
    size_t phase1;            /* steps */
    int force_ramp;           /* 0: F stands at once in phase 2; 1: it grows over the ramp */
    int size;                 /* SS_SCENE_SIZE */
    /* Set by the scene: */
    bool begun;        /* phase 2 */
    double full_force; /* on a pressed wall at the end of the ramp, N */
    double from;       /* x of the right wall when it began, m */
    double disc_area;  /* of all discs, m^2 */
} ss_compression_params;

/* Rows of ss_compression_params, the same in all of these scenes: they share a start. */
#define SS_COMPRESSION_ROWS                                                                        \
    SS_SCENE_SIZE(ss_compression_params, size),                                                    \
        SS_PACKING_BALLS(ss_compression_params, 100, 8e-3, 16e-3,                                  \
                         "[R]: 8 to 16 mm, uniform by choice; 2000 discs in size=full"),           \
        SS_REAL(ss_compression_params, packing.jitter, "jitter", 0.9, 0.0, 1.0, "-",               \
                "displacement at the loose start, as a share of the free room of a cell",          \
                "choice: a lattice of 2.1 a_max a cell, compacity 0.41"),                          \
        SS_REAL(ss_compression_params, force, "force", 1e6, SS_ABOVE_ZERO, 1e15, "N",              \
                "force on a pressed wall of 2000 discs; with n discs sqrt(n/2000) times it, the "  \
                "same pressure",                                                                   \
                "[R]: 1000 kN"),                                                                   \
        SS_REAL(ss_compression_params, ramp, "ramp", 1.0, SS_ABOVE_ZERO, 1e6, "s",                 \
                "time over which force, speed and spin grow from 0",                               \
                "[R]: F and V are largest at 1 s"),                                                \
        SS_CHOICE(                                                                                 \
            ss_compression_params, force_ramp, "force-ramp", 0, "first|second",                    \
            "the force F grows in phase 1 and is constant in phase 2, or grows again in phase 2",  \
            "choice: [R] says both (a misprint, method 13.13)"),                                   \
        SS_REAL(ss_compression_params, cap, "v-cap", 0.3, SS_ABOVE_ZERO, 1e6, "m/s",               \
                "speed of a pressed wall in phase 1: a dash-pot c = F/v-cap brakes it",            \
                "choice: undamped, a light wall crosses the loose sample in a few steps"),         \
        SS_REAL(ss_compression_params, wall_mass, "wall-mass", 0.0, 0.0, 1e12, "kg",               \
                "mass of a pressed wall; 0: that of a bar of the material, 2 a_max wide, as long " \
                "as the box",                                                                      \
                "choice: not given in [R]"),                                                       \
        SS_REAL(ss_compression_params, speed, "speed", 0.01, 0.0, 1e3, "m/s",                      \
                "speed of the right wall, inwards (biaxial)", "[R]: 0.01 m/s"),                    \
        SS_REAL(ss_compression_params, spin, "spin", 0.04, 0.0, 1e3, "rad/s",                      \
                "angular velocity of the left and the right wall about their lower ends (shear)",  \
                "[R]: 0.04 rad/s"),                                                                \
        SS_REAL(ss_compression_params, alert, "alert", 8e-4, 0.0, 1.0, "m",                        \
                "margin under iqs and iqs-clamped: above h times the fastest approach",            \
                "choice: a tenth of the least radius, good to 0.8 m/s"),                           \
        SS_REAL(ss_compression_params, rst_margin, "rst-margin", 1e-6, 0.0, 1.0, "m",              \
                "margin under the other laws, which drop every contact with a gap",                \
                "choice: iqs leaves gaps of 1e-9 m"),                                              \
        SS_COUNT(ss_compression_params, phase1, "phase1-steps", 3500, 1, 1e9,                      \
                 "steps of phase 1, before phase 2 begins",                                        \
                 "choice: 1 s of ramp, and as long as the sample needs to stand")

/* Their defaults of shared rows. */
#define SS_COMPRESSION_DEFAULTS                                                                    \
    {"mu", 0.3, "choice: not given in [R]; that of LMGC90's biaxial example"}, {"h", 1e-3, "[R]"}, \
        {"gravity", 0.0, "[R]: neglected"}, {"density", 7800.0, "[R]"},                            \
        {"inertia", 0.5, "discs; not used: their shape says so"},                                  \
        {"restitution", SS_LAW_IQS, "[R] eq. 4, with the signed gap as printed"},                  \
        {"max-sweeps", 2000, "choice: not given in [R]; 10 000 of its tables"},                    \
    {                                                                                              \
        "tol", 1e-4, "choice: not given in [R]"                                                    \
    }

/* [R]'s own size. */
#define SS_COMPRESSION_SIZES SS_SCENE_FULL("balls", 2000)

/* The options that change nothing of phase 1. */
#define SS_COMPRESSION_FREE "size speed spin force-ramp rst-margin margin restitution e_n e_t"

/* Open a scene whose params are ss_compression_params, by its variant. False and an error when
 * lengths contradict each other, or `margin` is given, for which alert and rst-margin stand. */
bool ss_compression_open(ss_scene *scene, ss_error *error);

/* The drives of phase 1 and of phase 2. */
ss_drive ss_compression_press, ss_compression_load;

/* How phase 1 is made for phase 2: its law, drive and steps. */
extern const ss_rest ss_compression_rest;
void ss_compression_calm(ss_scene *scene);

/* What is seen of a step (method 13.13): compacity, violation, walls, stress, forces, the skeleton
 * of those that carry; at the last step the distributions of forces and of normals; and of rigid
 * discs alone `missed`, by their velocities, and `isostatic`, by their number of motions. */
extern const ss_observable ss_observable_compression, ss_observable_force_network,
    ss_observable_distributions, ss_observable_rigid_discs;
#define SS_COMPRESSION_OBSERVABLES                                                                 \
    &ss_observable_compression, &ss_observable_force_network, &ss_observable_momentum_balance,     \
        &ss_observable_distributions

extern const ss_constants ss_compression_constants;

#endif

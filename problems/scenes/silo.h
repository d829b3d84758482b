/* A silo about the z axis ([S] 6.1 and 6.2): a cylinder, open above, with an inclined bottom down
 * to a round orifice, and a gate in it that opens; how balls are put into it, and what is seen of
 * them as they leave.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_SILO_H
#define SS_PROBLEMS_SCENES_SILO_H

#include "problems/scenes/grains.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

enum { SS_SILO_CONE, SS_SILO_FLAT }; /* its bottom */

typedef struct ss_silo {
    double radius;   /* of the cylinder, m */
    double slope;    /* of a bottom SS_SILO_CONE, degrees from horizontal */
    double orifice;  /* its diameter, m */
    double z;        /* height of the orifice, m */
    double opens;    /* when the gate opens, s */
    double mu_start; /* while the balls settle */
    int bottom;
    int size; /* SS_SCENE_SIZE */
} ss_silo;

/* The beginning of the parameters of a scene with a silo. */
typedef struct ss_silo_params {
    ss_scene_params scene;
    ss_silo silo;
    ss_packing packing;
} ss_silo_params;

/* Rows of a silo, for a struct `type` that begins with the members of ss_silo_params. */
#define SS_SILO_ROWS(type, of_radius, radius_source, of_orifice, orifice_source, of_z, z_source,   \
                     of_mu, mu_source)                                                             \
    SS_REAL(type, silo.radius, "cylinder", of_radius, SS_ABOVE_ZERO, 1e3, "m",                     \
            "inner radius of the silo", radius_source),                                            \
        SS_CHOICE(type, silo.bottom, "bottom", SS_SILO_CONE, "cone|flat",                          \
                  "of the silo: inclined by `slope` towards the orifice, or flat",                 \
                  "[S] 6.1: inclined; a cone has the round orifice of Beverloo's law"),            \
        SS_REAL(type, silo.slope, "slope", 45.0, 0.0, 89.0, "degrees",                             \
                "angle of the cone, from the horizontal", "choice: [S] says inclined only"),       \
        SS_REAL(type, silo.orifice, "orifice", of_orifice, SS_ABOVE_ZERO, 1e3, "m",                \
                "diameter of the orifice", orifice_source),                                        \
        SS_REAL(type, silo.z, "orifice-height", of_z, SS_ABOVE_ZERO, 1e3, "m",                     \
                "z_o, of the orifice above the floor", z_source),                                  \
        SS_REAL(type, silo.opens, "opens", 0.0, 0.0, 1e6, "s",                                     \
                "time at which the gate in the orifice opens", "choice: at once"),                 \
        SS_REAL(type, silo.mu_start, "mu-start", of_mu, 0.0, 1e3, "-",                             \
                "mu while the balls settle on the gate, without restitution", mu_source)

/* The bodies of the silo, behind the balls: n_moving + these. */
enum { SS_SILO_SHELL, SS_SILO_GATE, SS_SILO_WALLS };

/* Begin to open a scene whose params are a ss_silo_params: make bodies of which `packing.n` move,
 * and SS_SILO_WALLS + n_walls given ones, the silo's first; put the balls in it, on the lattice of
 * [S]'s fillings from the top of the cone upwards, and draw the cylinder up to their top. False and
 * an error when lengths contradict each other, or balls could pass through a wall in a step. */
bool ss_silo_open(ss_scene *scene, size_t n_walls, ss_error *error);

/* As the ss_rest's `calm`: no restitution, mu-start. What it ignores: SS_SILO_FREE. */
void ss_silo_calm(ss_scene *scene);
#define SS_SILO_FREE "mu e_n e_t restitution opens"

/* The gate opens. */
ss_drive ss_silo_drive;

/* Height (m) of the top of its bottom, where the cylinder begins. */
double ss_silo_top(const ss_silo *silo);

/* Balls that have their centre below the orifice, those parked there included. */
extern const ss_observable ss_observable_out;

#endif

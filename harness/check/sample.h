/* The problems that the checks pose: a lone contact, a cluster of balls, the same cluster turned,
 * renamed or in other units, or in block form, a copy of that with other numbers, a scene of the
 * catalogue with some parameters changed, and one problem solved by hand. All that is random comes
 * from a generator with a seed, so that a check gives the same finding every time. False and an
 * error mean that memory ran out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_SAMPLE_H
#define SS_HARNESS_CHECK_SAMPLE_H

#include "harness/run/referee.h"
#include "problems/motion/step.h"
#include "solvers/choice.h"

#include <gsl/gsl_rng.h>

/* A mt19937; free with gsl_rng_free. Turns GSL's aborting error handler off. NULL and an error
 * without memory. */
gsl_rng *ss_check_random_create(unsigned long seed, ss_error *error);

/* Uniform in [low, high]; uniform in its logarithm; a unit vector; a rotation (row-major). */
double ss_check_random_uniform(gsl_rng *rng, double low, double high);
double ss_check_random_log_uniform(gsl_rng *rng, double low, double high);
void ss_check_random_direction(gsl_rng *rng, double n[3]);
void ss_check_random_rotation(gsl_rng *rng, double R[9]);

/* W = scale diag(1, k, k), k of solid spheres (7/2), discs (3) or with e_t = 1 (7/4). */
void ss_check_random_sphere_block(gsl_rng *rng, double W[9], double scale);

/* W positive definite: scale times a rotated diagonal from 1 down to 1/condition, plus a skew
 * part of relative size `skew`, which leaves x.W x as it was. */
void ss_check_random_full_block(gsl_rng *rng, double W[9], double scale, double condition,
                                double skew);

/* A problem of one contact in block form. Not to be copied once posed: `problem` points into it. */
typedef struct ss_check_lone_contact {
    double W[9], q[3], mu, rho_bar; /* 1/kg, m/s, -, kg */
    size_t row_start[2], column[1];
    ss_block_form form;
    ss_problem problem;
} ss_check_lone_contact;

/* Make `problem` from W, q, mu and rho_bar. */
void ss_check_lone_contact_pose(ss_check_lone_contact *contact);

/* Draw and pose a contact of spheres, or one with a full block of condition at most 4. The impulse
 * of its free velocity is of order 1; four of five approach; one of ten has mu = 0, the others
 * at most mu_max. */
void ss_check_lone_contact_draw(ss_check_lone_contact *contact, gsl_rng *rng, bool full,
                                double mu_max);

/* ---- rigid.c: bodies as a scene of polygons or hulls would pose them ---- */

enum {
    SS_CHECK_RIGID_MOVING = 12,                        /* moving bodies, at most */
    SS_CHECK_RIGID_BODIES = SS_CHECK_RIGID_MOVING + 2, /* two more have a given motion */
    SS_CHECK_RIGID_CONTACTS = 2 * SS_CHECK_RIGID_MOVING
};

/* Shapes and units are those of ss_rigid_form and ss_problem. `problem` points into it: not to be
 * copied, and what is changed needs ss_check_rigid_pose again. */
typedef struct ss_check_rigid {
    double x[3 * SS_CHECK_RIGID_BODIES]; /* centres of mass, m */
    double v_free[6 * SS_CHECK_RIGID_BODIES], inv_mass[SS_CHECK_RIGID_BODIES];
    double inv_inertia[6 * SS_CHECK_RIGID_BODIES];
    ss_rigid_contact contacts[SS_CHECK_RIGID_CONTACTS];
    double point[SS_CHECK_RIGID_CONTACTS][3];
    double q[3 * SS_CHECK_RIGID_CONTACTS], mu[SS_CHECK_RIGID_CONTACTS],
        rho_bar[SS_CHECK_RIGID_CONTACTS];
    double W_cc[9 * SS_CHECK_RIGID_CONTACTS];
    ss_rigid_form form;
    ss_problem problem;
} ss_check_rigid;

/* Draw and pose `n` moving bodies (1 to SS_CHECK_RIGID_MOVING) of some metres and kilograms with
 * full inertias, each in contact with an earlier one or with one of two bodies of given motion,
 * some with two: friction 0.3, restitution of all kinds. */
void ss_check_rigid_draw(ss_check_rigid *sample, gsl_rng *rng, size_t n);

/* Fill in q, rho_bar and W_cc of all n_contacts, and the pointers. */
void ss_check_rigid_pose(ss_check_rigid *sample);

/* ---- clusters ---- */

/* A scene with the step that is posed in it. Not to be copied. */
typedef struct ss_check_cluster {
    ss_scene scene;
    ss_step *step;
    ss_block_problem *blocks;  /* of ss_check_cluster_pose_blocks; else NULL */
    const ss_problem *problem; /* of the step under way, by body or in blocks */
} ss_check_cluster;

/* Parameters of a scene made by hand: h = 0.01 s, mu = 0.3, e_n = e_t = 0, mended. */
ss_scene_params ss_check_cluster_params(void);

/* `n` balls of radius 0.5 to 1 m, each touching or slightly overlapping one that was placed before
 * it, at random velocities of order 1 m/s, in gravity; a floor and a slanted wall cut through the
 * cluster if `walls`. `params` NULL: ss_check_cluster_params. No step is posed yet. Free the
 * cluster also after an error. */
bool ss_check_cluster_create(ss_check_cluster *cluster, gsl_rng *rng, size_t n, bool walls,
                             const ss_scene_params *params, ss_error *error);

/* The same from a generator of its own. */
bool ss_check_cluster_random(ss_check_cluster *cluster, unsigned long seed, size_t n, bool walls,
                             ss_error *error);

/* A scene of the catalogue; `settings` is "KEY=VALUE,...". No step is posed yet. */
bool ss_check_cluster_open(ss_check_cluster *cluster, const char *problem, const char *settings,
                           unsigned long instance, ss_error *error);

/* Accepts a zeroed struct. */
void ss_check_cluster_free(ss_check_cluster *cluster);

/* Pose the next step, by body; or in block form. */
bool ss_check_cluster_pose(ss_check_cluster *cluster, ss_error *error);
bool ss_check_cluster_pose_blocks(ss_check_cluster *cluster, ss_error *error);

/* Pose, solve under the referee with `choice` and finish `steps` steps; tol and max_sweeps are
 * those of the scene's params. `report` is that of the last one. */
bool ss_check_cluster_advance(ss_check_cluster *cluster, const ss_choice *choice, size_t steps,
                              ss_solve_report *report, ss_error *error);

/* Balls of the clusters that are posed in block form, and the contacts that they and two walls can
 * have: one a pair. */
enum {
    SS_CHECK_BLOCKS_BALLS = 8,
    SS_CHECK_BLOCKS_MOST =
        SS_CHECK_BLOCKS_BALLS * (SS_CHECK_BLOCKS_BALLS - 1) / 2 + 2 * SS_CHECK_BLOCKS_BALLS
};

/* A random cluster of SS_CHECK_BLOCKS_BALLS with walls, friction 0.3, posed in block form. */
bool ss_check_blocks_random(ss_check_cluster *cluster, unsigned long seed, ss_error *error);

/* A copy of a block problem's numbers, to be changed: scaled, or spoilt by NaN and infinity.
 * `problem` points into it. */
typedef struct ss_check_copy {
    double *q, *W_cc, *blocks; /* q is owned, the others follow it */
    ss_block_form form;
    ss_problem problem;
} ss_check_copy;

/* Copy a problem in block form, whose structure, mu and rho_bar are borrowed. */
bool ss_check_copy_make(ss_check_copy *copy, const ss_problem *from, ss_error *error);
void ss_check_copy_free(ss_check_copy *copy);

/* Put `bad` in place i of q (0 to 2) or of the diagonal block W_cc (3 to 11) of a contact. */
void ss_check_copy_put(const ss_check_copy *copy, size_t contact, size_t i, double bad);

/* Bodies of a scene that is changed. */
enum { SS_CHECK_CHANGE_BODIES = 7 };

/* The same scene turned, with its bodies renamed, or in other units: body b of the one scene is
 * body name[b] of the other; x' = length R x, and so on. */
typedef struct ss_check_change {
    double R[9], unit[3]; /* of mass, length and time */
    size_t name[SS_CHECK_CHANGE_BODIES];
} ss_check_change;

/* The change that changes nothing. */
ss_check_change ss_check_change_none(void);

/* y = s R x. */
void ss_check_change_turn(double y[3], const ss_check_change *change, double s, const double x[3]);

/* Make the changed scene of one with SS_CHECK_CHANGE_BODIES bodies, before its first step: its
 * bodies and walls alone, without what drives, loads or joins them. Free `to` also after an
 * error. */
bool ss_check_change_scene(ss_check_cluster *to, const ss_check_cluster *from,
                           const ss_check_change *change, ss_error *error);

/* Three contacts, uncoupled, solved in integers: one sticks, one slides, one opens. `problem` is in
 * block form, r and u = W r + q (9 numbers each) are its solution; all are constants. */
typedef struct ss_check_hand_case {
    const ss_problem *problem;
    const double *r, *u;
} ss_check_hand_case;

ss_check_hand_case ss_check_sample_by_hand(void);

#endif

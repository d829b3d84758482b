/* The problems that the checks pose: a lone contact, a cluster of balls, a scene of the catalogue
 * with some parameters changed, and one problem solved by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_SAMPLE_H
#define SS_HARNESS_CHECK_SAMPLE_H

#include "solvers/choice.h"
#include "harness/check/random.h"
#include "harness/run/referee.h"
#include "problems/motion/step.h"

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

/* A scene with the step that is posed in it. Not to be copied. */
typedef struct ss_check_cluster {
    ss_scene scene;
    ss_step *step;
    const ss_problem *problem; /* of the step under way */
} ss_check_cluster;

/* Parameters of a scene made by hand: h = 0.01 s, mu = 0.3, e_n = e_t = 0, mended. */
ss_scene_params ss_check_cluster_params(void);

/* `n` balls of radius 0.5 to 1 m, each touching or slightly overlapping one that was placed before
 * it, at random velocities of order 1 m/s, in gravity; a floor and a slanted wall cut through the
 * cluster if `walls`. `params` NULL: ss_check_cluster_params. No step is posed yet. False and an
 * error without memory; free the cluster in either case. */
bool ss_check_cluster_create(ss_check_cluster *cluster, gsl_rng *rng, size_t n, bool walls,
                             const ss_scene_params *params, ss_error *error);

/* A scene of the catalogue; `settings` is "KEY=VALUE KEY=VALUE ...". No step is posed yet. */
bool ss_check_cluster_open(ss_check_cluster *cluster, const char *problem, const char *settings,
                           unsigned long instance, ss_error *error);

/* Accepts a zeroed struct. */
void ss_check_cluster_free(ss_check_cluster *cluster);

/* Pose the next step. */
bool ss_check_cluster_pose(ss_check_cluster *cluster, ss_error *error);

/* Pose, solve under the referee with `choice` and finish `steps` steps; tol and max_sweeps are
 * those of the scene's params. `report` is that of the last one. */
bool ss_check_cluster_advance(ss_check_cluster *cluster, const ss_choice *choice, size_t steps,
                              ss_solve_report *report, ss_error *error);

/* Three contacts, uncoupled, solved in integers: one sticks, one slides, one opens. `problem` is in
 * block form, r and u = W r + q (9 numbers each) are its solution; all are constants. */
typedef struct ss_check_hand_case {
    const ss_problem *problem;
    const double *r, *u;
} ss_check_hand_case;

ss_check_hand_case ss_check_sample_by_hand(void);

#endif

/* One time step of Moreau's midpoint scheme (method section 3; [D] eqs 18-23, [M] section 7):
 *
 *   ss_step_pose     q_mid = q_k + (1 - theta) h v_k; contacts at q_mid; the contact problem
 *   (a solver finds r)
 *   ss_step_finish   v_{k+1} = v_free + M^-1 P r;  q_{k+1} = q_mid + theta h v_{k+1}
 *
 * with the matrix of flexible.h for M where bodies deform.
 *
 * The times of a step, of length h; theta is 1/2 unless the user says:
 *
 *     t_k                        t_k + (1 - theta) h                      t_k + h
 *      |---- bodies drift, v_k ----|---- they drift on, v_{k+1} ----------|
 *     q_k, v_k                    q_mid                                  q_{k+1}, v_{k+1}
 *     who touched the body        drive sets given bodies (at t + h/2);
 *     that blocks is held         contacts and frames; u- from v_k;
 *                                 v_free = v_k + h M^-1 F; q = D u(v_free) + shift
 *
 * Who calls: files/source.c for a run; starts at rest, checks and bench directly. The scene is the
 * caller's, and the step changes it: places at pose and finish, velocities at finish alone. What
 * pose hands out (the problem, the contacts) is the step's, and each pose overwrites it: whoever
 * wants it longer copies it. An error of pose leaves the scene between two times: the run ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_STEP_H
#define SS_PROBLEMS_MOTION_STEP_H

#include "problems/contact/problem.h"
#include "problems/motion/past.h"
#include "problems/motion/scene.h"

typedef struct ss_step ss_step;

/* Buffers for stepping `scene`, which must outlive them. NULL and an error without memory. */
ss_step *ss_step_create(ss_scene *scene, ss_error *error);
void ss_step_free(ss_step *step);

/* CPU time of all steps posed so far, s: of detection, and of free velocities and the problem. */
typedef struct ss_step_times {
    double detect_s, assemble_s;
} ss_step_times;
ss_step_times ss_step_times_of(const ss_step *step);

/* Pose the contact problem of the next step; it stays valid until the next ss_step_pose. */
bool ss_step_pose(ss_step *step, const ss_problem **problem, ss_error *error);

/* The contacts of the step posed last with their bodies, for who looks at them: what was posed, or,
 * where bodies deform, the same between bodies that do not. Valid as long. */
const ss_problem *ss_step_contacts(const ss_step *step);

/* Keep what the guess needs, 40 bytes a contact and step that it looks back to. Before the first
 * step; without it the guess is warm. */
void ss_step_keep(ss_step *step, ss_guess guess);

/* Fill r (3 n_contacts, N s) with the guess, zero where no impulse is kept. In the first step it is
 * the impulses of scene->past, of either guess. */
void ss_step_guess(const ss_step *step, double *r);

/* Copy the last step's impulses to scene->past. False and an error without memory. */
bool ss_step_leave_impulses(const ss_step *step, ss_scene *scene, ss_error *error);

/* Move the scene on with the impulses r (3 n_contacts, N s), and keep them for the guess. */
void ss_step_finish(ss_step *step, const double *r);

/* Keep r for the guess in place of what moved the scene on; called just after that. */
void ss_step_remember(ss_step *step, const double *r);

/* The largest overlap -gap (m, at least 0) at the scene's present positions. */
bool ss_step_largest_overlap(ss_step *step, double *overlap, ss_error *error);

#endif

/* Random problems of rigid bodies, for the checks: what a scene of polygons or hulls would pose.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_RIGID_H
#define SS_HARNESS_CHECK_RIGID_H

#include "problems/contact/problem.h"

#include <gsl/gsl_rng.h>

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

#endif

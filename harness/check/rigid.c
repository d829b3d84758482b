/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/sample.h"

#include "problems/contact/operator.h"

/* About 0.3 m apart, inverse masses from 0.5 to 2 1/kg, the symmetric inverse inertia J = R diag
 * R^T of principal inertias 0.1 to 0.4 m l^2, l = 1 m; the last two are fixed. */
static void draw_bodies(ss_check_rigid *s, gsl_rng *rng, size_t n)
{
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    for (size_t b = 0; b < n + 2; ++b) {
        double away[3], R[9], principal[3], *const J = s->inv_inertia + 6 * b;
        ss_check_random_direction(rng, away);
        for (size_t k = 0; k < 3; ++k)
            s->x[3 * b + k] = (double)b * 0.3 + away[k];
        for (size_t k = 0; k < 6; ++k)
            s->v_free[6 * b + k] = ss_check_random_uniform(rng, -1.0, 1.0);
        if (b >= n)
            continue;
        s->inv_mass[b] = ss_check_random_uniform(rng, 0.5, 2.0);
        ss_check_random_rotation(rng, R);
        for (int k = 0; k < 3; ++k)
            principal[k] = s->inv_mass[b] / ss_check_random_uniform(rng, 0.1, 0.4);
        for (int k = 0; k < 6; ++k)
            for (int a = 0; a < 3; ++a) /* J was 0 */
                J[k] += R[3 * row[k] + a] * principal[a] * R[3 * column[k] + a];
    }
    s->form.moving = (ss_moving){n + 2, n, s->v_free, s->inv_mass};
}

/* A contact somewhere between two bodies, whatever its normal. Four of five contacts close: a
 * normal along which they open is turned about t2. */
static void draw_contact(ss_check_rigid *s, gsl_rng *rng, size_t i, size_t j)
{
    const size_t c = s->problem.n_contacts++;
    ss_rigid_contact *const contact = &s->contacts[c];
    double frame[9], u[3];
    *contact = (ss_rigid_contact){.i = (uint32_t)i, .j = (uint32_t)j, .scale_n = 1, .scale_t = 1};
    ss_check_random_rotation(rng, frame);
    ss_copy3(contact->n, frame);
    ss_copy3(contact->t1, frame + 3);
    ss_copy3(contact->t2, frame + 6);
    for (size_t k = 0; k < 3; ++k) {
        s->point[c][k] =
            0.5 * (s->x[3 * i + k] + s->x[3 * j + k]) + ss_check_random_uniform(rng, -0.3, 0.3);
        contact->arm_i[k] = s->point[c][k] - s->x[3 * i + k];
        contact->arm_j[k] = s->point[c][k] - s->x[3 * j + k];
    }
    ss_rigid_relative_velocity(u, contact, s->v_free);
    const bool turn = u[0] > 0.0 && gsl_rng_uniform_int(rng, 5) > 0;
    for (int k = 0; k < 3 && turn; ++k) {
        contact->n[k] = -contact->n[k];
        contact->t1[k] = -contact->t1[k];
    }
    if (gsl_rng_uniform_int(rng, 2) == 0) { /* restitution */
        contact->scale_n = 1.0 / (1.0 + gsl_rng_uniform(rng));
        contact->scale_t = 1.0 / (1.0 + gsl_rng_uniform(rng));
        for (size_t k = 0; k < 3; ++k)
            contact->shift[k] = ss_check_random_uniform(rng, -0.3, 0.3);
    }
    s->mu[c] = 0.3;
}

void ss_check_rigid_draw(ss_check_rigid *s, gsl_rng *rng, size_t n)
{
    memset(s, 0, sizeof *s);
    draw_bodies(s, rng, n);
    for (size_t b = 0; b < n; ++b)
        for (size_t k = 0; k < 1 + b % 2; ++k) {
            const size_t to = b > 0 && gsl_rng_uniform_int(rng, 3) > 0
                                  ? gsl_rng_uniform_int(rng, b)
                                  : n + gsl_rng_uniform_int(rng, 2);
            const bool first = gsl_rng_uniform_int(rng, 2) == 0;
            draw_contact(s, rng, first ? b : to, first ? to : b);
        }
    ss_check_rigid_pose(s);
}

void ss_check_rigid_pose(ss_check_rigid *s)
{
    s->form.inv_inertia = s->inv_inertia;
    s->form.contacts = s->contacts;
    s->problem = (ss_problem){.n_contacts = s->problem.n_contacts,
                              .dim = 3,
                              .q = s->q,
                              .mu = s->mu,
                              .rho_bar = s->rho_bar,
                              .point = (const double(*)[3])s->point,
                              .W_cc = s->W_cc,
                              .form = SS_FORM_RIGID,
                              .rigid = &s->form};
    for (size_t c = 0; c < s->problem.n_contacts; ++c) {
        const ss_rigid_contact *const contact = &s->contacts[c];
        s->rho_bar[c] = 1.0 / (s->inv_mass[contact->i] + s->inv_mass[contact->j]);
        ss_rigid_block(s->W_cc + 9 * c, &s->form, c);
        ss_operator_velocity(s->q + 3 * c, &s->problem, s->v_free, NULL, c);
    }
}

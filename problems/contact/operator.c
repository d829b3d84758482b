/* The parts of the contact operator that no sweep calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"

#include <gsl/gsl_eigen.h>
#include <math.h>

void ss_rigid_block(double W[9], const ss_rigid_form *form, size_t c)
{
    /* i and j alone, as bodies 0 and 1 */
    const ss_rigid_contact *const contact = &form->contacts[c];
    const double *const axis[3] = {contact->n, contact->t1, contact->t2};
    ss_rigid_contact alone = *contact;
    alone.i = 0;
    alone.j = 1;
    for (int k = 0; k < 3; ++k) {
        double v[12] = {0.0}, u[3];
        ss_rigid_push(v, form, contact->i, contact->arm_i, axis[k], 1.0);
        ss_rigid_push(v + 6, form, contact->j, contact->arm_j, axis[k], -1.0);
        ss_rigid_relative_velocity(u, &alone, v);
        W[k] = contact->scale_n * u[0];
        W[3 + k] = contact->scale_t * u[1];
        W[6 + k] = contact->scale_t * u[2];
    }
}

ss_rigid_contact ss_operator_contact(const ss_problem *problem, size_t c)
{
    if (problem->form == SS_FORM_RIGID)
        return problem->rigid->contacts[c];
    const ss_ball_contact *const ball = &problem->balls->contacts[c];
    ss_rigid_contact contact = {
        .scale_n = ball->scale_n, .scale_t = ball->scale_t, .i = ball->i, .j = ball->j};
    ss_copy3(contact.n, ball->n);
    ss_copy3(contact.t1, ball->t1);
    ss_copy3(contact.t2, ball->t2);
    ss_copy3(contact.shift, ball->shift);
    ss_axpy(contact.arm_i, -ball->arm_i, ball->n);
    ss_axpy(contact.arm_j, ball->arm_j, ball->n);
    if (problem->balls->given_arm != NULL) {
        const bool by_i = problem->balls->moving.inv_mass[ball->i] == 0.0;
        const bool by_j = problem->balls->moving.inv_mass[ball->j] == 0.0;
        if (by_i || by_j)
            ss_copy3(by_i ? contact.arm_i : contact.arm_j, problem->balls->given_arm[c]);
    }
    return contact;
}

/* The lower triangle C of an inverse inertia J = C C^T (xx yy zz xy xz yz), by Cholesky; a pivot
 * that is not positive, of an axis about which nothing turns, leaves a column of zeros. */
static void root_of_inertia(double C[9], const double J[6])
{
    const double A[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    memset(C, 0, 9 * sizeof *C);
    for (int j = 0; j < 3; ++j)
        for (int i = j; i < 3; ++i) {
            double rest = A[3 * i + j];
            for (int k = 0; k < j; ++k)
                rest -= C[3 * i + k] * C[3 * j + k];
            if (i == j)
                C[4 * j] = rest > 0.0 ? sqrt(rest) : 0.0;
            else
                C[3 * i + j] = C[4 * j] > 0.0 ? rest / C[4 * j] : 0.0;
        }
}

double ss_operator_mass_root(double C[9], const ss_problem *problem, size_t b)
{
    if (problem->form == SS_FORM_BALLS) {
        const double k = problem->balls->inv_inertia[b];
        root_of_inertia(C, (const double[6]){k, k, k, 0.0, 0.0, 0.0});
    } else {
        root_of_inertia(C, problem->rigid->inv_inertia + 6 * b);
    }
    return sqrt(ss_operator_moving(problem)->inv_mass[b]);
}

void ss_operator_root(double B[36], const ss_problem *problem, size_t c)
{
    const ss_rigid_contact contact = ss_operator_contact(problem, c);
    const double *const axis[3] = {contact.n, contact.t1, contact.t2};
    const size_t bodies[2] = {contact.i, contact.j};
    memset(B, 0, 36 * sizeof *B);
    for (int side = 0; side < 2; ++side) {
        double C[9];
        if (bodies[side] >= ss_operator_moving(problem)->n_moving)
            continue;
        const double mass = ss_operator_mass_root(C, problem, bodies[side]), sign = side == 0 ? 1.0 : -1.0;
        for (int row = 0; row < 3; ++row) {
            double torque[3], *const to = B + 18 * side + 6 * row;
            ss_cross(torque, side == 0 ? contact.arm_i : contact.arm_j, axis[row]);
            for (int k = 0; k < 3; ++k) {
                to[k] = sign * mass * axis[row][k];
                to[3 + k] = sign * (torque[0] * C[k] + torque[1] * C[3 + k] + torque[2] * C[6 + k]);
            }
        }
    }
}

void ss_operator_neighbours(uint32_t *start, uint32_t *of, const ss_problem *problem)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    uint32_t *const end = start + 1; /* of body b, while its list is being filled */
    memset(start, 0, (moving->n_bodies + 2) * sizeof *start);
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(problem, c);
        start[pair.i + 2] += pair.i < moving->n_moving;
        start[pair.j + 2] += pair.j < moving->n_moving;
    }
    for (size_t b = 0; b < moving->n_bodies; ++b)
        start[b + 2] += start[b + 1];
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(problem, c);
        if (pair.i < moving->n_moving)
            of[end[pair.i]++] = (uint32_t)c;
        if (pair.j < moving->n_moving)
            of[end[pair.j]++] = (uint32_t)c;
    }
}

/* On the bits, without their sign, which order like the numbers and which compilers turn into
 * vector instructions. */
bool ss_all_within(const double *x, size_t n, double bound)
{
    const uint64_t magnitude = UINT64_MAX >> 1;
    uint64_t limit = 0, below = 0;
    memcpy(&limit, &bound, sizeof limit);
    for (size_t k = 0; k < n; ++k) {
        uint64_t bits = 0;
        memcpy(&bits, x + k, sizeof bits);
        below |= limit - (bits & magnitude); /* the top bit appears when it is larger */
    }
    return below <= magnitude;
}

static bool balls_within(const ss_ball_contact *contact, const ss_bounds *bounds)
{
    const double others[] = {contact->arm_i, contact->arm_j, contact->scale_n, contact->scale_t};
    return ss_all_within(contact->n, 3, 2.0) && ss_all_within(contact->t1, 3, 2.0) &&
           ss_all_within(contact->t2, 3, 2.0) && ss_all_within(contact->shift, 3, bounds->number) &&
           ss_all_within(others, 4, bounds->number);
}

static bool rigid_within(const ss_rigid_contact *contact, const ss_bounds *bounds)
{
    const double scales[] = {contact->scale_n, contact->scale_t};
    return ss_all_within(contact->n, 3, 2.0) && ss_all_within(contact->t1, 3, 2.0) &&
           ss_all_within(contact->t2, 3, 2.0) && ss_all_within(contact->shift, 3, bounds->number) &&
           ss_all_within(contact->arm_i, 3, bounds->number) &&
           ss_all_within(contact->arm_j, 3, bounds->number) &&
           ss_all_within(scales, 2, bounds->number);
}

bool ss_operator_within(const ss_problem *problem, const ss_bounds *bounds)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    const size_t n = problem->n_contacts;
    bool within = true;
    for (size_t c = 0; within && c < n; ++c) {
        double W[9];
        within = ss_all_within(ss_operator_block(W, problem, c), 9, bounds->block);
    }
    if (moving == NULL)
        return within && ss_all_within(problem->blocks->blocks, 9 * problem->blocks->row_start[n],
                                       bounds->block);
    within =
        within && ss_all_within(moving->v_free, 6 * moving->n_bodies, bounds->number) &&
        ss_all_within(moving->inv_mass, moving->n_bodies, bounds->inverse) &&
        (problem->form == SS_FORM_BALLS
             ? ss_all_within(problem->balls->inv_inertia, moving->n_bodies, bounds->inverse)
             : ss_all_within(problem->rigid->inv_inertia, 6 * moving->n_moving, bounds->inverse));
    for (size_t c = 0; within && c < n; ++c)
        within = problem->form == SS_FORM_BALLS
                     ? balls_within(&problem->balls->contacts[c], bounds)
                     : rigid_within(&problem->rigid->contacts[c], bounds);
    return within;
}

double ss_operator_block_largest(const double W[9])
{
    double a[9], values[3] = {W[0], W[4], W[8]};
    const bool is_diagonal =
        W[1] == 0.0 && W[2] == 0.0 && W[3] == 0.0 && W[5] == 0.0 && W[6] == 0.0 && W[7] == 0.0;
    if (!is_diagonal) {
        gsl_eigen_symm_workspace *const workspace = gsl_eigen_symm_alloc(3);
        if (workspace == NULL)
            return NAN;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                a[3 * i + j] = 0.5 * (W[3 * i + j] + W[3 * j + i]);
        gsl_matrix_view matrix = gsl_matrix_view_array(a, 3, 3);
        gsl_vector_view eigenvalues = gsl_vector_view_array(values, 3);
        gsl_eigen_symm(&matrix.matrix, &eigenvalues.vector, workspace);
        gsl_eigen_symm_free(workspace);
    }
    return fmax(values[0], fmax(values[1], values[2]));
}

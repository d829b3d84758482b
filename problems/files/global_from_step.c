/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/global_step.h"

#include "problems/contact/operator.h"

#include <stdlib.h>
#include <string.h>

/* One entry; zeros take no room. */
static void put(ss_triplets *A, size_t row, size_t col, double x)
{
    if (x == 0.0)
        return;
    A->row[A->count] = (int64_t)row;
    A->col[A->count] = (int64_t)col;
    A->x[A->count++] = x;
}

/* An empty matrix of m x n with room for `count` entries. */
static bool allocate(ss_triplets *A, size_t m, size_t n, size_t count, ss_error *error)
{
    *A = (ss_triplets){.m = m, .n = n};
    A->row = calloc(count + 1, sizeof *A->row);
    A->col = calloc(count + 1, sizeof *A->col);
    A->x = calloc(count + 1, sizeof *A->x);
    return (A->row != NULL && A->col != NULL && A->x != NULL) ||
           ss_error_memory(error, "M and H of %zu rows", m);
}

/* J from J^-1, which is kept as xx yy zz xy xz yz. */
static bool invert_inertia(double J[9], const double of[6])
{
    const double inverse[9] = {of[0], of[3], of[4], of[3], of[1], of[5], of[4], of[5], of[2]};
    bool regular = true;
    for (size_t k = 0; regular && k < 3; ++k) {
        const double unit[3] = {k == 0, k == 1, k == 2};
        double column[3];
        regular = ss_solve3(column, inverse, unit);
        for (size_t i = 0; regular && i < 3; ++i)
            J[3 * i + k] = column[i];
    }
    return regular;
}

/* Rows 6 b to 6 b + 5 of M, and f = M v_free. */
static bool put_body(ss_fclib_raw *raw, const ss_rigid_form *form, size_t b)
{
    double J[9];
    const double *const v = form->moving.v_free + 6 * b;
    const double m = 1.0 / form->moving.inv_mass[b];
    if (!invert_inertia(J, form->inv_inertia + 6 * b))
        return false;
    for (size_t i = 0; i < 3; ++i) {
        put(&raw->M, 6 * b + i, 6 * b + i, m);
        raw->f[6 * b + i] = m * v[i];
    }
    for (size_t k = 0; k < 9; ++k)
        put(&raw->M, 6 * b + 3 + k / 3, 6 * b + 3 + k % 3, J[k]);
    ss_mul3(raw->f + 6 * b + 3, J, v + 3);
    return true;
}

/* The columns of contact c at one of its bodies: sign F, and below it sign arm x F. */
static void put_lever(ss_triplets *H, const ss_rigid_contact *contact, size_t c, bool first)
{
    const double *const arm = first ? contact->arm_i : contact->arm_j, sign = first ? 1.0 : -1.0;
    const double *const F[3] = {contact->n, contact->t1, contact->t2};
    const size_t b = first ? contact->i : contact->j;
    for (size_t k = 0; k < 3; ++k) {
        double torque[3];
        ss_cross(torque, arm, F[k]);
        for (size_t i = 0; i < 3; ++i) {
            put(H, 6 * b + i, 3 * c + k, sign * F[k][i]);
            put(H, 6 * b + 3 + i, 3 * c + k, sign * torque[i]);
        }
    }
}

/* What the bodies of given motion move at the contacts, and what is taken off: w. */
static bool put_given(ss_fclib_raw *raw, const ss_problem *problem, ss_error *error)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    double *const given = calloc(6 * moving->n_bodies + 1, sizeof *given);
    const size_t first = 6 * moving->n_moving;
    if (given == NULL)
        return ss_error_memory(error, "velocities of %zu bodies", moving->n_bodies);
    memcpy(given + first, moving->v_free + first, (6 * moving->n_bodies - first) * sizeof *given);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ss_operator_velocity(raw->w + 3 * c, problem, given, NULL, c);
    free(given);
    return true;
}

/* All of it; bodies that move come first in a posed step, and are the rows of M and H. */
static bool fill(ss_fclib_raw *raw, const ss_posed_step *posed, const char *path, ss_error *error)
{
    const ss_rigid_form *const form = &posed->form;
    const size_t n = form->moving.n_moving, m = posed->problem.n_contacts;
    *raw = (ss_fclib_raw){.global = true, .dim = 3, .n_contacts = m};
    raw->f = calloc(6 * n + 1, sizeof *raw->f);
    raw->w = calloc(3 * m + 1, sizeof *raw->w);
    raw->mu = calloc(m + 1, sizeof *raw->mu);
    if (raw->f == NULL || raw->w == NULL || raw->mu == NULL)
        return ss_error_memory(error, "%zu contacts", m);
    memcpy(raw->mu, posed->problem.mu, m * sizeof *raw->mu);
    bool sound = allocate(&raw->M, 6 * n, 6 * n, 12 * n, error) &&
                 allocate(&raw->H, 6 * n, 3 * m, 36 * m, error);
    for (size_t b = 0; sound && b < n; ++b)
        sound = put_body(raw, form, b) ||
                ss_error_set(error, SS_ERROR_DATA,
                             "%s: body %zu (from 0, of those that move) cannot turn about some "
                             "axis: the global form has no inertia for that",
                             path, b);
    for (size_t c = 0; sound && c < m; ++c) {
        if (form->contacts[c].i < n)
            put_lever(&raw->H, &form->contacts[c], c, true);
        if (form->contacts[c].j < n)
            put_lever(&raw->H, &form->contacts[c], c, false);
    }
    return sound && put_given(raw, &posed->problem, error);
}

bool ss_global_from_step(ss_fclib_raw *raw, const ss_step_file *step, const char *path,
                         ss_error *error)
{
    ss_posed_step posed = {.memory = NULL};
    *raw = (ss_fclib_raw){.global = true};
    const bool made =
        ss_posed_step_create(&posed, step, path, error) && fill(raw, &posed, path, error);
    ss_posed_step_free(&posed);
    return made;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/reduced.h"

#include "problems/base/memory.h"
#include "problems/contact/operator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ss_reduced_clear(ss_reduced *m)
{
    free(m->body);
    free(m->number);
    free(m->B);
    free(m->b);
    free(m->A.row);
    free(m->A.col);
    free(m->A.x);
    *m = (ss_reduced){0};
}

static bool reserve(ss_reduced *m, size_t n, size_t n_bodies, ss_error *error)
{
    if (m->B == NULL || n > m->room || n_bodies > m->bodies_room) {
        ss_reduced_clear(m);
        m->room = ss_memory_room(n);
        m->bodies_room = ss_memory_room(n_bodies);
        const size_t blocks = 4 * m->room + m->bodies_room;
        m->body = calloc(2 * m->room, sizeof *m->body);
        m->number = calloc(m->bodies_room, sizeof *m->number);
        /* one block for B, D, L, R, K, K^-1 and x; one for b and w, with a body of zeros at
         * the end */
        m->B = calloc((36 + 3 + 4 * 9 + 3) * m->room, sizeof *m->B);
        m->b = calloc(12 * (m->bodies_room + 1), sizeof *m->b);
        m->A.row = calloc(blocks, sizeof *m->A.row);
        m->A.col = calloc(blocks, sizeof *m->A.col);
        m->A.x = calloc(36 * blocks, sizeof *m->A.x);
        if (m->body == NULL || m->number == NULL || m->B == NULL || m->b == NULL ||
            m->A.row == NULL || m->A.col == NULL || m->A.x == NULL) {
            ss_reduced_clear(m);
            return ss_error_memory(error, "Newton's method: %zu contacts of %zu bodies", n,
                                   n_bodies);
        }
        m->D = m->B + 36 * m->room;
        m->L = m->D + 3 * m->room;
        m->R = m->L + 9 * m->room;
        m->K = m->R + 9 * m->room;
        m->inverse = m->K + 9 * m->room;
        m->x = m->inverse + 9 * m->room;
        m->w = m->b + 6 * (m->bodies_room + 1);
    }
    m->n = n;
    return true;
}

/* The places of A's blocks: the diagonal, then up to four a contact. */
static void set_pattern(ss_reduced *m)
{
    size_t at = 0;
    for (; at < m->n_bodies; ++at)
        m->A.row[at] = m->A.col[at] = (uint32_t)at;
    for (size_t c = 0; c < m->n; ++c)
        for (size_t k = 0; k < 4; ++k) {
            const uint32_t i = m->body[2 * c + k / 2], j = m->body[2 * c + k % 2];
            if (i >= m->n_bodies || j >= m->n_bodies)
                continue;
            m->A.row[at] = i;
            m->A.col[at++] = j;
        }
    m->A.size = 6;
    m->A.n = m->n_bodies;
    m->A.count = at;
}

/* The bodies that an impulse moves, by the first of their contacts; the others are n_bodies. */
static void number_bodies(ss_reduced *m, const ss_problem *problem)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    const uint32_t none = UINT32_MAX;
    for (size_t b = 0; b < moving->n_bodies; ++b)
        m->number[b] = none;
    m->n_bodies = 0;
    for (size_t c = 0; c < m->n; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(problem, c);
        const size_t ends[2] = {pair.i, pair.j};
        for (size_t side = 0; side < 2; ++side) {
            uint32_t *const number = &m->number[ends[side]];
            if (*number == none && ends[side] < moving->n_moving)
                *number = (uint32_t)m->n_bodies++;
            m->body[2 * c + side] = *number;
        }
    }
    for (size_t i = 0; i < 2 * m->n; ++i)
        if (m->body[i] == none)
            m->body[i] = (uint32_t)m->n_bodies;
}

bool ss_reduced_pose(ss_reduced *m, const ss_problem *problem, const double *scale, ss_error *error)
{
    if (!reserve(m, problem->n_contacts, ss_operator_moving(problem)->n_bodies, error))
        return false;
    number_bodies(m, problem);
    for (size_t c = 0; c < m->n; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(problem, c);
        double *const B = m->B + 36 * c;
        ss_operator_root(B, problem, c);
        for (size_t i = 0; i < 36; ++i)
            /* row i % 18 / 6 of each of the two 3x6 blocks */
            B[i] *= scale[3 * c + i % 18 / 6];
        m->D[3 * c] = contact.scale_n;
        m->D[3 * c + 1] = m->D[3 * c + 2] = contact.scale_t;
    }
    set_pattern(m);
    return true;
}

/* w += B_c^T y of contact c. */
static void push(double *w, const ss_reduced *m, size_t c, const double y[3])
{
    for (size_t side = 0; side < 2; ++side) {
        const double *const B = m->B + 36 * c + 18 * side;
        double *const at = w + 6 * (size_t)m->body[2 * c + side];
        for (size_t k = 0; k < 6; ++k)
            at[k] += B[k] * y[0] + B[6 + k] * y[1] + B[12 + k] * y[2];
    }
}

/* v = D_c B_c w at contact c. */
static void pull(double v[3], const ss_reduced *m, size_t c, const double *w)
{
    const double *const B = m->B + 36 * c;
    const double *const w_i = w + 6 * (size_t)m->body[2 * c];
    const double *const w_j = w + 6 * (size_t)m->body[2 * c + 1];
    for (size_t row = 0; row < 3; ++row) {
        double sum = 0.0;
        for (size_t k = 0; k < 6; ++k)
            sum += B[6 * row + k] * w_i[k] + B[18 + 6 * row + k] * w_j[k];
        v[row] = m->D[3 * c + row] * sum;
    }
}

void ss_reduced_multiply(double *v, const ss_reduced *m, const double *y)
{
    memset(m->w, 0, 6 * (m->n_bodies + 1) * sizeof *m->w);
    for (size_t c = 0; c < m->n; ++c)
        push(m->w, m, c, y + 3 * c);
    for (size_t c = 0; c < m->n; ++c)
        pull(v + 3 * c, m, c, m->w);
}

static void set_blocks(double *to, const double *from, size_t n)
{
    if (from != NULL)
        memcpy(to, from, 9 * n * sizeof *to);
    for (size_t i = 0; from == NULL && i < 9 * n; ++i)
        to[i] = i % 9 % 4 == 0 ? 1.0 : 0.0;
}

/* The inverse by cofactors; returns the determinant. */
static double invert(double inverse[9], const double K[9])
{
    /* the cross products of K's rows are the columns of adj K */
    double rows[3][3];
    ss_cross(rows[0], K + 3, K + 6);
    ss_cross(rows[1], K + 6, K);
    ss_cross(rows[2], K, K + 3);
    const double determinant = ss_dot(K, rows[0]);
    for (size_t i = 0; i < 9; ++i)
        inverse[i] = rows[i % 3][i / 3] / determinant;
    return determinant;
}

/* The entries of A that contact c adds, B_a^T T B_b for its moving bodies, T = R K^-1 L D; returns
 * where the next contact's begin. */
static double *add_contact(double *A, const ss_reduced *m, size_t c)
{
    const double *const B = m->B + 36 * c;
    double scaled[9], left[9], T[9];
    for (size_t i = 0; i < 9; ++i)
        scaled[i] = m->L[9 * c + i] * m->D[3 * c + i % 3];
    ss_mul33(left, m->R + 9 * c, m->inverse + 9 * c);
    ss_mul33(T, left, scaled);
    for (size_t k = 0; k < 4; ++k) {
        const double *const B_a = B + 18 * (k / 2), *const B_b = B + 18 * (k % 2);
        if (m->body[2 * c + k / 2] == m->n_bodies || m->body[2 * c + k % 2] == m->n_bodies)
            continue;
        for (size_t j = 0; j < 6; ++j) {
            const double column[3] = {B_b[j], B_b[6 + j], B_b[12 + j]};
            double turned[3];
            ss_mul3(turned, T, column);
            for (size_t i = 0; i < 6; ++i)
                A[6 * i + j] =
                    B_a[i] * turned[0] + B_a[6 + i] * turned[1] + B_a[12 + i] * turned[2];
        }
        A += 36;
    }
    return A;
}

bool ss_reduced_assemble(ss_reduced *m, const double *L, const double *R, const double *K,
                         ss_error *error)
{
    set_blocks(m->L, L, m->n);
    set_blocks(m->R, R, m->n);
    set_blocks(m->K, K, m->n);
    m->sign = 1;
    /* in the order of set_pattern: the identity, then the contacts */
    double *at = m->A.x + 36 * m->n_bodies;
    for (size_t i = 0; i < 36 * m->n_bodies; ++i)
        m->A.x[i] = i % 36 % 7 == 0 ? 1.0 : 0.0;
    for (size_t c = 0; c < m->n; ++c) {
        const double determinant = invert(m->inverse + 9 * c, m->K + 9 * c);
        if (!isfinite(1.0 / determinant))
            return ss_error_set(error, SS_ERROR_DATA, "the block of contact %zu is singular", c);
        m->sign *= determinant > 0.0 ? 1 : -1;
        at = add_contact(at, m, c);
    }
    return true;
}

void ss_reduced_multiply_matrix(double *b, const ss_reduced *m, const double *x)
{
    for (size_t c = 0; c < m->n; ++c)
        ss_mul3(m->x + 3 * c, m->R + 9 * c, x + 3 * c);
    ss_reduced_multiply(b, m, m->x);
    for (size_t c = 0; c < m->n; ++c) {
        const double v[3] = {b[3 * c], b[3 * c + 1], b[3 * c + 2]};
        ss_mul3(b + 3 * c, m->L + 9 * c, v);
        ss_muladd3(b + 3 * c, m->K + 9 * c, x + 3 * c);
    }
}

void ss_reduced_enter(const ss_reduced *m, double *x, const double *b)
{
    memset(m->b, 0, 6 * (m->n_bodies + 1) * sizeof *m->b);
    memset(m->w, 0, 6 * (m->n_bodies + 1) * sizeof *m->w);
    for (size_t c = 0; c < m->n; ++c) {
        double Rx[3];
        ss_mul3(x + 3 * c, m->inverse + 9 * c, b + 3 * c);
        ss_mul3(Rx, m->R + 9 * c, x + 3 * c);
        push(m->b, m, c, Rx);
    }
}

void ss_reduced_leave(const ss_reduced *m, double *x, const double *b)
{
    for (size_t c = 0; c < m->n; ++c) {
        double v[3], rest[3] = {b[3 * c], b[3 * c + 1], b[3 * c + 2]}, Lv[3];
        pull(v, m, c, m->w);
        ss_mul3(Lv, m->L + 9 * c, v);
        ss_sub3(rest, rest, Lv);
        ss_mul3(x + 3 * c, m->inverse + 9 * c, rest);
    }
}

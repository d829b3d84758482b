/* Block form from body form: W_cb = P_c* M^-1 P_b is not zero only where c and b share a body.
 * Column by column: apply a unit impulse at b, read the velocity at every contact of its bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The contacts of each moving body (ss_operator_neighbours). */
typedef struct incidence {
    uint32_t *start, *contact;
} incidence;

/* Merge the ascending contact lists of the bodies of c into `row`; returns its length. */
static size_t merge_row(size_t *row, const incidence *list, ss_contact_bodies pair)
{
    size_t a = list->start[pair.i], b = list->start[pair.j], n = 0;
    const size_t a_end = list->start[pair.i + 1], b_end = list->start[pair.j + 1];
    while (a < a_end || b < b_end) {
        /* the smaller head of the two lists; where both are the same contact, once, and
         * both go on */
        const size_t from_a = a < a_end ? list->contact[a] : SIZE_MAX;
        const size_t from_b = b < b_end ? list->contact[b] : SIZE_MAX;
        row[n++] = from_a < from_b ? from_a : from_b;
        a += from_a <= from_b; /* both, where they are equal */
        b += from_b <= from_a;
    }
    return n;
}

/* block = W_cb: the velocity at c due to unit impulses at b, restitution's shift left out. */
static void fill_block(double block[9], const ss_problem *p, double *v, size_t c, size_t b)
{
    const ss_contact_bodies at_c = ss_operator_bodies(p, c), at_b = ss_operator_bodies(p, b);
    const size_t touched[4] = {at_c.i, at_c.j, at_b.i, at_b.j};
    for (int k = 0; k < 3; ++k) {
        double unit[3] = {0.0, 0.0, 0.0}, u[3];
        unit[k] = 1.0;
        for (int t = 0; t < 4; ++t)
            memset(v + 6 * touched[t], 0, 6 * sizeof *v);
        ss_operator_change(v, p, b, unit);
        ss_form_image(u, p, p->form, v, c);
        for (int row = 0; row < 3; ++row)
            block[3 * row + k] = u[row];
    }
}

static void fill(const ss_block_arrays *s, const ss_problem *p, const incidence *list, double *v)
{
    const size_t n = p->n_contacts;
    double W[9];
    *s->dim = p->dim;
    memcpy(s->q, p->q, 3 * n * sizeof *s->q);
    memcpy(s->mu, p->mu, n * sizeof *s->mu);
    memcpy(s->rho_bar, p->rho_bar, n * sizeof *s->rho_bar);
    for (size_t c = 0; c < n; ++c) {
        const size_t start = s->row_start[c];
        const size_t length = merge_row(s->column + start, list, ss_operator_bodies(p, c));
        s->row_start[c + 1] = start + length;
        for (size_t k = start; k < start + length; ++k)
            if (s->column[k] == c) /* exactly diagonal for spheres, where the sums below round */
                memcpy(s->blocks + 9 * k, ss_operator_block(W, p, c), sizeof W);
            else
                fill_block(s->blocks + 9 * k, p, v, c, s->column[k]);
    }
}

ss_block_problem *ss_block_problem_from_body(const ss_problem *p, ss_error *error)
{
    const ss_moving *const moving = ss_operator_moving(p);
    incidence list = {calloc(moving->n_bodies + 2, sizeof *list.start),
                      calloc(2 * p->n_contacts + 1, sizeof *list.contact)};
    ss_block_arrays arrays;
    ss_block_problem *s = NULL;
    size_t n_blocks = 0;
    bool complete = false;
    double *const v = calloc(6 * moving->n_bodies + 1, sizeof *v);
    size_t *const row = calloc(2 * p->n_contacts + 1, sizeof *row);
    if (v == NULL || row == NULL || list.start == NULL || list.contact == NULL) {
        ss_error_memory(error, "W of %zu contacts", p->n_contacts);
        goto out;
    }
    ss_operator_neighbours(list.start, list.contact, p);
    /* first the number of blocks, by a merge of each row, then the same merges into the place */
    for (size_t c = 0; c < p->n_contacts; ++c)
        n_blocks += merge_row(row, &list, ss_operator_bodies(p, c));
    s = ss_block_problem_create(p->n_contacts, n_blocks, &arrays, error);
    if (s == NULL)
        goto out;
    fill(&arrays, p, &list, v);
    complete = ss_block_problem_finish(s, error);
out:
    free(list.start);
    free(list.contact);
    free(v);
    free(row);
    if (complete)
        return s;
    ss_block_problem_free(s);
    return NULL;
}

/* Rows of contact c divided by D, in a copy of `from` under way. */
static void undo_scales(const ss_block_arrays *to, const ss_problem *from, size_t c,
                        const ss_rigid_contact *contact)
{
    /* D^-1, row by row: n, then t1 and t2 */
    const double factor[3] = {1.0 / contact->scale_n, 1.0 / contact->scale_t,
                              1.0 / contact->scale_t};
    for (size_t i = 0; i < 3; ++i)
        to->q[3 * c + i] = factor[i] * from->q[3 * c + i];
    for (size_t k = 9 * to->row_start[c]; k < 9 * to->row_start[c + 1]; ++k)
        to->blocks[k] = factor[k % 9 / 3] * from->blocks->blocks[k];
}

/* The reduced masses of balls know nothing of D; others are by the largest eigenvalue of W_cc. */
static ss_block_problem *make_sum(const ss_problem *from, const ss_problem *bodies, ss_error *error)
{
    const size_t n = from->n_contacts, n_blocks = from->blocks->row_start[n];
    ss_block_arrays to;
    ss_block_problem *const s = ss_block_problem_create(n, n_blocks, &to, error);
    if (s == NULL)
        return NULL;
    memcpy(to.row_start, from->blocks->row_start, (n + 1) * sizeof *to.row_start);
    memcpy(to.column, from->blocks->column, n_blocks * sizeof *to.column);
    memcpy(to.mu, from->mu, n * sizeof *to.mu);
    *to.dim = from->dim;
    for (size_t c = 0; c < n; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(bodies, c);
        undo_scales(&to, from, c, &contact);
    }
    /* The reduced masses come last: those of rigid bodies need the W_cc that finish extracts. */
    bool made = ss_block_problem_finish(s, error);
    const double *const W_cc = ss_block_problem_view(s)->W_cc;
    for (size_t c = 0; made && c < n; ++c) {
        to.rho_bar[c] = from->rho_bar[c];
        if (bodies->form == SS_FORM_RIGID)
            to.rho_bar[c] = 1.0 / ss_operator_block_largest(W_cc + 9 * c);
        made = to.rho_bar[c] > 0.0 || ss_error_memory(error, "W of %zu contacts", n);
    }
    if (made)
        return s;
    ss_block_problem_free(s);
    return NULL;
}

ss_block_problem *ss_block_problem_sum(const ss_problem *posed, const ss_problem *bodies,
                                       ss_error *error)
{
    ss_block_problem *blocks = NULL;
    const bool formed = posed->form == SS_FORM_BLOCKS ||
                        (blocks = ss_block_problem_from_body(posed, error)) != NULL;
    ss_block_problem *const sum =
        formed ? make_sum(blocks != NULL ? ss_block_problem_view(blocks) : posed, bodies, error)
               : NULL;
    ss_block_problem_free(blocks);
    return sum;
}

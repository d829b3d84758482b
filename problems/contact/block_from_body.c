/* Block form from body form: W_cb = P_c* M^-1 P_b is not zero only where c and b share a body.
 * Column by column: apply a unit impulse at b, read the velocity at every contact of its bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"

#include <stdint.h>
#include <stdlib.h>

/* The contacts of each body, as rows of a table. */
typedef struct incidence {
    size_t *start, *contact;
} incidence;

static bool mobile(const ss_body_form *body, size_t b)
{
    return body->inv_mass[b] > 0.0;
}

static bool list_contacts(incidence *list, const ss_problem *p)
{
    const ss_body_form *const body = p->body;
    list->start = calloc(body->n_bodies + 1, sizeof *list->start);
    list->contact = calloc(2 * p->n_contacts + 1, sizeof *list->contact);
    if (list->start == NULL || list->contact == NULL)
        return false;
    for (size_t c = 0; c < p->n_contacts; ++c) {
        ++list->start[body->contacts[c].i + 1];
        ++list->start[body->contacts[c].j + 1];
    }
    for (size_t b = 0; b < body->n_bodies; ++b)
        list->start[b + 1] += list->start[b];
    for (size_t c = p->n_contacts; c-- > 0;) { /* backwards: rows come out ascending */
        const size_t ends[2] = {body->contacts[c].i, body->contacts[c].j};
        for (int k = 0; k < 2; ++k)
            list->contact[--list->start[ends[k] + 1]] = c;
    }
    for (size_t b = 0; b < body->n_bodies; ++b) /* undo the shift by one of the countdown */
        list->start[b] = list->start[b + 1];
    list->start[body->n_bodies] = 2 * p->n_contacts;
    return true;
}

/* Merge the ascending contact lists of the mobile bodies of c into `row`; returns its length. */
static size_t neighbours(size_t *row, const incidence *list, const ss_body_form *body, size_t c)
{
    const size_t i = body->contacts[c].i, j = body->contacts[c].j;
    size_t a = list->start[i], b = list->start[j], n = 0;
    const size_t a_end = mobile(body, i) ? list->start[i + 1] : a;
    const size_t b_end = mobile(body, j) ? list->start[j + 1] : b;
    while (a < a_end || b < b_end) {
        const size_t from_a = a < a_end ? list->contact[a] : SIZE_MAX;
        const size_t from_b = b < b_end ? list->contact[b] : SIZE_MAX;
        row[n++] = from_a < from_b ? from_a : from_b;
        a += from_a <= from_b;
        b += from_b <= from_a;
    }
    return n;
}

/* block = W_cb: the velocity at c due to unit impulses at b, restitution's shift left out. */
static void fill_block(double block[9], const ss_body_form *body, double *v, size_t c, size_t b)
{
    const ss_body_contact *const contact = &body->contacts[c];
    const double scale[3] = {contact->scale_n, contact->scale_t, contact->scale_t};
    const size_t touched[4] = {contact->i, contact->j, body->contacts[b].i, body->contacts[b].j};
    for (int k = 0; k < 3; ++k) {
        double unit[3] = {0.0, 0.0, 0.0}, u[3];
        unit[k] = 1.0;
        for (int t = 0; t < 4; ++t)
            memset(v + 6 * touched[t], 0, 6 * sizeof *v);
        ss_body_change(v, body, b, unit);
        ss_body_relative_velocity(u, contact, v);
        for (int row = 0; row < 3; ++row)
            block[3 * row + k] = scale[row] * u[row];
    }
}

static void fill(const ss_block_arrays *s, const ss_problem *p, const incidence *list, double *v)
{
    const size_t n = p->n_contacts;
    memcpy(s->q, p->q, 3 * n * sizeof *s->q);
    memcpy(s->mu, p->mu, n * sizeof *s->mu);
    memcpy(s->rho_bar, p->rho_bar, n * sizeof *s->rho_bar);
    for (size_t c = 0; c < n; ++c) {
        const size_t start = s->row_start[c];
        const size_t length = neighbours(s->column + start, list, p->body, c);
        s->row_start[c + 1] = start + length;
        for (size_t k = start; k < start + length; ++k)
            if (s->column[k] == c) /* exactly diagonal for spheres, where the sums below round */
                ss_body_block(s->blocks + 9 * k, p->body, c);
            else
                fill_block(s->blocks + 9 * k, p->body, v, c, s->column[k]);
    }
}

ss_block_problem *ss_block_problem_from_body(const ss_problem *p, ss_error *error)
{
    incidence list = {NULL, NULL};
    ss_block_arrays arrays;
    ss_block_problem *s = NULL;
    size_t n_blocks = 0;
    bool complete = false;
    double *const v = calloc(6 * p->body->n_bodies, sizeof *v);
    size_t *const row = calloc(2 * p->n_contacts + 1, sizeof *row);
    if (v == NULL || row == NULL || !list_contacts(&list, p)) {
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for W of %zu contacts", p->n_contacts);
        goto out;
    }
    for (size_t c = 0; c < p->n_contacts; ++c)
        n_blocks += neighbours(row, &list, p->body, c);
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

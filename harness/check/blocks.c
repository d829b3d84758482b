/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/blocks.h"

#include "harness/check/sample.h"

#include <stdlib.h>
#include <string.h>

static bool allocate(ss_check_blocks *b, size_t n, size_t n_blocks, ss_error *error)
{
    *b = (ss_check_blocks){.q = calloc(3 * n + 1, sizeof *b->q),
                           .mu = calloc(n + 1, sizeof *b->mu),
                           .rho_bar = calloc(n + 1, sizeof *b->rho_bar),
                           .W_cc = calloc(9 * n + 1, sizeof *b->W_cc),
                           .blocks = calloc(9 * n_blocks + 1, sizeof *b->blocks),
                           .row_start = calloc(n + 1, sizeof *b->row_start),
                           .column = calloc(n_blocks + 1, sizeof *b->column)};
    b->form = (ss_block_form){b->row_start, b->column, b->blocks};
    b->problem = (ss_problem){.n_contacts = n,
                              .dim = 3,
                              .q = b->q,
                              .mu = b->mu,
                              .rho_bar = b->rho_bar,
                              .W_cc = b->W_cc,
                              .form = SS_FORM_BLOCKS,
                              .blocks = &b->form};
    return (b->q != NULL && b->mu != NULL && b->rho_bar != NULL && b->W_cc != NULL &&
            b->blocks != NULL && b->row_start != NULL && b->column != NULL) ||
           ss_error_set(error, SS_ERROR_MEMORY, "no memory for a problem of %zu contacts", n);
}

/* The new number of the old contact c. */
static size_t place(const size_t *order, size_t n, size_t c)
{
    size_t k = 0;
    while (k < n && order[k] != c)
        ++k;
    return k;
}

/* Append the block of new column `column` to the last row, which begins at `begin`, in order. */
static void insert_block(ss_check_blocks *b, size_t begin, size_t end, size_t column,
                         const double W[9])
{
    size_t k = end;
    for (; k > begin && b->column[k - 1] > column; --k) {
        b->column[k] = b->column[k - 1];
        memcpy(b->blocks + 9 * k, b->blocks + 9 * (k - 1), 9 * sizeof *W);
    }
    b->column[k] = column;
    memcpy(b->blocks + 9 * k, W, 9 * sizeof *W);
}

static bool copy_in_order(ss_check_blocks *to, const ss_problem *from, const size_t *order,
                          ss_error *error)
{
    const ss_block_form *const form = from->blocks;
    const size_t n = from->n_contacts;
    if (!allocate(to, n, form->row_start[n], error))
        return false;
    for (size_t c = 0; c < n; ++c) {
        const size_t old = order[c];
        memcpy(to->q + 3 * c, from->q + 3 * old, 3 * sizeof *to->q);
        memcpy(to->W_cc + 9 * c, from->W_cc + 9 * old, 9 * sizeof *to->W_cc);
        to->mu[c] = from->mu[old];
        to->rho_bar[c] = from->rho_bar[old];
        size_t end = to->row_start[c];
        for (size_t k = form->row_start[old]; k < form->row_start[old + 1]; ++k, ++end)
            insert_block(to, to->row_start[c], end, place(order, n, form->column[k]),
                         form->blocks + 9 * k);
        to->row_start[c + 1] = end;
    }
    return true;
}

bool ss_check_blocks_random(ss_check_blocks *b, unsigned long seed, ss_error *error)
{
    enum { n_balls = 8 };
    size_t same[SS_CHECK_BLOCKS_MOST];
    ss_check_cluster cluster = {.step = NULL};
    ss_block_problem *owner = NULL;
    bool made = false;
    for (size_t c = 0; c < SS_CHECK_BLOCKS_MOST; ++c)
        same[c] = c;
    *b = (ss_check_blocks){.q = NULL};
    gsl_rng *const rng = ss_check_random_create(seed, error);
    if (rng == NULL || !ss_check_cluster_create(&cluster, rng, n_balls, true, NULL, error) ||
        !ss_check_cluster_pose(&cluster, error))
        goto out;
    owner = ss_block_problem_from_body(cluster.problem, error);
    if (owner == NULL)
        goto out;
    if (cluster.problem->n_contacts > SS_CHECK_BLOCKS_MOST)
        ss_error_set(error, SS_ERROR_INTERNAL, "cluster %lu has %zu contacts", seed,
                     cluster.problem->n_contacts);
    else
        made = copy_in_order(b, ss_block_problem_view(owner), same, error);
out:
    ss_block_problem_free(owner);
    ss_check_cluster_free(&cluster);
    gsl_rng_free(rng);
    return made;
}

bool ss_check_blocks_reorder(ss_check_blocks *to, const ss_check_blocks *from, const size_t *order,
                             ss_error *error)
{
    return copy_in_order(to, &from->problem, order, error);
}

bool ss_check_blocks_equal(const ss_check_blocks *a, const ss_check_blocks *b)
{
    const size_t n = a->problem.n_contacts, n_blocks = a->row_start[n];
    return memcmp(a->q, b->q, 3 * n * sizeof *a->q) == 0 &&
           memcmp(a->mu, b->mu, n * sizeof *a->mu) == 0 &&
           memcmp(a->rho_bar, b->rho_bar, n * sizeof *a->rho_bar) == 0 &&
           memcmp(a->W_cc, b->W_cc, 9 * n * sizeof *a->W_cc) == 0 &&
           memcmp(a->blocks, b->blocks, 9 * n_blocks * sizeof *a->blocks) == 0 &&
           memcmp(a->row_start, b->row_start, (n + 1) * sizeof *a->row_start) == 0 &&
           memcmp(a->column, b->column, n_blocks * sizeof *a->column) == 0;
}

void ss_check_blocks_free(ss_check_blocks *b)
{
    free(b->q);
    free(b->mu);
    free(b->rho_bar);
    free(b->W_cc);
    free(b->blocks);
    free(b->row_start);
    free(b->column);
    *b = (ss_check_blocks){.q = NULL};
}

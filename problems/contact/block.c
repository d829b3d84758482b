/* Block problems: memory, and the checks that every maker of one passes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/problem.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Invariant: `form` and `problem` point into `own` and W_cc, so the struct is never copied
 * or moved. After ss_block_problem_finish the columns of a row ascend, every row has its diagonal
 * block, of which W_cc is a copy, and all numbers are finite. */
struct ss_block_problem {
    ss_problem problem; /* what ss_block_problem_view gives */
    ss_block_form form;
    ss_block_arrays own; /* the arrays behind the views; freed here alone */
    double *W_cc;        /* 9 n_contacts, 1/kg: copies of the diagonal blocks */
    size_t n_blocks;     /* of W, in all rows: the room of own.blocks and own.column */
};

static bool allocate(ss_block_arrays *own, size_t n, size_t n_blocks)
{
    /* far from where 9 blocks of 8 bytes would overflow the sizes below */
    if (n > SIZE_MAX / 256 || n_blocks > SIZE_MAX / 256)
        return false;
    own->q = calloc(3 * n + 1, sizeof *own->q);
    own->mu = calloc(n + 1, sizeof *own->mu);
    own->rho_bar = calloc(n + 1, sizeof *own->rho_bar);
    own->blocks = calloc(9 * n_blocks + 1, sizeof *own->blocks);
    own->column = calloc(n_blocks + 1, sizeof *own->column);
    own->row_start = calloc(n + 1, sizeof *own->row_start);
    return own->q && own->mu && own->rho_bar && own->blocks && own->column && own->row_start;
}

ss_block_problem *ss_block_problem_create(size_t n_contacts, size_t n_blocks,
                                          ss_block_arrays *arrays, ss_error *error)
{
    ss_block_problem *const s = calloc(1, sizeof *s);
    if (s == NULL || !allocate(&s->own, n_contacts, n_blocks) ||
        (s->W_cc = calloc(9 * n_contacts + 1, sizeof *s->W_cc)) == NULL) {
        ss_block_problem_free(s);
        ss_error_memory(error, "W of %zu contacts, %zu blocks", n_contacts, n_blocks);
        return NULL;
    }
    const ss_block_arrays *const own = &s->own;
    s->n_blocks = n_blocks;
    s->form = (ss_block_form){own->row_start, own->column, own->blocks};
    s->problem = (ss_problem){.n_contacts = n_contacts,
                              .dim = 3,
                              .q = own->q,
                              .mu = own->mu,
                              .rho_bar = own->rho_bar,
                              .W_cc = s->W_cc,
                              .form = SS_FORM_BLOCKS,
                              .blocks = &s->form};
    s->own.dim = &s->problem.dim;
    *arrays = s->own;
    return s;
}

/* NULL, or what is wrong with the pattern of row c. */
static const char *row_fault(const ss_block_problem *s, size_t c)
{
    const size_t start = s->own.row_start[c], end = s->own.row_start[c + 1];
    if (start > end || end > s->n_blocks)
        return "its block row does not fit into W";
    for (size_t k = start; k < end; ++k)
        if (s->own.column[k] >= s->problem.n_contacts ||
            (k > start && s->own.column[k] <= s->own.column[k - 1]))
            return "the block columns of its row do not ascend within W";
    return NULL;
}

static bool all_finite(const double *x, size_t n)
{
    for (size_t k = 0; k < n; ++k)
        if (!isfinite(x[k]))
            return false;
    return true;
}

/* NULL, or what is wrong with the numbers of contact c. */
static const char *number_fault(const ss_block_problem *s, size_t c)
{
    const ss_block_arrays *const own = &s->own;
    const size_t start = own->row_start[c], end = own->row_start[c + 1];
    if (!all_finite(own->q + 3 * c, 3))
        return "q is not finite";
    if (!isfinite(own->mu[c]) || own->mu[c] < 0.0)
        return "the friction coefficient mu is negative or not finite";
    if (!isfinite(own->rho_bar[c]) || own->rho_bar[c] < 0.0)
        return "rho_bar is negative or not finite";
    if (!all_finite(own->blocks + 9 * start, 9 * (end - start)))
        return "its row of W is not finite";
    return NULL;
}

/* Copy W_cc out of row c. Returns NULL, or what is wrong with it. */
static const char *take_diagonal(ss_block_problem *s, size_t c)
{
    const ss_block_arrays *const own = &s->own;
    double *const W = s->W_cc + 9 * c;
    size_t k = own->row_start[c];
    while (k < own->row_start[c + 1] && own->column[k] != c)
        ++k;
    if (k == own->row_start[c + 1])
        return "W has no diagonal block there";
    memcpy(W, own->blocks + 9 * k, 9 * sizeof *W);
    /* an impulse along n must open the contact: W_nn > 0, large enough for 1/W_nn to be a number */
    if (!(W[0] > 0.0) || !isfinite(1.0 / W[0]))
        return "W_nn of its diagonal block is not positive";
    if (!(W[0] + W[4] + W[8] > 0.0) || !isfinite(W[0] + W[4] + W[8]))
        return "the trace of its diagonal block is not positive and finite";
    /* the reduced mass where none is known; for spheres 1/W_nn is m_i m_j/(m_i + m_j) (method 6) */
    if (own->rho_bar[c] == 0.0)
        own->rho_bar[c] = 1.0 / W[0];
    return NULL;
}

bool ss_block_problem_finish(ss_block_problem *s, ss_error *error)
{
    for (size_t c = 0; c < s->problem.n_contacts; ++c) {
        const char *fault = row_fault(s, c);
        if (fault == NULL)
            fault = number_fault(s, c);
        if (fault == NULL)
            fault = take_diagonal(s, c);
        if (fault != NULL)
            return ss_error_set(error, SS_ERROR_DATA, "contact %zu: %s", c, fault);
    }
    return true;
}

void ss_block_problem_free(ss_block_problem *s)
{
    if (s == NULL)
        return;
    free(s->own.q);
    free(s->own.mu);
    free(s->own.rho_bar);
    free(s->own.blocks);
    free(s->own.column);
    free(s->own.row_start);
    free(s->W_cc);
    free(s);
}

const ss_problem *ss_block_problem_view(const ss_block_problem *s)
{
    return &s->problem;
}

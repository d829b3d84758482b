/* A frozen problem in words: what a reader wants to know of a file before running it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/frozen.h"

#include "problems/base/prose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rank is found by elimination, whose work grows with the cube of the contacts. */
enum { MOST_CONTACTS_FOR_RANK = 300 };

/* Pivots below this part of the first are taken for rounding. */
static const double rank_tolerance = 1e-10;

/* Rank of the n x n matrix A (row-major, destroyed) by elimination with complete pivoting. */
static size_t find_rank(double *A, size_t n)
{
    double first = 0.0; /* |pivot| of the first, the largest entry of A */
    for (size_t rank = 0; rank < n; ++rank) {
        /* the largest entry of what is left is the pivot */
        size_t row = rank, column = rank;
        for (size_t i = rank; i < n; ++i)
            for (size_t j = rank; j < n; ++j)
                if (fabs(A[i * n + j]) > fabs(A[row * n + column]))
                    row = i, column = j;
        /* what is not above rounding, NaN too, ends the search */
        const double pivot = A[row * n + column];
        first = rank == 0 ? fabs(pivot) : first;
        if (!(fabs(pivot) > rank_tolerance * first))
            return rank;
        /* it goes to the corner, by a change of rows and one of columns */
        for (size_t j = 0; j < n; ++j) {
            const double kept = A[rank * n + j];
            A[rank * n + j] = A[row * n + j];
            A[row * n + j] = kept;
        }
        for (size_t i = 0; i < n; ++i) {
            const double kept = A[i * n + rank];
            A[i * n + rank] = A[i * n + column];
            A[i * n + column] = kept;
        }
        /* what its row takes away from those below */
        for (size_t i = rank + 1; i < n; ++i) {
            const double factor = A[i * n + rank] / pivot;
            for (size_t j = rank; factor != 0.0 && j < n; ++j)
                A[i * n + j] -= factor * A[rank * n + j];
        }
    }
    return n;
}

/* W as a full matrix of `dim` rows a contact, to be freed; NULL without memory. */
static double *fill_matrix(const ss_problem *p, size_t dim)
{
    const ss_block_form *const W = p->blocks;
    const size_t n = dim * p->n_contacts;
    double *const A = calloc(n * n + 1, sizeof *A);
    for (size_t c = 0; A != NULL && c < p->n_contacts; ++c)
        for (size_t b = W->row_start[c]; b < W->row_start[c + 1]; ++b)
            for (size_t k = 0; k < dim * dim; ++k)
                A[(dim * c + k / dim) * n + dim * W->column[b] + k % dim] =
                    W->blocks[9 * b + 3 * (k / dim) + k % dim];
    return A;
}

bool ss_frozen_rank(size_t *rank, const ss_problem *blocks, size_t dim, ss_error *error)
{
    *rank = SIZE_MAX;
    if (blocks->n_contacts > MOST_CONTACTS_FOR_RANK)
        return true;
    double *const A = fill_matrix(blocks, dim);
    if (A == NULL)
        return ss_error_memory(error, "W of %zu contacts", blocks->n_contacts);
    *rank = find_rank(A, dim * blocks->n_contacts);
    free(A);
    return true;
}

/* Full rank: u determines r. Else r is one of several that give the same u. */
static bool describe_rank(const ss_problem *p, size_t dim, FILE *out, ss_error *error)
{
    const size_t n = dim * p->n_contacts;
    if (p->n_contacts > MOST_CONTACTS_FOR_RANK) {
        fprintf(out, "rank of W: not looked for (more than %d contacts)\n",
                (int)MOST_CONTACTS_FOR_RANK);
        return true;
    }
    size_t rank = 0;
    if (!ss_frozen_rank(&rank, p, dim, error))
        return false;
    fprintf(out, "rank of W: %zu of %zu (%s)\n", rank, n,
            rank == n ? "full: the velocities determine the impulses"
                      : "singular: several impulses can give the same velocities");
    return true;
}

/* The blocks off the diagonal: who feels whom. */
static void describe_coupling(const ss_problem *p, FILE *out)
{
    const ss_block_form *const W = p->blocks;
    size_t most = 0, n_alone = 0, n_blocks = 0; /* blocks off the diagonal: of one row; rows; all */
    for (size_t c = 0; c < p->n_contacts; ++c) {
        size_t n = 0;
        for (size_t b = W->row_start[c]; b < W->row_start[c + 1]; ++b)
            n += W->column[b] != c;
        n_blocks += n;
        n_alone += n == 0;
        most = n > most ? n : most;
    }
    fprintf(out, "coupling: a contact feels %.3g others on average, %zu at most; %zu feel%s none\n",
            (double)n_blocks / (double)p->n_contacts, most, n_alone, n_alone == 1 ? "s" : "");
}

static void describe_friction(const ss_problem *p, FILE *out)
{
    double least = INFINITY, most = -INFINITY; /* -, of mu */
    for (size_t c = 0; c < p->n_contacts; ++c) {
        least = fmin(least, p->mu[c]);
        most = fmax(most, p->mu[c]);
    }
    if (least == most)
        fprintf(out, "mu: %g at all contacts\n", least);
    else
        fprintf(out, "mu: %g to %g\n", least, most);
}

/* a text of the file, without the blanks it begins with; nothing where it says nothing */
static void describe_line(const char *what, const char *text, FILE *out)
{
    if (text[0] != '\0')
        ss_prose_line(out, "%s: %s", what, text + strspn(text, "\n "));
}

static void describe_solution(const ss_fclib_problem *file, FILE *out)
{
    fprintf(out, "solution: %s",
            file->answered
                ? "none is stored; the engine's answer is judged by 'stickslip judge-step'"
            : file->r != NULL && file->u != NULL ? "r and u are stored"
            : file->r != NULL                    ? "r is stored"
            : file->u != NULL                    ? "u is stored"
                                                 : "none is stored");
    if (file->n_guesses > 0)
        fprintf(out, "; %zu guess%s%s", file->n_guesses, file->n_guesses == 1 ? "" : "es",
                file->guess != NULL ? ", the first of which a warm start begins from"
                                    : " (not read)");
    fputc('\n', out);
}

bool ss_frozen_describe(const char *path, FILE *out, ss_error *error)
{
    /* the whole file is read: what cannot be run is not described either */
    ss_fclib_problem file;
    if (!ss_fclib_read(&file, path, error))
        return false;
    const ss_problem *const p = ss_block_problem_view(file.blocks);
    fprintf(out, "file:%s - %s\nfrozen problem; reference: its own words, below\n", path,
            file.title[0] != '\0' ? file.title : "without a title");
    describe_line("description", file.description, out);
    describe_line("mathematics", file.math_info, out);
    /* where it comes from, and in which form */
    ss_prose_line(out, "origin: %s",
                  file.provenance[0] != '\0' ? file.provenance : "not ours; the file does not say");
    fprintf(out, "form: %s, %d dimensions\n",
            file.step     ? "a step of rigid bodies, made into W and q"
            : file.global ? "global (M, H, f), condensed to W and q"
                          : "local (W and q)",
            file.spacedim);
    fprintf(out, "contacts: %zu\n", p->n_contacts);
    describe_friction(p, out);
    const bool described = describe_rank(p, file.spacedim == 2 ? 2 : 3, out, error);
    describe_coupling(p, out);
    fprintf(out, "rho_bar: %s\n",
            file.step          ? "of the bodies"
            : file.own_rho_bar ? "stored"
                               : "not stored");
    describe_solution(&file, out);
    ss_fclib_free(&file);
    return described;
}

/* A problem in FCLIB's format, by an image in memory (hdf5_image.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/hdf5_image.h"
#include "problems/files/hdf5_module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 80 }; /* most of a dataset's name */

/* The first dim of three numbers a contact, n in all. */
static void put_vector(ss_h5_image *out, const char *name, const double *x, size_t n, size_t dim)
{
    double *const flat = calloc(n + 1, sizeof *flat); /* without the third of plane problems */
    for (size_t k = 0; flat != NULL && k < n; ++k)
        flat[k] = x[3 * (k / dim) + k % dim];
    if (flat == NULL)
        out->failed = true;
    else
        ss_h5_put_reals(out, name, flat, n);
    free(flat);
}

/* W as compressed rows of numbers: p of dim n_contacts + 1, i and x of dim^2 a block. */
typedef struct rows {
    int32_t *p, *i;       /* starts of rows; columns; from 0 */
    double *x;            /* 1/kg */
    size_t dim, n, count; /* components a contact; rows; entries */
} rows;

static void free_rows(rows *W)
{
    free(W->p);
    free(W->i);
    free(W->x);
}

static void fill_rows(rows *W, const ss_block_form *form)
{
    size_t e = 0;
    /* row i of the blocks of contact c, from left to right; of a plane problem the first two
     * of three */
    for (size_t row = 0; row < W->n; ++row) {
        W->p[row] = (int32_t)e;
        const size_t c = row / W->dim, i = row % W->dim;
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            for (size_t j = 0; j < W->dim; ++j, ++e) {
                W->i[e] = (int32_t)(W->dim * form->column[k] + j);
                W->x[e] = form->blocks[9 * k + 3 * i + j];
            }
    }
    W->p[W->n] = (int32_t)e;
}

/* Two dimensions say all: the reader's third component is that of the problem. That of bodies in a
 * plane is not, for their W_t2t2 is an inverse mass and couples contacts: they take three. */
static bool is_planar(const ss_problem *problem)
{
    const ss_block_form *const form = problem->blocks;
    bool planar = problem->dim == 2;
    for (size_t c = 0; planar && c < problem->n_contacts; ++c) {
        /* what ss_block_problem_from_triplets would make of two dimensions, to the bit */
        planar = problem->q[3 * c + 2] == 0.0;
        for (size_t k = form->row_start[c]; planar && k < form->row_start[c + 1]; ++k) {
            const double *const W = form->blocks + 9 * k;
            planar = W[2] == 0.0 && W[5] == 0.0 && W[6] == 0.0 && W[7] == 0.0 &&
                     W[8] == (form->column[k] == c ? 0.5 * W[0] + 0.5 * W[4] : 0.0);
        }
    }
    return planar;
}

static bool make_rows(rows *W, const ss_problem *problem, ss_error *error)
{
    const size_t n = problem->n_contacts, n_blocks = problem->blocks->row_start[n];
    if (n == 0)
        return ss_error_set(error, SS_ERROR_DATA, "the problem has no contacts: nothing to freeze");
    /* indices have 32 bits on file: rows, and entries */
    if (n > INT32_MAX / 3 || n_blocks > INT32_MAX / 9)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%zu contacts with %zu blocks are more than FCLIB's format can count",
                            n, n_blocks);
    const size_t dim = is_planar(problem) ? 2 : 3;
    *W = (rows){.dim = dim, .n = dim * n, .count = dim * dim * n_blocks};
    W->p = calloc(W->n + 1, sizeof *W->p);
    W->i = calloc(W->count, sizeof *W->i);
    W->x = calloc(W->count, sizeof *W->x);
    if (W->p == NULL || W->i == NULL || W->x == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to write W of %zu contacts", n);
    fill_rows(W, problem->blocks);
    return true;
}

/* W in the form nz = -2 of fclib_matrix.h: no room beyond its entries */
static void put_matrix(ss_h5_image *out, const rows *W)
{
    ss_h5_put_group(out, "/fclib_local/W");
    ss_h5_put_integer(out, "/fclib_local/W/nzmax", W->count);
    ss_h5_put_integer(out, "/fclib_local/W/m", W->n);
    ss_h5_put_integer(out, "/fclib_local/W/n", W->n);
    const int32_t compressed_rows = -2; /* nz of that form */
    ss_h5_put_integers(out, "/fclib_local/W/nz", &compressed_rows, 1);
    ss_h5_put_integers(out, "/fclib_local/W/p", W->p, W->n + 1);
    ss_h5_put_integers(out, "/fclib_local/W/i", W->i, W->count);
    ss_h5_put_reals(out, "/fclib_local/W/x", W->x, W->count);
}

/* The name of a dataset in a group. */
static const char *in(char name[NAME], const char *group, const char *what)
{
    snprintf(name, NAME, "%s/%s", group, what);
    return name;
}

/* What people read of it: title, description, what the letters mean. */
static void put_words(ss_h5_image *out, const char *group, const ss_fclib_text *text)
{
    char name[NAME];
    ss_h5_put_group(out, group);
    ss_h5_put_text(out, in(name, group, "title"), text->title);
    ss_h5_put_text(out, in(name, group, "description"), text->description);
    ss_h5_put_text(out, in(name, group, "math_info"), text->math_info);
}

/* In the order of the format: dimension, W, vectors, words; then what is ours alone. */
static void put_problem(ss_h5_image *out, const ss_problem *problem, const rows *W,
                        const ss_fclib_text *text)
{
    ss_h5_put_group(out, "/fclib_local");
    ss_h5_put_integer(out, "/fclib_local/spacedim", W->dim);
    put_matrix(out, W);
    ss_h5_put_group(out, "/fclib_local/vectors");
    put_vector(out, "/fclib_local/vectors/q", problem->q, W->n, W->dim);
    ss_h5_put_reals(out, "/fclib_local/vectors/mu", problem->mu, problem->n_contacts);
    put_words(out, "/fclib_local/info", text);
    ss_h5_put_group(out, "/stickslip");
    ss_h5_put_reals(out, "/stickslip/rho_bar", problem->rho_bar, problem->n_contacts);
    ss_h5_put_text(out, "/stickslip/provenance", text->provenance);
    if (text->state != NULL)
        ss_h5_put_text(out, "/stickslip/state", text->state);
}

static void put_solution(ss_h5_image *out, const double *r, const double *u, const rows *W)
{
    ss_h5_put_group(out, "/solution");
    put_vector(out, "/solution/u", u, W->n, W->dim);
    put_vector(out, "/solution/r", r, W->n, W->dim);
}

/* The group as libfclib writes it: a guess has all that a solution has. */
static void put_guess(ss_h5_image *out, const ss_problem *problem, const double *r, const rows *W)
{
    /* u = W r + q, by the rows that are written */
    double *const u = malloc((W->n + 1) * sizeof *u);
    for (size_t row = 0; u != NULL && row < W->n; ++row) {
        u[row] = problem->q[3 * (row / W->dim) + row % W->dim];
        for (size_t e = (size_t)W->p[row]; e < (size_t)W->p[row + 1]; ++e) {
            const size_t column = (size_t)W->i[e];
            u[row] += W->x[e] * r[3 * (column / W->dim) + column % W->dim];
        }
    }
    ss_h5_put_group(out, "/guesses");
    ss_h5_put_integer(out, "/guesses/number_of_guesses", 1);
    ss_h5_put_group(out, "/guesses/1");
    put_vector(out, "/guesses/1/r", r, W->n, W->dim);
    if (u != NULL)
        ss_h5_put_reals(out, "/guesses/1/u", u, W->n);
    out->failed |= u == NULL;
    free(u);
}

bool ss_hdf5_write(const char *path, const ss_problem *problem, const ss_fclib_text *text,
                   const double *r, const double *u, ss_error *error)
{
    rows W = {0};
    ss_h5_image file;
    bool written = make_rows(&W, problem, error);
    if (written) {
        ss_h5_image_begin(&file);
        put_problem(&file, problem, &W, text);
        if (r != NULL && u != NULL)
            put_solution(&file, r, u, &W);
        if (text->guess != NULL)
            put_guess(&file, problem, text->guess, &W);
        written = ss_h5_image_end(&file, path, error);
    }
    free_rows(&W);
    return written;
}

/* ---- the global form ---- */

/* Indices of 64 bits in the 32 that the format has; the caller has counted. */
static void put_indices(ss_h5_image *out, const char *name, const int64_t *x, size_t n)
{
    int32_t *const narrow = malloc((n + 1) * sizeof *narrow);
    for (size_t k = 0; narrow != NULL && k < n; ++k)
        narrow[k] = (int32_t)x[k];
    if (narrow == NULL)
        out->failed = true;
    else
        ss_h5_put_integers(out, name, narrow, n);
    free(narrow);
}

/* As triplets, nz >= 0 of fclib_matrix.h: i has rows, p has columns. */
static void put_triplets(ss_h5_image *out, const char *group, const ss_triplets *A)
{
    char name[NAME];
    ss_h5_put_group(out, group);
    ss_h5_put_integer(out, in(name, group, "nzmax"), A->count);
    ss_h5_put_integer(out, in(name, group, "m"), A->m);
    ss_h5_put_integer(out, in(name, group, "n"), A->n);
    ss_h5_put_integer(out, in(name, group, "nz"), A->count);
    put_indices(out, in(name, group, "p"), A->col, A->count);
    put_indices(out, in(name, group, "i"), A->row, A->count);
    ss_h5_put_reals(out, in(name, group, "x"), A->x, A->count);
}

bool ss_hdf5_write_global(const char *path, const ss_fclib_raw *raw, const ss_fclib_text *text,
                          ss_error *error)
{
    ss_h5_image file;
    if (raw->n_contacts == 0 || raw->M.count > INT32_MAX || raw->H.count > INT32_MAX)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%zu contacts, whose H has %zu entries: FCLIB's format can count 1 to "
                            "%d",
                            raw->n_contacts, raw->H.count, INT32_MAX);
    ss_h5_image_begin(&file);
    ss_h5_put_group(&file, "/fclib_global");
    ss_h5_put_integer(&file, "/fclib_global/spacedim", raw->dim);
    put_triplets(&file, "/fclib_global/M", &raw->M);
    put_triplets(&file, "/fclib_global/H", &raw->H);
    ss_h5_put_group(&file, "/fclib_global/vectors");
    ss_h5_put_reals(&file, "/fclib_global/vectors/f", raw->f, raw->M.m);
    ss_h5_put_reals(&file, "/fclib_global/vectors/w", raw->w, raw->H.n);
    ss_h5_put_reals(&file, "/fclib_global/vectors/mu", raw->mu, raw->n_contacts);
    put_words(&file, "/fclib_global/info", text);
    ss_h5_put_group(&file, "/stickslip");
    ss_h5_put_text(&file, "/stickslip/provenance", text->provenance);
    return ss_h5_image_end(&file, path, error);
}

/* The HDF5 file is made in memory and its bytes are then written like any others: HDF5 tells little
 * of a full disk, and tries to write again when the program ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/hdf5_module.h"

#include "problems/files/hdf5_file.h"
#include "problems/base/new_file.h"

#include <stdlib.h>
#include <string.h>

/* A file being made. HDF5's first failure stays in `failed`, later calls do nothing. */
typedef struct image {
    hid_t id, plan; /* plan: datasets without a time of creation, for equal bytes */
    bool failed;
} image;

/* HDF5's core driver: the file lives in memory, grows by `step`, and is never stored by HDF5 */
static bool open_image(image *out)
{
    const size_t step = (size_t)1 << 20; /* bytes by which it grows */
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, step, false);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    out->plan = H5Pcreate(H5P_DATASET_CREATE);
    out->failed = H5Pset_obj_track_times(out->plan, false) < 0;
    /* The name is not used: nothing of it reaches the disk. */
    out->id = H5Fcreate("stickslip.hdf5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    return out->id >= 0;
}

/* also of an image that could not be made */
static void close_image(image *out)
{
    if (out->id >= 0)
        H5Fclose(out->id);
    H5Pclose(out->plan);
}

/* nothing is asked of HDF5 after its first failure; the caller looks at `failed` once, at
 * the end */
static void put_group(image *out, const char *name)
{
    const hid_t id =
        out->failed ? -1 : H5Gcreate2(out->id, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    out->failed = id < 0 || H5Gclose(id) < 0;
}

/* A dataset of a type on file, a space and a type in memory. Takes `space`. */
static void put(image *out, const char *name, hid_t type, hid_t space, hid_t memory,
                const void *data)
{
    hid_t id = -1; /* no dataset */
    if (!out->failed && space >= 0)
        id = H5Dcreate2(out->id, name, type, space, H5P_DEFAULT, out->plan, H5P_DEFAULT);
    out->failed = id < 0 || H5Dwrite(id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0;
    if (id >= 0)
        out->failed |= H5Dclose(id) < 0;
    if (space >= 0)
        H5Sclose(space);
}

static void put_reals(image *out, const char *name, const double *x, size_t n)
{
    const hsize_t extent = n;
    put(out, name, H5T_IEEE_F64LE, H5Screate_simple(1, &extent, NULL), H5T_NATIVE_DOUBLE, x);
}

/* The first dim of three numbers a contact, n in all. */
static void put_vector(image *out, const char *name, const double *x, size_t n, size_t dim)
{
    double *const flat = calloc(n + 1, sizeof *flat); /* without the third of plane problems */
    for (size_t k = 0; flat != NULL && k < n; ++k)
        flat[k] = x[3 * (k / dim) + k % dim];
    if (flat == NULL)
        out->failed = true;
    else
        put_reals(out, name, flat, n);
    free(flat);
}

static void put_integers(image *out, const char *name, const int32_t *x, size_t n)
{
    const hsize_t extent = n;
    put(out, name, H5T_STD_I32LE, H5Screate_simple(1, &extent, NULL), H5T_NATIVE_INT32, x);
}

static void put_integer(image *out, const char *name, size_t value)
{
    const int32_t x = (int32_t)value;
    put_integers(out, name, &x, 1);
}

static void put_text(image *out, const char *name, const char *text)
{
    const char *const characters = text == NULL ? "" : text;
    const hid_t type = H5Tcopy(H5T_C_S1);
    if (H5Tset_size(type, strlen(characters) + 1) < 0)
        out->failed = true;
    put(out, name, type, H5Screate(H5S_SCALAR), type, characters);
    H5Tclose(type);
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
static void put_matrix(image *out, const rows *W)
{
    put_group(out, "/fclib_local/W");
    put_integer(out, "/fclib_local/W/nzmax", W->count);
    put_integer(out, "/fclib_local/W/m", W->n);
    put_integer(out, "/fclib_local/W/n", W->n);
    const int32_t compressed_rows = -2; /* nz of that form */
    put_integers(out, "/fclib_local/W/nz", &compressed_rows, 1);
    put_integers(out, "/fclib_local/W/p", W->p, W->n + 1);
    put_integers(out, "/fclib_local/W/i", W->i, W->count);
    put_reals(out, "/fclib_local/W/x", W->x, W->count);
}

/* In the order of the format: dimension, W, vectors, words; then what is ours alone. */
static void put_problem(image *out, const ss_problem *problem, const rows *W,
                        const ss_fclib_text *text)
{
    put_group(out, "/fclib_local");
    put_integer(out, "/fclib_local/spacedim", W->dim);
    put_matrix(out, W);
    put_group(out, "/fclib_local/vectors");
    put_vector(out, "/fclib_local/vectors/q", problem->q, W->n, W->dim);
    put_reals(out, "/fclib_local/vectors/mu", problem->mu, problem->n_contacts);
    put_group(out, "/fclib_local/info");
    put_text(out, "/fclib_local/info/title", text->title);
    put_text(out, "/fclib_local/info/description", text->description);
    put_text(out, "/fclib_local/info/math_info", text->math_info);
    put_group(out, "/stickslip");
    put_reals(out, "/stickslip/rho_bar", problem->rho_bar, problem->n_contacts);
    put_text(out, "/stickslip/provenance", text->provenance);
    if (text->state != NULL)
        put_text(out, "/stickslip/state", text->state);
}

static void put_solution(image *out, const double *r, const double *u, const rows *W)
{
    put_group(out, "/solution");
    put_vector(out, "/solution/u", u, W->n, W->dim);
    put_vector(out, "/solution/r", r, W->n, W->dim);
}

/* The group as libfclib writes it: a guess has all that a solution has. */
static void put_guess(image *out, const ss_problem *problem, const double *r, const rows *W)
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
    put_group(out, "/guesses");
    put_integer(out, "/guesses/number_of_guesses", 1);
    put_group(out, "/guesses/1");
    put_vector(out, "/guesses/1/r", r, W->n, W->dim);
    if (u != NULL)
        put_reals(out, "/guesses/1/u", u, W->n);
    out->failed |= u == NULL;
    free(u);
}

/* The bytes of the file; NULL if HDF5 or malloc fails. The caller frees them. */
static void *take_bytes(image *out, size_t *size)
{
    if (out->failed || H5Fflush(out->id, H5F_SCOPE_GLOBAL) < 0)
        return NULL;
    /* asked twice: how many bytes, then the bytes */
    const ssize_t length = H5Fget_file_image(out->id, NULL, 0);
    void *const bytes = length <= 0 ? NULL : malloc((size_t)length);
    if (bytes == NULL || H5Fget_file_image(out->id, bytes, (size_t)length) == length) {
        *size = length <= 0 ? 0 : (size_t)length;
        return bytes;
    }
    free(bytes);
    return NULL;
}

bool ss_hdf5_write(const char *path, const ss_problem *problem, const ss_fclib_text *text,
                   const double *r, const double *u, ss_error *error)
{
    rows W = {0};
    image file;
    ss_h5_quiet quiet;
    size_t size = 0; /* bytes of the image */
    void *bytes = NULL;
    bool ok = make_rows(&W, problem, error);
    if (!ok)
        goto out;
    ss_h5_quiet_begin(&quiet);
    /* HDF5 is quiet here: its failures are in `failed`, and what it would print says nothing
     * to a user */
    if (open_image(&file)) {
        put_problem(&file, problem, &W, text);
        if (r != NULL && u != NULL)
            put_solution(&file, r, u, &W);
        if (text->guess != NULL)
            put_guess(&file, problem, text->guess, &W);
        bytes = take_bytes(&file, &size);
    }
    close_image(&file);
    ss_h5_quiet_end(&quiet);
    ok = bytes != NULL
             ? ss_new_file_write(path, bytes, size, error)
             : ss_error_set(error, SS_ERROR_MEMORY, "no memory to make the HDF5 file '%s'", path);
out:
    free_rows(&W);
    free(bytes);
    return ok;
}

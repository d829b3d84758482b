/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib_matrix.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { compressed_columns = -1, compressed_rows = -2, name_size = 64 };

/* A matrix being read. */
/* The arrays are opened first and read later, in this order: sizes, p, which says how many entries
 * are used, then i and x. So nothing is allocated that the file's own size does not bear out. */
typedef struct form {
    const ss_h5_file *file;
    const char *group;
    char p_name[name_size], i_name[name_size], x_name[name_size];
    int64_t m, n, nz, nzmax;  /* rows, columns, form, room for entries */
    ss_h5_array p, i, x;      /* open until the end */
    int64_t *p_data, *i_data; /* owned until `move` hands them over */
    double *x_data;
    size_t used; /* entries */
} form;

static bool read_size(const form *f, const char *what, int64_t min, int64_t *value)
{
    char name[name_size]; /* GROUP/m and its like */
    snprintf(name, sizeof name, "%s/%s", f->group, what);
    return ss_h5_read_integer(f->file, name, min, INT32_MAX, value);
}

static bool open_part(form *f, ss_h5_array *array, char *name, const char *what, ss_h5_kind kind)
{
    snprintf(name, name_size, "%s/%s", f->group, what);
    return ss_h5_array_open(array, f->file, name, kind);
}

/* Arrays of entries have as many elements as are used, or as nzmax has made room for. */
static bool fits(const form *f, const ss_h5_array *array)
{
    if (array->scalar)
        return ss_h5_refuse(f->file, array->name, "it is a scalar, not an array");
    return array->n == f->used || array->n == (size_t)f->nzmax ||
           ss_h5_refuse(f->file, array->name,
                        "%zu numbers where the matrix has %zu entries and nzmax = %" PRId64,
                        array->n, f->used, f->nzmax);
}

/* Sizes, and the three arrays opened: nothing allocated yet. */
static bool open_all(form *f)
{
    if (!read_size(f, "m", 0, &f->m) || !read_size(f, "n", 0, &f->n) ||
        !read_size(f, "nz", compressed_rows, &f->nz) || !read_size(f, "nzmax", 0, &f->nzmax))
        return false;
    if (f->nz > f->nzmax)
        return ss_h5_refuse(f->file, f->group, "nz = %" PRId64 " is more than nzmax = %" PRId64,
                            f->nz, f->nzmax);
    return open_part(f, &f->p, f->p_name, "p", SS_H5_INTEGER) &&
           open_part(f, &f->i, f->i_name, "i", SS_H5_INTEGER) &&
           open_part(f, &f->x, f->x_name, "x", SS_H5_REAL);
}

static bool starts_ascend(const form *f, size_t n)
{
    const int64_t *const p = f->p_data;
    if (p[0] != 0)
        return ss_h5_refuse(f->file, f->p_name, "it starts with %" PRId64 ", not 0", p[0]);
    for (size_t k = 0; k < n; ++k)
        if (p[k + 1] < p[k])
            return ss_h5_refuse(f->file, f->p_name,
                                "number %zu (from 0) is less than the one before", k + 1);
    return p[n] <= f->nzmax ||
           ss_h5_refuse(f->file, f->p_name, "it ends with %" PRId64 ", more than nzmax = %" PRId64,
                        p[n], f->nzmax);
}

/* Read p, which says how many entries are used. */
static bool read_starts(form *f)
{
    /* triplets have an index a used entry in p, compressed forms a start a row or column, and
     * one more */
    const bool triplets = f->nz >= 0, rows = f->nz == compressed_rows;
    const size_t n = (size_t)(rows ? f->m : f->n);
    f->used = triplets ? (size_t)f->nz : 0;
    if (triplets ? !fits(f, &f->p)
                 : !ss_h5_array_expect(&f->p, f->file, n + 1, rows ? "m + 1" : "n + 1"))
        return false;
    f->p_data = ss_h5_array_read(&f->p, f->file);
    if (f->p_data == NULL || triplets)
        return f->p_data != NULL;
    if (!starts_ascend(f, n))
        return false;
    f->used = (size_t)f->p_data[n];
    return true;
}

/* i and x have the same length, that of the used entries or of the room */
static bool read_entries(form *f)
{
    if (!fits(f, &f->i) || !fits(f, &f->x))
        return false;
    f->i_data = ss_h5_array_read(&f->i, f->file);
    if (f->i_data != NULL)
        f->x_data = ss_h5_array_read(&f->x, f->file);
    return f->x_data != NULL;
}

/* p of compressed forms, one index an entry. */
static int64_t *expand(const form *f)
{
    int64_t *const index = calloc(f->used + 1, sizeof *index); /* row or column of each entry */
    int64_t group = 0;                                         /* row or column, as p counts */
    if (index == NULL)
        return NULL;
    for (size_t k = 0; k < f->used; ++k) {
        /* the row or column whose entries go on beyond k; empty ones are passed over */
        while ((size_t)f->p_data[group + 1] <= k)
            ++group;
        index[k] = group;
    }
    return index;
}

static bool check_indices(const form *f, const char *name, const int64_t *index, int64_t limit)
{
    for (size_t k = 0; k < f->used; ++k)
        if (index[k] < 0 || index[k] >= limit)
            return ss_h5_refuse(f->file, name,
                                "index %zu (from 0) is %" PRId64 ", not within 0 to %" PRId64, k,
                                index[k], limit - 1);
    return true;
}

/* the used values alone: what lies behind them in the room is anything */
static bool check_values(const form *f)
{
    for (size_t k = 0; k < f->used; ++k)
        if (!isfinite(f->x_data[k]))
            return ss_h5_refuse(f->file, f->x_name, "number %zu (from 0) is %g, not finite", k,
                                f->x_data[k]);
    return true;
}

/* Hand the arrays over to `out`. */
static bool move(ss_triplets *out, form *f)
{
    /* compressed forms: an index an entry in place of the starts */
    if (f->nz < 0) {
        int64_t *const index = expand(f);
        if (index == NULL)
            return ss_error_memory(f->file->error, "a matrix of %zu entries", f->used);
        free(f->p_data);
        f->p_data = index;
    }
    /* only by rows is p that of the rows; i is then that of the columns */
    const bool by_rows = f->nz == compressed_rows;
    *out = (ss_triplets){(size_t)f->m,
                         (size_t)f->n,
                         f->used,
                         by_rows ? f->p_data : f->i_data,
                         by_rows ? f->i_data : f->p_data,
                         f->x_data};
    f->p_data = f->i_data = NULL; /* they are `out`'s now, whatever its indices are */
    f->x_data = NULL;
    return check_indices(f, by_rows ? f->p_name : f->i_name, out->row, f->m) &&
           check_indices(f, by_rows ? f->i_name : f->p_name, out->col, f->n);
}

bool ss_fclib_read_matrix(ss_triplets *out, const ss_h5_file *file, const char *group)
{
    form f = {.file = file, .group = group};
    const bool ok =
        open_all(&f) && read_starts(&f) && read_entries(&f) && check_values(&f) && move(out, &f);
    ss_h5_array_close(&f.p);
    ss_h5_array_close(&f.i);
    ss_h5_array_close(&f.x);
    free(f.p_data);
    free(f.i_data);
    free(f.x_data);
    return ok;
}

bool ss_fclib_matrix_is_empty(const ss_h5_file *file, const char *group)
{
    ss_h5_file silent = *file;
    form f = {.file = &silent, .group = group};
    silent.error = NULL; /* a question, not a demand: what cannot be told is no error */
    if (!ss_h5_exists(file, group))
        return true;
    return read_size(&f, "m", 0, &f.m) && read_size(&f, "n", 0, &f.n) && (f.m == 0 || f.n == 0);
}

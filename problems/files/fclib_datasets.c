/* In the order of trust: the matrices, whose own sizes say how large the problem is, then spacedim,
 * then vectors, which must have the lengths that follow, and last what a file may lack.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib_raw.h"

#include "problems/files/fclib_matrix.h"
#include "problems/files/hdf5_module.h"
#include "problems/files/step_hdf5.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { name_size = 64 };

/* Is a vector absent, or of no elements? */
static bool no_numbers(const ss_h5_file *file, const char *name)
{
    ss_h5_array array = {0}; /* closed in any case */
    ss_h5_file silent = *file;
    silent.error = NULL; /* a question, not a demand */
    if (!ss_h5_exists(file, name))
        return true;
    const bool empty = ss_h5_array_open(&array, &silent, name, SS_H5_REAL) && array.n == 0;
    ss_h5_array_close(&array);
    return empty;
}

/* FCLIB's mixed problems have equality constraints beside friction: not ours. */
static bool refuse_bilateral(const ss_h5_file *file, const char *matrix, const char *vector)
{
    const bool no_matrix = ss_fclib_matrix_is_empty(file, matrix);
    return (no_matrix && no_numbers(file, vector)) ||
           ss_h5_refuse(file, no_matrix ? vector : matrix,
                        "the file has bilateral parts (V, R and s, or G and b): only problems of "
                        "frictional contact alone can be read");
}

/* spacedim, and with it the number of contacts behind `n_numbers` components. */
static bool read_dimension(ss_fclib_raw *raw, const ss_h5_file *file, const char *group,
                           const char *matrix, size_t n_numbers)
{
    char name[name_size]; /* absolute, within the file */
    int64_t dim = 0;      /* within 2 and 3 once it is read */
    snprintf(name, sizeof name, "%s/spacedim", group);
    if (!ss_h5_read_integer(file, name, 2, 3, &dim))
        return false;
    raw->dim = (size_t)dim;
    /* rows of W, or columns of H, are dim a contact */
    if (n_numbers % raw->dim != 0)
        return ss_h5_refuse(file, matrix, "its size %zu is not a multiple of spacedim = %" PRId64,
                            n_numbers, dim);
    raw->n_contacts = n_numbers / raw->dim;
    return raw->n_contacts > 0 || ss_h5_refuse(file, matrix, "the problem has no contacts");
}

/* one mu a contact, at least 0; there is no upper bound */
static bool read_friction(ss_fclib_raw *raw, const ss_h5_file *file, const char *name)
{
    raw->mu = ss_h5_read_reals(file, name, raw->n_contacts, "the number of contacts");
    if (raw->mu == NULL)
        return false;
    for (size_t c = 0; c < raw->n_contacts; ++c)
        if (raw->mu[c] < 0.0)
            return ss_h5_refuse(file, name, "mu of contact %zu (from 0) is %g, negative", c,
                                raw->mu[c]);
    return true;
}

/* /fclib_local: W, q, mu; V, R and s of bilateral parts are to be absent or empty */
static bool read_local(ss_fclib_raw *raw, const ss_h5_file *file)
{
    static const char W[] = "/fclib_local/W";
    if (!refuse_bilateral(file, "/fclib_local/V", "/fclib_local/vectors/s") ||
        !refuse_bilateral(file, "/fclib_local/R", "/fclib_local/vectors/s") ||
        !ss_fclib_read_matrix(&raw->W, file, W))
        return false;
    if (raw->W.m != raw->W.n)
        return ss_h5_refuse(file, W, "it is not square: %zu x %zu", raw->W.m, raw->W.n);
    if (!read_dimension(raw, file, "/fclib_local", W, raw->W.m))
        return false;
    raw->q = ss_h5_read_reals(file, "/fclib_local/vectors/q", raw->W.m, "W");
    return raw->q != NULL && read_friction(raw, file, "/fclib_local/vectors/mu");
}

/* /fclib_global: M, H, f, w, mu; G and b likewise */
static bool read_global(ss_fclib_raw *raw, const ss_h5_file *file)
{
    static const char M[] = "/fclib_global/M", H[] = "/fclib_global/H";
    if (!refuse_bilateral(file, "/fclib_global/G", "/fclib_global/vectors/b") ||
        !ss_fclib_read_matrix(&raw->M, file, M) || !ss_fclib_read_matrix(&raw->H, file, H))
        return false;
    if (raw->M.m != raw->M.n)
        return ss_h5_refuse(file, M, "it is not square: %zu x %zu", raw->M.m, raw->M.n);
    if (raw->H.m != raw->M.m)
        return ss_h5_refuse(file, H, "it has %zu rows where M has %zu", raw->H.m, raw->M.m);
    if (!read_dimension(raw, file, "/fclib_global", H, raw->H.n))
        return false;
    raw->f = ss_h5_read_reals(file, "/fclib_global/vectors/f", raw->M.m, "M");
    if (raw->f == NULL)
        return false;
    raw->w = ss_h5_read_reals(file, "/fclib_global/vectors/w", raw->H.n, "H");
    return raw->w != NULL && read_friction(raw, file, "/fclib_global/vectors/mu");
}

/* our own group: a file of other programs has none */
static bool read_rho_bar(ss_fclib_raw *raw, const ss_h5_file *file)
{
    static const char name[] = "/stickslip/rho_bar";
    if (!ss_h5_exists(file, name))
        return true;
    raw->rho_bar = ss_h5_read_reals(file, name, raw->n_contacts, "the number of contacts");
    if (raw->rho_bar == NULL)
        return false;
    for (size_t c = 0; c < raw->n_contacts; ++c)
        if (!(raw->rho_bar[c] > 0.0))
            return ss_h5_refuse(file, name, "rho_bar of contact %zu (from 0) is %g, not positive",
                                c, raw->rho_bar[c]);
    return true;
}

/* One vector of the solution or of a guess; NULL if it is not there, or if it is the r of an old
 * global file, in which libfclib wrote as many numbers as H has rows, past the end of r. */
static bool read_solution(double **out, const ss_h5_file *file, const char *name,
                          const ss_fclib_raw *raw)
{
    ss_h5_array array = {0};
    const size_t n = raw->dim * raw->n_contacts;
    if (!ss_h5_exists(file, name) || ss_h5_is_unwritten(file, name))
        return true;
    const bool opened = ss_h5_array_open(&array, file, name, SS_H5_REAL);
    /* let pass without it: the problem itself is sound */
    const bool overlong = opened && raw->global && array.n != n && array.n == raw->H.m;
    ss_h5_array_close(&array);
    if (!opened || overlong)
        return opened;
    *out = ss_h5_read_reals(file, name, n, "the problem");
    return *out != NULL;
}

/* what a file may lack: reduced masses, a solution, guesses */
static bool read_extras(ss_fclib_raw *raw, const ss_h5_file *file)
{
    static const char guesses[] = "/guesses/number_of_guesses";
    int64_t n_guesses = 0; /* none where the file has no group of them */
    if (!read_rho_bar(raw, file) || !read_solution(&raw->r, file, "/solution/r", raw) ||
        !read_solution(&raw->u, file, "/solution/u", raw))
        return false;
    if (ss_h5_exists(file, guesses) && !ss_h5_read_integer(file, guesses, 0, INT32_MAX, &n_guesses))
        return false;
    raw->n_guesses = (size_t)n_guesses;
    return n_guesses == 0 || read_solution(&raw->guess, file, "/guesses/1/r", raw);
}

/* info/title and its like; "" where there is none */
static bool read_info(char **out, const ss_h5_file *file, bool global, const char *what)
{
    char name[name_size];
    snprintf(name, sizeof name, "/fclib_%s/info/%s", global ? "global" : "local", what);
    *out = ss_h5_read_text(file, name);
    return *out != NULL;
}

static bool read_text(ss_fclib_raw *raw, const ss_h5_file *file)
{
    return read_info(&raw->title, file, raw->global, "title") &&
           read_info(&raw->description, file, raw->global, "description") &&
           read_info(&raw->math_info, file, raw->global, "math_info") &&
           (raw->provenance = ss_h5_read_text(file, "/stickslip/provenance")) != NULL &&
           (raw->state = ss_h5_read_text(file, "/stickslip/state")) != NULL;
}

/* a file with both forms is read in the local one, which needs no condensation */
static bool read_all(ss_fclib_raw *raw, const ss_h5_file *file)
{
    const bool is_local = ss_h5_exists(file, "/fclib_local");
    raw->global = !is_local && ss_h5_exists(file, "/fclib_global");
    if (!is_local && !raw->global && ss_h5_exists(file, "/stickslip/rigid"))
        return ss_step_hdf5_read(raw, file) && read_text(raw, file);
    if (!is_local && !raw->global)
        return ss_h5_refuse(file, "/",
                            "it has none of /fclib_local, /fclib_global and "
                            "/stickslip/rigid");
    if (is_local ? !ss_h5_is_within(file, "/fclib_local") || !read_local(raw, file)
                 : !ss_h5_is_within(file, "/fclib_global") || !read_global(raw, file))
        return false;
    return read_extras(raw, file) && read_text(raw, file);
}

bool ss_hdf5_read(ss_fclib_raw *raw, const char *path, ss_error *error)
{
    ss_h5_file file;
    *raw = (ss_fclib_raw){0};
    const bool ok = ss_h5_open(&file, path, error) && read_all(raw, &file);
    ss_h5_close(&file);
    return ok;
}

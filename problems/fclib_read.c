/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/fclib.h"

#include "problems/condense.h"
#include "problems/fclib_matrix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { name_size = 64 };

/* A file in local form, wherever it came from. */
typedef struct local_problem {
    ss_triplets W;
    double *q, *mu;
    size_t n_contacts, dim;
    size_t n_rows_H; /* of a global file, 0 of a local one */
} local_problem;

static void free_local(local_problem *local)
{
    ss_triplets_free(&local->W);
    free(local->q);
    free(local->mu);
}

/* Is a vector absent, or of no elements? */
static bool no_numbers(const ss_h5_file *file, const char *name)
{
    ss_h5_array array = {0};
    ss_h5_file silent = *file;
    silent.error = NULL;
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
static bool read_dimension(local_problem *local, const ss_h5_file *file, const char *group,
                           const char *matrix, size_t n_numbers)
{
    char name[name_size];
    int64_t dim = 0;
    snprintf(name, sizeof name, "%s/spacedim", group);
    if (!ss_h5_read_integer(file, name, 2, 3, &dim))
        return false;
    local->dim = (size_t)dim;
    if (n_numbers % local->dim != 0)
        return ss_h5_refuse(file, matrix, "its size %zu is not a multiple of spacedim = %" PRId64,
                            n_numbers, dim);
    local->n_contacts = n_numbers / local->dim;
    return local->n_contacts > 0 || ss_h5_refuse(file, matrix, "the problem has no contacts");
}

static bool read_friction(local_problem *local, const ss_h5_file *file, const char *name)
{
    local->mu = ss_h5_read_reals(file, name, local->n_contacts, "the number of contacts");
    if (local->mu == NULL)
        return false;
    for (size_t c = 0; c < local->n_contacts; ++c)
        if (local->mu[c] < 0.0)
            return ss_h5_refuse(file, name, "mu of contact %zu (from 0) is %g, negative", c,
                                local->mu[c]);
    return true;
}

static bool read_local(local_problem *local, const ss_h5_file *file)
{
    static const char W[] = "/fclib_local/W";
    if (!refuse_bilateral(file, "/fclib_local/V", "/fclib_local/vectors/s") ||
        !refuse_bilateral(file, "/fclib_local/R", "/fclib_local/vectors/s") ||
        !ss_fclib_read_matrix(&local->W, file, W))
        return false;
    if (local->W.m != local->W.n)
        return ss_h5_refuse(file, W, "it is not square: %zu x %zu", local->W.m, local->W.n);
    if (!read_dimension(local, file, "/fclib_local", W, local->W.m))
        return false;
    local->q = ss_h5_read_reals(file, "/fclib_local/vectors/q", local->W.m, "W");
    return local->q != NULL && read_friction(local, file, "/fclib_local/vectors/mu");
}

/* The parts of a global problem. */
typedef struct global_parts {
    ss_triplets M, H;
    double *f, *w;
} global_parts;

static bool read_parts(global_parts *g, local_problem *local, const ss_h5_file *file)
{
    static const char M[] = "/fclib_global/M", H[] = "/fclib_global/H";
    if (!refuse_bilateral(file, "/fclib_global/G", "/fclib_global/vectors/b") ||
        !ss_fclib_read_matrix(&g->M, file, M) || !ss_fclib_read_matrix(&g->H, file, H))
        return false;
    if (g->M.m != g->M.n)
        return ss_h5_refuse(file, M, "it is not square: %zu x %zu", g->M.m, g->M.n);
    if (g->H.m != g->M.m)
        return ss_h5_refuse(file, H, "it has %zu rows where M has %zu", g->H.m, g->M.m);
    if (!read_dimension(local, file, "/fclib_global", H, g->H.n))
        return false;
    g->f = ss_h5_read_reals(file, "/fclib_global/vectors/f", g->M.m, "M");
    if (g->f == NULL)
        return false;
    g->w = ss_h5_read_reals(file, "/fclib_global/vectors/w", g->H.n, "H");
    return g->w != NULL && read_friction(local, file, "/fclib_global/vectors/mu");
}

/* Repeat an error of the mathematics as one of this file. */
static bool in_file(const ss_h5_file *file, const char *group, const ss_error *cause)
{
    if (cause->code != SS_ERROR_DATA)
        return ss_error_set(file->error, cause->code, "%s", cause->text);
    return ss_h5_refuse(file, group, "%s", cause->text);
}

static bool read_global(local_problem *local, const ss_h5_file *file)
{
    global_parts g = {0};
    ss_error cause = {SS_ERROR_NONE, ""};
    bool ok = read_parts(&g, local, file);
    local->n_rows_H = g.H.m;
    if (ok && (local->q = calloc(g.H.n, sizeof *local->q)) == NULL)
        ok = ss_error_set(file->error, SS_ERROR_MEMORY, "no memory for q of '%.200s'", file->path);
    if (ok && !ss_condense(&local->W, local->q, &g.M, &g.H, g.f, g.w, &cause))
        ok = in_file(file, "/fclib_global", &cause);
    ss_triplets_free(&g.M);
    ss_triplets_free(&g.H);
    free(g.f);
    free(g.w);
    return ok;
}

static bool read_rho_bar(ss_fclib_problem *out, const ss_block_arrays *arrays, size_t n,
                         const ss_h5_file *file)
{
    static const char name[] = "/stickslip/rho_bar";
    if (!ss_h5_exists(file, name))
        return true;
    double *const rho_bar = ss_h5_read_reals(file, name, n, "the number of contacts");
    bool ok = rho_bar != NULL;
    for (size_t c = 0; ok && c < n; ++c)
        if (!(rho_bar[c] > 0.0))
            ok = ss_h5_refuse(file, name, "rho_bar of contact %zu (from 0) is %g, not positive", c,
                              rho_bar[c]);
    if (ok)
        memcpy(arrays->rho_bar, rho_bar, n * sizeof *rho_bar);
    free(rho_bar);
    out->own_rho_bar = ok;
    return ok;
}

static bool make_blocks(ss_fclib_problem *out, const local_problem *local, const ss_h5_file *file)
{
    ss_block_arrays arrays;
    ss_error cause = {SS_ERROR_NONE, ""};
    const char *const group = out->global ? "/fclib_global" : "/fclib_local";
    out->blocks = ss_block_problem_from_triplets(&local->W, local->dim, &arrays, &cause);
    if (out->blocks == NULL)
        return in_file(file, group, &cause);
    ss_embed_vector(arrays.q, local->q, local->n_contacts, local->dim);
    memcpy(arrays.mu, local->mu, local->n_contacts * sizeof *arrays.mu);
    return read_rho_bar(out, &arrays, local->n_contacts, file) &&
           (ss_block_problem_finish(out->blocks, &cause) || in_file(file, group, &cause));
}

/* One vector of the solution, embedded; NULL if it is not there, or if it is the r of an old global
 * file, in which libfclib wrote as many numbers as H has rows, past the end of r. */
static bool read_solution(double **out, const ss_h5_file *file, const char *name,
                          const local_problem *local)
{
    ss_h5_array array = {0};
    const size_t n = local->dim * local->n_contacts;
    double *values = NULL;
    if (!ss_h5_exists(file, name) || ss_h5_is_unwritten(file, name))
        return true;
    const bool opened = ss_h5_array_open(&array, file, name, SS_H5_REAL);
    const bool overlong = opened && array.n != n && array.n == local->n_rows_H;
    ss_h5_array_close(&array);
    if (!opened || overlong)
        return opened;
    values = ss_h5_read_reals(file, name, n, "the problem");
    *out = values == NULL ? NULL : calloc(3 * local->n_contacts, sizeof **out);
    if (*out != NULL)
        ss_embed_vector(*out, values, local->n_contacts, local->dim);
    else if (values != NULL)
        ss_error_set(file->error, SS_ERROR_MEMORY, "no memory for %s of '%.200s'", name,
                     file->path);
    free(values);
    return *out != NULL;
}

static bool read_extras(ss_fclib_problem *out, const ss_h5_file *file, const local_problem *local)
{
    static const char guesses[] = "/guesses/number_of_guesses";
    int64_t n_guesses = 0;
    if (!read_solution(&out->r, file, "/solution/r", local) ||
        !read_solution(&out->u, file, "/solution/u", local))
        return false;
    if (ss_h5_exists(file, guesses) && !ss_h5_read_integer(file, guesses, 0, INT32_MAX, &n_guesses))
        return false;
    out->n_guesses = (size_t)n_guesses;
    return true;
}

static bool read_info(char **out, const ss_h5_file *file, bool global, const char *what)
{
    char name[name_size];
    snprintf(name, sizeof name, "/fclib_%s/info/%s", global ? "global" : "local", what);
    *out = ss_h5_read_text(file, name);
    return *out != NULL;
}

static bool read_text(ss_fclib_problem *out, const ss_h5_file *file)
{
    return read_info(&out->title, file, out->global, "title") &&
           read_info(&out->description, file, out->global, "description") &&
           read_info(&out->math_info, file, out->global, "math_info") &&
           (out->provenance = ss_h5_read_text(file, "/stickslip/provenance")) != NULL;
}

static bool read_problem(ss_fclib_problem *out, const ss_h5_file *file)
{
    local_problem local = {0};
    bool ok = false;
    const bool is_local = ss_h5_exists(file, "/fclib_local");
    out->global = !is_local && ss_h5_exists(file, "/fclib_global");
    if (is_local)
        ok = ss_h5_is_within(file, "/fclib_local") && read_local(&local, file);
    else if (out->global)
        ok = ss_h5_is_within(file, "/fclib_global") && read_global(&local, file);
    else
        ss_h5_refuse(file, "/", "it has neither /fclib_local nor /fclib_global");
    out->spacedim = (int)local.dim;
    ok = ok && make_blocks(out, &local, file) && read_extras(out, file, &local) &&
         read_text(out, file);
    free_local(&local);
    return ok;
}

bool ss_fclib_read(ss_fclib_problem *out, const char *path, ss_error *error)
{
    ss_h5_file file;
    *out = (ss_fclib_problem){0};
    const bool ok = ss_h5_open(&file, path, error) && read_problem(out, &file);
    ss_h5_close(&file);
    if (!ok)
        ss_fclib_free(out);
    return ok;
}

void ss_fclib_free(ss_fclib_problem *problem)
{
    ss_block_problem_free(problem->blocks);
    free(problem->title);
    free(problem->description);
    free(problem->math_info);
    free(problem->provenance);
    free(problem->r);
    free(problem->u);
    *problem = (ss_fclib_problem){0};
}

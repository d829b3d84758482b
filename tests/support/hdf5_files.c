/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/hdf5_files.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hid_t test_h5_create(const char *path)
{
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(file >= 0, "%s", path);
    return file;
}

hid_t test_h5_edit(const char *path)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    cr_assert(file >= 0, "%s", path);
    return file;
}

void test_h5_close(hid_t file)
{
    cr_assert(H5Fclose(file) >= 0);
}

void test_h5_group(hid_t file, const char *name)
{
    const hid_t id = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(id >= 0, "%s", name);
    H5Gclose(id);
}

void test_h5_delete(hid_t file, const char *name)
{
    if (H5Lexists(file, name, H5P_DEFAULT) > 0)
        cr_assert(H5Ldelete(file, name, H5P_DEFAULT) >= 0, "%s", name);
}

/* Takes `space`. */
static void put(hid_t file, const char *name, hid_t type, hid_t space, hid_t memory,
                const void *data)
{
    test_h5_delete(file, name);
    const hid_t id = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(id >= 0, "%s", name);
    cr_assert(H5Dwrite(id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0, "%s", name);
    H5Dclose(id);
    H5Sclose(space);
}

void test_h5_put(hid_t file, const char *name, hid_t type, hid_t memory, const void *data, size_t n)
{
    const hsize_t extent = n;
    put(file, name, type, H5Screate_simple(1, &extent, NULL), memory, data);
}

void test_h5_reals(hid_t file, const char *name, const double *x, size_t n)
{
    test_h5_put(file, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, x, n);
}

void test_h5_integers(hid_t file, const char *name, const int *x, size_t n)
{
    test_h5_put(file, name, H5T_STD_I32LE, H5T_NATIVE_INT, x, n);
}

void test_h5_integer(hid_t file, const char *name, int x)
{
    test_h5_integers(file, name, &x, 1);
}

void test_h5_text(hid_t file, const char *name, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text) + 1);
    put(file, name, type, H5Screate(H5S_SCALAR), type, text);
    H5Tclose(type);
}

static void put_part(hid_t file, const char *group, const char *what, const int *x, size_t n)
{
    char name[128];
    snprintf(name, sizeof name, "%s/%s", group, what);
    test_h5_integers(file, name, x, n);
}

/* p and i of a compressed form, and x in its order; `major` and `minor` are the indices of the
 * entries. */
static void compress(const test_matrix *A, int n_major, const int *major, const int *minor, int *p,
                     int *i, double *x)
{
    int used = 0;
    for (int a = 0; a < n_major; ++a) {
        p[a] = used;
        for (int k = 0; k < A->count; ++k)
            if (major[k] == a) {
                i[used] = minor[k];
                x[used++] = A->x[k];
            }
    }
    p[n_major] = used;
}

void test_h5_matrix(hid_t file, const char *group, const test_matrix *A, int form)
{
    char name[128];
    const size_t room = (size_t)(A->count + A->slack);
    const int n_major = form == test_columns ? A->n : A->m;
    const size_t n_p = form == test_triplets ? room : (size_t)n_major + 1;
    int *const p = calloc(n_p + 1, sizeof *p), *const i = calloc(room + 1, sizeof *i);
    double *const x = calloc(room + 1, sizeof *x);
    cr_assert(p && i && x);
    for (size_t k = (size_t)A->count; k < room; ++k) {
        i[k] = INT_MIN;
        x[k] = NAN;
        if (form == test_triplets)
            p[k] = -7;
    }
    if (form == test_triplets) {
        memcpy(i, A->row, (size_t)A->count * sizeof *i);
        memcpy(p, A->col, (size_t)A->count * sizeof *p);
        memcpy(x, A->x, (size_t)A->count * sizeof *x);
    } else if (form == test_columns)
        compress(A, n_major, A->col, A->row, p, i, x);
    else
        compress(A, n_major, A->row, A->col, p, i, x);
    const int sizes[4] = {A->m, A->n, form == test_triplets ? A->count : form, (int)room};
    static const char *const names[4] = {"m", "n", "nz", "nzmax"};
    test_h5_group(file, group);
    for (int k = 0; k < 4; ++k)
        put_part(file, group, names[k], sizes + k, 1);
    put_part(file, group, "p", p, n_p);
    put_part(file, group, "i", i, room);
    snprintf(name, sizeof name, "%s/x", group);
    test_h5_reals(file, name, x, room);
    free(p);
    free(i);
    free(x);
}

void test_local_file(const char *path, int spacedim, const test_matrix *W, int form,
                     const double *q, const double *mu)
{
    const hid_t file = test_h5_create(path);
    test_h5_group(file, "/fclib_local");
    test_h5_integer(file, "/fclib_local/spacedim", spacedim);
    test_h5_matrix(file, "/fclib_local/W", W, form);
    test_h5_group(file, "/fclib_local/vectors");
    test_h5_reals(file, "/fclib_local/vectors/q", q, (size_t)W->m);
    test_h5_reals(file, "/fclib_local/vectors/mu", mu, (size_t)(W->m / spacedim));
    test_h5_group(file, "/fclib_local/info");
    test_h5_text(file, "/fclib_local/info/title", "a test");
    test_h5_close(file);
}

void test_global_file(const char *path, const test_global *g, int form)
{
    const hid_t file = test_h5_create(path);
    test_h5_group(file, "/fclib_global");
    test_h5_integer(file, "/fclib_global/spacedim", g->spacedim);
    test_h5_matrix(file, "/fclib_global/M", &g->M, form);
    test_h5_matrix(file, "/fclib_global/H", &g->H, form);
    test_h5_group(file, "/fclib_global/vectors");
    test_h5_reals(file, "/fclib_global/vectors/f", g->f, (size_t)g->M.m);
    test_h5_reals(file, "/fclib_global/vectors/w", g->w, (size_t)g->H.n);
    test_h5_reals(file, "/fclib_global/vectors/mu", g->mu, (size_t)(g->H.n / g->spacedim));
    test_h5_close(file);
}

double *test_dense(const ss_problem *problem)
{
    const ss_block_form *const form = problem->blocks;
    const size_t n = 3 * problem->n_contacts;
    double *const W = calloc(n * n + 1, sizeof *W);
    cr_assert_not_null(W);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            for (size_t e = 0; e < 9; ++e)
                W[(3 * c + e / 3) * n + 3 * form->column[k] + e % 3] = form->blocks[9 * k + e];
    return W;
}

size_t test_each_file(const char *folder, void (*check)(const char *path))
{
    size_t n = 0;
    DIR *const dir = opendir(folder);
    if (dir == NULL)
        return 0;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        char path[PATH_MAX];
        const char *const end = strrchr(entry->d_name, '.');
        if (end == NULL || strcmp(end, ".hdf5") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check(path);
        ++n;
    }
    closedir(dir);
    return n;
}

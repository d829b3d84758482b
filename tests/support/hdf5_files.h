/* Files in FCLIB's format for the tests: good ones of any form, and single datasets changed in
 * them. What cannot be made fails the test that asked for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_HDF5_FILES_H
#define SS_TESTS_SUPPORT_HDF5_FILES_H

#include "problems/files/fclib.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* The form of a matrix on file: FCLIB's nz. */
enum { test_triplets = 0, test_columns = -1, test_rows = -2 };

/* A matrix by its entries (row[k], col[k], x[k]), written in their order: any order will do for
 * triplets and within rows or columns. `slack` unused elements of nonsense follow them, counted by
 * nzmax. */
typedef struct test_matrix {
    int m, n, count, slack;
    const int *row, *col;
    const double *x;
} test_matrix;

hid_t test_h5_create(const char *path);
hid_t test_h5_edit(const char *path);
void test_h5_close(hid_t file);
void test_h5_group(hid_t file, const char *name);

/* Write a dataset anew, in place of one of that name. `n` numbers in one dimension. */
void test_h5_put(hid_t file, const char *name, hid_t type, hid_t memory, const void *data,
                 size_t n);
void test_h5_reals(hid_t file, const char *name, const double *x, size_t n);
void test_h5_integers(hid_t file, const char *name, const int *x, size_t n);
void test_h5_integer(hid_t file, const char *name, int x);
void test_h5_text(hid_t file, const char *name, const char *text);
void test_h5_delete(hid_t file, const char *name);

/* Write the matrix in `form` into the new group `name`. */
void test_h5_matrix(hid_t file, const char *name, const test_matrix *matrix, int form);

/* A whole file with a local problem. */
void test_local_file(const char *path, int spacedim, const test_matrix *W, int form,
                     const double *q, const double *mu);

/* A whole file with a global problem. */
typedef struct test_global {
    int spacedim;
    test_matrix M, H;
    const double *f, *w, *mu;
} test_global;
void test_global_file(const char *path, const test_global *problem, int form);

/* W of a problem in block form as a dense matrix, 3 n_contacts squared, row-major. Free it. */
double *test_dense(const ss_problem *problem);

/* Call `check` with the path of every *.hdf5 in `folder`; returns how many there were, 0 if there
 * is no such folder. */
size_t test_each_file(const char *folder, void (*check)(const char *path));

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/sparse_module.h"

#include "problems/sparse/panels_dense.h"

#include <stdlib.h>

/* OpenBLAS'; another BLAS has none. */
void openblas_set_num_threads(int n) __attribute__((weak));

static void prepare_blas(void)
{
    enum { LARGE = 128 }; /* small products take no buffer */
    double *const x = calloc(3 * LARGE * LARGE, sizeof *x);
    ss_dense at[3];
    if (openblas_set_num_threads != NULL)
        openblas_set_num_threads(1);
    for (size_t k = 0; k < 3; ++k)
        at[k] = (ss_dense){x + k * LARGE * LARGE, LARGE, LARGE, LARGE};
    if (x != NULL)
        ss_dense_subtract(at[0], at[1], at[2]);
    free(x);
}

const ss_sparse ss_module_sparse = {
    .defaults = umfpack_dl_defaults,
    .triplet_to_col = umfpack_dl_triplet_to_col,
    .symbolic = umfpack_dl_symbolic,
    .numeric = umfpack_dl_numeric,
    .wsolve = umfpack_dl_wsolve,
    .get_determinant = umfpack_dl_get_determinant,
    .free_symbolic = umfpack_dl_free_symbolic,
    .free_numeric = umfpack_dl_free_numeric,
    .panels_create = ss_panels_create,
    .panels_free = ss_panels_free,
    .panels_fit = ss_panels_fit,
    .panels_compute = ss_panels_compute,
    .panels_solve = ss_panels_solve,
    .panels_error = ss_panels_error,
    .prepare_blas = prepare_blas,
};

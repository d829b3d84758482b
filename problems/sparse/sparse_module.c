/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/sparse_module.h"

#include <stddef.h>

/* OpenBLAS'; another BLAS has none. */
void openblas_set_num_threads(int n) __attribute__((weak));

static void use_one_thread(void)
{
    if (openblas_set_num_threads != NULL)
        openblas_set_num_threads(1);
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
    .use_one_thread = use_one_thread,
};

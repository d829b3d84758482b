/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/sparse/umfpack_module.h"

#include <stddef.h>

/* OpenBLAS'; another BLAS has none. */
void openblas_set_num_threads(int n) __attribute__((weak));

static void use_one_thread(void)
{
    if (openblas_set_num_threads != NULL)
        openblas_set_num_threads(1);
}

const ss_umfpack ss_module_umfpack = {
    .defaults = umfpack_dl_defaults,
    .triplet_to_col = umfpack_dl_triplet_to_col,
    .symbolic = umfpack_dl_symbolic,
    .numeric = umfpack_dl_numeric,
    .wsolve = umfpack_dl_wsolve,
    .get_determinant = umfpack_dl_get_determinant,
    .free_symbolic = umfpack_dl_free_symbolic,
    .free_numeric = umfpack_dl_free_numeric,
    .use_one_thread = use_one_thread,
};

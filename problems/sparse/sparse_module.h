/* What factors sparse matrices, behind a module (problems/base/module.h): UMFPACK as factor.c calls
 * it, and the panels of block_factor.c with CHOLMOD and BLAS. Of the libraries that these bring
 * OpenBLAS alone costs more than the rest of the program's start.
 *
 *     sparse_load     what the program calls; it loads the module
 *     sparse_module   the table
 *     panels.c, panels_dense.c, panels_order.c     what calls CHOLMOD and BLAS
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_SPARSE_MODULE_H
#define SS_PROBLEMS_SPARSE_SPARSE_MODULE_H

#include "problems/base/error.h"
#include "problems/sparse/panels.h"

#include <umfpack.h>

typedef struct ss_sparse {
    /* UMFPACK's functions, umfpack_dl_NAME. */
    __typeof__(umfpack_dl_defaults) *defaults;
    __typeof__(umfpack_dl_triplet_to_col) *triplet_to_col;
    __typeof__(umfpack_dl_symbolic) *symbolic;
    __typeof__(umfpack_dl_numeric) *numeric;
    __typeof__(umfpack_dl_wsolve) *wsolve;
    __typeof__(umfpack_dl_get_determinant) *get_determinant;
    __typeof__(umfpack_dl_free_symbolic) *free_symbolic;
    __typeof__(umfpack_dl_free_numeric) *free_numeric;
    /* ss_panels_NAME. */
    __typeof__(ss_panels_create) *panels_create;
    __typeof__(ss_panels_free) *panels_free;
    __typeof__(ss_panels_fit) *panels_fit;
    __typeof__(ss_panels_compute) *panels_compute;
    __typeof__(ss_panels_solve) *panels_solve;
    __typeof__(ss_panels_error) *panels_error;
    /* BLAS on one thread, where that is OpenBLAS: the last bits would depend on how many cores
     * there are, and CPU time be that of threads that wait, too. And with the buffer of that
     * thread: without memory OpenBLAS would ask for it for ever. */
    void (*prepare_blas)(void);
} ss_sparse;

/* The module's one symbol; for the rest of the program it is weak. */
extern const ss_sparse ss_module_sparse;

/* The table, loaded unless it is, with BLAS on one thread. Where a solver is chosen that will
 * factor it is called early, so that its time is not that of loading and children have it for
 * nothing. Where it loads it sets OPENBLAS_NUM_THREADS: from one thread alone then. NULL and
 * SS_ERROR_UNAVAILABLE. */
const ss_sparse *ss_sparse_load(ss_error *error);

#endif

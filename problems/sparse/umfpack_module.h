/* UMFPACK as factor.c calls it, behind a module (problems/base/module.h): with BLAS and what else
 * it needs it is 15 libraries, of which OpenBLAS alone costs more than the rest of the program's
 * start.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_UMFPACK_MODULE_H
#define SS_PROBLEMS_SPARSE_UMFPACK_MODULE_H

#include <umfpack.h>

/* Each is UMFPACK's function of that name, umfpack_dl_NAME. */
typedef struct ss_umfpack {
    __typeof__(umfpack_dl_defaults) *defaults;
    __typeof__(umfpack_dl_triplet_to_col) *triplet_to_col;
    __typeof__(umfpack_dl_symbolic) *symbolic;
    __typeof__(umfpack_dl_numeric) *numeric;
    __typeof__(umfpack_dl_wsolve) *wsolve;
    __typeof__(umfpack_dl_get_determinant) *get_determinant;
    __typeof__(umfpack_dl_free_symbolic) *free_symbolic;
    __typeof__(umfpack_dl_free_numeric) *free_numeric;
    /* Its BLAS on one thread, where that is OpenBLAS: the last bits would depend on how many cores
     * there are, and CPU time be that of threads that wait, too. */
    void (*use_one_thread)(void);
} ss_umfpack;

/* The module's one symbol; for the rest of the program it is weak. */
extern const ss_umfpack ss_module_umfpack;

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/memory.h"
#include "problems/base/module.h"
#include "problems/sparse/sparse_module.h"

#include <stdlib.h>

/* More than OpenBLAS takes, bytes; with less it is there already, from a process without a limit,
 * or no factorization has room either. */
static const double BUFFER = 1 << 27;

#pragma weak ss_module_sparse

const ss_sparse *ss_sparse_load(ss_error *error)
{
    double limit = 0.0;
    /* for an OpenBLAS that is yet to be loaded: it makes its threads then, which a process with
     * little address space cannot start, and waits for at every fork */
    if (&ss_module_sparse == NULL)
        setenv("OPENBLAS_NUM_THREADS", "1", 1);
    const ss_sparse *const sparse = ss_module_table("sparse", &ss_module_sparse, error);
    if (sparse != NULL && ss_memory_left(&limit) > BUFFER)
        sparse->prepare_blas();
    return sparse;
}

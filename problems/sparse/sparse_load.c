/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/module.h"
#include "problems/sparse/sparse_module.h"

#include <stdlib.h>

#pragma weak ss_module_sparse

const ss_sparse *ss_sparse_load(ss_error *error)
{
    /* for an OpenBLAS that is yet to be loaded: it makes its threads then, which a process with
     * little address space cannot start, and waits for at every fork */
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    const ss_sparse *const sparse = ss_module_table("sparse", &ss_module_sparse, error);
    if (sparse != NULL)
        sparse->use_one_thread();
    return sparse;
}

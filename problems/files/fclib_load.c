/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib.h"

#include "problems/base/module.h"
#include "problems/base/new_file.h"
#include "problems/files/fclib_raw.h"
#include "problems/files/hdf5_module.h"

#include <stdlib.h>

#pragma weak ss_module_hdf5

const ss_hdf5 *ss_hdf5_load(ss_error *error)
{
    return ss_module_table("hdf5", &ss_module_hdf5, error);
}

bool ss_fclib_raw_read(ss_fclib_raw *raw, const char *path, ss_error *error)
{
    const ss_hdf5 *const module = ss_hdf5_load(error);
    *raw = (ss_fclib_raw){0};
    return module != NULL && module->read(raw, path, error);
}

void ss_fclib_raw_free(ss_fclib_raw *raw)
{
    double *const arrays[] = {raw->q,       raw->f, raw->w, raw->mu,
                              raw->rho_bar, raw->r, raw->u, raw->guess};
    char *const texts[] = {raw->title, raw->description, raw->math_info, raw->provenance,
                           raw->state};
    ss_triplets_free(&raw->W);
    ss_triplets_free(&raw->M);
    ss_triplets_free(&raw->H);
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k)
        free(arrays[k]);
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k)
        free(texts[k]);
    if (raw->step != NULL)
        ss_step_file_free(raw->step);
    free(raw->step);
    *raw = (ss_fclib_raw){0};
}

bool ss_fclib_write(const char *path, const ss_problem *problem, const ss_fclib_text *text,
                    const double *r, const double *u, ss_error *error)
{
    ss_block_problem *blocks = NULL;
    const ss_hdf5 *const module = ss_hdf5_load(error);
    bool ok = module != NULL && ss_new_file_check(path, error);
    if (ok && problem->form != SS_FORM_BLOCKS)
        ok = (blocks = ss_block_problem_from_body(problem, error)) != NULL;
    ok = ok && module->write(path, blocks != NULL ? ss_block_problem_view(blocks) : problem, text,
                             r, u, error);
    ss_block_problem_free(blocks);
    return ok;
}

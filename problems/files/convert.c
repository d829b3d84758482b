/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/convert.h"

#include "problems/base/new_file.h"
#include "problems/files/global_step.h"
#include "problems/files/hdf5_module.h"
#include "problems/files/step_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Any file that holds a problem, as W and q. */
static bool write_local(ss_converted *done, const char *path, const char *out, const char *maker,
                        ss_error *error)
{
    ss_fclib_problem file = {.blocks = NULL};
    bool written = ss_fclib_read(&file, path, error);
    if (written) {
        const ss_problem *const problem = ss_block_problem_view(file.blocks);
        const ss_fclib_text text = {.title = file.title,
                                    .description = file.description,
                                    .math_info = "u = W r + q, components (n, t1, t2), r in N s",
                                    .provenance = maker,
                                    .guess = file.guess};
        done->n_contacts = problem->n_contacts;
        written = ss_fclib_write(out, problem, &text, file.r, file.u, error);
    }
    ss_fclib_free(&file);
    return written;
}

/* The bodies of a file of either kind. */
static bool read_step(ss_step_file *step, const char *path, ss_error *error)
{
    ss_fclib_raw raw = {0};
    *step = (ss_step_file){.h = 0.0};
    if (ss_step_json_is(path))
        return ss_step_file_read(step, path, error) && ss_step_file_check(step, path, error);
    bool read = ss_hdf5_load(error) != NULL && ss_fclib_raw_rehearse(path, error) &&
                ss_fclib_raw_read(&raw, path, error);
    if (read && raw.step != NULL) {
        *step = *raw.step;
        *raw.step = (ss_step_file){.h = 0.0};
    } else if (read && raw.global)
        read = ss_step_file_from_global(step, &raw, path, error);
    else if (read)
        read = ss_error_set(error, SS_ERROR_DATA,
                            "%s is local: W and q alone do not tell bodies; convert a global file "
                            "(M, H, f) or a step of bodies",
                            path);
    read = read && ss_step_file_check(step, path, error);
    ss_fclib_raw_free(&raw);
    return read;
}

/* Bodies as M, H, f and w; there is no way from W to them. */
static bool write_global(ss_converted *done, const char *path, const char *out, const char *maker,
                         ss_error *error)
{
    ss_step_file step;
    ss_fclib_raw raw = {0};
    bool written = read_step(&step, path, error) && ss_new_file_check(out, error) &&
                   ss_global_from_step(&raw, &step, path, error);
    if (written) {
        const ss_hdf5 *const module = ss_hdf5_load(error);
        const ss_fclib_text text = {
            .title = step.engine,
            .math_info = "M v = H r + f, u = H^T v + w, components (n, t1, t2), r in N s",
            .provenance = maker};
        done->n_contacts = raw.n_contacts;
        written = module != NULL && module->write_global(out, &raw, &text, error);
    }
    ss_fclib_raw_free(&raw);
    ss_step_file_free(&step);
    return written;
}

/* Bodies as they are kept by stickslip-ranks and judge-step. */
static bool write_rigid(ss_converted *done, const char *path, const char *out, ss_error *error)
{
    ss_step_file step;
    const bool written = read_step(&step, path, error) && ss_step_file_write(&step, out, error);
    *done = (ss_converted){step.n_contacts, step.n_bodies};
    ss_step_file_free(&step);
    return written;
}

bool ss_file_convert(ss_converted *done, const char *path, ss_file_form to, const char *out,
                     const char *maker, ss_error *error)
{
    *done = (ss_converted){0, 0};
    switch (to) {
    case SS_FILE_LOCAL:
        return write_local(done, path, out, maker, error);
    case SS_FILE_GLOBAL:
        return write_global(done, path, out, maker, error);
    case SS_FILE_RIGID:
        return write_rigid(done, path, out, error);
    }
    return ss_error_set(error, SS_ERROR_USAGE, "no form of a file");
}

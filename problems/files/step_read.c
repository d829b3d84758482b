/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/step_read.h"

#include "problems/base/file.h"
#include "problems/base/new_file.h"
#include "problems/files/fclib.h"
#include "problems/files/fclib_raw.h"
#include "problems/files/hdf5_module.h"

#include <stdlib.h>
#include <string.h>

/* The step of an HDF5 file, which is read in a child first. */
static bool read_hdf5(ss_step_file *file, const char *path, ss_error *error)
{
    ss_fclib_raw raw = {0};
    bool read = ss_hdf5_load(error) != NULL && ss_fclib_raw_rehearse(path, error) &&
                ss_fclib_raw_read(&raw, path, error);
    if (read && raw.step == NULL)
        read = ss_error_set(error, SS_ERROR_DATA,
                            "%s has no group /stickslip/rigid: W and q alone do not tell bodies",
                            path);
    if (read) {
        *file = *raw.step;
        *raw.step = (ss_step_file){.h = 0.0};
    }
    ss_fclib_raw_free(&raw);
    return read;
}

bool ss_step_file_read(ss_step_file *file, const char *path, ss_error *error)
{
    *file = (ss_step_file){.h = 0.0};
    FILE *const there = ss_file_open(path, error); /* its errors, for either kind */
    if (there == NULL)
        return false;
    fclose(there);
    return ss_step_json_is(path) ? ss_step_json_read(file, path, error)
                                 : read_hdf5(file, path, error);
}

bool ss_step_file_write(const ss_step_file *file, const char *path, ss_error *error)
{
    const size_t length = strlen(path);
    size_t size = 0;
    if (!ss_new_file_check(path, error))
        return false;
    if (length < 5 || strcmp(path + length - 5, ".json") != 0) {
        const ss_hdf5 *const module = ss_hdf5_load(error);
        return module != NULL && module->write_step(path, file, error);
    }
    char *const text = ss_step_json_print(file, &size, error);
    const bool written = text != NULL && ss_new_file_write(path, text, size, error);
    free(text);
    return written;
}

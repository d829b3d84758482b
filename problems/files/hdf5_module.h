/* What of FCLIB's format needs HDF5, behind a module (problems/base/module.h): HDF5 brings forty
 * libraries, for files from the network among others, which a run of a scene never uses.
 *
 *     fclib_load.c  what the program calls; it loads the module
 *     hdf5_module   the table
 *     fclib_datasets.c, fclib_matrix.c, fclib_write.c, step_hdf5.c,
 *     hdf5_file.c, hdf5_values.c, hdf5_image.c                      what calls it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_HDF5_MODULE_H
#define SS_PROBLEMS_FILES_HDF5_MODULE_H

#include "problems/files/fclib.h"
#include "problems/files/fclib_raw.h"
#include "problems/files/step_file.h"

/* ss_fclib_raw_read; ss_fclib_write of a problem in block form to a path that was free. */
typedef bool ss_hdf5_reader(ss_fclib_raw *raw, const char *path, ss_error *error);
typedef bool ss_hdf5_writer(const char *path, const ss_problem *problem, const ss_fclib_text *text,
                            const double *r, const double *u, ss_error *error);
ss_hdf5_reader ss_hdf5_read;
ss_hdf5_writer ss_hdf5_write;

/* The global form (M, H, f, w, mu) to a path that was free. */
typedef bool ss_hdf5_global_writer(const char *path, const ss_fclib_raw *raw,
                                   const ss_fclib_text *text, ss_error *error);
ss_hdf5_global_writer ss_hdf5_write_global;

/* A step file (step_file.h) to a path that was free. */
typedef bool ss_hdf5_step_writer(const char *path, const ss_step_file *step, ss_error *error);
ss_hdf5_step_writer ss_hdf5_write_step;

typedef struct ss_hdf5 {
    ss_hdf5_reader *read;
    ss_hdf5_writer *write;
    ss_hdf5_global_writer *write_global;
    ss_hdf5_step_writer *write_step;
} ss_hdf5;

/* The module's one symbol; for the rest of the program it is weak. */
extern const ss_hdf5 ss_module_hdf5;

#endif

/* A new HDF5 file, made in memory; its bytes are then written like any others: HDF5 tells little of
 * a full disk, and tries to write again when the program ends.
 *
 *     ss_h5_image file;
 *     ss_h5_image_begin(&file);
 *     ss_h5_put_group(&file, "/a"), ss_h5_put_reals(&file, "/a/x", x, n), ...
 *     ss_h5_image_end(&file, path, error)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_HDF5_IMAGE_H
#define SS_PROBLEMS_FILES_HDF5_IMAGE_H

#include "problems/files/hdf5_file.h"

/* A file being made. HDF5's first failure, or the caller's, stays in `failed`; later calls do
 * nothing. */
typedef struct ss_h5_image {
    hid_t id, plan; /* plan: datasets without a time of creation, for equal bytes */
    bool failed;
    ss_h5_quiet quiet;
} ss_h5_image;

/* Begin, HDF5 printing nothing from here on, and end: write the bytes to the new file `path`, whole
 * or not at all. SS_ERROR_MEMORY where anything has failed, the errors of ss_new_file_write. */
void ss_h5_image_begin(ss_h5_image *out);
bool ss_h5_image_end(ss_h5_image *out, const char *path, ss_error *error);

/* Groups and datasets by their absolute names; a text is of fixed length, NULL is "". */
void ss_h5_put_group(ss_h5_image *out, const char *name);
void ss_h5_put_reals(ss_h5_image *out, const char *name, const double *x, size_t n);
void ss_h5_put_table(ss_h5_image *out, const char *name, const double *x, size_t n, size_t columns);
void ss_h5_put_integers(ss_h5_image *out, const char *name, const int32_t *x, size_t n);
void ss_h5_put_integer(ss_h5_image *out, const char *name, size_t value);
void ss_h5_put_pairs(ss_h5_image *out, const char *name, const int64_t *x, size_t n);
void ss_h5_put_text(ss_h5_image *out, const char *name, const char *text);

#endif

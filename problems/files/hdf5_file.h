/* Reading HDF5 files that nobody vouches for. A dataset is opened, and its type, rank, extent and
 * storage are checked against each other and against the size of the file, before memory is asked
 * for; so what is allocated stays in proportion to the file. Every refusal is SS_ERROR_DATA with
 * one line that names the file and the dataset. HDF5's own error stack stays off stderr.
 *
 * Refused: links (only datasets within the file are read), data kept outside the file, datasets
 * that were declared but not written, and compressed ones that unpack to more than 16 MiB plus a
 * hundred times the file.
 *
 * Ownership: the caller owns the file and each array, and closes them also after a failure;
 * what the functions read is a new array of the caller's. Invariant for an open array: n
 * elements of its kind lie within the file, or unpack to no more than the limit above.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_HDF5_FILE_H
#define SS_PROBLEMS_FILES_HDF5_FILE_H

#include "problems/base/error.h"

#include <hdf5.h>
#include <stddef.h>
#include <stdint.h>

/* HDF5's printing of errors, switched off between the two calls. */
typedef struct ss_h5_quiet {
    H5E_auto2_t print;
    void *data; /* for `print` */
} ss_h5_quiet;

void ss_h5_quiet_begin(ss_h5_quiet *quiet);
void ss_h5_quiet_end(const ss_h5_quiet *quiet);

/* A file open for reading. `path` and `error` are the caller's and outlive it. */
typedef struct ss_h5_file {
    hid_t id; /* negative: not open */
    const char *path;
    uint64_t size; /* bytes */
    ss_error *error;
    ss_h5_quiet quiet;
} ss_h5_file;

/* Open the regular file `path`. Call ss_h5_close in either case. */
bool ss_h5_open(ss_h5_file *file, const char *path, ss_error *error);
void ss_h5_close(ss_h5_file *file);

/* Record "PATH: DATASET: text" as SS_ERROR_DATA. Always returns false. */
bool ss_h5_refuse(const ss_h5_file *file, const char *dataset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Is there a group or dataset of this absolute name? A link counts: opening it is refused. */
bool ss_h5_exists(const ss_h5_file *file, const char *name);

/* Refuse a group that is a link to somewhere else. */
bool ss_h5_is_within(const ss_h5_file *file, const char *group);

/* Is there a dataset of this name, declared but with nothing written into it? That is how libfclib
 * stores a vector that its caller does not have. */
bool ss_h5_is_unwritten(const ss_h5_file *file, const char *name);

typedef enum ss_h5_kind {
    SS_H5_INTEGER, /* integers of 8 to 64 bits, read as int64_t */
    SS_H5_REAL,    /* IEEE binary32 or binary64, read as double */
    SS_H5_TEXT     /* one string; for ss_h5_read_text only */
} ss_h5_kind;

/* A dataset of one dimension (or a scalar: n = 1), or rows of `columns` numbers, that has passed
 * the checks. Start from a zeroed struct; `name` is the caller's. */
typedef struct ss_h5_array {
    hid_t id; /* open if > 0 */
    const char *name;
    ss_h5_kind kind;
    size_t n;
    bool scalar;    /* rank 0 */
    size_t columns; /* set by the caller: two dimensions are taken, too, with rows of so many */
} ss_h5_array;

/* Open a dataset and check it. Call ss_h5_array_close in either case. */
bool ss_h5_array_open(ss_h5_array *array, const ss_h5_file *file, const char *name,
                      ss_h5_kind kind);
void ss_h5_array_close(ss_h5_array *array);

/* The array must be of rank one and have `n` numbers, which the file's `reason` asks for. */
bool ss_h5_array_expect(const ss_h5_array *array, const ss_h5_file *file, size_t n,
                        const char *reason);

/* Read all n numbers into a new int64_t or double array (by the array's kind) that the caller
 * frees; NULL and an error (SS_ERROR_DATA or SS_ERROR_MEMORY) otherwise. */
void *ss_h5_array_read(const ss_h5_array *array, const ss_h5_file *file);

/* Read `n_rows` rows from `row` on, of the array's columns (1 for 0), into `values`: as many
 * int64_t or double numbers. SS_ERROR_DATA. For who holds a part of a large file. */
bool ss_h5_array_read_rows(const ss_h5_array *array, const ss_h5_file *file, size_t row,
                           size_t n_rows, void *values);

/* Read `n` reals, all of which must be finite. Free the result. */
double *ss_h5_read_reals(const ss_h5_file *file, const char *name, size_t n, const char *reason);

/* Read one integer, which must lie in [min, max]. */
bool ss_h5_read_integer(const ss_h5_file *file, const char *name, int64_t min, int64_t max,
                        int64_t *value);

/* Read a text into a new string that the caller frees: "" if there is none of that name, or one of
 * variable length (HDF5 would allocate what the file claims before looking). Control characters
 * other than newline and tab become '?'. NULL and an error if it is not a text, or longer than
 * 64 KiB. */
char *ss_h5_read_text(const ss_h5_file *file, const char *name);

#endif

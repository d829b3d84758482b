/* Step files as HDF5: the group /stickslip/rigid of a file that is open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_STEP_HDF5_H
#define SS_PROBLEMS_FILES_STEP_HDF5_H

#include "problems/files/fclib_raw.h"
#include "problems/files/hdf5_file.h"
#include "problems/files/step_file.h"

enum { SS_STEP_NAME = 80 };

/* The absolute name of an array: "/stickslip/rigid/GROUP/NAME". */
void ss_step_hdf5_name(char name[SS_STEP_NAME], const ss_step_field *field);

/* The arrays of a step file, open and of sizes that agree; nothing of them is read. What the file
 * lacks has no `id` (0). Borrows the file; zeros before it is opened. */
typedef struct ss_step_hdf5 {
    ss_h5_array array[SS_STEP_FIELDS], pairs;
    char name[SS_STEP_FIELDS + 1][SS_STEP_NAME]; /* absolute; the last one of the pairs */
    ss_step_file file;                           /* its sizes and h; no arrays */
} ss_step_hdf5;

/* Open and close; close also after an error. SS_ERROR_DATA. For who reads rows of them
 * (ss_h5_array_read_rows), and for the reading of all. */
bool ss_step_hdf5_open(ss_step_hdf5 *step, const ss_h5_file *file);
void ss_step_hdf5_close(ss_step_hdf5 *step);

/* Read it into raw->step, new and owned by `raw`, also after an error: SS_ERROR_DATA,
 * SS_ERROR_MEMORY. */
bool ss_step_hdf5_read(ss_fclib_raw *raw, const ss_h5_file *file);

#endif

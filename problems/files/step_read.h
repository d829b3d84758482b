/* Step files (step_file.h) of either kind, from the disk and to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_STEP_READ_H
#define SS_PROBLEMS_FILES_STEP_READ_H

#include "problems/files/step_file.h"

/* Read a file. What it has is finite and of sizes that agree; it may lack anything. SS_ERROR_DATA
 * with the file and the array, the errors of ss_fclib_read. Call ss_step_file_free in either case.
 */
bool ss_step_file_read(ss_step_file *file, const char *path, ss_error *error);

/* Write it as JSON where the path ends with ".json", else as HDF5: a new file, whole or not at all.
 * Errors of ss_fclib_write. */
bool ss_step_file_write(const ss_step_file *file, const char *path, ss_error *error);

#endif

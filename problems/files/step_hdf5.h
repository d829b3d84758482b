/* Step files as HDF5: the group /stickslip/rigid of a file that is open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_STEP_HDF5_H
#define SS_PROBLEMS_FILES_STEP_HDF5_H

#include "problems/files/fclib_raw.h"
#include "problems/files/hdf5_file.h"

/* Read it into raw->step, new and owned by `raw`, also after an error: SS_ERROR_DATA,
 * SS_ERROR_MEMORY. */
bool ss_step_hdf5_read(ss_fclib_raw *raw, const ss_h5_file *file);

#endif

/* A file on which HDF5 loops: the reading process ends with a message, and in time. No such file
 * can be kept, as other versions of HDF5 read it otherwise: this program's own H5Fopen loops
 * instead.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/clock.h"
#include "problems/files/fclib.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <hdf5.h>
#include <string.h>

static volatile bool loop = false;

hid_t H5Fopen(const char *path, unsigned flags, hid_t access)
{
    (void)path, (void)flags, (void)access;
    while (loop)
        continue;
    return H5I_INVALID_HID;
}

TestSuite(hangs, .init = test_files_begin, .fini = test_files_end, .timeout = 120);

Test(hangs, a_file_without_end_is_refused)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_fclib_problem problem;
    const char *const path = test_path("endless.hdf5");
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(file >= 0 && H5Fclose(file) >= 0);
    loop = true;
    cr_expect(!ss_fclib_read(&problem, path, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "endless.hdf5") != NULL &&
                  strstr(error.text, "HDF5 hangs on it") != NULL,
              "%s", error.text);
}

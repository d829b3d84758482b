/* Writing a file that did not exist, whole or not at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_NEW_FILE_H
#define SS_PROBLEMS_BASE_NEW_FILE_H

#include "problems/base/error.h"

#include <stddef.h>

/* Write `size` bytes into the new file `path`: into a hidden file beside it, brought to the disk,
 * then renamed. SS_ERROR_OUTPUT if `path` exists (it is left alone, also if it appears meanwhile)
 * or its folder does not let us, SS_ERROR_IO if the bytes cannot be written. */
bool ss_new_file_write(const char *path, const void *bytes, size_t size, ss_error *error);

/* Its last act, for a file that has come under its hidden name (partial.h) in another way: give it
 * its own. With `replaces` in place of an older file of that name: one of the two is there at any
 * time. After an error it is removed; the errors above. */
bool ss_new_file_publish(const char *hidden, const char *path, bool replaces, ss_error *error);

/* SS_ERROR_OUTPUT if something of that name exists: to be known before the work is done. */
bool ss_new_file_check(const char *path, ss_error *error);

#endif

/* Files of others, read: whatever lies there under the name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_FILE_H
#define SS_PROBLEMS_BASE_FILE_H

#include "problems/base/error.h"

#include <stddef.h>
#include <stdio.h>

/* Open a file to be read; the caller closes it. NULL and SS_ERROR_DATA, with its name and what it
 * is, where it cannot be or is no regular file: a pipe would block, a device might never end. */
FILE *ss_file_open(const char *path, ss_error *error);

/* All `size` bytes of the file and a NUL behind them, to be freed. NULL: the errors of
 * ss_file_open, and SS_ERROR_MEMORY. */
char *ss_file_read(const char *path, size_t *size, ss_error *error);

#endif

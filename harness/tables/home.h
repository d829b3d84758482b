/* The place of the program's own files: plot scripts, the papers' numbers, problem data, baselines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_HOME_H
#define SS_HARNESS_TABLES_HOME_H

#include "problems/base/error.h"

#include <stddef.h>

/* The path of `below` ("plots", "paper/dumont") in the home folder, into `path` of `size` bytes.
 * Home is $STICKSLIP_HOME; else share/stickslip beside the bin/ of an installed program; else the
 * source that the program was built from. SS_ERROR_USAGE when the path is too long. */
bool ss_home_path(char *path, size_t size, const char *below, ss_error *error);

/* The path of what the user keeps there: the same, but for an installed program, whose folder is
 * everybody's. Then it is in $XDG_DATA_HOME/stickslip, or ~/.local/share/stickslip. SS_ERROR_USAGE
 * also without either. */
bool ss_home_own_path(char *path, size_t size, const char *below, ss_error *error);

/* Where this program is, absolute, to be freed; NULL: an error (no /proc). */
char *ss_home_program(ss_error *error);

#endif

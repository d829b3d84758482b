/* `new-solver ID --language LANGUAGE --out DIR`: a solver that is a process of the user's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_NEW_COMMAND_H
#define SS_HARNESS_CLI_NEW_COMMAND_H

#include "problems/base/error.h"

/* Make the folder `out` with a projected Gauss-Seidel called `name` in that language ("python",
 * "c++", "julia"; NULL: python), and what it needs; print what to do next. SS_ERROR_USAGE for
 * another language, a name that is no file's, or without a folder; SS_ERROR_OUTPUT where the folder
 * exists. */
bool ss_new_command(const char *name, const char *language, const char *out, ss_error *error);

#endif

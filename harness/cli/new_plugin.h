/* The verb `new-solver ID --out DIR`: a folder with a solver in C that builds by itself against the
 * installed program, without the source tree.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_NEW_PLUGIN_H
#define SS_HARNESS_CLI_NEW_PLUGIN_H

#include "problems/base/error.h"

/* Write the folder `out`, a local or an outer solver, and print what is to be done next.
 * SS_ERROR_USAGE for a name that cannot be or that the program has; SS_ERROR_OUTPUT where the
 * folder exists, and errors of the system. */
bool ss_new_plugin(const char *name, bool outer, const char *out, ss_error *error);

#endif

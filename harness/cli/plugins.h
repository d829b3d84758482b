/* The solvers that are shared objects in the user's folders, for `list`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_PLUGINS_H
#define SS_HARNESS_CLI_PLUGINS_H

#include "problems/base/error.h"

/* Print a line for each NAME.so of the folders (solvers/plugin/load.h), by name: what it is, or why
 * it cannot be used. Those of a folder behind hide under the same name in one before. False:
 * SS_ERROR_MEMORY. */
bool ss_plugins_print(ss_error *error);

#endif

/* Modules: parts of the program that bring large libraries (HDF5 and what it needs; UMFPACK and
 * CHOLMOD with their BLAS), and are loaded when they are first used. Most runs need none, and a
 * start would spend most of its time on them. A module is the shared object libss_NAME.so, beside
 * the program or where it is installed ($ORIGIN/../lib/stickslip), and exports one const table,
 * ss_module_NAME. Tests and fuzz targets are linked with the modules' objects, and load nothing.
 *
 * Load where one process is: before a run forks, its children then have the module for nothing;
 * and not from two threads at a time where a module changes the environment (problems/sparse).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_MODULE_H
#define SS_PROBLEMS_BASE_MODULE_H

#include "problems/base/error.h"

/* The table of module `name`: `linked` where that is not NULL, else that of the module, which is
 * loaded unless it is already. It stays to the end of the process. What it takes of address space
 * is not taken from a limit that was set for this process (ss_child_limits). NULL and
 * SS_ERROR_UNAVAILABLE, with the reason, if it cannot be loaded. */
const void *ss_module_table(const char *name, const void *linked, ss_error *error);

#endif

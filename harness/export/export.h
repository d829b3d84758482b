/* Results as files for ParaView and whoever reads VTK's formats: the bodies and contacts of runs at
 * their frames, and growing surfaces.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_EXPORT_H
#define SS_HARNESS_EXPORT_EXPORT_H

#include "harness/export/order.h"

/* Write OUT/NAME.pvd, with times in s, for each solver of a run, each run of a store (named by
 * problem, instance, solver and the first digits of its column `run`) or each solver of a surface:
 * the .vtp files of its moments are in OUT/NAME. Tables are read row by row: only a frame is in
 * memory. OUT is complete or absent. SS_ERROR_OUTPUT if it exists; SS_ERROR_DATA, naming file, line
 * and value, for tables that are missing or do not say what they should, or where no run is left;
 * SS_ERROR_IO, SS_ERROR_MEMORY, SS_ERROR_INTERRUPTED. */
bool ss_export_vtk(const ss_export_order *order, ss_error *error);

#endif

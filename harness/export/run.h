/* The bodies and contacts of one table of bodies, frame by frame. Inside export/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_EXPORT_RUN_H
#define SS_HARNESS_EXPORT_RUN_H

#include "harness/export/order.h"
#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"

/* The tables of a run, and the place of their export. */
typedef struct ss_export_task {
    const ss_export_order *order;
    const char *folder;        /* to write into; it exists */
    const ss_summary *summary; /* of the runs */
    const ss_summary_row *run; /* whose tables they are; NULL: of each solver its own */
    char bodies_csv[SS_PATH_SIZE], shapes_csv[SS_PATH_SIZE], forces_csv[SS_PATH_SIZE];
    size_t n_written; /* series, so far */
} ss_export_task;

/* Is it one of the order's runs? */
bool ss_export_is_wanted(const ss_export_order *order, const ss_summary_row *run);

/* Export the wanted solvers of the tables. */
bool ss_export_run(ss_export_task *task, ss_error *error);

/* Export the surfaces in the order's folder. */
bool ss_export_surfaces(ss_export_task *task, ss_error *error);

#endif

/* What stickslip-ranks reports (harness/ranks/report.h), read back: a line "KEY VALUE" a column.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_RANKS_REPORT_H
#define SS_HARNESS_RUN_RANKS_REPORT_H

#include "harness/tables/rows.h"

#include <stdbool.h>

/* The row of ranks.csv that the file `path` says, which is removed; its texts are in *text, to be
 * freed. False: there is no whole report. */
bool ss_ranks_report_read(const char *path, ss_ranks_row *row, char **text);

#endif

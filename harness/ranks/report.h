/* The report of ranks to who started them, and to people: a line "KEY VALUE" each. harness/run
 * reads it back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RANKS_REPORT_H
#define SS_HARNESS_RANKS_REPORT_H

#include "harness/ranks/look.h"
#include "solvers/ranks/iterate.h"

/* The contents of a report. */
typedef struct ss_ranks_report {
    const ss_part *part;
    const ss_ranks_iteration *solver; /* all 0 where nothing was solved */
    const char *status; /* how it ended, a name of ss_outcome; "judged" where nothing was solved */
    size_t sweeps;
    const ss_ranks_look *look; /* of the impulses as they are written */
    double read_s, wall_s;     /* of reading and of all, by the clock on the wall */
    double solve_cpu_s;        /* of this rank's sweeps and looks */
} ss_ranks_report;

/* The report as a text, to be freed, on rank 0; NULL on others, and without memory. Collective. */
char *ss_ranks_report_print(const ss_ranks_report *report);

#endif

/* A step of a scene that no one machine has whole, frozen over ranks (stickslip-ranks --scene): in
 * a child with limits, under a launcher.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_FREEZE_RANKS_H
#define SS_HARNESS_RUN_FREEZE_RANKS_H

#include "harness/run/run.h"

typedef struct ss_freeze_ranks {
    const ss_run *run;    /* problem, solver, start, stop and limits */
    size_t n, step;       /* ranks; the step that is written */
    const char *launcher; /* as of `run --ranks` */
    const char *out;      /* the file */
    bool solution;        /* the impulses, too */
} ss_freeze_ranks;

/* Step the scene by the ranks to the file, and print a line of it. SS_ERROR_USAGE: a scene, a
 * solver or words that ranks do not serve; SS_ERROR_UNAVAILABLE; what the ranks said, or how they
 * ended. After an error there is no file. */
bool ss_freeze_ranks_run(const ss_freeze_ranks *freeze, ss_error *error);

#endif

/* The remains of a run that was killed: its tables lie under hidden names, whole up to its last
 * complete step (ss_alone flushes them after each), and are brought into place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_RESCUE_H
#define SS_HARNESS_RUN_RESCUE_H

#include "problems/base/error.h"

#include <stddef.h>

typedef struct ss_rescued {
    size_t n_tables;   /* brought into place */
    char solver[1024]; /* that was under way; "": none had begun a step */
    size_t step;       /* its last complete one; 0: none */
} ss_rescued;

/* Are there tables of a killed run in `folder`? */
bool ss_rescue_is_needed(const char *folder);

/* Bring them into place, each without what is torn at its end and without rows of a step that
 * history.csv does not have, which comes after the others; summary.csv has the solvers that ended,
 * and comes last. Tables that are in place already stay. SS_ERROR_OUTPUT, and nothing is touched,
 * where the run's process lives, or, without `force`, may live elsewhere; SS_ERROR_DATA,
 * SS_ERROR_IO. */
bool ss_rescue(const char *folder, bool force, ss_rescued *rescued, ss_error *error);

#endif

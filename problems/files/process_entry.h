/* The entry behind every problem "command:WORDS" (problems/command): a process whose problems come
 * as a file's do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_PROCESS_ENTRY_H
#define SS_PROBLEMS_FILES_PROCESS_ENTRY_H

#include "problems/command/process.h"
#include "problems/files/frozen.h"

/* Its parameters. */
typedef struct ss_process_params {
    ss_frozen_params frozen; /* first: it begins with ss_limits */
    ss_process_limits limits;
} ss_process_params;

extern const ss_catalogue_entry ss_problem_process;

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/process_entry.h"

static const ss_option rows[] = {
    SS_COUNT(ss_process_params, limits.steps, "steps", 1e9, 1, 1e9,
             "time steps: problems that are taken, at most those that the process offers",
             "choice"),
    SS_REAL(ss_process_params, limits.wait_s, "wait", 60.0, SS_ABOVE_ZERO, 1e6, "s",
            "longest time, by the clock on the wall, that the process may take over a message",
            "choice"),
};

const ss_catalogue_entry ss_problem_process = {
    .name = "command:SCENE",
    .stop = "e1", /* as of files */
    .title = "the problems of a process, in any language, which gets each r back and goes on",
    .reference = "problems/command/README.md",
    .known = "what its author knows",
    .seeded = true,
    .params = {.rows = rows,
               .n_rows = sizeof rows / sizeof rows[0],
               .size = sizeof(ss_process_params),
               .shared = ss_frozen_rows,
               .n_shared = SS_FROZEN_ROWS},
    .observables = ss_frozen_observables,
};

/* A contender: whatever can be named after --solver, a local solver inside our outer solver or a
 * solver of another code, with the values of its options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_CONTENDER_H
#define SS_HARNESS_RUN_CONTENDER_H

#include "solvers/external/external_solver.h"
#include "solvers/base/local_solver.h"

typedef struct ss_contender {
    ss_local_choice local;              /* .solver is NULL for an outside code */
    const ss_external_solver *external; /* NULL for ours */
    void *external_options;             /* owned */
    char *label;                        /* owned; the user's own text, e.g. "ebp[alpha=2]" */
} ss_contender;

/* Parse "NAME" or "NAME[KEY=VALUE,...]". An outside code that is not installed is
 * SS_ERROR_UNAVAILABLE, naming its package. Release with ss_contender_free. */
bool ss_contender_parse(ss_contender *contender, const char *text, ss_error *error);
void ss_contender_free(ss_contender *contender);

/* All option values as "key=value,key=value"; see ss_options_print. */
bool ss_contender_print_options(const ss_contender *contender, char *text, size_t size);

/* A list, "NAME[OPTIONS],NAME,...". */
typedef struct ss_solver_list {
    ss_contender *contenders; /* owned */
    size_t n;
} ss_solver_list;

/* Commas within brackets separate options, not solvers. Naming a solver twice is an error. */
bool ss_solver_list_parse(ss_solver_list *list, const char *text, ss_error *error);
void ss_solver_list_free(ss_solver_list *list);

#endif

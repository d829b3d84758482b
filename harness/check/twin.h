/* Broken twins: solvers that are like another but for one fault, so that it is seen of a check that
 * it can fail. A check that no twin fails asserts nothing.
 *
 *     local   a visit of the given solver, then harm (twin_local.c)
 *     outer   sweeps of the given local solver, as nlgs makes them, then harm (twin_outer.c)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_TWIN_H
#define SS_HARNESS_CHECK_TWIN_H

#include "harness/check/check.h"

typedef enum ss_check_fault {
#define FAULT(id, kinds, meaning) SS_CHECK_FAULT_##id,
#include "harness/check/faults.def"
#undef FAULT
    SS_CHECK_N_FAULTS
} ss_check_fault;

/* The fault in words: "adds 1e-6 N s to r_n". */
const char *ss_check_fault_meaning(ss_check_fault fault);

/* A twin's own data, at the head of its options. */
typedef struct ss_check_twin_options {
    ss_check_fault fault;
    size_t cap;                   /* an option of its own, where the given solver has none */
    size_t *n_done;               /* visits, or solves, in all; of the twin */
    const ss_local_solver *given; /* of a local twin; its options follow */
} ss_check_twin_options;

/* A twin, with all that its choice points into: not to be copied. */
typedef struct ss_check_twin {
    ss_choice choice; /* to check; not to be freed by itself */
    ss_choice given;  /* the local solver; owned */
    ss_local_solver local;
    ss_outer_solver outer;
    ss_option *rows; /* owned */
    size_t n_done;
} ss_check_twin;

/* The twin of the kind, SS_CHOICE_LOCAL or SS_CHOICE_OUTER, by the local solver `local`,
 * NAME[...]. Errors as for ss_choice_parse. Free it also then. */
bool ss_check_twin_make(ss_check_twin *twin, const char *local, unsigned kind, ss_check_fault fault,
                        ss_error *error);
void ss_check_twin_free(ss_check_twin *twin);

/* The descriptors of a local twin of a solver, and of the outer twin, but for their options. */
ss_local_solver ss_check_twin_local(const ss_local_solver *given, ss_check_fault fault);
extern const ss_outer_solver ss_check_twin_outer;

#endif

/* Can each check fail? It is run on a twin of a solver without a fault, which must pass, and on one
 * with the fault that checks.def names, which must not: so it is the fault that it sees.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_SABOTAGE_H
#define SS_HARNESS_CHECK_SABOTAGE_H

#include "harness/check/twin.h"
#include "harness/report/sheet.h"

typedef enum ss_check_sabotage_verdict {
    SS_CHECK_CAUGHT, /* it passes without the fault, and with it does not */
    SS_CHECK_MISSED, /* it passes with the fault, too */
    SS_CHECK_MOOT    /* it does not pass without: nothing is shown */
} ss_check_sabotage_verdict;

typedef struct ss_check_trial {
    const ss_check *check;
    unsigned kind; /* SS_CHOICE_LOCAL or SS_CHOICE_OUTER */
    ss_check_fault fault;
    ss_check_finding intact, broken;
    ss_check_sabotage_verdict verdict;
} ss_check_trial;

typedef struct ss_check_sabotage {
    const char *local; /* the solver that the twins are of, NAME[...]; borrowed */
    ss_check_trial trials[2 * SS_CHECK_MOST];
    size_t n;
} ss_check_sabotage;

/* The fault that checks.def names for a check. */
ss_check_fault ss_check_fault_of(const ss_check *check);

/* One check of a kind on a twin of the local solver without and with the fault, each in a child
 * with limits. Of outer solvers: on twins of nlgs around it. Errors as for ss_check_run_isolated
 * and ss_choice_parse. */
bool ss_check_trial_run(ss_check_trial *trial, const char *local, const ss_child_limits *limits,
                        ss_error *error);

/* All checks of local and of outer solvers, with a bar of progress. */
bool ss_check_sabotage_run(ss_check_sabotage *sabotage, const char *local,
                           const ss_child_limits *limits, ss_error *error);

/* The checks that did not catch their twin. */
size_t ss_check_sabotage_count(const ss_check_sabotage *sabotage);

/* Print a line a check, then the verdict. SS_ERROR_MEMORY. */
bool ss_check_sabotage_print(const ss_check_sabotage *sabotage, const ss_report_format *format,
                             FILE *out, ss_error *error);

#endif

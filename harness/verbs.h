/* The verbs of the command line. Each takes its own argv (argv[0] is "stickslip VERB") and returns
 * the exit code of the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_VERBS_H
#define SS_HARNESS_VERBS_H

#include "problems/error.h"

/* name, function suffix, summary: the order is that of --help. */
#define SS_VERB_LIST(X)                                                                            \
    X(list, "what there is: solvers, problems, estimators, columns")                               \
    X(describe, "one solver, problem or estimator: options, units, sources")                       \
    X(run, "run one problem with one or more solvers, write CSV tables")                           \
    X(freeze, "write the contact problem of one time step as an FCLIB file")                       \
    X(reproduce, "make a paper's tables and figures again, beside its own numbers")                \
    X(plot, "draw figures from the tables of a run")                                               \
    X(bench, "what sweeps, estimators, detection and steps cost on this machine")

#define X(name, summary) int ss_verb_##name(int argc, char **argv);
SS_VERB_LIST(X)
#undef X

/* `reproduce field`, with options of its own. */
int ss_verb_field(int argc, char **argv);

/* Print "stickslip VERB: message" on stderr if there is an error; returns the exit code. */
int ss_verb_finish(const char *verb, const ss_error *error);

#endif

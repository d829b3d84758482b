/* The verbs of the command line. Each takes its own argv (argv[0] is "stickslip VERB") and returns
 * the exit code of the program where there is no error.
 *
 *     main                   finds the verb; prints its error, whose code is the exit code
 *       ss_verb_X            owns its words, and the table of them (command.h)
 *         ss_command_read    fills in the words, which borrow argv; answers --help itself
 *         resolve            words to the order of a room: each mistake is an ss_error
 *         ss_x_...           the room does the work, and knows nothing of words
 *       frees what resolve has made, and the lists among the words
 *
 * So a room can be called by a test, or by another room, as it is by the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_VERBS_H
#define SS_HARNESS_CLI_VERBS_H

#include "problems/base/error.h"

/* name, function suffix, summary: the order is that of --help. */
#define SS_VERB_LIST(X)                                                                            \
    X(list, "what there is: solvers, problems, estimators, columns")                               \
    X(describe, "one solver, problem or estimator: options, units, sources")                       \
    X(run, "run one problem with one or more solvers, write CSV tables")                           \
    X(check, "is a solver correct? a page of checks, then a comparison with the others")           \
    X(judge, "is a solver better than another? checks, all outers, equal accuracy, one sentence")  \
    X(grow, "pour sand on a table: a growing pile in finite elements, by solvers of its dual")     \
    X(freeze, "write the contact problem of one time step as an FCLIB file")                       \
    X(reproduce, "make a paper's tables and figures again, beside its own numbers")                \
    X(campaign, "many runs from a YAML file, kept safe in a store, resumed where they ended")      \
    X(sweep, "the sensitivity to an option or a parameter: runs, tables, a figure")                \
    X(status, "how far a campaign is, from another terminal")                                      \
    X(collect, "rebuild the tables of a store from its run files")                                 \
    X(merge, "join the stores of a campaign that was split")                                       \
    X(plot, "draw figures from the tables of a run")                                               \
    X(export, "write bodies, contacts and surfaces as files for ParaView (VTK)")                   \
    X(report, "a result folder as one page, HTML or Markdown: verdict, table, figures, failures")  \
    X(manuscript, "fill in the numbers, tables and figures of a text in LaTeX")                    \
    X(profile, "performance and data profiles of the solvers of a result folder")                  \
    X(rates, "how fast each traced run converged: rate, order, and over which sweeps")             \
    X(diagnose, "why steps of a run ended unsolved: one page, and a figure of the residual")       \
    X(compare, "compare two results: same, better or worse")                                       \
    X(baseline, "save, list and show named results to compare with")                               \
    X(noise, "measure how far times of equal runs differ on this machine")                         \
    X(bench, "what sweeps, estimators, detection and steps cost on this machine")

#define X(name, summary) int ss_verb_##name(int argc, char **argv, ss_error *error);
SS_VERB_LIST(X)
#undef X

/* `new-solver`: no name of C. */
int ss_verb_new_solver(int argc, char **argv, ss_error *error);

/* `reproduce field`, with options of its own. */
int ss_verb_field(int argc, char **argv, ss_error *error);

#endif

/* A contest: the summary tables of some result folders as a grid (tables/grid.h) with just one run
 * in each cell.
 *
 * Questions are those of tables/question.h. A solver that has no outer solver answers the questions
 * of the one that the others use; where they use several, each pair of them is a contender of its
 * own, "nlgs-anderson[local=exact]". Questions that some solver was not run on are left out
 * and counted: not run is not failed.
 *
 *     folders -> contest (contest.h)   who contends, on what: owns the summaries, the rows borrow
 *             -> costs (scores.h)      of whole runs, or of traces up to an E1 (traces.h)
 *             -> profile (profile.h)   fractions of problems
 *             -> words, rows, a figure (profile_report.c)
 *
 * The caller keeps the contest until all behind it is done: costs have its problems and solvers by
 * number, words and figures borrow its labels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_CONTEST_H
#define SS_HARNESS_JUDGE_CONTEST_H

#include "harness/tables/grid.h"
#include "harness/tables/output.h"

typedef struct ss_profile_contest {
    char (*folders)[SS_PATH_SIZE]; /* that hold the summaries and traces; owned */
    size_t n_folders;
    ss_summary *summaries; /* one a folder; owned */
    ss_grid grid;          /* n_questions rows of n_contenders, all there: the runs; source: the
                              folder; contenders in the order of --solvers or of appearance */
    size_t n_left_out;     /* questions that not every solver was run on */
    size_t n_empty;        /* questions left out because no solver had a contact to solve */
    ss_accuracy_gap gap;   /* in E1, between the runs of one question */
} ss_profile_contest;

/* Read the summary.csv of each folder, or of its store (ss_summary_folder). `solvers` is a list
 * "NAME[OPTIONS],NAME,..." of the labels to take, or NULL for all. With `at_equal_accuracy`, stop,
 * tol and max-sweeps are no part of the question of a frozen problem, where they only end a trace
 * (in a scene they shape what comes after); of several such runs the one with most sweeps is taken.
 * Errors: SS_ERROR_USAGE for a label that no folder has; SS_ERROR_DATA for a table that cannot be
 * read, two runs of one solver on one question (both lines are named), or no question that all
 * solvers were run on; SS_ERROR_MEMORY. Free with ss_profile_contest_free. */
bool ss_profile_contest_open(ss_profile_contest *contest, const char *const *folders,
                             size_t n_folders, const char *solvers, bool at_equal_accuracy,
                             ss_error *error);
void ss_profile_contest_free(ss_profile_contest *contest);

#endif

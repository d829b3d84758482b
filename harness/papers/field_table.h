/* The tables of the field: field.csv, best.csv, rates.csv, and field.md and field.tex for people.
 *
 *     field.c         plans the runs, has them made, and lays their rows in order:
 *                     tolerance by tolerance, problem by problem, solver by solver
 *     field_duel.c    the duels: who is quickest on a problem (best.csv), two fixed solvers
 *     field_table.c   of these rows the duels, the rates, and both for people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_FIELD_TABLE_H
#define SS_HARNESS_PAPERS_FIELD_TABLE_H

#include "harness/tables/bootstrap.h"
#include "harness/tables/rows.h"
#include "solvers/choice.h"

/* None of the three counts is 0. A run that is missing, after Ctrl-C, has its place: its names,
 * tolerance, stop and rho_bar, and no status. */
typedef struct ss_field_table {
    const ss_field_row *rows;          /* n_tols * n_problems * n_solvers, the caller's */
    const ss_summary_row *const *runs; /* the runs behind them; NULL: missing; the caller's */
    char *const *names;                /* of the solvers, as the user would write them */
    const ss_choice_list *contenders;  /* the same, understood */
    const char *headline;              /* who is cheapest, in a line or two; NULL: nobody says */
    size_t n_tols, n_problems, n_solvers;
} ss_field_table;

/* The duel on a problem at a tolerance: the quickest of our solvers against the quickest of another
 * code's, among the runs that count (ss_standing_of); no winner where times are not judged, E1 are
 * not alike or a run is missing that could have won. It compares the best of n with the best of m,
 * chosen after the fact. */
ss_best_row ss_field_best_of(const ss_field_table *table, size_t tol, size_t problem);

/* One solver of ours and one of another code at a tolerance. */
typedef struct ss_field_duel {
    size_t ours, theirs, shared; /* problems that count of each, and of both */
    size_t unjudged;             /* of these, where times may not be judged */
    double ratio;                /* theirs over ours, geometric mean over the shared; NAN: none */
    ss_interval within;          /* 95 %, over the problems */
} ss_field_duel;

/* The contender of a side that counts on most problems at all tolerances together, of equals the
 * quicker one; n_solvers: the side has none. */
size_t ss_field_fixed_of(const ss_field_table *table, bool external);

/* SS_ERROR_MEMORY. */
bool ss_field_duel_of(ss_field_duel *duel, const ss_field_table *table, size_t tol, size_t ours,
                      size_t theirs, ss_error *error);

/* Write the five files into `folder`, each whole or not at all. For people there are the duels too,
 * with how often each side wins and on which problems ours loses, where a contender is of another
 * code. False: SS_ERROR_IO or _MEMORY. */
bool ss_field_table_write(const ss_field_table *table, const char *folder, ss_error *error);

#endif

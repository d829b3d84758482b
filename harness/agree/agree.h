/* Agreement of the answers of solvers to the same problems, in a result folder of `run`.
 *
 *     answers   of a file's problem (run --impulses): by velocities and body resultants, beside the
 *               dimension of the kernel; r alone is no comparison where forces are not unique
 *     flips     of contacts (run --statuses): open, sticking, sliding, beside those of a reference,
 *               by direction; of a file, or where all follow one leader, for contacts of two closed
 *               loops have nothing to do with each other
 *     verdicts  of the scene: solved or not, and safe or not by a bound on a column of history or
 *               observables, by direction
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_AGREE_AGREE_H
#define SS_HARNESS_AGREE_AGREE_H

#include "harness/report/sheet.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"

/* Folders that are looked at together: instances, scenes. All borrowed. */
typedef struct ss_agree_scope {
    const char *const *folders;
    size_t n_folders;
    const char *against; /* the reference's label in each folder */
    const char *safe;    /* "COLUMN<VALUE" or "COLUMN>VALUE"; NULL: not asked */
} ss_agree_scope;

/* ---- answers.c ---- */

/* Two answers to one problem, the second seen from the first. */
typedef struct ss_agree_distance {
    double apart;    /* sqrt(dr.W dr / r.W r): the resultants on the bodies over their masses, in
                      * energy */
    double velocity; /* the largest |u - u'| of a contact, m/s */
    double impulses; /* |r - r'|/|r|: of no meaning in the kernel */
} ss_agree_distance;

/* r and other are 3 n_contacts. False without memory. */
bool ss_agree_distance_of(ss_agree_distance *distance, const ss_problem *problem, const double *r,
                          const double *other, ss_error *error);

/* Add the table `answers` of a folder on a file's problem that has impulses; nothing of another. */
bool ss_agree_add_answers(ss_report_sheet *sheet, const ss_agree_scope *scope, ss_error *error);

/* ---- flips.c ---- */

enum { SS_AGREE_STATUSES = 3 };

/* Contacts by their statuses: of the reference, then of the solver. */
typedef struct ss_agree_flips {
    size_t count[SS_AGREE_STATUSES][SS_AGREE_STATUSES];
    size_t unmatched; /* contacts of one of them alone */
} ss_agree_flips;

/* Count from a table `statuses`, which is replayed to the last sweep of each step. SS_ERROR_DATA
 * for a status that is none. */
bool ss_agree_count(ss_agree_flips *flips, const char *path, const char *reference,
                    const char *solver, ss_error *error);

/* Add the table `flips` of all folders together. SS_ERROR_DATA where a folder has none, or closed
 * loops. */
bool ss_agree_add_flips(ss_report_sheet *sheet, const ss_agree_scope *scope, ss_error *error);

/* ---- verdicts.c ---- */

/* Add the table `verdicts`. */
bool ss_agree_add_verdicts(ss_report_sheet *sheet, const ss_agree_scope *scope, ss_error *error);

/* ---- what the three share (verdicts.c) ---- */

/* The path of a table in the k-th folder. */
bool ss_agree_path(char path[SS_PATH_SIZE], const ss_agree_scope *scope, size_t k,
                   const char *table, ss_error *error);

/* The label of a row of the summary in the folder's other tables, to be freed; NULL: no memory. */
char *ss_agree_label(const ss_summary *summary, const ss_summary_row *row);

/* The summary of the k-th folder, in which the reference is. Free it also after an error. */
bool ss_agree_summary(ss_summary *summary, const ss_agree_scope *scope, size_t k, ss_error *error);

#endif

/* The question that a row of summary.csv answers: the problem with its parameters and instance
 * (tol and max-sweeps are among the parameters), the outer solver, the estimator that stops, where
 * steps start, and whom they follow. The contender who answers it: the solver and its options.
 * Everyone who asks if two rows answer the same asks here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_QUESTION_H
#define SS_HARNESS_TABLES_QUESTION_H

#include "harness/tables/record.h"

/* Parts of a question and of the contender, in the order in which rows are sorted. */
typedef enum ss_question_part {
    SS_ASKED_PROBLEM = 1,
    SS_ASKED_PARAMETERS = 2,
    SS_ASKED_INSTANCE = 4,
    SS_ASKED_OUTER = 8,
    SS_ASKED_STOP = 16,
    SS_ASKED_WARM_START = 32,
    SS_ASKED_FOLLOWS = 64,
    SS_ASKED_NAME = 128,   /* of the solver, before the bracket: "ebp" of "ebp[tol=1e-3]" */
    SS_ASKED_SOLVER = 256, /* all of it */
    SS_ASKED_OPTIONS = 512,
    SS_QUESTION = SS_ASKED_NAME - 1 /* all but the contender */
} ss_question_part;

/* The rule by which questions count as the same. */
typedef struct ss_question_rule {
    unsigned parts;      /* ss_question_part, added up */
    const char *without; /* parameters that do not tell questions apart, a set as in pairs.h */
    const char *outer;   /* the outer solver of a row that has none, being another code's */
} ss_question_rule;

/* The parts as one text, to be freed: equal texts mean the same question. NULL when out of
 * memory. */
char *ss_question_key(const ss_summary_row *row, const ss_question_rule *rule);

/* Order of rows by question and contender as people count, instance 10 after instance 2: < 0, 0 or
 * > 0, as of strcmp. */
int ss_question_order(const ss_summary_row *a, const ss_summary_row *b);

/* Length of the solver's name in a label such as "ebp[alpha=2]". */
size_t ss_question_name_length(const char *solver);

/* ---- short names of rows, for people: only what tells one from its neighbours ---- */

enum { SS_LABEL_SIZE = 1024 };

/* In what rows differ: sets of keys as in pairs.h, cut when there are too many, and columns. */
typedef struct ss_label_keys {
    char parameters[SS_LABEL_SIZE], options[SS_LABEL_SIZE];
    bool instance, outer, stop, warm_start, follows;
} ss_label_keys;

/* Note in what two rows differ: parameters of one problem, options of one solver, and the rest. */
void ss_label_note(ss_label_keys *keys, const ss_summary_row *a, const ss_summary_row *b);

/* "balls-4 mu=0.5 instance 3 nlgs" where `between` is " ", "balls-4, mu=0.5, instance 3, outer
 * nlgs" where it is ", ": the problem, and those of `keys`. Cut at `size` bytes. */
void ss_label_question(char *text, size_t size, const ss_summary_row *row,
                       const ss_label_keys *keys, const char *between);

/* Append the pairs of `list` in which `other` differs and whose keys are in the set `keys` (NULL:
 * all), the first after `before`, the others after its first character. Cut at `size` bytes in
 * all. */
void ss_label_differing(char *text, size_t size, const char *list, const char *other,
                        const char *keys, const char *before);

#endif

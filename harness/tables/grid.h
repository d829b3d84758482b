/* Rows of summary.csv as a grid: a question down, a contender across, records in the cells. Every
 * room that compares runs looks at them through it.
 *
 *                  contender 0         contender 1     contender 2
 *     question 0   record              record          record         taken
 *     question 1   record, record                      record         not by all
 *     question 2   record              record          record         idle: nobody had a contact
 *
 * Its life: ss_grid_add for each row that is wanted; ss_grid_name, where contenders matter;
 * ss_grid_arrange under a rule of what counts as the same question, again under another one if need
 * be; a walk over `questions` and their cells; ss_grid_free.
 *
 * Ownership: rows, keys, questions and labels are the grid's; records are borrowed from summaries
 * that outlive it. Once arranged, rows are sorted by question, contender, source and line of the
 * file, so those of a question stand together and in it those of a cell; no question is empty.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_GRID_H
#define SS_HARNESS_TABLES_GRID_H

#include "harness/tables/question.h"

typedef struct ss_grid_row {
    const ss_record *record; /* borrowed; NULL: to be dropped, by who walks over the grid */
    size_t contender;        /* 0 where they were not named */
    size_t source;           /* the caller's: the folder or the side that it is from */
    char *key;               /* of its question; owned */
} ss_grid_row;

/* Why nobody can be ranked by a question. */
typedef enum ss_grid_left_out {
    SS_GRID_TAKEN,
    SS_GRID_NOT_BY_ALL, /* some contender has no row: not run is not failed */
    SS_GRID_IDLE,       /* all solved it without a sweep: no step had a contact */
    SS_GRID_REASONS
} ss_grid_left_out;

typedef struct ss_grid_question {
    ss_grid_row *rows; /* n >= 1 of the grid's */
    size_t n;
    ss_grid_left_out left_out;
} ss_grid_question;

typedef struct ss_grid_contender {
    char *label;             /* of ss_label_contender, or the solver alone; owned */
    const ss_record *record; /* its first; borrowed */
} ss_grid_contender;

/* Start zeroed. */
typedef struct ss_grid {
    ss_grid_row *rows;
    size_t n, room;
    ss_grid_question *questions;
    size_t n_questions;
    ss_grid_contender *contenders; /* in the order of their first rows */
    size_t n_contenders;
} ss_grid;

/* By which rule rows ask the same: those of scenes, and those of frozen problems (file:PATH), which
 * no step before has shaped. */
typedef struct ss_grid_rule {
    ss_question_rule scene, frozen;
} ss_grid_rule;

/* Add a row, or all rows of a summary. SS_ERROR_MEMORY. */
bool ss_grid_add(ss_grid *grid, const ss_record *record, size_t source, ss_error *error);
bool ss_grid_add_all(ss_grid *grid, const ss_summary *summary, size_t source, ss_error *error);

/* Find the contenders, told apart by the solver or, `by_outer`, by the outer solver too.
 * SS_ERROR_MEMORY. */
bool ss_grid_name(ss_grid *grid, bool by_outer, ss_error *error);

/* Keep n of the contenders, those of the list `chosen` in its order, and their rows.
 * SS_ERROR_MEMORY. */
bool ss_grid_choose(ss_grid *grid, const size_t *chosen, size_t n, ss_error *error);

/* Sort the rows into questions. SS_ERROR_MEMORY. */
bool ss_grid_arrange(ss_grid *grid, const ss_grid_rule *rule, ss_error *error);

/* Drop the rows without a record, of an arranged grid. */
void ss_grid_drop(ss_grid *grid);

/* Drop the questions that are left out; n_left_out[reason] says how many by each. */
void ss_grid_keep_taken(ss_grid *grid, size_t n_left_out[SS_GRID_REASONS]);

/* The end of the cell that begins at row `begin` of the question. */
size_t ss_grid_cell_end(const ss_grid_question *question, size_t begin);

/* ---- the accuracy that rows reached: what is ranked by cost should have reached the same ---- */

enum { SS_ACCURACY_TEXT = 512 };

/* The pair that differs most in E1, of those noted in which the coarser one was the cheaper. Start
 * zeroed. */
typedef struct ss_accuracy_gap {
    double ratio;                        /* of the two E1, >= 1; 0: there is no such pair */
    const ss_summary_row *fine, *coarse; /* borrowed */
} ss_accuracy_gap;

/* Note two rows that are compared; nothing where one of them is not solved. E1 is the worst of the
 * run's steps where both rows have it, else that of the last step; what rounding leaves (1e-15, or
 * the row's floor) counts as equal. */
void ss_accuracy_gap_note(ss_accuracy_gap *gap, const ss_summary_row *a, const ss_summary_row *b);

/* The repeats behind the times of rows, and how far they lie apart. Start zeroed. */
typedef struct ss_accuracy_times {
    size_t n, least, most; /* rows; repeats of each of them */
    double widest;         /* distance of the quartiles of cpu_s over cpu_s */
} ss_accuracy_times;

void ss_accuracy_times_note(ss_accuracy_times *times, const ss_summary_row *row);

/* "E1 reached differs by up to 45x between what is compared (balls-4: sal 4.1e-10, mine 1.8e-08
 * for less work)"; false and "" below a factor of 2. */
bool ss_accuracy_gap_text(char text[SS_ACCURACY_TEXT], const ss_accuracy_gap *gap);

/* Note by how much E1 differs between any two rows of the question. */
void ss_grid_note_gap(ss_accuracy_gap *gap, const ss_grid_question *question);

void ss_grid_free(ss_grid *grid);

#endif

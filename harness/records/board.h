/* The record board: for each frozen problem the best known answer, with a witness that anybody can
 * judge again.
 *
 *     results/records/records.csv          a row per problem (SCHEMA: records)
 *     results/records/NAME-witness.csv     its impulses
 *
 *     run --impulses --> propose           E1 of the impulses, by our referee; better: a new row
 *     verify                               E1 of every witness whose problem is here, again
 *
 * Nothing that a run says of itself is believed but its name and its cost. A witness that gives
 * another E1 than its row, or a file with other bytes, is an error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RECORDS_BOARD_H
#define SS_HARNESS_RECORDS_BOARD_H

#include "harness/tables/output.h"
#include "harness/tables/record.h"

/* E1 up to which a problem is solved, and hard. */
#define SS_RECORD_SOLVED 1e-8
#define SS_RECORD_HARD   1e-4

/* Below it E1 is rounding: answers are equal, and the cheaper one is the record. */
#define SS_RECORD_ROUNDING 1e-14

typedef struct ss_board {
    char folder[SS_PATH_SIZE];
    ss_csv csv;
    ss_records_row *rows; /* n; owned, texts are the file's */
    size_t n;
} ss_board;

/* Read the board in `folder`; NULL: results/records of the source. SS_ERROR_DATA, SS_ERROR_MEMORY.
 * Free with ss_board_free in either case. */
bool ss_board_read(ss_board *board, const char *folder, ss_error *error);
void ss_board_free(ss_board *board);

/* Judge all witnesses again. *n_here gets those whose problem is here: in problems/data, or in the
 * folder that STICKSLIP_FCLIB names. SS_ERROR_DATA, with the record, for another E1 than the row's
 * (beyond a thousandth of it and rounding), another file, a witness that lacks contacts. */
bool ss_board_verify(const ss_board *board, size_t *n_here, ss_error *error);

/* A better answer that a run has, as the referee sees it; owned texts. */
typedef struct ss_proposal {
    ss_records_row row; /* texts are those below, or the run's */
    char problem[SS_PATH_SIZE], sha256[80], witness[300], solver[300], build[300];
    const ss_records_row *before; /* of the board; NULL: none yet */
    bool better;
} ss_proposal;

/* What a folder of `run` on a file (`--impulses`) has: its best answer, judged. SS_ERROR_DATA where
 * it has no impulses, or is of no file. `r` (3 contacts, N s) is to be freed. */
bool ss_board_propose(ss_proposal *proposal, double **r, const ss_board *board, const char *folder,
                      ss_error *error);

/* Take it onto the board: witness first, then the table. Errors of ss_output_close. */
bool ss_board_take(const ss_board *board, const ss_proposal *proposal, const double *r,
                   ss_error *error);

/* solved, hard or open. */
const char *ss_record_state(double e1);

#endif

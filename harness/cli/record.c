/* The verb `record`: the best known answers of frozen problems, each with a witness.
 *
 * Three tasks of one board, told apart by the first word as those of `baseline` are. What a run
 * claims is not looked at: its impulses are judged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/records/board.h"
#include "harness/report/sheet.h"
#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>

/* list, verify, or propose and a folder. */
typedef struct words {
    const char *task, *source, *folder;
    bool json, markdown, dry_run;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, folder, "folder", 0, "DIR",
            "Folder of the board (default results/records of the source)"),
    SS_SWITCH(words, dry_run, "dry-run", 0, "With propose: judge and compare without writing"),
    SS_SWITCH(words, markdown, "markdown", 0, "With list: print the page of the board"),
    SS_SWITCH(words, json, "json", 0, "With list: print the table `records` for programs"),
};

/* The board as a table, and what its words mean. */
static bool list(const words *w, const ss_board *board, ss_error *error)
{
    static const ss_report_column columns[] = {
        {"problem", SS_REPORT_LEFT, false}, {"contacts", SS_REPORT_RIGHT, false},
        {"state", SS_REPORT_LEFT, false},   {"E1", SS_REPORT_NUMBER, false},
        {"solver", SS_REPORT_LEFT, false},  {"work units", SS_REPORT_NUMBER, false}};
    ss_report_sheet sheet = {.text = NULL};
    size_t solved = 0, hard = 0;
    if (w->markdown)
        ss_report_add(&sheet, SS_REPORT_TITLE, "The record board");
    SS_REPORT_COLUMNS(&sheet, "records", columns);
    for (size_t k = 0; k < board->n; ++k) {
        const ss_records_row *const row = &board->rows[k];
        ss_report_cells(&sheet, row->problem, NULL);
        ss_report_add(&sheet, SS_REPORT_CELL, "%zu", row->contacts);
        ss_report_cells(&sheet, row->state, NULL);
        ss_report_number(&sheet, row->e1, 3, "-");
        ss_report_cells(&sheet, row->solver, NULL);
        ss_report_number(&sheet, row->work_units, 3, "-");
        solved += strcmp(row->state, "solved") == 0;
        hard += strcmp(row->state, "hard") == 0;
    }
    ss_report_add(&sheet, SS_REPORT_REMARK,
                  "%zu record%s: %zu solved (E1 at most %g), %zu hard (at most %g), %zu open. "
                  "`stickslip record verify` judges every witness again; `stickslip record propose "
                  "DIR` compares a run with --impulses.",
                  board->n, ss_name_plural(board->n), solved, SS_RECORD_SOLVED, hard,
                  SS_RECORD_HARD, board->n - solved - hard);
    return ss_report_end(&sheet,
                         w->json       ? &ss_report_json
                         : w->markdown ? &ss_report_markdown
                                       : &ss_report_text,
                         stdout, error);
}

/* All witnesses whose files are here. */
static bool verify(const words *w, const ss_board *board, ss_error *error)
{
    size_t n_here = 0;
    (void)w;
    if (!ss_board_verify(board, &n_here, error))
        return false;
    printf("%zu of %zu records judged again: each witness has the E1 of its record\n", n_here,
           board->n);
    if (n_here < board->n)
        printf("the files of the others are not here (set STICKSLIP_FCLIB to the FCLIB library)\n");
    return true;
}

/* The best answer of a run beside the record. */
static bool propose(const words *w, const ss_board *board, ss_error *error)
{
    ss_proposal p;
    double *r = NULL;
    bool done = ss_board_propose(&p, &r, board, w->source, error);
    if (done) {
        printf("%s: E1 %.3g by %s (%s)", p.problem, p.row.e1, p.row.solver, p.row.state);
        if (p.before != NULL)
            printf("; the record is %.3g by %s", p.before->e1, p.before->solver);
        puts(p.better ? (w->dry_run ? "; it would be a record" : "; a record") : "; no record");
        done = !p.better || w->dry_run || ss_board_take(board, &p, r, error);
    }
    free(r);
    return done;
}

static const struct task {
    const char *name;
    bool takes_source;
    bool (*work)(const words *words, const ss_board *board, ss_error *error);
} tasks[] = {{"list", false, list}, {"verify", false, verify}, {"propose", true, propose}};

/* Read the board, then do the task of the first word. */
static bool work(ss_call *call, ss_error *error)
{
    static const ss_names names = SS_NAMES(tasks, "no task", "it must be list, verify or propose");
    const words *const w = call->words;
    const struct task *const task = ss_names_find(&names, w->task, error);
    ss_board board;
    if (task == NULL)
        return false;
    if (task->takes_source != (w->source != NULL))
        return ss_error_set(error, SS_ERROR_USAGE, "usage: stickslip record %s%s", task->name,
                            task->takes_source ? " DIR" : "");
    const bool done = ss_board_read(&board, w->folder, error) && task->work(w, &board, error);
    ss_board_free(&board);
    return done;
}

const ss_command ss_command_record = {
    .name = "record",
    .summary = "the best known answers of frozen problems, each with a witness",
    .places = "list\nverify\npropose DIR",
    .doc =
        "The record board: for each frozen problem the least E1 that is known, who found it at "
        "what work, and the impulses that have it. `verify` judges all of these again; `propose` "
        "judges the impulses of a run on a file and puts them on the board where they lower E1 by "
        "more than a tenth; where both E1 are below 1e-14, which is rounding, the work; or where "
        "the "
        "problem has no record yet.",
    .after = "Examples:\n"
             "  stickslip record list\n"
             "  stickslip record verify\n"
             "  stickslip run -p file:p.hdf5 -s reference --stop e1 --tol 1e-14 \\\n"
             "    --impulses -o p\n"
             "  stickslip record propose p --dry-run\n\n"
             "A witness with another E1 than its record, or a file with other bytes: exit code 65.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(2, offsetof(words, task), offsetof(words, source)),
    .n_optional = 1,
    .ask = "say what to do: list, verify or propose",
    .size = sizeof(words),
    .work = work};

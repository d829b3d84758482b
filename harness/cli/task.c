/* The verb `task`, which the nodes of a cluster call.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/cli/words.h"
#include "harness/tables/question.h"

#include <string.h>

/* A place in a submission; a task is numbered from 0, and so no count. */
typedef struct words {
    const char *table, *number, *program;
    size_t jobs;
} words;

static bool task(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    size_t number = 0;
    if (strcmp(w->number, "0") != 0 && !ss_parse_count(w->number, "the task", &number, error))
        return false;
    return ss_campaign_task(w->table, number, w->program, w->jobs, error);
}

static const ss_word_row task_rows[] = {
    SS_TEXT(words, program, "program", 0, "HASH",
            "Refuse if this program was rebuilt after the submission"),
    SS_NUMBER(words, jobs, "jobs", 'j', "N", 1, 1024, "Runs at a time (default 1)"),
};

const ss_command ss_command_task = {
    .name = "task",
    .summary = "one task of a campaign on a cluster, which its script calls",
    .places = "STORE/slurm/N.csv K",
    .doc = "Make the runs of task K of the N-th submission of a campaign (`campaign --engine "
           "slurm`) that the store does not have, and write them there. The scripts that are "
           "submitted call it; by hand it makes a task again, or all of them without Slurm. Exit "
           "code 0: each of its runs has a row, however it ended.",
    .after = "Example:\n  stickslip task results/night/slurm/1.csv 3\n"
             "  seq 0 99 | xargs -P 8 -n 1 stickslip task results/night/slurm/1.csv",
    .groups = {SS_GROUP(task_rows, 0)},
    SS_PLACES(2, offsetof(words, table), offsetof(words, number)),
    .ask = "name the table of tasks and the number of one: task STORE/slurm/N.csv K",
    .size = sizeof(words),
    .work = task};

/* A task of a submission: where Slurm's array ends and a campaign begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/campaign/tasks.h"
#include "problems/files/frozen.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

/* Two that make one run at once may leave the tables of one beside the row of the other, whose
 * sizes tell: it is made again, by whoever sees it. More often than this they do not meet. */
enum { MOST_ROUNDS = 4 };

static bool check_program(const char *wanted, ss_error *error)
{
    char hash[SS_HASH_SIZE];
    return ss_hash_file(hash, "/proc/self/exe", error) &&
           (strcmp(hash, wanted) == 0 ||
            ss_error_set(error, SS_ERROR_UNAVAILABLE,
                         "this program is not the one that submitted the task: it was built anew "
                         "since; the campaign's command again submits its runs"));
}

/* A problem's file has the content that the runs are named by, also hours after the submission. */
static bool check_contents(const ss_campaign_plan *plan, ss_error *error)
{
    const char *last = "";
    for (size_t k = 0; k < plan->n; last = plan->runs[k++].problem) {
        const ss_campaign_planned_run *const run = &plan->runs[k];
        const char *const path = ss_frozen_path(run->problem);
        char hash[SS_HASH_SIZE];
        if (path == NULL || run->content[0] == '\0' || strcmp(run->problem, last) == 0)
            continue;
        if (!ss_hash_file(hash, path, error))
            return false;
        if (strcmp(hash, run->content) != 0)
            return ss_error_set(error, SS_ERROR_UNAVAILABLE,
                                "'%s' has changed since the task was submitted: the campaign's "
                                "command again takes it as it is",
                                path);
    }
    return true;
}

/* The store of STORE/slurm/N.csv, however the table is named: SS_PATH_SIZE bytes. */
static bool find_store(char *store, const char *table, ss_error *error)
{
    char *const whole = realpath(table, NULL);
    const bool found = whole != NULL && strlen(whole) < SS_PATH_SIZE;
    if (found)
        snprintf(store, SS_PATH_SIZE, "%s", dirname(dirname(whole)));
    free(whole);
    return found || ss_error_set(error, SS_ERROR_DATA, "there is no table '%s'", table);
}

/* A campaign of the runs of one task, in the store that the table lies in. */
bool ss_campaign_task(const char *table, size_t task, const char *program, size_t n_parallel,
                      ss_error *error)
{
    char store[SS_PATH_SIZE] = "";
    ss_campaign_plan plan = {.n = 0};
    ss_campaign_tally tally = {.n_run = 1};
    bool ok = (program == NULL || check_program(program, error)) &&
              ss_campaign_tasks_plan(&plan, table, task, error) && check_contents(&plan, error) &&
              find_store(store, table, error);
    const ss_campaign order = {.plan = &plan,
                               .folder = store,
                               .n_parallel = n_parallel > 0 ? n_parallel : 1,
                               .is_task = true};
    for (int round = 0; ok && tally.n_run > 0 && round < MOST_ROUNDS; ++round)
        ok = ss_campaign_run(&order, &tally, error);
    ss_campaign_plan_free(&plan);
    return ok;
}

/* A task of a submission: where Slurm's array ends and a campaign begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/campaign/tasks.h"

#include <libgen.h>
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

/* A campaign of the runs of one task, in the store that the table lies in. */
bool ss_campaign_task(const char *table, size_t task, const char *program, size_t n_parallel,
                      ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_campaign_plan plan = {.n = 0};
    ss_campaign_tally tally = {.n_run = 1};
    bool ok = (program == NULL || check_program(program, error)) &&
              ss_campaign_tasks_plan(&plan, table, task, error) &&
              ss_path_join(path, sizeof path, "", table, error);
    const ss_campaign order = {.plan = &plan,
                               .folder = dirname(dirname(path)), /* STORE of STORE/slurm/N.csv */
                               .n_parallel = n_parallel > 0 ? n_parallel : 1,
                               .is_task = true};
    for (int round = 0; ok && tally.n_run > 0 && round < MOST_ROUNDS; ++round)
        ok = ss_campaign_run(&order, &tally, error);
    ss_campaign_plan_free(&plan);
    return ok;
}

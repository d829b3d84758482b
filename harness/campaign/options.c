/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"

#include "harness/run/choice.h"
#include "harness/study/study.h"

#include <stdio.h>
#include <unistd.h>

bool ss_campaign_resolve(const ss_campaign_words *w, ss_campaign *campaign, ss_error *error)
{
    size_t mebibytes = 0;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (w->out == NULL && !w->dry_run)
        return ss_error_set(error, SS_ERROR_USAGE, "--out is needed (or --dry-run)");
    campaign->n_parallel = processors > 0 ? (size_t)processors : 1;
    if ((w->jobs != NULL && !ss_parse_count(w->jobs, "--jobs", &campaign->n_parallel, error)) ||
        (w->retry != NULL && !ss_campaign_outcome_set_parse(&campaign->retry, w->retry, error)) ||
        (w->timeout != NULL &&
         !ss_parse_time(w->timeout, "--timeout", &campaign->timeout_s, error)) ||
        (w->memory != NULL && !ss_parse_count(w->memory, "--memory", &mebibytes, error)))
        return false;
    if (campaign->n_parallel > 1024)
        return ss_error_set(error, SS_ERROR_USAGE, "--jobs=%s is more than 1024", w->jobs);
    campaign->memory_bytes = mebibytes << 20;
    campaign->folder = w->out;
    campaign->shard = w->shard;
    campaign->mix_builds = w->mix_builds;
    campaign->dry_run = w->dry_run;
    return true;
}

static void print_tally(const ss_campaign *campaign, const ss_campaign_tally *tally)
{
    printf("%zu runs: %zu run now, %zu finished before;", campaign->plan->n, tally->n_run,
           tally->n_before);
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        if (tally->by_status[k] > 0)
            printf(" %zu %s", tally->by_status[k], ss_outcome_name((ss_outcome)k));
    printf("\n%s/summary.csv\n", campaign->folder);
}

bool ss_campaign_study(const char *folder, const char *parameter, ss_error *error)
{
    if (parameter == NULL)
        return true;
    if (!ss_study_write(folder, parameter, error))
        return false;
    printf("%s/sweep.csv, ranges.csv, study.md and sweep.svg\n", folder);
    return true;
}

bool ss_campaign_execute(const ss_campaign_spec *spec, const ss_campaign_words *words, int argc,
                         char *const *argv, ss_error *error)
{
    ss_campaign_plan plan;
    ss_campaign_tally tally;
    ss_campaign campaign = {.plan = &plan, .argc = argc, .argv = argv};
    if (!ss_campaign_resolve(words, &campaign, error) || !ss_campaign_plan_make(&plan, spec, error))
        return false;
    bool ok = ss_campaign_prepare(&campaign, error);
    if (ok && campaign.dry_run)
        ok = ss_campaign_print_plan(&campaign, error);
    else if (ok && (ok = ss_campaign_run(&campaign, &tally, error))) {
        print_tally(&campaign, &tally);
        ok = ss_campaign_study(campaign.folder, plan.study, error);
    }
    ss_campaign_plan_free(&plan);
    return ok;
}

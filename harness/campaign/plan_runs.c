/* A plan as a list of runs. It grows by doubling (ss_memory_grow), runs move as it does, and nobody
 * keeps a pointer to one while it grows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/plan.h"

#include "problems/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const ss_campaign_series_names ss_campaign_all_series[SS_CAMPAIGN_SERIES_COUNT] = {
#define X(table, folder) {#table, folder},
    SS_CAMPAIGN_SERIES_LIST(X)
#undef X
};

bool ss_campaign_plan_no_memory(ss_error *error)
{
    return ss_error_memory(error, "the plan");
}

bool ss_campaign_plan_reserve(ss_campaign_plan *plan, size_t n, ss_error *error)
{
    ss_campaign_planned_run *const larger =
        ss_memory_grow(plan->runs, &plan->room, n, sizeof *larger);
    if (larger != NULL)
        plan->runs = larger;
    return larger != NULL || ss_campaign_plan_no_memory(error);
}

void ss_campaign_plan_drop(ss_campaign_planned_run *run)
{
    free(run->problem);
    free(run->parameters);
    free(run->solver);
    free(run->options);
    free(run->outer);
    free(run->leader);
}

/* Of runs with one hash the first in the plan comes first: it is the one that stays. */
static int by_hash_and_place(const void *a, const void *b)
{
    const ss_campaign_planned_run *const *const i = a, *const *const j = b;
    const int order = strcmp((*i)->hash, (*j)->hash);
    return order != 0 ? order : (*i > *j) - (*i < *j);
}

bool ss_campaign_plan_find_duplicates(ss_campaign_plan *plan, bool drop, ss_error *error)
{
    ss_campaign_planned_run **const sorted = malloc((plan->n + 1) * sizeof *sorted);
    size_t kept = 0;
    if (sorted == NULL)
        return ss_campaign_plan_no_memory(error);
    for (size_t k = 0; k < plan->n; ++k)
        sorted[k] = &plan->runs[k];
    qsort(sorted, plan->n, sizeof *sorted, by_hash_and_place);
    for (size_t k = plan->n; k-- > 1;) {
        ss_campaign_planned_run *const one = sorted[k - 1], *const again = sorted[k];
        again->repeated = strcmp(again->hash, one->hash) == 0;
        if (again->repeated) /* what either asks for is kept */
            one->keep |= again->keep;
        if (again->repeated && one->frames == 0)
            one->frames = again->frames;
    }
    plan->n_duplicates = 0;
    for (size_t k = 0; k < plan->n; ++k) {
        plan->n_duplicates += plan->runs[k].repeated;
        if (drop && plan->runs[k].repeated)
            ss_campaign_plan_drop(&plan->runs[k]);
        else
            plan->runs[kept++] = plan->runs[k];
    }
    plan->n = kept;
    free(sorted);
    return true;
}

void ss_campaign_plan_free(ss_campaign_plan *plan)
{
    for (size_t k = 0; k < plan->n; ++k)
        ss_campaign_plan_drop(&plan->runs[k]);
    free(plan->runs);
    free(plan->stop);
    free(plan->study);
    *plan = (ss_campaign_plan){.n = 0};
}

bool ss_campaign_plan_append(ss_campaign_plan *plan, ss_campaign_plan *more, ss_error *error)
{
    if (plan->stop == NULL) {
        *plan = *more;
        *more = (ss_campaign_plan){.n = 0};
        return true;
    }
    const bool ok = ss_campaign_plan_reserve(plan, plan->n + more->n, error);
    for (size_t k = 0; ok && k < more->n; ++k)
        plan->runs[plan->n++] = more->runs[k];
    more->n = ok ? 0 : more->n;
    ss_campaign_plan_free(more);
    return ok && ss_campaign_plan_find_duplicates(plan, false, error);
}

/* Which part of which plan: the plan is named by all its runs. */
static void name_part(ss_campaign_plan *plan, unsigned long part, unsigned long n_parts)
{
    char both[2 * SS_HASH_SIZE] = "";
    plan->part = (ss_partial_plan){.part = part, .n_parts = n_parts};
    for (size_t k = 0; k < plan->n; ++k)
        if (!plan->runs[k].repeated) {
            snprintf(both, sizeof both, "%s%s", plan->part.hash, plan->runs[k].hash);
            ss_hash_text(plan->part.hash, both, strlen(both));
            ++plan->part.n_runs;
        }
    if (plan->study != NULL)
        snprintf(plan->part.study, sizeof plan->part.study, "%s", plan->study);
}

bool ss_campaign_plan_take_shard(ss_campaign_plan *plan, const char *shard, ss_error *error)
{
    unsigned long part = 1, n_parts = 1;
    char rest = '\0';
    size_t kept = 0;
    if (shard != NULL &&
        (strspn(shard, "0123456789/") != strlen(shard) || /* scanf takes signs and spaces */
         sscanf(shard, "%6lu/%6lu%c", &part, &n_parts, &rest) != 2 || part < 1 || part > n_parts))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--shard=%s must be I/N with 1 <= I <= N, e.g. 1/3", shard);
    name_part(plan, part, n_parts);
    for (size_t k = 0; k < plan->n; ++k) {
        char digits[9]; /* the first 32 bits of the hash, which are as good as random */
        snprintf(digits, sizeof digits, "%.8s", plan->runs[k].hash);
        if (strtoul(digits, NULL, 16) % n_parts == part - 1)
            plan->runs[kept++] = plan->runs[k];
        else
            ss_campaign_plan_drop(&plan->runs[k]);
    }
    plan->n = kept;
    return true;
}

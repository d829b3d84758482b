/* A plan that was made: joined, cut, freed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ss_campaign_planned_run_free(ss_campaign_planned_run *run)
{
    free(run->problem);
    free(run->parameters);
    free(run->solver);
    free(run->options);
    free(run->outer);
    *run = (ss_campaign_planned_run){.problem = NULL};
}

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
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the plan");
    for (size_t k = 0; k < plan->n; ++k)
        sorted[k] = &plan->runs[k];
    qsort(sorted, plan->n, sizeof *sorted, by_hash_and_place);
    for (size_t k = plan->n; k-- > 1;)
        sorted[k]->repeated = strcmp(sorted[k]->hash, sorted[k - 1]->hash) == 0;
    plan->n_duplicates = 0;
    for (size_t k = 0; k < plan->n; ++k) {
        plan->n_duplicates += plan->runs[k].repeated;
        if (drop && plan->runs[k].repeated)
            ss_campaign_planned_run_free(&plan->runs[k]);
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
        ss_campaign_planned_run_free(&plan->runs[k]);
    free(plan->runs);
    free(plan->stop);
    free(plan->study);
    *plan = (ss_campaign_plan){.n = 0};
}

bool ss_campaign_plan_append(ss_campaign_plan *plan, ss_campaign_plan *more, ss_error *error)
{
    const size_t n = plan->n + more->n;
    if (plan->stop == NULL) {
        *plan = *more;
        *more = (ss_campaign_plan){.n = 0};
        return true;
    }
    ss_campaign_planned_run *const larger = realloc(plan->runs, (n + 1) * sizeof *larger);
    if (larger != NULL) {
        plan->runs = larger;
        if (more->n > 0)
            memcpy(larger + plan->n, more->runs, more->n * sizeof *larger);
        plan->n = n;
        more->n = 0;
    }
    ss_campaign_plan_free(more);
    return larger != NULL ? ss_campaign_plan_find_duplicates(plan, false, error)
                          : ss_error_set(error, SS_ERROR_MEMORY, "no memory for the plan");
}

bool ss_campaign_plan_take_shard(ss_campaign_plan *plan, const char *shard, ss_error *error)
{
    unsigned long part = 0, n_parts = 0;
    char rest = '\0';
    size_t kept = 0;
    if (strspn(shard, "0123456789/") != strlen(shard) || /* scanf takes signs and spaces */
        sscanf(shard, "%6lu/%6lu%c", &part, &n_parts, &rest) != 2 || part < 1 || part > n_parts)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--shard=%.40s must be I/N with 1 <= I <= N, e.g. 1/3", shard);
    for (size_t k = 0; k < plan->n; ++k) {
        char digits[9];
        snprintf(digits, sizeof digits, "%.8s", plan->runs[k].hash);
        if (strtoul(digits, NULL, 16) % n_parts == part - 1)
            plan->runs[kept++] = plan->runs[k];
        else
            ss_campaign_planned_run_free(&plan->runs[k]);
    }
    plan->n = kept;
    return true;
}

ss_plan_row ss_campaign_plan_row_of(const ss_campaign_plan *plan,
                                    const ss_campaign_planned_run *run)
{
    return (ss_plan_row){.run = run->hash,
                         .problem = run->problem,
                         .parameters = run->parameters,
                         .instance = run->instance,
                         .solver = run->solver,
                         .outer = run->outer,
                         .stop = plan->stop,
                         .warm_start = plan->warm_start ? "yes" : "no"};
}

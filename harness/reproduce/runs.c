/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/run/choice.h"
#include "harness/tables/pairs.h"

#include <stdlib.h>
#include <string.h>

/* Statuses of runs that did not come to an end of their own: the next call runs them again. */
static const ss_campaign_outcome_set unfinished = 1u << SS_OUTCOME_CRASHED |
                                                  1u << SS_OUTCOME_OUT_OF_MEMORY |
                                                  1u << SS_OUTCOME_ERROR | 1u << SS_OUTCOME_TIMEOUT;

/* The plan of one run, which is left in more than a campaign's: all its tables, and the steps that
 * its figures show. */
static bool plan_run(const ss_reproduce *job, const ss_paper_run *run, ss_campaign_plan *plan,
                     ss_error *error)
{
    char instance[24], steps[40];
    char *const solvers[] = {(char *)run->solver, NULL};
    static char *const keep[] = {"convergence", "history", "bodies", NULL};
    char *const parameters = ss_pairs_without(run->set, job->quick ? "steps" : "");
    char *const set[] = {parameters, job->quick ? steps : NULL, NULL};
    ss_campaign_spec_problem problem = {.name = run->problem, .set = set, .instances = instance};
    const ss_campaign_spec spec = {
        .problems = &problem, .n_problems = 1, .solvers = solvers, .keep = keep};
    snprintf(instance, sizeof instance, "%zu", job->instance);
    snprintf(steps, sizeof steps, "steps=%zu", run->quick_steps);
    const bool ok = parameters != NULL
                        ? ss_campaign_plan_make(plan, &spec, error)
                        : ss_error_set(error, SS_ERROR_MEMORY, "no memory for a run");
    free(parameters);
    return ok;
}

/* Runs in the order of their weight: the last to end is not to be one that began late. */
static int by_weight(const void *a, const void *b)
{
    const ss_paper_run *const x = *(const ss_paper_run *const *)a;
    const ss_paper_run *const y = *(const ss_paper_run *const *)b;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x > y) - (x < y);
}

/* The plan of all wanted runs; their names are noted. */
static bool plan_all(const ss_reproduce *job, const ss_paper_runs *runs,
                     ss_reproduce_result *results, ss_campaign_plan *plan, ss_error *error)
{
    const ss_paper_run **const sorted = malloc((runs->n + 1) * sizeof *sorted);
    bool ok = sorted != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for the runs");
    for (size_t k = 0; ok && k < runs->n; ++k)
        sorted[k] = &runs->runs[k];
    if (ok)
        qsort(sorted, runs->n, sizeof *sorted, by_weight);
    for (size_t k = 0; ok && k < runs->n; ++k) {
        ss_campaign_plan one;
        ss_reproduce_result *const of = &results[sorted[k] - runs->runs];
        if (!of->wanted)
            continue;
        ok = plan_run(job, sorted[k], &one, error);
        if (!ok)
            break;
        ok = ss_parse_trace(sorted[k]->trace, &one.runs[0].trace, error);
        one.runs[0].weight = sorted[k]->weight;
        snprintf(of->hash, sizeof of->hash, "%s", one.runs[0].hash);
        ok = ss_campaign_plan_append(plan, &one, error) && ok;
    }
    free(sorted);
    return ok;
}

/* Find the runs that came to an end of their own; the first other one is an error. */
static bool note_results(const ss_paper_runs *runs, ss_reproduce_result *results,
                         const ss_campaign_stored_runs *stored, ss_error *error)
{
    for (size_t k = 0; k < runs->n; ++k) {
        ss_reproduce_result *const of = &results[k];
        const ss_campaign_stored_run *const found = ss_campaign_stored_runs_find(stored, of->hash);
        ss_outcome status = SS_OUTCOME_ERROR;
        if (found == NULL || !ss_outcome_find(found->row.status, &status))
            continue;
        if ((1u << status & unfinished) == 0)
            of->complete = found;
        else
            ss_error_set(error, SS_ERROR_INTERNAL, "run %zu-%s failed: %s%s%.200s",
                         runs->runs[k].table, runs->runs[k].row, found->row.status,
                         found->row.message[0] != '\0' ? ", " : "", found->row.message);
    }
    return error->code == SS_ERROR_NONE;
}

bool ss_reproduce_run_all(const ss_reproduce *job, const ss_paper_runs *runs,
                          ss_reproduce_result *results, ss_campaign_stored_runs *stored,
                          ss_error *error)
{
    ss_campaign_plan plan = {.n = 0};
    ss_campaign campaign = job->campaign;
    campaign.what = "reproduce";
    campaign.hasty = true;
    campaign.retry |= unfinished;
    bool ok = plan_all(job, runs, results, &plan, error);
    plan.timeout_s = 0.0;
    plan.memory_bytes = 0;
    ok = ok && ss_campaign_fill(&campaign, &plan, job->folder, stored, error);
    ss_campaign_plan_free(&plan);
    return stored->read && note_results(runs, results, stored, error) && ok;
}

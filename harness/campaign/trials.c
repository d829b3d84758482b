/* The time that runs take, from those that are finished or from trials of some.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/estimate.h"

#include "harness/campaign/job.h"
#include "harness/process/interrupt.h"
#include "harness/tables/pairs.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* An estimate costs MAX_PROBES seconds at most: trial runs are spread evenly over the plan, because
 * problems stand in it one after the other. The mean of ENOUGH_RUNS finished runs is worth more. */
enum { MAX_PROBES = 8, ENOUGH_RUNS = 10 };

/* One run for a second at most. */
static bool probe(const ss_campaign_plan *plan, const ss_campaign_planned_run *run,
                  ss_campaign_trial *trial, ss_error *error)
{
    ss_campaign_plan brief = *plan;
    ss_child child;
    brief.timeout_s = plan->timeout_s > 0.0 ? fmin(plan->timeout_s, 1.0) : 1.0;
    ss_campaign_job_handover *const handover = ss_child_share(sizeof *handover, error);
    ss_witness *const witness = ss_witness_create(error);
    const ss_campaign_job job = {.plan = &brief, .run = run, .witness = witness};
    const bool ok = handover != NULL && witness != NULL &&
                    ss_campaign_job_start(&child, &job, handover, error) &&
                    ss_child_finish(&child, error);
    *trial = (ss_campaign_trial){.weight = run->weight, .steps = 1.0}; /* of a file */
    ss_pairs_number(run->parameters, "steps", &trial->steps);
    ss_pairs_number(run->parameters, "max-sweeps", &trial->sweep_cap);
    if (ok) {
        const ss_alone *const alone = &handover->alone;
        trial->whole = alone->finished && alone->outcome != SS_OUTCOME_TIMEOUT;
        trial->fraction = alone->progress;
        trial->seconds = child.ending.wall_s;
        trial->sweeps = (double)alone->row.sweeps_total +
                        (alone->last.step > alone->row.steps ? (double)alone->last.sweeps : 0.0);
    }
    ss_witness_free(witness);
    ss_child_unshare(handover, sizeof *handover);
    return ok;
}

/* The time of a unit of weight, to each of the runs. */
static void spread(double *seconds, const ss_campaign_planned_run *const *runs, size_t n,
                   double rate)
{
    for (size_t k = 0; seconds != NULL && k < n; ++k)
        seconds[k] = rate * runs[k]->weight;
}

/* Trials of some of the n missing runs, each of which stands for those around it. */
static bool try_some(ss_campaign_estimate *e, const ss_campaign_plan *plan,
                     const ss_campaign_planned_run *const *missing, size_t n, ss_error *error)
{
    ss_campaign_trial trials[MAX_PROBES];
    const double limit_s = plan->timeout_s > 0.0 ? plan->timeout_s : INFINITY;
    const size_t n_probes = n < MAX_PROBES ? n : MAX_PROBES;
    bool ok = true;
    for (size_t k = 0; ok && k < n_probes; ++k) {
        const size_t begin = k * n / n_probes, end = (k + 1) * n / n_probes;
        ok = probe(plan, missing[(begin + end) / 2], &trials[k], error);
        for (size_t r = begin; r < end; ++r)
            trials[k].stands_for += missing[r]->weight;
        if (ok && ss_interrupted())
            ok = ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted while estimating the time");
        if (ok && e->seconds != NULL)
            spread(e->seconds + begin, missing + begin, end - begin,
                   ss_campaign_time_of(&trials[k], 1, limit_s).about / trials[k].stands_for);
    }
    if (ok)
        e->time = ss_campaign_time_of(trials, n_probes, limit_s);
    snprintf(e->basis, sizeof e->basis, "%zu trial run%s of at most 1 s", n_probes,
             ss_name_plural(n_probes));
    return ok;
}

/* The same of a plan with finished runs: of each problem, whose runs stand together, by its own. */
static void spread_known(double *seconds, const ss_campaign_plan *plan,
                         const ss_campaign_stored_runs *stored,
                         const ss_campaign_planned_run *const *missing, size_t n)
{
    size_t m = 0;
    for (size_t begin = 0, end = 0; seconds != NULL && begin < plan->n; begin = end) {
        double known_s = 0.0, weight = 0.0;
        const size_t m_begin = m;
        for (; end < plan->n && strcmp(plan->runs[end].problem, plan->runs[begin].problem) == 0;
             ++end) {
            const ss_campaign_stored_run *const found =
                ss_campaign_stored_runs_find(stored, plan->runs[end].hash);
            known_s += found != NULL && found->row.wall_s >= 0.0 ? found->row.wall_s : 0.0;
            weight += found != NULL && found->row.wall_s >= 0.0 ? plan->runs[end].weight : 0.0;
            m += m < n && missing[m] == &plan->runs[end];
        }
        if (weight > 0.0)
            spread(seconds + m_begin, missing + m_begin, m - m_begin, known_s / weight);
    }
}

/* By the runs that are there, where there are enough; else some of the missing are tried. */
bool ss_campaign_estimate_make(ss_campaign_estimate *e, const ss_campaign_plan *plan,
                               const ss_campaign_stored_runs *stored,
                               const ss_campaign_planned_run *const *missing, size_t n,
                               ss_error *error)
{
    size_t n_known = 0;
    ss_campaign_trial known = {.whole = true};
    for (size_t k = 0; k < plan->n; ++k) {
        const ss_campaign_stored_run *const found =
            ss_campaign_stored_runs_find(stored, plan->runs[k].hash);
        if (found != NULL && found->row.wall_s >= 0.0) {
            known.seconds += found->row.wall_s;
            known.weight += plan->runs[k].weight;
            ++n_known;
        }
    }
    for (size_t k = 0; k < n; ++k)
        known.stands_for += missing[k]->weight;
    if (n_known < ENOUGH_RUNS)
        return n == 0 || try_some(e, plan, missing, n, error);
    e->time = ss_campaign_time_of(&known, 1, INFINITY);
    spread(e->seconds, missing, n, known.seconds / known.weight);
    spread_known(e->seconds, plan, stored, missing, n);
    snprintf(e->basis, sizeof e->basis, "%zu finished runs", n_known);
    return true;
}

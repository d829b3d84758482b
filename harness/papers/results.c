/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/results.h"

#include "harness/run/choice.h"
#include "problems/files/source.h"
#include "harness/tables/pairs.h"
#include "solvers/base/outcome.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ss_reproduce_result *ss_reproduce_result_of(const ss_reproduce_results *results,
                                            const ss_paper_run *run, size_t i)
{
    if (run == NULL || i >= ss_reproduce_instances(results->data.job, run))
        return NULL;
    return &results->at[(size_t)(run - results->data.runs.runs) * results->stride + i];
}

bool ss_reproduce_is_complete(const ss_reproduce_result *result)
{
    return result->complete != NULL || result->growth.n > 0;
}

/* Statuses of runs that did not come to an end of their own: the next call runs them again, and
 * their cells are `missing`. One that hit its cap or diverged has ended: that is a result. */
static const ss_campaign_outcome_set unfinished = 1u << SS_OUTCOME_CRASHED |
                                                  1u << SS_OUTCOME_OUT_OF_MEMORY |
                                                  1u << SS_OUTCOME_ERROR | 1u << SS_OUTCOME_TIMEOUT;

/* A word of a spec, or NULL, its default. */
static const char *word(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

enum { MAX_KEPT = SS_CAMPAIGN_SERIES_COUNT + 1, KEPT_TEXT = 128 };

/* The tables that a run keeps, a list ended by NULL, `text` cut into words. What figures show is
 * more than a campaign's runs leave; only the first instance under the first reading is shown. */
static void list_kept(char *kept[MAX_KEPT], char text[KEPT_TEXT], const ss_paper_run *run,
                      bool shown)
{
    size_t n = 0;
    snprintf(text, KEPT_TEXT, "%s",
             run->keep[0] != '\0' ? run->keep
             : shown              ? "convergence history bodies shapes"
                                  : "");
    for (char *rest = NULL, *at = strtok_r(text, " ", &rest); at != NULL && n + 1 < MAX_KEPT;
         at = strtok_r(NULL, " ", &rest))
        kept[n++] = at;
    kept[n] = NULL;
}

/* The plan of one instance of a run. */
static bool plan_run(const ss_reproduce_results *results, const ss_paper_run *run, size_t i,
                     ss_campaign_plan *plan, ss_error *error)
{
    const ss_reproduce *const job = results->data.job;
    const bool shown = i == 0 && strcmp(run->reading, results->data.runs.runs[0].reading) == 0;
    char instance[24], steps[40], text[KEPT_TEXT], *kept[MAX_KEPT];
    char *const solvers[] = {(char *)run->solver, NULL}, *const outers[] = {(char *)run->outer,
                                                                            NULL};
    char *const parameters =
        ss_pairs_without(ss_reproduce_set(job, run), job->quick ? "steps" : "");
    char *const set[] = {parameters, job->quick ? steps : NULL, NULL};
    ss_campaign_spec_problem problem = {.name = run->problem, .set = set, .instances = instance};
    const ss_campaign_spec spec = {.problems = &problem,
                                   .n_problems = 1,
                                   .solvers = solvers,
                                   .outers = run->outer[0] != '\0' ? outers : NULL,
                                   .stop = word(results->data.about.stop),
                                   .warm_start = word(run->warm_start),
                                   .keep = kept,
                                   .frames = word(job->quick ? run->quick_frames : run->frames)};
    list_kept(kept, text, run, shown);
    snprintf(instance, sizeof instance, "%zu", job->instance > 0 ? job->instance : i + 1);
    snprintf(steps, sizeof steps, "steps=%zu", run->quick_steps);
    ss_error slip = {.code = SS_ERROR_NONE};
    bool ok = (parameters != NULL || ss_error_memory(&slip, "a run")) &&
              ss_campaign_plan_make(plan, &spec, &slip);
    if (!ok)
        ss_csv_slip(&results->data.runs.file, (size_t)(run - results->data.runs.runs), &slip,
                    error);
    free(parameters);
    if (ok) {
        ok = !shown || ss_parse_trace(run->trace, &plan->runs[0].trace, error);
        plan->runs[0].weight = run->weight;
        plan->runs[0].repeats = run->repeats;
    }
    return ok;
}

/* A run, and the weight of all that its table needs. */
typedef struct placed {
    const ss_paper_run *run;
    double table_weight;
} placed;

/* Cheap tables first: whoever breaks off has whole ones. Within a table the heaviest run first: the
 * last to end is not to be one that began late. */
static int by_weight(const void *a, const void *b)
{
    const placed *const p = a, *const q = b;
    const ss_paper_run *const x = p->run, *const y = q->run;
    if (p->table_weight != q->table_weight)
        return p->table_weight < q->table_weight ? -1 : 1;
    if (x->table != y->table)
        return x->table < y->table ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x > y) - (x < y);
}

/* The runs in the order in which they are made, to be freed; NULL without memory. */
static placed *place(const ss_reproduce_results *results)
{
    const ss_paper_runs *const runs = &results->data.runs;
    placed *const sorted = calloc(runs->n + 1, sizeof *sorted);
    for (size_t k = 0; sorted != NULL && k < runs->n; ++k) {
        sorted[k].run = &runs->runs[k];
        for (size_t i = 0; i < runs->n * results->stride; ++i) {
            const ss_paper_run *const other = &runs->runs[i / results->stride];
            if (results->at[i].wanted && other->table == sorted[k].run->table)
                sorted[k].table_weight += other->weight;
        }
    }
    if (sorted != NULL)
        qsort(sorted, runs->n, sizeof *sorted, by_weight);
    return sorted;
}

/* The plan of all wanted instances of all runs; their names are noted. */
static bool plan_all(const ss_reproduce_results *results, ss_campaign_plan *plan, ss_error *error)
{
    const ss_paper_runs *const runs = &results->data.runs;
    placed *const sorted = place(results);
    bool ok = sorted != NULL || ss_error_memory(error, "the runs");
    for (size_t k = 0; ok && k < runs->n * results->stride; ++k) {
        const ss_paper_run *const run = sorted[k / results->stride].run;
        ss_reproduce_result *const of = ss_reproduce_result_of(results, run, k % results->stride);
        ss_campaign_plan one = {.n = 0};
        if (of == NULL || !of->wanted || ss_reproduce_is_growth(run))
            continue;
        ok = plan_run(results, run, k % results->stride, &one, error);
        if (one.n > 0)
            snprintf(of->hash, sizeof of->hash, "%s", one.runs[0].hash);
        ok = ss_campaign_plan_append(plan, &one, error) && ok;
    }
    free(sorted);
    return ok;
}

/* The constants of a scene on their way into a series. */
typedef struct constants_to {
    ss_observed base;
    ss_series *series;
} constants_to;

static void add_constant(ss_observed *out, const ss_observed_value *of)
{
    ss_series_add_constant(((const constants_to *)out)->series, of->name, of->value);
}

/* Add the constants of its scene, which says them as soon as it is open, to the series of a run. */
static bool add_constants(ss_series *series, const ss_summary_row *row, ss_error *error)
{
    ss_problem_choice choice = {.entry = NULL};
    ss_source source = {.n_steps = 0};
    bool ok = ss_problem_choice_parse(&choice, row->problem, error);
    if (ok && choice.entry->constants != NULL) {
        choice.instance = row->instance;
        ok = ss_problem_choice_set_list(&choice, row->parameters, error) &&
             ss_source_open(&source, &choice, error);
        constants_to to = {{add_constant}, series};
        if (ok)
            choice.entry->constants->fill(&to.base, &source.scene);
        ss_source_close(&source);
    }
    ss_problem_choice_free(&choice);
    return ok;
}

bool ss_reproduce_series_read(ss_series *series, const char *folder, ss_error *error)
{
    static const struct {
        ss_campaign_series table;
        bool (*read)(ss_series *series, const char *path, ss_error *error);
    } parts[] = {{SS_CAMPAIGN_SERIES_observables, ss_series_read_observables},
                 {SS_CAMPAIGN_SERIES_history, ss_series_read_sweeps},
                 {SS_CAMPAIGN_SERIES_convergence, ss_series_read_parts},
                 {SS_CAMPAIGN_SERIES_bodies, ss_series_read_frames}};
    char path[SS_PATH_SIZE];
    bool ok = add_constants(series, series->row, error);
    for (size_t k = 0; ok && k < sizeof parts / sizeof *parts; ++k)
        ok = ss_campaign_store_series_path(folder, series->row->run, parts[k].table, path, error) &&
             (access(path, F_OK) != 0 || parts[k].read(series, path, error));
    return ok;
}

/* Find the run in the store at `folder`, if it came to an end of its own, and read what measures
 * need of it; a pile grows, if it has not. Any other end is an error. */
static bool take_result(ss_reproduce_results *results, const ss_paper_run *run,
                        ss_reproduce_result *of, const char *folder, ss_error *error)
{
    const ss_reproduce *const job = results->data.job;
    if (ss_reproduce_is_growth(run))
        return !of->wanted ||
               ss_reproduce_grow(&of->growth, &of->series, run, job->quick, job->folder, error);
    const ss_campaign_stored_run *const found =
        ss_campaign_stored_runs_find(&results->stored, of->hash);
    ss_outcome status = SS_OUTCOME_ERROR;
    if (found == NULL || !ss_outcome_find(found->row.status, &status))
        return true;
    if ((1u << status & unfinished) != 0)
        return ss_error_set(error, SS_ERROR_INTERNAL, "run %zu-%s failed: %s%s%s", run->table,
                            run->row, found->row.status, found->row.message[0] != '\0' ? ", " : "",
                            found->row.message);
    of->complete = found;
    of->series.row = &found->row;
    return run->keep[0] == '\0' || ss_reproduce_series_read(&of->series, folder, error);
}

/* Take all results, as far as they go, and put each that is compared with another beside it: the
 * same instance. */
static bool take_results(ss_reproduce_results *results, ss_error *error)
{
    char folder[SS_PATH_SIZE];
    const ss_paper_runs *const runs = &results->data.runs;
    const size_t n = runs->n * results->stride;
    if (!ss_path_join(folder, sizeof folder, results->data.job->folder, "store", error))
        return false;
    bool ok = true;
    for (size_t k = 0; k < n; ++k)
        ok = take_result(results, &runs->runs[k / results->stride], &results->at[k], folder,
                         error) &&
             ok;
    for (size_t k = 0; k < n; ++k) {
        const ss_paper_run *const run = &runs->runs[k / results->stride];
        const ss_reproduce_result *const other = ss_reproduce_result_of(
            results, ss_paper_runs_find(runs, run->table, run->reading, run->with),
            k % results->stride);
        if (other != NULL && other->complete != NULL)
            results->at[k].series.with = &other->series;
    }
    return ok;
}

bool ss_reproduce_run_all(ss_reproduce_results *results, ss_error *error)
{
    const ss_reproduce *const job = results->data.job;
    ss_campaign_plan plan = {.n = 0};
    ss_campaign campaign = job->campaign;
    char facts[192];
    int length = snprintf(facts, sizeof facts, "paper: %.80s\nkind: %s\n",
                          results->data.about.paper, job->quick ? "quick" : "full");
    if (job->instance > 0)
        snprintf(facts + length, sizeof facts - (size_t)length, "instances: %zu alone\n",
                 job->instance);
    else if (job->n_instances > 0)
        snprintf(facts + length, sizeof facts - (size_t)length, "instances: 1 to %zu\n",
                 job->n_instances);
    campaign.facts = facts;
    campaign.what = "reproduce";
    campaign.hasty = true;
    campaign.retry |= unfinished;
    bool ok = plan_all(results, &plan, error);
    /* The paper's runs take what they take: only what the user asks for limits them. */
    plan.timeout_s = 0.0;
    plan.memory_bytes = 0;
    ok = ok && ss_campaign_fill(&campaign, &plan, job->folder, &results->stored, error);
    ss_campaign_plan_free(&plan);
    if (!results->stored.read) /* the store could not even be opened: there is nothing to take */
        return false;
    return take_results(results, error) && ok;
}

bool ss_reproduce_begin(ss_reproduce_results *results, ss_error *error)
{
    const ss_paper_runs *const runs = &results->data.runs;
    for (size_t k = 0; k < runs->n; ++k) {
        const size_t n = ss_reproduce_instances(results->data.job, &runs->runs[k]);
        results->stride = n > results->stride ? n : results->stride;
    }
    results->at = calloc(runs->n * results->stride + 1, sizeof *results->at);
    return results->at != NULL || ss_error_memory(error, "%zu runs", runs->n);
}

void ss_reproduce_free(ss_reproduce_results *results)
{
    const size_t n = results->at != NULL ? results->data.runs.n * results->stride : 0;
    for (size_t k = 0; k < n; ++k) {
        ss_series_free(&results->at[k].series);
        ss_reproduce_growth_free(&results->at[k].growth);
    }
    free(results->at);
    ss_campaign_stored_runs_free(&results->stored);
    ss_reproduce_unload(&results->data);
}

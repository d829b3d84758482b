/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/campaign/store.h"
#include "harness/figures/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ss_reproduce_paper_at(const void *list, size_t k)
{
    static const char *const papers[] = {"dumont", "moreau", "sanni", "polarization"};
    (void)list;
    return k < sizeof papers / sizeof *papers ? papers[k] : NULL;
}

bool ss_reproduce_wants(const ss_reproduce *job, const ss_reproduce_numbers *numbers, size_t number)
{
    bool found = job->tables.n + job->figures.n == 0;
    for (size_t k = 0; k < numbers->n; ++k)
        found = found || numbers->at[k] == number;
    return found;
}

size_t ss_reproduce_instances(const ss_reproduce *job, const ss_paper_run *run)
{
    if (run->instances == 0 || job->instance > 0)
        return 1;
    return job->n_instances > 0 ? job->n_instances : job->quick ? 1 : run->instances;
}

ss_reproduce_result *ss_reproduce_result_of(const ss_reproduce_results *results,
                                            const ss_paper_run *run, size_t i)
{
    if (run == NULL || i >= ss_reproduce_instances(results->job, run))
        return NULL;
    return &results->at[(size_t)(run - results->runs.runs) * results->stride + i];
}

bool ss_reproduce_is_complete(const ss_reproduce_result *result)
{
    return result->complete != NULL || result->growth.n > 0;
}

/* Mark the runs that the wanted tables and figures need. Counts the wanted figures. */
static size_t mark_wanted(ss_reproduce_results *results)
{
    const ss_reproduce *const job = results->job;
    for (size_t k = 0; k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        const bool wanted = ss_reproduce_wants(job, &job->tables, run->table) ||
                            ss_reproduce_wants(job, &job->tables, run->also);
        for (size_t i = 0; i < ss_reproduce_instances(job, run); ++i)
            ss_reproduce_result_of(results, run, i)->wanted = wanted;
    }
    return ss_reproduce_mark_figures(results);
}

/* A folder of shrunk runs cannot go on as one of full runs, nor the other way: tables would be of
 * both. The store's manifest has the command that began it; no other option begins with a q. */
static bool check_kind(const ss_reproduce *job, ss_error *error)
{
    char store[SS_PATH_SIZE];
    char *const manifest = ss_path_join(store, sizeof store, job->folder, "store", error)
                               ? ss_campaign_store_manifest(store, error)
                               : NULL;
    bool ok = manifest != NULL;
    const bool quick = ok && strstr(manifest, " --q") != NULL;
    if (ok && manifest[0] != '\0' && quick != job->quick)
        ok = ss_error_set(
            error, SS_ERROR_OUTPUT, "'%s' holds %s runs: go on %s --quick, or choose another --out",
            job->folder, quick ? "shrunk (--quick)" : "full", quick ? "with" : "without");
    free(manifest);
    return ok;
}

bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error)
{
    ss_reproduce_results results = {.job = job};
    ss_error outcome = {.code = SS_ERROR_NONE};
    if (!ss_reproduce_load(&results, error) || !check_kind(job, error) ||
        (mark_wanted(&results) > 0 && !ss_figure_require_gnuplot(error)))
        goto out;
    /* Complete tables are shown even when a run failed or Ctrl-C came. */
    ss_reproduce_run_all(&results, error);
    if (!results.stored.read)
        goto out;
    ss_reproduce_write_tables(&results, &outcome);
    ss_reproduce_write_shaken(&results, &outcome);
    ss_reproduce_draw_figures(&results, &outcome);
    if (outcome.code != SS_ERROR_NONE)
        ss_error_set(error, outcome.code, "%s", outcome.text);
    if (error->code == SS_ERROR_INTERRUPTED)
        snprintf(error->text, sizeof error->text,
                 "interrupted; complete runs are in %.300s/store, with the tables and figures that "
                 "need no other",
                 job->folder);
out:
    ss_reproduce_free(&results);
    return error->code == SS_ERROR_NONE;
}

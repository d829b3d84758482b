/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/reproduce.h"

#include "harness/figures/figure.h"
#include "harness/papers/results.h"

#include "harness/tables/provenance.h"
#include "problems/base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A folder of shrunk runs cannot go on as one of full runs, nor the other way: tables would be of
 * both. Its provenance.txt says which it is; of an older build it does not. */
static bool check_kind(const ss_reproduce *job, ss_error *error)
{
    char path[SS_PATH_SIZE];
    size_t size;
    if (!ss_path_join(path, sizeof path, job->folder, "provenance.txt", error))
        return false;
    char *const lines = access(path, F_OK) == 0 ? ss_file_read(path, &size, error) : NULL;
    char *const kind = lines != NULL ? ss_provenance_value(lines, "kind") : NULL;
    const bool quick = kind != NULL && strcmp(kind, "quick") == 0;
    const bool fits = kind == NULL || quick == job->quick;
    free(kind);
    free(lines);
    return error->code == SS_ERROR_NONE &&
           (fits || ss_error_set(error, SS_ERROR_OUTPUT,
                                 "'%s' holds %s runs: go on %s --quick, or choose another --out",
                                 job->folder, quick ? "shrunk (--quick)" : "full",
                                 quick ? "with" : "without"));
}

bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error)
{
    ss_reproduce_results results = {.data.job = job};
    ss_error outcome = {.code = SS_ERROR_NONE};
    if (!ss_reproduce_load(&results.data, error) || !ss_reproduce_begin(&results, error) ||
        !check_kind(job, error))
        goto out;
    const ss_paper_runs *const runs = &results.data.runs;
    for (size_t k = 0; k < runs->n * results.stride; ++k) {
        const ss_paper_run *const run = &runs->runs[k / results.stride];
        /* a run of fewer instances than the widest has room for, not results */
        results.at[k].wanted = k % results.stride < ss_reproduce_instances(job, run) &&
                               (ss_reproduce_wants(job, &job->tables, run->table) ||
                                ss_reproduce_wants(job, &job->tables, run->also));
    }
    if (ss_reproduce_mark_figures(&results) > 0 && !ss_figure_require_gnuplot(error))
        goto out;
    /* Complete tables are shown even when a run failed or Ctrl-C came. */
    ss_reproduce_run_all(&results, error);
    if (!results.stored.read)
        goto out;
    ss_reproduce_write_tables(&results, &outcome);
    ss_reproduce_write_periods(&results, &outcome);
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

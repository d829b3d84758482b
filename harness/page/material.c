/* Material read from a result folder, once, before a part is written: first what must be there,
 * then what only some results have. Standings and ranking come last, for they are made of the
 * rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/material.h"

#include "harness/campaign/store.h"
#include "problems/base/file.h"

#include <stdlib.h>

/* The rows of a table that only some results have; NULL: it is not there. *read: no error so far.
 */
static void *read_rows(const ss_page_material *m, const char *name, ss_csv *csv, size_t size,
                       bool *read, ss_error *error)
{
    ss_table table = *ss_rows_find(name);
    table.n_optional = strcmp(name, "best") == 0; /* `reason`: files of older builds lack it */
    char path[SS_PATH_SIZE];
    if (!*read || !ss_page_has(m, table.file, path))
        return NULL;
    void *const rows = ss_record_read_file(&table, csv, path, size, error);
    *read = rows != NULL;
    return rows;
}

bool ss_page_material_read(ss_page_material *m, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    size_t size = 0;
    *m = (ss_page_material){.folder = folder};
    if (ss_page_has(m, "sandpile.csv", path))
        return ss_error_set(error, SS_ERROR_DATA,
                            "'%s' is a pile of `grow`, which ranks nobody: --out shows it", folder);
    if (!ss_summary_folder(m->runs, folder, error) ||
        !ss_path_join(path, sizeof path, m->runs, "summary.csv", error) ||
        !ss_summary_read(&m->summary, path,
                         "visits_total,local_iterations_total,sweeps_total,sweeps_last,steps",
                         error))
        return false;
    if (m->summary.n == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%s has no row: nothing was run", path);
    m->stored = m->summary.records[0].row.run[0] != '\0';
    /* a folder of `run` has a provenance.txt, a store a manifest: the same lines */
    m->provenance = ss_page_has(m, "provenance.txt", path)
                        ? ss_file_read(path, &size, error)
                        : ss_campaign_store_manifest(m->runs, error);
    bool read = m->provenance != NULL;
    m->claims = read_rows(m, "claims", &m->claims_csv, sizeof *m->claims, &read, error);
    m->rates = read_rows(m, "rates", &m->rates_csv, sizeof *m->rates, &read, error);
    m->best = read_rows(m, "best", &m->best_csv, sizeof *m->best, &read, error);
    bool known = read; /* an older study has other columns: the page does without */
    ss_error ignored = {.code = SS_ERROR_NONE};
    m->ranges = read_rows(m, "ranges", &m->ranges_csv, sizeof *m->ranges, &known, &ignored);
    return read && ss_partial_read(&m->partial, m->runs, &m->summary, error) &&
           ss_page_read_tables(m, error) && ss_page_standings(m, error) && ss_page_rank(m, error);
}

void ss_page_material_free(ss_page_material *m)
{
    ss_ranking_free(&m->ranking);
    ss_page_free_tables(m);
    ss_summary_free(&m->summary);
    ss_csv_free(&m->claims_csv);
    ss_csv_free(&m->rates_csv);
    ss_csv_free(&m->best_csv);
    ss_csv_free(&m->ranges_csv);
    free(m->claims);
    free(m->rates);
    free(m->best);
    free(m->ranges);
    free(m->provenance);
    free(m->contenders);
    *m = (ss_page_material){.folder = NULL};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/material.h"

#include "harness/campaign/store.h"
#include "problems/base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A folder of `run` has a provenance.txt, a store a manifest: the same lines. */
static bool read_provenance(ss_page_material *m, ss_error *error)
{
    char path[SS_PATH_SIZE];
    size_t size = 0;
    m->provenance = ss_page_has(m, "provenance.txt", path)
                        ? ss_file_read(path, &size, error)
                        : ss_campaign_store_manifest(m->runs, error);
    return m->provenance != NULL;
}

/* Claims of a paper in words, with our verdicts; only `reproduce` writes it. */
static bool read_claims(ss_page_material *m, ss_error *error)
{
    char path[SS_PATH_SIZE];
    if (!ss_page_has(m, "claims.csv", path))
        return true;
    m->claims =
        ss_record_read_file(ss_rows_find("claims"), &m->claims_csv, path, sizeof *m->claims, error);
    return m->claims != NULL;
}

/* A store that was begun has the rows of its plan, or fewer. */
static bool read_plan(ss_page_material *m, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv plan;
    if (!ss_path_join(path, sizeof path, m->runs, "plan.csv", error))
        return false;
    if (access(path, F_OK) != 0)
        return true;
    if (!ss_csv_read(&plan, path, error))
        return false;
    m->n_planned = plan.n_rows;
    ss_csv_free(&plan);
    return true;
}

bool ss_page_material_read(ss_page_material *m, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    *m = (ss_page_material){.folder = folder};
    if (!ss_summary_folder(m->runs, folder, error) ||
        !ss_path_join(path, sizeof path, m->runs, "summary.csv", error) ||
        !ss_summary_read(&m->summary, path,
                         "visits_total,local_iterations_total,sweeps_total,sweeps_last,steps",
                         error))
        return false;
    if (m->summary.n == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%s has no row: nothing was run", path);
    m->stored = m->summary.records[0].row.run[0] != '\0';
    return read_provenance(m, error) && read_claims(m, error) && read_plan(m, error) &&
           ss_page_read_tables(m, error) && ss_page_read_field(m, error) &&
           ss_page_standings(m, error) && ss_page_rank(m, error);
}

void ss_page_material_free(ss_page_material *m)
{
    ss_page_ranking_free(&m->ranking);
    ss_page_free_tables(m);
    ss_page_free_field(m);
    ss_summary_free(&m->summary);
    ss_csv_free(&m->claims_csv);
    free(m->claims);
    free(m->provenance);
    free(m->contenders);
    *m = (ss_page_material){.folder = NULL};
}

/* One side: its rows, of one solver if that is asked, and who made them on which machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/match.h"

#include "harness/tables/provenance.h"
#include "problems/base/file.h"
#include "problems/base/names.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool ss_compare_side_read(ss_compare_side *side, const char *path, ss_error *error)
{
    *side = (ss_compare_side){.n_interrupted = 0};
    bool read = ss_path_join(side->path, SS_PATH_SIZE, "", path, error) &&
                ss_summary_read(&side->summary, path, "steps,options", error);
    for (size_t k = 0; read && k < SS_COMPARE_N_MEASURES; ++k)
        if (ss_compare_measures[k].kind <= SS_COMPARE_MEASURE_INNER)
            read = ss_record_require(&side->summary.csv, ss_compare_measures[k].column, error);
    if (!read)
        ss_compare_side_free(side);
    side->n_interrupted = ss_summary_drop_interrupted(&side->summary);
    return read;
}

void ss_compare_side_free(ss_compare_side *side)
{
    ss_summary_free(&side->summary);
    *side = (ss_compare_side){.n_interrupted = 0};
}

/* Keep the rows whose text in `column`, `offset` bytes into a record, is that; NULL: all. */
static bool keep(ss_compare_side *side, const char *text, const char *column, size_t offset,
                 ss_error *error)
{
    char kind[64], hint[64];
    ss_summary *const all = &side->summary;
    const char *const first = (const char *)all->records + offset;
    const ss_names names = {kind, hint, first, all->n, sizeof *all->records, false};
    size_t n = 0;
    snprintf(kind, sizeof kind, "%s has no row of the %s", side->what, column);
    snprintf(hint, sizeof hint, "name it as in the column `%s`", column);
    if (text != NULL && ss_names_find(&names, text, error) == NULL)
        return false;
    for (size_t k = 0; k < all->n; ++k)
        if (text == NULL ||
            strcmp(*(const char *const *)(first + k * sizeof *all->records), text) == 0)
            all->records[n++] = all->records[k];
    all->n = n;
    return true;
}

bool ss_compare_side_select(ss_compare_side *side, const char *solver, const char *outer,
                            ss_error *error)
{
    return keep(side, solver, "solver", offsetof(ss_record, row.solver), error) &&
           keep(side, outer, "outer", offsetof(ss_record, row.outer), error);
}

const char *ss_compare_side_only_solver(const ss_compare_side *side)
{
    const ss_record *const records = side->summary.records;
    for (size_t k = 1; k < side->summary.n; ++k)
        if (strcmp(records[k].row.solver, records[0].row.solver) != 0)
            return NULL;
    return side->summary.n > 0 ? records[0].row.solver : NULL;
}

const char *ss_compare_side_build(const ss_compare_side *side)
{
    const ss_record *const records = side->summary.records;
    for (size_t k = 1; k < side->summary.n; ++k)
        if (strcmp(records[k].row.build, records[0].row.build) != 0)
            return "several builds";
    return side->summary.n > 0 && records[0].row.build[0] != '\0' ? records[0].row.build
                                                                  : "an unknown build";
}

char *ss_compare_side_machine(const ss_compare_side *side)
{
    static const char *const files[] = {"provenance.txt", "manifest.txt"};
    const char *const slash = strrchr(side->path, '/');
    char *cpu = NULL;
    for (size_t k = 0; k < sizeof files / sizeof files[0] && cpu == NULL; ++k) {
        char path[SS_PATH_SIZE + 32];
        size_t size = 0;
        snprintf(path, sizeof path, "%.*s%s", slash != NULL ? (int)(slash - side->path) + 1 : 0,
                 side->path, files[k]);
        char *const text = ss_file_read(path, &size, NULL);
        cpu = text != NULL ? ss_provenance_value(text, "cpu") : NULL;
        free(text);
    }
    return cpu;
}

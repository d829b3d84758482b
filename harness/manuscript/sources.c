/* The places of results: sources.csv, and the tables that have been read. A table is read once,
 * when it is asked for first, and stays where it is until the end: rows and values point into it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include <stdlib.h>
#include <string.h>

/* The row of sources.csv that `name`, "rho/sweep.csv", begins with; n_rows: none. */
static size_t source_row(const ss_manuscript *m, const char *name)
{
    const size_t length = strcspn(name, "/");
    size_t row = 0;
    for (; row < m->sources.n_rows; ++row) {
        const char *const one = ss_csv_text(&m->sources, row, "name");
        if (strlen(one) == length && strncmp(one, name, length) == 0)
            break;
    }
    return row;
}

bool ss_manuscript_path(const ss_manuscript *m, char path[SS_PATH_SIZE], const char *name,
                        ss_error *error)
{
    const size_t row = source_row(m, name), length = strcspn(name, "/");
    if (row == m->sources.n_rows)
        return ss_error_set(error, SS_ERROR_DATA, "%s: sources.csv has no name '%.*s'", name,
                            (int)(length < 100 ? length : 100), name);
    const char *folder = ss_csv_text(&m->sources, row, "folder");
    for (size_t k = m->job->n_places; k-- > 0;) /* or what the user named in its place */
        if (strncmp(m->job->places[k], name, length) == 0 && m->job->places[k][length] == '=')
            folder = m->job->places[k] + length + 1;
    return ss_path_join(path, SS_PATH_SIZE, folder, name[length] == '/' ? name + length + 1 : "",
                        error);
}

const char *ss_manuscript_command(const ss_manuscript *m, const char *name)
{
    const size_t row = source_row(m, name);
    return row < m->sources.n_rows ? ss_csv_text(&m->sources, row, "command") : "";
}

const ss_manuscript_table *ss_manuscript_table_of(ss_manuscript *m, const char *name,
                                                  ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_error reason = {SS_ERROR_NONE, ""};
    for (size_t k = 0; k < m->n_tables; ++k)
        if (strcmp(m->tables[k]->name, name) == 0)
            return m->tables[k];
    if (strlen(name) >= SS_MANUSCRIPT_NAME || !ss_manuscript_path(m, path, name, error))
        return NULL;
    ss_manuscript_table **const tables =
        reallocarray(m->tables, m->n_tables + 1, sizeof *m->tables);
    if (tables != NULL)
        m->tables = tables;
    ss_manuscript_table *const table = tables != NULL ? calloc(1, sizeof *table) : NULL;
    if (table != NULL && ss_csv_read(&table->csv, path, &reason)) {
        snprintf(table->name, sizeof table->name, "%s", name);
        m->tables[m->n_tables++] = table;
        return table;
    }
    if (table == NULL)
        ss_error_memory(error, "%s", name);
    ss_error_set(error, SS_ERROR_DATA, "%s; it is made by: %s", reason.text,
                 ss_manuscript_command(m, name));
    free(table);
    return NULL;
}

void ss_manuscript_free_tables(ss_manuscript *m)
{
    for (size_t k = 0; k < m->n_tables; ++k) {
        ss_csv_free(&m->tables[k]->csv);
        free(m->tables[k]);
    }
    free(m->tables);
    ss_csv_free(&m->sources);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run_folder.h"

#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"
#include "harness/tables/stream.h"
#include "problems/base/file.h"
#include "problems/base/partial.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A hidden table (see partial.h). */
typedef struct partial {
    const ss_table *table; /* NULL: there is none */
    char path[SS_PATH_SIZE];
} partial;

/* All of a folder, by the number of their table. */
typedef struct partials {
    partial *at;
    size_t n;                 /* tables that there are, hidden or not, */
    size_t history, summary;  /* and the numbers of these two */
    ss_partial_state state;   /* of the writers: the last that is not dead */
    char who[SS_PARTIAL_WHO]; /* that one */
} partials;

static const ss_table *table_of(const char *file, size_t length, size_t *number)
{
    const ss_table *table = NULL;
    for (*number = 0; (table = ss_rows_table(*number)) != NULL; ++*number)
        if (strlen(table->file) == length && strncmp(table->file, file, length) == 0)
            return table;
    return NULL;
}

static long size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (long)status.st_size : -1;
}

static bool take(partials *p, const char *folder, const char *name)
{
    char path[SS_PATH_SIZE], who[SS_PARTIAL_WHO];
    const char *const mark = strstr(name, ".partial-");
    size_t number = 0;
    if (name[0] != '.' || mark == NULL)
        return false;
    const ss_table *const table = table_of(name + 1, (size_t)(mark - name - 1), &number);
    if (table == NULL || !ss_path_join(path, sizeof path, folder, name, NULL))
        return false;
    const ss_partial_state state = ss_partial_look(path, who);
    if (p->at == NULL || state == SS_PARTIAL_NONE)
        return state != SS_PARTIAL_NONE;
    if (state != SS_PARTIAL_DEAD && p->state != SS_PARTIAL_LIVES) {
        p->state = state;
        memcpy(p->who, who, sizeof who);
    }
    partial *const one = &p->at[number];
    if (one->table != NULL && size_of(one->path) >= size_of(path))
        return true; /* a rescue was killed, too: the run's own is the larger one */
    *one = (partial){.table = table};
    memcpy(one->path, path, sizeof path);
    return true;
}

/* Their number; with room for them they are noted. */
static size_t look(partials *p, const char *folder)
{
    DIR *const listing = opendir(folder);
    const struct dirent *entry = NULL;
    size_t n = 0;
    while (listing != NULL && (entry = readdir(listing)) != NULL)
        n += take(p, folder, entry->d_name);
    if (listing != NULL)
        closedir(listing);
    return n;
}

bool ss_rescue_is_needed(const char *folder)
{
    partials p = {.at = NULL};
    return look(&p, folder) > 0;
}

/* ---- how far it came ---- */

/* The last row of history.csv that is whole, if its solver has not ended. */
static void find_last_step(const partials *p, ss_rescued *out)
{
    static const char *const columns[] = {"solver", "step", NULL};
    const partial *const history = &p->at[p->history];
    ss_stream in = {.file = NULL};
    ss_error torn = {.code = SS_ERROR_NONE};
    bool ok = history->table != NULL && ss_stream_open(&in, history->path, columns, 2, &torn);
    while (ok && ss_stream_next(&in, &torn)) {
        size_t step = 0;
        ok = ss_stream_count(&in, 1, &step, &torn);
        if (!ok)
            break;
        snprintf(out->solver, sizeof out->solver, "%s", in.field[0]);
        out->step = step;
    }
    ss_stream_close(&in);
}

/* Has the run that the tables call so a row of summary.csv? */
static bool has_ended(const partials *p, const char *label)
{
    static const char *const columns[] = {"solver", "outer", NULL};
    const partial *const summary = &p->at[p->summary];
    ss_stream in = {.file = NULL};
    ss_error torn = {.code = SS_ERROR_NONE};
    bool ended = summary->table == NULL; /* it is in place: all have */
    bool ok = !ended && ss_stream_open(&in, summary->path, columns, 1, &torn);
    while (ok && !ended && ss_stream_next(&in, &torn))
        ended = ss_label_names(label, in.field[0], in.at[1] == SIZE_MAX ? "" : in.field[1]);
    ss_stream_close(&in);
    return ended;
}

/* ---- a table ---- */

/* Lines that are whole and of complete steps, the header among them. Solvers that have ended are
 * before the one under way, and its steps ascend: the others are at the end. */
static size_t good_lines(const partials *p, const partial *one, const ss_rescued *how,
                         ss_error *torn)
{
    static const char *const columns[] = {"solver", "step", NULL};
    ss_stream in = {.file = NULL};
    size_t n = 0, step = 0;
    bool ok = ss_stream_open(&in, one->path, columns, 0, torn);
    const bool has_steps = ok && in.at[0] != SIZE_MAX && in.at[1] != SIZE_MAX;
    char ended[1024] = ""; /* the last solver that is known to have ended */
    for (n = ok; ok && ss_stream_next(&in, torn); ++n) {
        if (!has_steps || strcmp(in.field[0], ended) == 0)
            continue;
        if (strcmp(in.field[0], how->solver) != 0 && has_ended(p, in.field[0]))
            snprintf(ended, sizeof ended, "%s", in.field[0]);
        else if (strcmp(in.field[0], how->solver) != 0 || !ss_stream_count(&in, 1, &step, torn) ||
                 step > how->step)
            break;
    }
    ss_stream_close(&in);
    return n;
}

static bool copy_lines(const partial *one, const char *folder, size_t n, ss_error *error)
{
    ss_output output = {0};
    char *line = NULL;
    size_t room = 0;
    FILE *const in = ss_file_open(one->path, error);
    if (in == NULL)
        return false;
    bool ok = ss_output_open(&output, folder, one->table->file, error);
    for (ssize_t length = 0; ok && n > 0 && (length = getline(&line, &room, in)) > 0; --n)
        fwrite(line, 1, (size_t)length, output.file);
    if (ok && n > 0) /* the table at hand is removed after this */
        ok = ss_error_set(error, SS_ERROR_IO, "cannot read '%s' whole", one->path);
    ok = ok && ss_output_close(&output, error);
    ss_output_discard(&output);
    free(line);
    fclose(in);
    return ok;
}

/* One that is in place already was whole. */
static bool bring(const partials *p, partial *one, const char *folder, ss_rescued *out,
                  ss_error *error)
{
    char place[SS_PATH_SIZE], own[SS_PATH_SIZE];
    const size_t end = strlen(one->path);
    ss_error torn = {.code = SS_ERROR_NONE};
    if (!ss_path_join(place, sizeof place, folder, one->table->file, error))
        return false;
    /* the dead process may have had the number of this one, which would write over its table */
    if (ss_partial_name(own, sizeof own, place, NULL) && strcmp(own, one->path) == 0 &&
        end + 2 <= sizeof one->path) {
        memcpy(one->path + end, "~", 2);
        rename(own, one->path);
    }
    size_t n = access(place, F_OK) == 0 ? 0 : good_lines(p, one, out, &torn);
    n = n == 1 && ss_run_folder_may_lack(one->table->name) ? 0 : n;
    if (n > 0 && !copy_lines(one, folder, n, error))
        return false;
    out->n_tables += n > 0;
    ss_partial_remove(one->path);
    return true;
}

bool ss_rescue(const char *folder, bool force, ss_rescued *out, ss_error *error)
{
    partials p = {.at = NULL};
    *out = (ss_rescued){.n_tables = 0};
    while (ss_rows_table(p.n) != NULL)
        ++p.n;
    table_of("history.csv", strlen("history.csv"), &p.history);
    table_of("summary.csv", strlen("summary.csv"), &p.summary);
    p.at = calloc(p.n, sizeof *p.at);
    if (p.at == NULL)
        return ss_error_memory(error, "the tables of %s", folder);
    bool ok = look(&p, folder) > 0 ||
              ss_error_set(error, SS_ERROR_DATA, "'%s' has no tables of a killed run", folder);
    if (ok && p.state == SS_PARTIAL_LIVES)
        ok = ss_error_set(error, SS_ERROR_OUTPUT, "%s is running it: '%s'", p.who, folder);
    else if (ok && p.state == SS_PARTIAL_UNKNOWN && !force)
        ok =
            ss_error_set(error, SS_ERROR_OUTPUT,
                         "%s may be running '%s': if it lives no more, add --force", p.who, folder);
    if (ok) {
        find_last_step(&p, out);
        /* history.csv and summary.csv tell how far the others go: they come last, so that this can
         * be done again where it was cut short */
        for (size_t k = 0; ok && k < p.n + 2; ++k) {
            const size_t i = k < p.n ? k : k == p.n ? p.history : p.summary;
            const bool later = k < p.n && (i == p.history || i == p.summary);
            ok = later || p.at[i].table == NULL || bring(&p, &p.at[i], folder, out, error);
        }
    }
    free(p.at);
    return ok;
}

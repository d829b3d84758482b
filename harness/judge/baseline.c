/* From a word to rows. What is there as a folder or a file is that; a word without a slash that is
 * not there is the name of a baseline; all else is a path, whose reader says what is wrong with
 * it. A baseline keeps the columns that are the same on every machine, so that another one can be
 * compared with it years later.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/baseline.h"

#include "harness/judge/match.h"
#include "harness/report/sheet.h"
#include "harness/tables/home.h"
#include "problems/base/names.h"
#include "problems/base/partial.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The names in a folder. */
typedef struct names {
    struct dirent **entries;
    size_t n;
} names;

/* Folder and file of a baseline. */
typedef struct place {
    char folder[SS_PATH_SIZE], path[SS_PATH_SIZE];
} place;

static const char suffix[] = ".csv";

int ss_compare_is_baseline(const struct dirent *entry)
{
    return fnmatch("?*.csv", entry->d_name, FNM_PERIOD) == 0;
}

/* A folder that is not there holds no baselines. */
static bool read_names(names *found, const char *folder, ss_error *error)
{
    *found = (names){.n = 0};
    const int n = scandir(folder, &found->entries, ss_compare_is_baseline, versionsort);
    if (n < 0 && errno != ENOENT)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read the folder of baselines '%s': %s",
                            folder, strerror(errno));
    found->n = n > 0 ? (size_t)n : 0;
    for (size_t k = 0; k < found->n; ++k)
        *strrchr(found->entries[k]->d_name, '.') = '\0';
    return true;
}

static void free_names(names *found)
{
    for (size_t k = 0; k < found->n; ++k)
        free(found->entries[k]);
    if (found->n > 0)
        free(found->entries);
    *found = (names){.n = 0};
}

static const char *name_at(const void *list, size_t k)
{
    const names *const found = list;
    return k < found->n ? found->entries[k]->d_name : NULL;
}

/* `own`: the user's, of the default folders, else the program's; the same unless installed. */
static bool find_place(place *p, const char *name, const char *folder, bool own, ss_error *error)
{
    static const char below[] = "results/reference/baselines";
    char file[NAME_MAX + 1];
    snprintf(file, sizeof file, "%.200s%s", name, suffix);
    return (folder != NULL ? ss_path_join(p->folder, SS_PATH_SIZE, "", folder, error)
            : own          ? ss_home_own_path(p->folder, SS_PATH_SIZE, below, error)
                           : ss_home_path(p->folder, SS_PATH_SIZE, below, error)) &&
           ss_path_join(p->path, SS_PATH_SIZE, p->folder, file, error);
}

static bool find_baseline(place *p, const char *name, const char *folder, ss_error *error)
{
    names found;
    for (int own = 1; own >= 0; --own) {
        if (!find_place(p, name, folder, own, error))
            return false;
        if (strlen(name) <= 200 && access(p->path, F_OK) == 0)
            return true;
    }
    if (!read_names(&found, p->folder, error))
        return false;
    const char *const near = ss_name_nearest(name, name_at, &found);
    ss_error_set(error, SS_ERROR_DATA, "no folder, file or baseline '%s'%s%s%s", name,
                 near != NULL ? "; did you mean the baseline '" : "", near != NULL ? near : "",
                 near != NULL ? "'?" : "; 'stickslip baseline list' lists the baselines");
    free_names(&found);
    return false;
}

bool ss_compare_baseline_read(ss_compare_side *side, const char *word, const char *baselines,
                              ss_error *error)
{
    place p;
    struct stat status;
    char folder[SS_PATH_SIZE];
    const bool there = stat(word, &status) == 0;
    *side = (ss_compare_side){.n_interrupted = 0};
    bool found = true;
    if (!there && strchr(word, '/') == NULL)
        found = find_baseline(&p, word, baselines, error);
    else if (!there || !S_ISDIR(status.st_mode))
        found = ss_path_join(p.path, SS_PATH_SIZE, "", word, error);
    else
        found = ss_summary_folder(folder, word, error) &&
                ss_path_join(p.path, SS_PATH_SIZE, folder, "summary.csv", error);
    return found && ss_compare_side_read(side, p.path, error);
}

static bool write_rows(const ss_csv *csv, FILE *out, ss_error *error)
{
    const ss_table *const table = ss_rows_find("baseline");
    /* all but the last, `follows`: loops of older builds are closed */
    for (size_t k = 0; k + 1 < table->n_fields; ++k)
        if (!ss_record_require(csv, table->fields[k].name, error))
            return false;
    ss_baseline_header(out);
    for (size_t row = 0; row < csv->n_rows; ++row) {
        ss_baseline_row values;
        if (!ss_baseline_row_read(csv, row, &values, error))
            return false;
        ss_baseline_write(out, &values);
    }
    return true;
}

/* Only whole runs, each once. */
static bool check_rows(const ss_compare_side *side, ss_error *error)
{
    ss_compare_match match = {.n = 0};
    const ss_csv *const csv = &side->summary.csv;
    for (size_t row = 0; side->n_interrupted > 0 && row < csv->n_rows; ++row)
        if (strcmp(ss_csv_text(csv, row, "status"), ss_outcome_name(SS_OUTCOME_INTERRUPTED)) == 0)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s, line %zu: the run was interrupted; a baseline wants whole "
                                "runs",
                                side->path, ss_csv_line(csv, row));
    if (side->summary.n == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%s has no row", side->path);
    if (!ss_compare_match_sides(&match, side, side, error))
        return false;
    ss_compare_match_free(&match);
    return true;
}

bool ss_compare_baseline_save(const char *name, const char *source, const char *folder,
                              bool replace, size_t *n_rows, ss_error *error)
{
    place p;
    ss_compare_side side;
    ss_output output = {0};
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (name[0] == '\0' || name[0] == '.' || name[0] == '-' || strlen(name) > 64 ||
        strspn(name, plain) != strlen(name))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "'%s' is no name for a baseline: up to 64 letters, digits, '-', '_' "
                            "and '.', beginning with a letter or digit",
                            name);
    if (!find_place(&p, name, folder, true, error))
        return false;
    if (!replace && access(p.path, F_OK) == 0)
        return ss_error_set(error, SS_ERROR_OUTPUT,
                            "the baseline '%s' exists already: --replace overwrites it", p.path);
    if (!ss_compare_baseline_read(&side, source, folder, error))
        return false;
    ss_partial_sweep(p.folder, false);
    const bool saved = check_rows(&side, error) && ss_output_need_folder(p.folder, "", error) &&
                       ss_output_open(&output, p.folder, strrchr(p.path, '/') + 1, error) &&
                       write_rows(&side.summary.csv, output.file, error) &&
                       ss_output_close(&output, error);
    *n_rows = side.summary.n;
    ss_output_discard(&output);
    ss_compare_side_free(&side);
    return saved;
}

static bool list_folder(const place *p, FILE *out, ss_error *error)
{
    names found;
    if (!read_names(&found, p->folder, error))
        return false;
    bool listed = true;
    fprintf(out, "baselines in %s:%s\n", p->folder, found.n == 0 ? " none" : "");
    for (size_t k = 0; listed && k < found.n; ++k) {
        ss_compare_side side;
        place one;
        listed = find_place(&one, name_at(&found, k), p->folder, true, error) &&
                 ss_compare_side_read(&side, one.path, error);
        if (listed) {
            fprintf(out, "  %-20s %6zu rows, %s\n", name_at(&found, k), side.summary.n,
                    ss_compare_side_build(&side));
            ss_compare_side_free(&side);
        }
    }
    free_names(&found);
    return listed;
}

bool ss_compare_baseline_list(const char *folder, FILE *out, ss_error *error)
{
    place own, common;
    return find_place(&own, "", folder, true, error) &&
           find_place(&common, "", folder, false, error) && list_folder(&own, out, error) &&
           (strcmp(own.folder, common.folder) == 0 || list_folder(&common, out, error));
}

bool ss_compare_baseline_show(const char *name, const char *folder, bool json, FILE *out,
                              ss_error *error)
{
    place p;
    ss_compare_side side;
    if (!find_baseline(&p, name, folder, error))
        return false;
    if (json)
        return ss_report_table_file(&(ss_report_sheet){.n = 0}, ss_rows_find("baseline"), "",
                                    p.path, out, error);
    if (!ss_compare_side_read(&side, p.path, error))
        return false;
    fprintf(out, "%s: %zu row%s, %s\n", p.path, side.summary.n, ss_name_plural(side.summary.n),
            ss_compare_side_build(&side));
    fprintf(out, "%-24s %8s %-20s %-12s %12s %12s %16s %10s\n", "problem", "instance", "solver",
            "status", "sweeps", "visits", "local iterations", "e1");
    for (size_t k = 0; k < side.summary.n; ++k) {
        const ss_summary_row *const r = &side.summary.records[k].row;
        fprintf(out, "%-24s %8zu %-20s %-12s %12zu %12zu %16zu %10.3g\n", r->problem, r->instance,
                r->solver, r->status, r->sweeps_total, r->visits_total, r->local_iterations_total,
                r->e1);
    }
    ss_compare_side_free(&side);
    return true;
}

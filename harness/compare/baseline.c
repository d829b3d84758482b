/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/baseline.h"

#include "harness/compare/baseline_names.h"
#include "harness/compare/match.h"

#include <string.h>
#include <sys/stat.h>

static bool check_name(const char *name, ss_error *error)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (name[0] != '\0' && name[0] != '.' && name[0] != '-' && strlen(name) <= 64 &&
        strspn(name, plain) == strlen(name))
        return true;
    return ss_error_set(error, SS_ERROR_USAGE,
                        "'%.100s' is no name for a baseline: up to 64 letters, digits, '-', '_' "
                        "and '.', beginning with a letter or digit",
                        name);
}

static bool write_rows(const ss_csv *csv, FILE *out, ss_error *error)
{
    const ss_table *const table = ss_rows_find("baseline");
    for (size_t k = 0; k < table->n_fields; ++k)
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
    ss_compare_match match;
    const ss_csv *const csv = &side->summary.csv;
    for (size_t row = 0; side->n_interrupted > 0 && row < csv->n_rows; ++row)
        if (strcmp(ss_csv_text(csv, row, "status"), ss_outcome_name(SS_OUTCOME_INTERRUPTED)) == 0)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.300s, line %zu: the run was interrupted; a baseline wants whole "
                                "runs",
                                side->path, ss_csv_line(csv, row));
    if (side->summary.n == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has no row", side->path);
    if (!ss_compare_match_sides(&match, side, side, false, error))
        return false;
    ss_compare_match_free(&match);
    return true;
}

/* The folder may be there already; its parents are made too. */
static bool make_folder(const char *folder, ss_error *error)
{
    struct stat status;
    return (stat(folder, &status) == 0 && S_ISDIR(status.st_mode)) ||
           ss_output_make_folder(folder, error);
}

bool ss_compare_baseline_save(const char *name, const char *source, const char *folder,
                              bool replace, size_t *n_rows, ss_error *error)
{
    char path[SS_PATH_SIZE], place[SS_PATH_SIZE];
    struct stat status;
    ss_compare_side side;
    ss_output output = {0};
    if (!check_name(name, error) || !ss_compare_baseline_path(path, name, folder, error) ||
        !ss_compare_baseline_folder(place, folder, error))
        return false;
    if (!replace && stat(path, &status) == 0)
        return ss_error_set(error, SS_ERROR_OUTPUT,
                            "the baseline '%.300s' exists already: --replace overwrites it", path);
    if (!ss_compare_side_read(&side, "the source", source, folder, error))
        return false;
    const bool saved = check_rows(&side, error) && make_folder(place, error) &&
                       ss_output_open(&output, place, strrchr(path, '/') + 1, error) &&
                       write_rows(&side.summary.csv, output.file, error) &&
                       ss_output_close(&output, error);
    *n_rows = side.summary.n;
    ss_output_discard(&output);
    ss_compare_side_free(&side);
    return saved;
}

bool ss_compare_baseline_list(const char *folder, FILE *out, ss_error *error)
{
    ss_compare_baseline_names found;
    char place[SS_PATH_SIZE];
    bool listed = ss_compare_baseline_folder(place, folder, error) &&
                  ss_compare_baseline_names_read(&found, place, error);
    if (!listed)
        return false;
    fprintf(out, "baselines in %s:%s\n", place, found.n == 0 ? " none" : "");
    for (size_t k = 0; listed && k < found.n; ++k) {
        ss_compare_side side;
        listed = ss_compare_side_read(&side, "the baseline", ss_compare_baseline_at(&found, k),
                                      folder, error);
        if (listed) {
            fprintf(out, "  %-20s %6zu rows, %s\n", ss_compare_baseline_at(&found, k),
                    side.summary.n, ss_compare_side_build(&side));
            ss_compare_side_free(&side);
        }
    }
    ss_compare_baseline_names_free(&found);
    return listed;
}

bool ss_compare_baseline_show(const char *name, const char *folder, FILE *out, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_compare_side side;
    if (!ss_compare_baseline_find(path, name, folder, error) ||
        !ss_compare_side_read(&side, "the baseline", path, folder, error))
        return false;
    fprintf(out, "%s: %zu rows, %s\n", path, side.summary.n, ss_compare_side_build(&side));
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

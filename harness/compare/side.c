/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/side.h"

#include "harness/compare/baseline.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *status_at(const void *unused, size_t k)
{
    (void)unused;
    return k <= SS_OUTCOME_ERROR ? ss_outcome_name((ss_outcome)k) : NULL;
}

static bool find_summary(char *path, const char *word, const char *baselines, ss_error *error)
{
    struct stat status;
    const bool found = stat(word, &status) == 0;
    if (!found && strchr(word, '/') == NULL)
        return ss_baseline_find(path, word, baselines, error);
    if (!found || !S_ISDIR(status.st_mode))
        return ss_path_join(path, SS_PATH_SIZE, "", word, error);
    if (!ss_path_join(path, SS_PATH_SIZE, word, "summary.csv", error))
        return false;
    if (stat(path, &status) == 0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "the folder '%.300s' has no summary.csv: it is no result folder, or a "
                        "campaign that has not collected its rows yet",
                        word);
}

static bool read_text(const ss_side *side, size_t row, const char *column, const char **text,
                      ss_error *error)
{
    *text = ss_csv_text(&side->csv, row, column);
    if (*text != NULL)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.300s has no column '%s': it is no summary, or one of an older "
                        "stickslip; make it anew with this one",
                        side->path, column);
}

static bool read_status(const ss_side *side, ss_record *record, ss_error *error)
{
    const char *text = NULL;
    if (!read_text(side, record->row, "status", &text, error))
        return false;
    for (size_t k = 0; status_at(NULL, k) != NULL; ++k) {
        if (strcmp(status_at(NULL, k), text) == 0) {
            record->outcome = (ss_outcome)k;
            return true;
        }
    }
    const char *const near = ss_name_nearest(text, status_at, NULL);
    return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: '%.40s' is no status%s%s%s",
                        side->path, record->line, text, near != NULL ? "; did you mean '" : "",
                        near != NULL ? near : "", near != NULL ? "'?" : "");
}

/* A residual or time that the file does not have is NAN, a counter is an error. */
static bool read_values(const ss_side *side, ss_record *record, ss_error *error)
{
    const char *text = NULL;
    for (size_t k = 0; k < SS_N_MEASURES; ++k) {
        const char *const column = ss_measure_column(NULL, k);
        record->values[k] = NAN;
        if (ss_csv_text(&side->csv, record->row, column) == NULL) {
            if (ss_measure_kind_of((ss_measure)k) <= SS_MEASURE_INNER) /* counters */
                return read_text(side, record->row, column, &text, error);
        } else if (!ss_csv_real(&side->csv, record->row, column, &record->values[k], error)) {
            return false;
        }
    }
    return read_text(side, record->row, "steps", &text, error) &&
           ss_csv_real(&side->csv, record->row, "steps", &record->steps, error);
}

static bool read_record(const ss_side *side, size_t row, ss_record *record, ss_error *error)
{
    *record = (ss_record){.row = row, .line = ss_csv_line(&side->csv, row)};
    return read_text(side, row, "problem", &record->problem, error) &&
           read_text(side, row, "parameters", &record->parameters, error) &&
           read_text(side, row, "instance", &record->instance, error) &&
           read_text(side, row, "outer", &record->outer, error) &&
           read_text(side, row, "stop", &record->stop, error) &&
           read_text(side, row, "warm_start", &record->warm_start, error) &&
           read_text(side, row, "solver", &record->solver, error) &&
           read_text(side, row, "options", &record->options, error) &&
           read_status(side, record, error) && read_values(side, record, error);
}

static bool read_records(ss_side *side, ss_error *error)
{
    side->records = calloc(side->csv.n_rows + 1, sizeof *side->records);
    if (side->records == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the rows of %.300s", side->path);
    for (size_t row = 0; row < side->csv.n_rows; ++row) {
        ss_record *const record = &side->records[side->n];
        if (!read_record(side, row, record, error))
            return false;
        if (record->outcome == SS_OUTCOME_INTERRUPTED)
            ++side->n_interrupted;
        else
            ++side->n;
    }
    return true;
}

bool ss_side_read(ss_side *side, const char *what, const char *word, const char *baselines,
                  ss_error *error)
{
    *side = (ss_side){.what = what};
    const bool read = find_summary(side->path, word, baselines, error) &&
                      ss_csv_read(&side->csv, side->path, error) && read_records(side, error);
    if (!read)
        ss_side_free(side);
    return read;
}

void ss_side_free(ss_side *side)
{
    free(side->records);
    ss_csv_free(&side->csv);
    *side = (ss_side){.n = 0};
}

/* The solver of the k-th row: a name may come twice, which spelling help does not mind. */
static const char *solver_at(const void *list, size_t k)
{
    const ss_side *const side = list;
    return k < side->n ? side->records[k].solver : NULL;
}

bool ss_side_select(ss_side *side, const char *solver, ss_error *error)
{
    char kind[64];
    size_t n = 0;
    for (size_t k = 0; k < side->n; ++k)
        n += strcmp(side->records[k].solver, solver) == 0;
    if (n == 0) {
        snprintf(kind, sizeof kind, "%s has no row of the solver", side->what);
        return ss_name_unknown(solver, kind, solver_at, side, "name it as in the column `solver`",
                               error);
    }
    n = 0;
    for (size_t k = 0; k < side->n; ++k)
        if (strcmp(side->records[k].solver, solver) == 0)
            side->records[n++] = side->records[k];
    side->n = n;
    return true;
}

const char *ss_side_only_solver(const ss_side *side)
{
    for (size_t k = 1; k < side->n; ++k)
        if (strcmp(side->records[k].solver, side->records[0].solver) != 0)
            return NULL;
    return side->n > 0 ? side->records[0].solver : NULL;
}

const char *ss_side_build(const ss_side *side)
{
    const char *build = NULL;
    for (size_t k = 0; k < side->n; ++k) {
        const char *const text = ss_csv_text(&side->csv, side->records[k].row, "build");
        if (text == NULL)
            break;
        if (build != NULL && strcmp(build, text) != 0)
            return "several builds";
        build = text;
    }
    return build != NULL && build[0] != '\0' ? build : "an unknown build";
}

/* The value of the line "cpu: ..." of a file; "" if there is none. */
static void read_cpu(const char *path, char *cpu, size_t size)
{
    static const char key[] = "cpu:";
    char line[512];
    FILE *const file = fopen(path, "r");
    cpu[0] = '\0';
    while (file != NULL && cpu[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, strlen(key)) == 0) {
            const char *const value = line + strlen(key) + strspn(line + strlen(key), " ");
            snprintf(cpu, size, "%.*s", (int)strcspn(value, "\n"), value);
        }
    }
    if (file != NULL)
        fclose(file);
}

void ss_side_machine(const ss_side *side, char *cpu, size_t size)
{
    static const char *const files[] = {"provenance.txt", "manifest.txt"};
    const char *const slash = strrchr(side->path, '/');
    cpu[0] = '\0';
    for (size_t k = 0; k < sizeof files / sizeof files[0] && cpu[0] == '\0'; ++k) {
        char path[SS_PATH_SIZE + 32];
        snprintf(path, sizeof path, "%.*s%s", slash != NULL ? (int)(slash - side->path) + 1 : 0,
                 side->path, files[k]);
        read_cpu(path, cpu, size);
    }
}

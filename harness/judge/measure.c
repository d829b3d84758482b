/* Thresholds are a table of the user's; a column that it does not name is judged exactly.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/measure.h"

#include "problems/base/names.h"

#include <math.h>

const struct ss_compare_measure_row ss_compare_measures[] = {
#define X(column, kind) {#column, SS_COMPARE_MEASURE_##kind},
    SS_COMPARE_MEASURE_LIST(X)
#undef X
};

double ss_compare_measure_value(const ss_record *record, ss_compare_measure measure)
{
    const ss_table *const summary = ss_rows_find("summary");
    return ss_rows_value(ss_rows_number(summary, ss_compare_measures[measure].column),
                         &record->row);
}

/* ---- thresholds ---- */

/* An empty field, and a column that is not there, is 0. */
static bool read_bound(const ss_csv *csv, size_t row, const char *column, double *bound,
                       ss_error *error)
{
    const char *const text = ss_csv_text(csv, row, column);
    *bound = 0.0;
    if (text == NULL || text[0] == '\0')
        return true;
    if (!ss_csv_real(csv, row, column, bound, error))
        return false;
    if (isfinite(*bound) && *bound >= 0.0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%s, line %zu, column %s: %s must be a finite number >= 0", csv->path,
                        ss_csv_line(csv, row), column, text);
}

bool ss_compare_thresholds_read(ss_compare_thresholds *t, const char *path, ss_error *error)
{
    static const ss_names columns =
        SS_NAMES(ss_compare_measures,
                 "no column that is compared:", "'stickslip compare --help' lists them");
    ss_csv csv;
    *t = (ss_compare_thresholds){.given = {false}};
    if (!ss_csv_read(&csv, path, error))
        return false;
    bool valid = csv.n_rows > 0 || ss_error_set(error, SS_ERROR_DATA,
                                                "%s: a table of thresholds without a row", path);
    const bool relative = valid && ss_csv_text(&csv, 0, "relative") != NULL;
    const bool absolute = valid && ss_csv_text(&csv, 0, "absolute") != NULL;
    const size_t n_known = (relative ? 1u : 0u) + (absolute ? 1u : 0u);
    if (valid &&
        (ss_csv_text(&csv, 0, "column") == NULL || n_known == 0 || csv.n_columns != n_known + 1))
        valid = ss_error_set(error, SS_ERROR_DATA,
                             "%s: thresholds are a table with the columns column,relative or "
                             "column,relative,absolute, and one row per column",
                             csv.path);
    for (size_t row = 0; valid && row < csv.n_rows; ++row) {
        const char *const name = ss_csv_text(&csv, row, "column");
        ss_error unknown = {.code = SS_ERROR_NONE};
        const struct ss_compare_measure_row *const found = ss_names_find(&columns, name, &unknown);
        const ptrdiff_t k = found != NULL ? found - ss_compare_measures : 0;
        if (found == NULL || t->given[k])
            valid = ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: %s%s", csv.path,
                                 ss_csv_line(&csv, row), found == NULL ? unknown.text : name,
                                 found == NULL ? "" : " has a threshold already");
        t->given[k] = true;
        valid = valid && read_bound(&csv, row, "relative", &t->relative[k], error) &&
                read_bound(&csv, row, "absolute", &t->absolute[k], error);
    }
    ss_csv_free(&csv);
    return valid;
}

bool ss_compare_thresholds_allow(const ss_compare_thresholds *thresholds,
                                 ss_compare_measure measure, double a, double b)
{
    if (a == b || (isnan(a) && isnan(b)))
        return true;
    return fabs(b - a) <=
           fmax(thresholds->relative[measure] * fabs(a), thresholds->absolute[measure]);
}

/* Values of result files, printed in LaTeX and noted in cells.csv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include "harness/report/latex.h"
#include "harness/tables/rows.h"
#include "harness/tables/spread.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The form of a printed value: "text" (words, escaped), "printed" (a number with its own digits),
 * or digits and a factor, "3", "2*1e9". */
typedef struct form {
    bool text, printed;
    int digits;
    double factor;
} form;

static bool read_form(const char *word, form *f, ss_error *error)
{
    char *end = NULL;
    *f = (form){.digits = 3, .factor = 1.0};
    f->text = strcmp(word, "text") == 0;
    f->printed = strcmp(word, "printed") == 0;
    if (f->text || f->printed || word[0] == '\0')
        return true;
    f->digits = (int)strtol(word, &end, 10);
    if (*end == '*')
        f->factor = strtod(end + 1, &end);
    return (*end == '\0' && f->digits >= 1 && f->digits <= 15 && f->factor != 0.0) ||
           ss_error_set(error, SS_ERROR_DATA,
                        "[%s] is no form: it is text, printed, or digits and a factor, "
                        "as in 3 or 2*1e9",
                        word);
}

/* The value as it will be read. inf is a count at its cap (results/SCHEMA.md). */
static void print_value(FILE *out, const form *f, const char *text, double number)
{
    char digits[32];
    if (f->text)
        ss_report_latex_words(out, text, false);
    else if (isinf(number))
        fputs("cap", out);
    else if (f->printed && !isnan(number))
        ss_report_latex_number(out, text);
    else
        ss_report_latex_number(out,
                               ss_report_number_text(digits, f->factor * number, f->digits, "-"));
}

void ss_manuscript_note(ss_manuscript *m, const ss_manuscript_value *value, const char *printed)
{
    const ss_csv *const csv = &value->rows->table->csv;
    const ss_cells_row row = {.source = m->file,
                              .source_line = m->line,
                              .macro = value->what,
                              .file = value->rows->table->name,
                              .line = value->rows->n > 0 ? ss_csv_line(csv, value->row) : 0,
                              .rows = value->rows->n,
                              .column = value->column,
                              .value = value->text,
                              .printed = printed};
    ss_cells_write(m->trace.file, &row);
    ++m->n_values;
}

bool ss_manuscript_print(ss_manuscript *m, const ss_manuscript_value *value, ss_error *error)
{
    form f;
    char *end = NULL, *printed = NULL;
    size_t size = 0;
    if (!read_form(value->form, &f, error))
        return false;
    const double number = strtod(value->text, &end);
    if (!f.text && (end == value->text || *end != '\0'))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu, column %s: '%s' is no number; "
                            "[text] prints words",
                            value->rows->table->csv.path,
                            ss_csv_line(&value->rows->table->csv, value->row), value->column,
                            value->text);
    FILE *const memory = open_memstream(&printed, &size);
    if (memory == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a value");
    print_value(memory, &f, value->text, number);
    const bool whole =
        fclose(memory) == 0 || ss_error_set(error, SS_ERROR_MEMORY, "no memory for a value");
    if (whole) {
        fputs(printed, m->out);
        ss_manuscript_note(m, value, printed);
    }
    free(printed);
    return whole;
}

bool ss_manuscript_print_cell(ss_manuscript *m, const ss_manuscript_cell_place *place,
                              ss_error *error)
{
    if (!ss_manuscript_has_column(place->rows->table, place->column, error))
        return false;
    const ss_manuscript_rows one = {.table = place->rows->table, .n = 1};
    const ss_manuscript_value value = {
        .what = place->what,
        .rows = &one,
        .row = place->row,
        .column = place->column,
        .text = ss_csv_text(&place->rows->table->csv, place->row, place->column),
        .form = place->form};
    return ss_manuscript_print(m, &value, error);
}

bool ss_manuscript_cell(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    ss_manuscript_rows rows;
    bool ok = ss_manuscript_select(m, &rows, call->arguments[0], call->arguments[1], error);
    if (ok && rows.n > 1)
        ok = ss_error_set(error, SS_ERROR_DATA, "%s has %zu rows with %s", rows.table->csv.path,
                          rows.n, call->arguments[1]);
    const ss_manuscript_cell_place place = {call->name, &rows, ok ? rows.at[0] : 0,
                                            call->arguments[2], call->option};
    ok = ok && ss_manuscript_print_cell(m, &place, error);
    free(rows.at);
    return ok;
}

/* The finite numbers of a column, owned; NULL without memory or for a cell that is none. */
static double *numbers_of(const ss_manuscript_rows *rows, const char *column, size_t *n,
                          ss_error *error)
{
    double *const numbers = calloc(rows->n + 1, sizeof *numbers);
    bool ok = numbers != NULL || ss_error_set(error, SS_ERROR_MEMORY, "no memory for a column");
    *n = 0;
    for (size_t k = 0; ok && k < rows->n; ++k) {
        ok = ss_csv_real(&rows->table->csv, rows->at[k], column, &numbers[*n], error);
        *n += ok && isfinite(numbers[*n]);
    }
    if (ok)
        return numbers;
    free(numbers);
    return NULL;
}

/* The value that a macro makes of n numbers that are in order. */
static double made_of(const char *what, const double *sorted, size_t n)
{
    return n == 0                         ? NAN
           : strcmp(what, "least") == 0   ? sorted[0]
           : strcmp(what, "largest") == 0 ? sorted[n - 1]
           : strcmp(what, "total") == 0   ? gsl_stats_mean(sorted, 1, n) * (double)n
                                          : ss_spread_quantile(sorted, n, 0.5);
}

/* Print a number that is made of the rows. */
static bool print_made(ss_manuscript *m, const ss_manuscript_call *call,
                       const ss_manuscript_rows *rows, const char *column, double number,
                       ss_error *error)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", number);
    const ss_manuscript_value value = {.what = call->name,
                                       .rows = rows,
                                       .row = rows->n > 0 ? rows->at[0] : 0,
                                       .column = column,
                                       .text = text,
                                       .form = call->option};
    return ss_manuscript_print(m, &value, error);
}

bool ss_manuscript_statistic(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    ss_manuscript_rows rows;
    const char *const column = call->arguments[2];
    size_t n = 0;
    bool ok = ss_manuscript_select(m, &rows, call->arguments[0], call->arguments[1], error) &&
              ss_manuscript_has_column(rows.table, column, error);
    double *const numbers = ok ? numbers_of(&rows, column, &n, error) : NULL;
    ok = numbers != NULL;
    if (ok) {
        ss_spread_of(numbers, n); /* in order */
        ok = print_made(m, call, &rows, column, made_of(call->name, numbers, n), error);
    }
    free(numbers);
    free(rows.at);
    return ok;
}

bool ss_manuscript_count(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    ss_manuscript_rows rows;
    const bool ok = ss_manuscript_find(m, &rows, call->arguments[0], call->arguments[1], error) &&
                    print_made(m, call, &rows, "", (double)rows.n, error);
    free(rows.at);
    return ok;
}

bool ss_manuscript_ratio(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    double part[2] = {NAN, NAN};
    const char *const column = call->arguments[3];
    ss_manuscript_rows rows[2] = {{.at = NULL}, {.at = NULL}};
    bool ok = true;
    for (size_t k = 0; ok && k < 2; ++k) {
        ok = ss_manuscript_select(m, &rows[k], call->arguments[0], call->arguments[k + 1], error);
        if (ok && rows[k].n > 1)
            ok = ss_error_set(error, SS_ERROR_DATA, "%s has %zu rows with %s",
                              rows[k].table->csv.path, rows[k].n, call->arguments[k + 1]);
        ok = ok && ss_csv_real(&rows[k].table->csv, rows[k].at[0], column, &part[k], error);
    }
    if (ok && part[1] == 0.0)
        ok = ss_error_set(error, SS_ERROR_DATA, "%s: %s is 0 with %s: no ratio",
                          rows[1].table->csv.path, column, call->arguments[2]);
    ok = ok && print_made(m, call, &rows[0], column, part[0] / part[1], error);
    free(rows[0].at);
    free(rows[1].at);
    return ok;
}

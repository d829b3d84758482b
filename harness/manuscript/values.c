/* Values of result files, printed in LaTeX and noted in cells.csv. What is printed is first printed
 * into memory, so that cells.csv has the same characters as the text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include "harness/report/sheet.h"
#include "harness/tables/spread.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The form of a printed value: "text" (words, escaped), "printed" (a number with its own digits),
 * "2 decimals", or digits and a factor, "3", "2*1e9". */
typedef struct form {
    bool text, printed, decimals;
    int digits;
    double factor;
} form;

/* Digits beyond 15 are none of a double's own. */
static bool read_form(const char *word, form *f, ss_error *error)
{
    char *end = NULL;
    *f = (form){.digits = 3, .factor = 1.0};
    f->text = strcmp(word, "text") == 0;
    f->printed = strcmp(word, "printed") == 0;
    if (f->text || f->printed || word[0] == '\0')
        return true;
    f->digits = (int)strtol(word, &end, 10);
    f->decimals = strcmp(end, " decimals") == 0;
    if (f->decimals && f->digits >= 0 && f->digits <= 15)
        return true;
    if (*end == '*')
        f->factor = strtod(end + 1, &end);
    return (*end == '\0' && f->digits >= 1 && f->digits <= 15 && f->factor != 0.0) ||
           ss_error_set(error, SS_ERROR_DATA,
                        "[%s] is no form: it is text, printed, `2 decimals`, or digits and a "
                        "factor, as in 3 or 2*1e9; in a template also `to COLUMN`",
                        word);
}

/* The value as it will be read. inf is a count at its cap (results/SCHEMA.md). */
static void print_value(FILE *out, const form *f, const char *text, double number)
{
    char digits[64];
    if (f->decimals && isfinite(number)) {
        snprintf(digits, sizeof digits, "%.*f", f->digits, number);
        fputs(digits, out);
    } else if (f->text)
        ss_report_latex_words(out, text, false);
    else if (isinf(number))
        fputs("cap", out);
    else if (f->printed && !isnan(number))
        ss_report_latex_number(out, text);
    else
        ss_report_latex_number(out,
                               ss_report_number_text(digits, f->factor * number, f->digits, "-"));
}

void ss_manuscript_note(ss_manuscript *m, ss_cells_row row)
{
    row.source = m->file;
    row.source_line = m->line;
    ss_cells_write(m->trace.file, &row);
    ++m->n_values;
}

bool ss_manuscript_print(ss_manuscript *m, ss_cells_row row, const char *word, ss_error *error)
{
    form f;
    char *end = NULL, *printed = NULL;
    size_t size = 0;
    if (!read_form(word, &f, error))
        return false;
    const double number = strtod(row.value, &end);
    if (!f.text && (end == row.value || *end != '\0'))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu, column %s: '%s' is no number; [text] prints words",
                            row.file, row.line, row.column, row.value);
    FILE *const memory = open_memstream(&printed, &size);
    if (memory != NULL)
        print_value(memory, &f, row.value, number);
    const bool whole = (memory != NULL && fclose(memory) == 0) || ss_error_memory(error, "a value");
    if (whole) {
        fputs(printed, m->out);
        row.printed = printed;
        ss_manuscript_note(m, row);
    }
    free(printed);
    return whole;
}

/* "to COLUMN": as many decimals as the first digit of the uncertainty in that column has, as a form
 * of its own; any other word stays. */
static bool find_decimals(const ss_manuscript_place *place, const char **word, char decimals[32],
                          ss_error *error)
{
    const char *const column = strncmp(*word, "to ", 3) == 0 ? *word + 3 : NULL;
    if (column == NULL)
        return true;
    if (!ss_manuscript_has_column(place->table, column, error))
        return false;
    const double off = strtod(ss_csv_text(&place->table->csv, place->row, column), NULL);
    const int n = off > 0.0 && off < 1.0 ? (int)ceil(-log10(off) - 1e-9) : 0;
    snprintf(decimals, 32, "%d decimals", n < 15 ? n : 15);
    *word = decimals;
    return true;
}

bool ss_manuscript_print_cell(ss_manuscript *m, const ss_manuscript_place *place,
                              const char *column, const char *word, ss_error *error)
{
    const ss_csv *const csv = &place->table->csv;
    char decimals[32];
    if (!ss_manuscript_has_column(place->table, column, error) ||
        !find_decimals(place, &word, decimals, error))
        return false;
    const ss_cells_row row = {.macro = place->macro,
                              .file = place->table->name,
                              .line = ss_csv_line(csv, place->row),
                              .rows = 1,
                              .column = column,
                              .value = ss_csv_text(csv, place->row, column)};
    return ss_manuscript_print(m, row, word, error);
}

/* Print a number that is made of the rows. */
static bool print_made(ss_manuscript *m, const ss_manuscript_call *call,
                       const ss_manuscript_rows *rows, const char *column, double number,
                       ss_error *error)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", number);
    const ss_cells_row row = {.macro = call->name,
                              .file = rows->table->name,
                              .line = rows->n > 0 ? ss_csv_line(&rows->table->csv, rows->at[0]) : 0,
                              .rows = rows->n,
                              .column = column,
                              .value = text};
    return ss_manuscript_print(m, row, call->option, error);
}

bool ss_manuscript_cell(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    ss_manuscript_rows rows;
    bool ok = ss_manuscript_select_one(m, &rows, call->arguments[0], call->arguments[1], error);
    if (ok) {
        const ss_manuscript_place place = {call->name, rows.table, rows.at[0]};
        ok = ss_manuscript_print_cell(m, &place, call->arguments[2], call->option, error);
    }
    free(rows.at);
    return ok;
}

/* \median, \least, \largest, \total: of the finite numbers of a column. */
bool ss_manuscript_statistic(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    ss_manuscript_rows rows;
    const char *const column = call->arguments[2];
    size_t n = 0;
    bool ok = ss_manuscript_select(m, &rows, call->arguments[0], call->arguments[1], error) &&
              ss_manuscript_has_column(rows.table, column, error);
    double *const numbers = ok ? calloc(rows.n + 1, sizeof *numbers) : NULL;
    if (ok && numbers == NULL)
        ok = ss_error_memory(error, "a column");
    for (size_t k = 0; ok && k < rows.n; ++k) {
        ok = ss_csv_real(&rows.table->csv, rows.at[k], column, &numbers[n], error);
        n += ok && isfinite(numbers[n]);
    }
    if (ok) {
        const ss_spread spread = ss_spread_of(numbers, n);
        const double number = strcmp(call->name, "least") == 0     ? spread.least
                              : strcmp(call->name, "largest") == 0 ? spread.largest
                              : strcmp(call->name, "median") == 0  ? spread.median
                              : n > 0 ? gsl_stats_mean(numbers, 1, n) * (double)n
                                      : NAN;
        ok = print_made(m, call, &rows, column, number, error);
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
        ok = ss_manuscript_select_one(m, &rows[k], call->arguments[0], call->arguments[k + 1],
                                      error) &&
             ss_csv_real(&rows[k].table->csv, rows[k].at[0], column, &part[k], error);
    }
    if (ok && part[1] == 0.0)
        ok = ss_error_set(error, SS_ERROR_DATA, "%s: %s is 0 with %s: no ratio",
                          rows[1].table->csv.path, column, call->arguments[2]);
    ok = ok && print_made(m, call, &rows[0], column, part[0] / part[1], error);
    free(rows[0].at);
    free(rows[1].at);
    return ok;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include "harness/tables/csv.h"
#include "harness/tables/output.h"
#include "problems/base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(ss_report_sheet *sheet, size_t length)
{
    char *const text = ss_memory_grow(sheet->text, &sheet->room, sheet->length + length, 1);
    sheet->text = text != NULL ? text : sheet->text;
    ss_report_part *const parts =
        ss_memory_grow(sheet->parts, &sheet->parts_room, sheet->n + 1, sizeof *parts);
    sheet->parts = parts != NULL ? parts : sheet->parts;
    return text != NULL && parts != NULL;
}

/* The number of the next note: they begin anew with each table. */
static size_t next_note(const ss_report_sheet *sheet)
{
    for (size_t k = sheet->n; k > 0 && sheet->parts[k - 1].kind != SS_REPORT_TABLE; --k)
        if (sheet->parts[k - 1].kind == SS_REPORT_NOTE)
            return sheet->parts[k - 1].n + 1;
    return 1;
}

/* Append to the text of the sheet, which ends with a 0. */
static void append(ss_report_sheet *sheet, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    sheet->failed = sheet->failed || length < 0 || !reserve(sheet, (size_t)length + 1);
    if (!sheet->failed) {
        vsnprintf(sheet->text + sheet->length, (size_t)length + 1, format, again);
        sheet->length += (size_t)length + 1;
    }
    va_end(again);
}

void ss_report_add(ss_report_sheet *sheet, ss_report_kind kind, const char *format, ...)
{
    const size_t begin = sheet->length;
    va_list arguments;
    va_start(arguments, format);
    append(sheet, format, arguments);
    va_end(arguments);
    if (sheet->failed)
        return;
    sheet->parts[sheet->n] = (ss_report_part){.kind = kind, .text = begin};
    if (kind == SS_REPORT_NOTE)
        sheet->parts[sheet->n].n = next_note(sheet);
    ++sheet->n;
    if (kind == SS_REPORT_TABLE)
        sheet->table = sheet->n - 1;
    if (kind >= SS_REPORT_TABLE)
        sheet->parts[sheet->table].end = sheet->n;
}

void ss_report_append(ss_report_sheet *sheet, const char *format, ...)
{
    va_list arguments;
    sheet->length -= !sheet->failed; /* the 0 */
    va_start(arguments, format);
    append(sheet, format, arguments);
    va_end(arguments);
}

void ss_report_cells(ss_report_sheet *sheet, ...)
{
    va_list cells;
    va_start(cells, sheet);
    for (const char *cell; (cell = va_arg(cells, const char *)) != NULL;)
        ss_report_add(sheet, SS_REPORT_CELL, "%s", cell);
    va_end(cells);
}

void ss_report_table(ss_report_sheet *sheet, const char *label, const ss_report_column *columns,
                     size_t n_columns)
{
    if (label != NULL)
        ss_report_add(sheet, SS_REPORT_LABEL, "%s", label);
    ss_report_add(sheet, SS_REPORT_TABLE, "%s", "");
    if (sheet->failed)
        return;
    sheet->parts[sheet->n - 1].columns = columns;
    sheet->parts[sheet->n - 1].n = n_columns;
}

const char *ss_report_number_text(char text[32], double value, int digits, const char *missing)
{
    if (isnan(value))
        return missing;
    if (fabs(value) < 1e6 && value == floor(value))
        snprintf(text, 32, "%.0f", value);
    else
        snprintf(text, 32, "%.*g", digits, value);
    return text;
}

void ss_report_number(ss_report_sheet *sheet, double value, int digits, const char *missing)
{
    char text[32];
    ss_report_add(sheet, SS_REPORT_CELL, "%s", ss_report_number_text(text, value, digits, missing));
}

void ss_report_free(ss_report_sheet *sheet)
{
    free(sheet->text);
    free(sheet->parts);
    *sheet = (ss_report_sheet){.text = NULL};
}

bool ss_report_print(const ss_report_sheet *sheet, const ss_report_format *format, FILE *out,
                     ss_error *error)
{
    if (sheet->failed)
        return ss_error_memory(error, "the report");
    format->print(sheet, out);
    return true;
}

bool ss_report_end(ss_report_sheet *sheet, const ss_report_format *format, FILE *out,
                   ss_error *error)
{
    const bool printed = ss_report_print(sheet, format, out, error);
    ss_report_free(sheet);
    return printed;
}

bool ss_report_write(const ss_report_sheet *sheet, const ss_report_format *format,
                     const char *folder, const char *name, ss_error *error)
{
    char file[256];
    ss_output output = {0};
    snprintf(file, sizeof file, "%.240s.%s", name, format->ending);
    const bool written = ss_output_open(&output, folder, file, error) &&
                         ss_report_print(sheet, format, output.file, error) &&
                         ss_output_close(&output, error);
    ss_output_discard(&output);
    return written;
}

bool ss_report_table_file(ss_report_sheet *sheet, const ss_table *table, const char *folder,
                          const char *file, FILE *out, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv csv = {.path = NULL};
    ss_report_column *const columns = calloc(table->n_fields + 1, sizeof *columns);
    bool printed =
        (columns != NULL || ss_error_memory(error, "the columns")) &&
        ss_path_join(path, sizeof path, folder, file != NULL ? file : table->file, error) &&
        ss_csv_read(&csv, path, error);
    for (size_t k = 0; printed && k < table->n_fields; ++k)
        columns[k] = (ss_report_column){
            table->fields[k].name,
            table->fields[k].kind == SS_FIELD_TEXT ? SS_REPORT_LEFT : SS_REPORT_RIGHT, false};
    ss_report_table(sheet, table->name, columns, table->n_fields);
    for (size_t row = 0; row < csv.n_rows; ++row)
        for (size_t k = 0; k < table->n_fields; ++k) {
            const char *const cell = ss_csv_text(&csv, row, table->fields[k].name);
            ss_report_add(sheet, SS_REPORT_CELL, "%s", cell != NULL ? cell : "");
        }
    printed = printed && ss_report_print(sheet, &ss_report_json, out, error);
    ss_report_free(sheet);
    free(columns);
    ss_csv_free(&csv);
    return printed;
}

const char *ss_report_text_of(const ss_report_sheet *sheet, size_t part)
{
    return sheet->text + sheet->parts[part].text;
}

bool ss_report_shown(const ss_report_sheet *sheet, size_t part, size_t k)
{
    const ss_report_part *const table = &sheet->parts[part];
    if (!table->columns[k].optional)
        return true;
    for (size_t at = part + 1 + k; at < table->end; at += table->n)
        if (ss_report_text_of(sheet, at)[0] != '\0')
            return true;
    return false;
}

void ss_report_letter(FILE *out, char letter, const ss_report_letters *letters)
{
    const char *const special = strchr(letters->special, letter);
    if (special != NULL)
        fputs(letters->instead[special - letters->special], out);
    else
        fputc(letter, out);
}

void ss_report_words(FILE *out, const char *text, bool prose, const ss_report_letters *letters)
{
    bool code = false;
    for (; *text != '\0'; ++text)
        if (prose && *text == '`') {
            fputs(letters->code[code], out);
            code = !code;
        } else if (letters->dash != NULL && !code && strncmp(text, "--", 2) == 0) {
            fputs(letters->dash, out);
        } else {
            ss_report_letter(out, *text, letters);
        }
    fputs(code ? letters->code[1] : "", out);
}

bool ss_report_is_png(const char *figure)
{
    const size_t length = strlen(figure);
    return length > 4 && strcmp(figure + length - 4, ".png") == 0;
}

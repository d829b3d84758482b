/* Choosing rows of a table by the words of a macro: conditions with `;` between them, all of which
 * hold; values with `|` between them, one of which it is. Blanks around words do not count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include <stdlib.h>
#include <string.h>

bool ss_manuscript_has_column(const ss_manuscript_table *table, const char *column, ss_error *error)
{
    return ss_csv_column(&table->csv, column, 0) < table->csv.n_columns ||
           ss_error_set(error, SS_ERROR_DATA, "%s has no column '%s'", table->csv.path, column);
}

/* One condition: a column, and values of which the cell is one, or is none. */
typedef struct condition {
    size_t column;
    bool unlike;        /* != */
    const char *values; /* "one|other", `length` bytes */
    size_t length;
} condition;

/* The length of a text of `length` bytes without outer blanks; *text: behind the first ones. */
static size_t trimmed(const char **text, size_t length)
{
    while (length > 0 && **text == ' ') {
        ++*text;
        --length;
    }
    while (length > 0 && (*text)[length - 1] == ' ')
        --length;
    return length;
}

/* Is `cell` one of the values? */
static bool is_among(const condition *c, const char *cell)
{
    const size_t wanted = strlen(cell);
    for (size_t at = 0; at <= c->length;) {
        const char *value = c->values + at;
        const char *const bar = memchr(value, '|', c->length - at);
        const size_t whole = bar != NULL ? (size_t)(bar - value) : c->length - at;
        const size_t length = trimmed(&value, whole);
        if (length == wanted && memcmp(value, cell, length) == 0)
            return true;
        at += whole + 1;
    }
    return false;
}

enum { CONDITIONS = 8 };

/* Understand all conditions of `which`; *n of them, also after an error. */
static bool read_conditions(const ss_manuscript_table *table, const char *which,
                            condition conditions[CONDITIONS], size_t *n, ss_error *error)
{
    for (*n = 0; *which != '\0';) {
        char column[SS_MANUSCRIPT_NAME];
        const char *text = which;
        const size_t whole = strcspn(which, ";");
        const size_t length = trimmed(&text, whole);
        const char *const equal = memchr(text, '=', length);
        which += whole + (which[whole] == ';');
        if (length == 0)
            continue;
        if (*n == CONDITIONS)
            return ss_error_set(error, SS_ERROR_DATA, "more than %d conditions: %s",
                                (int)CONDITIONS, text);
        if (equal == NULL || equal == text)
            return ss_error_set(error, SS_ERROR_DATA,
                                "'%.*s' chooses no rows: write column=value; column=value",
                                (int)(length < 200 ? length : 200), text);
        condition *const c = &conditions[(*n)++];
        c->unlike = equal[-1] == '!';
        c->values = equal + 1;
        c->length = length - (size_t)(equal + 1 - text);
        const size_t name = trimmed(&text, (size_t)(equal - text) - c->unlike);
        snprintf(column, sizeof column, "%.*s", (int)(name < sizeof column ? name : 0), text);
        c->column = ss_csv_column(&table->csv, column, 0);
        if (!ss_manuscript_has_column(table, column, error))
            return false;
    }
    return true;
}

static bool fits(const ss_csv *csv, size_t row, const condition *conditions, size_t n)
{
    for (size_t k = 0; k < n; ++k)
        if (is_among(&conditions[k], ss_csv_cell(csv, row, conditions[k].column)) ==
            conditions[k].unlike)
            return false;
    return true;
}

bool ss_manuscript_find(ss_manuscript *m, ss_manuscript_rows *rows, const char *name,
                        const char *which, ss_error *error)
{
    condition conditions[CONDITIONS];
    size_t n = 0;
    *rows = (ss_manuscript_rows){.table = ss_manuscript_table_of(m, name, error)};
    if (rows->table == NULL || !read_conditions(rows->table, which, conditions, &n, error))
        return false;
    const ss_csv *const csv = &rows->table->csv;
    rows->at = calloc(csv->n_rows + 1, sizeof *rows->at);
    if (rows->at == NULL)
        return ss_error_memory(error, "the rows of %s", name);
    for (size_t row = 0; row < csv->n_rows; ++row)
        if (fits(csv, row, conditions, n))
            rows->at[rows->n++] = row;
    return true;
}

bool ss_manuscript_select(ss_manuscript *m, ss_manuscript_rows *rows, const char *name,
                          const char *which, ss_error *error)
{
    if (!ss_manuscript_find(m, rows, name, which, error))
        return false;
    return rows->n > 0 ||
           ss_error_set(error, SS_ERROR_DATA, "%s has no row with %s; it is made by: %s",
                        rows->table->csv.path, which, ss_manuscript_command(m, name));
}

bool ss_manuscript_select_one(ss_manuscript *m, ss_manuscript_rows *rows, const char *name,
                              const char *which, ss_error *error)
{
    if (!ss_manuscript_select(m, rows, name, which, error))
        return false;
    return rows->n == 1 || ss_error_set(error, SS_ERROR_DATA, "%s has %zu rows with %s",
                                        rows->table->csv.path, rows->n, which);
}

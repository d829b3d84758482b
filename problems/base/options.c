/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/options.h"

#include "problems/base/names.h"
#include "problems/base/prose.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* choices are kept as one text: "auto|normal|lambda" */
static size_t choice_length(const char *choice)
{
    return strcspn(choice, "|");
}

/* The k-th name of a '|'-separated list, or NULL. */
static const char *choice_at(const char *choices, size_t k)
{
    const char *at = choices;
    for (; k > 0; --k) {
        at += choice_length(at);
        if (*at == '\0')
            return NULL;
        ++at;
    }
    return at;
}

/* numbers travel as doubles; here they get the type of the field */
static void store(const ss_option *row, void *values, double value)
{
    void *const field = (char *)values + row->offset;
    switch (row->kind) {
    case SS_OPTION_REAL:
        *(double *)field = value;
        break;
    case SS_OPTION_COUNT:
        *(size_t *)field = (size_t)value;
        break;
    case SS_OPTION_CHOICE:
        *(int *)field = (int)value;
        break;
    case SS_OPTION_FLAG:
        *(bool *)field = value != 0.0;
        break;
    }
}

/* the field as a double, for presets that compare with defaults */
static double value_of(const ss_option *row, const void *values)
{
    const void *const field = (const char *)values + row->offset;
    switch (row->kind) {
    case SS_OPTION_REAL:
        return *(const double *)field;
    case SS_OPTION_COUNT:
        return (double)*(const size_t *)field;
    case SS_OPTION_CHOICE:
        return *(const int *)field;
    case SS_OPTION_FLAG:
        break;
    }
    return *(const bool *)field;
}

ss_option ss_options_row(const ss_option_table *table, size_t k)
{
    if (k >= table->n_rows + table->n_shared)
        return (ss_option){.name = NULL};
    ss_option row = k < table->n_rows ? table->rows[k] : table->shared[k - table->n_rows];
    /* with the default that this table gives it, the last one if several */
    for (size_t i = 0; i < table->n_defaults; ++i)
        if (strcmp(table->defaults[i].name, row.name) == 0) {
            row.value = table->defaults[i].value;
            row.source = table->defaults[i].source;
        }
    return row;
}

void ss_options_defaults(const ss_option_table *table, void *values)
{
    ss_option row;
    memset(values, 0, table->size);
    for (size_t k = 0; (row = ss_options_row(table, k)).name != NULL; ++k)
        store(&row, values, row.value);
}

/* The number of the row called `name`, or that past the last. */
static size_t number_of(const ss_option_table *table, const char *name)
{
    size_t k = 0;
    const char *at;
    while ((at = ss_options_row(table, k).name) != NULL && strcmp(at, name) != 0)
        ++k;
    return k;
}

const ss_option *ss_options_find(const ss_option_table *table, const char *name)
{
    const size_t k = number_of(table, name);
    if (k < table->n_rows)
        return &table->rows[k];
    return k < table->n_rows + table->n_shared ? &table->shared[k - table->n_rows] : NULL;
}

/* a range in words: "> 0 and <= 2", "any number" */
static void format_bounds(const ss_option *row, char *text, size_t size)
{
    char low[40], high[40];
    if (row->min == SS_ABOVE_ZERO)
        snprintf(low, sizeof low, "> 0");
    else if (row->min == -SS_UNBOUNDED)
        snprintf(low, sizeof low, "any number");
    else
        snprintf(low, sizeof low, ">= %g", row->min);
    snprintf(high, sizeof high, " and <= %g", row->max);
    snprintf(text, size, "%s%s", low, row->max < SS_UNBOUNDED ? high : "");
}

static bool parse_number(const ss_option *row, const char *owner, const char *text, double *value,
                         ss_error *error)
{
    char bounds[96]; /* for messages */
    char *end = NULL;
    format_bounds(row, bounds, sizeof bounds);
    errno = 0;
    /* all of the text must be the number, without blanks before it; counts are exact below 2^53,
     * 9.007e15 */
    *value = strtod(text, &end);
    const bool whole = row->kind != SS_OPTION_COUNT || (*value == floor(*value) && *value < 9e15);
    if (end == text || *end != '\0' || !isfinite(*value) || isspace((unsigned char)text[0]))
        return ss_error_set(error, SS_ERROR_USAGE, "%s: %s=%s is not a number; it must be %s%s",
                            owner, row->name, text, bounds,
                            end != text && strpbrk(end, ",:") == end
                                ? "; one value here, `sweep` and `campaign` take grids"
                                : "");
    if (!whole)
        return ss_error_set(error, SS_ERROR_USAGE, "%s: %s=%s must be a whole number, %s", owner,
                            row->name, text, bounds);
    if (*value < row->min || *value > row->max)
        return ss_error_set(error, SS_ERROR_USAGE, "%s: %s=%s is out of range; it must be %s",
                            owner, row->name, text, bounds);
    return true;
}

static bool parse_choice(const ss_option *row, const char *owner, const char *choices,
                         const char *text, double *value, ss_error *error)
{
    const char *choice = choices;
    for (size_t k = 0; choice != NULL; choice = choice_at(choices, ++k)) {
        if (strlen(text) == choice_length(choice) &&
            strncmp(text, choice, choice_length(choice)) == 0) {
            *value = (double)k;
            return true;
        }
    }
    return ss_error_set(error, SS_ERROR_USAGE, "%s: %s=%s is unknown; it must be one of %s", owner,
                        row->name, text, choices);
}

static const char *option_name_at(const void *list, size_t k)
{
    return ss_options_row(list, k).name;
}

static bool unknown_key(const ss_option_table *table, const char *owner, const char *key,
                        ss_error *error)
{
    char kind[120], hint[160];
    const char *const name = strchr(owner, ' '); /* of "problem balls-4" */
    snprintf(kind, sizeof kind, "%.80s: no option", owner);
    snprintf(hint, sizeof hint, "'stickslip describe %.80s' lists what it has",
             name != NULL ? name + 1 : owner);
    return ss_name_unknown(key, kind, option_name_at, table,
                           ss_options_row(table, 0).name == NULL ? "it has none" : hint, error);
}

/* Rows that are as the choice `before` of a row has them become as its choice `after` does. */
static void take_presets(const ss_option_table *table, void *values, const char *row_name,
                         int before, int after)
{
    const ss_option_preset *const end = table->presets + table->n_presets;
    for (int pass = 0; pass < 2; ++pass) /* back to the defaults, and on from there */
        for (const ss_option_preset *p = table->presets; p < end; ++p) {
            const ss_option row = ss_options_row(table, number_of(table, p->name));
            const double from = pass == 0 ? p->value : row.value; /* as the last choice left it */
            if (strcmp(p->row, row_name) == 0 && p->choice == (pass == 0 ? before : after) &&
                value_of(&row, values) == from)
                store(&row, values, pass == 0 ? row.value : p->value);
        }
}

bool ss_options_set(const ss_option_table *table, void *values, const char *owner, const char *key,
                    const char *text, ss_error *error)
{
    const ss_option row = ss_options_row(table, number_of(table, key));
    double value = 0.0;
    if (row.name == NULL)
        return unknown_key(table, owner, key, error);
    const bool number = row.kind == SS_OPTION_REAL || row.kind == SS_OPTION_COUNT;
    const bool valid =
        number ? parse_number(&row, owner, text, &value, error)
               : parse_choice(&row, owner, row.kind == SS_OPTION_FLAG ? "no|yes" : row.choices,
                              text, &value, error);
    if (valid && row.kind == SS_OPTION_CHOICE)
        take_presets(table, values, row.name, (int)value_of(&row, values), (int)value);
    if (valid)
        store(&row, values, value);
    return valid;
}

bool ss_options_set_list(const ss_option_table *table, void *values, const char *owner, char *list,
                         ss_error *error)
{
    /* one pass: each item is cut off, set, and remembered by its row's bit */
    unsigned long long given = 0; /* a bit a row: tables are short */
    for (char *key = strsep(&list, ","); key != NULL; key = strsep(&list, ",")) {
        char *const equals = strchr(key, '=');
        if (equals == NULL || equals == key)
            return ss_error_set(error, SS_ERROR_USAGE, "%s: '%s' must be KEY=VALUE", owner, key);
        *equals = '\0';
        if (!ss_options_set(table, values, owner, key, equals + 1, error))
            return false;
        const unsigned long long bit = 1ull << number_of(table, key) % 64;
        if ((given & bit) != 0)
            return ss_error_set(error, SS_ERROR_USAGE, "%s: %s is given twice", owner, key);
        given |= bit;
    }
    return true;
}

void ss_option_format(const ss_option *row, const void *values, char *text, size_t size)
{
    const void *const field = (const char *)values + row->offset;
    const char *choice = NULL;
    switch (row->kind) {
    case SS_OPTION_REAL:
        /* 17 digits give back every double; 15 are what people type, where they do too */
        snprintf(text, size, "%.17g", *(const double *)field);
        if (strtod(text, NULL) == *(const double *)field) { /* prefer the short form: 0.6 */
            char brief[40];
            snprintf(brief, sizeof brief, "%.15g", *(const double *)field);
            if (strtod(brief, NULL) == *(const double *)field)
                snprintf(text, size, "%s", brief);
        }
        break;
    case SS_OPTION_COUNT:
        snprintf(text, size, "%zu", *(const size_t *)field);
        break;
    case SS_OPTION_CHOICE:
        choice = choice_at(row->choices, (size_t) * (const int *)field);
        snprintf(text, size, "%.*s", (int)choice_length(choice), choice);
        break;
    case SS_OPTION_FLAG:
        snprintf(text, size, "%s", *(const bool *)field ? "yes" : "no");
        break;
    }
}

/* The default alone, formatted by way of a scratch field of the right type. */
static void format_default(const ss_option *row, char *text, size_t size)
{
    union {
        double real;
        size_t count;
        int choice;
        bool flag;
    } scratch = {0};
    ss_option at_zero = *row;
    /* the scratch stands for the struct: its field is at the beginning */
    at_zero.offset = 0;
    store(&at_zero, &scratch, row->value);
    ss_option_format(&at_zero, &scratch, text, size);
}

/* A line a choice that has presets: "full: balls=500, width=0.025". */
static void describe_presets(const ss_option_table *table, const ss_option *choices, FILE *out)
{
    const char *choice = choices->choices;
    for (int k = 0; choice != NULL; choice = choice_at(choices->choices, (size_t)++k)) {
        const char *before = NULL;
        for (const ss_option_preset *p = table->presets; p < table->presets + table->n_presets;
             ++p) {
            if (strcmp(p->row, choices->name) != 0 || p->choice != k)
                continue;
            ss_option row = ss_options_row(table, number_of(table, p->name));
            char value[40];
            row.value = p->value;
            format_default(&row, value, sizeof value);
            if (before == NULL)
                fprintf(out, "  %-14s   %.*s: ", "", (int)choice_length(choice), choice);
            fprintf(out, "%s%s=%s", before != NULL ? before : "", p->name, value);
            before = ", ";
        }
        fputs(before != NULL ? ", unless set\n" : "", out);
    }
}

void ss_options_describe(const ss_option_table *table, FILE *out)
{
    ss_option row;
    for (size_t k = 0; (row = ss_options_row(table, k)).name != NULL; ++k) {
        char value[40], range[96];
        format_default(&row, value, sizeof value);
        if (row.kind == SS_OPTION_CHOICE)
            snprintf(range, sizeof range, "%s", row.choices);
        else if (row.kind == SS_OPTION_FLAG)
            snprintf(range, sizeof range, "no|yes");
        else
            format_bounds(&row, range, sizeof range);
        fprintf(out, "  %-14s = %-12s [%s]  (%s)\n", row.name, value, row.unit, range);
        fprintf(out, "  %-14s   ", "");
        ss_prose(out, row.meaning, 19, 19);
        fputc('\n', out);
        if (row.kind == SS_OPTION_CHOICE)
            describe_presets(table, &row, out);
        fprintf(out, "  %-14s   source: ", "");
        ss_prose(out, row.source, 27, 19);
        fputc('\n', out);
    }
}

char *ss_options_next(char **rest)
{
    int depth = 0;
    char *const begin = *rest; /* NULL after the last item */
    if (begin == NULL)
        return NULL;
    for (char *at = begin; *at != '\0'; ++at) {
        /* commas within brackets belong to the item: x[a=1,b=2] */
        depth += (*at == '[') - (*at == ']');
        if (*at == ',' && depth <= 0) {
            *at = '\0';
            *rest = at + 1;
            return begin;
        }
    }
    *rest = NULL;
    return begin;
}

char *ss_options_text(const ss_option_table *table, const void *values)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    const char *between = "";
    ss_option row;
    for (size_t k = 0; out != NULL && (row = ss_options_row(table, k)).name != NULL; ++k) {
        char value[40];
        if (row.later && value_of(&row, values) == row.value)
            continue;
        ss_option_format(&row, values, value, sizeof value);
        fprintf(out, "%s%s=%s", between, row.name, value);
        between = ",";
    }
    const bool failed = out == NULL || ferror(out) != 0;
    if (out != NULL && fclose(out) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}

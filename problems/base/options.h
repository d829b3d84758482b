/* Typed options: one table describes the fields of a plug-in's option struct (solver) or
 * parameter struct (problem). The same table sets defaults, parses KEY=VALUE, prints the manual
 * (`stickslip describe`) and the provenance of a run. An unknown key or a value out of range is an
 * error, never a silent default.
 *
 * How a row leads from the text to the field:
 *
 *     row    { "tol", REAL, offsetof(params, limits.tol), 1e-8, > 0, 1e6, unit, meaning, source }
 *                |      |        |
 *     "tol=1e-6" +--> number, range --> the double at `values` + offset
 *
 * Ownership: tables are const and static, in the file of their plug-in; the struct at `values`
 * is the caller's (a choice of solver or problem). Invariant after ss_options_defaults:
 * every field of a row has a value that the row admits, for what is refused changes nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_OPTIONS_H
#define SS_PROBLEMS_BASE_OPTIONS_H

#include "problems/base/error.h"

#include <stddef.h>
#include <stdio.h>

/* The type of the field behind an option. */
typedef enum ss_option_kind {
    SS_OPTION_REAL,   /* double */
    SS_OPTION_COUNT,  /* size_t */
    SS_OPTION_CHOICE, /* int, an index into `choices` */
    SS_OPTION_FLAG    /* bool: yes or no */
} ss_option_kind;

/* As `min`: strictly greater than zero. As `max`: no upper bound but the largest finite double. */
#define SS_ABOVE_ZERO 4.9406564584124654e-324
#define SS_UNBOUNDED  1.7976931348623157e308

typedef struct ss_option {
    const char *name; /* as the user types it: lower case */
    ss_option_kind kind;
    size_t offset;       /* of the field in its struct */
    double value;        /* default: the number, the index of the choice, or 0/1 */
    double min, max;     /* inclusive; used by REAL and COUNT only */
    const char *choices; /* CHOICE: the names, separated by '|', in the order of the enum */
    const char *unit;    /* "-" when dimensionless */
    const char *meaning;
    const char *source; /* where the default comes from: a paper and its section, or "choice" */
    bool later;         /* it came after results were stored: ss_options_text leaves its default out,
                           so that their runs are still the same */
} ss_option;

/* Another default, and where it comes from, for a shared row. */
typedef struct ss_option_default {
    const char *name;
    double value;
    const char *source;
} ss_option_default;

/* If the CHOICE row `row` of a table has its choice number `choice`, the row `name` has another
 * default. */
typedef struct ss_option_preset {
    const char *row;
    int choice;
    const char *name;
    double value;
} ss_option_preset;

/* Rows of its own, then rows that it shares with other tables (all NULL and 0 when it has none). */
typedef struct ss_option_table {
    const ss_option *rows;
    size_t n_rows;
    size_t size; /* of the struct that the rows describe, in bytes */
    const ss_option *shared;
    size_t n_shared;
    const ss_option_default *defaults; /* that replace those of rows, the later the earlier */
    size_t n_defaults;
    const ss_option_preset *presets;
    size_t n_presets;
} ss_option_table;

/* A table of a static array of rows, without shared ones. */
#define SS_OPTION_TABLE(array, type)                                                               \
    {                                                                                              \
        .rows = (array), .n_rows = sizeof(array) / sizeof((array)[0]), .size = sizeof(type)        \
    }

/* Rows: the field `field` of struct `type`, called `name`. */
#define SS_REAL(type, field, name, value, min, max, unit, meaning, source)                         \
    {                                                                                              \
        name, SS_OPTION_REAL, offsetof(type, field), value, min, max, NULL, unit, meaning, source, \
            false                                                                                  \
    }
#define SS_COUNT(type, field, name, value, min, max, meaning, source)                              \
    {                                                                                              \
        name, SS_OPTION_COUNT, offsetof(type, field), value, min, max, NULL, "-", meaning, source, \
            false                                                                                  \
    }
#define SS_CHOICE(type, field, name, value, choices, meaning, source)                              \
    {                                                                                              \
        name, SS_OPTION_CHOICE, offsetof(type, field), value, 0, 0, choices, "-", meaning, source, \
            false                                                                                  \
    }
#define SS_LATER_CHOICE(type, field, name, value, choices, meaning, source)                        \
    {                                                                                              \
        name, SS_OPTION_CHOICE, offsetof(type, field), value, 0, 0, choices, "-", meaning, source, \
            true                                                                                   \
    }
#define SS_FLAG(type, field, name, value, meaning, source)                                         \
    {                                                                                              \
        name, SS_OPTION_FLAG, offsetof(type, field), value, 0, 1, NULL, "-", meaning, source,      \
            false                                                                                  \
    }

/* Fill the struct at `values` (table->size bytes, owned by the caller) with the defaults. */
void ss_options_defaults(const ss_option_table *table, void *values);

/* Set one option from text, and by its presets the rows that still have their defaults. `owner`
 * ("solver ebp") begins the message of an error. */
bool ss_options_set(const ss_option_table *table, void *values, const char *owner, const char *key,
                    const char *text, ss_error *error);

/* Set several options from "KEY=VALUE,KEY=VALUE", which is cut up in place. */
bool ss_options_set_list(const ss_option_table *table, void *values, const char *owner, char *list,
                         ss_error *error);

/* Cut the first item off the list at *rest: what stands before a comma outside brackets. NULL at
 * the end, where *rest is NULL. */
char *ss_options_next(char **rest);

/* The k-th row, own rows first, with the default that this table gives it; name NULL past the last.
 */
ss_option ss_options_row(const ss_option_table *table, size_t k);

/* The row called `name`, or NULL; of a shared row, with the default that it has by itself. */
const ss_option *ss_options_find(const ss_option_table *table, const char *name);

/* Write the value of one option as the user would type it, e.g. "0.6", "z", "yes". */
void ss_option_format(const ss_option *row, const void *values, char *text, size_t size);

/* The manual: a line an option with default, range, unit, meaning and source. */
void ss_options_describe(const ss_option_table *table, FILE *out);

/* All options as "key=value,key=value" (the provenance of a run), to be freed; NULL without memory.
 */
char *ss_options_text(const ss_option_table *table, const void *values);

#endif

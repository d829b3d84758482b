/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/data.h"

#include "harness/tables/output.h"
#include "harness/tables/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The instance that a claim is judged on. */
typedef struct numbers {
    ss_paper_lookup *lookup;
    const void *context;
    size_t instance;
    double cap;
} numbers;

/* Our numbers in `column` over a list of rows. */
typedef struct extent {
    double least, largest;
    size_t n, n_unsolved;
    bool missing; /* some */
} extent;

/* A count that hit its cap is at least the cap, which stands for it. */
static extent extent_of(const numbers *of, const char *rows, const char *column)
{
    extent e = {.least = INFINITY, .largest = -INFINITY};
    char row[64];
    while (ss_measure_word(&rows, row)) {
        const double value = of->lookup(of->context, row, column, of->instance);
        const double bounded = isinf(value) ? of->cap : value;
        e.missing = e.missing || isnan(value);
        e.n_unsolved += isinf(value) != 0;
        e.least = fmin(e.least, bounded);
        e.largest = fmax(e.largest, bounded);
        ++e.n;
    }
    return e;
}

/* Is the column of all rows `than`, a number or another column of the same row? NaN: not known. */
static bool all_equal(const numbers *of, const ss_reproduce_claim *claim, bool *known)
{
    const char *rows = claim->rows;
    char row[64], *end;
    bool equal = true;
    while (ss_measure_word(&rows, row)) {
        const double given = strtod(claim->than, &end);
        const double than =
            *end == '\0' ? given : of->lookup(of->context, row, claim->than, of->instance);
        *known = *known && !isnan(than);
        equal = equal && of->lookup(of->context, row, claim->column, of->instance) == than;
    }
    return equal;
}

/* Is a more spread than b? A count at the cap stands as the cap, so a spread with one in it is a
 * lower bound: the answer is known only where the smaller spread is exact. Of rows that are all at
 * the cap nothing is known, not even that bound. */
static bool spreads_more(const extent *a, const extent *b, bool *known)
{
    const bool above = a->largest / a->least > b->largest / b->least;
    const bool bounds_only = a->n_unsolved == a->n || b->n_unsolved == b->n;
    *known = *known && !bounds_only && (above ? b : a)->n_unsolved == 0;
    return above;
}

ss_reproduce_holds ss_reproduce_judge_claim(const ss_reproduce_claim *claim,
                                            ss_paper_lookup *lookup, size_t n, double cap,
                                            const void *context)
{
    ss_reproduce_holds result = {0, 0};
    const bool spread = strcmp(claim->relation, "spread-above") == 0;
    const bool unsolved = strcmp(claim->relation, "unsolved") == 0;
    for (size_t i = 0; i < n; ++i) {
        const numbers of = {lookup, context, i, cap};
        const extent a = extent_of(&of, claim->rows, claim->column);
        const extent b = spread ? extent_of(&of, claim->than, claim->column) : (extent){.n = 0};
        bool known = !a.missing && !b.missing;
        const bool holds = spread     ? spreads_more(&a, &b, &known)
                           : unsolved ? a.n_unsolved == a.n
                                      : all_equal(&of, claim, &known);
        result.n += known;
        result.holds += known && holds;
    }
    return result;
}

const char *ss_reproduce_claim_word(ss_reproduce_holds holds)
{
    return holds.n == 0             ? "-"
           : holds.holds == holds.n ? "true"
           : holds.holds > 0        ? "in some"
                                    : "false";
}

ss_reproduce_claim *ss_reproduce_claims_read(const char *paper, ss_csv *file, ss_error *error)
{
    static const ss_field fields[] = {
        {.name = "table", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_reproduce_claim, table)},
        {.name = "rows", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_reproduce_claim, rows)},
        {.name = "column", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_reproduce_claim, column)},
        {.name = "relation",
         .kind = SS_FIELD_TEXT,
         .offset = offsetof(ss_reproduce_claim, relation)},
        {.name = "than", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_reproduce_claim, than)},
        {.name = "claim", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_reproduce_claim, text)},
    };
    static const ss_table columns = {
        .file = "claims.csv", .fields = fields, .n_fields = sizeof fields / sizeof *fields};
    static const char relations[] = " equal unsolved spread-above ";
    char word[80];
    ss_reproduce_claim *claims =
        ss_record_read_folder(&columns, file, paper, sizeof *claims, error);
    for (size_t k = 0; claims != NULL && k < file->n_rows; ++k) {
        const bool alone = strcmp(claims[k].relation, "unsolved") == 0;
        if (claims[k].relation[0] == '\0')
            continue; /* judged by its cells, or not at all */
        snprintf(word, sizeof word, " %.60s ", claims[k].relation);
        if (strstr(relations, word) != NULL && alone == (claims[k].than[0] == '\0'))
            continue;
        ss_error_set(error, SS_ERROR_DATA,
                     "%s, line %zu: a claim's relation is unsolved, or equal or spread-above "
                     "with a `than`, not '%s'",
                     file->path, ss_csv_line(file, k), claims[k].relation);
        free(claims);
        claims = NULL;
    }
    return claims;
}

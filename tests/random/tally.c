/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/random/tally.h"

#include "harness/tables/spread.h"

#include <math.h>
#include <stdlib.h>

/* One class, or all. */
typedef struct class
{
    const char *matrix, *answer;
    size_t n, endings[TEST_CASE_N_ENDINGS];
    double e1_solved, e1_unsolved; /* the largest; NaN: none */
    double *units;                 /* of the solved, endings[SOLVED] */
} class;

static void add(class *to, const random_row *row)
{
    ++to->n;
    if (row->ending == TEST_CASE_SOLVED) {
        to->units[to->endings[row->ending]] = row->work_units;
        to->e1_solved = fmax(to->e1_solved, row->e1);
    } else if (row->ending != TEST_CASE_NO_ANSWER) {
        to->e1_unsolved = fmax(to->e1_unsolved, row->e1);
    }
    ++to->endings[row->ending];
}

static void print_class(FILE *out, const char *solver, class *of)
{
    static const double parts[] = {0.5, 0.9, 0.99, 1.0};
    const ss_spread spread = ss_spread_of(of->units, of->endings[TEST_CASE_SOLVED]);
    fprintf(out, "\"%s\",%s,%s,%zu", solver, of->matrix, of->answer, of->n);
    for (size_t e = 0; e < TEST_CASE_N_ENDINGS; ++e)
        fprintf(out, ",%zu", of->endings[e]);
    fprintf(out, ",%.4g,%.4g", of->e1_solved, of->e1_unsolved);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k)
        fprintf(out, ",%.6g",
                spread.n > 0 ? ss_spread_quantile(of->units, spread.n, parts[k]) : NAN);
    fputs("\n", out);
}

/* Walk over the classes, the last being all: `units` has room for the work of n rows. */
static void walk(FILE *out, const char *solver, const random_row *rows, size_t n, double *units)
{
    for (size_t k = 0; k <= TEST_CASE_N_MATRICES * TEST_CASE_N_ANSWERS; ++k) {
        const size_t m = k / TEST_CASE_N_ANSWERS, a = k % TEST_CASE_N_ANSWERS;
        const bool whole = m == TEST_CASE_N_MATRICES;
        class of = {.matrix = whole ? "all" : random_matrices[m],
                    .answer = whole ? "all" : random_answers[a],
                    .e1_solved = NAN,
                    .e1_unsolved = NAN,
                    .units = units};
        for (size_t i = 0; i < n; ++i)
            if (whole || (rows[i].matrix == m && rows[i].answer == a))
                add(&of, &rows[i]);
        if (of.n > 0)
            print_class(out, solver, &of);
    }
}

bool random_tally_print(FILE *out, const char *solver, const random_row *rows, size_t n,
                        ss_error *error)
{
    double *const units = malloc((n + 1) * sizeof *units);
    if (units == NULL)
        return ss_error_memory(error, "the work of %zu problems", n);
    fputs("solver,matrix,answer,cases", out);
    for (size_t e = 0; e < TEST_CASE_N_ENDINGS; ++e)
        fprintf(out, ",%s", random_endings[e]);
    fputs(",e1_solved,e1_unsolved,units_median,units_90,units_99,units_most\n", out);
    walk(out, solver, rows, n, units);
    free(units);
    return true;
}

void random_row_header(FILE *out)
{
    fputs("seed,matrix,answer,contacts,ending,sweeps,work_units,e1\n", out);
}

void random_row_print(FILE *out, const random_row *row)
{
    fprintf(out, "%lu,%s,%s,%zu,%s,%zu,%.17g,%.17g\n", row->seed, random_matrices[row->matrix],
            random_answers[row->answer], row->contacts, random_endings[row->ending], row->sweeps,
            row->work_units, row->e1);
}

size_t random_failures_print(FILE *out, const random_row *rows, size_t n)
{
    size_t n_failures = 0;
    fputs("seed,matrix,answer,contacts,ending,sweeps,e1\n", out);
    for (const random_row *row = rows; row < rows + n; ++row)
        if (row->ending != TEST_CASE_SOLVED) {
            fprintf(out, "%lu,%s,%s,%zu,%s,%zu,%.3g\n", row->seed, random_matrices[row->matrix],
                    random_answers[row->answer], row->contacts, random_endings[row->ending],
                    row->sweeps, row->e1);
            n_failures += row->ending > TEST_CASE_NO_ANSWER;
        }
    return n_failures;
}

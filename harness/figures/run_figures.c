/* The figures of a run: convergence and a path. Its scene is in scene.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"

#include "harness/tables/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 2000 };

/* The part of a table that is drawn. */
typedef struct subject {
    ss_csv table;
    const char *solver;
    size_t step;
} subject;

static bool text_is(const ss_csv *table, size_t row, const char *column, const char *wanted)
{
    const char *text = ss_csv_text(table, row, column);
    return text != NULL && strcmp(text, wanted) == 0;
}

/* Read the table, and draw what the content says of it. */
static bool draw(subject *s, const char *csv, const ss_figure *figure,
                 const ss_figure_content *content, ss_error *error)
{
    const bool drawn = ss_figure_require_gnuplot(error) && ss_csv_read(&s->table, csv, error) &&
                       ss_figure_draw(figure, content, error);
    ss_csv_free(&s->table);
    return drawn;
}

/* ---- convergence ---- */

static bool is_sweep(const subject *s, size_t row)
{
    char step[32];
    snprintf(step, sizeof step, "%zu", s->step);
    return text_is(&s->table, row, "solver", s->solver) && text_is(&s->table, row, "step", step);
}

static bool print_sweep(FILE *out, const ss_csv *table, size_t row, ss_error *error)
{
    static const char *const columns[] = {"sweep",    "eps",   "eps_motion",
                                          "eps_proj", "eps_b", "eps_pen"};
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; ++c) {
        double value;
        if (!ss_csv_real(table, row, columns[c], &value, error))
            return false;
        ss_figure_print_number(out, value);
    }
    fputc('\n', out);
    return true;
}

/* Evenly thinned, the first and the last row kept: the axis of sweeps is linear. */
static bool print_sweeps(FILE *out, const void *context, ss_error *error)
{
    const subject *const s = context;
    size_t n = 0, seen = 0, printed = 0;
    for (size_t row = 0; row < s->table.n_rows; ++row)
        n += is_sweep(s, row);
    const size_t n_points = n < MAX_POINTS ? n : MAX_POINTS;
    if (n == 0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%.300s has no row of solver %.60s, step %zu: was that step traced?",
                            s->table.path, s->solver, s->step);
    fprintf(out, "# solver %s, step %zu\n# %zu of %zu sweeps\n", s->solver, s->step, n_points, n);
    fputs("# sweep eps(mixed) eps-motion(m/s) eps-proj(Ns) eps-b(J) eps-pen(m/s)\n", out);
    for (size_t row = 0; printed < n_points; ++row) {
        const size_t next = n_points > 1 ? printed * (n - 1) / (n_points - 1) : 0;
        if (!is_sweep(s, row) || seen++ != next)
            continue;
        if (!print_sweep(out, &s->table, row, error))
            return false;
        ++printed;
    }
    return true;
}

bool ss_figure_convergence(const ss_figure *figure, const char *convergence_csv, const char *solver,
                           size_t step, ss_error *error)
{
    subject s = {.solver = solver, .step = step};
    const ss_figure_content content = {
        .script = "convergence.gp", .print_data = print_sweeps, .context = &s};
    return draw(&s, convergence_csv, figure, &content, error);
}

/* ---- a path ---- */

/* The value called `name` of the note that begins at `row`; NaN if it has none. */
static bool find_value(const ss_csv *table, size_t row, const char *name, double *value,
                       ss_error *error)
{
    const char *const note = ss_csv_text(table, row, "note");
    *value = NAN;
    for (size_t k = row; k < table->n_rows && text_is(table, k, "note", note); ++k)
        if (text_is(table, k, "name", name))
            return ss_csv_real(table, k, "value", value, error);
    return true;
}

/* A line an accepted point; an empty one where a path begins anew. */
static bool print_points(FILE *out, const void *context, ss_error *error)
{
    static const char *const columns[] = {"arc", "tau", "e1", "step", "turns"};
    const subject *const s = context;
    double before = -1.0, values[sizeof columns / sizeof columns[0]];
    fprintf(out, "# solver %s, step %zu\n# arc tau(tau_ref) E1 step turns\n", s->solver, s->step);
    for (size_t row = 0; row < s->table.n_rows; ++row) {
        if (!is_sweep(s, row) || !text_is(&s->table, row, "event", "point") ||
            !text_is(&s->table, row, "name", columns[0]))
            continue;
        for (size_t c = 0; c < sizeof columns / sizeof columns[0]; ++c)
            if (!find_value(&s->table, row, columns[c], &values[c], error))
                return false;
        if (values[0] < before)
            fputc('\n', out);
        before = values[0];
        for (size_t c = 0; c < sizeof columns / sizeof columns[0]; ++c)
            ss_figure_print_number(out, values[c]);
        fputc('\n', out);
    }
    return before >= 0.0 || ss_error_set(error, SS_ERROR_DATA,
                                         "%.300s has no point of a path of solver %.60s, step %zu",
                                         s->table.path, s->solver, s->step);
}

bool ss_figure_path(const ss_figure *figure, const char *notes_csv, const char *solver, size_t step,
                    ss_error *error)
{
    subject s = {.solver = solver, .step = step};
    const ss_figure_content content = {
        .script = "path.gp", .print_data = print_points, .context = &s};
    return draw(&s, notes_csv, figure, &content, error);
}

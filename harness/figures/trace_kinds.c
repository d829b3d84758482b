/* Kinds of figures that show a traced step: its convergence, and a path.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/axis.h"
#include "harness/figures/data.h"
#include "harness/figures/kinds.h"

#include "harness/tables/csv.h"
#include "harness/tables/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 2000 };

/* The part of a table that is drawn. */
typedef struct subject {
    ss_csv table;
    const char *solver;
    size_t step;
    const char *x_name; /* of its axis; NULL: the script's own */
} subject;

static bool text_is(const ss_csv *table, size_t row, const char *column, const char *wanted)
{
    const char *text = ss_csv_text(table, row, column);
    return text != NULL && strcmp(text, wanted) == 0;
}

/* Read the table and draw by the script what `print` prints of it. */
static bool draw(subject *s, const char *csv, const ss_figure *figure, const char *script,
                 bool (*print)(FILE *out, const subject *s, ss_error *error), ss_error *error)
{
    ss_figure_drawing d;
    bool drawn = ss_figure_require_gnuplot(error) && ss_csv_read(&s->table, csv, error) &&
                 ss_figure_begin(&d, figure, script, error);
    if (drawn && s->x_name != NULL)
        ss_data_text(d.gp, "x_name", s->x_name);
    drawn = drawn && ss_figure_end(&d, print(d.dat, s, error), error);
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

/* The sweeps, then eps and its parts. */
static const char *const columns[] = {"sweep", "eps", "eps_motion", "eps_proj", "eps_b", "eps_pen"};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

/* Of columns of n values, `room` apart: evenly thinned, for the axis of sweeps is linear, but
 * points that stand alone are kept. */
static bool is_kept(const double *values, size_t room, size_t n, size_t k)
{
    bool kept = ss_figure_curve_keeps(k, n, MAX_POINTS);
    for (size_t c = 1; c < N_COLUMNS; ++c)
        kept = kept || ss_figure_curve_is_lone(values + c * room, n, k);
    return kept;
}

static bool print_sweeps(FILE *out, const subject *s, ss_error *error)
{
    const size_t room = s->table.n_rows + 1;
    double *const values = calloc(N_COLUMNS * room, sizeof *values);
    size_t n = 0, n_kept = 0;
    bool read = values != NULL || ss_error_memory(error, "the sweeps");
    for (size_t row = 0; read && row < s->table.n_rows; ++row) {
        if (!is_sweep(s, row))
            continue;
        for (size_t c = 0; read && c < N_COLUMNS; ++c)
            read = ss_csv_real(&s->table, row, columns[c], &values[c * room + n], error);
        ++n;
    }
    if (read && n == 0)
        read = ss_error_set(error, SS_ERROR_DATA,
                            "%s has no row of solver %s, step %zu: was that step traced?",
                            s->table.path, s->solver, s->step);
    for (size_t k = 0; read && k < n; ++k)
        n_kept += is_kept(values, room, n, k);
    fprintf(out, "# solver %s, step %zu\n# %zu of %zu sweeps\n", s->solver, s->step, n_kept, n);
    fputs("# sweep eps(mixed) eps-motion(m/s) eps-proj(Ns) eps-b(J) eps-pen(m/s), and those of "
          "them without a drawn neighbour\n",
          out);
    for (size_t k = 0; read && k < n; ++k) {
        double numbers[2 * N_COLUMNS - 1];
        for (size_t c = 0; c < N_COLUMNS; ++c) {
            numbers[c] = values[c * room + k];
            if (c > 0)
                numbers[N_COLUMNS - 1 + c] =
                    ss_figure_curve_is_lone(values + c * room, n, k) ? numbers[c] : NAN;
        }
        if (is_kept(values, room, n, k))
            ss_data_row(out, numbers, sizeof numbers / sizeof *numbers);
    }
    free(values);
    return read;
}

static bool draw_convergence(const ss_figure *figure, const ss_figure_subject *of, ss_error *error)
{
    char table[SS_PATH_SIZE];
    subject s = {.solver = of->solver, .step = of->step};
    if (of->run != NULL &&
        of->run->outer[0] == '\0') /* without local solver: there are no sweeps */
        s.x_name = "iteration";
    return of->table(of, "convergence", table, error) &&
           draw(&s, table, figure, "convergence.gp", print_sweeps, error);
}

const ss_figure_kind ss_figure_kind_convergence = {
    .name = "convergence",
    .doc = "eps and its four parts against the sweep, from convergence.csv",
    .title = "Convergence",
    .lack = "traced step",
    .record = "run with --trace (campaign: trace: last)",
    .table = "convergence",
    .draw = draw_convergence,
};

/* ---- a path ---- */

/* A line an accepted point, whose values are rows of one note; an empty one where a path begins
 * anew. */
static bool print_points(FILE *out, const subject *s, ss_error *error)
{
    static const char *const names[] = {"arc", "tau", "e1", "step", "turns"};
    enum { N = sizeof names / sizeof *names };
    const ss_csv *const table = &s->table;
    double before = -1.0;
    fprintf(out, "# solver %s, step %zu\n# arc tau(tau_ref) E1 step turns\n", s->solver, s->step);
    for (size_t row = 0; row < table->n_rows; ++row) {
        double values[N] = {NAN, NAN, NAN, NAN, NAN};
        if (!is_sweep(s, row) || !text_is(table, row, "event", "point") ||
            !text_is(table, row, "name", names[0]))
            continue;
        const char *const note = ss_csv_text(table, row, "note");
        for (size_t k = row; k < table->n_rows && text_is(table, k, "note", note); ++k)
            for (size_t c = 0; c < N; ++c)
                if (isnan(values[c]) && text_is(table, k, "name", names[c]) &&
                    !ss_csv_real(table, k, "value", &values[c], error))
                    return false;
        if (values[0] < before)
            fputc('\n', out);
        before = values[0];
        ss_data_row(out, values, N);
    }
    return before >= 0.0 ||
           ss_error_set(error, SS_ERROR_DATA, "%s has no point of a path of solver %s, step %zu",
                        table->path, s->solver, s->step);
}

static bool draw_path(const ss_figure *figure, const ss_figure_subject *of, ss_error *error)
{
    char table[SS_PATH_SIZE];
    subject s = {.solver = of->solver, .step = of->step};
    return of->table(of, "notes", table, error) &&
           draw(&s, table, figure, "path.gp", print_points, error);
}

const ss_figure_kind ss_figure_kind_path = {
    .name = "path",
    .doc = "the central path by its arc length, from notes.csv",
    .title = "Path in tau",
    .lack = "traced step",
    .record = "run central-path with --trace",
    .table = "notes",
    .draw = draw_path,
};

/* Kinds of figures that show a traced step: its convergence, and a path.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/curve.h"
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
    const bool drawn = ss_figure_require_gnuplot(error) && ss_csv_read(&s->table, csv, error) &&
                       ss_figure_begin(&d, figure, script, error) &&
                       ss_figure_end(&d, print(d.dat, s, error), error);
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

enum { N_PARTS = 5 };

/* eps and its parts at the sweeps of a step: y[part][k] of sweep[k]. */
typedef struct parts {
    double *sweep, *y[N_PARTS];
    size_t n;
} parts;

static void free_parts(parts *p)
{
    free(p->sweep);
    for (size_t c = 0; c < N_PARTS; ++c)
        free(p->y[c]);
}

static bool read_parts(parts *p, const subject *s, ss_error *error)
{
    static const char *const columns[N_PARTS] = {"eps", "eps_motion", "eps_proj", "eps_b",
                                                 "eps_pen"};
    const size_t room = s->table.n_rows + 1;
    bool read = (p->sweep = calloc(room, sizeof *p->sweep)) != NULL;
    for (size_t c = 0; c < N_PARTS; ++c)
        read = (p->y[c] = calloc(room, sizeof *p->y[c])) != NULL && read;
    if (!read)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the sweeps");
    for (size_t row = 0; read && row < s->table.n_rows; ++row) {
        if (!is_sweep(s, row))
            continue;
        read = ss_csv_real(&s->table, row, "sweep", &p->sweep[p->n], error);
        for (size_t c = 0; read && c < N_PARTS; ++c)
            read = ss_csv_real(&s->table, row, columns[c], &p->y[c][p->n], error);
        ++p->n;
    }
    return read && (p->n > 0 || ss_error_set(error, SS_ERROR_DATA,
                                             "%s has no row of solver %s, step %zu: was "
                                             "that step traced?",
                                             s->table.path, s->solver, s->step));
}

static void print_sweep(FILE *out, const parts *p, size_t k)
{
    double numbers[1 + 2 * N_PARTS] = {p->sweep[k]};
    for (size_t c = 0; c < N_PARTS; ++c) {
        numbers[1 + c] = p->y[c][k];
        numbers[1 + N_PARTS + c] = ss_figure_curve_is_lone(p->y[c], p->n, k) ? p->y[c][k] : NAN;
    }
    ss_data_row(out, numbers, 1 + 2 * N_PARTS);
}

static bool is_kept(const parts *p, size_t k)
{
    bool kept = ss_figure_curve_keeps(k, p->n, MAX_POINTS);
    for (size_t c = 0; c < N_PARTS; ++c)
        kept = kept || ss_figure_curve_is_lone(p->y[c], p->n, k);
    return kept;
}

/* Evenly thinned, the axis of sweeps is linear; points that stand alone are kept. */
static bool print_sweeps(FILE *out, const subject *s, ss_error *error)
{
    parts p = {.n = 0};
    const bool read = read_parts(&p, s, error);
    size_t n_kept = 0;
    for (size_t k = 0; read && k < p.n; ++k)
        n_kept += is_kept(&p, k);
    if (read) {
        fprintf(out, "# solver %s, step %zu\n# %zu of %zu sweeps\n", s->solver, s->step, n_kept,
                p.n);
        fputs("# sweep eps(mixed) eps-motion(m/s) eps-proj(Ns) eps-b(J) eps-pen(m/s), and those of "
              "them without a drawn neighbour\n",
              out);
    }
    for (size_t k = 0; read && k < p.n; ++k)
        if (is_kept(&p, k))
            print_sweep(out, &p, k);
    free_parts(&p);
    return read;
}

bool ss_figure_convergence(const ss_figure *figure, const char *convergence_csv, const char *solver,
                           size_t step, ss_error *error)
{
    subject s = {.solver = solver, .step = step};
    return draw(&s, convergence_csv, figure, "convergence.gp", print_sweeps, error);
}

static bool draw_convergence(const ss_figure *figure, const ss_figure_subject *of, ss_error *error)
{
    char table[SS_PATH_SIZE];
    return of->table(of, "convergence", table, error) &&
           ss_figure_convergence(figure, table, of->solver, of->step, error);
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
static bool print_points(FILE *out, const subject *s, ss_error *error)
{
    static const char *const columns[] = {"arc", "tau", "e1", "step", "turns"};
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
        ss_data_row(out, values, sizeof columns / sizeof columns[0]);
    }
    return before >= 0.0 ||
           ss_error_set(error, SS_ERROR_DATA, "%s has no point of a path of solver %s, step %zu",
                        s->table.path, s->solver, s->step);
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
    .title = "Central path",
    .lack = "traced step",
    .record = "run central-path with --trace",
    .table = "notes",
    .draw = draw_path,
};

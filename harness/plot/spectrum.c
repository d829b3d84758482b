/* W of a file's problem, looked at: which contacts feel which, the singular values, and how fast
 * exact sweeps converge, as their derivative at the solution predicts and as a run has measured.
 * The numbers are written as spectrum.csv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/diagnose/spectrum.h"
#include "harness/figures/data.h"
#include "harness/judge/rate.h"
#include "harness/tables/label.h"
#include "harness/tables/standing.h"
#include "harness/tables/traces.h"
#include "problems/base/names.h"
#include "problems/files/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the figure is of. */
typedef struct sight {
    ss_plot *plot;
    const ss_summary_row *run; /* whose impulses are taken: of the least E1 */
    ss_csv csv;                /* impulses.csv, */
    ss_impulses_row *rows;     /* and its rows; owned */
    double *r;                 /* 3 n, N s; owned */
    size_t n;                  /* contacts that the table has of the run */
    ss_spectrum spectrum;
    double measured, error; /* rate of exact sweeps, and of its fit; NAN: none */
} sight;

/* The run with the least E1 of those whose impulses are there, and these impulses. */
static bool read_solution(sight *s, ss_error *error)
{
    const ss_summary *const summary = &s->plot->summary;
    char path[SS_PATH_SIZE];
    if (summary->n == 0 ||
        !ss_plot_table(s->plot, &summary->records[0].row, "impulses", path, error))
        return summary->n > 0 ? false : ss_plot_lacks(s->plot, s->plot->request->folder, error);
    s->rows = ss_record_read_file(ss_rows_find("impulses"), &s->csv, path, sizeof *s->rows, error);
    if (s->rows == NULL)
        return false;
    for (size_t k = 0; k < s->csv.n_rows; ++k) {
        const ss_summary_row *const run = ss_summary_of(summary, s->rows[k].solver);
        if (run != NULL && ss_plot_wants(s->plot, s->rows[k].solver, run) &&
            (s->run == NULL || ss_standing_e1(run) < ss_standing_e1(s->run)))
            s->run = run;
    }
    if (s->run == NULL)
        return ss_plot_lacks(s->plot, path, error);
    s->r = calloc(3 * s->csv.n_rows + 1, sizeof *s->r);
    if (s->r == NULL)
        return ss_error_memory(error, "a figure");
    for (size_t k = 0; k < s->csv.n_rows; ++k) {
        const ss_impulses_row *const row = &s->rows[k];
        if (ss_summary_of(summary, row->solver) != s->run)
            continue;
        if (!isfinite(row->r_n_ns + row->r_t1_ns + row->r_t2_ns))
            return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: an impulse that is not finite",
                                path, ss_csv_line(&s->csv, k));
        s->r[3 * s->n] = row->r_n_ns;
        s->r[3 * s->n + 1] = row->r_t1_ns;
        s->r[3 * s->n++ + 2] = row->r_t2_ns;
    }
    return true;
}

/* Pose the problem once more, and look at it. */
static bool look(sight *s, ss_error *error)
{
    ss_problem_choice choice = {.params = NULL};
    ss_source source = {.n_steps = 0};
    const ss_problem *problem = NULL;
    bool looked = ss_problem_choice_parse(&choice, s->run->problem, error) &&
                  (choice.path != NULL ||
                   ss_error_set(error, SS_ERROR_DATA,
                                "'%s' moves on from step to step: a spectrum is of a file's "
                                "problem; `freeze` writes one of a step",
                                s->run->problem)) &&
                  ss_problem_choice_set_list(&choice, s->run->parameters, error);
    if (looked) {
        looked = ss_source_open(&source, &choice, error) &&
                 ss_source_begin(&source, SS_GUESS_COLD, error) &&
                 ss_source_pose(&source, &problem, error);
        if (looked && problem->n_contacts != s->n) /* another file, or a table that was cut */
            looked = ss_error_set(error, SS_ERROR_DATA,
                                  "%s/impulses.csv has %zu contacts of %s, and '%s' has %zu",
                                  s->plot->request->folder, s->n, s->run->solver, s->run->problem,
                                  problem->n_contacts);
        looked = looked && ss_spectrum_find(&s->spectrum, problem, s->r, error);
        ss_source_close(&source);
    }
    ss_problem_choice_free(&choice);
    return looked;
}

/* The rate of `exact` in plain sweeps, if that was run and traced. */
static bool measure(sight *s, ss_error *error)
{
    const ss_summary *const summary = &s->plot->summary;
    ss_traces traces = {.folder = s->plot->folder, .summary = summary};
    bool read = true;
    s->measured = s->error = NAN;
    for (size_t k = 0; read && k < summary->n && isnan(s->measured); ++k) {
        const ss_summary_row *const run = &summary->records[k].row;
        if (strcmp(run->solver, "exact") != 0 || strcmp(run->outer, "nlgs") != 0)
            continue;
        read = ss_traces_read(&traces, run, "solver,step,sweep,e1", error);
        double *const room = malloc((4 * traces.n + 1) * sizeof *room);
        if (room == NULL)
            read = ss_error_memory(error, "a figure");
        for (size_t i = 0; read && i < traces.n; ++i)
            room[i] = traces.sweeps[i].e1;
        if (read && traces.n > 0) {
            const ss_profile_rate rate = ss_profile_rate_linear(room, traces.n, room + traces.n);
            s->measured = rate.value;
            s->error = rate.error;
        }
        free(room);
    }
    ss_traces_free(&traces);
    return read;
}

static bool write_table(const sight *s, ss_error *error)
{
    const size_t m = 3 * s->spectrum.n;
    ss_spectrum_row *const rows = calloc(m, sizeof *rows);
    if (rows == NULL)
        return ss_error_memory(error, "a table");
    for (size_t k = 0; k < m; ++k)
        rows[k] = (ss_spectrum_row){.problem = s->run->problem,
                                    .number = k + 1,
                                    .singular_value = s->spectrum.singular[k],
                                    .sweep_eigenvalue = s->spectrum.sweep[k]};
    const bool written = ss_rows_write_file(ss_rows_find("spectrum"), s->plot->request->folder,
                                            rows, m, sizeof *rows, error);
    free(rows);
    return written;
}

/* Is some entry of the block not 0? */
static bool is_coupled(const ss_spectrum *s, size_t c, size_t b)
{
    double sum = 0.0;
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j)
            sum += fabs(s->W[(3 * c + i) * 3 * s->n + 3 * b + j]);
    return sum > 0.0;
}

/* Three blocks: the graph, the singular values over the largest, the eigenvalues of a sweep. */
static void print(const ss_figure_drawing *d, const void *subject)
{
    const sight *const s = subject;
    const ss_spectrum *const w = &s->spectrum;
    fputs("# contacts that feel each other: row, column\n", d->dat);
    for (size_t c = 0; c < w->n; ++c)
        for (size_t b = 0; b < w->n; ++b)
            if (is_coupled(w, c, b))
                ss_data_row_of(d->dat, (double)c, (double)b);
    ss_data_end(d->dat);
    fputs("# number, singular value of W over the largest\n", d->dat);
    for (size_t k = 0; k < 3 * w->n; ++k)
        ss_data_row_of(d->dat, (double)k + 1.0, w->singular[k] / w->singular[0]);
    ss_data_end(d->dat);
    fputs("# number, modulus of an eigenvalue of a sweep\n", d->dat);
    for (size_t k = 0; k < 3 * w->n; ++k)
        ss_data_row_of(d->dat, (double)k + 1.0, w->sweep[k]);
    ss_data_count(d->gp, "n", w->n);
    ss_data_count(d->gp, "rank", w->rank);
    ss_data_number(d->gp, "predicted", w->rate);
    ss_data_number(d->gp, "measured", isnan(s->measured) ? -1.0 : s->measured);
}

static bool draw(sight *s, ss_error *error)
{
    char name[SS_LABEL_FILE], problem[300], parameters[300], title[400], note[400], told[100];
    const ss_spectrum *const w = &s->spectrum;
    ss_plot_describe(problem, parameters, sizeof problem, s->run);
    ss_label_file(name, "spectrum-%s", problem);
    snprintf(title, sizeof title, "W of %s: %zu contact%s, rank %zu of %zu", problem, w->n,
             ss_name_plural(w->n), w->rank, 3 * w->n);
    if (isnan(s->measured))
        snprintf(told, sizeof told, "not measured (run exact with --trace)");
    else
        snprintf(told, sizeof told, "measured %.4f +- %.1g", s->measured, s->error);
    snprintf(note, sizeof note, "rate of exact sweeps: predicted %.4f%s, %s", w->rate,
             w->n_still > 0 ? " (but for eigenvalues 1, of impulses that change no velocity)" : "",
             told);
    const ss_figure figure = ss_plot_figure(s->plot, name, title, note);
    return ss_plot_draw(s->plot, &figure, &(ss_plot_script){"spectrum.gp", print, s}, error);
}

static bool draw_all(ss_plot *plot, ss_error *error)
{
    sight s = {.plot = plot};
    const bool drawn = read_solution(&s, error) && look(&s, error) && measure(&s, error) &&
                       write_table(&s, error) && draw(&s, error);
    ss_spectrum_free(&s.spectrum);
    free(s.rows);
    free(s.r);
    ss_csv_free(&s.csv);
    return drawn;
}

const ss_figure_kind ss_figure_kind_spectrum = {
    .name = "spectrum",
    .doc = "W of a file's problem: its graph, its singular values, and the rate of exact sweeps, "
           "predicted and measured; writes spectrum.csv",
    .title = "Spectrum",
    .lack = "impulses",
    .record = "run with --impulses, and exact with --trace for the measured rate",
    .draw_all = draw_all};

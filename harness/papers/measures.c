/* The measures that are code: what no reduction of rows says (harness/tables/reduce.h). Each takes
 * a series as it is, and gives NaN where that lacks what it needs; those of shaken vessels are in
 * rises.c. Rows of measures.csv with `code` name one of these by their own name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/measures.h"

#include "harness/papers/rises.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"
#include "solvers/base/outcome.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- a silo, a pile ---- */

/* The largest (N_p - N_e)/N_p of single steps. */
static double widest_gap(const ss_series *r, size_t from, size_t to)
{
    double widest = NAN;
    for (size_t step = from + 1; step <= to; ++step)
        widest = fmax(widest, 1.0 - ss_series_at(r, "effective", step) /
                                        ss_series_at(r, "potential", step));
    return widest;
}

/* Excess of the gap at its widest, until 20 % are out, over that of the middle. */
static double gap_burst(const ss_series *r)
{
    const ss_window m = ss_window_out(r, 0.2, 0.7);
    return m.to > 0 ? widest_gap(r, 0, m.from) - widest_gap(r, m.from, m.to) : NAN;
}

/* Minus standard deviation over mean of N_p - N_e in windows of the middle: steadiness is what [S]
 * says, the less it varies, the larger. */
static double gap_steadiness(const ss_series *r)
{
    enum { MOST = 1000, STEPS = 50 };
    const ss_window m = ss_window_out(r, 0.2, 0.7);
    double gaps[MOST];
    size_t n = 0;
    for (size_t step = m.from; n < MOST && step + STEPS <= m.to; step += STEPS)
        gaps[n++] = ss_window_mean(r, "potential", (ss_window){step, step + STEPS}) -
                    ss_window_mean(r, "effective", (ss_window){step, step + STEPS});
    return n > 1 ? -(gsl_stats_sd(gaps, 1, n) / gsl_stats_mean(gaps, 1, n)) : NAN;
}

/* Minus the rank correlation of N_p with time, from 5 % out until the contacts below the orifice
 * are more than a tenth of all: then what has fallen out piles up, and contacts rise again. */
static double contacts_fall(const ss_series *r)
{
    const size_t from = ss_window_out_step(r, 0.05);
    double *const work = calloc(4 * r->n_steps + 1, sizeof *work);
    double fall = NAN;
    if (work == NULL || from == 0)
        goto out;
    double *const times = work, *const counts = work + r->n_steps;
    size_t n = 0;
    for (size_t step = from; step <= r->n_steps; ++step, ++n) {
        times[n] = (double)step;
        counts[n] = ss_series_at(r, "potential", step);
        if (ss_series_at(r, "potential_below", step) > 0.1 * counts[n])
            break;
    }
    if (n > 2)
        fall = -gsl_stats_spearman(times, 1, counts, 1, n, work + 2 * r->n_steps);
out:
    free(work);
    return fall;
}

/* 1 less the pressure of the middle over the largest of the other rings: negative where the
 * middle's is largest. No floor pulls: where a ring's mean is negative the steps are unsolved. */
static double dip(const ss_series *r)
{
    double p[SS_MEASURES_RINGS], largest = NAN;
    const size_t n = ss_measures_pressure(p, r);
    bool pulls = n > 0 && p[0] < 0.0;
    for (size_t k = 1; k < n; ++k) {
        largest = fmax(largest, p[k]);
        pulls = pulls || p[k] < 0.0;
    }
    return n > 1 && !pulls ? 1.0 - p[0] / largest : NAN;
}

size_t ss_measures_pressure(double p[SS_MEASURES_RINGS], const ss_series *r)
{
    enum { AVERAGED = 40 };
    size_t n = 0;
    for (; n < SS_MEASURES_RINGS; ++n) {
        char name[SS_SERIES_NAME];
        snprintf(name, sizeof name, "base_%zu", n);
        p[n] = ss_window_mean(r, name, ss_window_last(r, AVERAGED));
        if (isnan(p[n]))
            return n;
    }
    return n;
}

double ss_measures_hydrostatic(const ss_series *r)
{
    const double apex = ss_series_at(r, "apex", r->n_steps);
    const double *const x = r->n_frames > 0 ? r->x + 3 * r->n_bodies * (r->n_frames - 1) : NULL;
    double z = NAN;
    for (size_t b = 0; x != NULL && b < r->n_bodies; ++b)
        z = fmax(z, x[3 * b + 2] + r->radius[b]);
    return ss_series_constant(r, "bulk_weight") * (isnan(apex) ? z : apex);
}

/* ---- arrays of discs with known forces ---- */

/* A force of the table of an array: "ROW COLUMN KIND". */
typedef struct force {
    size_t row, column;
    char kind[16];
    double over_w;
} force;

/* The k-th of the last step. False past the last. */
static bool force_at(force *f, const ss_series *r, size_t *k)
{
    for (; *k < r->n_keyed; ++*k) {
        const ss_series_keyed *const at = &r->keyed[*k];
        f->over_w = at->value;
        if (at->step == r->row->steps && strcmp(at->name, "force") == 0 &&
            sscanf(at->key, "%zu %zu %15s", &f->row, &f->column, f->kind) == 3) {
            ++*k;
            return true;
        }
    }
    return false;
}

/* Contacts down a column whose force is not larger than that of the one above it. */
static double order_violations(const ss_series *r)
{
    size_t n = 0, n_forces = 0;
    force f;
    for (size_t k = 0; force_at(&f, r, &k); ++n_forces) {
        char above[SS_SERIES_KEY];
        snprintf(above, sizeof above, "%zu %zu %s", f.row - 1, f.column, f.kind);
        if (f.row > 1 && strcmp(f.kind, "down") == 0)
            n += !(f.over_w > ss_series_keyed_value(r, "force", above, r->row->steps));
    }
    return n_forces > 0 ? (double)n : NAN;
}

/* An array that is held together by nothing but its weight must not pull at its walls. */
static double least_on_wall(const ss_series *r)
{
    double least = NAN;
    force f;
    for (size_t k = 0; force_at(&f, r, &k);)
        if (strcmp(f.kind, "wall") == 0)
            least = fmin(least, f.over_w);
    return least;
}

/* Sweeps between the tolerance of the run that it is compared with and its own, over the law of
 * their contraction: a sweep divides the error by exp(c), so that from tol_1 to tol_2 it takes
 * log(tol_1/tol_2)/c. */
static double sweeps_over_law(const ss_series *r)
{
    const char *const solved = ss_outcome_name(SS_OUTCOME_SOLVED);
    if (r->with == NULL || strcmp(r->row->status, solved) != 0 ||
        strcmp(r->with->row->status, solved) != 0)
        return NAN;
    const ss_summary_row *const tight = r->row, *const loose = r->with->row;
    return ((double)tight->sweeps_last - (double)loose->sweeps_last) /
           (log(loose->tol / tight->tol) / ss_series_constant(r, "contraction"));
}

/* Of a growing pile at its end, in squares of its mesh, 2 half-widths over n: an error that shrinks
 * with the mesh stays as it is. */
static double pile_error_squares(const ss_series *r)
{
    return ss_series_at(r, "err_inf_m", r->n_steps) * ss_series_at(r, "n", r->n_steps) /
           (2.0 * ss_series_constant(r, "half-width"));
}

/* ---- all ---- */

static const struct code {
    const char *name;
    double (*of)(const ss_series *series);
} codes[] = {
    {"gap_burst", gap_burst},
    {"gap_steadiness", gap_steadiness},
    {"contacts_fall", contacts_fall},
    {"dip", dip},
    {"order_violations", order_violations},
    {"least_on_wall", least_on_wall},
    {"sweeps_over_law", sweeps_over_law},
    {"pile_error_squares", pile_error_squares},
};

/* The number of a measure that is code, of a series or (NULL) of none. *known: is it one? */
static double number_of(const char *name, const ss_series *r, bool *known)
{
    for (size_t k = 0; k < sizeof codes / sizeof *codes; ++k)
        if (strcmp(codes[k].name, name) == 0) {
            *known = true;
            return r != NULL ? codes[k].of(r) : NAN;
        }
    return ss_rises_measure(name, r, known);
}

static double code(const char *name, const ss_series *r)
{
    bool known;
    return number_of(name, r, &known);
}

/* Add the rows of a file, if it is there. */
static bool add_file(ss_paper_measures *m, ss_csv *file, const char *folder, const char *name,
                     ss_error *error)
{
    static const ss_field fields[] = {{.name = "name", .offset = offsetof(ss_measure, name)},
                                      {.name = "head", .offset = offsetof(ss_measure, head)},
                                      {.name = "label", .offset = offsetof(ss_measure, label)},
                                      {.name = "reduce", .offset = offsetof(ss_measure, reduce)},
                                      {.name = "of", .offset = offsetof(ss_measure, of)},
                                      {.name = "window", .offset = offsetof(ss_measure, window)},
                                      {.name = "over", .offset = offsetof(ss_measure, over)}};
    static const ss_table columns = {.fields = fields, .n_fields = sizeof fields / sizeof *fields};
    char path[SS_PATH_SIZE];
    if (!ss_path_join(path, sizeof path, folder, name, error))
        return false;
    if (access(path, F_OK) != 0)
        return true;
    ss_measure *const rows = ss_record_read_file(&columns, file, path, sizeof *rows, error);
    ss_measure *const larger =
        rows != NULL ? reallocarray(m->list.at, m->list.n + file->n_rows + 1, sizeof *larger)
                     : NULL;
    bool added = larger != NULL;
    if (added)
        m->list.at = larger;
    for (size_t k = 0; added && k < file->n_rows; ++k) {
        bool known;
        number_of(rows[k].name, NULL, &known);
        rows[k].code = code;
        if (ss_measures_find(&m->list, rows[k].name) != NULL ||
            (strcmp(rows[k].reduce, "code") == 0) != known)
            added = ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: the measure '%s' %s", path,
                                 ss_csv_line(file, k), rows[k].name,
                                 ss_measures_find(&m->list, rows[k].name) != NULL
                                     ? "stands there twice"
                                     : "and its reduction do not agree: is it code?");
        else
            m->list.at[m->list.n++] = rows[k];
    }
    free(rows);
    if (!added && error->code == SS_ERROR_NONE)
        ss_error_memory(error, "%s", path);
    return added;
}

bool ss_paper_measures_read(ss_paper_measures *m, const char *paper, ss_error *error)
{
    *m = (ss_paper_measures){.list.n = 0};
    return add_file(m, &m->shared, paper, "../measures.csv", error) &&
           add_file(m, &m->own, paper, "measures.csv", error);
}

void ss_paper_measures_free(ss_paper_measures *m)
{
    free(m->list.at);
    ss_csv_free(&m->shared);
    ss_csv_free(&m->own);
    *m = (ss_paper_measures){.list.n = 0};
}

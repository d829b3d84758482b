/* The status map of one traced step: contact against sweep, and how many change a sweep. Of more
 * than 1000 contacts every second, third, ... is drawn, and the figure says so; the counts are of
 * all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/tables/traces.h"
#include "harness/tables/output.h"
#include "harness/tables/status.h"

#include <gsl/gsl_minmax.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONTACTS = 1000 };

/* The status of a contact while the changes are read in turn. */
typedef struct stretch {
    size_t since; /* the sweep from which it has its status; 0: none yet */
    ss_zone status;
} stretch;

typedef struct map {
    const char *solver;
    size_t step;
    ss_csv statuses;          /* the file that owns the texts of the changes */
    ss_statuses_row *changes; /* of the solver and step */
    ss_traces sweeps;         /* of the solver; those of the step are first <= k < end */
    size_t first, end;
    size_t n_changes, n_contacts, n_sweeps, stride;
} map;

/* ---- reading ---- */

static bool no_row(const map *m, const char *path, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "%s has no row of solver %s, step %zu", path,
                        m->solver, m->step);
}

static bool read_changes(map *m, const ss_figure_subject *subject, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv *const csv = &m->statuses;
    if (!subject->table(subject, "statuses", path, error) || !ss_csv_read(csv, path, error) ||
        !ss_record_require(csv, "solver,step,sweep,contact,status", error))
        return false;
    m->changes = calloc(csv->n_rows + 1, sizeof *m->changes);
    if (m->changes == NULL)
        return ss_error_memory(error, "a figure");
    for (size_t row = 0; row < csv->n_rows; ++row) {
        ss_statuses_row *const r = &m->changes[m->n_changes];
        if (!ss_statuses_row_read(csv, row, r, error))
            return false;
        if (r->step != m->step || strcmp(r->solver, m->solver) != 0)
            continue;
        const size_t line = ss_csv_line(csv, row);
        if (r->sweep == 0)
            return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: sweep 0; they begin at 1",
                                csv->path, line);
        ss_zone status;
        if (!ss_status_find(r->status, csv->path, line, &status, error))
            return false;
        if (r->contact >= csv->n_rows) /* each has a row at the first sweep */
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s, line %zu: contact %zu must be below the number of rows, %zu",
                                csv->path, line, r->contact, csv->n_rows);
        ++m->n_changes;
        m->n_contacts = GSL_MAX(m->n_contacts, r->contact + 1);
    }
    m->stride = (m->n_contacts + MAX_CONTACTS - 1) / MAX_CONTACTS;
    return m->n_changes > 0 || no_row(m, csv->path, error);
}

/* ---- drawing ---- */

/* A bar from the sweep where a status began to that where it ended. */
static void print_stretch(FILE *out, const map *m, size_t contact, const stretch *s, size_t until)
{
    if (s->since > 0 && contact % m->stride == 0)
        ss_data_row_of(out, (double)contact, (double)s->since, (double)until, s->status);
}

static bool print_map(FILE *out, const map *m, ss_error *error)
{
    stretch *const stretches = calloc(m->n_contacts + 1, sizeof *stretches);
    if (stretches == NULL)
        return ss_error_memory(error, "a figure");
    fprintf(out, "# solver %s, step %zu\n", m->solver, m->step);
    fputs("# contact, first sweep, sweep after the last, level (0 open, 1 sticking, 2 sliding)\n",
          out);
    for (size_t k = 0; k < m->n_changes; ++k) {
        const ss_statuses_row *const change = &m->changes[k];
        stretch *const now = &stretches[change->contact];
        print_stretch(out, m, change->contact, now, change->sweep);
        now->since = change->sweep;
        ss_status_find(change->status, m->statuses.path, 0, &now->status, error); /* it was read */
    }
    for (size_t c = 0; c < m->n_contacts; ++c)
        print_stretch(out, m, c, &stretches[c], m->n_sweeps + 1);
    fputs("\n\n# sweep, contacts that changed\n", out);
    for (size_t k = m->first; k < m->end; ++k) {
        const ss_convergence_row *const r = &m->sweeps.sweeps[k];
        if (r->changed > 0 || r->sweep == 1 || r->sweep == m->n_sweeps)
            ss_data_row_of(out, (double)r->sweep, (double)r->changed);
    }
    free(stretches);
    return true;
}

static bool draw(const ss_figure *figure, const ss_figure_subject *subject, ss_error *error)
{
    char note[512];
    ss_figure f = *figure;
    const ss_summary_row run = {.run = "", .outer = "", .solver = subject->solver};
    map m = {.solver = subject->solver, .step = subject->step, .sweeps.folder = subject->folder};
    ss_figure_drawing d;
    const ss_traces *const t = &m.sweeps;
    bool drawn = read_changes(&m, subject, error) &&
                 ss_traces_read(&m.sweeps, &run, "solver,step,sweep,changed", error);
    while (drawn && m.first < t->n && t->sweeps[m.first].step != m.step)
        ++m.first;
    for (m.end = m.first; drawn && m.end < t->n && t->sweeps[m.end].step == m.step; ++m.end)
        m.n_sweeps = GSL_MAX(m.n_sweeps, t->sweeps[m.end].sweep);
    if (drawn && m.n_sweeps == 0)
        drawn = no_row(&m, t->table.path != NULL ? t->table.path : "convergence.csv", error);
    if (drawn) {
        const bool noted = figure->note != NULL && figure->note[0] != '\0';
        snprintf(note, sizeof note, "%.400s%sone contact in %zu is drawn; the counts are of all",
                 noted ? figure->note : "", noted ? "; " : "", m.stride);
        f.note = m.stride > 1 ? note : figure->note;
        drawn = ss_figure_begin(&d, &f, "statuses.gp", error);
    }
    if (drawn) {
        fprintf(d.gp, "n_contacts = %zu\nn_sweeps = %zu\nstride = %zu\n", m.n_contacts, m.n_sweeps,
                m.stride);
        drawn = ss_figure_end(&d, print_map(d.dat, &m, error), error);
    }
    free(m.changes);
    ss_csv_free(&m.statuses);
    ss_traces_free(&m.sweeps);
    return drawn;
}

const ss_figure_kind ss_figure_kind_statuses = {
    .name = "statuses",
    .doc = "which contacts stick, slide and open, sweep by sweep, from statuses.csv",
    .title = "Contact statuses",
    .lack = "traced step",
    .record = "run with --trace and --statuses",
    .table = "statuses",
    .draw = draw,
};

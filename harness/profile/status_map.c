/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/status_map.h"

#include "harness/tables/csv.h"
#include "harness/tables/output.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CONTACTS = 1000, MAX_COUNT = 100000000 };

/* What is known of a contact while the changes are read in turn. */
typedef struct stretch {
    size_t since; /* the sweep from which it has its status; 0: none yet */
    int level;    /* 0 open, 1 sticking, 2 sliding */
} stretch;

typedef struct map {
    const char *solver, *step;
    ss_csv changes, sweeps;
    size_t n_contacts, n_sweeps, stride;
} map;

static bool is_ours(const map *m, const ss_csv *table, size_t row)
{
    const char *const solver = ss_csv_text(table, row, "solver");
    const char *const step = ss_csv_text(table, row, "step");
    return solver != NULL && step != NULL && strcmp(solver, m->solver) == 0 &&
           strcmp(step, m->step) == 0;
}

/* A whole number, `least` or more. */
static bool read_count(const ss_csv *table, size_t row, const char *column, size_t least,
                       size_t *count, ss_error *error)
{
    double value = 0.0;
    if (!ss_csv_real(table, row, column, &value, error))
        return false;
    if (value >= (double)least && value <= (double)MAX_COUNT) {
        *count = (size_t)value;
        return true;
    }
    return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: %s is %g, which cannot be",
                        table->path, table->lines[row + 1], column, value);
}

/* The largest number in a column among the rows of this solver and step, and how many they are. */
static bool scan(const map *m, const ss_csv *table, const char *column, size_t least,
                 size_t *largest, ss_error *error)
{
    size_t n = 0, value = 0;
    *largest = 0;
    for (size_t row = 0; row < table->n_rows; ++row) {
        if (!is_ours(m, table, row))
            continue;
        if (!read_count(table, row, column, least, &value, error))
            return false;
        *largest = value > *largest ? value : *largest;
        ++n;
    }
    if (n > 0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA, "%.300s has no row of solver %.60s, step %.20s",
                        table->path, m->solver, m->step);
}

static bool read_level(const ss_csv *table, size_t row, int *level, ss_error *error)
{
    static const char *const names[] = {"open", "sticking", "sliding"};
    const char *const text = ss_csv_text(table, row, "status");
    for (*level = 0; text != NULL && *level < 3; ++*level)
        if (strcmp(text, names[*level]) == 0)
            return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.300s, line %zu: the status '%.40s' is not open, sticking or sliding",
                        table->path, table->lines[row + 1], text != NULL ? text : "");
}

/* A bar from the sweep where a status began to that where it ended. */
static void print_stretch(FILE *out, const map *m, size_t contact, const stretch *s, size_t until)
{
    if (s->since > 0 && contact % m->stride == 0)
        fprintf(out, "%zu %zu %zu %d\n", contact, s->since, until, s->level);
}

static bool print_changes(FILE *out, const map *m, stretch *stretches, ss_error *error)
{
    fputs("# contact, first sweep, sweep after the last, level (0 open, 1 sticking, 2 sliding)\n",
          out);
    for (size_t row = 0; row < m->changes.n_rows; ++row) {
        size_t contact = 0, sweep = 0;
        if (!is_ours(m, &m->changes, row))
            continue;
        if (!read_count(&m->changes, row, "contact", 0, &contact, error) ||
            !read_count(&m->changes, row, "sweep", 1, &sweep, error))
            return false;
        stretch *const now = &stretches[contact];
        print_stretch(out, m, contact, now, sweep);
        now->since = sweep;
        if (!read_level(&m->changes, row, &now->level, error))
            return false;
    }
    for (size_t c = 0; c < m->n_contacts; ++c)
        print_stretch(out, m, c, &stretches[c], m->n_sweeps + 1);
    return true;
}

static bool print_counts(FILE *out, const map *m, ss_error *error)
{
    fputs("\n\n# sweep, contacts that changed\n", out);
    for (size_t row = 0; row < m->sweeps.n_rows; ++row) {
        size_t sweep = 0, changed = 0;
        if (!is_ours(m, &m->sweeps, row))
            continue;
        if (!read_count(&m->sweeps, row, "sweep", 1, &sweep, error) ||
            !read_count(&m->sweeps, row, "changed", 0, &changed, error))
            return false;
        if (changed > 0 || sweep == 1 || sweep == m->n_sweeps)
            fprintf(out, "%zu %zu\n", sweep, changed);
    }
    return true;
}

static bool print_map(FILE *out, const void *context, ss_error *error)
{
    const map *const m = context;
    stretch *const stretches = calloc(m->n_contacts + 1, sizeof *stretches);
    if (stretches == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a figure");
    fprintf(out, "# solver %s, step %s\n", m->solver, m->step);
    const bool printed = print_changes(out, m, stretches, error) && print_counts(out, m, error);
    free(stretches);
    return printed;
}

static bool read_map(map *m, const char *tables, ss_error *error)
{
    char path[SS_PATH_SIZE];
    size_t last_contact = 0;
    if (!ss_path_join(path, sizeof path, tables, "statuses.csv", error) ||
        !ss_csv_read(&m->changes, path, error) ||
        !ss_path_join(path, sizeof path, tables, "convergence.csv", error) ||
        !ss_csv_read(&m->sweeps, path, error) ||
        !scan(m, &m->changes, "contact", 0, &last_contact, error) ||
        !scan(m, &m->sweeps, "sweep", 1, &m->n_sweeps, error))
        return false;
    if (last_contact >= m->changes.n_rows) /* each has a row at the first sweep */
        return ss_error_set(error, SS_ERROR_DATA, "%.300s: contact %zu of fewer rows",
                            m->changes.path, last_contact);
    m->n_contacts = last_contact + 1;
    m->stride = (m->n_contacts + MAX_CONTACTS - 1) / MAX_CONTACTS;
    return true;
}

static void print_settings(FILE *out, const void *context)
{
    const map *const m = context;
    fprintf(out, "n_contacts = %zu\nn_sweeps = %zu\nstride = %zu\n", m->n_contacts, m->n_sweeps,
            m->stride);
}

bool ss_profile_status_map_draw(const ss_figure *figure, const char *tables, const char *solver,
                                size_t step, ss_error *error)
{
    char step_text[32], note[128] = "";
    ss_figure f = *figure;
    map m = {.solver = solver, .step = step_text};
    snprintf(step_text, sizeof step_text, "%zu", step);
    bool drawn = read_map(&m, tables, error);
    if (drawn) {
        snprintf(note, sizeof note, "one contact in %zu is drawn; the counts are of all", m.stride);
        if (m.stride > 1)
            f.note = note;
        const ss_figure_content content = {.script = "statuses.gp",
                                           .print_data = print_map,
                                           .print_settings = print_settings,
                                           .context = &m};
        drawn = ss_figure_draw(&f, &content, error);
    }
    ss_csv_free(&m.changes);
    ss_csv_free(&m.sweeps);
    return drawn;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/series.h"

#include "harness/tables/pairs.h"
#include "harness/tables/stream.h"
#include "problems/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A series while a table is read into it: its arrays grow. */
typedef struct growing {
    ss_series *to;
    size_t n; /* rows so far: of observables with one value a step, or of bodies */
    size_t values_room, keyed_room, radius_room, steps_room, x_room;
} growing;

static bool no_memory(const ss_stream *in, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_MEMORY, "out of memory reading %s", in->path);
}

static bool add_number(double **array, size_t *room, size_t n, double value, const ss_stream *in,
                       ss_error *error)
{
    double *const larger = ss_memory_grow(*array, room, n + 1, sizeof **array);
    if (larger == NULL)
        return no_memory(in, error);
    *array = larger;
    larger[n] = value;
    return true;
}

/* Read a table row by row; `add` takes the one at hand. */
static bool read_rows(growing *g, const char *path, const char *const *columns, size_t n_needed,
                      bool (*add)(growing *g, const ss_stream *in, ss_error *error),
                      ss_error *error)
{
    ss_stream in = {.file = NULL};
    ss_error trouble = {.code = SS_ERROR_NONE};
    bool ok = ss_stream_open(&in, path, columns, n_needed, &trouble);
    while (ok && ss_stream_next(&in, &trouble))
        ok = add(g, &in, &trouble);
    ss_stream_close(&in);
    return trouble.code == SS_ERROR_NONE || ss_error_set(error, trouble.code, "%s", trouble.text);
}

/* ---- observables ---- */

enum { STEP, NAME, VALUE, EXACT };

/* The number of an observable in the first step, which tells how many there are. */
static size_t learn(ss_series *r, const char *name)
{
    const size_t k = ss_series_find(r, name);
    if (k < r->n_observables || k == SS_SERIES_OBSERVABLES)
        return k;
    snprintf(r->names[k], sizeof r->names[k], "%s", name);
    r->errors[k] = NAN;
    return r->n_observables++;
}

/* A row NAME[KEY]: `bracket` is where the key begins. */
static bool add_keyed(growing *g, const ss_series_keyed *numbers, const char *bracket,
                      const ss_stream *in, ss_error *error)
{
    ss_series *const r = g->to;
    const char *const name = in->field[NAME];
    const size_t length = (size_t)(bracket - name), key = strcspn(bracket + 1, "]");
    if (length >= SS_SERIES_NAME || key >= SS_SERIES_KEY)
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: '%s' is too long a name", in->path,
                            in->n_lines, name);
    ss_series_keyed *const larger =
        ss_memory_grow(r->keyed, &g->keyed_room, r->n_keyed + 1, sizeof *r->keyed);
    if (larger == NULL)
        return no_memory(in, error);
    r->keyed = larger;
    ss_series_keyed *const row = &r->keyed[r->n_keyed++];
    *row = *numbers;
    memcpy(row->name, name, length);
    memcpy(row->key, bracket + 1, key);
    return true;
}

/* Each step has the observables of the first, in their order. */
static bool add_observable(growing *g, const ss_stream *in, ss_error *error)
{
    ss_series *const r = g->to;
    double step, value, exact;
    if (!ss_stream_real(in, STEP, &step, error) || !ss_stream_real(in, VALUE, &value, error) ||
        !ss_stream_real(in, EXACT, &exact, error))
        return false;
    const ss_series_keyed numbers = {.step = (size_t)step, .value = value, .exact = exact};
    const char *const bracket = strchr(in->field[NAME], '[');
    if (bracket != NULL)
        return add_keyed(g, &numbers, bracket, in, error);
    const size_t n = g->n++;
    const size_t k = step == 1.0            ? learn(r, in->field[NAME])
                     : r->n_observables > 0 ? n % r->n_observables
                                            : 0;
    if (k >= r->n_observables || strcmp(r->names[k], in->field[NAME]) != 0 ||
        (double)(n / r->n_observables + 1) != step)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu: '%s' of step %s is not where each step has it", in->path,
                            in->n_lines, in->field[NAME], in->field[STEP]);
    r->errors[k] = fmax(r->errors[k], fabs(value - exact));
    return add_number(&r->values, &g->values_room, n, value, in, error);
}

bool ss_series_read_observables(ss_series *r, const char *path, ss_error *error)
{
    static const char *const columns[] = {"step", "name", "value", "exact", NULL};
    growing g = {.to = r};
    const bool ok = read_rows(&g, path, columns, 4, add_observable, error);
    r->n_steps = r->n_observables > 0 ? g.n / r->n_observables : 0;
    return ok;
}

/* ---- sweeps ---- */

static bool add_sweeps(growing *g, const ss_stream *in, ss_error *error)
{
    ss_series *const counts = g->to;
    double sweeps;
    return ss_stream_real(in, 0, &sweeps, error) &&
           add_number(&counts->values, &g->values_room, g->n++, sweeps, in, error);
}

bool ss_series_read_sweeps(ss_series *r, const char *path, ss_error *error)
{
    static const char *const columns[] = {"sweeps", NULL};
    ss_series counts = {.values = NULL};
    growing g = {.to = &counts};
    const size_t n = r->n_observables;
    bool ok = read_rows(&g, path, columns, 1, add_sweeps, error);
    const bool fits = ok && g.n == r->n_steps && n > 0 && n < SS_SERIES_OBSERVABLES;
    double *const values = fits ? malloc((n + 1) * g.n * sizeof *values) : NULL;
    for (size_t step = 0; values != NULL && step < g.n; ++step) {
        memcpy(values + (n + 1) * step, r->values + n * step, n * sizeof *values);
        values[(n + 1) * step + n] = counts.values[step];
    }
    if (values != NULL) {
        free(r->values);
        r->values = values;
        r->errors[n] = NAN;
        snprintf(r->names[r->n_observables++], SS_SERIES_NAME, "sweeps");
    } else if (fits) {
        ok = ss_error_memory(error, "the sweeps of %s", path);
    }
    free(counts.values);
    return ok;
}

/* ---- the parts of eps ---- */

static const char *const eps_parts[] = {"eps_motion", "eps_proj", "eps_b", "eps_pen", NULL};
enum { N_EPS_PARTS = sizeof eps_parts / sizeof *eps_parts - 1 };

/* The last row stays. */
static bool take_parts(growing *g, const ss_stream *in, ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < N_EPS_PARTS; ++k)
        ok = ss_stream_real(in, k, &g->to->values[k], error);
    ++g->n;
    return ok;
}

bool ss_series_read_parts(ss_series *r, const char *path, ss_error *error)
{
    double last[N_EPS_PARTS];
    growing g = {.to = &(ss_series){.values = last}};
    const bool ok = read_rows(&g, path, eps_parts, N_EPS_PARTS, take_parts, error);
    for (size_t k = 0; ok && g.n > 0 && k < N_EPS_PARTS; ++k)
        ss_series_add_constant(r, eps_parts[k], last[k]);
    return ok;
}

bool ss_series_is_part(const char *name)
{
    size_t k = 0;
    while (k < N_EPS_PARTS && strcmp(eps_parts[k], name) != 0)
        ++k;
    return k < N_EPS_PARTS;
}

/* ---- frames ---- */

enum { MOMENT, X, Y, Z, RADIUS, STEP_OF };

static bool add_body(growing *g, const ss_stream *in, ss_error *error)
{
    ss_series *const r = g->to;
    const bool is_start = strcmp(in->field[MOMENT], "first") == 0 || r->row == NULL;
    double x[3], radius, step = is_start ? 0.0 : (double)r->row->steps;
    if (strcmp(in->field[RADIUS], "nan") == 0)
        return true; /* neither ball nor disc */
    /* tables without the step have the start and the end alone */
    if (!ss_stream_real(in, RADIUS, &radius, error) ||
        (in->field[STEP_OF] != NULL && !ss_stream_real(in, STEP_OF, &step, error)))
        return false;
    const size_t n = g->n++;
    /* the end may be a frame, too, and stands there twice */
    const bool is_new = r->n_frames == 0 || (size_t)step != r->steps[r->n_frames - 1] ||
                        (r->n_frames > 1 && n == r->n_frames * r->n_bodies);
    if (is_new) {
        size_t *const larger =
            ss_memory_grow(r->steps, &g->steps_room, r->n_frames + 1, sizeof *r->steps);
        if (larger == NULL)
            return no_memory(in, error);
        r->steps = larger;
        r->steps[r->n_frames++] = (size_t)step;
    }
    if (r->n_frames == 1) {
        if (!add_number(&r->radius, &g->radius_room, r->n_bodies++, radius, in, error))
            return false;
    } else if (is_new && n != (r->n_frames - 1) * r->n_bodies)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu: not the %zu bodies that there were at the start",
                            in->path, in->n_lines, r->n_bodies);
    for (size_t k = 0; k < 3; ++k)
        if (!ss_stream_real(in, X + k, &x[k], error) ||
            !add_number(&r->x, &g->x_room, 3 * n + k, x[k], in, error))
            return false;
    return true;
}

bool ss_series_read_frames(ss_series *r, const char *path, ss_error *error)
{
    static const char *const columns[] = {"moment", "x_m", "y_m", "z_m", "radius_m", "step", NULL};
    growing g = {.to = r};
    if (!read_rows(&g, path, columns, STEP_OF, add_body, error))
        return false;
    return g.n == r->n_frames * r->n_bodies ||
           ss_error_set(error, SS_ERROR_DATA, "%s: the last frame lacks bodies", path);
}

/* ---- another table ---- */

bool ss_series_take_table(ss_series *r, const ss_table *table, const ss_csv *csv, ss_error *error)
{
    const size_t status = ss_csv_column(csv, "status", 0);
    for (size_t k = 0; k < table->n_fields && r->n_observables < SS_SERIES_OBSERVABLES; ++k) {
        const bool is_status = strcmp(table->fields[k].name, "status") == 0;
        if (is_status || table->fields[k].kind != SS_FIELD_TEXT)
            learn(r, is_status ? "solved" : table->fields[k].name);
    }
    r->values = calloc(csv->n_rows * r->n_observables + 1, sizeof *r->values);
    if (r->values == NULL)
        return ss_error_memory(error, "%s", csv->path);
    r->n_steps = csv->n_rows;
    for (size_t row = 0; row < csv->n_rows; ++row)
        for (size_t k = 0; k < r->n_observables; ++k) {
            double *const at = &r->values[row * r->n_observables + k];
            if (strcmp(r->names[k], "solved") == 0)
                *at = strcmp(ss_csv_cell(csv, row, status), "solved") == 0;
            else if (!ss_csv_real(csv, row, r->names[k], at, NULL))
                *at = NAN;
        }
    return true;
}

/* ---- all ---- */

void ss_series_free(ss_series *r)
{
    free(r->values);
    free(r->keyed);
    free(r->radius);
    free(r->steps);
    free(r->x);
    *r = (ss_series){.row = NULL};
}

size_t ss_series_find(const ss_series *r, const char *name)
{
    size_t k = 0;
    while (k < r->n_observables && strcmp(r->names[k], name) != 0)
        ++k;
    return k;
}

double ss_series_keyed_value(const ss_series *r, const char *name, const char *key, size_t step)
{
    for (size_t k = 0; k < r->n_keyed; ++k)
        if (r->keyed[k].step == step && strcmp(r->keyed[k].key, key) == 0 &&
            strcmp(r->keyed[k].name, name) == 0)
            return r->keyed[k].value;
    return NAN;
}

double ss_series_at(const ss_series *r, const char *name, size_t step)
{
    const size_t k = ss_series_find(r, name);
    return k < r->n_observables && step >= 1 && step <= r->n_steps
               ? r->values[(step - 1) * r->n_observables + k]
               : NAN;
}

const double *ss_series_frame(const ss_series *r, size_t step)
{
    for (size_t k = 0; k < r->n_frames; ++k)
        if (r->steps[k] == step)
            return r->x + 3 * r->n_bodies * k;
    return NULL;
}

void ss_series_add_constant(ss_series *r, const char *name, double value)
{
    if (r->n_constants < SS_SERIES_CONSTANTS)
        r->constants[r->n_constants++] = (ss_series_number){name, value};
}

double ss_series_constant(const ss_series *r, const char *name)
{
    double value = NAN;
    for (size_t k = 0; k < r->n_constants; ++k)
        if (strcmp(r->constants[k].name, name) == 0)
            return r->constants[k].value;
    return ss_pairs_number(r->row->parameters, name, &value) ? value : NAN;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/recording.h"

#include "harness/tables/pairs.h"
#include "harness/tables/stream.h"
#include "problems/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Arrays that grow while a table is read. */
typedef struct growing {
    ss_recording *to;
    size_t values_room, keyed_room, radius_room, steps_room, x_room;
} growing;

static bool no_memory(const ss_stream *in, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_MEMORY, "out of memory reading %.300s", in->path);
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

/* ---- observables ---- */

enum { STEP, NAME, VALUE, EXACT };

/* The number of an observable in the first step, which tells how many there are. */
static size_t learn(ss_recording *r, const char *name)
{
    const size_t k = ss_recording_find(r, name);
    if (k < r->n_observables || k == SS_RECORDING_OBSERVABLES)
        return k;
    snprintf(r->names[k], sizeof r->names[k], "%s", name);
    r->errors[k] = NAN;
    return r->n_observables++;
}

/* A row NAME[KEY]: `bracket` is where the key begins. */
static bool add_keyed(growing *g, const ss_recording_keyed *numbers, const char *bracket,
                      const ss_stream *in, ss_error *error)
{
    ss_recording *const r = g->to;
    const char *const name = in->field[NAME];
    const size_t length = (size_t)(bracket - name), key = strcspn(bracket + 1, "]");
    if (length >= SS_RECORDING_NAME || key >= SS_RECORDING_KEY)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: '%.80s' is too long a name",
                            in->path, in->n_lines, name);
    ss_recording_keyed *const larger =
        ss_memory_grow(r->keyed, &g->keyed_room, r->n_keyed + 1, sizeof *r->keyed);
    if (larger == NULL)
        return no_memory(in, error);
    r->keyed = larger;
    ss_recording_keyed *const row = &r->keyed[r->n_keyed++];
    *row = *numbers;
    memcpy(row->name, name, length);
    memcpy(row->key, bracket + 1, key);
    return true;
}

/* Each step has the observables of the first, in their order; `n` so far, without those of many
 * values. */
static bool add_observable(growing *g, size_t *n_read, const ss_stream *in, ss_error *error)
{
    ss_recording *const r = g->to;
    double step, value, exact;
    if (!ss_stream_real(in, STEP, &step, error) || !ss_stream_real(in, VALUE, &value, error) ||
        !ss_stream_real(in, EXACT, &exact, error))
        return false;
    const ss_recording_keyed numbers = {.step = (size_t)step, .value = value, .exact = exact};
    const char *const bracket = strchr(in->field[NAME], '[');
    if (bracket != NULL)
        return add_keyed(g, &numbers, bracket, in, error);
    const size_t n = (*n_read)++;
    const size_t k = step == 1.0            ? learn(r, in->field[NAME])
                     : r->n_observables > 0 ? n % r->n_observables
                                            : 0;
    if (k >= r->n_observables || strcmp(r->names[k], in->field[NAME]) != 0 ||
        (double)(n / r->n_observables + 1) != step)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%.300s, line %zu: '%.40s' of step %.40s is not where each step has it",
                            in->path, in->n_lines, in->field[NAME], in->field[STEP]);
    r->errors[k] = fmax(r->errors[k], fabs(value - exact));
    return add_number(&r->values, &g->values_room, n, value, in, error);
}

bool ss_recording_read_observables(ss_recording *r, const char *path, ss_error *error)
{
    static const char *const columns[] = {"step", "name", "value", "exact", NULL};
    growing g = {.to = r};
    ss_stream in = {.file = NULL};
    size_t n = 0;
    ss_error trouble = {.code = SS_ERROR_NONE};
    bool ok = ss_stream_open(&in, path, columns, 4, &trouble);
    while (ok && ss_stream_next(&in, &trouble))
        ok = add_observable(&g, &n, &in, &trouble);
    r->n_steps = r->n_observables > 0 ? n / r->n_observables : 0;
    ss_stream_close(&in);
    return trouble.code == SS_ERROR_NONE || ss_error_set(error, trouble.code, "%s", trouble.text);
}

/* ---- frames ---- */

enum { MOMENT, X, Y, Z, RADIUS, STEP_OF };

/* The step of the line at hand: tables without that column have the start and the end alone. */
static bool step_of(const ss_recording *r, const ss_stream *in, double *step, ss_error *error)
{
    *step =
        strcmp(in->field[MOMENT], "first") == 0 || r->run == NULL ? 0.0 : (double)r->run->row.steps;
    return in->field[STEP_OF] == NULL || ss_stream_real(in, STEP_OF, step, error);
}

static bool begin_frame(growing *g, double step, const ss_stream *in, ss_error *error)
{
    ss_recording *const r = g->to;
    size_t *const larger =
        ss_memory_grow(r->steps, &g->steps_room, r->n_frames + 1, sizeof *r->steps);
    if (larger == NULL)
        return no_memory(in, error);
    r->steps = larger;
    r->steps[r->n_frames++] = (size_t)step;
    return true;
}

/* `n` bodies have been read so far. */
static bool add_body(growing *g, size_t n, const ss_stream *in, ss_error *error)
{
    ss_recording *const r = g->to;
    double x[3], radius, step;
    if (!ss_stream_real(in, RADIUS, &radius, error) || !step_of(r, in, &step, error))
        return false;
    /* the end may be a frame, too, and stands there twice */
    const bool is_new = r->n_frames == 0 || (size_t)step != r->steps[r->n_frames - 1] ||
                        (r->n_frames > 1 && n == r->n_frames * r->n_bodies);
    if (is_new && !begin_frame(g, step, in, error))
        return false;
    if (r->n_frames == 1) {
        if (!add_number(&r->radius, &g->radius_room, r->n_bodies++, radius, in, error))
            return false;
    } else if (is_new && n != (r->n_frames - 1) * r->n_bodies)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%.300s, line %zu: not the %zu bodies that there were at the start",
                            in->path, in->n_lines, r->n_bodies);
    for (size_t k = 0; k < 3; ++k)
        if (!ss_stream_real(in, X + k, &x[k], error) ||
            !add_number(&r->x, &g->x_room, 3 * n + k, x[k], in, error))
            return false;
    return true;
}

bool ss_recording_read_frames(ss_recording *r, const char *path, ss_error *error)
{
    static const char *const columns[] = {"moment", "x_m", "y_m", "z_m", "radius_m", "step", NULL};
    growing g = {.to = r};
    ss_stream in = {.file = NULL};
    ss_error trouble = {.code = SS_ERROR_NONE};
    size_t n = 0;
    bool ok = ss_stream_open(&in, path, columns, STEP_OF, &trouble);
    while (ok && ss_stream_next(&in, &trouble)) {
        if (strcmp(in.field[RADIUS], "nan") == 0)
            continue; /* neither ball nor disc */
        ok = add_body(&g, n++, &in, &trouble);
    }
    if (ok && trouble.code == SS_ERROR_NONE && n != r->n_frames * r->n_bodies)
        ss_error_set(&trouble, SS_ERROR_DATA, "%.300s: the last frame lacks bodies", path);
    ss_stream_close(&in);
    return trouble.code == SS_ERROR_NONE || ss_error_set(error, trouble.code, "%s", trouble.text);
}

/* ---- both ---- */

bool ss_recording_read(ss_recording *r, const ss_campaign_stored_run *run, const char *folder,
                       ss_error *error)
{
    char path[SS_PATH_SIZE];
    *r = (ss_recording){.run = run};
    if (!ss_campaign_store_series_path(folder, run->hash, SS_CAMPAIGN_SERIES_observables, path,
                                       error) ||
        (access(path, F_OK) == 0 && !ss_recording_read_observables(r, path, error)))
        return false;
    return ss_campaign_store_series_path(folder, run->hash, SS_CAMPAIGN_SERIES_bodies, path,
                                         error) &&
           (access(path, F_OK) != 0 || ss_recording_read_frames(r, path, error));
}

void ss_recording_free(ss_recording *r)
{
    free(r->values);
    free(r->keyed);
    free(r->radius);
    free(r->steps);
    free(r->x);
    *r = (ss_recording){.run = NULL};
}

size_t ss_recording_find(const ss_recording *r, const char *name)
{
    size_t k = 0;
    while (k < r->n_observables && strcmp(r->names[k], name) != 0)
        ++k;
    return k;
}

double ss_recording_keyed_value(const ss_recording *r, const char *name, const char *key,
                                size_t step)
{
    for (size_t k = 0; k < r->n_keyed; ++k)
        if (r->keyed[k].step == step && strcmp(r->keyed[k].key, key) == 0 &&
            strcmp(r->keyed[k].name, name) == 0)
            return r->keyed[k].value;
    return NAN;
}

double ss_recording_sum(const ss_recording *r, size_t k, size_t from, size_t to)
{
    double sum = 0.0;
    if (k >= r->n_observables || to > r->n_steps)
        return NAN;
    for (size_t step = from; step < to; ++step)
        sum += r->values[step * r->n_observables + k];
    return sum;
}

const double *ss_recording_frame(const ss_recording *r, size_t step)
{
    for (size_t k = 0; k < r->n_frames; ++k)
        if (r->steps[k] == step)
            return r->x + 3 * r->n_bodies * k;
    return NULL;
}

double ss_recording_parameter(const ss_recording *r, const char *name)
{
    double value = NAN;
    return ss_pairs_number(r->run->row.parameters, name, &value) ? value : NAN;
}

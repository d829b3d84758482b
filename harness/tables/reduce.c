/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/reduce.h"

#include "harness/tables/line.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const ss_measure *ss_measures_find(const ss_measures *list, const char *name)
{
    for (size_t k = 0; list != NULL && k < list->n; ++k)
        if (strcmp(list->at[k].name, name) == 0)
            return &list->at[k];
    return NULL;
}

bool ss_measure_word(const char **words, char word[64])
{
    int used = 0;
    if (sscanf(*words, " %63s%n", word, &used) != 1)
        return false;
    *words += used;
    return true;
}

/* ---- what a name stands for ---- */

static double column_of(const ss_series *s, const char *name)
{
    const ss_field *const field = ss_rows_number(ss_rows_find("summary"), name);
    const char *const at = (const char *)s->row + (field != NULL ? field->offset : 0);
    return field == NULL                   ? ss_series_constant(s, name)
           : field->kind == SS_FIELD_COUNT ? (double)*(const size_t *)at
                                           : *(const double *)at;
}

/* Of the measures those that stand above `by`, which asks: so none is made of itself. */
static double named(const ss_measures *list, const ss_measure *by, const ss_series *s,
                    const char *name)
{
    char *end;
    const double number = strtod(name, &end);
    const ss_measure *const m = ss_measures_find(list, name);
    return *end == '\0'          ? number
           : m != NULL && m < by ? ss_measures_number(list, name, s)
                                 : column_of(s, name);
}

/* The sum of what a list of names stands for. */
static double sum_of(const ss_measures *list, const ss_measure *by, const ss_series *s,
                     const char *names)
{
    double sum = 0.0;
    char name[64];
    while (ss_measure_word(&names, name))
        sum += named(list, by, s, name);
    return sum;
}

/* ---- the values of a window ---- */

/* n values, one a step or a part of a period, and when they are, s. */
typedef struct values {
    const double *t, *v;
    size_t n;
    double rate; /* of them a second */
} values;

typedef double reducer(const values *of);

static double mean(const values *of)
{
    double sum = 0.0, n = 0.0;
    for (size_t k = 0; k < of->n; ++k) {
        if (isnan(of->v[k]))
            continue;
        sum += of->v[k];
        n += 1.0;
    }
    return n > 0.0 ? sum / n : NAN;
}

static double first(const values *of)
{
    return of->v[0];
}

static double last(const values *of)
{
    return of->v[of->n - 1];
}

static double least(const values *of)
{
    double found = NAN;
    for (size_t k = 0; k < of->n; ++k)
        found = fmin(found, of->v[k]);
    return found;
}

static double largest(const values *of)
{
    double found = NAN;
    for (size_t k = 0; k < of->n; ++k)
        found = fmax(found, of->v[k]);
    return found;
}

static double largest_abs(const values *of)
{
    double found = NAN;
    for (size_t k = 0; k < of->n; ++k)
        found = fmax(found, fabs(of->v[k]));
    return found;
}

static double sum(const values *of)
{
    double total = 0.0;
    for (size_t k = 0; k < of->n; ++k)
        total += of->v[k];
    return total;
}

static double slope(const values *of)
{
    return of->n > 1 ? ss_line_fit(of->t, of->v, of->n).slope : NAN;
}

static double impulse(const values *of)
{
    return mean(of) * (double)of->n / SS_PERIOD_PARTS;
}

static double crest(const values *of)
{
    size_t best = 0;
    for (size_t k = 1; k < of->n; ++k)
        best = of->v[k] > of->v[best] ? k : best;
    return of->t[best];
}

static double climb(const values *of)
{
    double height = 0.0, highest = 0.0;
    for (size_t k = 0; k < of->n; ++k) {
        height += of->v[k] / of->rate;
        highest = fmax(highest, height);
    }
    return highest;
}

static const struct reduction {
    const char *name;
    reducer *of;
} reductions[] = {{"mean", mean},   {"first", first},     {"last", last},
                  {"least", least}, {"largest", largest}, {"largest_abs", largest_abs},
                  {"sum", sum},     {"slope", slope},     {"impulse", impulse},
                  {"crest", crest}, {"climb", climb}};

static reducer *reducer_of(const char *name)
{
    for (size_t k = 0; k < sizeof reductions / sizeof *reductions; ++k)
        if (strcmp(reductions[k].name, name) == 0)
            return reductions[k].of;
    return NULL;
}

/* The words of windows, with the names that they need. */
static const struct window_word {
    const char *word, *needs;
} windows[] = {{"", ""},
               {"first", ""},
               {"last", ""},
               {"before", "disturbed_at h"},
               {"late", "disturbed_at h"},
               {"period", "frequency h"},
               {"measured", "disturbed_at frequency h"},
               {"out", "out balls"},
               {"part", "disturbed_at frequency h"}};

/* Which of them a measure has, and its numbers. SIZE_MAX: there is no such word. */
static size_t window_word_of(const char *window, double numbers[2])
{
    char word[64] = "";
    numbers[0] = numbers[1] = NAN;
    sscanf(window, "%63s %lf %lf", word, &numbers[0], &numbers[1]);
    for (size_t k = 0; k < sizeof windows / sizeof *windows; ++k)
        if (strcmp(windows[k].word, word) == 0)
            return k;
    return SIZE_MAX;
}

enum { ALL, FIRST, LAST, BEFORE, LATE, PERIOD, MEASURED, OUT };

static ss_window window_of(const ss_series *s, const char *window)
{
    double numbers[2];
    ss_periods p;
    switch (window_word_of(window, numbers)) {
    case FIRST:
        return (ss_window){0, s->n_steps > 0};
    case LAST:
        return ss_window_last(s, (size_t)numbers[0]);
    case BEFORE:
        return ss_window_before(s);
    case LATE:
        return ss_window_late(s);
    case PERIOD:
        return ss_window_period(s);
    case MEASURED:
        ss_periods_of(&p, s);
        return (ss_window){p.start + p.first * p.length, p.start + p.n * p.length};
    case OUT:
        return ss_window_out(s, numbers[0] / 100.0, numbers[1] / 100.0);
    default:
        return (ss_window){0, s->n_steps};
    }
}

/* Reduce parts of a period, over the measured ones. */
static double reduce_parts(reducer *by, const ss_series *s, const char *name, double sign,
                           const double parts[2])
{
    double t[SS_PERIOD_PARTS], v[SS_PERIOD_PARTS];
    const size_t from = (size_t)parts[0], to = (size_t)parts[1];
    const double rate = SS_PERIOD_PARTS * ss_series_constant(s, "frequency");
    if (!ss_periods_mean_curve(v, s, name))
        return NAN;
    for (size_t w = 0; w < SS_PERIOD_PARTS; ++w) {
        t[w] = (double)(w + 1) / rate;
        v[w] *= sign;
    }
    return by(&(values){t + from, v + from, to - from, rate});
}

/* Reduce an observable, or with a minus before its name its negative. */
static double reduce(const ss_measure *m, const ss_series *s, const char *name)
{
    double numbers[2], *const room = calloc(2 * s->n_steps + 1, sizeof *room), *const v = room;
    reducer *const by = reducer_of(m->reduce);
    const double sign = name[0] == '-' ? -1.0 : 1.0, h = ss_series_constant(s, "h");
    const char *const observable = name + (name[0] == '-');
    const bool has = ss_series_find(s, observable) < s->n_observables;
    ss_window w = window_of(s, m->window);
    const bool of_parts = strncmp(m->window, "part", 4) == 0;
    double *const t = room != NULL ? room + s->n_steps : NULL, result = NAN;
    if (by == slope && w.from > 0 && w.to > w.from)
        --w.from;
    for (size_t step = w.from; room != NULL && step < w.to && w.to <= s->n_steps; ++step) {
        t[step - w.from] = (double)(step + 1) * h;
        v[step - w.from] = sign * ss_series_at(s, observable, step + 1);
    }
    if (of_parts && window_word_of(m->window, numbers) != SIZE_MAX)
        result = reduce_parts(by, s, observable, sign, numbers);
    else if (room != NULL && has && w.to > w.from && w.to <= s->n_steps)
        result = by(&(values){t, v, w.to - w.from, 1.0 / h});
    free(room);
    return result;
}

/* ---- the others ---- */

static double profile(const ss_series *s, const char *name)
{
    ss_profile_point points[SS_PROFILE_POINTS];
    const double sign = name[0] == '-' ? -1.0 : 1.0;
    const size_t n = ss_profile_of(points, s, name + (name[0] == '-'));
    double total = 0.0;
    for (size_t k = 0; k < n; ++k)
        total += points[k].mean;
    return n > 0 ? sign * (total / (double)n) : NAN;
}

static double error_of(const ss_series *s, const char *names)
{
    double worst = NAN;
    char name[64];
    if (strcmp(names, "*") == 0)
        for (size_t k = 0; k < s->n_observables; ++k)
            worst = fmax(worst, s->errors[k]);
    while (strcmp(names, "*") != 0 && ss_measure_word(&names, name)) {
        const size_t k = ss_series_find(s, name);
        if (k == s->n_observables)
            return NAN;
        worst = fmax(worst, s->errors[k]);
    }
    return worst;
}

static double columns(const ss_measures *list, const ss_measure *m, const ss_series *s)
{
    const bool solved = strcmp(s->row->status, ss_outcome_name(SS_OUTCOME_SOLVED)) == 0;
    if (strcmp(m->reduce, "count") == 0 && !(s->row->eps_last <= s->row->tol))
        return INFINITY;
    if (m->window[0] != '\0' && !solved)
        return strcmp(m->window, "cap") == 0 ? INFINITY : NAN;
    return sum_of(list, list->at, s, m->of);
}

/* The other kinds of measures. */
static const char *const kinds[] = {"profile", "error",  "value",  "column", "count",
                                    "less",    "beside", "beyond", "code",   "row"};
enum { PROFILE, ERROR, VALUE, COLUMN, COUNT, LESS, BESIDE, BEYOND, CODE, N_KINDS = 10 };

static size_t kind_of(const ss_measure *m)
{
    size_t k = 0;
    while (k < N_KINDS && strcmp(kinds[k], m->reduce) != 0)
        ++k;
    return k;
}

static double numerator(const ss_measures *list, const ss_measure *m, const ss_series *s)
{
    switch (kind_of(m)) {
    case PROFILE:
        return profile(s, m->of);
    case ERROR:
        return error_of(s, m->of);
    case VALUE:
        return named(list, m, s, m->of);
    case COLUMN:
    case COUNT:
        return columns(list, m, s);
    case LESS:
        return named(list, m, s, m->of) - named(list, m, s, m->over);
    case BESIDE:
        return s->with != NULL ? named(list, m, s, m->of) / named(list, m, s->with, m->of) : NAN;
    case BEYOND:
        return s->with != NULL ? named(list, m, s, m->of) - named(list, m, s->with, m->of) : NAN;
    case CODE:
        return m->code(m->name, s);
    default:
        return reducer_of(m->reduce) != NULL ? reduce(m, s, m->of) : NAN;
    }
}

double ss_measures_number(const ss_measures *list, const char *name, const ss_series *s)
{
    const ss_measure *const m = ss_measures_find(list, name);
    const double number = m != NULL ? numerator(list, m, s) : NAN;
    if (m == NULL || m->over[0] == '\0' || kind_of(m) == LESS || isnan(number))
        return number;
    const bool alike =
        reducer_of(m->reduce) != NULL && ss_series_find(s, m->over) < s->n_observables;
    return number / (alike ? reduce(m, s, m->over) : sum_of(list, m, s, m->over));
}

/* ---- checking ---- */

/* Is every name that `m` needs known, itself or as a measure above it whose own names are? */
static bool knows_all(const ss_measures *list, const ss_measure *m, const char *names,
                      const ss_known *known, char missing[64])
{
    char word[64], *end;
    while (ss_measure_word(&names, word)) {
        const char *const name = word + (word[0] == '-');
        const ss_measure *const measure = ss_measures_find(list, name);
        (void)strtod(word, &end);
        if (*end == '\0' || strcmp(word, "*") == 0 || known->knows(known->context, name) ||
            ss_rows_number(ss_rows_find("summary"), name) != NULL)
            continue;
        snprintf(missing, 64, "%s", name);
        if (measure == NULL || measure >= m || !ss_measure_check(list, measure, known, missing))
            return false;
    }
    return true;
}

bool ss_measure_check(const ss_measures *list, const ss_measure *m, const ss_known *known,
                      char missing[64])
{
    double numbers[2];
    const bool reduces = reducer_of(m->reduce) != NULL;
    const size_t window = reduces ? window_word_of(m->window, numbers) : 0;
    snprintf(missing, 64, "%.63s", reduces ? m->window : m->reduce);
    return (reduces || kind_of(m) < N_KINDS || ss_trend_find(m->reduce) != NULL) &&
           window != SIZE_MAX && knows_all(list, m, windows[window].needs, known, missing) &&
           knows_all(list, m, m->of, known, missing) && knows_all(list, m, m->over, known, missing);
}

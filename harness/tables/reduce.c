/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/reduce.h"

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
    return field == NULL ? ss_series_constant(s, name) : ss_rows_value(field, s->row);
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

/* The index of a word in a list; n where it is in none. */
static size_t index_of(const char *word, const char *const *list, size_t n)
{
    size_t k = 0;
    while (k < n && strcmp(list[k], word) != 0)
        ++k;
    return k;
}

enum { MEAN, FIRST, LAST, LEAST, LARGEST, LARGEST_ABS, SUM, SLOPE, IMPULSE, CREST, CLIMB, ROUGH };
static const char *const reducers[] = {"mean",    "first",       "last",  "least",
                                       "largest", "largest_abs", "sum",   "slope",
                                       "impulse", "crest",       "climb", "rough"};
enum { N_REDUCERS = sizeof reducers / sizeof *reducers };

static size_t reducer_of(const ss_measure *m)
{
    return index_of(m->reduce, reducers, N_REDUCERS);
}

/* All reductions in one pass; the one that is wanted. */
static double reduced(const values *of, size_t wanted)
{
    double all = 0.0, known = 0.0, n = 0.0, least = NAN, largest = NAN, largest_abs = NAN;
    double height = 0.0, highest = 0.0; /* of the integral over time, from the first value on */
    double bends = 0.0;                 /* sum of squares of second differences */
    size_t crest = 0;
    for (size_t k = 0; k < of->n; ++k) {
        const double v = of->v[k];
        all += v;
        known += isnan(v) ? 0.0 : v;
        n += isnan(v) ? 0.0 : 1.0;
        least = fmin(least, v);
        largest = fmax(largest, v);
        largest_abs = fmax(largest_abs, fabs(v));
        height += v / of->rate;
        highest = fmax(highest, height);
        crest = v > of->v[crest] ? k : crest;
        const double bend = k > 1 ? v - 2.0 * of->v[k - 1] + of->v[k - 2] : 0.0;
        bends += bend * bend;
    }
    if (of->n == 0)
        return NAN;
    const double mean = n > 0.0 ? known / n : NAN;
    const double results[N_REDUCERS] = {
        [MEAN] = mean,
        [FIRST] = of->v[0],
        [LAST] = of->v[of->n - 1],
        [LEAST] = least,
        [LARGEST] = largest,
        [LARGEST_ABS] = largest_abs,
        [SUM] = all,
        [SLOPE] = wanted == SLOPE && of->n > 1 ? ss_line_fit(of->t, of->v, of->n).slope : NAN,
        [IMPULSE] = mean * (double)of->n / SS_PERIOD_PARTS,
        [CREST] = of->t[crest],
        [CLIMB] = highest,
        [ROUGH] = of->n > 2 ? sqrt(bends / (double)(of->n - 2)) : NAN};
    return results[wanted];
}

/* The words of windows, and the names that they need. */
static const char *const windows[] = {"",       "first",    "last", "before", "late",
                                      "period", "measured", "out",  "part"};
static const char *const window_needs[] = {"",
                                           "",
                                           "",
                                           "disturbed_at h",
                                           "disturbed_at h",
                                           "frequency h",
                                           "disturbed_at frequency h",
                                           "out balls",
                                           "disturbed_at frequency h"};
enum { ALL_STEPS, FIRST_STEP, LAST_STEPS, BEFORE, LATE, PERIOD, MEASURED, OUT, PART, N_WINDOWS };

/* Which of them a measure has, and its numbers. N_WINDOWS: there is no such word. */
static size_t window_word_of(const char *window, double numbers[2])
{
    char word[64] = "";
    numbers[0] = numbers[1] = NAN;
    sscanf(window, "%63s %lf %lf", word, &numbers[0], &numbers[1]);
    return index_of(word, windows, N_WINDOWS);
}

static ss_window window_of(const ss_series *s, const char *window)
{
    double numbers[2], period;
    ss_periods p;
    switch (window_word_of(window, numbers)) {
    case FIRST_STEP:
        return (ss_window){0, s->n_steps > 0};
    case LAST_STEPS:
        return ss_window_last(s, (size_t)numbers[0]);
    case BEFORE:
        return ss_window_before(s);
    case LATE:
        return ss_window_late(s);
    case PERIOD:
        /* the last, whole or not; of a run of many, `frequency` is enough */
        period = 1.0 / (ss_series_constant(s, "frequency") * ss_series_constant(s, "h"));
        return ss_window_last(s, period >= 1.0 ? (size_t)round(period) : 0);
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
static double reduce_parts(size_t by, const ss_series *s, const char *name, double sign,
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
    return reduced(&(values){t + from, v + from, to - from, rate}, by);
}

/* Reduce an observable, or with a minus before its name its negative. */
static double reduce(const ss_measure *m, const ss_series *s, const char *name)
{
    double numbers[2], *const room = calloc(2 * s->n_steps + 1, sizeof *room), *const v = room;
    const size_t by = reducer_of(m);
    const double sign = name[0] == '-' ? -1.0 : 1.0, h = ss_series_constant(s, "h");
    const char *const observable = name + (name[0] == '-');
    const bool has = ss_series_find(s, observable) < s->n_observables;
    ss_window w = window_of(s, m->window);
    double *const t = room != NULL ? room + s->n_steps : NULL, result = NAN;
    if (by == SLOPE && w.from > 0 && w.to > w.from)
        --w.from;
    for (size_t step = w.from; room != NULL && step < w.to && w.to <= s->n_steps; ++step) {
        t[step - w.from] = (double)(step + 1) * h;
        v[step - w.from] = sign * ss_series_at(s, observable, step + 1);
    }
    if (window_word_of(m->window, numbers) == PART)
        result = reduce_parts(by, s, observable, sign, numbers);
    else if (room != NULL && has && w.to > w.from && w.to <= s->n_steps)
        result = reduced(&(values){t, v, w.to - w.from, 1.0 / h}, by);
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

/* The largest difference of the sums of two distributions up to a place (Kolmogorov, Smirnov). */
static double apart(const ss_series *s, const char *name)
{
    ss_profile_point one[SS_PROFILE_POINTS], other[SS_PROFILE_POINTS];
    const size_t n = ss_profile_of(one, s, name);
    double beyond = 0.0, most = n > 0 ? 0.0 : NAN;
    if (s->with == NULL || ss_profile_of(other, s->with, name) != n)
        return NAN;
    for (size_t k = 0; k < n; ++k) {
        beyond += one[k].mean - other[k].mean;
        most = fmax(most, fabs(beyond));
    }
    return most;
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
    if (strcmp(m->window, "dense") == 0)
        return 2.0 * (double)s->row->contacts_last >= ss_series_constant(s, "balls")
                   ? sum_of(list, list->at, s, m->of)
                   : NAN;
    if (m->window[0] != '\0' && !solved)
        return strcmp(m->window, "cap") == 0 ? INFINITY : NAN;
    return sum_of(list, list->at, s, m->of);
}

/* The other kinds of measures. */
static const char *const kinds[] = {"profile", "apart",  "error",  "value", "column", "count",
                                    "less",    "beside", "beyond", "code",  "row"};
enum { PROFILE, APART, ERROR, VALUE, COLUMN, COUNT, LESS, BESIDE, BEYOND, CODE, N_KINDS = 11 };

static size_t kind_of(const ss_measure *m)
{
    return index_of(m->reduce, kinds, N_KINDS);
}

static double numerator(const ss_measures *list, const ss_measure *m, const ss_series *s)
{
    switch (kind_of(m)) {
    case PROFILE:
        return profile(s, m->of);
    case APART:
        return apart(s, m->of);
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
        return reducer_of(m) < N_REDUCERS ? reduce(m, s, m->of) : NAN;
    }
}

double ss_measures_number(const ss_measures *list, const char *name, const ss_series *s)
{
    const ss_measure *const m = ss_measures_find(list, name);
    const double number = m != NULL ? numerator(list, m, s) : NAN;
    if (m == NULL || m->over[0] == '\0' || kind_of(m) == LESS || isnan(number))
        return number;
    const bool alike = reducer_of(m) < N_REDUCERS && ss_series_find(s, m->over) < s->n_observables;
    return number / (alike ? reduce(m, s, m->over) : sum_of(list, m, s, m->over));
}

bool ss_measure_is_observed(const ss_measures *list, const ss_measure *m)
{
    const size_t kind = kind_of(m);
    bool observed = reducer_of(m) < N_REDUCERS || kind == PROFILE || kind == APART ||
                    kind == ERROR || kind == CODE;
    for (int side = 0; !observed && (kind == LESS || kind == VALUE) && side < 2; ++side) {
        const ss_measure *const of = ss_measures_find(list, side == 0 ? m->of : m->over);
        observed = of != NULL && of < m && ss_measure_is_observed(list, of);
    }
    return observed;
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
    const bool reduces = reducer_of(m) < N_REDUCERS;
    const size_t window = reduces ? window_word_of(m->window, numbers) : 0;
    snprintf(missing, 64, "%.63s", reduces ? m->window : m->reduce);
    return (reduces || kind_of(m) < N_KINDS || ss_trend_find(m->reduce) != NULL) &&
           window < N_WINDOWS && knows_all(list, m, window_needs[window], known, missing) &&
           knows_all(list, m, m->of, known, missing) && knows_all(list, m, m->over, known, missing);
}

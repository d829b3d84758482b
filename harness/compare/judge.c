/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A pair being judged. */
typedef struct trial {
    const ss_record *base, *new;
    const ss_compare_terms *terms;
    ss_compare_judgement *judgement;
    FILE *moved;
    size_t n_moved, n_unjudged;
    bool fell, rose;
} trial;

const char *ss_compare_change_name(ss_compare_change change)
{
    static const char *const names[] = {
#define X(id, name, meaning) name,
        SS_COMPARE_CHANGE_LIST(X)
#undef X
    };
    return names[change];
}

/* Did the run end where a clock, a limit or a crash ended it? */
static bool unfinished(ss_outcome outcome)
{
    return outcome == SS_OUTCOME_TIMEOUT || outcome == SS_OUTCOME_CRASHED ||
           outcome == SS_OUTCOME_OUT_OF_MEMORY || outcome == SS_OUTCOME_ERROR ||
           outcome == SS_OUTCOME_INTERRUPTED;
}

static bool differ(double a, double b)
{
    return isnan(a) ? !isnan(b) : isnan(b) || a != b;
}

static void add_words(trial *t, const char *column, const char *a, const char *b, const char *note)
{
    fprintf(t->moved, "%s%s %s -> %s%s", t->n_moved > 0 ? ", " : "", column, a, b, note);
    ++t->n_moved;
}

/* Numbers with three digits where these tell them apart, else with all. */
static void add_numbers(trial *t, const char *column, bool whole, double a, double b,
                        const char *note)
{
    char before[40], after[40];
    for (int digits = whole ? 17 : 3; digits <= 17; digits += 14) {
        snprintf(before, sizeof before, "%.*g", digits, isnan(a) ? NAN : a);
        snprintf(after, sizeof after, "%.*g", digits, isnan(b) ? NAN : b);
        if (strcmp(before, after) != 0)
            break;
    }
    add_words(t, column, isnan(a) ? "nan" : before, isnan(b) ? "nan" : after, note);
}

/* Less is better; no number at all is worst. */
static void take_direction(trial *t, double a, double b)
{
    if (isnan(b) || b > a)
        t->rose = true;
    else
        t->fell = true;
}

static void weigh_counter(trial *t, ss_compare_measure k)
{
    const double a = ss_compare_measure_value(t->base, k), b = ss_compare_measure_value(t->new, k);
    if (!differ(a, b) || ss_record_is_external(t->base) != ss_record_is_external(t->new) ||
        ss_compare_thresholds_allow(&t->terms->thresholds, k, a, b))
        return;
    take_direction(t, a, b);
    add_numbers(t, ss_compare_measure_column(k), true, a, b, "");
}

static void weigh_residual(trial *t, ss_compare_measure k)
{
    const double a = ss_compare_measure_value(t->base, k), b = ss_compare_measure_value(t->new, k);
    const bool judged = t->terms->thresholds.given[k];
    if (!differ(a, b) || (judged && ss_compare_thresholds_allow(&t->terms->thresholds, k, a, b)))
        return;
    if (judged)
        take_direction(t, a, b);
    else
        ++t->n_unjudged;
    add_numbers(t, ss_compare_measure_column(k), false, a, b, judged ? "" : " (not judged)");
}

static void weigh_time(trial *t, ss_compare_measure k)
{
    const double a = ss_compare_measure_value(t->base, k), b = ss_compare_measure_value(t->new, k);
    if (t->terms->noise == NULL || !(a > 0.0) || !(b > 0.0))
        return;
    const double floor = ss_compare_noise_floor(t->terms->noise, fmin(a, b), t->terms->n_rows);
    if (!isfinite(floor))
        return;
    t->judgement->timed = true;
    t->judgement->floor = exp(floor);
    if (fabs(log(b / a)) <= floor || ss_compare_thresholds_allow(&t->terms->thresholds, k, a, b))
        return;
    take_direction(t, a, b);
    add_numbers(t, ss_compare_measure_column(k), false, a, b, "");
}

static void weigh(trial *t)
{
    for (size_t k = 0; k < SS_COMPARE_N_MEASURES; ++k) {
        switch (ss_compare_measure_kind_of((ss_compare_measure)k)) {
        case SS_COMPARE_MEASURE_COUNTER:
            weigh_counter(t, (ss_compare_measure)k);
            break;
        case SS_COMPARE_MEASURE_INNER:
            if (!t->terms->by_solver)
                weigh_counter(t, (ss_compare_measure)k);
            break;
        case SS_COMPARE_MEASURE_RESIDUAL:
            weigh_residual(t, (ss_compare_measure)k);
            break;
        case SS_COMPARE_MEASURE_TIME:
            weigh_time(t, (ss_compare_measure)k);
            break;
        }
    }
}

/* What decides alone; false if nothing does. */
static bool decide_at_once(trial *t, ss_compare_change *change)
{
    const ss_outcome before = t->base->outcome, after = t->new->outcome;
    if (before != after) {
        add_words(t, "status", ss_outcome_name(before), ss_outcome_name(after), "");
        *change = after < before ? SS_COMPARE_CHANGE_BETTER : SS_COMPARE_CHANGE_WORSE;
        return true;
    }
    if (unfinished(before)) {
        *change = SS_COMPARE_CHANGE_SAME;
        return true;
    }
    const size_t steps = t->base->row.steps, new_steps = t->new->row.steps;
    if (steps == new_steps)
        return false;
    add_numbers(t, "steps", true, (double)steps, (double)new_steps, "");
    *change = new_steps > steps ? SS_COMPARE_CHANGE_BETTER : SS_COMPARE_CHANGE_WORSE;
    return true;
}

static ss_compare_change judge_pair(trial *t)
{
    ss_compare_change change = SS_COMPARE_CHANGE_SAME;
    if (decide_at_once(t, &change)) {
        if (!unfinished(t->base->outcome) && !unfinished(t->new->outcome))
            weigh(t);
        return change;
    }
    weigh(t);
    if (t->fell && t->rose)
        return SS_COMPARE_CHANGE_CHANGED;
    return t->fell   ? SS_COMPARE_CHANGE_BETTER
           : t->rose ? SS_COMPARE_CHANGE_WORSE
                     : SS_COMPARE_CHANGE_SAME;
}

bool ss_compare_judge_pair(const ss_compare_match_pair *pair, const ss_compare_terms *terms,
                           ss_compare_judgement *judgement, ss_error *error)
{
    size_t size = 0;
    *judgement = (ss_compare_judgement){.floor = NAN};
    FILE *const moved = open_memstream(&judgement->moved, &size);
    if (moved == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a verdict");
    trial t = {.base = pair->base,
               .new = pair->new,
               .terms = terms,
               .judgement = judgement,
               .moved = moved};
    if (pair->base == NULL || pair->new == NULL)
        judgement->change = pair->base == NULL ? SS_COMPARE_CHANGE_NEW : SS_COMPARE_CHANGE_MISSING;
    else
        judgement->change = judge_pair(&t);
    judgement->only_residual = judgement->change == SS_COMPARE_CHANGE_SAME && t.n_unjudged > 0;
    if (fclose(moved) == 0 && judgement->moved != NULL)
        return true;
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a verdict");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/compare.h"

#include "harness/compare/baseline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int exit_code;
    const char *words;
} overalls[] = {
#define X(id, exit_code, words, meaning) {exit_code, words},
    SS_COMPARE_OVERALL_LIST(X)
#undef X
};

const char *ss_compare_overall_words(ss_compare_overall overall)
{
    return overalls[overall].words;
}

int ss_compare_overall_exit_code(ss_compare_overall overall)
{
    return overalls[overall].exit_code;
}

static bool read_sides(ss_compare_result *c, const ss_compare_request *q, bool *by_solver,
                       ss_error *error)
{
    if (!ss_compare_baseline_read(&c->base, "BASE", q->base, q->baselines, error) ||
        !ss_compare_baseline_read(&c->new, "NEW", q->new, q->baselines, error))
        return false;
    if (q->base_solver != NULL && (!ss_compare_side_select(&c->base, q->base_solver, error) ||
                                   !ss_compare_side_select(&c->new, q->new_solver, error)))
        return false;
    const char *const one = ss_compare_side_only_solver(&c->base);
    const char *const two = ss_compare_side_only_solver(&c->new);
    *by_solver = one != NULL && two != NULL && strcmp(one, two) != 0;
    return true;
}

static bool read_terms(ss_compare_result *c, const ss_compare_request *q, ss_error *error)
{
    if (q->thresholds != NULL &&
        !ss_compare_thresholds_read(&c->terms.thresholds, q->thresholds, error))
        return false;
    if (q->noise != NULL && !ss_compare_noise_read(&c->noise, q->noise, error))
        return false;
    for (size_t k = 0; k < SS_COMPARE_N_MEASURES && q->noise == NULL; ++k)
        if (c->terms.thresholds.given[k] &&
            ss_compare_measure_kind_of((ss_compare_measure)k) == SS_COMPARE_MEASURE_TIME)
            return ss_error_set(error, SS_ERROR_USAGE,
                                "%.300s has a threshold for %s, but a time is judged only with "
                                "--noise FILE; 'stickslip noise' makes one",
                                q->thresholds, ss_compare_measure_column((ss_compare_measure)k));
    return true;
}

static bool has_times(const ss_compare_side *side)
{
    for (size_t k = 0; k < side->summary.n; ++k)
        if (!isnan(side->summary.records[k].row.cpu_s))
            return true;
    return false;
}

/* Keep times from being judged if the side has none or they are another machine's. */
static void check_times(ss_compare_result *c, const ss_compare_side *side)
{
    char cpu[256];
    ss_compare_side_machine(side, cpu, sizeof cpu);
    if (c->no_times[0] != '\0')
        return;
    if (!has_times(side))
        snprintf(c->no_times, sizeof c->no_times, "%s has none", side->what);
    else if (cpu[0] != '\0' && c->noise.machine[0] != '\0' && strcmp(cpu, c->noise.machine) != 0)
        snprintf(c->no_times, sizeof c->no_times, "%s was made on %.200s, the noise file on %.200s",
                 side->what, cpu, c->noise.machine);
}

static void settle_times(ss_compare_result *c)
{
    if (c->noise.n == 0)
        snprintf(c->no_times, sizeof c->no_times,
                 "--noise FILE says how far they must differ ('stickslip noise' makes it)");
    check_times(c, &c->base);
    check_times(c, &c->new);
    if (c->no_times[0] == '\0')
        c->terms.noise = &c->noise;
}

static bool judge_all(ss_compare_result *c, ss_error *error)
{
    c->judgements = calloc(c->match.n + 1, sizeof *c->judgements);
    if (c->judgements == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the verdicts");
    c->terms.by_solver = c->match.by_solver;
    for (size_t k = 0; k < c->match.n; ++k)
        c->terms.n_rows += c->match.pairs[k].base != NULL && c->match.pairs[k].new != NULL;
    for (size_t k = 0; k < c->match.n; ++k) {
        if (!ss_compare_judge_pair(&c->match.pairs[k], &c->terms, &c->judgements[k], error))
            return false;
        ++c->counts[c->judgements[k].change];
        c->n_only_residual += c->judgements[k].only_residual;
        c->n_timed += c->judgements[k].timed;
    }
    return true;
}

static ss_compare_overall sum_up(const ss_compare_result *c, bool partial)
{
    const size_t *const n = c->counts;
    if (c->terms.n_rows == 0)
        return SS_COMPARE_OVERALL_NOT_COMPARABLE;
    if (n[SS_COMPARE_CHANGE_CHANGED] > 0 ||
        (n[SS_COMPARE_CHANGE_WORSE] > 0 && n[SS_COMPARE_CHANGE_BETTER] > 0))
        return SS_COMPARE_OVERALL_CHANGED;
    if (n[SS_COMPARE_CHANGE_WORSE] > 0)
        return SS_COMPARE_OVERALL_WORSE;
    if (n[SS_COMPARE_CHANGE_MISSING] > 0 && !partial)
        return SS_COMPARE_OVERALL_NOT_COMPARABLE;
    return n[SS_COMPARE_CHANGE_BETTER] > 0 ? SS_COMPARE_OVERALL_BETTER : SS_COMPARE_OVERALL_SAME;
}

bool ss_compare(ss_compare_result *comparison, const ss_compare_request *request, ss_error *error)
{
    bool by_solver = false;
    *comparison = (ss_compare_result){.overall = SS_COMPARE_OVERALL_NOT_COMPARABLE};
    bool compared = read_terms(comparison, request, error) &&
                    read_sides(comparison, request, &by_solver, error);
    if (compared)
        settle_times(comparison);
    compared = compared &&
               ss_compare_match_sides(&comparison->match, &comparison->base, &comparison->new,
                                      by_solver, error) &&
               judge_all(comparison, error);
    if (compared)
        comparison->overall = sum_up(comparison, request->partial);
    else
        ss_compare_result_free(comparison);
    return compared;
}

void ss_compare_result_free(ss_compare_result *comparison)
{
    for (size_t k = 0; comparison->judgements != NULL && k < comparison->match.n; ++k)
        free(comparison->judgements[k].moved);
    free(comparison->judgements);
    ss_compare_match_free(&comparison->match);
    ss_compare_noise_free(&comparison->noise);
    ss_compare_side_free(&comparison->base);
    ss_compare_side_free(&comparison->new);
    *comparison = (ss_compare_result){.overall = SS_COMPARE_OVERALL_NOT_COMPARABLE};
}

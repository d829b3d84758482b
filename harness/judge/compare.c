/* A pair is a trial: column by column what moved is written down and noted as risen or fallen, and
 * the judgement is read off at the end. Which of status, steps and columns decides stands in
 * compare.h. Judgements and pairs have one index; counts are those of the judgements.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/compare.h"

#include "harness/judge/baseline.h"
#include "harness/tables/label.h"
#include "harness/tables/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const ss_compare_changes[SS_COMPARE_N_CHANGES] = {
#define X(id, name, meaning) name,
    SS_COMPARE_CHANGE_LIST(X)
#undef X
};

const struct ss_compare_overall_row ss_compare_overalls[] = {
#define X(id, exit_code, words, meaning) {exit_code, words},
    SS_COMPARE_OVERALL_LIST(X)
#undef X
};

/* ---- one pair ---- */

/* A pair being judged. */
typedef struct trial {
    const ss_record *base, *new;
    const ss_compare_result *terms;
    ss_compare_judgement *judgement;
    size_t n_unjudged;
    bool fell, rose;
} trial;

static void add_numbers(trial *t, const char *column, double a, double b, bool is_judged)
{
    ss_compare_judgement *const j = t->judgement;
    j->moves[j->n_moved++] = (ss_compare_move){column, {NULL, NULL}, {a, b}, is_judged};
}

/* One column: less is better, no number at all is worst. */
static void weigh(trial *t, ss_compare_measure k)
{
    const ss_compare_measure_kind kind = ss_compare_measures[k].kind;
    const double a = ss_compare_measure_value(t->base, k), b = ss_compare_measure_value(t->new, k);
    const bool counted = kind == SS_COMPARE_MEASURE_COUNTER || kind == SS_COMPARE_MEASURE_INNER;
    const bool unknown = kind == SS_COMPARE_MEASURE_UNITS && (isnan(a) || isnan(b));
    const bool judged = !t->terms->by_contender &&
                        (kind != SS_COMPARE_MEASURE_RESIDUAL || t->terms->thresholds.given[k]);
    if (kind == SS_COMPARE_MEASURE_TIME) { /* above the noise of this comparison? */
        if (t->terms->no_times[0] != '\0' || !(a > 0.0) || !(b > 0.0))
            return;
        const double floor = ss_compare_noise_floor(&t->terms->noise, fmin(a, b), t->terms->n_rows);
        t->judgement->noisy |= !(expm1(floor) <= SS_COMPARE_NOISE_MOST) && isfinite(floor);
        if (!(expm1(floor) <= SS_COMPARE_NOISE_MOST))
            return;
        t->judgement->floor = exp(floor);
        if (!(fabs(log(b / a)) > floor))
            return;
    }
    if (unknown || (kind == SS_COMPARE_MEASURE_INNER && t->terms->match.by_solver) ||
        (counted && ss_record_is_external(t->base) != ss_record_is_external(t->new)) ||
        ss_compare_thresholds_allow(&t->terms->thresholds, k, a, b))
        return;
    if (!judged)
        ++t->n_unjudged;
    else if (isnan(b) || b > a)
        t->rose = true;
    else
        t->fell = true;
    add_numbers(t, ss_compare_measures[k].column, a, b, judged);
}

/* The status decides where it changed, then the steps, then what is weighed. */
static ss_compare_change judge(trial *t)
{
    static const ss_compare_change better_if[] = {SS_COMPARE_CHANGE_WORSE,
                                                  SS_COMPARE_CHANGE_BETTER};
    const ss_outcome before = t->base->outcome, after = t->new->outcome;
    const size_t steps = t->base->row.steps, new_steps = t->new->row.steps;
    if (before != after)
        t->judgement->moves[t->judgement->n_moved++] = (ss_compare_move){
            "status", {ss_outcome_name(before), ss_outcome_name(after)}, {NAN, NAN}, true};
    else if (!ss_outcome_is_cut_short(before) && steps != new_steps)
        add_numbers(t, "steps", (double)steps, (double)new_steps, true);
    if (!ss_outcome_is_cut_short(before) && !ss_outcome_is_cut_short(after))
        for (size_t k = 0; k < SS_COMPARE_N_MEASURES; ++k)
            weigh(t, (ss_compare_measure)k);
    if (t->terms->by_contender) {
        const bool counted = ss_standing_of(&t->base->row) == SS_STANDING_COUNTS;
        const bool counts = ss_standing_of(&t->new->row) == SS_STANDING_COUNTS;
        return counted != counts ? better_if[counts]
               : counts          ? SS_COMPARE_CHANGE_RATED
                                 : SS_COMPARE_CHANGE_SAME;
    }
    if (before != after)
        return better_if[after < before];
    if (ss_outcome_is_cut_short(before))
        return SS_COMPARE_CHANGE_SAME;
    if (steps != new_steps)
        return better_if[new_steps > steps];
    if (t->fell && t->rose)
        return SS_COMPARE_CHANGE_CHANGED;
    return t->fell || t->rose ? better_if[t->fell] : SS_COMPARE_CHANGE_SAME;
}

/* ---- all of them ---- */

static bool read_sides(ss_compare_result *c, const ss_compare_request *q, ss_error *error)
{
    const bool read = ss_compare_baseline_read(&c->base, q->base, q->baselines, error) &&
                      ss_compare_baseline_read(&c->new, q->new, q->baselines, error);
    c->base.what = "BASE";
    c->new.what = "NEW";
    const ss_compare_side *const sides[] = {&c->base, &c->new};
    const char *ignored = read ? q->ignored : NULL; /* each must be a parameter */
    for (ss_key_value pair; ignored != NULL && ss_pairs_next(&ignored, &pair);) {
        bool found = false;
        for (size_t s = 0; s < 2; ++s)
            for (size_t k = 0; !found && k < sides[s]->summary.n; ++k)
                found = ss_pairs_in(&pair, sides[s]->summary.records[k].row.parameters);
        if (!found)
            return ss_error_set(error, SS_ERROR_USAGE, "no row has the parameter '%.*s'",
                                (int)pair.key_length, pair.key);
        ss_pairs_add_key(c->match.unshared, sizeof c->match.unshared, &pair);
    }
    if (!read || !ss_compare_side_select(&c->base, q->base_solver, q->base_outer, error) ||
        !ss_compare_side_select(&c->new, q->new_solver, q->new_outer, error))
        return false;
    const char *const one = ss_compare_side_only_solver(&c->base);
    const char *const two = ss_compare_side_only_solver(&c->new);
    c->match.by_solver = one != NULL && two != NULL && strcmp(one, two) != 0;
    c->match.by_outer = q->base_outer != NULL;
    c->by_contender =
        c->match.by_solver || (c->match.by_outer && strcmp(q->base_outer, q->new_outer) != 0);
    return true;
}

/* Keep times from being judged where their rows are of several machines. */
static void check_machines(ss_compare_result *c)
{
    const ss_compare_side *const sides[] = {&c->base, &c->new};
    ss_machines machines = {.one = NULL};
    for (size_t s = 0; s < 2; ++s)
        for (size_t k = 0; k < sides[s]->summary.n; ++k)
            ss_machines_note(&machines, &sides[s]->summary.records[k].row);
    if (machines.other != NULL && c->no_times[0] == '\0')
        snprintf(c->no_times, sizeof c->no_times,
                 "%s and %s made the rows; --mix-machines judges them all the same", machines.one,
                 machines.other);
}

/* Keep times from being judged if the side has none or they are another machine's. */
static void check_times(ss_compare_result *c, const ss_compare_side *side)
{
    size_t k = 0;
    if (c->no_times[0] != '\0')
        return;
    while (k < side->summary.n && isnan(side->summary.records[k].row.cpu_s))
        ++k;
    char *const cpu = ss_compare_side_machine(side);
    const char *const machine = c->noise.classes[0].machine;
    if (k == side->summary.n)
        snprintf(c->no_times, sizeof c->no_times, "%s has none", side->what);
    else if (cpu != NULL && machine[0] != '\0' && strcmp(cpu, machine) != 0)
        snprintf(c->no_times, sizeof c->no_times, "%s was made on %s, the noise file on %s",
                 side->what, cpu, machine);
    free(cpu);
}

static bool judge_all(ss_compare_result *c, ss_error *error)
{
    c->judgements = calloc(c->match.n + 1, sizeof *c->judgements);
    for (size_t k = 0; k < c->match.n; ++k)
        c->n_rows += c->match.pairs[k].whole;
    if (c->judgements == NULL)
        return ss_error_memory(error, "the verdicts");
    for (size_t k = 0; k < c->match.n; ++k) {
        const ss_compare_match_pair *const pair = &c->match.pairs[k];
        ss_compare_judgement *const j = &c->judgements[k];
        *j = (ss_compare_judgement){.floor = NAN};
        trial t = {.base = pair->base, .new = pair->new, .terms = c, .judgement = j};
        j->change = pair->whole          ? judge(&t)
                    : pair->base == NULL ? SS_COMPARE_CHANGE_NEW
                                         : SS_COMPARE_CHANGE_MISSING;
        j->only_residual = j->change == SS_COMPARE_CHANGE_SAME && t.n_unjudged > 0;
        ++c->counts[j->change];
        c->n_only_residual += j->only_residual;
        c->n_timed += isnan(j->floor) ? 0 : 1;
        c->n_noisy += j->noisy;
    }
    return true;
}

/* ---- two solvers ---- */

/* Rank the solvers of both sides, each by the rows of its own; that they cannot be ranked is no
 * error. */
static bool rank(ss_compare_result *c, bool mix_machines, ss_error *error)
{
    const ss_compare_side *const sides[] = {&c->base, &c->new};
    const ss_summary *const summaries[] = {&c->base.summary, &c->new.summary};
    char paths[2][SS_PATH_SIZE];
    const char *const folders[] = {paths[0], paths[1]};
    const ss_profile_scope scope = {.folders = folders,
                                    .n_folders = 2,
                                    .read = summaries,
                                    .ignored = c->match.unshared,
                                    .mix_machines = mix_machines};
    ss_error reason = {.code = SS_ERROR_NONE};
    for (size_t s = 0; s < 2; ++s) {
        const char *const path = sides[s]->path, *const name = basename(path);
        snprintf(paths[s], SS_PATH_SIZE, "%.*s.", (int)(name - path), path);
        if (strcmp(name, "summary.csv") != 0)
            ss_error_set(&reason, SS_ERROR_DATA, "%s is not the summary.csv of a folder",
                         sides[s]->what);
    }
    if (reason.code == SS_ERROR_NONE && !ss_ranking_open(&c->ranking, &scope, &reason))
        reason.code = reason.code == SS_ERROR_NONE ? SS_ERROR_DATA : reason.code;
    if (reason.code != SS_ERROR_NONE)
        snprintf(c->unranked, sizeof c->unranked, "%.500s", reason.text);
    return reason.code != SS_ERROR_MEMORY ||
           ss_error_set(error, SS_ERROR_MEMORY, "%s", reason.text);
}

/* Is a label the one of a contender of the side? */
static bool has_label(const ss_compare_side *side, const char *label)
{
    bool has = false;
    for (size_t k = 0; !has && k < side->summary.n; ++k) {
        const ss_summary_row *const row = &side->summary.records[k].row;
        has = ss_label_is_contender(label, row->solver, row->outer);
    }
    return has;
}

/* By the winners of the orders that are told, and the rows that count on one side alone. */
static ss_compare_overall sum_up_ranking(const ss_compare_result *c, bool partial)
{
    const size_t *const n = c->counts;
    size_t n_told = 0, n_base = n[SS_COMPARE_CHANGE_WORSE], n_new = n[SS_COMPARE_CHANGE_BETTER];
    for (size_t k = 0; k < (size_t)SS_RANKING_ACCURACIES * SS_PRICE_COUNT; ++k) {
        const ss_ranking_order *const order = &c->ranking.orders[0][0] + k;
        if (order->n == 0 || !ss_ranking_is_shown(&c->ranking, k / SS_PRICE_COUNT))
            continue;
        n_told += ss_ranking_is_told(order);
        n_base += order->winner != NULL && has_label(&c->base, order->winner);
        n_new += order->winner != NULL && has_label(&c->new, order->winner);
    }
    return c->n_rows == 0 || n_told == 0                  ? SS_COMPARE_OVERALL_NOT_COMPARABLE
           : n_base > 0 && n_new > 0                      ? SS_COMPARE_OVERALL_CHANGED
           : n_base > 0                                   ? SS_COMPARE_OVERALL_WORSE
           : n[SS_COMPARE_CHANGE_MISSING] > 0 && !partial ? SS_COMPARE_OVERALL_NOT_COMPARABLE
           : n_new > 0                                    ? SS_COMPARE_OVERALL_BETTER
                                                          : SS_COMPARE_OVERALL_SAME;
}

static ss_compare_overall sum_up(const ss_compare_result *c, bool partial)
{
    const size_t *const n = c->counts;
    if (c->by_contender)
        return sum_up_ranking(c, partial);
    if (c->n_rows == 0)
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

bool ss_compare(ss_compare_result *c, const ss_compare_request *q, ss_error *error)
{
    *c = (ss_compare_result){.overall = SS_COMPARE_OVERALL_NOT_COMPARABLE};
    bool done =
        q->thresholds == NULL || ss_compare_thresholds_read(&c->thresholds, q->thresholds, error);
    done = done && (q->noise == NULL || ss_compare_noise_read(&c->noise, q->noise, error));
    for (size_t k = 0; done && q->noise == NULL && k < SS_COMPARE_N_MEASURES; ++k)
        if (c->thresholds.given[k] && ss_compare_measures[k].kind == SS_COMPARE_MEASURE_TIME)
            done = ss_error_set(error, SS_ERROR_USAGE,
                                "%s has a threshold for %s, but a time is judged only with "
                                "--noise FILE; 'stickslip noise' makes one",
                                q->thresholds, ss_compare_measures[k].column);
    if (q->noise == NULL)
        snprintf(c->no_times, sizeof c->no_times,
                 "--noise FILE says how far they must differ ('stickslip noise' makes it)");
    done = done && read_sides(c, q, error);
    if (done) {
        if (!q->mix_machines)
            check_machines(c);
        check_times(c, &c->base);
        check_times(c, &c->new);
    }
    done = done && ss_compare_match_sides(&c->match, &c->base, &c->new, error) &&
           judge_all(c, error) && (!c->by_contender || rank(c, q->mix_machines, error));
    if (done)
        c->overall = sum_up(c, q->partial);
    else
        ss_compare_result_free(c);
    return done;
}

void ss_compare_result_free(ss_compare_result *comparison)
{
    free(comparison->judgements);
    ss_ranking_free(&comparison->ranking);
    ss_compare_match_free(&comparison->match);
    ss_compare_noise_free(&comparison->noise);
    ss_compare_side_free(&comparison->base);
    ss_compare_side_free(&comparison->new);
    *comparison = (ss_compare_result){.overall = SS_COMPARE_OVERALL_NOT_COMPARABLE};
}

/* The sheet of arms beside each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/arms/arms.h"

#include "harness/tables/pairs.h"

#include <stdio.h>
#include <string.h>

static const ss_report_column arms_columns[] = {
    {"problem", SS_REPORT_HEADING, false}, {"solver", SS_REPORT_LEFT, false},
    {"loop", SS_REPORT_LEFT, false},       {"arm", SS_REPORT_LEFT, false},
    {"n", SS_REPORT_RIGHT, false},         {"solved alone", SS_REPORT_RIGHT, false},
    {"units", SS_REPORT_NUMBER, false},    {"units, 95 %", SS_REPORT_LEFT, false},
    {"time", SS_REPORT_NUMBER, false},     {"time, 95 %", SS_REPORT_LEFT, false},
    {"by units", SS_REPORT_LEFT, false},   {"by time", SS_REPORT_LEFT, false}};

static const ss_report_column loops_columns[] = {
    {"problem", SS_REPORT_HEADING, false}, {"solver", SS_REPORT_LEFT, false},
    {"arm", SS_REPORT_LEFT, false},        {"closed loop", SS_REPORT_LEFT, false},
    {"frozen", SS_REPORT_LEFT, false},     {"conclusion", SS_REPORT_LEFT, false}};

enum { NAME = 256 };

/* "balls-4, steps=100": the problem, and the parameters in which other problems of the table
 * differ.
 */
static void name_problem(char name[NAME], const ss_arms *arms, const ss_summary_row *row)
{
    char keys[NAME] = "";
    ss_key_value pair;
    size_t used = (size_t)snprintf(name, NAME, "%s", row->problem);
    for (size_t k = 0; k < arms->summary.n; ++k)
        if (strcmp(arms->summary.records[k].row.problem, row->problem) == 0)
            ss_pairs_add_differing(keys, sizeof keys, row->parameters,
                                   arms->summary.records[k].row.parameters);
    for (const char *at = row->parameters; ss_pairs_next(&at, &pair) && used < NAME;)
        if (ss_pairs_in(&pair, keys))
            used +=
                (size_t)snprintf(name + used, NAME - used, ", %.*s", (int)pair.length, pair.key);
}

/* "warm over cold"; of contenders "cold: over sbp". */
static void name_arm(char name[NAME], const ss_arms_comparison *c)
{
    const ss_arms_run *const a = c->one.at, *const b = c->other.at;
    if (c->kind == SS_ARMS_STARTS)
        snprintf(name, NAME, "%s over %s", ss_guess_words[b->guess], ss_guess_words[a->guess]);
    else
        snprintf(name, NAME, "%s, over %.200s", ss_guess_words[a->guess], a->contender);
}

static void add_interval(ss_report_sheet *sheet, const ss_interval *within)
{
    char low[32], high[32];
    if (within->low == within->low)
        ss_report_add(sheet, SS_REPORT_CELL, "%s to %s",
                      ss_report_number_text(low, within->low, 3, "-"),
                      ss_report_number_text(high, within->high, 3, "-"));
    else
        ss_report_cells(sheet, "-", NULL);
}

/* Its row: both prices with their intervals, work units first, and what is concluded of each. */
static void add_comparison(ss_report_sheet *sheet, const ss_arms *arms, const ss_arms_comparison *c)
{
    const ss_arms_change *const change = &c->change;
    const char *const leader = c->one.at->row->follows;
    char problem[NAME], arm[NAME];
    name_problem(problem, arms, c->one.at->row);
    name_arm(arm, c);
    ss_report_cells(sheet, problem, c->other.at->contender, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%s%s", leader[0] != '\0' ? "behind " : "closed", leader);
    ss_report_cells(sheet, arm, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", change->n);
    ss_report_add(sheet, SS_REPORT_CELL, "-%zu +%zu", change->lost, change->gained);
    for (int p = SS_PRICE_COUNT; p-- > 0;) {
        ss_report_number(sheet, change->ratio[p], 3, "-");
        add_interval(sheet, &change->within[p]);
    }
    ss_report_cells(sheet, ss_arms_verdicts[change->of[SS_PRICE_UNITS]],
                    ss_arms_verdicts[change->of[SS_PRICE_TIME]], NULL);
}

/* The same comparison, the one in the closed loop, the other behind a leader. */
static bool is_same_but_loop(const ss_arms_comparison *a, const ss_arms_comparison *b)
{
    return a->kind == b->kind && strcmp(a->one.at->place, b->one.at->place) == 0 &&
           a->one.at->first == b->one.at->first && a->other.at->first == b->other.at->first &&
           a->one.at->guess == b->one.at->guess && a->other.at->guess == b->other.at->guess &&
           a->one.at->row->follows[0] == '\0' && b->one.at->row->follows[0] != '\0';
}

/* The agreement of the two loops, over all comparisons by work units. */
typedef enum agreement {
    SAME,
    OTHER,
    ALONE, /* one of them concludes, and the other does not */
    NEITHER,
    N_AGREEMENTS
} agreement;

static const char *const agreements[] = {"the same", "another", "one tells alone", "neither tells"};

static agreement agree(ss_arms_verdict closed, ss_arms_verdict frozen)
{
    if (closed == frozen)
        return closed == SS_ARMS_NOTHING ? NEITHER : SAME;
    return closed == SS_ARMS_NOTHING || frozen == SS_ARMS_NOTHING ? ALONE : OTHER;
}

/* Adds to the counts, which are zeros. */
static void add_loops(ss_report_sheet *sheet, const ss_arms *arms, size_t count[N_AGREEMENTS])
{
    bool begun = false;
    char problem[NAME], arm[NAME];
    for (size_t i = 0; i < arms->n_comparisons; ++i)
        for (size_t j = 0; j < arms->n_comparisons; ++j) {
            const ss_arms_comparison *const a = &arms->comparisons[i], *const b =
                                                                           &arms->comparisons[j];
            if (!is_same_but_loop(a, b))
                continue;
            const ss_arms_verdict closed = a->change.of[SS_PRICE_UNITS],
                                  frozen = b->change.of[SS_PRICE_UNITS];
            if (!begun)
                SS_REPORT_COLUMNS(sheet, "loops", loops_columns);
            begun = true;
            ++count[agree(closed, frozen)];
            name_problem(problem, arms, a->one.at->row);
            name_arm(arm, a);
            ss_report_cells(sheet, problem, a->other.at->contender, arm, ss_arms_verdicts[closed],
                            ss_arms_verdicts[frozen], agreements[agree(closed, frozen)], NULL);
        }
}

/* "warm over cold: pays in 3 of 4 comparisons, no effect in 1", by work units. */
static void add_words(ss_report_sheet *sheet, const ss_arms *arms, ss_guess one, ss_guess other)
{
    size_t count[SS_ARMS_FAILS + 1] = {0}, n = 0;
    for (size_t k = 0; k < arms->n_comparisons; ++k) {
        const ss_arms_comparison *const c = &arms->comparisons[k];
        if (c->kind == SS_ARMS_STARTS && c->one.at->guess == one && c->other.at->guess == other) {
            ++count[c->change.of[SS_PRICE_UNITS]];
            ++n;
        }
    }
    if (n == 0)
        return;
    ss_report_add(sheet, count[SS_ARMS_NOTHING] == n ? SS_REPORT_OPEN : SS_REPORT_GOOD,
                  "%s over %s, by work units:", ss_guess_words[other], ss_guess_words[one]);
    const char *before = "";
    for (size_t v = 0; v <= SS_ARMS_FAILS; ++v)
        if (count[v] > 0) {
            ss_report_append(sheet, "%s %s in %zu", before, ss_arms_verdicts[v], count[v]);
            before = ",";
        }
    ss_report_append(sheet, " of %zu", n);
}

/* Arms that are said to differ and do not: an option that nothing reads. */
static void add_inert(ss_report_sheet *sheet, const ss_arms *arms)
{
    char problem[NAME], arm[NAME];
    for (size_t k = 0; k < arms->n_comparisons; ++k) {
        const ss_arms_comparison *const c = &arms->comparisons[k];
        if (c->kind != SS_ARMS_STARTS || c->change.of[SS_PRICE_UNITS] != SS_ARMS_NO_EFFECT)
            continue;
        name_problem(problem, arms, c->one.at->row);
        name_arm(arm, c);
        ss_report_add(sheet, SS_REPORT_DOUBT,
                      "%s, %s, %s: has no effect; no bit of any row differs", problem,
                      c->one.at->contender, arm);
    }
}

/* All comparisons, then how often the closed loop concludes what the frozen sequence does. */
void ss_arms_add(ss_report_sheet *sheet, const ss_arms *arms)
{
    size_t count[N_AGREEMENTS] = {0};
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "Prices of an arm over those of another, geometric means over the n instances "
                  "that both solved, with intervals over the instances. It pays where the interval "
                  "is below 1, of %d instances or more that both solved, all; it solves more where "
                  "as many are "
                  "solved by it alone. Times are judged where runs were repeated on one machine.",
                  SS_ARMS_LEAST);
    SS_REPORT_COLUMNS(sheet, "arms", arms_columns);
    for (size_t k = 0; k < arms->n_comparisons; ++k)
        add_comparison(sheet, arms, &arms->comparisons[k]);
    add_words(sheet, arms, SS_GUESS_COLD, SS_GUESS_WARM);
    add_words(sheet, arms, SS_GUESS_COLD, SS_GUESS_PREDICTOR);
    add_words(sheet, arms, SS_GUESS_WARM, SS_GUESS_PREDICTOR);
    add_inert(sheet, arms);
    add_loops(sheet, arms, count);
    const size_t n = count[SAME] + count[OTHER] + count[ALONE] + count[NEITHER];
    if (n > 0)
        ss_report_add(sheet,
                      count[OTHER] > 0  ? SS_REPORT_MIND
                      : count[SAME] > 0 ? SS_REPORT_GOOD
                                        : SS_REPORT_OPEN,
                      "closed loop against frozen, by work units: the same conclusion in %zu of "
                      "%zu, another in %zu, one tells alone in %zu, neither tells in %zu",
                      count[SAME], n, count[OTHER], count[ALONE], count[NEITHER]);
}

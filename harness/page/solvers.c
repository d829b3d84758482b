/* The table of solvers, a row each: what its rows are worth, and what those that count cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/label.h"

#include <math.h>
#include <stdlib.h>

static const ss_report_column columns[] = {
    {"solver", SS_REPORT_LEFT, false},        {"counts", SS_REPORT_RIGHT, false},
    {"others", SS_REPORT_LEFT, true},         {"CPU/least", SS_REPORT_NUMBER, true},
    {"units/least", SS_REPORT_NUMBER, true},  {"on", SS_REPORT_RIGHT, false},
    {"worst E1", SS_REPORT_NUMBER, false},    {"CPU (s)", SS_REPORT_NUMBER, false},
    {"quartiles (s)", SS_REPORT_RIGHT, true}, {"work units", SS_REPORT_NUMBER, true},
    {"us/unit", SS_REPORT_NUMBER, true},      {"sweeps", SS_REPORT_NUMBER, false}};

/* "2 stagnated, 1 loose": rows that do not count, by status or, where it is solved, standing. */
static void add_others(ss_report_sheet *sheet, const ss_page_contender *c)
{
    int n = 0;
    ss_report_cells(sheet, "", NULL);
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        if (c->counts[k] > 0 && !ss_outcome_is_solved((ss_outcome)k))
            ss_report_append(sheet, "%s%zu %s", n++ > 0 ? ", " : "", c->counts[k],
                             ss_outcome_name((ss_outcome)k));
    const size_t n_solved[] = {[SS_STANDING_LOOSE] = c->standings[SS_STANDING_LOOSE],
                               [SS_STANDING_NOTHING] = c->standings[SS_STANDING_NOTHING] -
                                                       c->counts[SS_OUTCOME_INTERRUPTED]};
    for (ss_standing k = SS_STANDING_LOOSE; k < SS_STANDING_COUNT; ++k)
        if (n_solved[k] > 0)
            ss_report_append(sheet, "%s%zu %s", n++ > 0 ? ", " : "", n_solved[k],
                             ss_standing_name(k));
}

/* ---- numbers of one format a column ---- */

/* The columns of numbers, by what a contender has in them. */
typedef enum number {
    TIME_RATIO,
    UNITS_RATIO,
    WORST_E1,
    TIME,
    UNITS,
    UNIT_TIME,
    SWEEPS,
    N_NUMBERS
} number;

static double number_of(const ss_page_contender *c, number which)
{
    const ss_page_price *const time = &c->price[SS_PRICE_TIME], *const units =
                                                                    &c->price[SS_PRICE_UNITS];
    const double numbers[N_NUMBERS] = {
        [TIME_RATIO] = time->ratio, [UNITS_RATIO] = units->ratio,
        [WORST_E1] = c->e1_worst,   [TIME] = time->median,
        [UNITS] = units->median,    [UNIT_TIME] = 1e6 * time->median / units->median,
        [SWEEPS] = c->sweeps};
    return numbers[which];
}

/* Three digits, with powers of ten in all cells or in none. */
static void add_number(ss_report_sheet *sheet, const ss_page_material *m,
                       const ss_page_contender *c, number which)
{
    const double value = number_of(c, which);
    double least = INFINITY, most = 0.0;
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const double other = fabs(number_of(&m->contenders[k], which));
        if (isfinite(other) && other > 0.0) {
            least = fmin(least, other);
            most = fmax(most, other);
        }
    }
    ss_report_cells(sheet, "", NULL);
    if (isnan(value))
        ss_report_append(sheet, "%s",
                         which == WORST_E1 || which == TIME || which == SWEEPS ? "-" : "");
    else if (most >= 1e6 || least < 1e-3)
        ss_report_append(sheet, "%.2e", value);
    else if (fabs(value) >= 100.0)
        ss_report_append(sheet, "%.0f", value);
    else
        ss_report_append(sheet, "%.3g", value);
}

/* ---- the order ---- */

/* A contender of the table, and the price that says where it stands. */
typedef struct standing {
    const ss_page_contender *c;
    size_t on; /* questions of which its ratio is */
    double ratio;
} standing;

/* Those that solve all first, then by cost, then as they came. */
static int by_cost(const void *left, const void *right)
{
    const standing *const a = left, *const b = right;
    const size_t lost_a = a->c->n_told - a->c->standings[SS_STANDING_COUNTS];
    const size_t lost_b = b->c->n_told - b->c->standings[SS_STANDING_COUNTS];
    if ((lost_a > 0) != (lost_b > 0))
        return (lost_a > 0) - (lost_b > 0);
    if (isnan(a->ratio) || isnan(b->ratio) || a->ratio == b->ratio)
        return isnan(a->ratio) != isnan(b->ratio) ? (isnan(a->ratio) ? 1 : -1)
                                                  : (a->c > b->c) - (a->c < b->c);
    return a->ratio > b->ratio ? 1 : -1;
}

/* The contenders, by work units, or by time where nobody has units. */
static void arrange(standing *order, const ss_page_material *m)
{
    bool units = false;
    for (size_t k = 0; k < m->n_contenders; ++k)
        units = units || !isnan(m->contenders[k].price[SS_PRICE_UNITS].ratio);
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_price *const p =
            &m->contenders[k].price[units ? SS_PRICE_UNITS : SS_PRICE_TIME];
        order[k] = (standing){&m->contenders[k], p->n, p->ratio};
    }
    qsort(order, m->n_contenders, sizeof *order, by_cost);
}

/* Is the ratio the least of those who solved all, on as many questions as anybody? Of times only
 * where these may be judged. */
static bool is_best(const ss_page_material *m, const ss_page_contender *c, ss_price price)
{
    char reason[SS_PAGE_LABEL];
    size_t most = 0, n = 0;
    double least = INFINITY;
    for (size_t k = 0; k < m->n_contenders; ++k)
        most = m->contenders[k].price[price].n > most ? m->contenders[k].price[price].n : most;
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const other = &m->contenders[k];
        if (other->price[price].n < most || other->standings[SS_STANDING_COUNTS] < other->n_told)
            continue;
        least = fmin(least, other->price[price].ratio);
        ++n;
    }
    return n > 1 && c->price[price].n == most && c->standings[SS_STANDING_COUNTS] == c->n_told &&
           c->price[price].ratio == least &&
           (price == SS_PRICE_UNITS || ss_page_times_hold(m, reason));
}

static void add_ratio(ss_report_sheet *sheet, const ss_page_material *m, const ss_page_contender *c,
                      ss_price price)
{
    add_number(sheet, m, c, price == SS_PRICE_TIME ? TIME_RATIO : UNITS_RATIO);
    if (!sheet->failed && is_best(m, c, price))
        sheet->parts[sheet->n - 1].kind = SS_REPORT_BEST;
}

static void add_row(ss_report_sheet *sheet, const ss_page_material *m, const ss_page_contender *c)
{
    const ss_page_price *const time = &c->price[SS_PRICE_TIME];
    const ss_page_price *const units = &c->price[SS_PRICE_UNITS];
    char *const label = ss_label_contender(c->solver, c->outer);
    ss_report_cells(sheet, label != NULL ? label : c->solver, NULL);
    free(label);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", c->standings[SS_STANDING_COUNTS], c->n_told);
    add_others(sheet, c);
    add_ratio(sheet, m, c, SS_PRICE_TIME);
    add_ratio(sheet, m, c, SS_PRICE_UNITS);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", time->n > units->n ? time->n : units->n);
    add_number(sheet, m, c, WORST_E1);
    add_number(sheet, m, c, TIME);
    ss_report_cells(sheet, "", NULL);
    if (!isnan(time->q1))
        ss_report_append(sheet, "%.3g to %.3g", time->q1, time->q3);
    add_number(sheet, m, c, UNITS);
    add_number(sheet, m, c, UNIT_TIME);
    add_number(sheet, m, c, SWEEPS);
}

void ss_page_solvers(ss_report_sheet *sheet, const ss_page_material *m)
{
    standing *const order = calloc(m->n_contenders + 1, sizeof *order);
    ss_report_add(sheet, SS_REPORT_SECTION, "Solvers");
    SS_REPORT_COLUMNS(sheet, "solvers", columns);
    if (order == NULL) {
        sheet->failed = true;
        return;
    }
    arrange(order, m);
    for (size_t k = 0; k < m->n_contenders; ++k)
        add_row(sheet, m, order[k].c);
    free(order);
}

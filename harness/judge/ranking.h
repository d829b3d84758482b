/* The ranking: which contender is cheapest at the same accuracy, by CPU time and by work units, and
 * how sure that is; or why nobody is. Every verb that names a winner names this one.
 *
 *     ss_ranking r;
 *     if (ss_ranking_open(&r, &scope, error)) {            folders, and what of them
 *         ss_ranking_headline(&r, out);        one or two sentences
 *         ss_ranking_print(&r, out, error);    a table an accuracy and price, and what is left out
 *         r.orders[1][SS_PRICE_TIME]           the order at E1 1e-8: .winner, .why
 *     }
 *     ss_ranking_free(&r);                     also after an error
 *
 * A contender is a local solver within its outer one (ss_label_contender), or another code. A
 * question is what it is asked (question.h), without the outer solver; of a file's problem, without
 * stop, tol and max-sweeps too. What a row is worth is of standing.h.
 *
 * The cost at an E1 is that of first reaching it: in the trace; where the run left none (another
 * code, a sweep) that of the whole run, if it stopped by this E1, or at no less than a tenth of it,
 * or if a looser run of the same contender missed it. Of several runs on a file's problem the
 * cheapest that reached it. A run that was stopped above the E1 by its own test tells nothing of
 * it, nor does the failure of one that would have been. Steps that were traced are added up. Where
 * no E1 can be ranked at, whole runs are: of those that answer one question, stop included, and
 * stopped by E1 or ended within ten times each other's.
 *
 * Two contenders are compared by the questions that both were asked and that can be told of both,
 * instance by instance: neither is blamed for, or flattered by, what only the other has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_RANKING_H
#define SS_HARNESS_JUDGE_RANKING_H

#include "harness/judge/contest.h"
#include "harness/report/sheet.h"
#include "harness/tables/bootstrap.h"
#include "harness/tables/standing.h"

/* Ratios within it are no difference, in units; in time the repeats' quartiles must lie apart. */
#define SS_RANKING_FLOOR 0.02

/* E1 of whole runs that count as the same. */
#define SS_RANKING_ALIKE 10.0

/* Why a contender has no cost on a question; words follow "left out: N answers ". */
#define SS_RANKING_GAP_LIST(X)                                                                     \
    X(NONE, "")                                                                                    \
    X(NOT_RUN, "that were not run")                                                                \
    X(NOTHING, "that measured nothing: no contact, a start at the tolerance, interrupted")         \
    X(STOPPED, "that stopped above this E1 by their own test: run them with --stop e1 and a "      \
               "smaller --tol")                                                                    \
    X(FLOOR, "whose E1 rounding hides: it cannot be told so small")                                \
    X(TIGHT, "without a trace, of which only the end far below this E1 is known: run them with "   \
             "--stop e1 and this --tol")                                                           \
    X(UNTRACED, "without a trace, beside others that have one: run them with --trace last")        \
    X(PRICE, "whose cost is not known")                                                            \
    X(MACHINES, "that were timed on several machines (profile --mix-machines compares them)")

typedef enum ss_ranking_gap {
#define X(id, words) SS_RANKING_GAP_##id,
    SS_RANKING_GAP_LIST(X)
#undef X
        SS_RANKING_GAPS
} ss_ranking_gap;

extern const char *const ss_ranking_gap_words[];

/* The cost of a contender's answer to a question. */
typedef struct ss_ranking_cost {
    double value, q1, q3; /* INFINITY: not solved; NAN: there is none, which `gap` explains. With
                             the quartiles of a time over the repeats, else NAN */
    double e1;            /* of a whole run in an order of whole runs; NAN: of first reaching it */
    bool is_judged;       /* ss_price_is_judged */
    ss_ranking_gap gap;
} ss_ranking_cost;

/* A contender in one order. */
typedef struct ss_ranking_place {
    size_t contender, rank;   /* rank from 1; who beats as many others has the same */
    size_t solved, questions; /* of those that it has a cost of, or failed at */
    size_t wins;              /* questions where nobody is cheaper */
    ss_interval wins_within;  /* 95 %, over the questions */
    size_t shared;            /* questions that it and the first both solved, */
    size_t judged;            /* of these, with times that may be judged; more than half: on those
                                 alone, else on all, */
    double ratio;             /* its cost over that of the first, geometric mean; NAN: none */
    ss_interval ratio_within; /* 95 %, over the questions; NAN: fewer than two */
    bool moved;               /* it stands elsewhere than at the accuracy before, by this price */
} ss_ranking_place;

typedef struct ss_ranking_order {
    double accuracy; /* E1; NAN: whole runs */
    ss_price price;
    ss_ranking_cost *costs;   /* n_questions rows of all contenders; owned */
    ss_ranking_place *places; /* those that can be told something of, from the first; owned */
    size_t n_questions, n_contenders, n; /* n: places */
    size_t n_left_out[SS_RANKING_GAPS];  /* answers without a cost */
    const char *winner;                  /* label, borrowed; NULL: nobody */
    char *why; /* what decides, or why nobody wins; without a full stop; owned */
} ss_ranking_order;

enum { SS_RANKING_ACCURACIES = 4 }; /* 1e-4, 1e-8, 1e-12 and whole runs */

typedef struct ss_ranking {
    ss_profile_contest contest; /* who contends; its grid has all rows, gaps included */
    ss_ranking_order orders[SS_RANKING_ACCURACIES][SS_PRICE_COUNT];
} ss_ranking;

/* Read the folders of the scope and rank. SS_ERROR_USAGE for a label that no folder has;
 * SS_ERROR_DATA for a table that cannot be read, or two runs of a contender on one question of a
 * scene; SS_ERROR_MEMORY. A folder of one contender, or of runs that tell nothing, is no error: its
 * orders have no winner, and say why. */
bool ss_ranking_open(ss_ranking *ranking, const ss_profile_scope *scope, ss_error *error);
void ss_ranking_free(ss_ranking *ranking);

/* Does the order compare anybody: have two contenders a question in common, and are no more
 * answers silent at its accuracy than tell of it? */
bool ss_ranking_is_told(const ss_ranking_order *order);

/* Is the accuracy (a row of `orders`) one to speak of: is it told by a price; whole runs where no
 * E1 is? */
bool ss_ranking_is_shown(const ss_ranking *ranking, size_t accuracy);

/* The costs of an order for a profile: the contenders of its places, in their order, on the
 * questions that can be told of all of them. SS_ERROR_MEMORY. Free with ss_profile_costs_free. */
bool ss_ranking_costs(ss_profile_costs *costs, const ss_ranking_order *order, ss_error *error);

/* Do the two prices put two contenders the other way round at an accuracy (a row of `orders`)? Does
 * one name a winner whom the other does not put first, be it sure or not? */
bool ss_ranking_differs(const ss_ranking *ranking, size_t accuracy);
bool ss_ranking_is_contested(const ss_ranking *ranking, size_t accuracy);

/* The contender's place; NULL: it has none. */
const ss_ranking_place *ss_ranking_place_of(const ss_ranking_order *order, size_t contender);

/* ---- an order from its costs (order.c) ---- */

/* Find places, winner and why, the caller's then, from accuracy, price, costs and n_questions; of
 * the contenders, the columns of `costs`, labels are borrowed. SS_ERROR_MEMORY. */
bool ss_ranking_arrange(ss_ranking_order *order, const ss_ranking_order *before,
                        const ss_grid_contender *contenders, size_t n, ss_error *error);

/* ---- words and rows (ranking_report.c) ---- */

/* "By CPU time `a` is cheapest at E1 1e-4 and 1e-8; nobody at 1e-12 (why). By work units ...": a
 * line without a line break. */
void ss_ranking_headline(const ss_ranking *ranking, FILE *out);

/* The headline, then of each accuracy that is told, or of whole runs where none is, both orders,
 * the winner or why there is none, where the two prices differ, and what was left out.
 * SS_ERROR_MEMORY. */
bool ss_ranking_print(const ss_ranking *ranking, FILE *out, ss_error *error);

/* Rows of the table `ranking`, of the orders that ss_ranking_print prints. */
void ss_ranking_write_rows(const ss_ranking *ranking, FILE *out);

/* The same as the table `ranking` of a sheet, for programs: a row a contender, accuracy and price,
 * the accuracy null for whole runs; `why` stands in the first row of an order, whose solver is null
 * where nobody can be told of. */
void ss_ranking_add_table(ss_report_sheet *sheet, const ss_ranking *ranking);

#endif

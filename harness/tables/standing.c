/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/standing.h"

#include "harness/estimators/estimators.h"
#include "harness/tables/pairs.h"

#include <math.h>
#include <string.h>

/* The rounding that is left of E1 in any problem, where a row does not say its own floor. */
#define ROUNDING 1e-15

/* Times are judged from so many repeats on, and up to this distance of quartiles over the median.
 */
enum { REPEATS_LEAST = 3 };
#define QUARTILES_MOST 0.1

const struct ss_price_words ss_prices[SS_PRICE_COUNT] = {
#define X(id, word, what, unit) {word, what, unit},
    SS_PRICE_LIST(X)
#undef X
};

const char *ss_standing_name(ss_standing standing)
{
    static const char *const names[] = {
#define X(id, name, meaning) name,
        SS_STANDING_LIST(X)
#undef X
    };
    return names[standing];
}

double ss_standing_limit(const char *stop, double tol)
{
    return fmax(SS_STANDING_LOOSE_E1, strcmp(stop, ss_estimator_e1.name) == 0 ? tol : 0.0);
}

double ss_standing_e1(const ss_summary_row *row)
{
    const double e1 = isnan(row->e1_worst) ? row->e1_last : row->e1_worst;
    return isnan(e1) ? NAN : fmax(e1, fmax(row->e1_floor, ROUNDING)); /* fmax passes NaN over */
}

bool ss_standing_at_floor(const ss_summary_row *row)
{
    return strcmp(row->stop, ss_estimator_e1.name) == 0 && row->e1_floor > row->tol;
}

bool ss_standing_alpha_is_beyond(const ss_summary_row *row, double *alpha)
{
    return ss_pairs_number(row->options, "alpha", alpha) && *alpha > row->alpha_bound;
}

/* The standing, and why. A run without a sweep is none of the solver's, whatever it was asked. */
static ss_standing judge(const ss_summary_row *row, const char **reason)
{
    const double e1 = ss_standing_e1(row);
    ss_outcome outcome = SS_OUTCOME_ERROR;
    const bool solved = ss_outcome_find(row->status, &outcome) && ss_outcome_is_solved(outcome);
    ss_standing standing = SS_STANDING_NOTHING;
    *reason = "";
    if (outcome == SS_OUTCOME_INTERRUPTED)
        *reason = "it was interrupted";
    else if (solved && row->sweeps_total == 0 && row->contacts_last == 0)
        *reason = "no step had a contact";
    else if (solved && row->sweeps_total == 0)
        *reason = "its start met the tolerance";
    else if (solved && isnan(e1))
        *reason = "its E1 is not known";
    else if (!solved) {
        standing = SS_STANDING_UNSOLVED;
        *reason = "not solved";
    } else if (e1 > ss_standing_limit(row->stop, row->tol)) {
        standing = SS_STANDING_LOOSE;
        *reason = "its E1 is above the limit";
    } else
        standing = SS_STANDING_COUNTS;
    return standing;
}

ss_standing ss_standing_of(const ss_summary_row *row)
{
    const char *reason;
    return judge(row, &reason);
}

const char *ss_standing_reason(const ss_summary_row *row)
{
    const char *reason;
    judge(row, &reason);
    return reason;
}

double ss_price_of(const ss_summary_row *row, ss_price price)
{
    const double looks = isnan(row->cpu_looks_s) ? 0.0 : row->cpu_looks_s; /* an older file */
    if (price == SS_PRICE_UNITS)
        return row->work_units_total;
    return isnan(row->cpu_whole_s) ? row->cpu_s + looks : row->cpu_whole_s;
}

void ss_price_quartiles(const ss_summary_row *row, double *q1, double *q3)
{
    const double looks = isnan(row->cpu_looks_s) ? 0.0 : row->cpu_looks_s;
    const bool whole = !isnan(row->cpu_whole_s);
    *q1 = whole ? row->cpu_whole_s_q1 : row->cpu_s_q1 + looks;
    *q3 = whole ? row->cpu_whole_s_q3 : row->cpu_s_q3 + looks;
}

bool ss_price_agrees(size_t repeats, double q1, double median, double q3)
{
    return repeats >= REPEATS_LEAST && q3 - q1 <= QUARTILES_MOST * median;
}

bool ss_price_is_judged(const ss_summary_row *row, ss_price price)
{
    double q1, q3;
    ss_price_quartiles(row, &q1, &q3);
    return price == SS_PRICE_UNITS ||
           ss_price_agrees(row->repeats, q1, ss_price_of(row, SS_PRICE_TIME), q3);
}

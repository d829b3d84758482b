/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/accuracy.h"

#include <math.h>

/* fmax passes NaN over: older files have no floor. */
static double accuracy_of(const ss_summary_row *row, bool of_all_steps)
{
    return fmax(of_all_steps ? row->e1_worst : row->e1_last, fmax(row->e1_floor, 1e-15));
}

void ss_accuracy_gap_note(ss_accuracy_gap *gap, const ss_summary_row *a, const ss_summary_row *b)
{
    if (!ss_outcome_name_is_solved(a->status) || !ss_outcome_name_is_solved(b->status))
        return;
    const bool of_all_steps = !isnan(a->e1_worst) && !isnan(b->e1_worst);
    if (!of_all_steps && (isnan(a->e1_last) || isnan(b->e1_last)))
        return;
    const double one = accuracy_of(a, of_all_steps), two = accuracy_of(b, of_all_steps);
    const ss_summary_row *const fine = one < two ? a : b, *const coarse = one < two ? b : a;
    const double ratio = fmax(one, two) / fmin(one, two);
    /* a coarser answer that cost more misleads nobody */
    if (ratio > gap->ratio && (coarse->sweeps_total < fine->sweeps_total ||
                               coarse->visits_total + coarse->local_iterations_total <
                                   fine->visits_total + fine->local_iterations_total))
        *gap = (ss_accuracy_gap){ratio, fine, coarse};
}

bool ss_accuracy_gap_text(char text[SS_ACCURACY_TEXT], const ss_accuracy_gap *gap)
{
    const ss_summary_row *const fine = gap->fine, *const coarse = gap->coarse;
    text[0] = '\0';
    if (!(gap->ratio >= 2.0))
        return false;
    const bool of_all_steps = !isnan(fine->e1_worst) && !isnan(coarse->e1_worst);
    snprintf(text, SS_ACCURACY_TEXT,
             "E1 reached differs by up to %.2gx between what is compared (%.120s: %.100s %.2g, "
             "%.100s %.2g for less work)",
             gap->ratio, fine->problem, fine->solver, of_all_steps ? fine->e1_worst : fine->e1_last,
             coarse->solver, of_all_steps ? coarse->e1_worst : coarse->e1_last);
    return true;
}

void ss_accuracy_times_note(ss_accuracy_times *times, const ss_summary_row *row)
{
    times->least = times->n == 0 || row->repeats < times->least ? row->repeats : times->least;
    times->most = row->repeats > times->most ? row->repeats : times->most;
    if (row->cpu_s > 0.0)
        times->widest = fmax(times->widest, (row->cpu_s_q3 - row->cpu_s_q1) / row->cpu_s);
    ++times->n;
}

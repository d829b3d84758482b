/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/remarks.h"

#include "harness/run/ending.h"
#include "harness/tables/standing.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

ss_remarks ss_remarks_begin(ss_summary_row *row, const ss_estimator *stop, double radius,
                            double most_overlap)
{
    return (ss_remarks){.row = row,
                        .worst = SS_OUTCOME_SOLVED,
                        .radius = radius,
                        .most_overlap = most_overlap > 0.0 ? most_overlap : 1.0,
                        .loose = ss_standing_limit(stop->name, row->tol)};
}

double ss_remarks_least_radius(const ss_bodies *bodies)
{
    double least = INFINITY;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        least = fmin(least, bodies->radius[b]);
    return least;
}

void ss_remarks_step(ss_remarks *remarks, const ss_history_row *step, ss_outcome outcome)
{
    ss_summary_row *const row = remarks->row;
    if (!(step->e1 <= row->e1_worst)) { /* the first of all too, and where E1 is no number */
        row->e1_worst = step->e1;
        row->e1_worst_step = step->contacts > 0 ? step->step : 0;
    }
    if (!(step->eps <= row->eps_worst))
        row->eps_worst = step->eps;
    if (outcome == SS_OUTCOME_SOLVED && step->e1 > remarks->loose) {
        ++remarks->n_loose;
        if (step->e1 > remarks->loose_e1) {
            remarks->loose_e1 = step->e1;
            remarks->loose_step = step->step;
        }
    }
    row->max_overlap_worst_m = fmax(row->max_overlap_worst_m, step->max_overlap_m);
    row->max_overlap_radii = row->max_overlap_worst_m / remarks->radius;
    if (row->first_contact_step == 0 && step->contacts > 0)
        row->first_contact_step = step->step;
    if (outcome == SS_OUTCOME_MAX_SWEEPS || outcome == SS_OUTCOME_STAGNATED) {
        const size_t before = row->steps_capped++;
        if (before == 0)
            row->first_capped_step = step->step;
        else if (before <= SS_REMARKS_CAPPED)
            remarks->capped_next[before - 1] = step->step;
    }
    if (outcome > remarks->worst)
        remarks->worst = outcome;
}

void ss_remarks_reach(ss_remarks *remarks, size_t step, double reach)
{
    if (reach > fmax(1.0, remarks->reach)) {
        remarks->reach = reach;
        remarks->reach_step = step;
    }
}

/* ---- the message: phrases with "; " between them, cut where it is full ---- */

/* Add to the text; of the first phrase the "; " is left out. */
__attribute__((format(printf, 2, 3))) static void add(char *text, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, SS_RUN_MESSAGE - length,
              format + (length == 0 && strncmp(format, "; ", 2) == 0 ? 2 : 0), arguments);
    va_end(arguments);
}

/* "3 of 300 steps hit the cap of 5000 sweeps (steps 12, 15 and 16)" */
static void add_capped(const ss_remarks *remarks, char *text)
{
    const ss_summary_row *const row = remarks->row;
    const size_t n = row->steps_capped;
    if (n == 0 || row->steps < 2)
        return;
    add(text, "; %zu of %zu steps hit the cap of %zu sweep%s (step%s %zu", n, row->steps,
        row->max_sweeps, ss_name_plural(row->max_sweeps), n > 1 ? "s" : "", row->first_capped_step);
    for (size_t k = 0; k + 1 < n && k < SS_REMARKS_CAPPED; ++k)
        add(text, ", %zu", remarks->capped_next[k]);
    add(text, n > SS_REMARKS_CAPPED + 1 ? ", ...)" : ")");
}

/* Add alpha, if that may be what is wrong with a run that is not well. */
static void add_alpha(const ss_summary_row *row, char *text)
{
    double alpha;
    if (ss_standing_alpha_is_beyond(row, &alpha))
        add(text, "; alpha = %g is above %.3g, up to which theory lets %s go: try alpha=%.2g",
            alpha, row->alpha_bound, row->solver, SS_STANDING_ALPHA_SAFE * row->alpha_bound);
}

void ss_remarks_finish(const ss_remarks *remarks, char *message, const char *said)
{
    ss_summary_row *const row = remarks->row;
    const size_t n_loose = remarks->n_loose;
    const ss_outcome status = ss_ending_of_run(remarks->worst, row, remarks->most_overlap);
    row->status = ss_outcome_name(status);
    if (message == NULL)
        return;
    snprintf(message, SS_RUN_MESSAGE, "%s", said);
    row->message = message;
    if (said[0] != '\0')
        return;
    if (n_loose > 0 || remarks->worst > SS_OUTCOME_MAX_SWEEPS) /* which still falls */
        add_alpha(row, message);
    if (row->max_overlap_radii > remarks->most_overlap)
        add(message, "; bodies overlap by %.3g m, %.3g radii of the smallest one",
            row->max_overlap_worst_m, row->max_overlap_radii);
    if (remarks->reach > 1.0)
        add(message,
            "; a body goes %.2g of its radii in the step after step %zu: it may pass through a "
            "wall, which has no thickness; take a smaller h",
            remarks->reach, remarks->reach_step);
    if (n_loose > 0)
        add(message, "; E1 is %.2g in step %zu, which %s calls solved (%zu step%s above %g)",
            remarks->loose_e1, remarks->loose_step, row->stop, n_loose, n_loose > 1 ? "s" : "",
            remarks->loose);
    if (ss_outcome_is_solved(status) && ss_standing_at_floor(row))
        add(message, "; E1 is known to %.1g only, where tol is %g: rounding hides the rest",
            row->e1_floor, row->tol);
    add_capped(remarks, message);
    if (status == SS_OUTCOME_NO_CONTACT && row->first_contact_step > 0)
        add(message, "; no contact in the last of %zu steps; the first with contacts is step %zu",
            row->steps, row->first_contact_step);
    else if (status == SS_OUTCOME_NO_CONTACT)
        add(message, "; no contact in any of %zu step%s: nothing was solved", row->steps,
            ss_name_plural(row->steps));
}

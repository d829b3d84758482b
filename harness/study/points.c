/* What a point of a curve says of its instances, and what curves and questions are called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/curves.h"
#include "harness/tables/label.h"
#include "solvers/choice.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static ss_study_spread spread_of(double *values, size_t n)
{
    if (n == 0)
        return (ss_study_spread){NAN, NAN, NAN, NAN, NAN};
    gsl_sort(values, 1, n);
    return (ss_study_spread){.median = gsl_stats_median_from_sorted_data(values, 1, n),
                             .q1 = gsl_stats_quantile_from_sorted_data(values, 1, n, 0.25),
                             .q3 = gsl_stats_quantile_from_sorted_data(values, 1, n, 0.75),
                             .min = values[0],
                             .max = values[n - 1]};
}

bool ss_study_point_measure(ss_study_point *point, const ss_study_run *runs, size_t n,
                            ss_error *error)
{
    double *const values = malloc((n + 1) * sizeof *values);
    if (values == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a study");
    *point = (ss_study_point){
        .value = runs[0].value, .n_instances = n, .e1_worst = NAN, .alpha_bound = NAN};
    size_t worst = 0, n_good = 0;
    for (size_t m = 0; m < SS_STUDY_N_MEASURES; ++m) {
        size_t n_solved = 0;
        for (size_t k = 0; k < n; ++k)
            if (runs[k].outcome == SS_OUTCOME_SOLVED && !isnan(runs[k].measure[m]))
                values[n_solved++] = runs[k].measure[m];
        point->spread[m] = spread_of(values, n_solved);
    }
    for (size_t k = 0; k < n; ++k) {
        point->alpha_bound = fmin(point->alpha_bound, runs[k].row.alpha_bound);
        const bool solved = runs[k].outcome == SS_OUTCOME_SOLVED;
        n_good += solved;
        point->n_set_aside += runs[k].set_aside;
        if (!runs[k].set_aside && (runs[worst].set_aside || runs[k].outcome > runs[worst].outcome))
            worst = k;
        if (solved)
            point->e1_worst = fmax(point->e1_worst, runs[k].row.e1_last); /* fmax passes NaN over */
    }
    if (n_good == 0) /* nothing speaks for this value */
        point->n_set_aside = 0;
    point->n_failures = n - point->n_set_aside - n_good;
    point->worst_status = runs[worst].row.status;
    free(values);
    return true;
}

double ss_study_failure_fraction(const ss_study_point *point)
{
    return (double)point->n_failures / (double)(point->n_instances - point->n_set_aside);
}

/* The options of a solver of ours as they are when nothing is said; empty for other codes. */
static void print_defaults(const char *solver, char *text, size_t size)
{
    ss_choice choice;
    text[0] = '\0';
    if (!ss_choice_parse(&choice, solver, SS_CHOICE_LOCAL, NULL))
        return;
    snprintf(text, size, "%s", choice.values);
    ss_choice_free(&choice);
}

void ss_study_curves_label(ss_study_curves *curves)
{
    char defaults[1024];
    for (size_t k = 0; k < curves->n_curves; ++k) {
        ss_study_curve *const curve = &curves->curves[k];
        const ss_summary_row *const row = &curve->run->row;
        ss_label_keys keys = {.instance = false};
        for (size_t j = 0; j < curves->n_curves; ++j)
            ss_label_note(&keys, row, &curves->curves[j].run->row);
        snprintf(curve->label, sizeof curve->label, "%s", row->solver);
        print_defaults(row->solver, defaults, sizeof defaults);
        ss_label_differing(curve->label, sizeof curve->label, row->options, defaults, keys.options,
                           " ");
    }
}

const ss_study_curve *ss_study_question_first(const ss_study_curves *curves, size_t question,
                                              size_t *n)
{
    const ss_study_curve *first = NULL;
    *n = 0;
    for (size_t k = 0; k < curves->n_curves; ++k) {
        if (curves->curves[k].question != question)
            continue;
        if (first == NULL)
            first = &curves->curves[k];
        ++*n;
    }
    return first;
}

void ss_study_question_title(const ss_study_curves *curves, size_t question, char *text,
                             size_t size)
{
    size_t n = 0;
    const ss_summary_row *const row = &ss_study_question_first(curves, question, &n)->run->row;
    ss_label_keys keys = {.parameters = "steps,tol"};
    for (size_t k = 0; k < curves->n_curves; ++k)
        ss_label_note(&keys, row, &curves->curves[k].run->row);
    keys.instance = false; /* instances are points of a question's curves */
    ss_label_question(text, size, row, &keys, ", ");
}

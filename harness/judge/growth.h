/* Growth: how sweeps and CPU time rise with a number that makes the problem larger, as a power of
 * it, fitted and drawn on logarithmic axes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_GROWTH_H
#define SS_HARNESS_JUDGE_GROWTH_H

#include "harness/judge/curves.h"

/* The measures that are fitted. */
typedef struct ss_study_grown {
    ss_study_measure measure;
    const char *word, *axis; /* in tables and in the figure */
} ss_study_grown;

enum { SS_STUDY_N_GROWN = 3 };
extern const ss_study_grown ss_study_grown_measures[SS_STUDY_N_GROWN];

/* log cost = log factor + exponent log value, by least squares over n values. */
typedef struct ss_study_growth {
    size_t n;             /* values that are fitted: those at which every instance was solved */
    double from, to;      /* the least and the largest of them */
    double exponent;      /* p of factor * value^p; NaN of less than three values */
    double error, factor; /* standard error of p, from the scatter about the line */
} ss_study_growth;

/* True when the parameter counts something of the problem, such as its balls. */
bool ss_study_grows(const ss_study_curves *curves);

/* Least squares of the medians on logarithmic axes, of one of the curves. */
ss_study_growth ss_study_growth_of(const ss_study_curves *curves, const ss_study_curve *curve,
                                   ss_study_measure measure);

/* "ball-pack, steps=1, tol=0.01", and "nlgs-sor[local=exact]": a group of curves, and one in it.
 * Cut at size. */
void ss_study_growth_title(const ss_study_curves *curves, const ss_study_curve *curve, char *text,
                           size_t size);
void ss_study_growth_name(const ss_study_curve *curve, char *text, size_t size);

/* Draw growth.svg and growth.pdf, growth-2 ... for further groups, into `folder`, by powers.gp
 * of the folder `scripts`. Errors of ss_figure_begin. */
bool ss_study_growth_draw(const ss_study_curves *curves, const char *folder, const char *scripts,
                          ss_error *error);

#endif

/* Laws of contact by pair of materials.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_LAW_H
#define SS_PROBLEMS_MOTION_LAW_H

#include <stdbool.h>

/* The velocity that Signorini's and Coulomb's laws are written on (method sections 4 and 8). */
typedef enum ss_law_kind {
    SS_LAW_PRINTED, /* mean velocity of [D] eq. 20 as printed: e_n in the tangential numerator */
    SS_LAW_MENDED,  /* mean velocity with e_t there, as in [S] eq. 28 */
    SS_LAW_IQS,     /* u + (gap/h) n of [R]: inelastic, and overlaps are pushed out */
    SS_LAW_SUM,     /* u+ + e o u-, (1 + e) o the mended mean: the same r, and W stays symmetric */
    SS_LAW_IQS_CLAMPED /* IQS with max(0, gap): overlaps are left, as LMGC90's IQS_CLB does */
} ss_law_kind;

typedef struct ss_law {
    double mu;       /* friction coefficient */
    double e_n, e_t; /* coefficients of restitution, 0 to 1; not used by the two of IQS */
    int kind;        /* ss_law_kind */
} ss_law;

/* The law as ut = scale o u+ + shift, componentwise, u+ the velocity after the step. */
typedef struct ss_law_form {
    double scale_n, scale_t;
    double shift[3]; /* m/s */
} ss_law_form;

/* Is it one of the two laws that are written on gaps? */
#define SS_LAW_IS_IQS(kind) ((kind) == SS_LAW_IQS || (kind) == SS_LAW_IQS_CLAMPED)

/* The part that all contacts under a law have alike. */
static inline ss_law_form ss_law_scales(const ss_law *law)
{
    if (SS_LAW_IS_IQS(law->kind) || law->kind == SS_LAW_SUM)
        return (ss_law_form){1.0, 1.0, {0.0}};
    return (ss_law_form){1.0 / (1.0 + law->e_n), 1.0 / (1.0 + law->e_t), {0.0}};
}

/* The rest, of one contact. `before`: the velocity u- (n, t1, t2; m/s) before the step; gap in m,
 * step h in s. */
static inline void ss_law_set_shift(ss_law_form *form, const ss_law *law, const double before[3],
                                    double gap, double h)
{
    /* shift = D E u-: e_n u_n-/(1 + e_n) along n, e_t u_t-/(1 + e_t) across (method 4); of IQS the
     * gap, g/h, of the clamped one no overlap */
    const double e_t = law->kind == SS_LAW_PRINTED ? law->e_n : law->e_t;
    const bool iqs = SS_LAW_IS_IQS(law->kind);
    const double held = law->kind == SS_LAW_IQS_CLAMPED && gap < 0.0 ? 0.0 : gap;
    form->shift[0] = iqs ? held / h : form->scale_n * law->e_n * before[0];
    form->shift[1] = iqs ? 0.0 : form->scale_t * e_t * before[1];
    form->shift[2] = iqs ? 0.0 : form->scale_t * e_t * before[2];
}

static inline ss_law_form ss_law_apply(const ss_law *law, const double before[3], double gap,
                                       double h)
{
    ss_law_form form = ss_law_scales(law);
    ss_law_set_shift(&form, law, before, gap, h);
    return form;
}

#endif

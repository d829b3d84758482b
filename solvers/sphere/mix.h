/* Packed contacts (solvers/sphere/packed.h) as one long vector in scaled variables, and back, for
 * who mixes sweeps (solvers/parts/mixed.h): nothing passes by way of the contacts' frames.
 *
 * The vector of a pack is laid like its impulses: three components in the fixed frame for each
 * group, eight wide, then three for each contact alone. With x = p/d of each contact:
 *
 *     take   p ------------------------> g = p/d,  f = g - x
 *     put    x = proj_K(x), p+ = d x --> p, and v and w of its bodies by p+ - p
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_MIX_H
#define SS_SOLVERS_SPHERE_MIX_H

#include "solvers/sphere/isa.h"

/* Numbers of a pack's vector: three for each of so many contacts, with lanes that have none. */
static inline size_t ss_mix_lanes(const ss_packed *packed)
{
    return SS_LANES * packed->n_groups + packed->n_singles;
}

typedef struct ss_mix_form {
    /* d: scales, a contact of the vector (eight a group), kg^(1/2). x and g may be one. */
    void (*take)(const ss_packed *packed, const double *d, const double *x, double *g, double *f);
    /* packed->largest is kept. */
    void (*put)(ss_packed *packed, const double *d, double *x);
} ss_mix_form;

/* The form of an instruction set that this CPU has; all make the same bits. Constant. */
const ss_mix_form *ss_mix_form_of(ss_isa isa);

/* The scales of a pack from those of the problem's contacts; 1 where a lane has none. */
void ss_mix_scale(double *to, const ss_packed *packed, const double *d);

/* What one form leaves to the scalar one: the contacts that stand alone. */
void ss_mix_take_singles(const ss_packed *packed, const double *d, const double *x, double *g,
                         double *f);
void ss_mix_put_singles(ss_packed *packed, const double *d, double *x);

#endif

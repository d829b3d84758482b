/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/proximal.h"

#include <math.h>

static const double least_a = 1e-8, largest_a = 10.0; /* of method 11.3 */

ss_approach_end ss_approach_judge(ss_approach *x, const ss_proximal_options *o, size_t made,
                                  double shifted, double enough)
{
    x->sweeps += made;
    x->since += made;
    if (shifted <= fmax(o->target * x->first, enough))
        return x->sweeps <= o->quick ? SS_APPROACH_QUICK : SS_APPROACH_REACHED;
    /* slow: the target is out of reach of these sweeps, and a larger a is easier */
    if (x->since >= o->patience) {
        if (!(shifted <= 0.5 * x->stretch))
            return SS_APPROACH_MISSED;
        x->stretch = shifted;
        x->since = 0;
    }
    return x->sweeps < o->sweeps ? SS_APPROACH_ON : SS_APPROACH_MISSED;
}

double ss_proximal_next(const ss_proximal_options *o, ss_approach_end end, double a)
{
    if (end == SS_APPROACH_QUICK)
        return fmax(0.5 * a, least_a);
    return end == SS_APPROACH_MISSED ? fmin(o->growth * a, largest_a) : a;
}

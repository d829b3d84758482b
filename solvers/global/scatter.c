/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/scatter.h"

#include "solvers/parts/splitmix.h"

#include <math.h>

static void draw_impulse(double y[3], double mean, uint64_t *state)
{
    const double angle = 2.0 * M_PI * ss_splitmix_uniform(state);
    /* a third open; of the others half on the cone's boundary */
    const bool is_open = ss_splitmix_below(state, 3) == 0,
               slides = ss_splitmix_below(state, 2) == 0;
    const double part = slides ? 1.0 : ss_splitmix_uniform(state);
    /* exponential by inversion: -mean ln(1 - uniform) */
    y[0] = is_open ? 0.0 : -mean * log1p(-ss_splitmix_uniform(state));
    y[1] = part * y[0] * cos(angle);
    y[2] = part * y[0] * sin(angle);
}

void ss_scatter(double *y, const ss_system *s, double share, uint64_t *state)
{
    const double mean = s->tau_ref * pow(10.0, 2.0 * ss_splitmix_uniform(state) - 1.0);
    for (size_t c = 0; c < s->n; ++c)
        if (ss_splitmix_uniform(state) < share)
            draw_impulse(y + 3 * c, mean, state);
}

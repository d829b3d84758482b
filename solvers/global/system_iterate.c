/* Of a system what needs no matrix: y and r, E1, the end of a method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/system.h"
#include "solvers/parts/scaling.h"

void ss_system_write_impulse(double *r, const ss_system *s, const double *y)
{
    for (size_t i = 0; i < 3 * s->n; ++i)
        r[i] = i % 3 > 0 && s->mu[i / 3] == 0.0 ? 0.0 : s->scale[i] * y[i];
}

void ss_system_read_impulse(double *y, const ss_system *s, const double *r)
{
    for (size_t i = 0; i < 3 * s->n; ++i)
        y[i] = r[i] / s->scale[i];
}

double ss_system_e1(const ss_system *s, const double *y, const double *v, double *share)
{
    double sum = 0.0;
    for (size_t c = 0; c < s->n; ++c) {
        const double *const y_c = y + 3 * c, *const v_c = v + 3 * c;
        const ss_system_stretch T = ss_system_stretch_of(s->mu[c]);
        const double r[3] = {y_c[0] / T.n, y_c[1] / T.t, y_c[2] / T.t};
        const double u[3] = {T.n * v_c[0], T.t * v_c[1], T.t * v_c[2]};
        const double part = ss_scaling_residual2(r, u, s->mu[c] * ss_norm_t(u), s->mu[c]);
        sum += part;
        if (share != NULL)
            share[c] = part;
    }
    return sum == 0.0 ? 0.0 : sqrt(sum) / s->q_norm;
}

bool ss_system_is_over(ss_system_end *end, ss_seen seen, double tol, size_t factorizations)
{
    const bool is_solved = tol > 0.0 && end->e1 <= tol;
    const bool is_over = seen.stop || is_solved || end->factorizations >= factorizations;
    if (is_over)
        end->ending = seen.stop   ? SS_SYSTEM_STOPPED
                      : is_solved ? SS_SYSTEM_SOLVED
                                  : SS_SYSTEM_CAPPED;
    return is_over;
}

const char *ss_system_ending_name(ss_system_ending ending)
{
    static const char *const names[] = {
        [SS_SYSTEM_SOLVED] = "solved",   [SS_SYSTEM_STOPPED] = "stopped",
        [SS_SYSTEM_CAPPED] = "capped",   [SS_SYSTEM_STALLED] = "stalled",
        [SS_SYSTEM_CLIMBED] = "climbed", [SS_SYSTEM_NO_MEMORY] = "no-memory"};
    return names[ending];
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/spin.h"

#include "problems/contact/vec3.h"

#include <math.h>

/* One step of the midpoint rule, dw_k/dt = c_k times the product of the other two, by Newton's
 * method down to rounding; the last iterate that came nearer stands. */
static void midpoint(double w[3], const double c[3], double h)
{
    enum { MOST_TURNS = 30 };
    double change[3] = {0.0, 0.0, 0.0}, best[3] = {0.0, 0.0, 0.0}, before = INFINITY;
    for (size_t turn = 0; turn < MOST_TURNS; ++turn) {
        double m[3], F[3], move[3];
        for (size_t k = 0; k < 3; ++k)
            m[k] = w[k] + 0.5 * change[k];
        for (size_t k = 0; k < 3; ++k)
            F[k] = h * c[k] * m[(k + 1) % 3] * m[(k + 2) % 3] - change[k];
        const double left = ss_norm(F), s = 0.5 * h;
        if (!(left < before))
            break;
        before = left;
        ss_copy3(best, change);
        const double A[9] = {1.0, -s * c[0] * m[2], -s * c[0] * m[1], -s * c[1] * m[2],
                             1.0, -s * c[1] * m[0], -s * c[2] * m[1], -s * c[2] * m[0],
                             1.0};
        if (!(left > 0.0) || !ss_solve3(move, A, F))
            break;
        ss_axpy(change, 1.0, move);
    }
    ss_axpy(w, 1.0, best);
}

void ss_spin_freely(double w[3], const double inverse[3], double h)
{
    enum { MOST_PARTS = 10000 };
    double c[3], fastest = 0.0;
    for (size_t k = 0; k < 3; ++k) {
        const double next = inverse[(k + 1) % 3], other = inverse[(k + 2) % 3];
        c[k] = inverse[k] * ((next > 0.0 ? 1.0 / next : 0.0) - (other > 0.0 ? 1.0 / other : 0.0));
        fastest = fmax(fastest, h * ss_norm(w) * fabs(c[k]));
    }
    /* Newton's method ends where a part turns by little */
    const size_t n = fastest > 0.5 ? (size_t)fmin(ceil(2.0 * fastest), MOST_PARTS) : 1;
    for (size_t k = 0; k < n; ++k)
        midpoint(w, c, h / (double)n);
}

/* y turned about w by the angle dt |w| (Rodrigues). */
static void turn_about(double y[3], const double w[3], double dt)
{
    const double speed = ss_norm(w), angle = dt * speed;
    if (!(speed > 0.0))
        return;
    const double axis[3] = {w[0] / speed, w[1] / speed, w[2] / speed};
    double across[3];
    ss_cross(across, axis, y);
    const double along = (1.0 - cos(angle)) * ss_dot(axis, y);
    for (size_t k = 0; k < 3; ++k)
        y[k] = cos(angle) * y[k] + sin(angle) * across[k] + along * axis[k];
}

double ss_spin_work(const ss_bodies *bodies, size_t b, const double before[3], double h,
                    double theta)
{
    const double *const inverse = bodies->inv_inertia + 3 * b, *const w = bodies->v + 6 * b + 3;
    double R[9], at_middle[3], own[3], later[3], work = 0.0;
    if (inverse[0] == inverse[1] && inverse[1] == inverse[2])
        return 0.0;
    /* along its axes in the middle of the step: it has turned by theta h w since then, and w along
     * its axes is still the same */
    ss_turn_matrix(R, bodies->orientation + 4 * b);
    ss_copy3(at_middle, before);
    turn_about(at_middle, w, theta * h);
    for (size_t k = 0; k < 3; ++k)
        own[k] = later[k] = R[k] * at_middle[0] + R[3 + k] * at_middle[1] + R[6 + k] * at_middle[2];
    ss_spin_freely(later, inverse, h);
    for (size_t k = 0; k < 3; ++k) {
        const double now = R[k] * w[0] + R[3 + k] * w[1] + R[6 + k] * w[2];
        work += inverse[k] > 0.0 ? (later[k] - own[k]) / inverse[k] * 0.5 * (own[k] + now) : 0.0;
    }
    return work;
}

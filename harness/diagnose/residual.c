/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/residual.h"

#include "harness/estimators/evidence.h"

double ss_residual_of(const ss_residual *residual, const ss_problem *problem, const double *r)
{
    const ss_evidence evidence = {problem, r, residual->u, residual->u};
    double sum = 0.0, scale2 = 0.0;
    ss_operator_start(residual->state, problem, r);
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double map[3], d = 0.0;
        const double *const q = problem->q + 3 * c;
        ss_operator_velocity(residual->u + 3 * c, problem, residual->state, r, c);
        residual->zones[c] = (unsigned char)ss_evidence_natural_map(map, &d, &evidence, c);
        residual->part[c] = ss_norm(map);
        sum += ss_dot(map, map);
        scale2 += d * d * ss_dot(q, q);
    }
    const double scale = scale2 > 0.0 ? sqrt(scale2) : 1.0;
    for (size_t c = 0; c < problem->n_contacts; ++c)
        residual->part[c] /= scale;
    return sqrt(sum) / scale;
}

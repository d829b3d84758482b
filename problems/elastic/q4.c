/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/elastic/q4.h"

#include <math.h>

/* Hooke's law in the plane: stress = lambda (tr e) 1 + 2 mu e, Pa. */
typedef struct hooke {
    double lambda, mu;
} hooke;

static hooke hooke_of(const ss_elastic_material *material)
{
    const double E = material->young, nu = material->poisson;
    return (hooke){.lambda = material->plane_stress ? E * nu / (1.0 - nu * nu)
                                                    : E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)),
                   .mu = 0.5 * E / (1.0 + nu)};
}

void ss_elastic_speeds(double speeds[2], const ss_elastic_material *material)
{
    const hooke law = hooke_of(material);
    speeds[0] = sqrt((law.lambda + 2.0 * law.mu) / material->density);
    speeds[1] = sqrt(law.mu / material->density);
}

/* K_ai,bj = integral of lambda N_a,i N_b,j + mu (N_a,j N_b,i + delta_ij grad N_a . grad N_b). */
static double couple(const hooke *law, const double a[2], size_t i, const double b[2], size_t j)
{
    const double both = i == j ? a[0] * b[0] + a[1] * b[1] : 0.0;
    return law->lambda * a[i] * b[j] + law->mu * (a[j] * b[i] + both);
}

void ss_elastic_stiffness(gsl_matrix *K, const ss_elastic_mesh *mesh,
                          const ss_elastic_material *material)
{
    const hooke law = hooke_of(material);
    double shape[4], gradient[8];
    gsl_matrix_set_zero(K);
    for (size_t point = 0; point < 4 * mesh->n_quads; ++point) {
        const size_t *const corner = mesh->corner + 4 * (point / 4);
        const double area =
            ss_elastic_shape(shape, gradient, mesh, point / 4, ss_elastic_gauss[point % 4]);
        for (size_t r = 0; r < 8; ++r)
            for (size_t c = 0; c < 8; ++c)
                *gsl_matrix_ptr(K, 2 * corner[r / 2] + r % 2, 2 * corner[c / 2] + c % 2) +=
                    area * couple(&law, gradient + r - r % 2, r % 2, gradient + c - c % 2, c % 2);
    }
}

void ss_elastic_stress(double stress[3], const ss_elastic_mesh *mesh,
                       const ss_elastic_material *material, const double *d, size_t quad,
                       const double at[2])
{
    const hooke law = hooke_of(material);
    double shape[4], gradient[8], e[3] = {0.0, 0.0, 0.0}; /* xx, zz, twice xz */
    ss_elastic_shape(shape, gradient, mesh, quad, at);
    for (size_t k = 0; k < 4; ++k) {
        const double *const g = gradient + 2 * k, *const u = d + 2 * mesh->corner[4 * quad + k];
        e[0] += g[0] * u[0];
        e[1] += g[1] * u[1];
        e[2] += (g[1] * u[0] + g[0] * u[1]);
    }
    const double all = law.lambda * (e[0] + e[1]);
    stress[0] = all + 2.0 * law.mu * e[0];
    stress[1] = all + 2.0 * law.mu * e[1];
    stress[2] = law.mu * e[2];
}

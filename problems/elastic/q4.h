/* Linear elasticity on a mesh: quadrilaterals of four nodes, 2 x 2 Gauss points, 1 m thick. Small
 * strains in the frame of the body: degrees of freedom 2k and 2k + 1 are x and z of node k.
 *
 * In two dimensions the stiffness of similar bodies is one matrix, whatever their size.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_ELASTIC_Q4_H
#define SS_PROBLEMS_ELASTIC_Q4_H

#include "problems/elastic/mesh.h"

#include <gsl/gsl_matrix.h>

typedef struct ss_elastic_material {
    double young;      /* E, Pa */
    double poisson;    /* nu, in [0, 1/2) */
    double density;    /* rho, kg/m^3 */
    bool plane_stress; /* false: plane strain */
} ss_elastic_material;

/* Speeds of waves in the plane, m/s: of pressure and of shear. */
void ss_elastic_speeds(double speeds[2], const ss_elastic_material *material);

/* K, 2 n_nodes square, N/m, from zeros. */
void ss_elastic_stiffness(gsl_matrix *K, const ss_elastic_mesh *mesh,
                          const ss_elastic_material *material);

/* The stress xx, zz, xz (Pa) at a point of a quadrilateral, as of ss_elastic_shape, of a body whose
 * nodes are displaced by d (2 n_nodes) of its sizes. */
void ss_elastic_stress(double stress[3], const ss_elastic_mesh *mesh,
                       const ss_elastic_material *material, const double *d, size_t quad,
                       const double at[2]);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/elastic/modes.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <math.h>

/* Of the largest lambda: below it a mode is that of a rigid body. */
static const double rigid = 1e-12;

void ss_elastic_modes_free(ss_elastic_modes *modes)
{
    gsl_matrix_free(modes->K);
    gsl_matrix_free(modes->shape);
    gsl_vector_free(modes->lambda);
    gsl_vector_free(modes->room);
    *modes = (ss_elastic_modes){.K = NULL};
}

/* A = M_1^-1/2 K M_1^-1/2 has the eigenvalues of K Phi = M_1 Phi Lambda, and Phi = M_1^-1/2 Q. */
static void scale(gsl_matrix *A, const ss_elastic_mesh *mesh, bool columns)
{
    for (size_t k = 0; k < 2 * mesh->n_nodes; ++k) {
        gsl_vector_view row = gsl_matrix_row(A, k), column = gsl_matrix_column(A, k);
        const double s = 1.0 / sqrt(mesh->area[k / 2]);
        gsl_vector_scale(&row.vector, s);
        if (columns)
            gsl_vector_scale(&column.vector, s);
    }
}

/* The first three columns: rigid motions of length 1 in M_1. */
static void set_rigid(ss_elastic_modes *modes, const ss_elastic_mesh *mesh)
{
    double area = 0.0, inertia = 0.0;
    for (size_t k = 0; k < mesh->n_nodes; ++k) {
        const double *const x = mesh->x + 2 * k;
        area += mesh->area[k];
        inertia += mesh->area[k] * (x[0] * x[0] + x[1] * x[1]);
    }
    for (size_t k = 0; k < mesh->n_nodes; ++k) {
        const double *const x = mesh->x + 2 * k;
        const double u[3][2] = {{1.0 / sqrt(area), 0.0},
                                {0.0, 1.0 / sqrt(area)},
                                {-x[1] / sqrt(inertia), x[0] / sqrt(inertia)}};
        for (size_t i = 0; i < 2 * SS_RIGID_MODES; ++i)
            gsl_matrix_set(modes->shape, 2 * k + i % 2, i / 2, u[i / 2][i % 2]);
    }
    for (size_t i = 0; i < SS_RIGID_MODES; ++i)
        gsl_vector_set(modes->lambda, i, 0.0);
}

static bool decompose(ss_elastic_modes *modes, const ss_elastic_mesh *mesh, ss_error *error)
{
    const size_t n = 2 * mesh->n_nodes;
    gsl_matrix *const A = gsl_matrix_alloc(n, n);
    gsl_eigen_symmv_workspace *const work = gsl_eigen_symmv_alloc(n);
    bool made = A != NULL && work != NULL;
    if (made) {
        gsl_matrix_memcpy(A, modes->K);
        scale(A, mesh, true);
        made = gsl_eigen_symmv(A, modes->lambda, modes->shape, work) == GSL_SUCCESS;
    }
    if (made) {
        gsl_eigen_symmv_sort(modes->lambda, modes->shape, GSL_EIGEN_SORT_VAL_ASC);
        scale(modes->shape, mesh, false);
    }
    gsl_matrix_free(A);
    if (work != NULL)
        gsl_eigen_symmv_free(work);
    return made || ss_error_memory(error, "the modes of a mesh of %zu nodes", mesh->n_nodes);
}

bool ss_elastic_modes_make(ss_elastic_modes *modes, const ss_elastic_mesh *mesh,
                           const ss_elastic_material *material, ss_error *error)
{
    const size_t n = 2 * mesh->n_nodes;
    *modes = (ss_elastic_modes){gsl_matrix_alloc(n, n), gsl_matrix_alloc(n, n), gsl_vector_alloc(n),
                                gsl_vector_alloc(n)};
    if (modes->K == NULL || modes->shape == NULL || modes->lambda == NULL || modes->room == NULL)
        return ss_error_memory(error, "the modes of a mesh of %zu nodes", mesh->n_nodes);
    ss_elastic_stiffness(modes->K, mesh, material);
    if (!decompose(modes, mesh, error))
        return false;
    const double first = gsl_vector_get(modes->lambda, SS_RIGID_MODES);
    if (!(first > rigid * gsl_vector_get(modes->lambda, n - 1)))
        return ss_error_set(error, SS_ERROR_DATA,
                            "a mesh of %zu nodes deforms without force: lambda %g Pa",
                            mesh->n_nodes, first);
    set_rigid(modes, mesh);
    return true;
}

void ss_elastic_modes_apply(double *out, const ss_elastic_modes *modes, const double *weight,
                            const double *f)
{
    const size_t n = modes->room->size;
    const gsl_vector_const_view from = gsl_vector_const_view_array(f, n);
    gsl_vector_view to = gsl_vector_view_array(out, n);
    gsl_blas_dgemv(CblasTrans, 1.0, modes->shape, &from.vector, 0.0, modes->room);
    for (size_t k = 0; k < n; ++k)
        *gsl_vector_ptr(modes->room, k) *= weight[k];
    gsl_blas_dgemv(CblasNoTrans, 1.0, modes->shape, modes->room, 0.0, &to.vector);
}

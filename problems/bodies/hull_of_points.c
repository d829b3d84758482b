/* Points become a hull in the frame of its body: faces, centre of mass and principal axes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/hull.h"

#include "problems/contact/vec3.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <string.h>

/* Of the largest moment: smaller products of inertia are rounding. */
static const double rounding = 1e-13;

/* The points about their mean, without those that are there before; returns how many. */
static size_t distinct(double out[SS_MAX_CORNERS][3], double mean[3], const double (*point)[3],
                       size_t n)
{
    size_t kept = 0;
    double size = 0.0;
    mean[0] = mean[1] = mean[2] = 0.0;
    for (size_t p = 0; p < n; ++p)
        ss_axpy(mean, 1.0 / (double)n, point[p]);
    for (size_t p = 0; p < n; ++p) {
        double from[3];
        ss_sub3(from, point[p], mean);
        size = fmax(size, ss_norm(from));
    }
    for (size_t p = 0; p < n; ++p) {
        bool is_new = true;
        ss_sub3(out[kept], point[p], mean);
        for (size_t k = 0; k < kept; ++k) {
            double apart[3];
            ss_sub3(apart, out[k], out[kept]);
            is_new = is_new && ss_norm(apart) > SS_HULL_ON * size;
        }
        kept += is_new;
    }
    return kept;
}

/* The columns of R: unit eigenvectors of J in the order and of the signs nearest to the identity,
 * right-handed. False without memory. */
static bool find_axes(double R[9], const double J[9])
{
    double copy[9], column[9];
    bool taken[3] = {false, false, false};
    memcpy(copy, J, sizeof copy);
    gsl_matrix_view A = gsl_matrix_view_array(copy, 3, 3), V = gsl_matrix_view_array(column, 3, 3);
    double values[3];
    gsl_vector_view e = gsl_vector_view_array(values, 3);
    gsl_eigen_symmv_workspace *const work = gsl_eigen_symmv_alloc(3);
    if (work == NULL)
        return false;
    gsl_eigen_symmv(&A.matrix, &e.vector, &V.matrix, work);
    gsl_eigen_symmv_free(work);
    for (size_t k = 0; k < 3; ++k) {
        size_t best = 3;
        for (size_t c = 0; c < 3; ++c)
            if (!taken[c] && (best == 3 || fabs(column[3 * k + c]) > fabs(column[3 * k + best])))
                best = c;
        taken[best] = true;
        const double sign = copysign(1.0, column[3 * k + best]);
        for (size_t i = 0; i < 3; ++i)
            R[3 * i + k] = sign * column[3 * i + best];
    }
    /* the third axis is across the other two, whichever way it was */
    const double x[3] = {R[0], R[3], R[6]}, y[3] = {R[1], R[4], R[7]};
    double z[3];
    ss_cross(z, x, y);
    for (size_t i = 0; i < 3; ++i)
        R[3 * i + 2] = z[i];
    return true;
}

/* The unit quaternion of a rotation: from its largest component, for the others are quotients. */
static void quaternion_of(double q[4], const double R[9])
{
    const double trace = R[0] + R[4] + R[8];
    const double square[4] = {1.0 + trace, 1.0 + 2.0 * R[0] - trace, 1.0 + 2.0 * R[4] - trace,
                              1.0 + 2.0 * R[8] - trace}; /* 4 q_k^2 */
    size_t k = 0;
    for (size_t i = 1; i < 4; ++i)
        k = square[i] > square[k] ? i : k;
    const double twice = sqrt(square[k]), w = 0.5 / twice; /* 2 q_k */
    /* 4 q_i q_j, by i and j */
    const double wx = R[7] - R[5], wy = R[2] - R[6], wz = R[3] - R[1];
    const double xy = R[1] + R[3], xz = R[2] + R[6], yz = R[5] + R[7];
    const double of[4][4] = {
        {0.0, wx, wy, wz}, {wx, 0.0, xy, xz}, {wy, xy, 0.0, yz}, {wz, xz, yz, 0.0}};
    for (size_t i = 0; i < 4; ++i)
        q[i] = i == k ? 0.5 * twice : w * of[k][i];
    const double length = sqrt(q[0] * q[0] + ss_dot(q + 1, q + 1));
    for (size_t i = 0; i < 4; ++i)
        q[i] /= length;
}

/* Turn the hull about its centre of mass to principal axes. */
static bool turn_to_axes(ss_hull *hull, double turn[4], const ss_hull_moments *m, ss_error *error)
{
    const double *const J = m->inertia;
    const double largest = fmax(fmax(J[0], J[4]), J[8]);
    const double product = fmax(fmax(fabs(J[1]), fabs(J[2])), fabs(J[5]));
    double R[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    memcpy(turn, (double[]){1.0, 0.0, 0.0, 0.0}, 4 * sizeof *turn);
    if (product > rounding * largest) {
        if (!find_axes(R, J))
            return ss_error_memory(error, "the axes of a hull");
        quaternion_of(turn, R);
        ss_turn_matrix(R, turn); /* the same as the body will be turned by */
    }
    for (size_t v = 0; v < hull->faces.n_vertices; ++v) {
        double from[3];
        ss_sub3(from, hull->vertex[v], m->centre);
        for (size_t k = 0; k < 3; ++k) /* R^T */
            hull->vertex[v][k] = R[k] * from[0] + R[3 + k] * from[1] + R[6 + k] * from[2];
    }
    return true;
}

/* Faces, moments about the centre, principal axes; then all points in that frame. */
bool ss_hull_of_points(ss_hull *hull, double centre[3], double turn[4], const double (*point)[3],
                       size_t n, ss_error *error)
{
    double about[SS_MAX_CORNERS][3] = {{0.0}};
    bool finite = true;
    if (n < 4 || n > SS_MAX_CORNERS)
        return ss_error_set(error, SS_ERROR_USAGE, "a hull of %zu points: it must have 4 to %d", n,
                            SS_MAX_CORNERS);
    for (size_t p = 0; p < n; ++p)
        finite = finite && isfinite(ss_norm(point[p]));
    if (!finite)
        return ss_error_set(error, SS_ERROR_USAGE, "a point of a hull is not finite");
    const size_t kept = distinct(about, centre, point, n);
    if (kept < 4)
        return ss_error_set(
            error, SS_ERROR_USAGE,
            "a hull of %zu points, %zu of which are not the same: it must have 4 to "
            "%d",
            n, kept, SS_MAX_CORNERS);
    if (!ss_hull_find_faces(hull, (const double(*)[3])about, kept, error))
        return false;
    const ss_hull_moments m = ss_hull_moments_of(hull);
    if (!turn_to_axes(hull, turn, &m, error))
        return false;
    ss_axpy(centre, 1.0, m.centre);
    ss_hull_set_normals(hull);
    return true;
}

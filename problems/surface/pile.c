/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/surface/pile.h"

#include <math.h>

static const ss_option rows[] = {
    SS_COUNT(ss_pile_params, n, "n", 16, 2, 1024,
             "squares per side, an even number; each is cut into two triangles", "choice"),
    SS_REAL(ss_pile_params, half_width, "half-width", 1.0, SS_ABOVE_ZERO, SS_UNBOUNDED, "m",
            "half the width of the square table", "choice: [P] gives no number"),
    SS_REAL(ss_pile_params, slope, "k", 1.0, SS_ABOVE_ZERO, SS_UNBOUNDED, "-",
            "critical slope, tan(theta_stop)", "choice: [P] gives no number"),
    SS_CHOICE(ss_pile_params, source, "source", SS_PILE_DISC, "disc|everywhere",
              "where sand is poured: on a disc at the centre, or on all of the table",
              "[P] Fig. 1: upon the centre"),
    SS_REAL(ss_pile_params, radius, "source-radius", 0.2, SS_ABOVE_ZERO, SS_UNBOUNDED, "m",
            "radius of the disc, at most half-width", "choice: [P] gives no number"),
    SS_REAL(ss_pile_params, rate, "f", 1.0, SS_ABOVE_ZERO, SS_UNBOUNDED, "m/s",
            "height poured per second", "choice: [P] gives no number"),
    SS_REAL(ss_pile_params, time, "duration", 0.5, SS_ABOVE_ZERO, SS_UNBOUNDED, "s",
            "time of pouring", "choice: [P] gives no number"),
    SS_COUNT(ss_pile_params, steps, "steps", 10, 1, 1e9, "time steps", "choice"),
    SS_CHOICE(ss_pile_params, diagonals, "diagonals", SS_DIAGONALS_CENTRE, "centre|alike",
              "how squares are cut: by the diagonal that points to the centre, or all alike (a "
              "square pyramid is then no function of the mesh)",
              "choice: [P] is silent"),
    SS_REAL(ss_pile_params, tol, "tol", 1e-7, SS_ABOVE_ZERO, 1.0, "-",
            "a step is solved when no slope exceeds k by more than tol k and an iteration changes "
            "sigma by tol of it, summed over the triangles",
            "choice"),
    SS_COUNT(ss_pile_params, max_sweeps, "max-sweeps", 1e6, 1, 1e12, "cap of sweeps per step",
             "choice"),
};

const ss_pile_kind ss_growing_pile = {
    .name = "growing-pile",
    .title = "sand poured on a table piles up: heights in finite elements, flux as a dual unknown",
    .reference = "[P] 2.1, equations 1 and 2, Figure 1; method 13.11",
    .known = "source disc: a cone with a plateau, then a cone of height (3 k^2 Q t/pi)^(1/3); "
             "source everywhere: min(f t, k distance from the edge), met to the tolerance from "
             "t = k half-width/f on; sand is kept to rounding",
    .params = SS_OPTION_TABLE(rows, ss_pile_params),
};

bool ss_pile_check(const ss_pile_params *params, ss_error *error)
{
    if (params->n % 2 != 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "n=%zu: must be even, so that a node is at the centre", params->n);
    if (params->source == SS_PILE_DISC && params->radius > params->half_width)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "source-radius=%g: must be at most half-width=%g", params->radius,
                            params->half_width);
    return true;
}

bool ss_pile_mesh(ss_surface_mesh *mesh, const ss_pile_params *params, ss_error *error)
{
    return ss_surface_mesh_make(mesh, params->n, params->half_width,
                                (ss_diagonals)params->diagonals, error);
}

double ss_pile_poured(const ss_pile_params *params)
{
    return params->source == SS_PILE_EVERYWHERE
               ? 4.0 * params->half_width * params->half_width * params->rate
               : M_PI * params->radius * params->radius * params->rate;
}

/* Weights of the corners, summed over points of triangle t that are evenly spread and lie on the
 * disc; unscaled. */
static void add_points(double *f, const ss_pile_params *params, const ss_surface_mesh *mesh,
                       size_t t)
{
    enum { POINTS = 48 }; /* along a side */
    const size_t *const corner = mesh->corner + 3 * t;
    const double *const a = mesh->x + 2 * corner[0], *const b = mesh->x + 2 * corner[1],
                        *const c = mesh->x + 2 * corner[2];
    const double far = params->radius + 4.0 * mesh->half_width / (double)mesh->n;
    if (a[0] * a[0] + a[1] * a[1] > far * far)
        return;
    for (int i = 0; i < POINTS; ++i) {
        for (int j = 0; j < POINTS - i; ++j) {
            /* the centre of a small triangle: weights u, v, w of the corners a, b, c */
            const double v = (i + 1.0 / 3.0) / POINTS, w = (j + 1.0 / 3.0) / POINTS,
                         u = 1.0 - v - w;
            const double x = u * a[0] + v * b[0] + w * c[0], y = u * a[1] + v * b[1] + w * c[1];
            if (x * x + y * y > params->radius * params->radius)
                continue;
            f[corner[0]] += u;
            f[corner[1]] += v;
            f[corner[2]] += w;
        }
    }
}

void ss_pile_source(double *f, const ss_pile_params *params, const ss_surface_mesh *mesh)
{
    const size_t n = mesh->n_nodes;
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        f[i] = params->source == SS_PILE_EVERYWHERE ? params->rate : 0.0;
    if (params->source == SS_PILE_EVERYWHERE)
        return;
    for (size_t t = 0; t < mesh->n_triangles; ++t)
        add_points(f, params, mesh, t);
    if (!(f[ss_surface_mesh_centre(mesh)] > 0.0)) /* a disc between the points: the centre's */
        f[ss_surface_mesh_centre(mesh)] = 1.0;
    for (size_t i = 0; i < n; ++i)
        sum += f[i];
    for (size_t i = 0; i < n; ++i)
        f[i] *= ss_pile_poured(params) / (sum * mesh->area[i]);
}

/* Height H over k at the centre and radius of the plateau. */
static void find_cone(const ss_pile_params *params, double t, double *height, double *plateau)
{
    const double r = params->radius, h = params->rate * t / params->slope;
    const bool flat = h <= sqrt(3.0) * r;
    *height = flat ? h : cbrt(3.0 * ss_pile_poured(params) * t / (M_PI * params->slope));
    *plateau = flat ? (sqrt(36.0 * r * r - 3.0 * h * h) - 3.0 * h) / 6.0 : 0.0;
}

double ss_pile_exact(const ss_pile_params *params, double x, double y, double t)
{
    double height = 0.0, plateau = 0.0;
    if (params->source == SS_PILE_EVERYWHERE)
        return fmin(params->rate * t,
                    params->slope * (params->half_width - fmax(fabs(x), fabs(y))));
    find_cone(params, t, &height, &plateau);
    if (height + plateau > params->half_width)
        return NAN;
    const double below = height + plateau - sqrt(x * x + y * y);
    return params->slope * fmax(0.0, fmin(height, below));
}

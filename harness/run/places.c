/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/places.h"

#include "harness/tables/csv.h"
#include "harness/tables/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ss_places_write(FILE *out, const ss_bodies *bodies, const char *solver, const char *moment)
{
    for (size_t b = 0; b < bodies->n; ++b) {
        const ss_shape *const shape = ss_bodies_shape(bodies, b);
        if (ss_bodies_is_parked(bodies, b) ||
            (b >= bodies->n_moving && bodies->radius[b] == INFINITY))
            continue;
        const double *const x = bodies->x + 3 * b, *const q = bodies->orientation + 4 * b;
        const double *const v = bodies->v + 6 * b;
        const ss_bodies_row row = {.solver = solver,
                                   .moment = moment,
                                   .body = b,
                                   .radius_m = shape->kind->round ? bodies->radius[b] : NAN,
                                   .x_m = x[0],
                                   .y_m = x[1],
                                   .z_m = x[2],
                                   .qw = q[0],
                                   .qx = q[1],
                                   .qy = q[2],
                                   .qz = q[3],
                                   .vx_m_per_s = v[0],
                                   .vy_m_per_s = v[1],
                                   .vz_m_per_s = v[2],
                                   .wx_rad_per_s = v[3],
                                   .wy_rad_per_s = v[4],
                                   .wz_rad_per_s = v[5],
                                   .shape = shape->kind->name,
                                   .outline = bodies->shape[b],
                                   .material = bodies->material[b]};
        ss_bodies_write(out, &row);
    }
}

bool ss_places_read(ss_bodies *bodies, const char *path)
{
    static const char *const columns[] = {"x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"};
    const size_t n = bodies->n_moving;
    ss_error ignored = {.code = SS_ERROR_NONE};
    ss_csv csv = {.n_rows = 0};
    double *const places = malloc((7 * n + 1) * sizeof *places);
    bool good = places != NULL && ss_csv_read(&csv, path, &ignored) && csv.n_rows >= n;
    for (size_t b = 0; good && b < n; ++b) {
        double radius = 0.0, body = 0.0; /* a parked one has no row */
        good = ss_csv_real(&csv, b, "body", &body, &ignored) && body == (double)b &&
               ss_csv_real(&csv, b, "radius_m", &radius, &ignored) &&
               (radius == bodies->radius[b] || !ss_bodies_shape(bodies, b)->kind->round);
        for (size_t k = 0; good && k < 7; ++k)
            good = ss_csv_real(&csv, b, columns[k], &places[7 * b + k], &ignored) &&
                   fabs(places[7 * b + k]) < 1e100;
    }
    for (size_t b = 0; good && b < n; ++b) {
        memcpy(bodies->x + 3 * b, places + 7 * b, 3 * sizeof *places);
        memcpy(bodies->orientation + 4 * b, places + 7 * b + 3, 4 * sizeof *places);
    }
    if (good)
        memset(bodies->v, 0, 6 * n * sizeof *bodies->v);
    ss_csv_free(&csv);
    free(places);
    return good;
}

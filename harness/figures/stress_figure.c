/* The figure of stresses: meshed bodies, a quadrilateral as dark as the stress in its middle, by
 * the largest shear stress and by the pressure, a panel each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/tables/record.h"

#include <math.h>
#include <string.h>

/* What all rows that are drawn share. */
typedef struct extent {
    double low[2], high[2]; /* x, z, m */
    double shear, pressure; /* the largest, Pa; the pressure in magnitude */
    size_t n;
} extent;

static const char needed[] = "solver,step,x1_m,z1_m,x2_m,z2_m,x3_m,z3_m,x4_m,z4_m,sigma_xx_pa,"
                             "sigma_zz_pa,sigma_xz_pa";

/* A quadrilateral for gnuplot: its outline, closed, with both values at every corner. */
static bool print_part(FILE *dat, extent *e, const ss_stresses_row *r)
{
    const double corner[][2] = {{r->x1_m, r->z1_m},
                                {r->x2_m, r->z2_m},
                                {r->x3_m, r->z3_m},
                                {r->x4_m, r->z4_m},
                                {r->x1_m, r->z1_m}};
    const double shear = hypot(0.5 * (r->sigma_xx_pa - r->sigma_zz_pa), r->sigma_xz_pa);
    const double pressure = 0.5 * (r->sigma_xx_pa + r->sigma_zz_pa);
    bool finite = isfinite(shear) && isfinite(pressure);
    for (size_t k = 0; k < sizeof corner / sizeof corner[0]; ++k) {
        for (int i = 0; i < 2; ++i) {
            finite = finite && isfinite(corner[k][i]);
            e->low[i] = fmin(e->low[i], corner[k][i]);
            e->high[i] = fmax(e->high[i], corner[k][i]);
        }
        ss_data_row_of(dat, corner[k][0], corner[k][1], shear, pressure);
    }
    fputc('\n', dat);
    e->shear = fmax(e->shear, shear);
    e->pressure = fmax(e->pressure, fabs(pressure));
    ++e->n;
    return finite;
}

/* All rows of the solver and step; SS_SCENE_LAST: of the last that is there. */
static bool print_parts(FILE *dat, extent *e, const char *path, const ss_figure_subject *subject,
                        ss_error *error)
{
    const ss_table *const table = ss_rows_find("stresses");
    size_t step = subject->step;
    ss_stresses_row r;
    for (int pass = step == SS_SCENE_LAST ? 0 : 1; pass < 2; ++pass) {
        ss_stream in = {.file = NULL};
        bool ok = ss_record_stream(&in, table, path, needed, error);
        while (ok && ss_record_next(&in, table, &r, error)) {
            if (strcmp(r.solver, subject->solver) != 0)
                continue;
            if (pass == 0)
                step = step == SS_SCENE_LAST || r.step > step ? r.step : step;
            else if (r.step == step && !print_part(dat, e, &r))
                ok = ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: a number is not finite",
                                  path, in.n_lines);
        }
        ss_stream_close(&in);
        if (!ok || (error != NULL && error->code != SS_ERROR_NONE))
            return false;
    }
    return e->n > 0 || ss_error_set(error, SS_ERROR_DATA, "%s has no row of solver %s%s", path,
                                    subject->solver, step == SS_SCENE_LAST ? "" : " at that step");
}

static bool draw(const ss_figure *figure, const ss_figure_subject *subject, ss_error *error)
{
    char path[SS_PATH_SIZE];
    extent e = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    ss_figure_drawing d;
    if (!subject->table(subject, "stresses", path, error) || !ss_figure_require_gnuplot(error) ||
        !ss_figure_begin(&d, figure, "stress.gp", error))
        return false;
    const bool printed = print_parts(d.dat, &e, path, subject, error);
    const double numbers[] = {e.low[0], e.high[0], e.low[1], e.high[1], e.shear, e.pressure};
    static const char *const names[] = {"x_low",  "x_high",    "z_low",
                                        "z_high", "shear_max", "pressure_max"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k)
        ss_data_number(d.gp, names[k], numbers[k]);
    return ss_figure_end(&d, printed, error);
}

const ss_figure_kind ss_figure_kind_stress = {
    .name = "stress",
    .doc = "shear stress and pressure in meshed bodies, from stresses.csv",
    .title = "Stress",
    .lack = "stresses",
    .record = "run a scene of meshed bodies, with --frames for more than its last step (campaign: "
              "keep: [stresses])",
    .table = "stresses",
    .draw = draw,
};

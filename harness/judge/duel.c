/* Two solvers on all problems: a dot a problem, at the cost of the one and of the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/contest.h"

#include "harness/figures/axis.h"
#include "harness/figures/data.h"
#include "harness/figures/figure.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>

/* How many problems each of the two solves at the lower cost, and alone. */
typedef struct score {
    size_t cheaper[2], alone[2];
} score;

/* Print the dots, and count. */
static score print_dots(FILE *dat, const ss_profile_costs *costs, ss_axis *axis)
{
    score s = {.cheaper = {0}};
    fputs("# One row per problem: costs of both. First those that both solved; NaN: not solved\n", dat);
    for (int whole = 1; whole >= 0; --whole) {
        ss_data_gap(dat, 2);
        for (size_t k = 0; k < costs->n_problems; ++k) {
            const double a = costs->cost[2 * k], b = costs->cost[2 * k + 1];
            if ((isfinite(a) && isfinite(b)) != (whole == 1) || !(a > 0.0 && b > 0.0) ||
                (isinf(a) && isinf(b)))
                continue;
            ss_data_row_of(dat, isfinite(a) ? a : NAN, isfinite(b) ? b : NAN);
            ss_axis_include(axis, isfinite(a) ? a : b);
            ss_axis_include(axis, isfinite(b) ? b : a);
            s.cheaper[0] += whole == 1 && a < b;
            s.cheaper[1] += whole == 1 && b < a;
            s.alone[0] += isinf(b) != 0;
            s.alone[1] += isinf(a) != 0;
        }
        ss_data_end(dat);
    }
    return s;
}

bool ss_profile_draw_duel(const ss_profile_view *view, const char *folder, const char *name,
                          const char *scripts, ss_error *error)
{
    const ss_profile_costs *const costs = view->costs;
    const char *const label[2] = {view->contest->grid.contenders[0].label,
                                  view->contest->grid.contenders[1].label};
    char title[256], note[256];
    ss_axis axis = SS_AXIS_EMPTY;
    ss_figure_drawing d;
    snprintf(title, sizeof title, "%.90s against %.90s, %zu problem%s", label[0], label[1],
             costs->n_problems, ss_name_plural(costs->n_problems));
    const ss_figure figure = {.folder = folder,
                              .name = name,
                              .title = title,
                              .note = ss_profile_metrics[view->metric].cost,
                              .scripts = scripts};
    if (!ss_figure_begin(&d, &figure, "duel.gp", error))
        return false;
    const score s = print_dots(d.dat, costs, &axis);
    snprintf(note, sizeof note, "cheaper: %s on %zu, %s on %zu; alone: %zu and %zu", label[0],
             s.cheaper[0], label[1], s.cheaper[1], s.alone[0], s.alone[1]);
    ss_data_text(d.gp, "plot_remark", note);
    ss_data_number(d.gp, "low", axis.low <= axis.high ? axis.low : 1.0);
    ss_data_number(d.gp, "high", axis.low <= axis.high ? axis.high : 2.0);
    for (size_t k = 0; k < 2; ++k)
        ss_data_text(d.gp, k == 0 ? "x_title" : "y_title", label[k]);
    return ss_figure_end(&d, true, error);
}

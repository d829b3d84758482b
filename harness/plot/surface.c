/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/surface/surface_files.h"

static bool draw(const ss_plot *plot, const ss_figure *figure, const ss_plot_subject *subject,
                 ss_error *error)
{
    return ss_surface_draw(figure, plot->request->folder, subject->solver, subject->step, error);
}

const ss_plot_kind ss_plot_surface = {
    .name = "surface",
    .doc = "a growing pile and its section beside the exact one, from surface.csv",
    .title = "Growing pile, solution",
    .lack = "heights",
    .record = "made by 'stickslip grow'",
    .table = "surface.csv",
    .series = -1,
    .draw = draw,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/profile/status_map.h"

static bool draw(const ss_plot *plot, const ss_figure *figure, const ss_plot_subject *subject,
                 ss_error *error)
{
    return ss_profile_status_map_draw(figure, plot->request->folder, subject->solver, subject->step,
                                      error);
}

const ss_plot_kind ss_plot_statuses = {
    .name = "statuses",
    .doc = "which contacts stick, slide and open, sweep by sweep, from statuses.csv",
    .title = "Contact statuses",
    .lack = "traced step",
    .record = "run with --trace and --statuses",
    .table = "statuses.csv",
    .series = -1,
    .draw = draw,
};

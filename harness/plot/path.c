/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

static bool draw(const ss_plot *plot, const ss_figure *figure, const ss_plot_subject *subject,
                 ss_error *error)
{
    (void)plot;
    return ss_figure_path(figure, subject->table, subject->solver, subject->step, error);
}

const ss_plot_kind ss_plot_path = {
    .name = "path",
    .doc = "the central path by its arc length, from notes.csv",
    .title = "Central path",
    .lack = "traced step",
    .record = "run central-path with --trace",
    .table = "notes.csv",
    .series = -1,
    .draw = draw,
};

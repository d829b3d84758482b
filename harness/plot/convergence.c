/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

static bool draw(const ss_plot *plot, const ss_figure *figure, const ss_plot_subject *subject,
                 ss_error *error)
{
    (void)plot;
    return ss_figure_convergence(figure, subject->table, subject->solver, subject->step, error);
}

const ss_plot_kind ss_plot_convergence = {
    .name = "convergence",
    .doc = "eps and its four parts against the sweep, from convergence.csv",
    .title = "Convergence",
    .lack = "traced step",
    .record = "run with --trace (campaign: trace: last)",
    .table = "convergence.csv",
    .series = SS_CAMPAIGN_SERIES_convergence,
    .draw = draw,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/again.h"

static bool draw_all(ss_plot *plot, ss_error *error)
{
    static const char *const beginnings[] = {"bench-roofline", NULL};
    return ss_plot_again_named(plot, beginnings, error);
}

const ss_plot_kind ss_plot_roofline = {
    .name = "roofline",
    .doc = "the kernels under the roofs of the machine, which 'stickslip bench' left in DIR",
    .lack = "roofline",
    .record = "'stickslip bench --out DIR' draws it",
    .series = -1,
    .draw_all = draw_all,
};

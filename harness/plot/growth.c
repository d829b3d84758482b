/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/again.h"

static bool draw_all(ss_plot *plot, ss_error *error)
{
    static const char *const beginnings[] = {"growth", NULL};
    return ss_plot_again_named(plot, beginnings, error);
}

const ss_plot_kind ss_plot_growth = {
    .name = "growth",
    .doc = "costs against a count and their powers, which 'stickslip sweep' left in DIR",
    .lack = "figure of growth",
    .record = "'stickslip sweep --vary balls=...' draws it",
    .series = -1,
    .draw_all = draw_all,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/again.h"

static bool draw_all(ss_plot *plot, ss_error *error)
{
    static const char *const beginnings[] = {"profile", NULL};
    return ss_plot_again_named(plot, beginnings, error);
}

const ss_plot_kind ss_plot_profile = {
    .name = "profile",
    .doc = "the profiles that 'stickslip profile' left in DIR, in another --format or --width",
    .lack = "profile",
    .record = "'stickslip profile DIR' draws it",
    .series = -1,
    .draw_all = draw_all,
};

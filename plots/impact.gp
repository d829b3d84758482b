# impact.gp - kinetic energy, speed of the big ball and balls that have moved after an impact.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile of columns t (s), kinetic energy (J), balls
# moved by more than two radii, speed of the big ball (m/s); output_stem; plot_title. Optional:
# plot_note.

if (!exists("plot_note")) plot_note = ""
stats datafile using 3 nooutput
moved = STATS_max > 0
n_panels = 2 + moved
if (!moved) { plot_remark = "no ball of the pile moves by more than 2 radii" } # a line at 0 is no panel
natural_width = 720; natural_height = 130 + 210 * n_panels
text_height = narrow ? 140 * n_panels : 150
load "style.gp"

stats datafile using 1 nooutput
set xrange [0 : STATS_max]
eval few_tics("x", 0, STATS_max)
set lmargin 11
unset key

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout n_panels, 1 title heading noenhanced
    set format x ""
    unset xlabel
    set logscale y
    set format y "10^{%T}"
    set ylabel name("kinetic energy (J)", 14)
    plot datafile using 1:($2 > 0 ? $2 : NaN) with lines ls 2
    if (!moved) { set format x; set xlabel "time (s)" }
    set ylabel name("big ball, speed (m/s)", 15)
    plot datafile using 1:($4 > 0 ? $4 : NaN) with lines ls 2
    if (moved) {
        unset logscale y
        set format y
        set format x
        set xlabel "time (s)"
        set ylabel name("balls moved over 2 radii", 15)
        set yrange [0:*]
        plot datafile using 1:3 with steps ls 2
        set yrange [*:*]
    }
    unset multiplot
    set output
}

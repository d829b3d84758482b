# phases.gp - sweeps against the phase of a motion: a panel a scene, a line a solver through the means.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a scene and solver: phase, sweeps),
# n_panels, n_curves, panel[] (scenes), line[] (solvers); output_stem, plot_title.
# harness/figures/states.c writes all of it.

natural_width = 400 * (narrow ? 1 : n_panels)
text_height = (narrow ? n_panels : 1) * (100 + 19 * n_curves)
natural_height = text_height + 320 * (narrow ? n_panels : 1)
load "style.gp"

stats datafile using 1:2 nooutput
set xrange [STATS_min_x - 0.03:STATS_max_x + 0.03]
set yrange [0.8:2 * STATS_max_y]
set logscale y
set format y "10^{%T}"
set xlabel "phase"
set ylabel "sweeps, mean over the solved states"
set key below maxcols 1 noenhanced

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout (narrow ? n_panels : 1), (narrow ? 1 : n_panels) title heading noenhanced
    do for [p=1:n_panels] {
        set title panel[p] noenhanced
        plot for [i=1:n_curves] datafile index n_curves * (p - 1) + i - 1 using 1:2 \
                 smooth unique with linespoints ls 20 + i notitle, \
             for [i=1:n_curves] keyentry with linespoints ls 20 + i title line[i]
    }
    unset multiplot
    set output
}

# phases.gp - sweeps against the phase of a motion: a panel a scene, a line a solver through the means.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a scene and solver: phase, sweeps),
# n_panels, n_curves, panel[] (scenes), line[] (solvers); output_stem, plot_title.
# harness/study/states_figure.c writes all of it.

canvas_width = 400 * n_panels
canvas_height = 420 + 19 * n_curves
load "style.gp"

# Eight colours, five dashes and seven points, out of step with each other.
array colour[8] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7f7f7f"]
array dash[5] = ["solid", "(12,5)", "(3,4)", "(14,4,3,4)", "(7,3)"]
array mark[7] = [6, 4, 8, 12, 2, 10, 1]
do for [i=1:n_curves] {
    eval sprintf("set style line %d lc rgb '%s' lw 1.4 dt %s pt %d ps 0.7", 20 + i, \
                 colour[(i - 1) % 8 + 1], dash[(i - 1) % 5 + 1], mark[(i - 1) % 7 + 1])
}

stats datafile using 1:2 nooutput
set xrange [STATS_min_x - 0.03:STATS_max_x + 0.03]
set yrange [0.8:2 * STATS_max_y]
set logscale y
set format y "10^{%T}"
set xlabel "phase"
set ylabel "sweeps, mean over the solved states"
set key below maxcols 1 noenhanced

do for [format in "svg pdf"] {
    eval (format eq "svg") ? term_svg : term_pdf
    set output output_stem.".".format
    set multiplot layout 1, n_panels title plot_title noenhanced
    do for [p=1:n_panels] {
        set title panel[p] noenhanced
        plot for [i=1:n_curves] datafile index n_curves * (p - 1) + i - 1 using 1:2 \
                 smooth unique with linespoints ls 20 + i notitle, \
             for [i=1:n_curves] keyentry with linespoints ls 20 + i title line[i]
    }
    unset multiplot
    set output
}

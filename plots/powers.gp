# powers.gp - what grows with a number, on logarithmic axes, each curve with its fitted power.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a curve: value, then median, least
# and largest of each measure), n_curves, n_panels, parameter (its name), axis[] (a name a panel);
# by panel and curve factor[], power[] (of the line; NaN: none) and line[] (its title); output_stem,
# plot_title. harness/study/growth.c writes all of it.

canvas_width = 470 * n_panels
canvas_height = 420 + 19 * n_curves
load "style.gp"

# Eight colours, five dashes and seven points, out of step with each other.
array colour[8] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7f7f7f"]
array dash[5] = ["solid", "(12,5)", "(3,4)", "(14,4,3,4)", "(7,3)"]
array mark[7] = [6, 4, 8, 12, 2, 10, 1]
do for [i=1:n_curves] {
    eval sprintf("set style line %d lc rgb '%s' lw 1.4 dt %s pt %d ps 0.9", 20 + i, \
                 colour[(i - 1) % 8 + 1], dash[(i - 1) % 5 + 1], mark[(i - 1) % 7 + 1])
}

stats datafile using 1 nooutput
set xrange [STATS_min / 1.3:STATS_max * 1.3]
set logscale xy
set format x "%g"
set format y "10^{%T}"
set xlabel parameter noenhanced
set key below maxcols 1 noenhanced title "measured, and the power of ".parameter." fitted to it" noenhanced
law(p, i, x) = factor[n_curves * (p - 1) + i] * x ** power[n_curves * (p - 1) + i]

do for [format in "svg pdf"] {
    eval (format eq "svg") ? term_svg : term_pdf
    set output output_stem.".".format
    set multiplot layout 1, n_panels title plot_title noenhanced
    do for [p=1:n_panels] {
        set ylabel axis[p] noenhanced
        c = 3 * p - 1
        plot for [i=1:n_curves] datafile index i - 1 using 1:c:(column(c + 1)):(column(c + 2)) \
                 with yerrorbars ls 20 + i dt solid notitle, \
             for [i=1:n_curves] law(p, i, x) with lines ls 20 + i notitle, \
             for [i=1:n_curves] keyentry with linespoints ls 20 + i title line[n_curves * (p - 1) + i]
    }
    unset multiplot
    set output
}

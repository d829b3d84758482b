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

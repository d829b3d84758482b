# powers.gp - what grows with a number, on logarithmic axes, each curve with its fitted power.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a curve: value, then median, least
# and largest of each measure), n_curves, n_panels, parameter (its name), axis[] (a name a panel);
# by panel and curve factor[], power[] (of the line; NaN: none) and line[] (its title); output_stem,
# plot_title. harness/judge/growth.c writes all of it.

natural_width = 470 * (narrow ? 1 : n_panels)
text_height = (narrow ? n_panels : 1) * ((narrow ? 140 : 110) + 19 * n_curves)
natural_height = text_height + 310 * (narrow ? n_panels : 1)
load "style.gp"

stats datafile using 1 nooutput
set xrange [STATS_min / 1.3:STATS_max * 1.3]
set logscale xy
set format x "%g"
if (STATS_max < 30 * STATS_min) {
    set xtics ("" 0.1 * STATS_min)
    do for [e=floor(log10(STATS_min)):ceil(log10(STATS_max))] { do for [m in "1 2 5"] { set xtics add (m * 10.0**e) } }
}
set format y "10^{%T}"
set xlabel parameter noenhanced offset 0,(narrow ? 0.4 : 0)
set key below maxcols 1 noenhanced title name("measured, and the power of ".parameter." fitted to it", 36) noenhanced
law(p, i, x) = factor[n_curves * (p - 1) + i] * x ** power[n_curves * (p - 1) + i]

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout (narrow ? n_panels : 1), (narrow ? 1 : n_panels) title heading noenhanced
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

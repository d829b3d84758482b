# powers.gp - what grows with a number, on logarithmic axes, each curve with its fitted power.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a curve: value, then median, least
# and largest of each measure), n_curves, n_panels, parameter (its name), axis[] (a name a panel);
# line[] (a curve's title); by panel and curve factor[], power[] (of the line; NaN: none), from[] and
# to[] (the values it was fitted over); output_stem, plot_title. harness/judge/growth.c writes all of
# it. Optional: plot_note, a second line under the title.

natural_width = 430 * (narrow ? 1 : n_panels)
longest = 0
do for [i=1:n_curves] { longest = longest > strlen(name(line[i], 48)) ? longest : strlen(name(line[i], 48)) }
# Two columns where both have room: gnuplot leaves out entries that have none.
key_columns = narrow || n_curves < 3 || 2 * (9 * longest + 60) > natural_width ? 1 : 2
key_rows = (n_curves + key_columns - 1) / key_columns
text_height = 150 + 19 * key_rows
natural_height = text_height + 310 * (narrow ? n_panels : 1)
load "style.gp"
key_height = 19 * key_rows + 30
top = heading_height + 14
bottom = sheet_height - key_height - 14
down = (bottom - top) / (narrow ? 1.0 * n_panels : 1.0)
across = (sheet_width - 8) / (narrow ? 1.0 : 1.0 * n_panels)

stats datafile using 1 nooutput
value_low = STATS_min
value_high = STATS_max
set format y "10^{%T}"
line_of(p, i) = n_curves * (p - 1) + i
fitted(p, i, x) = x >= 0.999 * from[line_of(p, i)] && x <= 1.001 * to[line_of(p, i)]
law(p, i, x) = fitted(p, i, x) ? factor[line_of(p, i)] * x ** power[line_of(p, i)] : NaN
set samples 400

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 1 heading at screen 0.5, screen Y(17) center noenhanced
    set xrange [value_low / 1.3:value_high * 1.3]
    set logscale xy
    set format x "%g"
    if (value_high < 30 * value_low) {
        set xtics ("" 0.1 * value_low)
        do for [e=floor(log10(value_low)):ceil(log10(value_high))] { do for [m in "1 2 5"] { set xtics add (m * 10.0**e) } }
    }
    unset key
    do for [p=1:n_panels] {
        left = narrow ? 0 : across * (p - 1)
        over = narrow ? top + down * (p - 1) : top
        set lmargin at screen X(left + 66)
        set rmargin at screen X(left + across - 8)
        set tmargin at screen Y(over + 8)
        set bmargin at screen Y(over + down - 44)
        set xlabel parameter noenhanced offset 0,0.4
        set ylabel axis[p] noenhanced
        c = 3 * p - 1
        if (exists("told") ? told[p] == 0 : 0) { # what has no points has no range of its own
            set yrange [1:10]
            set label 2 untold[p] at graph 0.5, 0.5 center noenhanced
            plot NaN notitle
        } else {
            plot for [i=1:n_curves] datafile index i - 1 using 1:c:(column(c + 1)):(column(c + 2)) \
                     with yerrorbars ls 20 + i dt solid notitle, \
                 for [i=1:n_curves] law(p, i, x) with lines ls 20 + i notitle
        }
        unset label 1; unset label 2; set yrange [*:*]
    }
    # A frame without a plot: one key for all panels.
    set lmargin at screen X(8); set rmargin at screen X(sheet_width - 8)
    set tmargin at screen Y(bottom); set bmargin at screen Y(sheet_height - 6)
    unset border; unset tics; unset xlabel; unset ylabel; unset logscale; unset grid
    set xrange [0:1]; set yrange [0:1]
    set key inside center center vertical maxrows key_rows Left reverse noenhanced samplen 2.5 spacing 1.1 \
        title name("measured; lines: its power of ".parameter." in each panel, fitted over the values drawn", 50)
    plot NaN notitle, for [i=1:n_curves] keyentry with linespoints ls 20 + i title name(line[i], 48)
    unset multiplot
    set output
    set border 31; set tics; set yrange [*:*]
}

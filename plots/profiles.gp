# profiles.gp - performance or data profiles, ECDF: fraction of the problems, or of their pairs with
# targets, against tau or the budget.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a solver, of columns x and fraction,
# a right-continuous step function; behind them a block a band: x, low, high), n_curves, n_bands, array curve (their names), x_low, x_high, x_title,
# output_stem, plot_title. Optional: y_title; plot_note, a second line under the title.

if (!exists("plot_note")) plot_note = ""

# Names stand at the ends of their curves, a line each, where all have room; else in a key, whose rows
# are 19 points: the canvas grows with it.
line_height = 13.5
named = !narrow && n_curves * line_height <= 300
text_height = (narrow ? 200 : 116) + (named ? 0 : 19 * (narrow ? n_curves : int((n_curves + 1) / 2)))
natural_height = 320 + text_height
load "style.gp"

# Before the axes are logarithmic, where stats refuses.
# About six marks a curve, each curve's shifted so that curves on top of each other stay distinct.
array stride[n_curves]
array ends_at[n_curves] # a curve's highest fraction, its last
do for [i=1:n_curves] {
    undefine STATS_*
    stats datafile index i - 1 using 2 nooutput
    stride[i] = STATS_records > 8 ? int(STATS_records / 6) : 1
    ends_at[i] = STATS_max
}

eval put_heading
set xlabel name(x_title, 34)."\n" offset 0,0.4 noenhanced # a blank line keeps the key away
set ylabel name(exists("y_title") ? y_title : "fraction of the problems", 16)
set key noenhanced
if (narrow) { set key maxcols 1 }
set format x "%g"
if (x_high / x_low >= 8) { set logscale x (x_high / x_low < 500 ? 2 : 10) }
set xrange [x_low:x_high]
set yrange [-0.02:1.04]
set ytics 0.2

if (named) {
    top = heading_height + 14
    bottom = sheet_height - 52
    longest = 0
    do for [i=1:n_curves] { longest = strlen(curve[i]) > longest ? strlen(curve[i]) : longest }
    right = sheet_width - 36 - 6.6 * longest
    set rmargin at screen X(right)
    set bmargin at screen Y(bottom)
    unset key
    height(f) = bottom - (f + 0.02) / 1.06 * (bottom - top) # of a fraction on the sheet
    n_names = n_curves
    array wished[n_names]
    do for [i=1:n_names] { wished[i] = height(ends_at[i]) }
    eval part_names
    do for [i=1:n_names] {
        set arrow 100 + i from screen X(right), Y(height(ends_at[i])) to screen X(right + 16), Y(name_y[i]) nohead \
            lc rgb curve_colour[i] lw 0.7
        set label 100 + i curve[i] at screen X(right + 26), Y(name_y[i]) left noenhanced \
            tc rgb curve_colour[i] eq colour[13] ? "#606060" : curve_colour[i]
        set label 200 + i "" at screen X(right + 20), Y(name_y[i]) point ls 20 + i
    }
}

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot for [i=1:(exists("n_bands") ? n_bands : 0)] datafile index n_curves + i - 1 using 1:2:3 with filledcurves \
             ls 20 + i fs transparent solid 0.15 noborder notitle, \
         for [i=1:n_curves] datafile index i - 1 using 1:2 with steps ls 20 + i notitle, \
         for [i=1:n_curves] datafile index i - 1 using 1:2 \
             every stride[i]::(stride[i] > 1 ? i % stride[i] : 0) with points ls 20 + i notitle, \
         for [i=1:n_curves] keyentry with linespoints ls 20 + i title curve[i]
    set output
}

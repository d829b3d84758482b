# breakaway.gp - who moves on which slope: the speed from rest after a time against the slope, a curve a law.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a curve: angle in degrees, speed), n_curves, curve[];
# output_stem, plot_title. harness/papers/group_figures.c writes all of it. Optional: plot_note.

text_height = 110 + 19 * (narrow ? n_curves : (n_curves + 1) / 2)
natural_height = text_height + 300
natural_width = 640
load "style.gp"

eval put_heading
set xlabel "slope (degrees)"
set ylabel "speed at the end (m/s)"
set yrange [0:*]
set key noenhanced
if (narrow) { set key maxcols 1 }

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot for [i=1:n_curves] datafile index i - 1 using 1:(abs($2) < 1e-9 ? 0 : $2) with linespoints ls 20 + i title curve[i]
    set output
}

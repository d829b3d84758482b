# duel.gp - two solvers: a dot a problem, at the cost of the one and of the other.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (two blocks of costs of both: problems that
# both solved; those that one did not, NaN for it); low, high, the least and largest cost; x_title,
# y_title, who they are; output_stem; plot_title. Optional: plot_note, plot_remark.

if (!exists("plot_note")) plot_note = ""
natural_width = 520; natural_height = 560
text_height = 150
load "style.gp"

from = low / 1.6; to = high * 2.5; edge = high * 1.8
eval put_heading
set size square
set logscale xy
set xrange [from : to]
set yrange [from : to]
set xlabel "cost of ".x_title noenhanced offset 0,0.3
set ylabel "cost of ".y_title noenhanced
set key below horizontal center maxcols 2
set arrow 1 from from, from to to, to nohead ls 11
set label 2 "above the line the solver of the x axis is cheaper" at graph 0.03, 0.96 left font small

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot [from:to] x / 2 with lines lc rgb "#909090" dt (8,4) title "a factor of 2", 2 * x with lines lc rgb "#909090" dt (8,4) notitle, \
        datafile index 0 using 1:2 with points pt 7 ps 0.7 lc rgb "#0072b2" title "both solved it", \
        datafile index 1 using ($1 > 0 ? $1 : edge):($2 > 0 ? $2 : edge) with points pt 2 ps 0.9 lc rgb "#d55e00" title "one did not, at the edge"
    set output
}

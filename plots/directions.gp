# directions.gp - the directions of the normals of loaded contacts, polar, a curve a run; the dashed
# circle is what a uniform law would be. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a run: direction (deg), share of the
# contacts); n_runs; curve[] (a name a run); output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = 640; natural_height = 560
text_height = narrow ? 220 : 130
plot_remark = "distance from the middle: share of the contacts in 10 degrees; dashed: uniform, 1/36"
load "style.gp"

stats datafile using 2 nooutput
most = 1.15 * STATS_max
set size ratio -1
set xrange [-most : most]
set yrange [-most : most]
unset xtics
unset ytics
unset grid
# The middle, and a scale: circles of a round share.
set label 1 "" at 0, 0 point pt 1 ps 0.8 lc rgb "#606060"
round_share = nice(0.9 * STATS_max)
do for [k=1:2] {
    set label 1 + k sprintf("%g", 0.5 * k * round_share) at 0, -0.5 * k * round_share center font small tc rgb "#606060" offset 0, 0.6
}
set samples 400
set xlabel "x"
set ylabel "z"
eval key_beside(16)
bins = 36 # of a curve, which its last and its first point close
uniform = 1.0 / bins
rad = pi / 180

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    eval put_heading
    plot for [k=1:n_runs] datafile index k - 1 using ($2 * cos(rad * $1)):($2 * sin(rad * $1)) \
            with linespoints ls (20 + k) ps 0.5 title curve_name(k, n_runs) noenhanced, \
        for [k=1:n_runs] datafile index k - 1 every bins - 1 using ($2 * cos(rad * $1)):($2 * sin(rad * $1)) \
            with lines ls (20 + k) notitle, \
        "+" using (uniform * cos(2 * pi * ($0 / 399.0))):(uniform * sin(2 * pi * ($0 / 399.0))) \
            with lines lc rgb "#606060" dt (8,4) title "uniform", \
        for [k=1:2] "+" using (0.5 * k * round_share * cos(2 * pi * ($0 / 399.0))):(0.5 * k * round_share * sin(2 * pi * ($0 / 399.0))) \
            with lines lc rgb "#c0c0c0" lw 0.5 notitle
    set output
}

# commits.gp - what fixed runs cost from build to build, one curve per solver.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a curve: number of the baseline, work over
# the first's, runs more that are not solved); n_baselines, array baseline, their names; n_curves, array curve;
# output_stem; plot_title. Optional: plot_note, a second line under the title.

if (!exists("plot_note")) plot_note = ""
longest = 0
do for [k=1:n_baselines] { if (strlen(baseline[k]) > longest) { longest = strlen(baseline[k]) } }
foot = 24 + 3.4 * longest
text_height = 140 + foot
natural_height = text_height + 280
load "style.gp"

eval put_heading
eval key_beside(26)
set key noenhanced
set bmargin at screen Y(sheet_height - foot)
if (narrow) { unset bmargin }
set xrange [0.7:n_baselines + 0.3]
set xtics () rotate by 40 right noenhanced font small
do for [k=1:n_baselines] { set xtics add (baseline[k] k) }
set ylabel name("work over the first's", 16)
set logscale y 2
set yrange [*:*]
stats datafile using 2 nooutput
if (STATS_max < 1.1 && STATS_min > 0.9) { set yrange [0.8:1.25] }
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead ls 11 back

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot for [i=1:n_curves] datafile index i - 1 using 1:2 with linespoints ls 20 + i title curve[i], \
         for [i=1:n_curves] datafile index i - 1 using ($3 > 0 ? $1 : NaN):2 with points pt 2 ps 1.4 lw 1.4 lc rgb "#000000" notitle
    set output
}

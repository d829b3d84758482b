# steps.gp - what a step costs: the share of the steps solved within so many work units, and below it
# the CPU time of a step by its parts, one bar per solver.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a curve: work units, share; behind them
# a row a curve of n_parts parts, ms a step); n_curves, n_parts; arrays curve and part, their names;
# x_low, x_high, x_log; output_stem; plot_title. Optional: plot_note, a second line under the title.

if (!exists("plot_note")) plot_note = ""
bar = 19
sheet_narrow = exists("canvas_width") && canvas_width < 480
bars_height = bar * n_curves + (sheet_narrow ? 166 : 92)
natural_width = 720
text_height = 120 + bars_height
natural_height = text_height + 280
load "style.gp"

longest = 0
do for [k=1:n_curves] { if (strlen(curve[k]) > longest) { longest = strlen(curve[k]) } }
left = longest * 5.6 + 46 < 0.5 * sheet_width ? longest * 5.6 + 46 : 0.5 * sheet_width
if (left < 70) { left = 70 }
split = sheet_height - bars_height
stats datafile index n_curves using (sum [k=1:n_parts] (column(k) == column(k) ? column(k) : 0)) nooutput
longest_bar = STATS_max > 0 ? STATS_max : 1
hues = "#c8c8c8 #909090 #606060 #0072b2 #e69f00"
from(k) = k < 1 ? 0 : from(k - 1) + (column(k) == column(k) ? column(k) : 0) # sum of the first k parts

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 99 heading at screen 0.5, Y(17) center noenhanced
    set tmargin at screen Y(heading_height + 14)
    set bmargin at screen Y(split - 56)
    set lmargin at screen X(left)
    set rmargin at screen X(sheet_width - 18)
    if (x_log) { set logscale x; set format x "10^{%T}" }
    set xrange [x_low:x_high]
    set yrange [0:1.03]
    set ytics 0.2
    set xlabel "work units of a step" offset 0,0.4
    set ylabel name("share of the steps solved", 16)
    unset key # the bars' names are one
    plot for [i=1:n_curves] datafile index i - 1 using 1:2 with steps ls 20 + i notitle, \
         for [i=1:n_curves] datafile index i - 1 using 1:2 every (i + 29)::i with points ls 20 + i notitle
    unset label 99
    unset logscale
    set format x "%g"
    set tmargin at screen Y(split)
    set bmargin at screen Y(sheet_height - (narrow ? 150 : 92))
    set xrange [0:1.02 * longest_bar]
    set yrange [n_curves + 0.5:0.5]
    set xtics autofreq
    eval few_tics("x", 0, longest_bar)
    set ytics () noenhanced font small scale 0 offset -28 * 1.0 / 7,0
    do for [k=1:n_curves] {
        set ytics add (curve[k] k)
        set arrow k from screen X(left - 30), first k to screen X(left - 4), first k nohead ls 20 + k
        set label k "" at screen X(left - 17), first k point ls 20 + k
    }
    set xlabel "CPU time of a step (ms)" offset 0,0.4
    unset ylabel
    set key at screen 0.5, Y(sheet_height - 4) bottom center horizontal maxcols (narrow ? 1 : 5) Left reverse samplen 1.2 spacing 1.2 font "" noopaque
    plot for [p=1:n_parts] datafile index n_curves using (0.5 * (from(p - 1) + from(p))):($0 + 1):(0.5 * (from(p) - from(p - 1))):(0.36) \
             with boxxyerror fs solid 1 border lc rgb "#ffffff" lc rgb word(hues, p) notitle, \
         for [p=1:n_parts] keyentry with boxes fs solid 1 noborder lc rgb word(hues, p) title part[p]
    unset multiplot
    unset arrow; unset label
    set xtics autofreq; set ytics autofreq enhanced
    set output
}

# costs.gp - CPU time or sweeps of a step against a parameter, both logarithmic, a curve a solver. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a curve: value, CPU time a step (s) or
# sweeps, share of the steps at the cap); over, the parameter; cost, cpu_s_per_step or sweeps_solved; ticks, its values as `set xtics` takes them;
# n_curves; arrays curve, the names, and panel, 1 or 2; output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
array shown[2] = [0, 0]
do for [i=1:n_curves] { shown[panel[i]] = shown[panel[i]] + 1 }
n_panels = (shown[1] > 0) + (shown[2] > 0)
rows = shown[1] > shown[2] ? shown[1] : shown[2]
natural_width = 620 * (narrow ? 1 : n_panels)
natural_height = (narrow ? n_panels : 1) * 560 + 22 * (narrow ? shown[1] + shown[2] : rows > 16 ? rows - 16 : 0)
text_height = narrow ? 100 * n_panels + 22 * (shown[1] + shown[2]) : 150
load "style.gp"

ms = cost eq "cpu_s_per_step" ? 1e3 : 1
stats datafile using 3 nooutput # before there are ranges, to which stats keeps
ringed = STATS_max > 0
stats datafile using ($1 > 0 ? $1 : NaN) nooutput; x_low = STATS_min; x_high = STATS_max
stats datafile using ($1 > 0 ? ms * $2 : NaN) nooutput
set xrange [x_low / 1.2 : x_high * 1.2]
set yrange [STATS_min / 1.5 : STATS_max * 1.5]
set logscale xy
eval "set xtics ".ticks
set format y "10^{%T}"
set xlabel (over eq "balls" ? "balls N" : over eq "n" ? "discs of a row, n" : "friction coefficient mu") noenhanced
set ylabel (cost eq "cpu_s_per_step" ? "CPU time per step (ms)" : "sweeps")
set lmargin 10
eval key_beside(26)
set key noenhanced maxcols 1
panel_title(p) = p == 1 ? "local solvers, in nlgs" : "outer solvers"

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout (narrow ? n_panels : 1), (narrow ? 1 : n_panels) title heading noenhanced
    do for [p=1:2] {
        if (shown[p] > 0) {
            set title panel_title(p)
            plot for [i=1:n_curves] datafile index i - 1 using (panel[i] == p && $1 > 0 ? $1 : NaN):(ms * $2) \
                    with linespoints ls 20 + i notitle, \
                for [i=1:n_curves] datafile index i - 1 \
                    using (panel[i] == p && $1 > 0 && $3 > 0 ? $1 : NaN):(ms * $2) \
                    with points pt 6 ps 2.0 lc rgb "#000000" lw 0.8 notitle, \
                for [i=1:n_curves] keyentry with linespoints ls 20 + i \
                    title (panel[i] == p ? curve[i] : ""), \
                keyentry with points pt 6 ps 2.0 lc rgb "#000000" lw 0.8 \
                    title (ringed ? "capped steps" : "")
        }
    }
    unset multiplot
    set output
}

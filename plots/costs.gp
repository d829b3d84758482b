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

# In each panel who gets farthest comes first in the key, of those at the least cost there; all but the
# first six are thin and grey.
array reach[n_curves]; array cost_there[n_curves]; array rank[n_curves]; array at[n_curves]
do for [i=1:n_curves] {
    reach[i] = 0; cost_there[i] = 0
    stats datafile index i - 1 using ($1 > 0 && $2 > 0 && $1 >= reach[i] ? (reach[i] = $1, cost_there[i] = $2) : NaN) nooutput
}
do for [i=1:n_curves] {
    rank[i] = 1
    do for [j=1:n_curves] {
        ahead = reach[j] > reach[i] || (reach[j] == reach[i] && (cost_there[j] < cost_there[i] || (cost_there[j] == cost_there[i] && j < i)))
        rank[i] = rank[i] + (panel[j] == panel[i] && ahead)
    }
}
# Grey is the last colour of style.gp's list; no two that stand back are drawn alike.
styled = " "
do for [i=1:n_curves] {
    look = rank[i] > 6 ? "m".look_of(i)[2:*] : look_of(i)
    while (rank[i] > 6 && strstrt(styled, " ".look." ") > 0) { look = variant(look) }
    styled = styled.look." "
}
looks = styled
load "style.gp"
# The curve of panel p that stands at place k; 0: none.
of_place(p, k, i) = i == 0 ? 0 : panel[i] == p && rank[i] == k ? i : of_place(p, k, i - 1)

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
            do for [k=1:shown[p]] { at[k] = of_place(p, k, n_curves) }
            plot for [k=shown[p]:1:-1] datafile index at[k] - 1 using ($1 > 0 ? $1 : NaN):(ms * $2) \
                    with linespoints ls 20 + at[k] notitle, \
                for [k=1:shown[p]] datafile index at[k] - 1 using ($1 > 0 && $3 > 0 ? $1 : NaN):(ms * $2) \
                    with points pt 6 ps 1.6 lc rgb "#606060" lw 0.6 notitle, \
                for [k=1:shown[p]] keyentry with linespoints ls 20 + at[k] title curve[at[k]], \
                keyentry with points pt 6 ps 1.6 lc rgb "#606060" lw 0.6 \
                    title (ringed ? "capped steps" : "")
        }
    }
    unset multiplot
    set output
}

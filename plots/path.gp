# path.gp - a central path by its arc length: tau, E1, the turns and the steps.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (columns arc, tau/tau_ref, E1, step, turns so
# far), output_stem (a file of that name a format), plot_title.
# Optional: plot_note, a second line under the title.

if (!exists("plot_note")) plot_note = ""
natural_height = 560
text_height = narrow ? 220 : 150
load "style.gp"

stats datafile using 1 nooutput
eval share_out(0.66, 54)
set lmargin 10
set rmargin 3
set xrange [0:STATS_max > 0 ? STATS_max : 1]
set logscale y
set format y "10^{%T}"
unset mytics

# A turn: the first point after tau has changed its direction.
before = 0
turned(t) = (is_turn = t > before, before = t, is_turn)

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot title heading noenhanced

    eval upper_panel
    set ylabel "tau by its start, E1"
    set ytics autofreq
    unset xlabel
    set format x ""
    set key inside right top vertical maxcols 1
    before = 0
    plot datafile using 1:2 with lines ls 1 title "tau", \
         datafile using 1:3 with lines ls 2 title "E1", \
         datafile using 1:(turned($5) ? $2 : NaN) with points ls 1 title "turn"

    eval lower_panel
    set ylabel "step"
    if (narrow) { set ytics 100 }
    set xlabel "arc length" offset 0,0.4
    set format x "%g"
    unset key
    plot datafile using 1:($4 > 0 ? $4 : NaN) with linespoints ls 3
    unset multiplot
    set output
}

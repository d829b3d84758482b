# polarization.gp - how much of the friction of the walls of a silo is mobilised, against time, and what
# is left on its floor. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile of columns t (s), P_n, P_c, P_s, force on the
# floor over the weight; output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = 760; natural_height = 480
text_height = narrow ? 240 : 150
load "style.gp"

stats datafile using 1 nooutput
set xrange [0 : STATS_max]
eval few_tics("x", 0, STATS_max)
set yrange [*:*]
set xlabel "time (s)"
set ylabel "share (no unit)"
eval key_beside(24)
set arrow 1 from graph 0, first 0.5 to graph 1, first 0.5 nohead lc rgb "#606060" lw 0.8 dt (8,4)

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    eval put_heading
    plot datafile using 1:2 with lines lc rgb "#0072b2" lw 1.2 title "P_n, by force", \
        datafile using 1:3 with lines lc rgb "#d55e00" lw 1.2 title "P_c, by number", \
        datafile using 1:4 with lines lc rgb "#009e73" lw 1.2 title "P_s, upwards", \
        datafile using 1:5 with lines lc rgb "#000000" lw 1.2 title "floor / weight"
    set output
}

# contacts.gp - contacts that are posed and contacts that carry in the course of a discharge, their
# difference, and the balls out. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile of columns t (s), potential, effective, out;
# out_20, out_70, when 20 % and 70 % of the balls are out (s; -1: never); output_stem; plot_title.
# Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = 720; natural_height = 620
text_height = narrow ? 340 : 150
plot_remark = "dashed lines: 20 % and 70 % of the balls are out"
load "style.gp"

stats datafile using 1 nooutput
set xrange [0 : STATS_max]
eval few_tics("x", 0, STATS_max)
set lmargin 10
eval key_beside(22)
if (out_20 >= 0) { set arrow 1 from out_20, graph 0 to out_20, graph 1 nohead lc rgb "#606060" lw 1.0 dt (8,4) front }
if (out_70 >= 0) { set arrow 2 from out_70, graph 0 to out_70, graph 1 nohead lc rgb "#606060" lw 1.0 dt (8,4) front }

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout 2, 1 title heading noenhanced
    set format x ""
    unset xlabel
    set ylabel "contacts"
    set yrange [0:*]
    plot datafile using 1:2 with lines ls 2 lw 1.2 dt solid title "posed, N_p", \
        datafile using 1:3 with lines lc rgb "#d55e00" lw 1.2 title "carrying, N_e", \
        datafile using 1:($2 - $3) with lines lc rgb "#909090" lw 1.0 title "N_p - N_e"
    set format x
    set xlabel "time (s)"
    set ylabel name("balls out of the silo", 14)
    plot datafile using 1:4 with lines ls 2 dt solid notitle
    unset multiplot
    set output
}

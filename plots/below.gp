# below.gp - effective contacts below the orifice of a silo, and balls out of it, against the friction
# coefficient. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile of columns mu, contacts, balls: of each run; t_end
# (s); output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = 720; natural_height = 640
text_height = narrow ? 320 : 150
plot_remark = sprintf("%.3g s after the gate opens", t_end)
load "style.gp"

stats datafile using 1 nooutput
pad = STATS_max > STATS_min ? 0.06 * (STATS_max - STATS_min) : 0.1
set xrange [STATS_min - pad : STATS_max + pad]
set yrange [0:*]
set lmargin 10
eval key_beside(22)

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout 2, 1 title heading noenhanced
    set format x ""
    unset xlabel
    set ylabel name("effective contacts below", 18)
    plot datafile using 1:2 smooth unique with lines ls 2 title (narrow ? "" : "mean"), \
        datafile using 1:2 with points pt 6 ps 0.9 lc rgb "#000000" title (narrow ? "" : "each run")
    set format x
    set xlabel "friction coefficient mu"
    set ylabel name("balls out of the silo", 14)
    plot datafile using 1:3 smooth unique with lines ls 2 title "mean", \
        datafile using 1:3 with points pt 6 ps 0.9 lc rgb "#000000" title "each run"
    unset multiplot
    set output
}

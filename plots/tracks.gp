# tracks.gp - where a large disc and the small one that began beside it are after each period.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile with two blocks (index 0 the large disc, index 1
# the small one) of columns x, z, radius in metres, a line a period; width; floor_z; output_stem;
# plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
mm = 1e3
stats datafile using (mm * ($2 + $3)) nooutput
low = mm * floor_z; high = STATS_max + 0.04 * (STATS_max - low); pad = 0.03 * mm * width
aspect = (high - low + pad) / (mm * width + 2 * pad)
panel_width = 360
natural_width = (narrow ? 1 : 2) * panel_width + 150
natural_height = (narrow ? 2 : 1) * (panel_width * aspect + 75) + 75
text_height = 150
load "style.gp"

set size ratio -1
set xrange [-pad : mm * width + pad]
set yrange [low - pad : high]
set xlabel "x (mm)"
set ylabel "z (mm)"
unset key
unset grid
set arrow 1 from 0, low to mm * width, low nohead ls 12 back
set arrow 2 from 0, low to 0, high nohead ls 12 back
set arrow 3 from mm * width, low to mm * width, high nohead ls 12 back

array disc[2] = ["large disc (circle: at the start)", "small disc that began beside it"]
do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout (narrow ? 2 : 1), (narrow ? 1 : 2) title heading noenhanced
    do for [i=1:2] {
        set title disc[i]
        plot datafile index i - 1 every ::0::0 using (mm * $1):(mm * $2):(mm * $3) \
                with circles fillstyle solid 1.0 border lc rgb "#909090" lc rgb "#e4e4e4" lw 0.6, \
            datafile index i - 1 using (mm * $1):(mm * $2) with lines lc rgb "#808080" lw 0.6, \
            datafile index i - 1 using (mm * $1):(mm * $2) with points pt 7 ps 0.25 lc rgb "#000000"
    }
    unset multiplot
    set output
}

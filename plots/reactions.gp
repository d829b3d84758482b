# reactions.gp - normal and vertical force of the side walls in the course of a period, beside the
# mean pressure. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile of columns t (s), then mean over the periods of
# N (N), V (N), p (Pa), then the same of the first period; period (s); flies, leaves, lands: when a
# body that does not bounce leaves the floor and lands on it (s; lands may be in the next period);
# weight (N); periods; output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
ms = 1e3
natural_width = 720; natural_height = 640
text_height = narrow ? 420 : 150
plot_remark = "shaded: flight of a block that does not bounce"
load "style.gp"

set xrange [0 : ms * period]
set lmargin 10
set rmargin 10
set key below horizontal center maxcols 3 Left reverse samplen 3 spacing 1.2 height 0.5
if (narrow) { set key maxcols 1 samplen 2.5 }
eval few_tics("x", 0, ms * period)
# The flight: what is beyond the end of the period is its beginning.
if (flies) {
    set object 1 rectangle from first ms * leaves, graph 0 \
        to first (lands > period ? ms * period : ms * lands), graph 1 behind \
        fillcolor rgb "#eef3f8" fillstyle solid noborder
}
if (flies && lands > period) {
    set object 2 rectangle from first 0, graph 0 to first ms * (lands - period), graph 1 behind \
        fillcolor rgb "#eef3f8" fillstyle solid noborder
}

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout 2, 1 title heading noenhanced
    set format x ""
    unset xlabel
    set ylabel "N (N)"
    set y2label "mean pressure (Pa)"
    set ytics nomirror
    set y2tics
    set yrange [0:*]
    set y2range [0:*]
    plot datafile using (ms * $1):5 with lines lc rgb "#a0a0a0" lw 1.0 title "N, one period", \
        datafile using (ms * $1):2 with lines ls 2 title sprintf("N, mean of %d", periods), \
        datafile using (ms * $1):4 axes x1y2 with lines ls 3 title "pressure"
    unset y2tics
    unset y2label
    set format x
    set xlabel name("time in the period (ms); 0: the vessel is at its lowest point", 42)
    set ylabel "V (N), upwards"
    set yrange [*:*]
    set xzeroaxis ls 11
    plot datafile using (ms * $1):6 with lines lc rgb "#a0a0a0" lw 1.0 title "V, one period", \
        datafile using (ms * $1):3 with lines ls 2 title sprintf("V, mean of %d", periods)
    unset xzeroaxis
    unset multiplot
    set output
}

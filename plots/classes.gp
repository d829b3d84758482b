# classes.gp - mean heights of three size classes in a shaken box, their rank index, and the share of
# the large ones in the top third. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile of columns t (s), mean heights of the small, the
# middle and the large ones (m), rank index, large on top; output_stem; plot_title. Optional:
# plot_note.

if (!exists("plot_note")) plot_note = ""
mm = 1e3
natural_width = 720; natural_height = 640
text_height = narrow ? 400 : 150
load "style.gp"

stats datafile using 1 nooutput
set xrange [0 : STATS_max]
eval few_tics("x", 0, STATS_max)
set lmargin 10
eval key_beside(24)

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout 2, 1 title heading noenhanced
    set format x ""
    unset xlabel
    set ylabel name("mean height above the floor (mm)", 22)
    plot datafile using 1:(mm * $4) with lines ls 2 title "large", \
        datafile using 1:(mm * $3) with lines ls 3 title "middle", \
        datafile using 1:(mm * $2) with lines ls 4 title "small"
    set format x
    set xlabel "time (s)"
    set ylabel "1: segregated"
    if (narrow) { set ytics 0.25 }
    set yrange [-0.25:1.05]
    plot datafile using 1:6 with lines ls 2 title "large on top", \
        datafile using 1:5 with lines ls 3 title "rank index S", \
        1.0 / 3.0 with lines lc rgb "#707070" dt (2,3) title "on top if mixed", \
        0.9 with lines lc rgb "#707070" dt (8,4) title "0.9: nearly all"
    set yrange [*:*]
    set ytics autofreq
    unset multiplot
    set output
}

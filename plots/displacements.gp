# displacements.gp - grey bodies at the start and an arrow from each to where it is after whole periods.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile of columns x, z, radius at the start, dx, dz, in
# metres; width, the side walls x = 0 and x = width; floor_z; periods; output_stem; plot_title.
# Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
mm = 1e3
stats datafile using (mm * ($2 + $3)) nooutput; z_high = STATS_max
stats datafile using (mm * ($2 + $5)) nooutput; if (STATS_max > z_high) { z_high = STATS_max }
low = mm * floor_z; high = z_high + 0.04 * (z_high - low); pad = 0.03 * mm * width
aspect = (high - low + pad) / (mm * width + 2 * pad)
natural_width = aspect < 0.7 ? 900 : 620
natural_height = (natural_width - 110) * aspect + 110
plot_remark = sprintf("net displacements over %d periods", periods)
load "style.gp"

set size ratio -1
set xrange [-pad : mm * width + pad]
set yrange [low - pad : high]
set xlabel "x (mm)"
set ylabel "z (mm)"
unset key
unset grid
# Heads of two lines: with filled ones 1650 arrows cover the bodies, and weigh thrice as much.
set arrow 1 from 0, low to mm * width, low nohead ls 12 back
set arrow 2 from 0, low to 0, high nohead ls 12 back
set arrow 3 from mm * width, low to mm * width, high nohead ls 12 back

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    eval put_heading
    plot datafile using (mm * $1):(mm * $2):(mm * $3) \
            with circles fillstyle solid 1.0 border lc rgb "#b0b0b0" lc rgb "#e4e4e4" lw 0.4, \
        datafile using (mm * $1):(mm * $2):(mm * $4):(mm * $5) \
            with vectors head nofilled size graph 0.009,25 fixed lc rgb "#000000" lw 0.9
    set output
}

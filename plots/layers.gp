# layers.gp - a flow of discs by layers: velocity along the bed, polarization and mean stress against
# height, each run. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a run, then one that is not drawn: height (m), v_x (m/s), P_n, S_xx,
# S_zz, S_xz, S_zx (Pa)); n_runs; output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = narrow ? 480 : 1020; natural_height = narrow ? 1000 : 520
text_height = narrow ? 400 : 150
load "style.gp"

mm = 1e3
stats datafile using 1 nooutput
highest = STATS_max
stats datafile using 2 nooutput
fastest = STATS_max; least = 0; most = 0
do for [column_of=4:7] {
    stats datafile using column_of nooutput
    least = STATS_min < least ? STATS_min : least
    most = STATS_max > most ? STATS_max : most
}
set yrange [0 : 1.05 * mm * highest]
set ylabel name("height above the floor (mm)", 20)
set key below horizontal center maxcols (narrow ? 2 : 4) Left reverse samplen 2 spacing 1.3
if (!narrow) { set bmargin at screen Y(sheet_height - 92) } # one height for all panels, whatever their keys

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot layout (narrow ? 3 : 1), (narrow ? 1 : 3) title heading noenhanced
    set xlabel "velocity along the bed (m/s)"
    set xtics nice(fastest / 3)
    plot for [i=1:n_runs] datafile index i - 1 using 2:(mm * $1) with linespoints ls 2 lw 1.0 ps 0.6 \
        title (i == 1 ? "each run" : "")
    set xlabel "P_n   (no unit)"
    set xrange [0 : 1]
    set xtics 0.25
    plot for [i=1:n_runs] datafile index i - 1 using 3:(mm * $1) with linespoints ls 2 lw 1.0 ps 0.6 \
        title (i == 1 ? "each run" : "")
    set xrange [*:*]
    set xtics nice((most - least) / 3)
    set xlabel "mean stress (Pa, tension positive)"
    plot for [i=1:n_runs] datafile index i - 1 using 4:(mm * $1) with lines lc rgb "#0072b2" dt solid lw 1.0 \
            title (i == 1 ? "S_{xx}" : ""), \
        for [i=1:n_runs] datafile index i - 1 using 5:(mm * $1) with lines lc rgb "#000000" dt solid lw 1.0 \
            title (i == 1 ? "S_{zz}" : ""), \
        for [i=1:n_runs] datafile index i - 1 using 6:(mm * $1) with lines lc rgb "#d55e00" dt (12,5) lw 1.4 \
            title (i == 1 ? "S_{xz}" : ""), \
        for [i=1:n_runs] datafile index i - 1 using 7:(mm * $1) with lines lc rgb "#009e73" dt (3,4) lw 1.8 \
            title (i == 1 ? "S_{zx}" : "")
    unset multiplot
    set output
}

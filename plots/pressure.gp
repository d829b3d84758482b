# pressure.gp - pressure on the base of a pile against the distance from its axis, each run thin, their
# mean thick. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a run, and one of the mean: distance in
# mean diameters of a ball, p/(0.6 rho g H)); n_runs; output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
stats datafile using 2 nooutput
pulls = STATS_min < 0
if (pulls) { plot_note = "below 0 the base would pull: steps that end unsolved, which measure no pressure" }
natural_width = 720; natural_height = 480
text_height = narrow ? 200 : 150
load "style.gp"

stats datafile using 1 nooutput
set xrange [0 : STATS_max + 1]
if (pulls) { set yrange [*:*]; set xzeroaxis lt -1 } else { set yrange [0:*] }
set xlabel name("distance from the axis, middle of the ring (mean diameters of a ball)", 42)
set ylabel "pressure / (0.6 rho g H)"
eval key_beside(24)

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    eval put_heading
    if (n_runs > 1) {
        plot for [i=1:n_runs] datafile index i - 1 with linespoints lc rgb "#909090" lw 1.0 pt 7 ps 0.4 \
                title (i == 1 ? "each run" : ""), \
            datafile index n_runs with linespoints ls 2 lw 2.6 title sprintf("mean of %d", n_runs)
    } else {
        plot datafile index 0 with linespoints ls 2 lw 2.6 title "one run"
    }
    set output
}

# janssen.gp - stress on the side walls of a silo against depth: each run, their mean, Janssen's curve
# with the mean of the fitted lambda, and the line without friction.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a run and one of the mean: depth (m), stress (Pa)); n_runs;
# weight, gamma (N/m^3); R_h (m); mu_wall; lambda; output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = 760; natural_height = 520
text_height = narrow ? 220 : 150
load "style.gp"

mm = 1e3
stats datafile using 1 nooutput
deepest = STATS_max
stats datafile using 2 nooutput
janssen(z) = mu_wall > 0 ? weight * R_h / mu_wall * (1 - exp(-mu_wall * lambda * z / R_h)) : weight * lambda * z
eval few_tics("x", 0, 1.1 * mm * deepest)
set samples 200
set xrange [0 : 1.1 * mm * deepest]
set yrange [0 : 1.25 * STATS_max]
set xlabel "depth below the free surface (mm)"
set ylabel name("normal stress on the side walls (Pa)", 22)
eval key_beside(33)

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    eval put_heading
    plot for [i=1:n_runs] datafile index i - 1 using (mm * $1):2 with linespoints lc rgb "#909090" lw 0.8 \
            pt 6 ps 0.7 title (i == 1 ? "each run" : ""), \
        datafile index n_runs using (mm * $1):2 with lines ls 2 lw 2.4 title sprintf("mean of %d", n_runs), \
        janssen(x / mm) with lines ls 3 lw 2.0 title sprintf("Janssen, lambda = %.2f", lambda), \
        weight * lambda * x / mm with lines ls 4 title "without friction"
    set output
}

# force_sizes.gp - how many contacts bear which force, in shares of the mean, a curve a run; the
# dashed line falls as exp(-1.4 f/<f>), the tail known of rigid discs.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a run: f/<f>, share of the contacts);
# n_runs; curve[] (a name a run); output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = 700; natural_height = 440
text_height = narrow ? 240 : 150
plot_remark = "in bins of 0.25; a mark apart: all above. Dashed: the slope exp(-1.4 f/<f>) (Radjai et al. 1996)"
load "style.gp"

# The last bin has all above it: a mark apart, no end of the curve. The law goes through the first run's
# share at the mean.
stats datafile using 1 nooutput; x_above = STATS_max
at_mean = 0.09
stats datafile index 0 using (abs($1 - 1) <= 0.13 ? (at_mean = $2) : NaN) nooutput

set logscale y
set format y "10^{%T}"
set xrange [0 : 6]
set yrange [1e-4 : 1]
set xlabel "normal force over its mean, f / <f>"
set ylabel "share of the contacts"
eval key_beside(18)
set samples 300

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    eval put_heading
    plot for [k=1:n_runs] datafile index k - 1 using 1:($1 < x_above && $2 > 0 ? $2 : NaN) with linespoints ls (20 + k) ps 0.6 \
            title curve_name(k, n_runs) noenhanced, \
        for [k=1:n_runs] datafile index k - 1 using ($1 < x_above ? NaN : $1):($2 > 0 ? $2 : NaN) with points ls (20 + k) ps 1.2 notitle, \
        x > 1 ? at_mean * exp(1.4 * (1 - x)) : NaN with lines lc rgb "#606060" dt (8,4) title "beta = 1.4"
    set output
}

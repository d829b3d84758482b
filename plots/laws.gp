# laws.gp - one quantity of several runs in the course of time, a curve a run: compacity, sweeps a
# step, or the mean overlap in shares of the mean radius of [R], with the bounds printed there.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a run: time (s), value); curve[] (a name
# a run); shown (compacity, sweeps or violation_mean); output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = 760; natural_height = 420
text_height = narrow ? 260 : 150
of_overlap = shown eq "violation_mean"
plot_remark = of_overlap ? "dashed: the bounds printed in [R], 5e-4 (RST) and 1e-5 (IQS)" : "each point is the mean over a hundredth of the run"
load "style.gp"

stats datafile using 1 nooutput
t_end = STATS_max
set xrange [0 : t_end]
eval few_tics("x", 0, t_end)
set xlabel "time since the end of the isotropic phase (s)"
set ylabel of_overlap ? "mean overlap / 10 mm" : shown eq "sweeps" ? "sweeps per step" : "compacity"
scale = of_overlap ? 1e2 : 1.0
if (of_overlap || shown eq "sweeps") {
    set logscale y
    set format y "10^{%T}"
}
if (of_overlap) {
    set arrow 1 from 0, 5e-4 to t_end, 5e-4 nohead lc rgb "#606060" lw 1.0 dt (8,4)
    set arrow 2 from 0, 1e-5 to t_end, 1e-5 nohead lc rgb "#606060" lw 1.0 dt (8,4)
}
eval key_beside(18)

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    eval put_heading
    plot for [k=1:|curve|] datafile index k - 1 using 1:(scale * $2) with lines ls (20 + k) title curve_name(k, |curve|) noenhanced
    set output
}

# convergence.gp - the error and its four parts against the sweep or iteration, for one solver and one step.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (columns sweep, eps, eps-motion, eps-proj,
# eps-b, eps-pen, then those five again where a point has no drawn neighbour: without a line, it gets
# a marker; NaN elsewhere), output_stem (a file of that name a format), plot_title.
# Optional: plot_note, a second line under the title; x_name ("sweep"), "iteration" of a solver without sweeps.
#
# A logarithmic axis has no zero. Values at or below `smallest` are therefore not drawn, and the key
# says so of a part that never rises above it: "= 0", or "< 1e-18" when it is small, not zero.

if (!exists("plot_note")) plot_note = ""
if (!exists("x_name")) x_name = "sweep"
smallest = 1e-18
text_height = narrow ? 280 : 150
load "style.gp"

drawn(v) = (v > smallest && v < 1e300) ? v : NaN
array part[5] = ["eps (sum, mixed units)", "eps-motion (m/s)", "eps-proj (N s)", "eps-b (J)", "eps-pen (m/s)"]

# A column without one valid number (a diverged run writes nan) leaves stats without an answer.
y_low = 1e300; y_high = 0.0
array most[5]
do for [i=1:5] {
    undefine STATS_*
    stats datafile using (column(i + 1) < 1e300 ? column(i + 1) : 0) nooutput
    most[i] = exists("STATS_max") ? STATS_max : 0
    if (most[i] > y_high) { y_high = most[i] }
    undefine STATS_*
    stats datafile using (drawn(column(i + 1)) > 0 ? column(i + 1) : 1e300) nooutput
    if (exists("STATS_min") && STATS_min < y_low) { y_low = STATS_min }
}
stats datafile using 1 nooutput
x_low = STATS_min; x_high = STATS_max; n_rows = STATS_records
drawable = y_high > smallest

# Whole decades around the data; explicit ranges, since gnuplot refuses to scale an empty plot.
if (!drawable) { y_low = 1e-16; y_high = 1.0 }
y_low = 10.0 ** (floor(log10(y_low)))
y_high = 10.0 ** ceil(log10(y_high) + 1e-9)
decades = log10(y_high / y_low)

entry(i) = part[i].(most[i] > smallest ? "" : most[i] > 0 ? sprintf(", < %.0e", smallest) : ", = 0")

eval put_heading
if (narrow) { set key maxcols 1 }
set xlabel x_name offset 0,0.4
set ylabel name("error, mean over the contacts (units in the key)", 28)
set logscale y
set format y "10^{%T}"
set ytics 10.0 ** (narrow ? 1 + int(decades / 8) : decades > 14 ? 2 : 1)
unset mytics
set yrange [y_low:y_high]
set xrange [x_low < x_high ? x_low : x_low - 1 : x_low < x_high ? x_high : x_high + 1]
# Integer sweeps only: a short run must not show sweep 1.5.
if (x_high - x_low < 12) { set xtics 1 } else { eval few_tics("x", x_low, x_high);  set xtics add (sprintf("%d", x_low) x_low) }
if (!drawable) {
    set label 1 "every part of the error is zero:\nnothing to draw on a logarithmic axis" \
        at graph 0.5, graph 0.5 center
}

# About ten points a curve, each curve's shifted so that curves on top of each other stay distinct.
stride = n_rows > 12 ? int(n_rows / 10) : 1
shift(i) = stride > 1 ? int(stride * (i - 1) / 5) : 0

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot for [i=1:5] datafile using 1:(drawn(column(i + 1))) with lines ls i notitle, \
         for [i=1:5] datafile using 1:(drawn(column(i + 1))) every stride::shift(i) \
             with points ls i notitle, \
         for [i=1:5] datafile using 1:(column(i + 6)) with points ls i notitle, \
         for [i=1:5] keyentry with linespoints ls i title entry(i)
    set output
}

# panels.gp - eps and its four parts against the sweep, a panel a file, one key for all.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs: source1, source2, ... (the .dat of figures of kind `convergence`: sweep, eps, eps-motion,
# eps-proj, eps-b, eps-pen), labels (a word a panel, ~ for a blank), output_stem, and what style.gp
# obeys. Values up to 1e-18 are not drawn: a logarithmic axis has no zero.

load 'style.gp'
n = words(labels)
array file[n]
do for [k=1:n] { file[k] = value(sprintf("source%d", k)) }
smallest = 1e-18
drawn(v) = (v > smallest && v < 1e300) ? v : NaN
array part[5] = ["eps (mixed units)", "eps-motion (m/s)", "eps-proj (N s)", "eps-b (J)", "eps-pen (m/s)"]

# One range of errors for all panels, in whole decades. Before any range is set: stats obeys it.
array first[n]; array last[n]; array records[n]; array empty[n]
y_low = 1e300; y_high = 0.0
do for [k=1:n] {
    undefine STATS_*
    stats file[k] using 1 nooutput
    first[k] = STATS_min; last[k] = STATS_max; records[k] = STATS_records; empty[k] = 1
    do for [i=1:5] {
        undefine STATS_*
        stats file[k] using (drawn(column(i + 1)) > 0 ? column(i + 1) : 0) nooutput
        most = exists("STATS_max") ? STATS_max : 0
        if (most > 0) { empty[k] = 0 }
        if (most > y_high) { y_high = most }
        undefine STATS_*
        stats file[k] using (drawn(column(i + 1)) > 0 ? column(i + 1) : 1e300) nooutput
        if (exists("STATS_min") && STATS_min < y_low) { y_low = STATS_min }
    }
}
if (y_high == 0.0) { y_low = 1e-16; y_high = 1.0 }
y_low = 10.0 ** floor(log10(y_low)); y_high = 10.0 ** ceil(log10(y_high) + 1e-9)

# A point between values that are not drawn has no line: it gets a marker of its own.
most_rows = 0
do for [k=1:n] { if (records[k] > most_rows) { most_rows = records[k] } }
array height[5 * n * (most_rows + 2)]
do for [c=1:|height|] { height[c] = 0 }
place(k, i, row) = ((k - 1) * 5 + i - 1) * (most_rows + 2) + row + 2
positive(v) = drawn(v) > 0 ? v : 0
do for [k=1:n] { do for [i=1:5] {
    stats file[k] using (height[place(k, i, int($0))] = positive(column(i + 1)), 1) nooutput
} }
is_lone(k, i, row) = height[place(k, i, row)] > 0 && height[place(k, i, row - 1)] == 0 && height[place(k, i, row + 1)] == 0
lone(k, i) = is_lone(k, i, int(column(0))) ? height[place(k, i, int(column(0)))] : NaN

# Four or five ticks: 1, 2 or 5 times a power of ten apart.
round(v, p) = v / p < 1.5 ? p : v / p < 3.5 ? 2 * p : v / p < 7.5 ? 5 * p : 10 * p
tick(range) = round(range / 4.5, 10.0 ** floor(log10(range / 4.5)))

columns = n > 3 ? 2 : n
rows = (n + columns - 1) / columns
key_part = 33.0 / canvas_height
left = 50.0 / canvas_width; right = 16.0 / canvas_width; gap = 26.0 / canvas_width
wide = (1.0 - left - right - (columns - 1) * gap) / columns
above = 15.0 / canvas_height; below = 36.0 / canvas_height
high = (1.0 - key_part - rows * (above + below)) / rows

set terminal pdfcairo size canvas_width / 72.0 * 1in, canvas_height / 72.0 * 1in enhanced \
    font sprintf("%s,%g", typeface, letters) fontscale 0.75 linewidth 1.2 dashlength 1.1
set output output_stem.'.pdf'
set multiplot
unset key
set logscale y
set format y "10^{%T}"
set ytics 10.0 ** (log10(y_high / y_low) > 12 ? 4 : 2)
unset mytics
set yrange [y_low:y_high]
do for [k=1:n] {
    col = (k - 1) % columns; row = (k - 1) / columns
    x0 = left + col * (wide + gap)
    y0 = 1.0 - (row + 1) * (above + high) - row * below
    set lmargin at screen x0; set rmargin at screen x0 + wide
    set bmargin at screen y0; set tmargin at screen y0 + high
    text = word(labels, k)
    name = ''
    do for [c=1:strlen(text)] { name = name.(text[c:c] eq '~' ? ' ' : text[c:c]) }
    set title name noenhanced offset 0,-0.7
    if (col == 0) { set ylabel "part of the error" offset 1.4,0; set format y "10^{%T}" } else { unset ylabel; set format y "" }
    set xlabel "NLGS sweep" offset 0,0.5
    single = last[k] == first[k]
    set xrange [first[k] - single:last[k] + single]
    if (last[k] - first[k] < 12) { set xtics 1 } else { eval sprintf('set xtics %g', tick(last[k] - first[k])) }
    n_rows = records[k]
    stride = n_rows > 12 ? int(n_rows / 8) : 1
    shift(i) = stride > 1 ? int(stride * (i - 1) / 5) : 0
    unset label
    if (empty[k]) { set label 1 "every part is zero" at graph 0.5, graph 0.5 center }
    plot NaN notitle, \
         for [i=1:5] file[k] using 1:(drawn(column(i + 1))) with lines ls i notitle, \
         for [i=2:5] file[k] using 1:(drawn(column(i + 1))) every stride::shift(i) with points ls i notitle, \
         for [i=1:5] file[k] using 1:(lone(k, i)) with points ls i ps (i == 1 ? 0.5 : 1) notitle
}
# The key, in a plot of its own below all panels.
unset title; unset xlabel; unset ylabel; unset tics; unset border; unset grid; unset logscale; unset label
set lmargin at screen 0.01; set rmargin at screen 0.99; set bmargin at screen 0.0; set tmargin at screen key_part
set xrange [0:1]; set yrange [0:1]
set print $KEY
do for [i=1:5] {
    x = 0.03 + 0.33 * ((i - 1) % 3); y = i > 3 ? 0.25 : 0.65
    print sprintf("%g %g", x, y); print sprintf("%g %g", x + 0.05, y); print ""; print ""
    set label i part[i] at x + 0.075, y left noenhanced
}
unset print
plot $KEY index 0 with lines ls 1 notitle, for [i=2:5] $KEY index i - 1 with linespoints ls i notitle
unset multiplot
set output

# histories.gp - what happens in the course of time: panels that share the time, a curve a solver.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp; harness/figures/history_figure.c writes all of it): datafile (a
# block a panel and curve: time in s, value, exact value, 1 for a lone value, 1 for a step that was not
# solved), n_panels, axis[] (their names), is_log[], low[], high[]; n_curves, curve[] (names); has_exact, has_unsolved (0
# or 1: are there any); from, to (s); stride (samples from mark to mark); output_stem, plot_title. Optional: plot_note.

longest = 0
do for [c=1:n_curves] { if (strlen(curve[c]) > longest) { longest = strlen(curve[c]) } }
n_names = (n_curves > 1 || has_exact || has_unsolved) ? n_curves + has_exact + has_unsolved : 0
key_columns = int((sheet_width - 40) / (7.5 * (longest < 15 ? 15 : longest) + 45))
key_columns = key_columns < 1 ? 1 : key_columns
key_rows = int((n_names + key_columns - 1) / key_columns)
natural_height = 90 + 17 * key_rows + 130 * n_panels
text_height = narrow ? natural_height : 90 + 17 * key_rows + 60 * n_panels
load "style.gp"

panels_from = heading_height + 12
panels_to = sheet_height - 46 - 17 * key_rows
panel_height = (panels_to - panels_from) / (1.0 * n_panels)
if (panel_height < 30) { panel_height = 30 } # of a sheet that is too small: panels run into the key
# Not gnuplot's key, whose columns are as wide as the plot only.
key_x(k) = 20 + (sheet_width - 40.0) / key_columns * ((k - 1) % key_columns)
key_y(k) = sheet_height - 17 * (key_rows - int((k - 1) / key_columns)) + 6
room_of_name = int(panel_height / 7.0)
in_lines(t) = strlen(t) <= room_of_name ? t : broken_at(t, room_of_name)

unset key
set xrange [from:to]
eval few_tics("x", from, to)
set lmargin at screen X(88)
set rmargin at screen X(sheet_width - 24)
block(p, c) = (p - 1) * n_curves + c - 1
start(c) = int(stride * (c - 0.5) / n_curves)

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 99 heading at screen 0.5, Y(17) center noenhanced
    do for [k=1:n_names] {
        if (k <= n_curves) {
            set label 100 + k curve[k] at screen X(key_x(k) + 32), Y(key_y(k)) left noenhanced
            set arrow 100 + k from screen X(key_x(k)), Y(key_y(k)) to screen X(key_x(k) + 27), Y(key_y(k)) nohead ls 20 + k
            set label 200 + k "" at screen X(key_x(k) + 13.5), Y(key_y(k)) point ls 20 + k
        }
    }
    if (has_exact) {
        k = n_curves + 1
        set label 100 + k "exact value" at screen X(key_x(k) + 32), Y(key_y(k)) left
        set arrow 100 + k from screen X(key_x(k)), Y(key_y(k)) to screen X(key_x(k) + 27), Y(key_y(k)) nohead lc rgb "#9a9a9a" lw 3
    }
    if (has_unsolved) {
        k = n_curves + has_exact + 1
        set label 100 + k "step not solved" at screen X(key_x(k) + 32), Y(key_y(k)) left
        set label 200 + k "" at screen X(key_x(k) + 13.5), Y(key_y(k)) point pt 2 ps 0.9 lw 1.6 lc rgb "#000000"
    }
    do for [p=1:n_panels] {
        set tmargin at screen Y(panels_from + (p - 1) * panel_height)
        set bmargin at screen Y(panels_from + p * panel_height - 12)
        unset logscale y
        set format x (p < n_panels ? "" : "%g")
        set xlabel (p < n_panels ? "" : "time (s)") offset 0,0.4
        set label 98 in_lines(axis[p]) at screen X(26 - 8 * lines_of(in_lines(axis[p]))), screen Y(panels_from + (p - 0.5) * panel_height - 6) center rotate by 90
        set yrange [low[p]:high[p]]
        set format y (is_log[p] ? "10^{%T}" : "%g")
        if (is_log[p]) { set logscale y }
        decades = is_log[p] ? log10(high[p] / low[p]) : 0
        step = is_log[p] ? 10.0 ** ceil(decades / (panel_height / 26)) : nice((high[p] - low[p]) / (panel_height / 58))
        set ytics step
        unset mytics
        plot for [c=1:n_curves] datafile index block(p, c) using 1:3 with linespoints pt 7 ps 0.4 lc rgb "#9a9a9a" lw 3 notitle, \
             for [c=1:n_curves] datafile index block(p, c) using 1:2 with lines ls 20 + c notitle, \
             for [c=1:n_curves] datafile index block(p, c) every stride::(start(c)) using 1:(n_curves > 1 ? $2 : NaN) with points ls 20 + c notitle, \
             for [c=1:n_curves] datafile index block(p, c) using 1:($4 == 1 ? $2 : NaN) with points ls 20 + c notitle, \
             for [c=1:n_curves] datafile index block(p, c) using 1:($5 == 1 ? $2 : NaN) with points pt 2 ps 0.9 lw 1.6 lc rgb "#000000" notitle
        do for [k=1:n_names] { unset label 100 + k; unset label 200 + k; unset arrow 100 + k }
        unset label 99
    }
    unset multiplot
    set output
}

# accuracy.gp - an error against what it cost, a curve a solver. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp; harness/figures/accuracy_figure.c writes all of it): datafile
# (three blocks a curve: cost and error, the outline of its band, its markers), n_curves; arrays curve
# (names), end_x, end_y (where curves end), shift (lines that a name is moved up from there);
# named_width (sheet width for which the names were placed; 0: they go into a key); x_low, x_high,
# x_log, y_low, y_high; tolerance (NaN: none); x_name, y_name; output_stem; plot_title. Optional: plot_note.

named = named_width > 0 && abs(sheet_width - named_width) < 0.05 * named_width
longest = 0
do for [i=1:n_curves] { if (strlen(curve[i]) > longest) { longest = strlen(curve[i]) } }
key_columns = int((sheet_width - 30) / (6.6 * longest + 42))
key_columns = key_columns < 1 ? 1 : key_columns > n_curves ? n_curves : key_columns
key_rows = named ? 0 : int((n_curves + key_columns - 1) / key_columns)
text_height = 150 + (named ? 0 : 8) + 17 * key_rows
natural_height = 480 + (named ? 0 : 8) + 17 * key_rows
load "style.gp"

# Not gnuplot's key, whose columns are as wide as the plot only.
key_x(i) = 16 + (sheet_width - 30) / key_columns * ((i - 1) % key_columns)
key_y(i) = sheet_height - 17 * (key_rows - int((i - 1) / key_columns)) + 4

first = 0
eval choose_bands
eval put_heading
set lmargin at screen X(72)
set rmargin at screen X(sheet_width - 18)
set bmargin at screen Y(sheet_height - 52 - (named ? 0 : 8) - 17 * key_rows)
unset key
set xlabel x_name offset 0,0.3
set label 2 name(y_name, 30) at screen X(11), graph 0.5 center rotate # gnuplot takes 10^{-10} for wider than it is
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set logscale y
if (x_log) { set logscale x; set format x (x_low < 0.01 || x_high > 1e4 ? "10^{%T}" : "%g") } else { eval few_tics("x", x_low, x_high) }
decades = log10(y_high / y_low)
set format y "10^{%T}"
set ytics 10.0 ** (decades > 14 ? 2 : 1)
unset mytics

if (tolerance > 0) {
    set arrow 1 from graph 0, first tolerance to graph 1, first tolerance nohead lc rgb "#303030" lw 1.0 dt (2,4)
    set label 1 "tolerance" at graph 0.01, first tolerance left offset 0,0.5 font small tc rgb "#303030"
}
do for [i=1:n_curves] {
    if (named && end_x[i] > 0) {
        set label 100 + i curve[i] at first end_x[i], first end_y[i] left offset screen X(9), screen shift[i] * 14.0 / sheet_height \
            noenhanced tc rgb curve_colour[i]
    }
    if (!named) {
        set label 100 + i curve[i] at screen X(key_x(i) + 30), Y(key_y(i)) left noenhanced
        set arrow 100 + i from screen X(key_x(i)), Y(key_y(i)) to screen X(key_x(i) + 25), Y(key_y(i)) nohead ls 20 + i
        set label 200 + i "" at screen X(key_x(i) + 12.5), Y(key_y(i)) point ls 20 + i
    }
}

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot for [i=1:n_curves] datafile index 3 * i - 2 using (banded[i] ? $1 : NaN):2 with filledcurves closed ls 20 + i \
             fs transparent solid 0.15 noborder, \
         for [i=1:n_curves] datafile index 3 * i - 3 using 1:2 with lines ls 20 + i, \
         for [i=1:n_curves] datafile index 3 * i - 1 using 1:2 with points ls 20 + i
    set output
}

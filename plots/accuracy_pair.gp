# accuracy_pair.gp - an error against two costs, a panel each, a curve a solver. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp; harness/figures/accuracy_figure.c writes all of it): datafile
# (blocks as of accuracy.gp, those of the left panel first), n_curves; array curve (names); left_low, left_high,
# left_log, left_name, the same of right; y_low, y_high, y_name; tolerance (NaN: none); output_stem; plot_title.
# Optional: plot_note.

natural_width = 960
longest = 0
do for [i=1:n_curves] { if (strlen(curve[i]) > longest) { longest = strlen(curve[i]) } }
key_columns = int(((exists("canvas_width") ? sheet_width : natural_width) - 30) / (6.6 * longest + 42))
key_columns = key_columns < 1 ? 1 : key_columns > n_curves ? n_curves : key_columns
key_rows = int((n_curves + key_columns - 1) / key_columns)
text_height = 158 + 17 * key_rows
natural_height = 470 + 17 * key_rows
load "style.gp"

key_x(i) = 16 + (sheet_width - 30) / key_columns * ((i - 1) % key_columns)
key_y(i) = sheet_height - 17 * (key_rows - int((i - 1) / key_columns)) + 4
middle = 72 + (sheet_width - 90) / 2.0

array banded_at[2 * n_curves]
do for [panel=0:1] {
    first = 3 * n_curves * panel
    eval choose_bands
    do for [i=1:n_curves] { banded_at[n_curves * panel + i] = banded[i] }
}
eval put_heading
set bmargin at screen Y(sheet_height - 60 - 17 * key_rows)
unset key
set yrange [y_low:y_high]
set logscale y
decades = log10(y_high / y_low)
set ytics 10.0 ** (decades > 14 ? 2 : 1)
unset mytics
if (tolerance > 0) {
    set arrow 1 from graph 0, first tolerance to graph 1, first tolerance nohead lc rgb "#303030" lw 1.0 dt (2,4)
}
ranges(x_low, x_high, x_log) = sprintf("set xrange [%g:%g]; %s", x_low, x_high, x_log ? sprintf("set logscale x; set format x '%s'", \
    x_low < 0.01 || x_high > 1e4 ? "10^{%T}" : "%g") : "unset logscale x; set format x '%g'; ".few_tics("x", x_low, x_high))

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    do for [panel=0:1] {
        set lmargin at screen X(panel == 0 ? 72 : middle + 10)
        set rmargin at screen X(panel == 0 ? middle - 10 : sheet_width - 18)
        set xlabel panel == 0 ? left_name : right_name offset 0,0.3
        eval panel == 0 ? ranges(left_low, left_high, left_log) : ranges(right_low, right_high, right_log)
        set format y (panel == 0 ? "10^{%T}" : "")
        if (panel == 0) {
            set label 2 name(y_name, 30) at screen X(11), graph 0.5 center rotate
            do for [i=1:n_curves] {
                set label 100 + i curve[i] at screen X(key_x(i) + 30), Y(key_y(i)) left noenhanced
                set arrow 100 + i from screen X(key_x(i)), Y(key_y(i)) to screen X(key_x(i) + 25), Y(key_y(i)) nohead ls 20 + i
                set label 200 + i "" at screen X(key_x(i) + 12.5), Y(key_y(i)) point ls 20 + i
            }
        }
        first = 3 * n_curves * panel
        plot for [i=1:n_curves] datafile index first + 3 * i - 2 using (banded_at[n_curves * panel + i] ? $1 : NaN):2 with filledcurves closed ls 20 + i \
                 fs transparent solid 0.15 noborder, \
             for [i=1:n_curves] datafile index first + 3 * i - 3 using 1:2 with lines ls 20 + i, \
             for [i=1:n_curves] datafile index first + 3 * i - 1 using 1:2 with points ls 20 + i
        unset label 99
        unset label 2
        do for [i=1:n_curves] { unset label 100 + i; unset arrow 100 + i; unset label 200 + i }
    }
    unset multiplot
    set output
    eval put_heading
}

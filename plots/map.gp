# map.gp - what solvers cost over two of their options or parameters of the problem: a panel a solver.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp; harness/judge/map_figure.c writes all of it): datafile,
# output_stem, plot_title; parameter, other (names of the axes); x, y and cost: X_low, X_high, X_log (0
# or 1); y_tics (the values of y; "": too many); has_best (0: nothing may be chosen); n_panels, solver[] (names), panel_columns, panel_rows. datafile has two blocks a panel: cells
# (x, y, x from, x to, y from, y to, median work, instances not solved, of these loose ones) and (best x, y, bound).
# Optional: plot_note, a second line under the title.

# A narrow sheet, such as that of a single panel, has one panel beside the scale of colours and a key
# of two rows.
narrow = (exists("canvas_width") ? canvas_width / zoom : natural_width) < 480
panel_columns = narrow ? 1 : panel_columns
panel_rows = narrow ? n_panels : panel_rows
natural_height = narrow ? 190 + 210 * panel_rows : natural_height
text_height = narrow ? natural_height : 150
load "style.gp"
narrow = sheet_width < 480

# Light is cheap, dark is dear, in grey as in colour.
set palette defined (0 "#fdf3d8", 0.35 "#e0b36a", 0.7 "#a05a3c", 1 "#3b1f2b")
set cbrange [cost_low:cost_high]
set format cb (cost_high > 1e4 ? "%.0s%c" : "%g")
digits = "1 2 5"

top = heading_height + 34
left = 62
right = sheet_width - 96
bottom = sheet_height - (narrow ? 82 : 52)
across = (right - left) / (1.0 * panel_columns)
down = (bottom - top) / (1.0 * panel_rows)

unset grid
unset key

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set border 31 ls 11; set tics out scale 0.6
    set label 1 heading at screen 0.5, screen Y(20) center noenhanced
    set xrange [x_low:x_high]
    set yrange [y_low:y_high]
    if (x_log) {
        set logscale x
        set xtics ("" 10.0 * x_high)
        do for [e=floor(log10(x_low)):ceil(log10(x_high))] { do for [i=1:3] { set xtics add (word(digits, i) * 10.0 ** e) } }
    }
    if (y_log) {
        set logscale y
        set ytics ("" 10.0 * y_high)
        do for [e=floor(log10(y_low)):ceil(log10(y_high))] { do for [i=1:3] { set ytics add (word(digits, i) * 10.0 ** e) } }
    }
    if (y_tics ne "") { eval "set ytics (".y_tics.")" } # the values themselves, where they are few
    if (cost_log) {
        set logscale cb
        set cbtics ("" 10.0 * cost_high)
        do for [e=floor(log10(cost_low)):ceil(log10(cost_high))] { do for [i=1:3] { set cbtics add (word(digits, i) * 10.0 ** e) } }
    }
    unset key
    do for [p=1:n_panels] {
        column_of = (p - 1) % panel_columns
        row_of = (p - 1) / panel_columns
        set lmargin at screen X(left + column_of * across + 2)
        set rmargin at screen X(left + (column_of + 1) * across - 18)
        set tmargin at screen Y(top + row_of * down + 6)
        set bmargin at screen Y(top + (row_of + 1) * down - (narrow ? 46 : 30))
        set label 2 solver[p] at graph 0, graph 1 offset 0.2,0.7 left noenhanced
        set xlabel (p + panel_columns > n_panels ? parameter : "") noenhanced offset 0,0.4
        set ylabel (column_of == 0 ? other : "") noenhanced offset 0.8,0
        set format y (column_of == 0 ? "%g" : "")
        if (p == n_panels) {
            set colorbox user origin screen X(right + 16), screen Y(bottom - 30) size screen X(14), screen (Y(top + 6) - Y(bottom - 30))
            set cblabel "median of visits and local iterations" offset 0.6,0
        } else { unset colorbox }
        cells = 2 * p - 2
        plot datafile index cells using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder lc rgb "#dcdcdc" notitle, \
             datafile index cells using ($7 == $7 ? $1 : NaN):2:3:4:5:6:7 with boxxyerror fs solid 1 noborder lc palette notitle, \
             datafile index cells using ($8 > $9 ? $1 : NaN):2 with points pt 7 ps 1.1 lc rgb "#ffffff" notitle, \
             datafile index cells using ($8 > $9 ? $1 : NaN):2 with points pt 2 ps 0.9 lw 1.4 lc rgb "#000000" notitle, \
             datafile index cells using ($9 > 0 && $8 <= $9 ? $1 : NaN):2 with points pt 6 ps 0.8 lw 3.2 lc rgb "#ffffff" notitle, \
             datafile index cells using ($9 > 0 && $8 <= $9 ? $1 : NaN):2 with points pt 6 ps 0.8 lw 1.2 lc rgb "#000000" notitle, \
             datafile index cells+1 using 3:2 with lines lw 1.6 dt (4,4) lc rgb "#000000" notitle, \
             datafile index cells+1 using 1:2 with lines lw 4.0 lc rgb "#ffffff" notitle, \
             datafile index cells+1 using 1:2 with linespoints lw 1.6 pt 7 ps 0.9 lc rgb "#0072b2" notitle
        unset label 1
    }
    # A frame without a plot: room for the key.
    set lmargin at screen X(8); set rmargin at screen X(sheet_width - 8)
    set tmargin at screen Y(sheet_height - (narrow ? 66 : 34)); set bmargin at screen Y(sheet_height - 6)
    unset border; unset tics; unset xlabel; unset ylabel; unset label 2; unset logscale; unset colorbox
    set xrange [0:1]; set yrange [0:1]
    set key inside center center horizontal maxcols (narrow ? 2 : 4) Left reverse samplen 2.5 spacing 1.2
    plot NaN notitle, \
         for [k=1:has_best] keyentry with linespoints lw 1.6 pt 7 ps 0.9 lc rgb "#0072b2" title "best ".parameter, \
         keyentry with points pt 2 ps 0.9 lw 1.4 lc rgb "#000000" title "not solved", \
         keyentry with points pt 6 ps 0.8 lw 1.2 lc rgb "#000000" title "loose: E1 not small", \
         for [k=1:has_best] keyentry with lines lw 1.6 dt (4,4) lc rgb "#000000" title "theoretical bound"
    unset multiplot
    set output
}

# sensitivity.gp - what a parameter changes: sweeps, work and failures against it, and each solver's range.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp; harness/judge/study_figures.c writes all of it): datafile,
# output_stem, plot_title; parameter (its name); n_curves, curve[] (names), missing[] (why a bar is
# missing, or ""); n_printed, printed[] (names of a paper's points); for value, last, total and work
# the axis X_low, X_high, X_log (0 or 1). datafile has n_curves blocks of points (value, failure
# fraction, then median and quartiles of three measures), a block of bars, n_printed blocks of the
# paper's points; key_columns, key_rows: how the names are laid out; bars_left: where the bars begin,
# as a fraction of the width; has_bars: 0 where nothing can be chosen (a parameter of the problem).
# Optional: plot_note, a second line under the title.

if (!exists("plot_note")) plot_note = ""

bars = n_curves
paper_at(k) = n_curves + k

any_failed = 0 # a value that some instances solved and some did not
do for [k=1:n_curves] {
    stats datafile index k - 1 using ($2 > 0 && $2 < 1 ? 1 : 0) nooutput
    any_failed = any_failed || (STATS_records > 0 && STATS_max > 0)
}

# Heights in points, from the top: title, key, two rows of panels (four of a narrow sheet), bars, their key.
n_rows = narrow ? 4 : 2
if (narrow) { key_columns = int(0.5 + key_columns * sheet_width / natural_width); key_columns = key_columns < 1 ? 1 : key_columns }
key_rows = int((n_curves + any_failed + n_printed + key_columns - 1) / key_columns)
legend_height = narrow ? 126 : 66
natural_height = narrow ? (has_bars ? 950 + 26 * n_curves : 780) + 21 * key_rows : natural_height
text_height = narrow ? natural_height : text_height
load "style.gp"
y_screen(points) = 1.0 - points / (1.0 * sheet_height)
key_top = heading_height + 12
gap = narrow ? 76 : 62
panels_from = key_top + 21 * key_rows + gap - 48
bars_to = has_bars ? sheet_height - legend_height - 46 : sheet_height + 10
bars_from = bars_to - (has_bars ? 26 * n_curves : 0)
panels_to = bars_from - 66
panel_height = (panels_to - panels_from - gap * (n_rows - 1)) / n_rows
panel_left(p) = narrow ? X(66) : p % 2 ? 0.10 : 0.60
panel_right(p) = narrow ? X(sheet_width - 14) : p % 2 ? 0.475 : 0.975
panel_top(p) = panels_from + (panel_height + gap) * (narrow ? p - 1 : p > 2)

set style line 71 lc rgb "#303030" lw 1.4 dt (4,4)
set style line 72 lc rgb "#303030" lw 1.6 dt solid
set style line 73 lc rgb "#303030" lw 1.2 dt (1,3)
set style textbox opaque noborder margins 0.4,0.4

# 1, 2 and 5 in every decade of a logarithmic axis; only 1 if there are many.
decades(low, high) = log10(high / low)
digits = "1 2 5"
n_digits(low, high) = decades(low, high) > 3 ? 1 : 3
mark(i) = int(word(digits, i))
leading(y) = y / 1000.0 ** floor(log10(y) / 3.0) # 2.5 of 2.5M, 250 of 250k

set xrange [value_low:value_high]
# Bounds differ between solvers: the distinct ones go into the key.
array bound[n_curves]
do for [k=1:n_curves] { bound[k] = NaN }
stats datafile index bars using (row = int(column(0)) + 1, bound[row] = column(11), 1) nooutput
known(b) = (b > value_low && b < value_high)
bounds = ""
array height[n_curves] # of a bound's name in its panel; 0: named already
n_bounds = 0
do for [k=1:n_curves] {
    b = known(bound[k]) ? sprintf("%.3g", bound[k]) : ""
    is_new = b ne "" && strstrt(", ".bounds.", ", ", ".b.", ") == 0
    bounds = is_new ? bounds.(bounds eq "" ? "" : ", ").b : bounds
    height[k] = is_new ? 0.94 - 0.09 * n_bounds : 0
    n_bounds = n_bounds + is_new
}

# A frame of the canvas's width without a plot: room for a key.
room(from, to) = sprintf("set lmargin at screen 0.01; set rmargin at screen 0.99; set tmargin at screen %.6f; set bmargin at screen %.6f", y_screen(from), y_screen(to))

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 1 heading at screen 0.5, screen y_screen(20) center noenhanced
    eval room(key_top, panels_from - gap + 52)
    unset border; unset tics; unset grid; unset xlabel; unset ylabel; unset logscale; set yrange [0:1]
    set key inside center center horizontal maxcols key_columns Left reverse samplen (narrow ? 2.5 : 4) spacing 1.2 noenhanced
    plot NaN notitle, for [k=1:n_curves] keyentry with linespoints ls 20+k title curve[k], \
         keyentry with points pt 7 ps 0.4 lc rgb "#000000" title (any_failed ? "dot: only some instances solved" : ""), \
         for [k=1:n_printed] keyentry with points pt (k == 1 ? 3 : 13 + k) ps 1.6 lw 2 \
             lc rgb "#000000" title printed[k]
    unset label 1
    unset key
    set border 31 ls 11; set grid xtics ytics ls 10
    set xtics auto nomirror out scale 0.6
    set format x "%g"
    if (!value_log) { eval few_tics("x", value_low, value_high) }
    if (value_log) {
        set logscale x
        set xtics ("" 10.0 * value_high)
        do for [e=floor(log10(value_low)):ceil(log10(value_high))] {
            do for [i=1:n_digits(value_low, value_high)] { set xtics add (mark(i) * 10.0 ** e) }
        }
    }
    do for [k=1:n_curves] {
        if (known(bound[k])) {
            set arrow 100 + k from first bound[k], graph 0 to first bound[k], graph 1 nohead ls 71 back
        }
    }
    do for [panel=1:4] {
        set lmargin at screen panel_left(panel)
        set rmargin at screen panel_right(panel)
        set tmargin at screen y_screen(panel_top(panel))
        set bmargin at screen y_screen(panel_top(panel) + panel_height)
        set xlabel parameter noenhanced offset 0,0.5
        unset logscale y
        if (panel == 1) { y_low = last_low; y_high = last_high; y_log = last_log; name = "sweeps, last step" }
        if (panel == 2) { y_low = total_low; y_high = total_high; y_log = total_log; name = "sweeps, all steps" }
        if (panel == 3) { y_low = work_low; y_high = work_high; y_log = work_log; name = "visits and local iterations" }
        if (panel == 4) { y_low = -0.05; y_high = 1.05; y_log = 0; name = "fraction not solved" }
        set yrange [y_low:y_high]
        set ytics auto nomirror out scale 0.6
        set format y (y_high <= 1e5 ? "%g" : leading(y_high) < 10 ? "%.1s%c" : "%.0s%c")
        if (y_log) {
            set logscale y
            set ytics ("" 10.0 * y_high)
            do for [e=floor(log10(y_low)):ceil(log10(y_high))] {
                do for [i=1:n_digits(y_low, y_high)] { set ytics add (mark(i) * 10.0 ** e) }
            }
            set format y (y_high > 1e4 ? "%.0s%c" : "%g")
        }
        if (panel == 4) { set ytics 0.25 }
        do for [k=1:n_curves] {
            if (height[k] > 0) {
                set label 100 + k sprintf("bound %.3g", bound[k]) at first bound[k], \
                    graph height[k] - (panel == 4 ? 0.3 : 0) offset 0.6,0 font small front boxed # not struck through
            }
        }
        if (narrow) { set title name offset 0,-0.7 } else { set ylabel name offset 0.5,0 }
        c = 3 * panel
        if (panel == 4) {
            plot for [k=1:n_curves] datafile index k-1 using 1:2 with linespoints ls 20+k notitle
        } else {
            plot for [k=1:n_curves] datafile index k-1 using 1:(column(c + 1)):(column(c + 2)) \
                     with filledcurves ls 20+k fs transparent solid 0.18 noborder notitle, \
                 for [k=1:n_curves] datafile index k-1 using 1:(column(c)) with lines ls 20+k notitle, \
                 for [k=1:n_curves] datafile index k-1 using 1:($2 > 0 ? NaN : column(c)) with points ls 20+k notitle, \
                 for [k=1:n_curves] datafile index k-1 using 1:($2 > 0 ? column(c) : NaN) with points ls 20+k pt 7 ps 0.4 notitle, \
                 for [k=1:(panel == 1 ? n_printed : 0)] datafile index paper_at(k) using 1:2 \
                     with points pt (k == 1 ? 3 : 13 + k) ps 1.6 lw 2 lc rgb "#000000" notitle
        }
    }

    # The ranges: one row a curve, the same axis of values.
    unset title
    if (has_bars) {
        do for [k=1:n_curves] { unset arrow 100 + k; unset label 100 + k }
        unset logscale y
        set yrange [0.4:n_curves + 0.6]
        set lmargin at screen narrow ? bars_left * natural_width / sheet_width : bars_left
        set rmargin at screen panel_right(2)
        set bmargin at screen y_screen(bars_to)
        set tmargin at screen y_screen(bars_from)
        unset ylabel
        set format y "%g"
        set ytics ("" -1) scale 0 noenhanced
        do for [k=1:n_curves] {
            set ytics add (curve[k] n_curves + 1 - k)
            if (missing[k] ne "") {
                set label 10 + k missing[k] at graph 0.02, first (n_curves + 1 - k) noenhanced
            }
        }
        set grid xtics noytics ls 10
        set xlabel parameter noenhanced offset 0,0.5
        plot datafile index bars using 4:1:($5-$4):(0) with vectors nohead lc rgb "#a8a8a8" lw 13 notitle, \
             datafile index bars using ($4 == $5 ? $4 : NaN):1 with points pt 5 ps 1.7 lc rgb "#a8a8a8" notitle, \
             datafile index bars using 2:1:($3-$2):(0) with vectors nohead ls 72 notitle, \
             datafile index bars using 2:1 with points ls 72 pt 1 ps 1.1 notitle, \
             datafile index bars using 3:1 with points ls 72 pt 1 ps 1.1 notitle, \
             datafile index bars using 3:1:($10-$3):(0) with vectors head filled size screen 0.012,18 ls 72 notitle, \
             datafile index bars using 2:1:($9-$2):(0) with vectors head filled size screen 0.012,18 ls 72 notitle, \
             datafile index bars using 3:1:($8-$3):(0) with vectors nohead ls 73 notitle, \
             datafile index bars using 7:1:($2-$7):(0) with vectors nohead ls 73 notitle, \
             datafile index bars using 8:1 with points pt 2 ps 1.2 lw 2 lc rgb "#000000" notitle, \
             datafile index bars using 7:1 with points pt 2 ps 1.2 lw 2 lc rgb "#000000" notitle, \
             datafile index bars using 6:1 with points pt 7 ps 1.1 lc rgb "#000000" notitle, \
             datafile index bars using 11:($1-0.4):(0):(0.8) with vectors nohead ls 71 lw 2.5 notitle
        do for [k=1:n_curves] { unset label 10 + k }
        eval room(bars_to + 46, sheet_height - 4)
        unset border; unset tics; unset grid; unset xlabel; unset logscale; set yrange [0:1]
        set key inside center center horizontal maxcols (narrow ? 1 : 2) Left reverse samplen (narrow ? 2.5 : 4) spacing 1.2
        plot NaN notitle, \
             keyentry with lines ls 72 title "safe range: every instance solved", \
             keyentry with lines lc rgb "#a8a8a8" lw 13 title "plateau: at most twice the best work", \
             keyentry with points pt 7 ps 1.1 lc rgb "#000000" title "best value", \
             keyentry with points pt 2 ps 1.2 lw 2 lc rgb "#000000" title "first failing value".(narrow ? "" : " (dotted: untried)"), \
             keyentry with lines ls 71 lw 2.5 title "theoretical bound".(bounds eq "" ? ": none known" : ": ".bounds), \
             keyentry with vectors head filled size screen 0.012,18 ls 72 title "safe to the end of the grid"
    }
    unset multiplot
    set output
}

# powers.gp - what grows with a number, on logarithmic axes, each curve with its fitted power.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a curve: value, then median, least
# and largest of each measure), n_curves, n_panels, parameter (its name), axis[] (a name a panel);
# line[] (a curve's title); by panel and curve factor[], power[] (of the line; NaN: none), from[] and
# to[] (the values it was fitted over); output_stem, plot_title. harness/judge/growth.c writes all of
# it. Optional: plot_note, a second line under the title.

# The first stand in colour (harness/figures/looks.h): their names stand at their ends too, without
# options where that tells them apart.
n_names = 0
do for [i=1:n_curves] { n_names = n_names + (look_of(i)[1:1] ne "m") }
line_height = 12.0
short(t) = t[1:(strstrt(t, "[") > 0 && strstrt(t, "[") < strstrt(t, ":") ? strstrt(t, "[") : strstrt(t, ":")) - 1]
full(t) = t[1:strstrt(t, ":") - 1]
array tag[n_curves]
do for [i=1:n_curves] {
    fellows = 0
    do for [j=1:n_curves] { fellows = fellows + (short(line[j]) eq short(line[i])) }
    tag[i] = fellows > 1 ? full(line[i]) : short(line[i])
}
tag_room = 0
do for [i=1:n_names] { tag_room = tag_room > 26 + 5.8 * strlen(tag[i]) ? tag_room : 26 + 5.8 * strlen(tag[i]) }
tag_room = tag_room > 180 ? 180 : tag_room
natural_width = (430 + tag_room) * (narrow ? 1 : n_panels)
longest = 0
do for [i=1:n_curves] { longest = longest > strlen(line[i]) ? longest : strlen(line[i]) }
key_columns = narrow || 2 * (7 * longest + 50) > natural_width ? 1 : 2
entry_rows(i) = lines_of(name(line[i], 38))
key_rows = 0
do for [i=1:n_curves] { key_rows = key_rows + entry_rows(i) }
key_rows = (key_rows + key_columns - 1) / key_columns
text_height = 160 + 17 * key_rows
natural_height = text_height + 310 * (narrow ? n_panels : 1)
load "style.gp"
key_height = 17 * key_rows + 46
panels_top = heading_height + 14
panels_bottom = sheet_height - key_height - 14
down = (panels_bottom - panels_top) / (narrow ? 1.0 * n_panels : 1.0)
across = (sheet_width - 8) / (narrow ? 1.0 : 1.0 * n_panels)

stats datafile using 1 nooutput
value_low = STATS_min
value_high = STATS_max
set format y "10^{%T}"
line_of(p, i) = n_curves * (p - 1) + i
fitted(p, i, x) = x >= 0.999 * from[line_of(p, i)] && x <= 1.001 * to[line_of(p, i)]
array wished[n_names] # of names: beside the last point
law(p, i, x) = fitted(p, i, x) ? factor[line_of(p, i)] * x ** power[line_of(p, i)] : NaN
set samples 400

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 1 heading at screen 0.5, screen Y(17) center noenhanced
    set xrange [value_low / 1.3:value_high * 1.3]
    set logscale xy
    set format x "%g"
    if (value_high < 30 * value_low) {
        set xtics ("" 0.1 * value_low)
        do for [e=floor(log10(value_low)):ceil(log10(value_high))] { do for [m in "1 2 5"] { set xtics add (m * 10.0**e) } }
    }
    unset key
    # Not gnuplot's key, which leaves out entries for which it finds no room; it is drawn with the last panel.
    rows_above = 0
    do for [p=1:n_panels] {
        if (p == n_panels) {
            set label 200 name("p of cost ~ ".parameter."^p, panel by panel; behind it the values that were fitted. Marks: measured; lines: fitted", 46) \
                at screen 0.5, Y(panels_bottom + 22) center noenhanced
            do for [i=1:n_curves] {
                key_left = 16 + (sheet_width - 24) / key_columns * (rows_above / key_rows)
                key_top = panels_bottom + (narrow ? 58 : 42) + 17 * (rows_above % key_rows)
                set label 200 + i name(line[i], 38) at screen X(key_left + 36), Y(key_top) left noenhanced
                set arrow 200 + i from screen X(key_left), Y(key_top) to screen X(key_left + 28), Y(key_top) nohead ls 20 + i
                set label 300 + i "" at screen X(key_left + 14), Y(key_top) point ls 20 + i
                rows_above = rows_above + entry_rows(i)
            }
        }
        left = narrow ? 0 : across * (p - 1)
        over = narrow ? panels_top + down * (p - 1) : panels_top
        set lmargin at screen X(left + 66)
        set rmargin at screen X(left + across - 8 - tag_room)
        top = over + 8 # of the panel
        bottom = over + down - 44
        set tmargin at screen Y(top)
        set bmargin at screen Y(bottom)
        set xlabel parameter noenhanced offset 0,0.4
        set ylabel axis[p] noenhanced
        c = 3 * p - 1
        if (exists("told") ? told[p] == 0 : 0) { # what has no points has no range of its own
            set yrange [1:10]
            set label 2 untold[p] at graph 0.5, 0.5 center noenhanced
            plot NaN notitle
        } else {
            # The range is whole decades about all bars, so that a name's place in points is known.
            low = 1e300; high = 0
            stats datafile using (column(c + 1) > 0 ? (low = column(c + 1) < low ? column(c + 1) : low, \
                high = column(c + 2) > high ? column(c + 2) : high) : NaN) nooutput
            low = floor(log10(low) - 0.05); high = ceil(log10(high) + 0.05)
            set yrange [10.0**low:10.0**high]
            do for [i=1:n_names] {
                wished[i] = NaN
                stats datafile index i - 1 using (column(c) > 0 ? (wished[i] = column(c)) : NaN) nooutput
                wished[i] = wished[i] > 0 ? top + (bottom - top) * (high - log10(wished[i])) / (high - low) : 1e6 # none
            }
            eval part_names
            do for [i=1:n_names] {
                if (wished[i] < 1e6) {
                    set label 100 + i tag[i] at graph 1.02, graph ((bottom - name_y[i]) / (bottom - top)) left noenhanced \
                        font small tc rgb curve_colour[i] point ls 20 + i offset 0.9, -0.45
                }
            }
            plot for [i=1:n_curves] datafile index i - 1 using 1:c:(column(c + 1)):(column(c + 2)) \
                     with yerrorbars ls 20 + i dt solid notitle, \
                 for [i=1:n_curves] law(p, i, x) with lines ls 20 + i notitle
        }
        unset label 1; unset label 2; set yrange [*:*]
        do for [i=1:n_names] { unset label 100 + i }
    }
    unset multiplot
    set output
    unset label; unset arrow
}

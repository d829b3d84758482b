# phases.gp - sweeps against the phase of a motion: a panel a scene, a line a solver through the means.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block a scene and solver: phase, sweeps),
# n_panels, n_curves, panel[] (scenes), line[] (solvers and how many states they solved, the best first); output_stem, plot_title.
# Optional: plot_note. harness/plot/states.c writes all of it.

longest = 0
do for [c=1:n_curves] { if (strlen(line[c]) > longest) { longest = strlen(line[c]) } }
across = narrow ? 1 : n_panels
down = narrow ? n_panels : 1
natural_width = n_panels == 1 ? 560 : 330 * n_panels
key_columns_of(width) = int((width - 40) / (7.5 * (longest < 15 ? 15 : longest) + 45))
columns = key_columns_of(narrow ? sheet_width : natural_width)
columns = columns < 1 ? 1 : columns > n_curves ? n_curves : columns
key_rows = int((n_curves + columns - 1) / columns)
text_height = 110 + 17 * key_rows + 30 * down
natural_height = text_height + 240 * down
load "style.gp"

# One key for all panels, read across: gnuplot's own belongs to one plot.
key_x(k) = 20 + (sheet_width - 40.0) / columns * ((k - 1) % columns)
key_y(k) = sheet_height - 17 * (key_rows - int((k - 1) / columns)) + 6
panels_from = heading_height + 30
room = (sheet_height - 17 * key_rows - 24 - panels_from) / (1.0 * down) # of a panel and what is above it
column_width = (sheet_width - 12.0) / across
left_of(p) = column_width * ((p - 1) % across) + 62
top_of(p) = panels_from + room * int((p - 1) / across)

stats datafile using 1:2 nooutput
set xrange [STATS_min_x - 0.03:STATS_max_x + 0.03]
set yrange [0.8:2 * STATS_max_y]
set logscale y
set format y "10^{%T}"
unset key

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 99 heading at screen 0.5, Y(17) center noenhanced
    do for [k=1:n_curves] {
        set label 100 + k line[k] at screen X(key_x(k) + 32), Y(key_y(k)) left noenhanced
        set arrow 100 + k from screen X(key_x(k)), Y(key_y(k)) to screen X(key_x(k) + 27), Y(key_y(k)) nohead ls 20 + k
        set label 200 + k "" at screen X(key_x(k) + 13.5), Y(key_y(k)) point ls 20 + k
    }
    do for [p=1:n_panels] {
        set lmargin at screen X(left_of(p))
        set rmargin at screen X(left_of(p) + column_width - 76)
        set tmargin at screen Y(top_of(p))
        set bmargin at screen Y(top_of(p) + room - (down > 1 ? 54 : 34))
        set title panel[p] noenhanced offset 0,-0.6
        set xlabel (int((p - 1) / across) + 1 == down ? "phase" : "") offset 0,0.4
        set ylabel ((p - 1) % across == 0 ? name("sweeps or iterations, mean over the solved states", 26) : "")
        plot for [i=n_curves:1:-1] datafile index n_curves * (p - 1) + i - 1 using 1:2 \
                 smooth unique with linespoints ls 20 + i notitle
        do for [k=1:n_curves] { unset label 100 + k; unset label 200 + k; unset arrow 100 + k }
        unset label 99
    }
    unset multiplot
    set output
}

# verdicts.gp - a paper's table: a dot a printed cell, at ours over the paper's number.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a row a cell, from the top: ours/paper, its
# least and largest over the instances or NaN, verdict 0 match, 1 inside, 2 near, 3 outside);
# n_cells; array cell (their names); reach, the axis goes from 1/reach to it; output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
row_height = 16
text_height = 130 + row_height * n_cells
natural_width = 640; natural_height = text_height
load "style.gp"

longest = 0
do for [k=1:n_cells] { if (strlen(cell[k]) > longest) { longest = strlen(cell[k]) } }
clipped(x) = x < 1.0 / reach ? 1.0 / reach : x > reach ? reach : x

eval put_heading
set lmargin at screen X(longest * 6.4 + 20 < 0.6 * sheet_width ? longest * 6.4 + 20 : 0.6 * sheet_width)
set logscale x
set xrange [1.0 / reach : reach]
set yrange [n_cells + 0.5 : 0.5]
if (reach > 30) { set format x "10^{%T}" } else { set xtics ("1/10" 0.1, "1/5" 0.2, "1/2" 0.5, "1" 1, "2" 2, "5" 5, "10" 10) }
set xlabel "ours over the paper's number"
set ytics () font small
do for [k=1:n_cells] { set ytics add (cell[k] k) }
set ytics noenhanced
set grid noytics
set arrow 1 from 1, graph 0 to 1, graph 1 nohead ls 11
set object 1 rectangle from 0.5, graph 0 to 2, graph 1 behind fc rgb "#f0f0f0" fs solid noborder

hues = "#009e73 #0072b2 #e69f00 #d55e00"
marks = "7 6 9 13"
words_of = "match inside near outside"
do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot keyentry with boxes fc rgb "#f0f0f0" fs solid border lc rgb "#d0d0d0" title "within a factor of 2", \
        datafile using (clipped($1)):($0 + 1):(clipped($2)):(clipped($3)) with xerrorbars lc rgb "#808080" lw 1 pt 0 ps 0 notitle, \
        for [v=0:3] datafile using ($4 == v ? clipped($1) : NaN):($0 + 1) with points \
            pt int(word(marks, v + 1)) ps 1.1 lc rgb word(hues, v + 1) title word(words_of, v + 1)
    set output
}

# spectrum.gp - W of a problem: the graph of its contacts, its singular values, the eigenvalues of a sweep.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (three blocks: row and column of blocks that are
# not 0, from 0; number and singular value over the largest; number and modulus of an eigenvalue); n,
# contacts; rank; predicted, the largest of these but for eigenvalues 1; measured, a rate or -1; output_stem; plot_title.
# Optional: plot_note, a second line under the title.

if (!exists("plot_note")) plot_note = ""
natural_width = 860
narrow_sheet = exists("canvas_width") && canvas_width < 480
natural_height = narrow_sheet ? 900 : 400
text_height = natural_height
load "style.gp"
least = 1e-17
rank_side = rank > 1.5 * n ? "right" : "left"

top = heading_height + 30
bottom = sheet_height - 52
left = 60
side = narrow ? sheet_width - 90 : (bottom - top < 0.32 * sheet_width ? bottom - top : 0.32 * sheet_width)
# The place of panel p of three, in points: from, to, upper and lower end.
from(p) = narrow ? left : p == 1 ? left : p == 2 ? left + side + 70 : left + side + 70 + (sheet_width - left - side - 70) / 2 + 22
to(p) = narrow ? sheet_width - 20 : p == 1 ? left + side : p == 2 ? left + side + 70 + (sheet_width - left - side - 70) / 2 - 48 : sheet_width - 20
third = (bottom - top - 2 * 78) / 3.0
up(p) = narrow ? top + (p - 1) * (third + 78) : top
down(p) = narrow ? up(p) + third : bottom
place(p) = sprintf("set lmargin at screen %g; set rmargin at screen %g; set tmargin at screen %g; set bmargin at screen %g", X(from(p)), X(to(p)), Y(up(p)), Y(down(p)))

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot
    set label 99 heading at screen 0.5, Y(17) center noenhanced
    unset key
    eval place(1)
    set title "blocks of W that are not 0"
    set xtics autofreq
    set xlabel "contact" offset 0,0.4
    set ylabel "contact" offset 1,0
    set xrange [-0.5:n - 0.5]
    set yrange [n - 0.5:-0.5]
    unset grid
    plot datafile index 0 using 2:1:(0.5):(0.5) with boxxyerror fs solid 1 noborder lc rgb "#0072b2"
    unset label 99
    eval place(2)
    set grid xtics ytics ls 10
    set title "singular values of W"
    set xlabel "number"
    set ylabel "over the largest"
    set logscale y
    set format y "10^{%T}"
    set xrange [0:3 * n + 1]
    set xtics nice(3 * n / 2.0)
    set yrange [least:3]
    set arrow 1 from rank + 0.5, graph 0 to rank + 0.5, graph 1 nohead ls 11 dt (4,4)
    set label 1 sprintf("rank %d", rank) at (rank > 1.5 * n ? rank - 0.3 : rank + 0.8), graph 0.06 @rank_side font small
    plot datafile index 1 using 1:($2 > least ? $2 : NaN) with points pt 7 ps 0.5 lc rgb "#0072b2"
    unset arrow; unset label
    eval place(3)
    set title "eigenvalues of a sweep, moduli"
    unset ylabel
    unset logscale
    set format y "%g"
    set yrange [0:(predicted > 1 ? 1.05 * predicted : 1.05)]
    set arrow 1 from 0, predicted to 3 * n + 1, predicted nohead lc rgb "#d55e00" lw 1.2
    set label 1 sprintf("predicted %.4f", predicted) at graph 0.97, first predicted right offset 0,-0.7 tc rgb "#d55e00" font small
    if (measured >= 0) {
        set arrow 2 from 0, measured to 3 * n + 1, measured nohead lc rgb "#009e73" lw 1.2 dt (6,4)
        set label 2 sprintf("measured %.4f", measured) at graph 0.97, first measured right offset 0,-1.8 tc rgb "#009e73" font small
    }
    plot datafile index 2 using 1:2 with points pt 7 ps 0.5 lc rgb "#0072b2"
    unset multiplot
    unset arrow; unset label; unset title
    set output
}

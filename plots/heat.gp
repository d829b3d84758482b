# heat.gp - solvers by problems: the colour of a cell is the cost over that of the cheapest.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a row a cell: column, row, log10 of the ratio or
# NaN, 0 solved, 1 not solved, 2 not known); n_rows, n_columns; n_unsolved, n_blank, cells; arrays row and column_name,
# their names; output_stem; plot_title. Optional: plot_note, a second line under the title.

# Rows that have names and numbers, and thin ones where there are many.
named = n_rows <= 60
row_height = named ? 17 : 900.0 / n_rows
longest = 0
do for [k=1:n_columns] { if (strlen(column_name[k]) > longest) { longest = strlen(column_name[k]) } }
foot = 34 + 3.5 * longest
widest = 0
do for [k=1:n_rows] { if (named && strlen(row[k]) > widest) { widest = strlen(row[k]) } }
# In a column of a journal: both ends of names, the bar below, and no numbers.
letters_of_row = narrow ? 17 : 44
names_width = named ? 26 + 5.8 * (widest > letters_of_row ? letters_of_row : widest) : 40
below = narrow ? 62 : 0
beside = narrow ? 14 : 100
natural_width = names_width + 46 * n_columns + 110
if (natural_width < 520) { natural_width = 520 }
text_height = 78 + foot + below + row_height * n_rows
natural_height = text_height
load "style.gp"
cut(t) = strlen(t) <= letters_of_row ? t : narrow ? t[1:8]."..".t[strlen(t) - 6:*] : "...".t[strlen(t) - letters_of_row + 4:*]

eval put_heading
set lmargin at screen X(names_width)
set rmargin at screen X(sheet_width - beside)
set bmargin at screen Y(sheet_height - foot - below)
# Light is cheap, dark is dear, in grey as in colour; a factor of 100 and more is darkest.
set palette defined (0 "#fdf3d8", 0.35 "#e0b36a", 0.7 "#a05a3c", 1 "#3b1f2b")
set cbrange [0:2]
set cbtics ("1" 0, "2" log10(2), "5" log10(5), "10" 1, "20" log10(20), "50" log10(50), ">= 100" 2) font small
# The bar is the lower half of the map, and longer where its numbers would meet.
bar_from = 0.5 * (heading_height + 14 + sheet_height - foot)
bar_from = bar_from < heading_height + 84 ? heading_height + 84 : bar_from # below the signs
bar_to = sheet_height - foot - bar_from > 88 ? sheet_height - foot : bar_from + 88
if (!narrow) { set colorbox user origin screen X(sheet_width - 86), screen Y(bar_to) size screen X(14), screen Y(bar_from) - Y(bar_to) }
if (narrow) { set colorbox horizontal user origin screen X(names_width), screen Y(sheet_height - 34) size screen X(sheet_width - names_width - 20), 1 - Y(10) }
set xrange [0.5:n_columns + 0.5]
set yrange [n_rows + 0.5:0.5]
set xtics () rotate by 40 right noenhanced font small scale 0
do for [k=1:n_columns] { set xtics add (column_name[k] k) }
set ytics () noenhanced font small scale 0
if (named) { do for [k=1:n_rows] { set ytics add (cut(row[k]) k) } }
if (!named) { set ylabel sprintf("%d problems", n_rows) }
unset grid
set border 31 ls 11
unset key
numbered = named && !narrow # in a column of a journal colour alone tells
# Two digits of what is shown: 1.3, 12, 340.
digits_of(r) = r < 9.95 ? sprintf("%.1f", r) : sprintf("%.0f", r)
number(v) = v < 0.0021 ? "1" : digits_of(10 ** v)
dark(v) = v > 1.2
if (!narrow) {
    set label 5 "over the cheapest" at screen X(sheet_width - 92), screen Y(bar_from) offset 0,0.8 font small
    set label 6 "{/:Bold 1}  cheapest" at screen X(sheet_width - 92), Y(heading_height + 24) font small
}
if (narrow) { set label 5 "over the cheapest" at screen X(8), Y(sheet_height - 39) font small }
at_sign(k) = sprintf("at screen X(%g), Y(%g)", narrow ? 14 + 110 * (k - 1) : sheet_width - 86, narrow ? sheet_height - 56 : heading_height + 24 + 18 * k)
if (n_unsolved > 0) { eval 'set label 7 "  not solved" '.at_sign(1).' point pt 2 ps 0.8 lw 1.4 lc rgb "#d55e00" font small' }
if (n_blank > 0) { eval 'set label 8 "white: not known" '.at_sign(2).' font small offset -1,0' }

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot datafile using ($4 == 1 ? $1 : NaN):2:(0.5):(0.5) with boxxyerror fs solid 1 noborder lc rgb "#e4e4e4", \
        datafile using ($4 == 0 ? $1 : NaN):2:(0.5):(0.5):($3 < 2 ? $3 : 2) with boxxyerror fs solid 1 noborder lc palette, \
        datafile using ($4 == 1 ? $1 : NaN):2 with points pt 2 ps (named ? 0.8 : 0.3) lw 1.4 lc rgb "#d55e00", \
        datafile using (numbered && $4 == 0 && !dark($3) && $3 > 0 ? $1 : NaN):2:(number($3)) with labels font small tc rgb "#202020", \
        datafile using (numbered && $4 == 0 && dark($3) ? $1 : NaN):2:(number($3)) with labels font small tc rgb "#ffffff", \
        datafile using (numbered && $4 == 0 && $3 == 0 ? $1 : NaN):2:("{/:Bold 1}") with labels font small tc rgb "#000000"
    set output
}

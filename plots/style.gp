# style.gp - the one house style of all figures. SPDX-License-Identifier: GPL-3.0-or-later
#
# Load it first: it forgets every earlier setting, then defines the terminals (term_svg, term_pdf),
# line styles told apart by colour AND dash AND point, so that a figure reads in black and
# white, grid and fonts. Colours: Okabe and Ito's palette, safe for colour-blind readers.
#
# Variables it obeys when set before: canvas_width, canvas_height in points (default 720 x 480).

reset
set encoding utf8
if (!exists("canvas_width")) canvas_width = 720
if (!exists("canvas_height")) canvas_height = 480

# The PDF is the same canvas at 72 points an inch: both formats have one layout. PDF font sizes are
# in points like the SVG's pixels, so the same numbers serve.
term_svg = sprintf("set terminal svg size %d,%d fixed enhanced font 'DejaVu Sans,11' ". \
                   "background '#ffffff' dashlength 0.9", canvas_width, canvas_height)
term_pdf = sprintf("set terminal pdfcairo size %.4fin,%.4fin enhanced font 'DejaVu Sans,11' ". \
                   "fontscale 1 linewidth 1.7 dashlength 1.1", canvas_width / 72.0, canvas_height / 72.0)

# 1 is the background band of a whole; 2 to 5 are its parts, drawn on top of it.
set style line 1 lc rgb "#b8b8b8" lw 6.0 dt solid     pt 5 ps 0.9
set style line 2 lc rgb "#000000" lw 1.8 dt solid     pt 6 ps 0.9
set style line 3 lc rgb "#0072b2" lw 1.8 dt (12,5)    pt 4 ps 0.9
set style line 4 lc rgb "#d55e00" lw 1.8 dt (3,4)     pt 8 ps 1.0
set style line 5 lc rgb "#009e73" lw 1.8 dt (14,4,3,4) pt 12 ps 1.0
# 21 to 60, for figures with more curves: eight colours, five dashes and seven points, out of step
# with each other, so that no two of the forty are drawn alike.
array colour[8] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7f7f7f"]
array dash[5] = ["solid", "(12,5)", "(3,4)", "(14,4,3,4)", "(7,3)"]
array mark[7] = [6, 4, 8, 12, 2, 10, 1]
do for [i=1:40] {
    eval sprintf("set style line %d lc rgb '%s' lw 1.4 dt %s pt %d ps 0.9", 20 + i, \
                 colour[(i - 1) % 8 + 1], dash[(i - 1) % 5 + 1], mark[(i - 1) % 7 + 1])
}
set style line 10 lc rgb "#d0d0d0" lw 0.6 dt solid
set style line 11 lc rgb "#303030" lw 1.0 dt solid
set style line 12 lc rgb "#303030" lw 2.5 dt solid

set border 31 ls 11
set grid xtics ytics ls 10
set tics nomirror out scale 0.6
set key below horizontal center maxcols 2 Left reverse spacing 1.3 samplen 4

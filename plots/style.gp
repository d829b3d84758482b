# style.gp - the one house style of all figures. SPDX-License-Identifier: GPL-3.0-or-later
#
# Load it first: it forgets every earlier setting, then defines the terminals, line styles told apart
# by colour AND dash AND point, so that a figure reads in black and white, grid and fonts. Colours:
# Okabe and Ito's palette, safe for colour-blind readers.
#
# Variables it obeys when set before, with -e too:
#   formats         "svg pdf png tikz" or some of them (default "svg pdf")
#   canvas_width    in points (default: the figure's own width, 720 for most)
#   canvas_height   in points (default: the figure's own aspect, its text unshrunk)
#   png_dpi         dots an inch of a PNG (default 300)
#   letters         size of the letters in points (default 11); lines and points go with it
#   typeface        the font (default DejaVu Sans)
#   untitled        set: no heading, but of a quick run, whose figures always say so
#   looks           a word a curve of a letter, its colour, and the digits of its dash and mark
#   solver_looks    " NAME LOOK ... " of all solvers, for solver_look
#
# A script lays out a sheet, in points of a size at which the letters have 11: sheet_width x
# sheet_height. It may set natural_width, natural_height and text_height (what titles, axes and keys
# take of the height: it does not shrink on a narrow canvas) and load this file again. The terminals
# bring the sheet to the canvas. `narrow`: a column of a journal; keys go below.

reset
set encoding utf8
if (!exists("formats")) formats = "svg pdf"
if (!exists("letters")) letters = 11
if (!exists("natural_width")) natural_width = 720
if (!exists("natural_height")) natural_height = 480
if (!exists("text_height")) text_height = 150
zoom = letters / 11.0
sheet_width = exists("canvas_width") ? canvas_width / zoom : natural_width
sheet_height = exists("canvas_height") ? canvas_height / zoom : !exists("canvas_width") ? natural_height : \
    text_height + (natural_height - text_height) * (sheet_width > 0.6 * natural_width ? 1.0 * sheet_width / natural_width : 0.6)
narrow = exists("canvas_width") && sheet_width < 480

# All formats have one layout. A point is 1/72 in of the PDF and of the TikZ picture, 300/72 dots of
# the PNG (of png_dpi 300), a pixel of the SVG, or "pt" of an SVG whose width is asked for. tikz.sed makes TeX of texts,
# svg.awk circles of polygons.
# Cairo takes letters for 96 to the inch: 0.75 brings them back to points.
if (!exists("png_dpi")) png_dpi = 300
dot = png_dpi / 72.0
inches = sprintf("%.4fin,%.4fin", (zoom * sheet_width + 0.5) / 72, (zoom * sheet_height + 0.5) / 72) # cut to points
if (!exists("typeface")) typeface = 'DejaVu Sans'
face = sprintf("enhanced font '%s,%g'", typeface, letters)
svg_terminal = sprintf("set terminal svg size %d,%d fixed %s background '#ffffff' linewidth %g dashlength 0.9", \
    zoom * sheet_width + 0.5, zoom * sheet_height + 0.5, face, zoom)
pdf_terminal = sprintf("set terminal pdfcairo size %s %s fontscale 0.75 linewidth %g pointscale %g dashlength 1.1", \
    inches, face, 1.7 * zoom, zoom)
png_terminal = sprintf("set terminal pngcairo size %d,%d %s fontscale %g linewidth %g pointscale %g dashlength 1.1", \
    dot * zoom * sheet_width, dot * zoom * sheet_height, face, 0.75 * dot, dot * zoom, dot * zoom)
tikz_terminal = sprintf("set terminal tikz size %s gparrows linewidth %g charsize %.4fin,%.4fin ". \
    "font '\\fontsize{%g}{%g}\\selectfont'", \
    inches, zoom, 0.62 * letters / 72, 1.15 * letters / 72, letters, 1.2 * letters)
terminal_of(format) = format eq "pdf" ? pdf_terminal : format eq "png" ? png_terminal : \
    format eq "tikz" ? tikz_terminal : svg_terminal
quoted(t) = strstrt(t, "'") == 0 ? t : t[1:strstrt(t, "'") - 1]."'\\''".quoted(t[strstrt(t, "'") + 1:*]) # for the shell
svg_filter = sprintf("| SS_TITLE='%s' SS_NOTE='%s' awk -v points=%d -f svg.awk", quoted(exists("plot_title") ? plot_title : ""), \
    quoted(exists("plot_note") ? plot_note : ""), exists("canvas_width"))
file_of(format) = format eq "tikz" ? "| sed -f tikz.sed > '".output_stem.".tex'" : \
    format eq "svg" ? svg_filter." > '".output_stem.".svg'" : output_stem.".".format
if (strstrt(" ".formats." ", " tikz ") > 0) { set terminal tikz createstyle }

# The heading: title, note and remark, broken where the sheet ends.
heading_room = int((sheet_width - 24) / 7.0)
break_of(t, k, n) = k < 2 ? n : t[k:k] eq " " || t[k:k] eq "," ? k : break_of(t, k - 1, n)
broken_at(t, n) = strlen(t) <= n ? t : t[1:break_of(t, n, n)]."\n".broken_at(t[break_of(t, n, n) + 1:*], n)
broken(t) = broken_at(t, heading_room)
lines_of(t) = strstrt(t, "\n") == 0 ? 1 : 1 + lines_of(t[strstrt(t, "\n") + 1:*])
heading = broken(exists("plot_title") ? plot_title : "")
if (exists("plot_note")) { heading = heading.(plot_note eq "" ? "" : "\n".broken(plot_note)) }
if (exists("plot_remark")) { heading = heading."\n".broken(plot_remark) }
if (exists("untitled") && strstrt(heading, "QUICK") == 0) { heading = "" }
heading_height = heading eq "" ? 0 : 10 + 15.5 * lines_of(heading)
X(p) = p / (1.0 * sheet_width)
Y(p) = 1 - p / (1.0 * sheet_height) # from the top
small = sprintf(",%g", zoom * 9)
put_heading = "set label 99 heading at screen 0.5, Y(17) center noenhanced; set tmargin at screen Y(heading_height + 14)"

# For a narrow sheet: an axis's name in lines of so many letters, and tics that do not meet.
name(t, n) = narrow ? broken_at(t, n) : t
nice(v) = 10.0**floor(log10(v)) * (v >= 5 * 10.0**floor(log10(v)) ? 5 : v >= 2 * 10.0**floor(log10(v)) ? 2 : 1)
few_tics(axis, low, high) = narrow && high > low ? sprintf("set %stics %g", axis, nice((high - low) / 2.5)) : ""

# 1 is the background band of a whole; 2 to 5 are its parts, drawn on top of it.
set style line 1 lc rgb "#b8b8b8" lw 6.0 dt solid     pt 5 ps 0.9
set style line 2 lc rgb "#000000" lw 1.8 dt solid     pt 6 ps 0.9
set style line 3 lc rgb "#0072b2" lw 1.8 dt (12,5)    pt 4 ps 0.9
set style line 4 lc rgb "#d55e00" lw 1.8 dt (3,4)     pt 8 ps 1.0
set style line 5 lc rgb "#009e73" lw 1.8 dt (14,4,3,4) pt 12 ps 1.0
# 21 to 60, for figures with more curves: twelve colours, five dashes and seven points. A solver has its
# own (`looks`); other curves take them out of step, so that no two of the forty are drawn alike. The
# thirteenth colour is for those that stand back, thin.
array colour[13] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#117733", \
    "#882255", "#332288", "#a0a020", "#8a5a2b", "#a8a8a8"]
array dash[5] = ["solid", "(12,5)", "(3,4)", "(14,4,3,4)", "(7,3)"]
array mark[7] = [6, 4, 8, 12, 2, 10, 1]
array curve_colour[40]
if (!exists("solver_looks")) solver_looks = ""
# The look of a solver by name, and the same colour by the dash and mark that come next, for a variant of it.
solver_look(n) = strstrt(solver_looks, " ".n." ") > 0 ? word(solver_looks[strstrt(solver_looks, " ".n." "):*], 2) : "a11"
variant(l) = sprintf("%s%d%d", l[1:1], int(l[2:2]) % 5 + 1, int(l[3:3]) % 7 + 1)
if (!exists("looks")) looks = ""
letters_of_colours = "abcdefghijklm"
look_of(i) = i <= words(looks) ? word(looks, i) : \
    sprintf("%s%d%d", letters_of_colours[(i - 1) % 12 + 1:(i - 1) % 12 + 1], (i - 1) % 5 + 1, (i - 1) % 7 + 1)
do for [i=1:40] {
    look = look_of(i)
    curve_colour[i] = colour[strstrt(letters_of_colours, look[1:1])]
    eval sprintf("set style line %d lc rgb '%s' lw %g dt %s pt %d ps 0.9", 20 + i, curve_colour[i], \
                 look[1:1] eq "m" ? 0.8 : 1.4, dash[int(look[2:2])], mark[int(look[3:3])])
}
set style line 10 lc rgb "#d0d0d0" lw 0.6 dt solid
set style line 11 lc rgb "#303030" lw 1.0 dt solid
set style line 12 lc rgb "#303030" lw 2.5 dt solid

set border 31 ls 11
set grid xtics ytics ls 10
set tics nomirror out scale 0.6
set key below horizontal center maxcols 2 Left reverse spacing 1.3 samplen 4 height 0.4
if (narrow) { set key samplen 2.5 height 0.5 }

# A key at the right of all panels, in `width` letters; below them where the sheet is narrow.
key_beside(width) = narrow ? "set rmargin 3; set key below horizontal center maxcols 2 Left reverse samplen 2.5 spacing 1.2 height 0.5" \
    : sprintf("set rmargin %d; set key outside right top vertical maxcols 1 Left reverse samplen 3 spacing 1.3", width)

# The name of curve k of n, without a first word that all names have: "a iqs" beside "a rst-0" is "iqs".
all_begin_alike(k) = k < 2 ? 1 : words(curve[k]) > 1 && word(curve[k], 1) eq word(curve[1], 1) && all_begin_alike(k - 1)
curve_name(k, n) = n > 1 && words(curve[1]) > 1 && all_begin_alike(n) ? curve[k][strlen(word(curve[k], 1)) + 2:*] : curve[k]

# Places of names at the ends of curves, in points from the sheet's top: name_y[i] for wished[i] of n_names,
# line_height apart, those that meet pushed down from above and up from below by as much, within top and
# bottom. Of level ones the first one is above.
part_names = "array ranked[n_names]; array pushed_down[n_names]; array pushed_up[n_names]; array name_y[n_names]; ". \
    "do for [i=1:n_names] { rank = 1; do for [j=1:n_names] { ". \
    "rank = rank + (wished[j] < wished[i] || (wished[j] == wished[i] && j < i)) }; ranked[rank] = i }; ". \
    "do for [k=1:n_names] { y = wished[ranked[k]]; ". \
    "pushed_down[k] = k > 1 && y < pushed_down[k - 1] + line_height ? pushed_down[k - 1] + line_height : y }; ". \
    "do for [k=n_names:1:-1] { y = wished[ranked[k]]; ". \
    "pushed_up[k] = k < n_names && y > pushed_up[k + 1] - line_height ? pushed_up[k + 1] - line_height : y }; ". \
    "do for [k=1:n_names] { y = 0.5 * (pushed_down[k] + pushed_up[k]); ". \
    "y = y < top + line_height * (k - 1) ? top + line_height * (k - 1) : y; ". \
    "y = y > bottom - line_height * (n_names - k) ? bottom - line_height * (n_names - k) : y; name_y[ranked[k]] = y }"

# Which of n_curves of errors against a cost have a band: of more than three the two that get within ten
# times the least error at the least cost, for more are mud. Curve i is block 3 i - 3 behind `first`; before
# any range is set, which stats obeys.
choose_bands = "array least_error[n_curves]; array end_cost[n_curves]; array banded[n_curves]; least = 1e300; ". \
    "do for [i=1:n_curves] { least_error[i] = 1e300; end_cost[i] = 0; ". \
    "stats datafile index first + 3 * i - 3 using ($2 > 0 ? (least_error[i] = $2 < least_error[i] ? $2 : least_error[i], ". \
    "end_cost[i] = $1 > end_cost[i] ? $1 : end_cost[i]) : NaN) nooutput; least = least_error[i] < least ? least_error[i] : least }; ". \
    "do for [i=1:n_curves] { ahead = 0; do for [j=1:n_curves] { ahead = ahead + (least_error[j] <= 10 * least && end_cost[j] < end_cost[i]) }; ". \
    "banded[i] = n_curves < 4 || (ahead < 2 && least_error[i] <= 10 * least) }"

# Two panels below the heading that share an axis: the upper one has `share` of the height that is left
# above `below` points for the axis and the key.
share_out(share, below) = sprintf("panels_from = heading_height + 14; panels_to = sheet_height - %g; ". \
    "panels_split = panels_from + %g * (panels_to - panels_from)", below, share)
upper_panel = "set tmargin at screen Y(panels_from); set bmargin at screen Y(panels_split)"
lower_panel = "set tmargin at screen Y(panels_split + panels_gap); set bmargin at screen Y(panels_to)"
panels_gap = 12

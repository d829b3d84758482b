# roofline.gp - kernels under the roofs of a machine (Williams, Waterman and Patterson 2009).
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (intensity in flop/byte, rate in flop/s,
# contacts, number of the kernel from 1), kernels (their names, blanks between), output_stem,
# plot_title; triad_L2,
# triad_L3, triad_memory in bytes/s; peak_baseline and, where the CPU has them, peak_scalar,
# peak_avx2, peak_avx512 in flop/s. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""

# A kernel OUTER/LOCAL has the shape of its outer solver and the colour of its local one; the key names both, the
# outer ones in a column and the local ones beside it, or below it where two columns do not fit.
outer_of(name) = strstrt(name, "/") == 0 ? name : name[1:strstrt(name, "/") - 1]
local_of(name) = strstrt(name, "/") == 0 ? "" : name[strstrt(name, "/") + 1:*]
place_from(w, list, i) = i > words(list) ? 0 : word(list, i) eq w ? i : place_from(w, list, i + 1)
place_of(w, list) = place_from(w, list, 1)
outers = ""; locals = ""; longest = 0
do for [i=1:words(kernels)] {
    one = outer_of(word(kernels, i)); other = local_of(word(kernels, i))
    if (place_of(one, outers) == 0) { outers = outers." ".one }
    if (other ne "" && place_of(other, locals) == 0) { locals = locals." ".other }
    if (strlen(one) > longest) { longest = strlen(one) }
}
n_outers = words(outers); n_locals = words(locals)
key_columns = sheet_width - 20 < 2 * (6.2 * longest + 26) ? 1 : 2
key_rows = key_columns == 1 ? n_outers + n_locals : n_outers > n_locals ? n_outers : n_locals
text_height = 138 + 14 * key_rows
natural_height = 340 + text_height
load "style.gp"

stats datafile using 1 nooutput
x_low = STATS_min; x_high = STATS_max
stats datafile using 2 nooutput
y_low = STATS_min
of(kernel, value) = column(4) == kernel ? value : NaN

top = peak_baseline
scalar = exists("peak_scalar") ? peak_scalar : NaN
avx2 = exists("peak_avx2") ? peak_avx2 : NaN
if (exists("peak_scalar")) { top = peak_scalar > top ? peak_scalar : top }
if (exists("peak_avx2")) { top = peak_avx2 > top ? peak_avx2 : top }
if (exists("peak_avx512")) { top = peak_avx512 > top ? peak_avx512 : top }

# From left of the points to right of where the slowest memory meets the highest roof.
ridge = top / triad_memory
x_low = 0.5 * (x_low < 0.1 ? x_low : 0.1)
x_high = 2.0 * (x_high > ridge ? x_high : ridge)

eval put_heading
set xlabel name("arithmetic intensity, flop/byte (bytes moved at least)", 42) offset 0,0.4
set ylabel "Gflop/s"
set logscale xy
set xrange [x_low:x_high]
set yrange [0.4e-9 * y_low:2e-9 * top]
unset key # whose columns are as wide as the plot only: labels with points instead
set bmargin at screen Y(sheet_height - (narrow ? 74 : 60) - 14 * key_rows)

roof(x, bandwidth) = 1e-9 * (bandwidth * x < top ? bandwidth * x : top)
flat(x, peak) = x > peak / triad_L2 ? 1e-9 * peak : NaN

# Roofs are named where they begin, left of the points: slopes at the left, the slower memory below its line.
x_name = 1.25 * x_low
set label 1 "L2" at x_name, roof(x_name, triad_L2) left offset -0.5,1.2 font small
set label 2 "L3" at 3 * x_name, roof(3 * x_name, triad_L3) right offset -0.5,0.6 font small
set label 3 "memory" at 2 * x_name, roof(2 * x_name, triad_memory) left offset 1,-0.3 font small
set label 4 "no fused operations" at 1.1 * peak_baseline / triad_L2, 1e-9 * peak_baseline left offset 0,-0.6 font small
if (exists("peak_scalar")) {
    set label 5 "one number at a time" at 1.1 * peak_scalar / triad_L2, 1e-9 * peak_scalar left offset 0,-0.6 font small
}
if (exists("peak_avx2")) {
    set label 6 "AVX2" at 1.1 * peak_avx2 / triad_L2, 1e-9 * peak_avx2 left offset 0,-0.6 font small
}
if (exists("peak_avx512")) {
    set label 7 "AVX-512" at 1.1 * peak_avx512 / triad_L2, 1e-9 * peak_avx512 left offset 0,-0.6 font small
}

# Locals are told apart by colour, outers by shape.
shape(o) = int(word("6 4 8 12 2 1 10 3 14 7 5 9 13 11 15", (o - 1) % 15 + 1))
# A solver has its own colour; a second of the same, a variant, is grey.
own(l) = colour[strstrt(letters_of_colours, solver_look(word(locals, l))[1:1])]
is_second(l, k) = k >= l ? 0 : own(k) eq own(l) ? 1 : is_second(l, k + 1)
hue(l) = l == 0 ? 0 : int("0x".(is_second(l, 1) ? "909090" : own(l)[2:*]))
shape_of(i) = shape(place_of(outer_of(word(kernels, i)), outers))
colour_of(i) = hue(place_of(local_of(word(kernels, i)), locals))

entry_x(second) = X(14 + (second && key_columns == 2 ? (sheet_width - 20) / 2 : 0))
entry_y(row) = Y(sheet_height - 14 * (key_rows - row) + 4)
do for [i=1:n_outers] {
    set label 100 + i word(outers, i) at screen entry_x(0), entry_y(i - 1) left noenhanced font small \
        point pt shape(i) lc rgb 0x606060 ps 1.0 offset 1.2,-0.25
}
do for [i=1:n_locals] {
    set label 100 + n_outers + i word(locals, i) at screen entry_x(1), entry_y(i - 1 + (key_columns == 1 ? n_outers : 0)) left \
        noenhanced font small point pt 7 lc rgb hue(i) ps 1.0 offset 1.2,-0.25
}

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    plot roof(x, triad_L2) with lines ls 12 dt solid notitle, \
         roof(x, triad_L3) with lines ls 11 dt (12,5) notitle, \
         roof(x, triad_memory) with lines ls 11 dt (3,4) notitle, \
         flat(x, peak_baseline) with lines ls 11 dt (14,4,3,4) notitle, \
         flat(x, scalar) with lines ls 11 dt (6,3,2,3,2,3) notitle, \
         flat(x, avx2) with lines ls 11 dt (2,3,2,3) notitle, \
         for [i=1:words(kernels)] datafile using 1:(of(i, 1e-9 * column(2))) with points \
             pt shape_of(i) lc rgb colour_of(i) ps 1.0
    set output
}

# diagnosis.gp - which contacts carry the residual of an unsolved step: sorted, and by place.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (rank, contact, part of E1, level 0 open, 1
# sticking, 2 sliding, x and z in m), n_contacts, carriers (the fewest that hold 90 % of E1^2),
# largest (part of E1), placed (1: x and z are known; 0: the contacts' numbers are drawn), output_stem,
# plot_title. Optional: plot_note, a second line under the title.

if (!exists("plot_note")) plot_note = ""
natural_height = 560
text_height = narrow ? 300 : 150
load "style.gp"

# Three levels that a black-and-white printer tells apart, and three points.
array level[3] = ["#7f7f7f", "#4292c6", "#08306b"]
array shape[3] = [6, 8, 7]
array name[3] = ["open", "sticking", "sliding"]
smallest = 1e-18
drawn(v) = (v > smallest && v < 1e300) ? v : NaN

eval share_out(0.45, narrow ? 92 : 72)
panels_gap = 52
set lmargin 11
set rmargin 3
unset mytics

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot title heading noenhanced

    eval upper_panel
    set logscale xy
    set xtics autofreq
    if (n_contacts < 100) {
        set xtics ("" 0.1)
        do for [e=0:2] { do for [m in "1 2 5"] { set xtics add (m * 10**e) } }
    }
    set format y "10^{%T}"
    set xrange [0.8:n_contacts * 1.25]
    set xlabel "contacts, the largest part first" offset 0,0.6
    set ylabel "part of E1"
    set yrange [*:3.0 * largest]
    set arrow 1 from first carriers + 0.5, graph 0 to first carriers + 0.5, graph 1 nohead dt 2 lc rgb "#303030"
    carriers_right = log10(carriers) > 0.6 * log10(n_contacts)
    if (carriers_right) { set label 1 "90 % of E1^2 " at first carriers + 0.5, graph 0.08 right } else { set label 1 " 90 % of E1^2" at first carriers + 0.5, graph 0.08 }
    unset key
    plot for [k=0:2] datafile using 1:($4 == k ? drawn($3) : NaN) with points pt shape[k + 1] ps 0.6 lc rgb level[k + 1]
    unset arrow 1
    unset label 1

    eval lower_panel
    unset logscale x
    set xtics autofreq
    set key at screen 0.5, Y(sheet_height - (narrow ? 24 : 14)) center center horizontal maxcols 3 Left reverse samplen 1 width -2 font small
    set autoscale x
    if (placed) {
        unset logscale y
        set format y "%g"
        set autoscale y
        set offsets graph 0.05, graph 0.05, graph 0.08, graph 0.08
        set xlabel name("x (m); the larger the point, the larger the part", 40) offset 0,0.4
        set ylabel "z (m)"
        plot for [k=0:2] datafile using 5:($4 == k ? $6 : NaN):(0.3 + 3.0 * sqrt($3 / largest)) \
                 with points pt shape[k + 1] ps variable lc rgb level[k + 1] notitle, \
             for [k=0:2] keyentry with points pt shape[k + 1] lc rgb level[k + 1] title name[k + 1]
    } else {
        set xrange [-1:n_contacts]
        eval few_tics("x", 0, n_contacts)
        set xlabel "number of the contact" offset 0,0.4
        set ylabel "part of E1"
        plot for [k=0:2] datafile using 2:($4 == k ? drawn($3) : NaN) with points pt shape[k + 1] ps 0.6 lc rgb level[k + 1] notitle, \
             for [k=0:2] keyentry with points pt shape[k + 1] lc rgb level[k + 1] title name[k + 1]
    }
    unset multiplot
    unset offsets
    set output
}

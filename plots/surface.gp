# surface.gp - a growing pile: its surface after one step, and the sections of the steps up to it
# beside the exact ones. SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs (set before loading, after style.gp): datafile (a block of the surface: a triangle a paragraph,
# x, y, height in m; then two blocks a kept step: x, height at y = 0 of ours, and of the exact pile);
# n_sections; reach in m, half the width that is shown; time in s; output_stem; plot_title. Optional: plot_note.

if (!exists("plot_note")) plot_note = ""
natural_width = narrow ? 480 : 960; natural_height = narrow ? 800 : 460
text_height = narrow ? 150 : 100
load "style.gp"

stats datafile index 0 using 3 nooutput name "height"
top = height_max > 0 ? height_max : reach
section_top = top
do for [k=1:n_sections] {
    stats datafile index 2 * k using 2 nooutput name "exact"
    if (exact_max > section_top) { section_top = exact_max }
}
set palette defined (0 "#5a3c12", 0.5 "#c48a3a", 1 "#fbe7b8")

do for [format in formats] {
    eval terminal_of(format)
    set output file_of(format)
    set multiplot title heading noenhanced

    if (narrow) { set origin 0, 0.45; set size 1, 0.5 } else { set origin 0.0, 0.05; set size 0.52, 0.9 }
    set xrange [-reach:reach]; set yrange [-reach:reach]; set zrange [0:top]
    set view 62, 30, 1.55
    set view equal xyz
    set xyplane at 0
    set border 15 ls 11
    unset key; unset colorbox
    set xtics (-reach, 0, reach); set ytics (-reach, 0, reach); unset ztics; set format x "%.3g"; set format y "%.3g"
    unset ylabel; unset zlabel
    unset xlabel
    set label 1 sprintf("after %g s, true proportions, x and y in m", time) at screen (narrow ? 0.5 : 0.26), (narrow ? 0.46 : 0.05) center noenhanced
    set style fill solid 1.0 border lc rgb "#3a2a12"
    set pm3d depthorder border lc rgb "#3a2a12" lw 0.25
    splot datafile index 0 using 1:2:3 with polygons fillcolor palette

    unset label 1
    if (narrow) { set origin 0, 0; set size 1, 0.43 } else { set origin 0.52, 0.02; set size 0.48, 0.9 }
    set border 31 ls 11
    set xrange [-reach:reach]; set yrange [0:1.08*section_top]
    set xtics auto; set ytics auto; set format x "%g"; set format y "%g"
    set xlabel "x (m) at y = 0"; set ylabel "height (m)"
    set key below horizontal center
    plot for [k=1:n_sections] datafile index 2 * k - 1 using 1:2 with linespoints lc rgb "#0072b2" \
            lw 1.4 dt solid pt 7 ps 0.35 title (k == 1 ? "computed" : ""), \
        for [k=1:n_sections] datafile index 2 * k using 1:2 with lines lc rgb "#000000" lw 1.0 \
            dt (4,3) title (k == 1 ? "exact" : "")
    unset multiplot
    set output
}

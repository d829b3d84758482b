# systems.gp - two panels of the other papers' systems: the rise of discs in a shaken vessel against
# their distance from the wall, and sweeps on square arrays against their size.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs: source1, a convection.csv of [M] (row, distance_m, mean_dz_m, se_m); source2, a sizes.csv of [P]
# (kind, n, mu, solver, outer, order, status, sweeps); output_stem, and what style.gp obeys.

load 'style.gp'
array run[2] = ["vessel", "smooth"]
array run_name[2] = ["friction at the walls", "none there"]
array solver[5] = ["sbp", "exact", "apgd", "exact", "ppa-newton"]
array outer[5] = ["nlgs", "nlgs", "", "nlgs-anderson", ""]
array name[5] = ["sbp", "exact", "apgd", "nlgs-anderson", "ppa-newton"]
looks = ""
do for [k=1:5] { looks = looks.solver_look(name[k])." " }
load 'style.gp'
set datafile separator comma
set datafile columnheaders
set datafile missing NaN # lines go on over other rows
is(k) = strcol("kind") eq "square-array" && column("mu") == 0 && strcol("solver") eq solver[k] && \
    strcol("outer") eq outer[k] && strcol("order") eq "" && strcol("status") eq "solved"
do for [k=1:2] {
    stats source1 using (strcol("row") eq run[k] ? 1 : 0) nooutput
    if (STATS_max < 1) { exit error sprintf("%s has no row %s", source1, run[k]) }
}
do for [k=1:5] {
    stats source2 using (is(k) ? 1 : 0) nooutput
    if (STATS_max < 1) { exit error sprintf("%s has no solved array of %s %s", source2, solver[k], outer[k]) }
}
set terminal pdfcairo size canvas_width / 72.0 * 1in, canvas_height / 72.0 * 1in enhanced \
    font sprintf("%s,%g", typeface, letters) fontscale 0.75 linewidth 1.2 dashlength 1.1
set output output_stem.'.pdf'
set multiplot
x(p) = 1.0 * p / canvas_width
set bmargin at screen 30.0 / canvas_height; set tmargin at screen 1.0 - 8.0 / canvas_height

set lmargin at screen x(50); set rmargin at screen 0.44
set xlabel "distance from the wall (mm)" offset 0,0.5
set ylabel "rise (mm)" offset 0,0
set key inside right bottom vertical Left reverse samplen 1 spacing 1.2
shift(k) = 0.15 * (k - 1.5)
plot 0 with lines ls 11 lw 0.5 notitle, \
     for [k=1:2] source1 using (strcol("row") eq run[k] ? 1e3 * column("distance_m") + shift(k) : NaN): \
         (1e3 * column("mean_dz_m")):(1e3 * column("se_m")) with yerrorbars ls (1 + k) lw 1.0 dt solid ps 0 notitle, \
     for [k=1:2] source1 using (strcol("row") eq run[k] ? 1e3 * column("distance_m") + shift(k) : NaN): \
         (1e3 * column("mean_dz_m")) with points ls (1 + k) ps 0.5 title run_name[k]

set lmargin at screen 0.44 + x(56); set rmargin at screen 1.0 - x(108)
set logscale xy
set xlabel "discs in a row" offset 0,0.5
set ylabel "sweeps or iterations" offset 1.2,0
set xrange [3.5:37]; set xtics (4, 8, 16, 32)
set yrange [1:*]
set key at screen 1.0, screen 0.55 right center vertical Left reverse samplen 2 spacing 1.3
plot for [k=1:5] source2 using (is(k) ? column("n") : NaN):(column("sweeps")) with linespoints ls (20 + k) ps 0.6 title name[k]
unset multiplot
set output

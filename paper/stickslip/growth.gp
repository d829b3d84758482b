# growth.gp - CPU time of a step against the number of balls, a curve a solver.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs: source1, a summary.csv (solver, outer, tol, status, cpu_s, parameters that begin with balls=N),
# output_stem, and what style.gp obeys.

load 'style.gp'
set datafile separator comma
set datafile columnheaders
set datafile missing NaN # lines go on over the rows of other solvers
array solver[8] = ["reference", "apgd", "ppa-newton", "central-path", "admm", "exact", "exact", "exact"]
array outer[8] = ["", "", "", "", "", "nlgs", "nlgs-anderson", "ppa-anderson"]
balls(s) = s[1:6] eq "balls=" ? real(s[7:strstrt(s, ",") - 1]) : NaN
is(k) = strcol("solver") eq solver[k] && strcol("outer") eq outer[k] && strcol("status") eq "solved" && \
    abs(column("tol") - 0.01) < 1e-6
do for [k=1:8] {
    stats source1 using (is(k) ? 1 : 0) nooutput
    if (STATS_max < 1) { exit error sprintf("%s has no solved run of %s %s", source1, solver[k], outer[k]) }
}
set terminal pdfcairo size canvas_width / 72.0 * 1in, canvas_height / 72.0 * 1in enhanced \
    font sprintf("DejaVu Sans,%g", letters) fontscale 0.75 linewidth 1.2 dashlength 1.1
set output output_stem.'.pdf'
set logscale xy
set xlabel "balls" offset 0,0.4
set ylabel "CPU time (s)" offset 1,0
set format y "10^{%T}"
set xrange [100:100000]
set xtics ("125" 125, "343" 343, "1000" 1000, "2744" 2744, "8000" 8000, "21952" 21952, "64000" 64000)
set key outside right center vertical Left reverse samplen 3 spacing 1.2
plot for [k=1:8] source1 using (is(k) ? balls(strcol("parameters")) : NaN):(column("cpu_s")) with linespoints ls (20 + k) \
         ps 0.6 title outer[k] eq "" ? solver[k] : outer[k] eq "nlgs" ? "exact in nlgs" : outer[k]
set output

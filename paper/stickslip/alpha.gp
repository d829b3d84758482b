# alpha.gp - sweeps of all steps against alpha, a curve a solver, medians and quartiles.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs: source1, a sweep.csv (curve, value, sweeps_total_median, _q1, _q3), output_stem, and what
# style.gp obeys.

load 'style.gp'
looks = solver_look("sbp")." ".solver_look("sal")." ".variant(solver_look("ebp"))." ".solver_look("ebp")." ". \
    solver_look("eal")." ".solver_look("ac")
load 'style.gp'
set datafile separator comma
set datafile columnheaders
array curve[6] = ["sbp", "sal", "ebp stop=printed backtrack=no fallback=no", "ebp", "eal", "ac"]
array name[6] = ["SBP", "SAL", "EBP, plain", "EBP", "EAL", "AC"]
do for [k=1:6] {
    stats source1 using (strcol("curve") eq curve[k] ? 1 : 0) nooutput
    if (STATS_max < 1) { exit error sprintf("%s has no curve '%s'", source1, curve[k]) }
}
# Each curve a little beside the others, so that equal ones stay distinct: by 7.7 % at most, which the
# caption says. Bars come first: a mark with its white halo covers no other's.
shift(k) = 1.03 ** (k - 3.5)
x(k) = strcol("curve") eq curve[k] ? column("value") * shift(k) : NaN
set terminal pdfcairo size canvas_width / 72.0 * 1in, canvas_height / 72.0 * 1in enhanced \
    font sprintf("%s,%g", typeface, letters) fontscale 0.75 linewidth 1.2 dashlength 1.1
set output output_stem.'.pdf'
set logscale xy
set xlabel "{/Symbol a} = {/Symbol r} / ~{/Symbol r}{.6-}" offset 0,0.4
set ylabel "NLGS sweeps, all steps" offset 1,0
set format y "%.0f"
set xrange [0.04:12]
set xtics ("0.05" 0.05, "0.1" 0.1, "0.2" 0.2, "0.5" 0.5, "1" 1, "2" 2, "5" 5, "10" 10)
set key outside right center vertical Left reverse samplen 3 spacing 1.2
plot for [k=1:6] source1 using (x(k)):(column("sweeps_total_median")):(column("sweeps_total_q1")):(column("sweeps_total_q3")) \
         with yerrorbars ls (20 + k) dt solid ps 0 notitle, \
     for [k=1:6] source1 using (x(k)):(column("sweeps_total_median")) with lines ls (20 + k) notitle, \
     for [k=1:6] source1 using (x(k)):(column("sweeps_total_median")) with points ls (20 + k) notitle, \
     for [k=1:6] keyentry with linespoints ls (20 + k) title name[k]
set output

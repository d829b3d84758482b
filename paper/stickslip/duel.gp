# duel.gp - time of theirs over ours against the number of contacts, a mark a tolerance.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs: source1, a best.csv (contacts, tol, ratio), output_stem, and what style.gp obeys.

load 'style.gp'
set datafile separator comma
set datafile columnheaders
array tol[3] = [1e-4, 1e-8, 1e-12]
set terminal pdfcairo size canvas_width / 72.0 * 1in, canvas_height / 72.0 * 1in enhanced \
    font sprintf("%s,%g", typeface, letters) fontscale 0.75 linewidth 1.2 dashlength 1.1
set output output_stem.'.pdf'
set logscale xy
set xlabel "contacts" offset 0,0.4
set ylabel "time of Siconos / time of ours" offset 1,0
set xrange [0.7:700]
set yrange [0.2:40]
set ytics (0.2, 0.5, 1, 2, 5, 10, 20)
set key outside right center vertical Left reverse samplen 1 spacing 1.3
is(t) = abs(log10(column("tol") / t)) < 0.1
plot 1 with lines ls 12 lw 1 notitle, \
     for [k=1:3] source1 using (is(tol[k]) ? column("contacts") * 1.06 ** (k - 2) : NaN):(column("ratio")) \
         with points ls (20 + k) ps 0.7 title sprintf("E_1 {/Symbol \243} 10^{%d}", int(log10(tol[k]) - 0.5))
set output

# fixed.gp - one fixed solver against one fixed solver: a dot a problem at the CPU times of both.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs: source1, a field.csv (problem, solver, outer, tol, standing, cpu_whole_s); output_stem, and what
# style.gp obeys. Who did not solve a problem is drawn at the edge, 5 s.

load 'style.gp'
array ours[2] = ["exact,nlgs", "reference,"]
array theirs[2] = ["siconos-nsgs", "siconos-vi-eg"]
edge = 8.0
# Lines "ours theirs" of the problems to E1 1e-8, the edge where one has not solved it.
both(k) = sprintf("< awk -F , 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next } $at[\"tol\"] + 0 == 1e-8 ". \
    "{ who = $at[\"solver\"] \",\" $at[\"outer\"]; v = $at[\"standing\"] == \"counts\" ? $at[\"cpu_whole_s\"] : %g; ". \
    "if (who == \"%s\") { a[$at[\"problem\"]] = v } if ($at[\"solver\"] == \"%s\") b[$at[\"problem\"]] = v } ". \
    "END { for (p in a) if (p in b) print a[p], b[p] }' '%s' | sort", edge, ours[k], theirs[k], source1)
array n[2]; array n_above[2]; array n_below[2]
do for [k=1:2] { # before any range is set: stats obeys it
    stats both(k) using ($1 < $2 ? 1 : 0) nooutput
    n[k] = int(STATS_records); n_above[k] = int(STATS_sum)
    stats both(k) using ($2 < $1 ? 1 : 0) nooutput
    n_below[k] = int(STATS_sum)
}
set terminal pdfcairo size canvas_width / 72.0 * 1in, canvas_height / 72.0 * 1in enhanced \
    font sprintf("%s,%g", typeface, letters) fontscale 0.75 linewidth 1.2 dashlength 1.1
set output output_stem.'.pdf'
set multiplot layout 1,2
set logscale xy
set xrange [3e-7:12]; set yrange [3e-7:12]
set format xy "10^{%T}"
set xtics 100; set ytics 100
unset key
set arrow 1 from 3e-7, 3e-7 to 12, 12 nohead ls 11
do for [k=1:2] {
    name = k == 1 ? "exact in NLGS" : "reference"
    set xlabel "CPU time of ".name." (s)" offset 0,0.4
    set ylabel "CPU time of ".theirs[k]." (s)" offset 1,0
    set label 1 sprintf("%d problems: %d above, %d below", n[k], n_above[k], n_below[k]) at graph 0.03, 0.94
    plot [3e-7:12] 2 * x with lines lc rgb "#b0b0b0" dt (8,4), x / 2 with lines lc rgb "#b0b0b0" dt (8,4), \
         both(k) using ($1 < edge && $2 < edge ? $1 : NaN):2 with points pt 7 ps 0.5 lc rgb "#0072b2", \
         both(k) using ($1 < edge && $2 < edge ? NaN : $1):2 with points pt 2 ps 0.6 lc rgb "#d55e00"
}
unset multiplot
set output

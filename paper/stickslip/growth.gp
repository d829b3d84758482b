# growth.gp - left: CPU time of a step against the number of balls, one curve per solver, medians over
# the packs. Right: the local exponents, the slope from one size to the next.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs: source1, a summary.csv (solver, outer, tol, status, cpu_s, parameters that begin with balls=N),
# output_stem, and what style.gp obeys.

load 'style.gp'
array solver[8] = ["reference", "apgd", "ppa-newton", "central-path", "admm", "exact", "exact", "exact"]
array outer[8] = ["", "", "", "", "", "nlgs", "nlgs-anderson", "ppa-anderson"]
looks = ""
do for [k=1:8] { looks = looks.solver_look(outer[k] eq "" || outer[k] eq "nlgs" ? solver[k] : outer[k])." " }
load 'style.gp'
called(k) = outer[k] eq "" ? solver[k] : outer[k] eq "nlgs" ? "exact in nlgs" : outer[k]

# Rows of a solver that all packs of a size have solved: balls, median time, middle of this size and the
# one before, slope. Commas in quotes are none.
medians(k) = sprintf("< awk -F '\"' 'function flush(  i, j, v) { if (n > 0 && n == all) { for (i = 2; i <= n; ++i) ". \
    "{ v = t[i]; for (j = i - 1; j > 0 && t[j] > v; --j) t[j + 1] = t[j]; t[j + 1] = v } ". \
    "m = n %% 2 ? t[(n + 1) / 2] : sqrt(t[n / 2] * t[n / 2 + 1]); ". \
    "print size, m, (old > 0 ? sqrt(size * old) : \"NaN\"), (old > 0 ? log(m / before) / log(size / old) : \"NaN\"); ". \
    "old = size; before = m } n = all = 0 } ". \
    "{ line = $1; for (i = 2; i <= NF; ++i) { part = $i; if (i %% 2 == 0) gsub(\",\", \";\", part); line = line part } ". \
    "split(line, f, \",\") } NR == 1 { for (i in f) at[f[i]] = i; next } ". \
    "f[at[\"solver\"]] == \"%s\" && f[at[\"outer\"]] == \"%s\" && f[at[\"tol\"]] + 0 == 0.01 ". \
    "{ split(f[at[\"parameters\"]], p, /[=;]/); if (p[2] != size) { flush(); size = p[2] } ++all; ". \
    "if (f[at[\"status\"]] == \"solved\") t[++n] = f[at[\"cpu_s\"]] } END { flush() }' '%s'", solver[k], outer[k], source1)
do for [k=1:8] {
    stats medians(k) using 2 nooutput
    if (STATS_records < 1) { exit error sprintf("%s has no solved run of %s %s", source1, solver[k], outer[k]) }
}
set terminal pdfcairo size canvas_width / 72.0 * 1in, canvas_height / 72.0 * 1in enhanced \
    font sprintf("%s,%g", typeface, letters) fontscale 0.75 linewidth 1.2 dashlength 1.1
set output output_stem.'.pdf'
set multiplot
set xlabel "balls" offset 0,0.4
set xrange [100:100000]
set logscale x
set xtics ("125" 125, "10^3" 1000, "8000" 8000, "64 000" 64000)
set lmargin at screen 0.09; set rmargin at screen 0.40; set tmargin at screen 0.97; set bmargin at screen 0.19
unset key
set logscale y
set ylabel "CPU time (s)" offset 1,0
set format y "10^{%T}"
plot for [k=1:8] medians(k) using 1:2 with linespoints ls (20 + k) ps 0.6
unset logscale y
set lmargin at screen 0.49; set rmargin at screen 0.79
set ylabel "local exponent" offset 1,0
set format y "%g"
set yrange [0.9:2.1]
set key at screen 0.995, screen 0.95 right top vertical Left reverse samplen 2.5 spacing 1.15
plot for [k=1:8] medians(k) using 3:4 with linespoints ls (20 + k) ps 0.6 notitle, \
     for [k=1:8] keyentry with linespoints ls (20 + k) ps 0.6 title called(k)
unset multiplot
set output

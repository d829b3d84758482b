# Of the summary.csv of mixing-depth.yaml: a row per run, rounded to whole units.
#
#     awk -f paper/csv.awk -f paper/beyond/mixing_depth.awk summary.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
{ n_fields = fields($0, cell) }
NR == 1 {
    for (k = 1; k <= n_fields; ++k)
        at[cell[k]] = k
    print "tol,balls,instance,m,status,sweeps,work_units"
    next
}
{
    m = cell[at["solver"]] cell[at["outer"]]
    sub(/.*[[,]m=/, "", m)
    printf "%s,%s,%s,%d,%s,%s,%.0f\n", cell[at["tol"]], value_of(cell[at["parameters"]], "balls", ""), cell[at["instance"]], m,
        cell[at["status"]], cell[at["sweeps_total"]], cell[at["work_units_total"]] | "sort -t , -k 1,1g -k 2,2n -k 3,3n -k 4,4n"
}

# Of the summary.csv of growth-tight.yaml: a row per run, rounded to whole units and tenths of a second.
#
#     awk -f paper/csv.awk -f paper/beyond/growth_tight.awk summary.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
{ n_fields = fields($0, cell) }
NR == 1 {
    for (k = 1; k <= n_fields; ++k)
        at[cell[k]] = k
    print "tol,contender,balls,status,work_units,cpu_s,sweeps"
    next
}
{
    name = cell[at["solver"]]
    if (name == "exact")
        name = cell[at["outer"]] "[local=exact]"
    printf "%s,%s,%s,%s,%.0f,%.1f,%s\n", cell[at["tol"]], quoted(name), value_of(cell[at["parameters"]], "balls", ""),
        cell[at["status"]], cell[at["work_units_total"]], cell[at["cpu_s"]], cell[at["sweeps_total"]] | "sort -t , -k 1,1g -k 2,2 -k 3,3n"
}

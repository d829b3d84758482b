# Of the summary.csv of growth-path.yaml: a row per run, rounded to whole units and tenths of a second.
#
#     awk -f paper/csv.awk -f paper/beyond/growth_path.awk summary.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
{ n_fields = fields($0, cell) }
NR == 1 {
    for (k = 1; k <= n_fields; ++k)
        at[cell[k]] = k
    print "balls,instance,contender,status,work_units,cpu_s,sweeps,solves"
    next
}
cell[at["solver"]] != "solver" {
    printf "%s,%s,%s,%s,%.0f,%.1f,%s,%s\n", value_of(cell[at["parameters"]], "balls", ""), cell[at["instance"]],
        quoted(cell[at["solver"]]), cell[at["status"]], cell[at["work_units_total"]], cell[at["cpu_s"]],
        cell[at["sweeps_total"]], cell[at["solves_total"]] | "sort -t , -k 1,1n -k 3,3 -k 2,2n"
}

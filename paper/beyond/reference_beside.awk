# Of the summary.csv of reference.yaml: a row per run, work units to four digits, cpu_s of solver and looks to three.
#
#     awk -f paper/csv.awk -f paper/beyond/reference_beside.awk summary.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
{ n_fields = fields($0, cell) }
NR == 1 {
    for (k = 1; k <= n_fields; ++k)
        at[cell[k]] = k
    print "balls,tol,instance,contender,status,work_units,cpu_s,sweeps"
    next
}
{
    name = cell[at["outer"]] == "" ? cell[at["solver"]] : cell[at["outer"]]
    sub(/\[shift=.*/, "", name) # apgd's, its defaults
    printf "%s,%s,%s,%s,%s,%.4g,%.3g,%s\n", value_of(cell[at["parameters"]], "balls", ""), cell[at["tol"]],
        cell[at["instance"]], quoted(name), cell[at["status"]], cell[at["work_units_total"]],
        cell[at["cpu_s"]] + cell[at["cpu_looks_s"]], cell[at["sweeps_total"]] | "sort -t , -k 1,1n -k 2,2gr -k 3,3n -k 4,4"
}

# Of a summary.csv: how many runs of each solver at each tolerance ended in each status, one line each.
#
#     awk -f paper/csv.awk -f paper/renouf/ended.awk summary.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
{ n_fields = fields($0, cell) }
NR == 1 {
    for (k = 1; k <= n_fields; ++k)
        at[cell[k]] = k
    print "tol,solver,outer,status,runs"
    next
}
{ ++runs[cell[at["tol"]] "," cell[at["solver"]] "," cell[at["outer"]] "," cell[at["status"]]] }
END {
    for (key in runs)
        print key "," runs[key] | "sort"
}

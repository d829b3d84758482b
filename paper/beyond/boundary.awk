# A table of summary.csv of `run --ranks`: by the cut of the pack, the domains, the solver unless it
# is nlgs-ranks, and what is done between domains, the sweeps to each E1, or how it ended and with which E1.
#
#     awk -f paper/csv.awk -f paper/beyond/boundary.awk summary.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
{ n_fields = fields($0, cell) }
NR == 1 {
    for (k = 1; k <= n_fields; ++k)
        at[cell[k]] = k
    next
}
{
    options = cell[at["outer"]]
    solver = options == "" ? cell[at["solver"]] : options
    sub(/\[.*/, "", solver)
    gsub(/^[^[]*\[|\]$/, "", options)
    boundary = value_of(options, "boundary", "colours")
    if (boundary == "relaxed")
        boundary = boundary " by " value_of(options, "relaxation", "0.9")
    if (solver != "nlgs-ranks")
        boundary = solver (solver ~ /^apgd/ ? "" : ", " boundary)
    pack = cell[at["problem"]]
    gsub(/^file:|\.hdf5$/, "", pack)
    row = pack " | " value_of(options, "domains", "64") " | " boundary
    tol = cell[at["tol"]]
    if (!(row in known))
        rows[++n_rows] = row
    if (!(tol in known))
        tols[++n_tols] = tol
    known[row] = known[tol] = 1
    e1 = cell[at["e1_last"]]
    end[row, tol] = cell[at["status"]] == "solved" ? cell[at["sweeps_last"]] : \
        cell[at["status"]] " at " cell[at["sweeps_last"]] (e1 ~ /[0-9]/ ? ", E1 " sprintf("%.2g", e1) : "")
}
END {
    printf "| pack | domains | boundary |"
    for (k = 1; k <= n_tols; ++k)
        printf " sweeps to E1 %g |", tols[k]
    printf "\n| --- | ---: | --- |"
    for (k = 1; k <= n_tols; ++k)
        printf " ---: |"
    print ""
    for (k = 1; k <= n_rows; ++k) {
        printf "| %s |", rows[k]
        for (j = 1; j <= n_tols; ++j)
            printf " %s |", end[rows[k], tols[j]]
        print ""
    }
}

# Of rows.csv of reference_beside.awk: `reference` over the best of the others, pack by pack, in units
# and then in CPU time. "-": nobody solved it, or nobody was run; "*": others did, it did not.
#
#     awk -f paper/csv.awk -f paper/beyond/reference_over_best.awk rows.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
function note(at, value) { if (!(at in least) || value < least[at]) least[at] = value }

function ratio(key, price,    mine, best) {
    mine = price SUBSEP "it" SUBSEP key
    best = price SUBSEP "best" SUBSEP key
    return !(best in least) ? "-" : !(mine in least) ? "*" : sprintf("%.1f", least[mine] / least[best])
}

function list(balls, tol, price,    k, text) {
    for (k = 1; k <= n_packs; ++k)
        text = text (k > 1 ? ", " : "") ratio(balls SUBSEP tol SUBSEP k, price)
    return text
}

FNR == 1 { next }
{
    fields($0, cell)
    key = cell[1] SUBSEP cell[2] SUBSEP cell[3]
    if (!(cell[1] in known)) sizes[++n_sizes] = cell[1]
    if (!(cell[2] in known)) tols[++n_tols] = cell[2]
    known[cell[1]] = known[cell[2]] = 1
    n_packs = cell[3] > n_packs ? cell[3] + 0 : n_packs
    if (cell[5] != "solved") next
    who = cell[4] == "reference" ? "it" : "best"
    note("units" SUBSEP who SUBSEP key, cell[6] + 0)
    note("time" SUBSEP who SUBSEP key, cell[7] + 0)
}
END {
    printf "| balls |"
    for (j = 1; j <= n_tols; ++j) printf " E1 %s |", tols[j]
    printf "\n| ---: |"
    for (j = 1; j <= n_tols; ++j) printf " --- |"
    print ""
    for (k = 1; k <= n_sizes; ++k) {
        printf "| %s |", sizes[k]
        for (j = 1; j <= n_tols; ++j)
            printf " %s; %s |", list(sizes[k], tols[j], "units"), list(sizes[k], tols[j], "time")
        print ""
    }
}

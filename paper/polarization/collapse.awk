# The table of collapse.yaml: of each pile and mu one letter a solver, r rest (no disc faster than 1e-4 g h), C collapse,
# - unsolved; the legend is the first line. Then, of each solver, the least mu at which a pile rests, and those above at which
# it does not. Of arrays.csv.
#
#     awk -f paper/csv.awk -f paper/polarization/collapse.awk arrays.csv
# SPDX-License-Identifier: GPL-3.0-or-later
FNR == 1 {
    count = fields($0, head)
    for (i = 1; i <= count; ++i)
        at[head[i]] = i
    next
}
{
    fields($0, f)
    who = f[at["solver"]] (f[at["outer"]] == "nlgs" || f[at["outer"]] == "" ? "" : "/" f[at["outer"]])
    if (!(who in place)) {
        place[who] = ++solvers
        label[solvers] = who
    }
    n = f[at["n"]]
    mu = f[at["mu"]]
    if (!(n in known_n)) {
        known_n[n]
        order_n[++piles] = n
    }
    if (!(mu in known_mu)) {
        known_mu[mu]
        order_mu[++mus] = mu
    }
    letter[n, mu, place[who]] = f[at["status"]] != "solved" ? "-" : f[at["u_max_over_gh"]] + 0 < 1e-4 ? "r" : "C"
}
function sort(list, size,    i, j, kept) {
    for (i = 2; i <= size; ++i)
        for (j = i; j > 1 && list[j - 1] + 0 > list[j] + 0; --j) {
            kept = list[j]
            list[j] = list[j - 1]
            list[j - 1] = kept
        }
}
# The least mu at which solver s finds pile n at rest, and the larger ones at which it does not.
function least(n, s,    m, first, others) {
    for (m = 1; m <= mus; ++m)
        if (letter[n, order_mu[m], s] == "r")
            first = first == "" ? order_mu[m] : first
        else if (first != "")
            others = others (others == "" ? ", not " : ", ") order_mu[m]
    return first == "" ? "-" : first others
}
END {
    for (s = 1; s <= solvers; ++s)
        printf "%s%s", s == 1 ? "solvers: " : ", ", label[s]
    printf "\n\n| n |"
    sort(order_n, piles)
    sort(order_mu, mus)
    for (m = 1; m <= mus; ++m)
        printf " mu %s |", order_mu[m]
    printf "\n| ---: |"
    for (m = 1; m <= mus; ++m)
        printf " --- |"
    print ""
    for (p = 1; p <= piles; ++p) {
        printf "| %s |", order_n[p]
        for (m = 1; m <= mus; ++m) {
            text = ""
            for (s = 1; s <= solvers; ++s)
                text = text letter[order_n[p], order_mu[m], s]
            printf " %s |", text
        }
        print ""
    }
    printf "\n| solver |"
    for (p = 1; p <= piles; ++p)
        printf " n %s |", order_n[p]
    printf "\n| --- |"
    for (p = 1; p <= piles; ++p)
        printf " ---: |"
    print ""
    for (s = 1; s <= solvers; ++s) {
        printf "| %s |", label[s]
        for (p = 1; p <= piles; ++p)
            printf " %s |", least(order_n[p], s)
        print ""
    }
}

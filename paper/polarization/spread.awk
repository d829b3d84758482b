# Of array_forces.csv (arrays.awk), a row an array: how far the normal forces of its solvers lie apart, in w: the largest spread
# of a contact over all solvers, that contact, and the largest of the contacts whose force is known in closed form.
#
#     awk [-v without=central-path] -f paper/csv.awk -f paper/polarization/spread.awk array_forces.csv
#
# without: a solver whose forces do not count.
# SPDX-License-Identifier: GPL-3.0-or-later
FNR == 1 {
    count = fields($0, head)
    for (i = 1; i <= count; ++i)
        at[head[i]] = i
    print "kind,n,rows,delta,mu,solvers,spread_over_w,row,column,contact,spread_known_over_w"
    next
}
{
    fields($0, f)
    if (without != "" && f[at["solver"]] == without)
        next
    array = f[1] "," f[2] "," f[3] "," f[4] "," f[5]
    if (!(array in size))
        order[++arrays] = array
    if (!((array, f[6]) in seen)) {
        seen[array, f[6]]
        ++size[array]
    }
    key = f[at["row"]] "," f[at["column"]] "," f[at["contact"]]
    value = f[at["r_n_over_w"]] + 0
    if (!((array, key) in least)) {
        contacts[array] = contacts[array] " " key
        least[array, key] = most[array, key] = value
        known[array, key] = f[at["analytic_over_w"]] != "nan"
    }
    if (value < least[array, key])
        least[array, key] = value
    if (value > most[array, key])
        most[array, key] = value
}
END {
    for (a = 1; a <= arrays; ++a) {
        array = order[a]
        worst = -1
        of_known = "nan"
        for (i = split(contacts[array], name, " "); i > 0; --i) {
            spread = most[array, name[i]] - least[array, name[i]]
            if (spread > worst) {
                worst = spread
                where = name[i]
            }
            if (known[array, name[i]] && (of_known == "nan" || spread > of_known))
                of_known = spread
        }
        print array "," size[array] "," worst "," where "," of_known
    }
}

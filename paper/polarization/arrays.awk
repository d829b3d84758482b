# A row a run of an array of discs, of a campaign that kept observables:
#
#     awk -v folder=STORE [-v least=least.csv] [-v forces=array_forces.csv] \
#         -f paper/csv.awk -f paper/polarization/arrays.awk STORE/summary.csv >arrays.csv
#
# least: of solutions.sh, the least |r|. forces: a file to write, a row a contact of the solved runs. Forces are over w, the
# weight of a disc, those of walls and floor over the weight of all that move.
# SPDX-License-Identifier: GPL-3.0-or-later

# The observables of a run into seen[name]; forces of contacts into the file `forces`.
function observe(path, about, solved,    line, row, n, at, part, key, normal, exact, tangential) {
    delete seen
    while ((getline line < path) > 0) {
        if (line ~ /(force|friction)\[/) {
            if (forces == "" || !solved)
                continue
            n = fields(line, row)
            key = row[4]
            sub(/^[a-z]*\[/, "", key)
            sub(/\]$/, "", key)
            if (row[4] ~ /^force/) {
                normal[key] = row[6]
                exact[key] = row[7]
            } else
                tangential[key] = row[6]
        } else if (fields(line, row) > 5)
            seen[row[4]] = row[6]
    }
    close(path)
    for (key in normal) {
        split(key, part, " ")
        print about "," part[1] "," part[2] "," part[3] "," normal[key] "," (key in tangential ? tangential[key] : 0) "," \
            exact[key] >forces
    }
}

function least_norm(    key) {
    key = name "," n "," k "," delta "," mu
    return key in least_of ? seen["r_norm"] / least_of[key] : "nan"
}

BEGIN {
    while (least != "" && (getline line < least) > 0) {
        fields(line, row)
        least_of[row[1] "," row[2] "," row[3] "," row[4] "," row[5]] = row[6]
    }
    if (forces != "")
        print "kind,n,rows,delta,mu,solver,row,column,contact,r_n_over_w,r_t_over_w,analytic_over_w" >forces
}
FNR == 1 {
    count = fields($0, head)
    for (i = 1; i <= count; ++i)
        at[head[i]] = i
    print "kind,n,rows,delta,mu,solver,outer,order,status,sweeps,visits,e1,u_max_over_gh,err_analytic_over_w,r_norm_over_w," \
        "r_over_least_norm,wall_over_weight,floor_over_weight,asymmetry,side_force_over_w,cpu_s"
    next
}
{
    fields($0, f)
    name = f[at["problem"]]
    set = f[at["parameters"]]
    n = value_of(set, "n")
    k = value_of(set, "rows") + 0 > 0 ? value_of(set, "rows") : n
    delta = value_of(set, "gap")
    mu = value_of(set, "mu")
    outer = f[at["outer"]]
    inside = outer
    gsub(/[][]/, ",", inside)
    who = f[at["solver"]] (outer == "" || outer == "nlgs" ? "" : "/" outer)
    observe(folder "/observables/" f[at["run"]] ".csv", name "," n "," k "," delta "," mu "," quoted(who), \
        f[at["status"]] == "solved")
    print name "," n "," k "," delta "," mu "," quoted(f[at["solver"]]) "," quoted(outer) "," value_of(inside, "order", "") "," \
        f[at["status"]] "," f[at["sweeps_total"]] "," f[at["visits_total"]] "," f[at["e1"]] "," seen["u_max_over_gh"] "," \
        seen["force_error"] "," seen["r_norm"] "," least_norm() "," seen["wall_over_weight"] "," seen["floor_over_weight"] \
        "," seen["asymmetry"] "," ("side_force" in seen ? seen["side_force"] : "nan") "," f[at["cpu_s"]]
}

# A row a run of silo-lowered or tilted-box that kept its observables: cost, and what was seen.
#
#     awk -v folder=results/polarization-flow -f paper/csv.awk -f paper/polarization/seen.awk \
#         results/polarization-flow/summary.csv
#
# met: share of the steps that met the tolerance. before: P_n at the last profile before the floor sinks or gravity turns
# (observables of step `at`, 100). Then over the last third of the steps: P_n, P_c, P_s, the share of floor and of side walls in
# the weight, P_n of the bulk, in the box of what does not move: mean, or first quartile, median and third quartile; lambda and
# rms of Janssen's fit, means of the profiles; and over all steps the largest balance and asymmetry. nan: the scene has no such
# thing, or the run did not get there.
# SPDX-License-Identifier: GPL-3.0-or-later

# The observables of a run, without profiles, into seen[name, step]; returns the number of steps.
function observe(path,    row, place, k, n, steps) {
    delete seen
    while ((getline line < path) > 0) {
        n = split(line, row, ",") # names have no commas
        if (row[1] == "solver" && !("name" in place)) {
            for (k = 1; k <= n; ++k)
                place[row[k]] = k
            continue
        }
        n -= length(place) # a solver with commas in its label has more fields
        if (row[place["name"] + n] ~ /\[/)
            continue
        steps = row[place["step"] + n] + 0
        seen[row[place["name"] + n], steps] = row[place["value"] + n]
    }
    close(path)
    return steps
}

function is_number(text) {
    return text != "" && text !~ /nan|inf/
}

function mean(name, from, to,    s, n, sum) {
    for (s = from; s <= to; ++s)
        if (((name, s) in seen) && is_number(seen[name, s])) {
            ++n
            sum += seen[name, s]
        }
    return n ? sum / n : "nan"
}

function largest(name, to,    s, most, size, any) {
    for (s = 1; s <= to; ++s)
        if (((name, s) in seen) && is_number(seen[name, s])) {
            size = seen[name, s] < 0 ? -seen[name, s] : seen[name, s] + 0
            most = size > most ? size : most + 0
            any = 1
        }
    return any ? most : "nan"
}

# First quartile, median and third quartile, with commas.
function quartiles(name, from, to,    s, n, k, x, value) {
    for (s = from; s <= to; ++s)
        if (((name, s) in seen) && is_number(seen[name, s])) {
            value = seen[name, s] + 0
            for (k = ++n; k > 1 && x[k - 1] > value; --k)
                x[k] = x[k - 1]
            x[k] = value
        }
    return n ? quantile(x, n, 0.25) "," quantile(x, n, 0.5) "," quantile(x, n, 0.75) : "nan,nan,nan"
}

function quantile(x, n, share,    at, low) {
    at = 1 + (n - 1) * share
    low = int(at)
    return low < n ? x[low] + (at - low) * (x[low + 1] - x[low]) : x[n]
}

NR == 1 {
    n = fields($0, head)
    for (k = 1; k <= n; ++k)
        place_of[head[k]] = k
    at = at ? at : 100
    print "scene,instance,solver,outer,tol,max_sweeps,warm_start,status,steps,met,sweeps_mean,cpu_s,e1_worst,before," \
        "p_n_q1,p_n,p_n_q3,p_c,p_s_q1,p_s,p_s_q3,floor_q1,floor,floor_q3,wall,p_n_bulk,p_n_rest,lambda,rms,height," \
        "balance_max,asym_r,asym_sum_max"
    next
}
{
    fields($0, f)
    steps = observe(folder "/observables/" f[place_of["run"]] ".csv")
    if (steps == 0)
        next
    text = ""
    for (k = split("problem instance solver outer tol max_sweeps warm_start status steps", name, " "); k > 0; --k)
        text = quoted(f[place_of[name[k]]]) (text == "" ? "" : "," text)
    from = int(steps * 2 / 3) + 1
    print text "," 1 - f[place_of["steps_capped"]] / steps "," f[place_of["sweeps_total"]] / steps "," f[place_of["cpu_s"]] "," \
        f[place_of["e1_worst"]] "," mean("p_n", at, at) "," quartiles("p_n", from, steps) "," mean("p_c", from, steps) "," \
        quartiles("p_s", from, steps) "," quartiles("floor_over_weight", from, steps) "," \
        mean("wall_over_weight", from, steps) "," mean("p_n_bulk", from, steps) "," mean("p_n_rest", from, steps) "," \
        mean("janssen_lambda", from, steps) "," mean("janssen_rms", from, steps) "," mean("height", from, steps) "," \
        largest("balance", steps) "," mean("asym_r", from, steps) "," largest("asym_sum", steps)
}

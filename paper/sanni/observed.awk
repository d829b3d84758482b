# A row a run of a campaign that kept observables: what its solver cost, and what was seen.
#
#     awk -v folder=results/sanni-runs -f paper/csv.awk -f paper/sanni/observed.awk results/sanni-runs/summary.csv
#
# flow_per_s: slope of least squares of `out` between 20 % and 70 % of the balls (1/s). contacts_ratio: mean of effective_strict
# over potential. dip: 1 - p_0/max p_k of the base, means over the last 40 steps; base_middle, f_top, s_index, moved: at the
# end. energy_gain_max_j: the largest contact_work of a step. nan: the scene has no such thing, or the run did not get there.
# SPDX-License-Identifier: GPL-3.0-or-later

# The observables of a run, step by step, into seen[name, step]; returns the number of steps.
function observe(path,    row, place, k, n, steps) {
    delete seen
    while ((getline line < path) > 0) {
        n = fields(line, row)
        if (row[1] == "solver") {
            for (k = 1; k <= n; ++k)
                place[row[k]] = k
            continue
        }
        steps = row[place["step"]]
        time[steps] = row[place["time_s"]]
        seen[row[place["name"]], steps] = row[place["value"]]
    }
    close(path)
    return steps
}

function flow(steps, balls,    s, n, t, x, tx, tt) {
    for (s = 1; s <= steps; ++s)
        if (seen["out", s] >= 0.2 * balls && seen["out", s] <= 0.7 * balls) {
            ++n; t += time[s]; x += seen["out", s]
            tx += time[s] * seen["out", s]; tt += time[s] ^ 2
        }
    return n > 2 && seen["out", steps] > 0.7 * balls ? (tx - t * x / n) / (tt - t * t / n) : "nan"
}

function ratio(steps,    s, n, sum) {
    for (s = 1; s <= steps; ++s)
        if (seen["potential", s] > 0) {
            ++n
            sum += seen["effective_strict", s] / seen["potential", s]
        }
    return n ? sum / n : "nan"
}

function dip(steps,    k, s, p, most, first) {
    for (k = 0; k < 12; ++k) {
        p = 0
        for (s = (steps > 40 ? steps - 39 : 1); s <= steps; ++s)
            p += seen["base_" k, s]
        first = k == 0 ? p : first
        most = k == 0 || p > most ? p : most
    }
    return most > 0 ? 1 - first / most : "nan"
}

function gain(steps,    s, most) {
    for (s = 1; s <= steps; ++s)
        most = s == 1 || seen["contact_work", s] > most ? seen["contact_work", s] : most
    return most
}

function last(name, steps) {
    if ((name, steps) in seen)
        return seen[name, steps]
    return "nan"
}

NR == 1 {
    n = fields($0, head)
    for (k = 1; k <= n; ++k)
        at[head[k]] = k
    print "scene,instance,solver,outer,tol,max_sweeps,start,status,steps,steps_capped,sweeps_mean,cpu_detect_s,cpu_assemble_s," \
        "cpu_solve_s,max_overlap_radii,energy_gain_max_j,flow_per_s,contacts_ratio,dip,base_middle,s_index,f_top,moved"
    next
}
{
    n = fields($0, f)
    steps = observe(folder "/observables/" f[at["run"]] ".csv")
    if (steps == 0)
        next
    for (k = split("problem instance solver outer tol max_sweeps start status steps steps_capped", name, " "); k > 0; --k)
        text = quoted(f[at[name[k]]]) (text == "" ? "" : "," text)
    print text "," f[at["sweeps_total"]] / steps "," f[at["cpu_detect_s"]] "," f[at["cpu_assemble_s"]] "," f[at["cpu_s"]] "," \
        f[at["max_overlap_radii"]] "," gain(steps) "," flow(steps, value_of(f[at["parameters"]], "balls", "nan")) "," ratio(steps) "," \
        dip(steps) "," last("base_middle", steps) "," last("rank_index", steps) "," last("large_on_top", steps) "," \
        last("moved", steps)
    text = ""
}

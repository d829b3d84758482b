# From a planted store, a text of tests/planted, to the tables of a result folder: summary.csv and a trace
# a run, traces/RUN.csv.
#
#   awk -v folder=DIR -f plant.awk NAME.store     # DIR and DIR/traces are there
#
# A line is one of
#
#   row PROBLEM INSTANCE SOLVER OUTER STATUS E1 UNITS CPU [COLUMN=VALUE ...]
#   all COLUMN=VALUE ...            what the rows after it have besides, unless they say otherwise
#   file NAME TEXT                  a line of another file of the folder
#   expect ..., because ..., said   read by check_conclusions.sh
#   # why it misleads
#
# OUTER - is none. Of the steps asked for (asked=) all were made (steps=). A run is repeated five times within 2 % (repeats=, spread=), stops by E1 <= 1e-8
# (stop=, tol=), and its trace falls from E1 1 to its own, evenly in log E1 and in cost; trace=no leaves
# none, trace=1e-4:0.5,1e-8:1 says which part of the cost had been paid at which E1.
#
# SPDX-License-Identifier: GPL-3.0-or-later
BEGIN {
    n = split("problem instance solver tol max_sweeps steps status sweeps_last sweeps_total steps_capped" \
              " eps_last e1_last contacts_last visits_total newton_failures_total cpu_s cpu_mechanics_s" \
              " outer options parameters warm_start local_iterations_total projections_total" \
              " backtracks_total fallbacks_total stop e1_floor run signal message build e1_worst" \
              " e1_worst_step first_contact_step cpu_s_q1 cpu_s_q3 repeats work_units_total cpu_looks_s" \
              " cpu_whole_s cpu_whole_s_q1 cpu_whole_s_q3", column, " ")
    summary = folder "/summary.csv"
    for (k = 1; k <= n; ++k)
        printf "%s%s", column[k], k < n ? "," : "\n" > summary
}

function cell(text)
{
    return text ~ /[ ,"]/ ? "\"" text "\"" : text
}

function take(pairs, first, last,    k, at)
{
    for (k = first; k <= last; ++k) {
        at = index($k, "=")
        pairs[substr($k, 1, at - 1)] = substr($k, at + 1)
    }
}

# The sweeps: SWEEPS points between the pairs of `text`, "E1:PART,...".
function write_trace(file, text,    k, m, pair, part, points, sweep, share, e1, e1_from, part_from)
{
    print "solver,step,sweep,eps,e1,visits,local_iterations,cpu_s,open,sticking,sliding,work_units" > file
    m = split(text, points, ",")
    e1_from = 1
    part_from = 0
    sweep = 0
    for (k = 1; k <= m; ++k) {
        split(points[k], pair, ":")
        for (share = 0.1; share <= 1.0001; share += 0.1) {
            e1 = exp(log(e1_from) + share * (log(pair[1] + 1e-300) - log(e1_from)))
            if (share > 0.99)
                e1 = pair[1]
            part = part_from + share * (pair[2] - part_from)
            ++sweep
            printf "%s,%d,%d,%.6g,%.17g,%d,%d,%.17g,1,5,5,%s\n", cell(v["solver"]), v["steps"], sweep,
                   e1 * 1e-3, e1, 11 * sweep, 11 * sweep, part * v["cpu_s"],
                   v["work_units_total"] == "nan" ? "nan" : sprintf("%.17g", part * v["work_units_total"]) > file
        }
        e1_from = pair[1]
        part_from = pair[2]
    }
    close(file)
}

$1 == "all" { take(shared, 2, NF) }

$1 == "file" {
    file = folder "/" $2
    sub(/^file [^ ]* /, "")
    print > file
}

$1 == "row" {
    delete v
    ++n_rows
    v["problem"] = $2; v["instance"] = $3; v["solver"] = $4; v["outer"] = $5 == "-" ? "" : $5
    v["status"] = $6; v["e1_worst"] = v["e1_last"] = $7
    v["work_units_total"] = $8; v["cpu_s"] = $9
    v["tol"] = 1e-8; v["max_sweeps"] = 5000; v["steps"] = v["asked"] = 100; v["sweeps_last"] = 100
    v["sweeps_total"] = 1000; v["steps_capped"] = 0; v["eps_last"] = 1e-12; v["contacts_last"] = 11
    v["visits_total"] = v["local_iterations_total"] = 11000; v["warm_start"] = "no"; v["stop"] = "e1"
    v["e1_floor"] = 1e-15; v["run"] = sprintf("%016x", n_rows); v["signal"] = 0; v["repeats"] = 5
    v["first_contact_step"] = 1; v["e1_worst_step"] = 100; v["spread"] = 0.02; v["cpu_looks_s"] = 0
    v["newton_failures_total"] = v["projections_total"] = v["backtracks_total"] = v["fallbacks_total"] = 0
    v["cpu_mechanics_s"] = 0.01; v["cpu_whole_s"] = v["cpu_whole_s_q1"] = v["cpu_whole_s_q3"] = "nan"
    v["build"] = "stickslip 0.1.0 (commit 0123456789ab)"
    for (k in shared)
        v[k] = shared[k]
    delete given
    take(given, 10, NF)
    for (k in given)
        v[k] = given[k]
    v["parameters"] = "mu=0.3,steps=" v["asked"] ",tol=" v["tol"] ",max-sweeps=" v["max_sweeps"]
    v["cpu_s_q1"] = v["repeats"] > 1 ? v["cpu_s"] * (1 - v["spread"] / 2) : "nan"
    v["cpu_s_q3"] = v["repeats"] > 1 ? v["cpu_s"] * (1 + v["spread"] / 2) : "nan"
    if (v["e1_worst"] != $7 && !("e1_last" in given))
        v["e1_last"] = v["e1_worst"]
    for (k = 1; k <= n; ++k)
        printf "%s%s", cell(v[column[k]]), k < n ? "," : "\n" > summary
    if (v["trace"] != "no" && v["sweeps_total"] > 0)
        write_trace(folder "/traces/" v["run"] ".csv", v["trace"] != "" ? v["trace"] : v["e1_last"] ":1")
}

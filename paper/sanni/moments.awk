# Of the states.csv of moments.yaml: a row a solver, a column a moment, sweeps to the two tolerances (or the status of
# the run, shortened, where it is not solved), as a Markdown table.
#
#     awk -F, -f paper/sanni/moments.awk results/sanni-states/moments/states.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
FNR == 1 {
    for (i = 1; i <= NF; ++i)
        at[$i] = i
    next
}
{
    scene = $at["scene"]
    sub(/-discharge|canon-ball-|brazil-/, "", scene)
    moment = scene " " $at["phase"]
    if (!(moment in column)) {
        column[moment] = ++n_columns
        head[n_columns] = moment " (" $at["n_contacts"] ")"
    }
    who = $at["solver"] ($at["outer"] != "" && $at["outer"] != "nlgs" ? " in " $at["outer"] : "")
    if (!(who in row)) {
        row[who] = ++n_rows
        name[n_rows] = who
    }
    status = $at["outcome"]
    sub(/max-sweeps/, "cap", status)
    sub(/stagnated/, "cap", status)
    sub(/false-convergence/, "false", status)
    text = status == "solved" ? $at["sweeps"] : status
    cell[row[who], column[moment], $at["tol"] == 1e-8 ? 2 : 1] = text
}
END {
    line = "| solver |"
    rule = "| --- |"
    for (c = 1; c <= n_columns; ++c) {
        line = line " " head[c] " |"
        rule = rule " --- |"
    }
    print line
    print rule
    for (r = 1; r <= n_rows; ++r) {
        line = "| " name[r] " |"
        for (c = 1; c <= n_columns; ++c)
            line = line " " cell[r, c, 1] " / " cell[r, c, 2] " |"
        print line
    }
}

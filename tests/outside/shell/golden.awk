# After csv.awk: a table of a run in short, for files that are compared. A line a solver, NAME=NUMBER of
# the columns in `columns`, to four digits; none, 0 and nan are left out. -v task=
#   cells   of each row
#   sums    summed over the rows of a solver
#   notes   what stages told (notes.csv): how often, and the sums of what is named
#
# SPDX-License-Identifier: GPL-3.0-or-later
function cell(name) { return bare(fields[place[name]]) }

function brief(text) { return text ~ /^-?[0-9]+$/ || text !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ ? text : sprintf("%.4g", text) }

function pair(name, text) { return text == "" || text == "nan" || text + 0 == 0 && text ~ /^[-0]/ ? "" : " " name "=" brief(text) }

function key_of(key) {
    if (!(key in times))
        order[++n_keys] = key
    return key
}

NR == 1 { n_shown = split(task == "notes" ? "" : columns, shown, ",") }

NR > 1 && task == "cells" {
    line = "  " cell("outer") " " cell("solver")
    for (k = 1; k <= n_shown; ++k)
        line = line pair(shown[k], cell(shown[k]))
    print line
}

NR > 1 && task == "sums" {
    ++times[key = key_of(cell("solver"))]
    for (k = 1; k <= n_shown; ++k)
        sum[key, k] += cell(shown[k]) ~ /nan|inf/ ? 0 : cell(shown[k])
}

NR > 1 && task == "notes" {
    times[key = key_of(cell("solver") " " cell("stage") " " cell("event"))] += 0
    at = key " " cell("step") " " cell("note")
    times[key] += !(at in told)
    told[at] = 1
    if (!((key, name = cell("name")) in sum))
        names[key] = names[key] " " name
    sum[key, name] += cell("value") ~ /nan|inf/ ? 0 : cell("value")
}

END {
    for (i = 1; i <= n_keys && (task == "sums" || task == "notes"); ++i) {
        line = "  " task " " order[i] " x" times[order[i]]
        n_shown = task == "notes" ? split(names[order[i]], shown, " ") : n_shown
        for (k = 1; k <= n_shown; ++k)
            line = line pair(shown[k], sprintf("%.17g", sum[order[i], task == "notes" ? shown[k] : k]))
        print line
    }
}

# The rows of ranks.csv, for the scripts that make tables of them:
#
#     awk -f paper/csv.awk -f paper/beyond/ranks_rows.awk -f SCRIPT ranks.csv
#
# The run with the least contacts, the first, tells what the libraries take.
#
# SPDX-License-Identifier: GPL-3.0-or-later
function get(name) { return cell[at[name]] + 0 }

# Bytes per contact beside the libraries'; "-" of the run that tells these.
function memory_of_contact() {
    return get("contacts") > least ? sprintf("%.0f", (get("memory_bytes") - library * get("ranks")) / get("contacts")) : "-"
}

# E1 where who solved and who judged have the same digits.
function agreed_e1() { return cell[at["e1"]] == cell[at["e1_judged"]] ? cell[at["e1"]] : "NOT EQUAL" }

BEGIN { least = 1e300 }
{ fields($0, cell) }
NR == 1 {
    for (k in cell)
        at[cell[k]] = k
}
NR > 1 && get("contacts") < least {
    least = get("contacts")
    library = get("memory_bytes") / get("ranks")
}

# From ranks.csv, whose column of solvers has outer ones, what a solve over ranks took and left: sweeps, bytes,
# memory, and E1 of who solved and of who judged. The run with the least contacts tells what the libraries take.
#
#     awk -f paper/csv.awk -f paper/beyond/ranks_table.awk ranks.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
function get(name) { return cell[at[name]] + 0 }

{ n_fields = fields($0, cell) }
NR == 1 {
    for (k = 1; k <= n_fields; ++k)
        at[cell[k]] = k
    print "| solver | ranks | contacts | status | sweeps | copies | ghosts | balance | bytes a sweep | memory, bytes a contact | E1, solved and judged |"
    print "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    next
}
NR == 2 {
    least = get("contacts")
    library = get("memory_bytes") / get("ranks")
}
{
    printf "| %s | %d | %d | %s | %d | %d | %d | %.4f | %d | %s | %s |\n", cell[at["solver"]], get("ranks"), get("contacts"), \
        cell[at["status"]], get("sweeps"), get("copies"), get("ghosts"), get("balance"), get("bytes_sweep"), \
        (get("contacts") > least ? sprintf("%.0f", (get("memory_bytes") - library * get("ranks")) / get("contacts")) : "-"), \
        cell[at["e1"]] == cell[at["e1_judged"]] ? cell[at["e1"]] : "NOT EQUAL"
}

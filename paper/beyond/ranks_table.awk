# From ranks.csv, whose column of solvers has outer ones, what a solve over ranks took and left: sweeps, bytes,
# memory, and E1 of who solved and of who judged. The run with the least contacts tells what the libraries take.
#
#     awk -f paper/csv.awk -f paper/beyond/ranks_rows.awk -f paper/beyond/ranks_table.awk ranks.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
NR == 1 {
    print "| solver | ranks | contacts | status | sweeps | ghosts | memory, bytes a contact | E1, solved and judged |"
    print "| --- | ---: | ---: | --- | ---: | ---: | ---: | --- |"
    next
}
{
    printf "| %s | %d | %d | %s | %d | %d | %s | %s |\n", cell[at["solver"]], get("ranks"), get("contacts"), cell[at["status"]], \
        get("sweeps"), get("ghosts"), memory_of_contact(), agreed_e1()
}

# Of rows.csv of mixing_depth.awk: work units of the three packs by m. "-": not within the limit of time.
#
#     awk -F , -f paper/beyond/mixing_depth_units.awk rows.csv
#
# SPDX-License-Identifier: GPL-3.0-or-later
FNR == 1 { next }
{
    line = $1 SUBSEP $2
    if (!(line in known)) lines[++n_lines] = line
    if (!($4 in at_m)) ms[++n_ms] = $4
    known[line] = at_m[$4] = 1
    cell[line, $4] = cell[line, $4] (cell[line, $4] == "" ? "" : ", ") ($5 == "solved" ? $7 : "-")
}
END {
    head = "| E1 | balls |"
    rule = "| --- | ---: |"
    for (k = 1; k <= n_ms; ++k) {
        head = head " m = " ms[k] " |"
        rule = rule " --- |"
    }
    print head
    print rule
    for (i = 1; i <= n_lines; ++i) {
        split(lines[i], key, SUBSEP)
        row = "| " key[1] " | " key[2] " |"
        for (k = 1; k <= n_ms; ++k)
            row = row " " cell[lines[i], ms[k]] " |"
        print row
    }
}

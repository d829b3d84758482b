# Of arrays.csv of sizes.yaml, a row a kind, mu and solver: its sweeps at each n that it solved, and the power of n by which
# they rise (least squares of the logarithms from n = 8 on).
#
#     awk -f paper/csv.awk -f paper/polarization/sizes.awk arrays.csv
# SPDX-License-Identifier: GPL-3.0-or-later
FNR == 1 {
    count = fields($0, head)
    for (i = 1; i <= count; ++i)
        at[head[i]] = i
    print "| kind | gap | mu | solver | n 4 | n 8 | n 16 | n 32 | n 64 | power |"
    print "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    next
}
{
    fields($0, f)
    who = f[at["solver"]] (f[at["outer"]] == "nlgs" || f[at["outer"]] == "" ? "" : "/" f[at["outer"]])
    row = f[at["kind"]] " | " f[at["delta"]] " | " f[at["mu"]] " | " who
    if (!(row in met)) {
        met[row]
        order[++rows] = row
    }
    sweeps[row, f[at["n"]]] = f[at["status"]] == "solved" ? f[at["sweeps"]] : f[at["status"]]
}
END {
    for (r = 1; r <= rows; ++r) {
        row = order[r]
        count = x = y = xx = xy = 0
        text = ""
        for (n = 4; n <= 64; n *= 2) {
            value = ((row, n) in sweeps) ? sweeps[row, n] : "-"
            text = text " " value " |"
            if (n >= 8 && value ~ /^[0-9]+$/) {
                ++count
                x += log(n); y += log(value)
                xx += log(n) ^ 2; xy += log(n) * log(value)
            }
        }
        power = count > 1 ? sprintf("%.2f", (count * xy - x * y) / (count * xx - x * x)) : "-"
        print "| " row " |" text " " power " |"
    }
}

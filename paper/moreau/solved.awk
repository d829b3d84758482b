# Of a states.csv: by scene and solver, solved of all runs, and the median and largest count of their sweeps.
#
#     sort -t, -k12,12n phases.csv | awk -F, -v tol=1e-08 -v start=cold -f solved.awk
#
# -v by=phase: by scene and phase instead of scene; -v column=14: of work units (sorted by them).
# SPDX-License-Identifier: GPL-3.0-or-later
$11 == tol && $9 == start {
    place = by == "phase" ? $1 " " $2 : $1
    who = $7 ($8 == "" ? "" : "/" $8) ($5 == "weighted" ? " (weighted)" : "")
    key = place ", " who
    ++all[key]
    if ($16 == "solved")
        sweeps[key, ++n[key]] = $(column ? column : 12)
}
END {
    for (key in all) {
        middle = n[key] ? (sweeps[key, int((n[key] + 1) / 2)] + sweeps[key, int(n[key] / 2) + 1]) / 2 : "-"
        print key ": " n[key] + 0 " of " all[key] ", median " middle ", largest " \
            (n[key] ? sweeps[key, n[key]] : "-")
    }
}

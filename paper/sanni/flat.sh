#!/usr/bin/env bash
# flat.sh FOLDER [STICKSLIP]: Beverloo's law: silos of 3000 balls with a flat bottom, round orifices of 4 to 7 ball
# diameters, what leaves is gone. Writes FOLDER/flat.csv: balls out against time. Minutes of CPU each.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}
mkdir -p "$out"
echo orifice_m,time_s,out >"$out/flat.csv"
for run in 0.04:14000 0.05:7500 0.06:4200 0.07:3000; do
    orifice=${run%:*}
    "$program" run -p silo-discharge --set bottom=flat --set receiver=sink --set cylinder=0.06 --set balls=3000 \
        --set mu=0.5 --set mu-start=0.5 --set e_t=0 --set orifice="$orifice" --steps "${run#*:}" \
        -s exact --outer nlgs-batched --warm-start --max-sweeps 1000 --timeout 60m -o "$out/$orifice"
    awk -F, -v orifice="$orifice" '
        NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
        $at["name"] == "out" && $at["step"] % 50 == 0 {
            printf "%s,%g,%d\n", orifice, $at["time_s"], $at["value"]
        }' "$out/$orifice/observables.csv" >>"$out/flat.csv"
done

#!/usr/bin/env bash
# collapse_warm.sh FOLDER [STICKSLIP]: does a solver stay at rest? Piles that touch, one step after ppa-newton has solved the
# step from rest to E1 1e-1, ..., 1e-8: discs move by about that times g h, and the impulses to start from are off by as much.
# Prints a row a pile, mu and tolerance: E1 of the start, and a letter a solver, r rest (no contact faster than 1e-4 g h),
# C collapse, - unsolved. The solvers are those of the variable `solvers`, in the order of the heading.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}
solvers="sbp sal ebp ac exact nlgs-anderson[local=exact] ppa-anderson[local=exact] apgd admm ppa-newton central-path"
mkdir -p "$out"

# The letters of a run, a row a solver in summary.csv and observables.csv.
letters() # RUN
{
    awk -F, '
        FNR == 1 { ++file; for (i = 1; i <= NF; ++i) at[file, $i] = i; next }
        file == 1 { status[++n] = $0 ~ /,solved,/; next }
        $at[2, "name"] == "u_max" { u[++m] = $at[2, "value"] }
        END { for (i = 1; i <= n; ++i) printf "%s", !status[i] ? "-" : u[i] < 1e-4 * 9.81e-4 ? "r" : "C" }
        ' "$1/summary.csv" "$1/observables.csv"
}

pile() # N MU TOL
{
    local file=$out/pile-$1-$2-$3.hdf5 run letter solver text=
    [ -f "$file" ] || "$program" freeze -p disc-pile -S n="$1" -S mu="$2" -S touch=1e-3 -S steps=2 -s ppa-newton --stop e1 \
        --set tol="$3" --warm-start -t 2 --out "$file" >/dev/null
    for solver in $solvers; do
        run=$out/run
        rm -rf "$run"
        "$program" run -p "file:$file" -s "$solver" --stop e1 --tol 1e-9 --warm-start --timeout 20s -o "$run" >/dev/null
        text=$text$(letters "$run")
        [ "$solver" != exact ] || start=$(awk -F, 'NR == 2 { print $9 }' "$run/convergence.csv")
    done
    echo "| $1 | $2 | $3 | $(printf %.1e "$start") | $text |"
}

echo "| n | mu | tol | E1 of sweep 1 | $solvers |"
echo "| ---: | ---: | ---: | ---: | --- |"
for at in 3:0.44 3:0.5 3:0.6 4:0.48 4:0.5 4:0.6 5:0.5 5:0.6 6:0.6 6:0.8 8:0.8; do
    for tol in 1e-1 1e-2 1e-3 1e-4 1e-8; do
        pile "${at%:*}" "${at#*:}" $tol
    done
done

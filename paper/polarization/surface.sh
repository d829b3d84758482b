#!/usr/bin/env bash
# surface.sh FOLDER [STICKSLIP]: the growing pile by each solver of its dual: 8 to 64 squares a side, a disc's source
# and one everywhere; relaxed sweeps, tolerances, radii of the disc. Writes FOLDER/surface.csv, a row a pile: steps
# solved (of ten), sweeps of all steps and of the worst, CPU time, the worst slope's excess over k, the worst gap and
# loss of sand, height and error at the end. Ten minutes.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}
mkdir -p "$out"
echo source,radius,n,solver,tol,solved,sweeps,most,cpu_s,excess,gap,height_m,error_m,mass_error >"$out/surface.csv"

# SOURCE N SOLVER TOL [RADIUS]: one pile.
grow()
{
    local radius=${5:-0.2} folder=$out/$1-$2-$3-$4-${5:-0.2}
    "$program" grow --set source="$1" --set duration="$([ "$1" = disc ] && echo 0.5 || echo 2)" --set n="$2" \
        --set source-radius="$radius" --solver "$3" --tol "$4" --max-sweeps 100000 --frames 10 \
        -o "$folder" >/dev/null
    awk -F, -v OFS=, -v source="$1" -v radius="$radius" -v n="$2" -v solver="$3" -v tol="$4" '
        function size(x) { return x < 0 ? -x : x }
        NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
        {
            solved += $at["status"] == "solved"
            sweeps += $at["sweeps"]
            if ($at["sweeps"] > most) most = $at["sweeps"]
            cpu += $at["cpu_s"]
            if ($at["max_slope_over_k"] - 1 > excess) excess = $at["max_slope_over_k"] - 1
            if (size($at["gap"]) > gap) gap = size($at["gap"])
            if (size($at["mass_error"]) > mass) mass = size($at["mass_error"])
            height = $at["height_m"]; error = $at["err_inf_m"]
        }
        END {
            print source, radius, n, solver, tol, solved, sweeps, most, cpu, excess + 0, gap, height, error, mass + 0
        }' "$folder/sandpile.csv" >>"$out/surface.csv"
}

for source in disc everywhere; do
    for n in 8 16 32 64; do
        for solver in gradient 'gradient[restart=no]' 'anderson[m=5]' anderson 'anderson[m=20]' sweeps; do
            [ "$n:$solver" = 64:sweeps ] || grow $source $n "$solver" 1e-7
        done
    done
    for relax in 0.5 1.2 1.5 1.8; do
        grow $source 16 "sweeps[relax=$relax]" 1e-7
    done
    for tol in 1e-3 1e-5 1e-9; do
        for solver in gradient anderson sweeps; do
            grow $source 16 $solver $tol
        done
    done
done
for radius in 0.15 0.18 0.19 0.21 0.22 0.25 0.3; do
    for solver in gradient anderson sweeps; do
        grow disc 16 $solver 1e-7 $radius
    done
done

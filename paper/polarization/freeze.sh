#!/usr/bin/env bash
# freeze.sh FOLDER [STICKSLIP]: the step of arrays of discs at rest as frozen problems, for siconos.yaml; W is symmetric there.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}
mkdir -p "$out"

freeze() # NAME PROBLEM SETTINGS...
{
    local set=()
    for value in "${@:3}"; do
        set+=(-S "$value")
    done
    "$program" freeze -p "$2" "${set[@]}" -s exact --stop e1 --set tol=1e-4 --sum -t 1 --out "$out/$1.hdf5"
}

for n in 4 8 16 32; do
    freeze square-$n square-array n=$n
    freeze triangular-$n triangular-array n=$n
    freeze touching-$n triangular-array n=$n gap=0 base=floor
    freeze pile-$n disc-pile n=$n mu=0.5
done

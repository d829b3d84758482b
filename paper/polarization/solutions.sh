#!/usr/bin/env bash
# solutions.sh FOLDER [STICKSLIP]: the least |r| over w of arrays without friction whose rows touch, by alike springs at all
# contacts that grow stiff (`compliance` of a frozen problem, method 13.9). Prints a row an array and compliance, the stiffest
# last; FOLDER keeps the frozen problems.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}
mkdir -p "$out"

least() # KIND N
{
    local file=$out/$1-$2.hdf5 run=$out/$1-$2 compliance
    [ -f "$file" ] || "$program" freeze -p "$1" -S n="$2" -S gap=0 -S base=floor -s exact --stop e1 --set tol=1e-6 -t 1 \
        --out "$file" >/dev/null
    for compliance in 1e-2 1e-4 1e-6 1e-8; do
        rm -rf "$run"
        "$program" run -p "file:$file" -S compliance=$compliance -s ppa-newton --stop e1 --tol 1e-12 -o "$run" >/dev/null
        awk -F, -v text="$1,$2,$2,0,0" -v compliance=$compliance -v w="$(awk 'BEGIN { print 2500 * atan2(0, -1) * 2.25e-6 * 9.81e-4 }')" '
            $4 == "r_norm" { printf "%s,%.7g,%s\n", text, $6 / w, compliance }' "$run/observables.csv"
    done
}

echo kind,n,rows,delta,mu,r_norm_over_w,compliance
for n in 4 8; do
    least square-array $n
done
for n in 4 5 6 10; do
    least triangular-array $n
done

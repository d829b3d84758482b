#!/usr/bin/env bash
# freeze.sh FOLDER [STICKSLIP]: the states of phases.yaml, order.yaml, mean_form.yaml and blocks.yaml, each scene and
# seed from one run of one driver: nlgs-batched with exact, warm, to E1 1e-6 or the scene's own cap of sweeps.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}

# Steps in whose middle t/T is about 0, 0.10, ... of the period that begins with step $1 + 1, T = 500 steps.
phases()
{
    local at steps=
    for at in 0 0.10 0.20 0.30 0.45 0.70; do
        steps+=,$(awk -v f="$1" -v t=$at 'BEGIN { printf "%d:%s", f + 500 * t + 1, t }')
    done
    echo "${steps#,}"
}

freeze() # FOLDER OPTIONS...
{
    "$program" freeze -s exact --outer nlgs-batched --stop e1 --set tol=1e-6 --warm-start \
        --timeout 60m --out "$out/$1" "${@:2}"
}

for seed in 1 2 3; do
    freeze segregation-$seed -p segregation -i $seed --sum --step "$(phases 4500)"
    freeze shaken-cell-$seed -p shaken-cell -i $seed --sum --step "$(phases 3750)"
    freeze shaken-cylinder-$seed -p shaken-cylinder -i $seed --sum --step "$(phases 4000)"
done
freeze weighted-1 -p shaken-cylinder -i 1 --step "$(phases 4000)"
freeze blocks-collapse -p block-wall --set size=slim --set acceleration=0.9 --set frequency=1 \
    --set max-sweeps=200 --sum --step 2200:collapse,2300:collapse

# With their solutions, for blocks.yaml and solutions.sh; some steps of the settling pack end at the cap.
solve() # FOLDER TOLERANCE OPTIONS...
{
    "$program" freeze -s exact --outer nlgs-batched --stop e1 --set tol=$2 \
        --set max-sweeps=20000 --warm-start --sum --solution --timeout 60m --out "$out/$1" "${@:3}"
}

solve blocks-rest 1e-12 -p block-wall --step 50:rest,100:rest
solve blocks-slip 1e-12 -p block-wall --set acceleration=1 --step 2:slip,20:slip
solve solved-1 1e-10 -p segregation --step 3051:rest,4551:0.10,4651:0.30

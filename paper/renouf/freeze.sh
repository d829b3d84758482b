#!/usr/bin/env bash
# freeze.sh FOLDER [STICKSLIP]: the states of states.yaml, five moments of each loading under each law,
# 100 discs, each law and loading from one run of one driver: nlgs-batched with exact, warm, to quad 1e-5
# or 2000 sweeps. On the sum u+ + e u-, so that W is symmetric under RST too.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}

for loading in biaxial shear; do
    for law in iqs rst-0 rst-0.9; do
        case $law in
        iqs) set=(--set restitution=iqs) ;;
        rst-0) set=(--set restitution=mended) ;;
        rst-0.9) set=(--set restitution=mended --set e_n=0.9) ;;
        esac
        "$program" freeze -s exact --outer nlgs-batched --stop quad --warm-start -p $loading \
            --set steps=4000 --set tol=1e-5 --set max-sweeps=2000 "${set[@]}" --sum --timeout 60m \
            --step 500:ramp,1000:ramp-ends,2000:loaded,3000:loaded,4000:loaded \
            --out "$out/$loading-$law"
    done
done

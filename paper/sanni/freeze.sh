#!/usr/bin/env bash
# freeze.sh FOLDER [STICKSLIP]: the states of moments.yaml, each scene at its full size from one run of one driver:
# nlgs-batched with exact, warm, to E1 1e-6 or 1000 sweeps a step.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}

freeze() # FOLDER OPTIONS...
{
    "$program" freeze -s exact --outer nlgs-batched --stop e1 --set tol=1e-6 --warm-start \
        --timeout 60m --out "$out/$1" "${@:2}"
}

# The gate has just opened; about 30 % are out; the heap is at rest.
freeze silo -p silo-discharge --set size=full --step 1:opens,650:flows,3000:rests
freeze pile.hdf5 -p sand-pile --set size=full --step 4200:rests
# At rest, without and with friction; one step is all there is.
freeze canon-smooth.hdf5 -p canon-ball --set size=full --set mu=0 --step 1:smooth
freeze canon-rough.hdf5 -p canon-ball --set size=full --step 1:rough
freeze impact -p canon-ball-impact --set size=full --step 1:meets,20:spreads
# The eleventh period: in free flight above the box, first touched by it, pushed up.
freeze nut -p brazil-nut --set size=full --step 719:flight,730:landing,738:upstroke

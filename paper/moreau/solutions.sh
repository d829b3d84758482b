#!/usr/bin/env bash
# solutions.sh FOLDER [STICKSLIP]: with the states of freeze.sh in FOLDER that hold a solution, write
#
#   FOLDER/stop.csv     sweep by sweep (1, 2, 4, ... and the last), what [M] section 7 stops by, E1 and the true error of u
#   FOLDER/spread.csv   how far r and u of every solver are from the solution of a wall of blocks
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}

# Columns of the rows of convergence.csv that the awk program $3 chooses, behind the text $2.
columns() # FOLDER TEXT CONDITION COLUMNS
{
    awk -F, -v text="$2" -v columns="$4" '
        FNR == 1 { n = split(columns, name); for (i = 1; i <= NF; ++i) at[$i] = i; next }
        { line = text; for (i = 1; i <= n; ++i) line = line "," $at[name[i]] }
        '"$3" "$1/convergence.csv"
}

stop() # STATE STEP START [OPTION]
{
    local folder=$out/stop-$1-$3
    "$program" run -p "file:$out/solved-1/segregation-i1-step$2.hdf5" -s exact --stop e1 --tol 1e-9 \
        --max-sweeps 20000 -o "$folder" "${@:4}" >/dev/null
    columns "$folder" "$1,$3" '
        $at["sweep"] == 2 ^ int(log($at["sweep"]) / log(2) + 0.5) { print line; line = "" }
        END { if (line != "") print line }' sweep,dr_rel,e1,u_error
}

spread() # STATE STEP OUTER SOLVERS
{
    local folder=$out/spread-$1-$3
    "$program" run -p "file:$out/blocks-$1/block-wall-i1-step$2.hdf5" -s "$4" --outer "$3" --stop e1 \
        --tol 1e-12 --max-sweeps 50000 -o "$folder" >/dev/null
    columns "$folder" "$1,$3" '{ last[$1] = line } END { for (s in last) print last[s] }' \
        solver,sweep,e1,u_error,r_error | sort
}

{
    echo state,start,sweep,dr_rel,e1,u_error
    for state in rest:3051 impact:4551 compact:4651; do
        stop "${state%:*}" "${state#*:}" cold
        stop "${state%:*}" "${state#*:}" warm --warm-start
    done
} >"$out/stop.csv"

{
    echo state,outer,solver,sweeps,e1,u_error,r_error
    for state in rest:100 slip:2; do
        spread "${state%:*}" "${state#*:}" nlgs sbp,sal,ebp,eal,ac,exact,apgd,admm,ppa-newton,reference
        spread "${state%:*}" "${state#*:}" nlgs-anderson exact
        spread "${state%:*}" "${state#*:}" ppa-anderson exact
    done
} >"$out/spread.csv"

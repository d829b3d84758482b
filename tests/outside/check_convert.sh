#!/usr/bin/env bash
# convert: a file's problem in other forms takes the same sweeps to the same E1; what a form cannot
# say is refused, and nothing is left.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# Sweeps, status and three digits of E1; forms differ by roundings.
told() # FILE NAME
{
    run_well run -p "file:$1" -s exact --stop e1 --tol 1e-6 -o "run-$2"
    awk -F, 'NR == 1 { for (k = 1; k <= NF; ++k) at[$k] = k }
        NR == 2 { printf "%s %s %.3g\n", $at["status"], $at["sweeps_total"], $at["e1_last"] }' \
        "run-$2/summary.csv"
}

check_ways() # NAME FILE
{
    local wanted form from=$2
    wanted=$(told "$2" "$1")
    expect_in solved <(echo "$wanted") "$1"
    for form in rigid global local; do
        run_well convert "$from" --to $form --out "$1-$form.hdf5"
        expect_in "$1-$form.hdf5: " "$out" "convert --to $form"
        expect_equal "$1 as $form" "$(told "$1-$form.hdf5" "$1-$form")" "$wanted"
        from=$1-rigid.hdf5
    done
    run_well convert "$1-global.hdf5" --to rigid --out "$1.json"
    expect_equal "$1 as JSON" "$(told "$1.json" "$1-json")" "$wanted"
}

expect_refused() # CODE WORDS FORM FILE
{
    run convert "$4" --to "$3" --out refused.hdf5
    expect_equal "exit code of $4 to $3" "$code" "$1"
    expect_in "$2" "$err" "convert $4 --to $3"
    [ ! -e refused.hdf5 ] || fail "$4 to $3 left a file"
}

check_refused()
{
    local data=$source_dir/problems/data
    expect_refused 65 'W and q alone do not tell bodies' rigid "$data/local/OneObject-i100000-316.hdf5"
    expect_refused 65 'W and q alone do not tell bodies' global "$data/local/OneObject-i100000-316.hdf5"
    expect_refused 65 'no orthonormal frame' rigid "$source_dir/tests/corpus/fclib/global-lu.hdf5"
    expect_refused 64 'must be local|global|rigid' lokal "$data/global/Box_Stacks-i0122-82-5.hdf5"
    run convert "$data/global/Box_Stacks-i0122-82-5.hdf5" --to local --out stacks-local.hdf5
    expect_equal "exit code over a file" "$code" 73
}

check_ways stacks "$source_dir/problems/data/global/Box_Stacks-i0122-82-5.hdf5"
run_well freeze -p ball-pack --set balls=30 -s exact --step 1 --rigid -o pack.hdf5
check_ways pack pack.hdf5
check_refused
finish

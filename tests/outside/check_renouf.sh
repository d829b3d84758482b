#!/usr/bin/env bash
# `reproduce renouf --quick`: seconds, tables that say that they are shrunk, figures, the same bytes the
# second time; what was begun goes on; a start that is kept serves both loadings and all laws, and gives
# the bits of one that is made anew; slips in the paper's data are named with their line.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$source_dir/tests/outside/shell/reproduced.bash" || exit 2

paper=renouf
tables="1 2 3 4 5 6 7"
figures="fig02-a fig02-a-small fig02-b fig02-b-small fig03-a fig03-b fig04-a fig04-b fig05 fig06 fig07-a fig07-b fig08-a fig08-b"
export XDG_CACHE_HOME=$PWD/cache # starts at rest are made here, not taken from the user's

check_numbers()
{
    grep -q '^4,mu=0.3,top_over_force,1,.*,match,rest' renouf/table4.csv || fail "a pressed wall does not bear F"
    grep -q '^4,mu=0.3,love_weber,1,.*,match,rest' renouf/table4.csv || fail "the discs' stress is not the walls'"
    find renouf/store/history -name '*.csv' | grep -q . || fail "no sweeps are kept"
}

# One start for both loadings and all laws, and the same bits from the file and without.
check_start()
{
    local set="balls=20,ramp=0.02,phase1-steps=400,steps=20"
    export XDG_CACHE_HOME=$PWD/starts
    for name in anew kept; do
        run_well run -p biaxial --set balls=20 --set ramp=0.02 --set phase1-steps=400 --set steps=20 \
            -s exact --warm-start -o $name
    done
    for law in mended iqs-clamped; do
        run_well run -p shear --set balls=20 --set ramp=0.02 --set phase1-steps=400 --set steps=20 \
            --set restitution=$law -s exact --warm-start -o shear-$law
    done
    expect_equal "starts in the cache" "$(find starts -name 'isotropic-*.csv' | grep -vc impulses)" 1
    cmp -s anew/bodies.csv kept/bodies.csv || fail "$set: a start from the cache moves otherwise"
    cmp -s anew/observables.csv kept/observables.csv || fail "$set: a start from the cache differs"
}

# A frozen step of shear, whose walls turn, is the scene's: the same sweeps and E1. And the files are problems of
# the field, other codes' solvers among them where they are built in.
check_frozen()
{
    local set=(--set balls=20 --set ramp=0.02 --set phase1-steps=400 --set steps=30 --set spin=0.4 --set tol=1e-6 --set max-sweeps=20000)
    mkdir -p states
    run_well freeze -p shear "${set[@]}" -s exact --stop e1 --step 30 --out states/shear.hdf5
    run_well run -p shear "${set[@]}" -s exact --stop e1 -o scene
    run_well run -p file:states/shear.hdf5 -s exact --stop e1 --tol 1e-6 --max-sweeps 20000 -o file
    expect_equal "sweeps of the frozen step" "$(csv_column file/history.csv sweeps | tail -n 1)" \
        "$(csv_column scene/history.csv sweeps | tail -n 1)"
    run_well reproduce field --data states --tol 1e-4 --stop e1 --repeats 1 --jobs 1 --timeout 2s --out field
    "$program" list solvers | grep -q siconos || return 0
    grep -q '^[^,]*siconos-nsgs' field/field.csv || grep -rq 'siconos-nsgs' field/*.csv ||
        fail "no solver of Siconos in the field of frozen files"
}

# A margin of its own would be a silent default.
check_margin()
{
    run run -p biaxial -s exact --set margin=1e-5 -o margin
    expect_equal "exit code for a margin" "$code" 64
    expect_in "rst-margin" "$err" "the message for a margin"
}

check_quick
check_numbers
check_same_bytes
check_goes_on
check_start
check_frozen
check_margin
check_slip tables.csv 's/^1,iqs,violation_share/1,iqs,violation_shear/' "tables.csv, line" "'violation_shear'"
check_slip figures.csv 's/,violation,mean overlap, biaxial/,violations,mean overlap, biaxial/; s/last,violation,/last,violations,/' "figures.csv, line" "'violations'"
finish

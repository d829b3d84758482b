#!/usr/bin/env bash
# Starts and leaders: who follows sees the same problems whatever he answers, to the bit of q and W, from any
# start; a closed loop does not; the predictor has its effect; rows say it; what cannot be is refused.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# The problem of step 120 of balls in fall, as a coarse solver and an exact one come to it.
freeze_step() # FILE SOLVER WORD...
{
    local file=$1 solver=$2
    shift 2
    run_well freeze -p balls-4 -s "$solver" --stop e1 --set tol=1e-2 --set h=2e-4 -t 300 --title x --description y \
        "$@" -o "$file"
}

freeze_step sbp.hdf5 sbp --follow reference
freeze_step exact.hdf5 exact --follow reference
freeze_step apgd.hdf5 apgd --follow reference
cmp -s sbp.hdf5 exact.hdf5 && cmp -s sbp.hdf5 apgd.hdf5 || fail "q or W differ behind one leader"
expect_in "moved by reference" "$out" "freeze behind a leader"
freeze_step closed-sbp.hdf5 sbp
freeze_step closed-apgd.hdf5 apgd
cmp -s closed-sbp.hdf5 closed-apgd.hdf5 && fail "two closed loops at E1 1e-2 pose the same problem"
cmp -s closed-sbp.hdf5 sbp.hdf5 && fail "a closed loop is the leader's"

# From any start: the bodies are the leader's, the sweeps the solver's own.
for start in cold warm predictor; do
    run_well run -p balls-4 -s sbp,exact --stop e1 --set tol=1e-4 --set h=2e-4 --set steps=400 --start $start \
        --follow reference -o $start
    sed 's/^[a-z]*,//' $start/bodies.csv | sort -u >$start.bodies
    expect_equal "places after $start" "$(wc -l <$start.bodies)" \
        "$(($(grep -c '^sbp' $start/bodies.csv) + 1))"
    expect_equal "follows" "$(csv_column $start/summary.csv follows | sort -u)" reference
done
cmp -s cold.bodies warm.bodies && cmp -s cold.bodies predictor.bodies || fail "the start moves the scene"
expect_equal "warm_start" "$(csv_column predictor/summary.csv warm_start | sort -u)" predictor
sweeps() { csv_cell $1/summary.csv 2 sweeps_total; }
[ "$(sweeps warm)" -lt "$(sweeps cold)" ] || fail "a follower's warm start spares nothing"
[ "$(sweeps predictor)" -ne "$(sweeps warm)" ] || fail "the predictor is the warm start"

# A follower starts from its own last answer, not from the leader's: one sweep a step of blocks at rest stays
# far from solved, where the leader's impulses are the solution.
run_well run -p block-stack -s exact --set steps=3 --stop e1 --tol 1e-8 --max-sweeps 1 --start warm --follow reference -o own
awk -v e1="$(csv_cell own/history.csv 2 e1)" 'BEGIN { exit !(e1 > 1e-3) }' || fail "a follower starts from the leader's answer"

# The leader itself: the same run as the closed loop of one who is as tight.
run_well run -p balls-4 -s exact --stop e1 --set tol=1e-12 --set h=2e-4 --set steps=250 --follow exact -o led
run_well run -p balls-4 -s exact --stop e1 --set tol=1e-12 --set h=2e-4 --set steps=250 -o itself
cmp -s led/history.csv itself/history.csv || fail "a solver that follows itself goes another way"

# Warm of old is warm.
run_well run -p balls-4 -s exact --set h=2e-4 --set steps=300 --warm-start -o old
run_well run -p balls-4 -s exact --set h=2e-4 --set steps=300 --start warm -o new
cmp -s old/history.csv new/history.csv || fail "--start warm is not --warm-start"

# A leader that does not arrive ends the run, and says so.
run_well run -p slope-block -s exact --set speed=0.9 --set steps=20 --follow 'other-law[law=associated]' -o lost
expect_equal "status behind a leader that fails" "$(csv_cell lost/summary.csv 1 status)" error
expect_in "no sequence to follow" lost/summary.csv "a leader that fails"

refuse 64 "it is cold, warm or predictor" -- run -p balls-4 -s sbp --start hot -o x
refuse 64 "--start is cold, and --warm-start is given" -- run -p balls-4 -s sbp --start cold --warm-start -o x
refuse 64 "is one problem, the same for all" -- run -p file:sbp.hdf5 -s sbp --follow reference -o x
refuse 64 "nothing to predict from" -- run -p file:sbp.hdf5 -s sbp --start predictor -o x
refuse 64 "cannot lead" -- run -p balls-4 -s sbp --follow command:true -o x
refuse 64 "did you mean 'reference'" -- run -p balls-4 -s sbp --follow referense -o x
finish

#!/usr/bin/env bash
# A new scene with an observable of its own takes one file and one line, which `stickslip new-scene` writes, in
# a copy of the source: it builds without a warning, is listed and described, runs, and leaves its observable.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/copy.bash"

write_scene()
{
    run_well new-scene falling-ball --source after
    expect_in "run -p falling-ball" "$out" "what new-scene says next"
    run new-scene falling-ball --source after
    expect_refused 73 "a scene that has a file" "falling_ball.c"
    run new-scene sliding-ball --source after
    expect_refused 64 "a scene of the catalogue" "there is a scene 'sliding-ball' already"
    run new-scene bowl --source nowhere
    expect_refused 64 "no source tree" "--source"
}

# One file more, one line more, and nothing else.
check_change()
{
    diff -rq before after >changes
    expect_equal "files that differ" "$(count_lines changes)" 2
    grep -qx 'Only in after/problems/scenes: falling_ball.c' changes || fail "no falling_ball.c"
    diff -r before after | grep '^[<>]' >lines
    expect_equal "lines changed" "$(tr '\n' ' ' <lines)" "> SS_PROBLEM(falling_ball) "
}

copy_source before
cp -r before after
write_scene
check_change
if build_copy after after/build stickslip -DSS_TESTS=OFF; then
    program=$scratch/after/build/stickslip
    run_well list problems
    expect_in "falling-ball" "$out" "list problems"
    run_well describe falling-ball
    expect_in "speed of the fall" "$out" "describe falling-ball"
    run_well run -p falling-ball -s exact -o whole
    expect_equal "contacts at the end" "$(csv_cell whole/summary.csv 1 contacts_last) $(csv_cell whole/summary.csv 1 status)" "1 solved"
    run_well run -p falling-ball -s exact --steps 20 -o fallen
    expect_equal "rows of observables.csv" "$(count_lines fallen/observables.csv)" 21
    awk -F, 'NR > 1 && ($6 - $7) ^ 2 > 1e-24 { bad = 1 } END { exit bad }' fallen/observables.csv ||
        fail "the speed is not g t: $(tail -n 1 fallen/observables.csv)"
fi
finish

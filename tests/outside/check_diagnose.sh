#!/usr/bin/env bash
# diagnose from outside: runs that end unsolved leave their diagnosis, the page tells of it, solved runs
# leave none; from a file and from a scene, when a clock or Ctrl-C ends them, and the same bytes again.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

endless="-s sbp[alpha=1e-12] --max-sweeps 1000000000 --tol 1e-300" # on step.hdf5, which check_file makes

of_step() # COLUMN [ROW]
{
    csv_cell "$folder/diagnosis.csv" "${2:-1}" "$1"
}

check_solved()
{
    run_well run -p balls-4 -s exact --steps 200 -o solved
    grep -q "stickslip diagnose" "$out" && fail "a solved run points to diagnose"
    [ ! -e solved/diagnosis.csv ] && [ ! -e solved/diagnosis_contacts.csv ] || fail "a solved run has a diagnosis"
    run_well diagnose solved
    expect_in "solved: no step is known that ended unsolved" "$out" "a solved run"
    expect_whole_folder solved
}

# A row an unsolved step; the contacts' shares add up.
check_scene()
{
    folder=scene
    run_well run -p balls-4 -s ebp,sbp --max-sweeps 60 --steps 300 -o scene
    expect_in "why: stickslip diagnose scene" "$out" "the status line"
    expect_equal "rows" "$(csv_rows scene/diagnosis.csv)" "$(csv_column scene/summary.csv steps_capped | awk '
        { sum += $1 } END { print sum }')"
    expect_equal "shares" "$(paste -d ' ' <(csv_column scene/diagnosis_contacts.csv solver) \
        <(csv_column scene/diagnosis_contacts.csv step) <(csv_column scene/diagnosis_contacts.csv share) | awk '
        { sum[$1 " " $2] += $3 }
        END { for (k in sum) if (sum[k] < 0.999999 || sum[k] > 1.000001) print k, sum[k] }')" ""
    expect_equal "E1" "$(paste -d , <(csv_column scene/diagnosis.csv solver) <(csv_column scene/diagnosis.csv step) \
        <(csv_column scene/diagnosis.csv e1) | grep -vxFf <(paste -d , <(csv_column scene/history.csv solver) \
        <(csv_column scene/history.csv step) <(csv_column scene/history.csv e1)))" ""
    run_well diagnose scene --no-figure
    expect_in "existence criterion" "$out" "the page"
    [ "$(wc -l <"$out")" -le 40 ] || fail "the page has $(wc -l <"$out") lines"
    if command -v gnuplot >/dev/null; then
        run_well diagnose scene
        ls scene/diagnosis-*-step*.svg >/dev/null 2>&1 || fail "no figure"
    fi
    run_well diagnose scene --solver ebp --no-figure
    grep -q "sbp" "$out" && fail "not only ebp"
    run_well run -p balls-4 -s ebp,sbp --max-sweeps 60 --steps 300 -o again
    for table in diagnosis.csv diagnosis_contacts.csv; do
        cmp -s scene/$table again/$table || fail "$table differs in a second run"
    done
    expect_whole_folder scene
}

# The same contact problem from a file; W of restitution is not symmetric.
check_file()
{
    folder=file
    run_well freeze -p balls-4 -s exact --step 900 -o step.hdf5
    run_well run -p file:step.hdf5 -s sal --max-sweeps 30 --stop e1 --tol 1e-13 -o file
    expect_equal "rows" "$(csv_rows file/diagnosis.csv)" 1
    expect_equal "criterion" "$(of_step existence)" holds
    expect_equal "contacts" "$(csv_rows file/diagnosis_contacts.csv)" "$(of_step contacts)"
    expect_equal "afterwards" "$(of_step afterwards)" 20
    expect_equal "E1" "$(of_step e1)" "$(csv_cell file/summary.csv 1 e1)"
    run_well diagnose file --no-figure
    expect_in "sal, step 1" "$out" "the page"
}

# Restitution makes the sweeps themselves cycle.
check_cycle()
{
    folder=cycle
    run_well run -p balls-4 -s exact --set restitution=mended --set e_t=0.5 --steps 300 --max-sweeps 1000 \
        --trace none -o cycle
    csv_column cycle/diagnosis.csv cycle_kind | grep -qx exact || fail "no exact cycle is seen"
    run_well diagnose cycle --no-figure
    expect_in " exact" "$out" "the page"
}

# Cut short by a clock, in a step that would never end: nothing follows, the last iterate is told of.
check_timeout()
{
    folder=late
    run_well run -p file:step.hdf5 $endless --timeout 1s --trace none -o late
    expect_equal "status" "$(csv_cell late/summary.csv 1 status)" timeout
    expect_equal "rows" "$(csv_rows late/diagnosis.csv)" 1
    expect_equal "afterwards" "$(of_step outcome) $(of_step afterwards)" "timeout 0"
    run_well diagnose late --no-figure
    expect_in "Nothing is known of what would follow" "$out" "the page"
    expect_whole_folder late
}

# The diagnosis keeps to what the limit leaves: a step that reached its cap in time has no timeout.
check_haste()
{
    sanitized && return
    run_well freeze -p balls-500 -S balls=1000 -S box=0.0105 -S gravity=300 -S max-sweeps=20 -S tol=1e-5 -s exact \
        --outer nlgs-batched --step 220 --out pack.hdf5
    run_well run -p file:pack.hdf5 -s ppa-newton --stop e1 --max-sweeps 1 --timeout 1s -o hasty
    expect_equal "status" "$(csv_cell hasty/summary.csv 1 status)" max-sweeps
    expect_equal "rows" "$(csv_rows hasty/diagnosis.csv)" 1
}

# Cut short by Ctrl-C while that step is under way: some of its sweeps are written.
check_interrupted()
{
    local pid
    folder=cut
    "$program" run -p file:step.hdf5 $endless --trace all -o cut >"$out" 2>"$err" </dev/null &
    pid=$!
    await '[ -n "$(find cut -name ".convergence.csv.partial-*" -size +4k 2>/dev/null)" ]' # more than its header
    kill -INT $pid
    wait $pid
    expect_equal "exit code" $? 130
    expect_equal "rows" "$(csv_rows cut/diagnosis.csv)" 1
    expect_equal "interrupted" "$(of_step outcome) $(of_step afterwards)" "interrupted 0"
    run_well diagnose cut --no-figure
}

check_refused()
{
    mkdir -p empty
    run diagnose empty
    [ "$code" -ne 0 ] || fail "a folder without a run is accepted"
    expect_in "no summary.csv" "$err" "an empty folder"
    run diagnose scene --step 299999
    [ "$code" -ne 0 ] || fail "a step that is not there is accepted"
    expect_in "step 299999" "$err" "a step that is not there"
    run diagnose scene --step x
    [ "$code" -ne 0 ] || fail "--step x is accepted"
}

check_solved
check_scene
check_file
check_cycle
check_timeout
check_haste
check_interrupted
check_refused
finish

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

# Do what the page says where PATTERN stands, into FOLDER.
obey() # PATTERN FOLDER
{
    eval "$(grep -oE -- "stickslip run[^\`]*$1[^\`]*-o again" "$out" | head -n 1 |
        sed "s|stickslip|'$program'|; s|-o again|-o $2|")" >/dev/null || fail "the command of '$1' does not run"
}

# What happened and what may help, with a command that does: alpha below its bound, more sweeps, another solver.
check_advice()
{
    run_well run -p piston -s 'sbp[alpha=0.6]' --steps 60 --max-sweeps 300 --trace none -o beyond
    expect_in "alpha = 0.6 is above 0.571" "$out" "the status line"
    run_well diagnose beyond --no-figure
    expect_in "alpha = 0.6 is above 0.571" "$out" "alpha beyond its bound"
    expect_in "more of these sweeps change nothing" "$out" "a cycle"
    expect_in "The first in the list whose contacts were kept" "$out" "why that step"
    obey 'sbp\[alpha=0.51\]' below
    expect_equal "beyond and below" "$(csv_cell beyond/summary.csv 1 status) $(csv_cell below/summary.csv 1 status)" \
        "stagnated max-sweeps"
    # A dip is no rate (method 8: at mu = 5 the sweeps wander).
    run_well run -p balls-4 -s sbp -S mu=5 --steps 200 --max-sweeps 550 --trace none -o wanders
    run_well diagnose wanders --no-figure
    ! grep -q "still falls" "$out" || fail "what wanders is said to fall"
    run_well run -p balls-4 -s sbp --steps 300 --max-sweeps 60 --trace none -o falls
    run_well diagnose falls --no-figure
    expect_in "it still falls" "$out" "what falls"
    expect_in "sweeps more at this rate" "$out" "what falls"
    obey 'max-sweeps=[0-9]' more
    [ "$(csv_cell more/summary.csv 1 steps_capped)" -lt 9 ] || fail "more sweeps help nothing"
    obey '-s reference' surest
    expect_equal "reference" "$(csv_cell surest/summary.csv 1 status)" solved
    # A study's runs leave no diagnosis: the commands that make them again do.
    run sweep -p balls-4 -S steps=300 -S max-sweeps=60 -s 'sbp[alpha=0.5,1]' -o study
    run_well diagnose study
    expect_in "2 of 2 runs ended unsolved, and no diagnosis" "$out" "a study"
    eval "$(grep -m 1 -o 'stickslip run.*-o again-1' "$out" | sed "s|stickslip|'$program'|")" >/dev/null
    [ -e again-1/diagnosis.csv ] || fail "the command of a study's run leaves no diagnosis"
}

# A cascade that ends unsolved leaves its best iterate: none of its stages ended with a smaller E1.
check_best()
{
    local cap
    for cap in 640 1500 3000; do
        run_well run -p "file:$source_dir/problems/data/local/OneObject-i100000-316.hdf5" -s reference --tol 1e-300 \
            --max-sweeps $cap --trace all -o best-$cap
        paste -d ' ' <(csv_column best-$cap/notes.csv name) <(csv_column best-$cap/notes.csv value) | awk '
            $1 == "value" && (least == "" || $2 + 0 < least + 0) { least = $2 } END { print least }' >least
        awk -v e1="$(csv_cell best-$cap/summary.csv 1 e1_last)" '!(e1 <= $1 * 1.000001) { exit 1 }' least ||
            fail "cap $cap: E1 $(csv_cell best-$cap/summary.csv 1 e1_last) is left, and a stage had $(cat least)"
    done
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
check_advice
check_best
check_refused
finish

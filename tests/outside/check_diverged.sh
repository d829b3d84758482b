#!/usr/bin/env bash
# A run that fails is a result: `diverged`, `stagnated` or `max-sweeps` with its row and exit code 0, and never
# `solved` when it is not.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# Numbers of a CSV column that are not finite.
count_wild() # FILE COLUMN
{
    csv_column "$1" "$2" | grep -ciE 'nan|inf'
}

# Every step that is called solved met the tolerance, and every other did not.
expect_honest() # FOLDER
{
    local solver tol
    expect_whole_folder "$1"
    tol=$(csv_cell "$1/summary.csv" 1 tol)
    paste -d ' ' <(csv_column "$1/history.csv" outcome) <(csv_column "$1/history.csv" eps) >steps
    awk -v tol="$tol" '($1 == "solved") != ($2 ~ /^[0-9]/ && $2 + 0 <= tol + 0) { exit 1 }' steps ||
        fail "$1: an outcome does not go with its eps"
    while IFS= read -r solver; do
        worst "$1" "$solver"
    done < <(csv_column "$1/summary.csv" solver)
}

# The status of a run is that of its worst step.
worst() # FOLDER SOLVER
{
    local status
    status=$(paste -d ' ' <(csv_column "$1/history.csv" solver) <(csv_column "$1/history.csv" outcome) |
        awk -v solver="$2" '$1 == solver { seen[$2] = 1 } END {
            n = split("diverged stagnated max-sweeps solved", worst, " ")
            for (k = 1; k <= n && !(worst[k] in seen); ++k) { }
            print worst[k] }')
    expect_equal "$1: status of $2" \
        "$(paste -d ' ' <(csv_column "$1/summary.csv" solver) <(csv_column "$1/summary.csv" status) |
            awk -v solver="$2" '$1 == solver { print $2 }')" "$status"
}

# SAL beyond its stable range with an open cone: the sweeps double r until inf. The solver after it
# in the list runs all the same.
check_diverged()
{
    local rows
    run_well run -p balls-4 -s 'sal[alpha=1.9],ebp' --set mu=1000 --set restitution=mended \
        --set e_t=0 --steps 300 -o diverged
    expect_equal "status" "$(csv_cell diverged/summary.csv 1 status)" diverged
    expect_equal "rows of the summary" "$(csv_rows diverged/summary.csv)" 2
    expect_equal "steps of the next solver" "$(csv_cell diverged/summary.csv 2 steps)" 300
    rows=$(csv_column diverged/history.csv solver | grep -cF 'sal[')
    [ "$rows" -lt 300 ] || fail "a diverged run goes on"
    expect_equal "steps" "$(csv_cell diverged/summary.csv 1 steps)" "$rows"
    expect_equal "outcome of the last step" "$(csv_cell diverged/history.csv "$rows" outcome)" diverged
    expect_equal "diverged steps" "$(csv_column diverged/history.csv outcome | grep -c diverged)" 1
    grep -qF 'diverged' "$out" || fail "standard output does not say diverged"
    expect_honest diverged
}

# A ball so small that its mass is 0 in floating point: NaN in the first sweep, for every solver.
check_nan()
{
    local k
    run_well run -p sliding-ball -s sbp,sal,ebp,ebp-nokink,eal,ac --set radius=1e-120 --steps 9 \
        --trace all -o wild
    expect_equal "rows of the summary" "$(csv_rows wild/summary.csv)" 6
    for k in 1 2 3 4 5 6; do
        expect_equal "status of solver $k" "$(csv_cell wild/summary.csv $k status)" diverged
        expect_equal "steps of solver $k" "$(csv_cell wild/summary.csv $k steps)" 1
        expect_equal "sweeps of solver $k" "$(csv_cell wild/summary.csv $k sweeps_total)" 1
    done
    [ "$(count_wild wild/summary.csv eps_last)" -ge 6 ] || fail "eps of a diverged run is finite"
    grep -qi -- '-nan' wild/*.csv && fail "a table says -nan, the schema nan"
    grep -q -- '-nan' "$out" && fail "standard output says -nan"
    expect_honest wild
}

# Impulses beyond what can be told are lost at the cap too, not stagnated.
check_absurd()
{
    local cap
    for cap in 100 150 200 250 300; do
        run_well run -p balls-4 -s 'sal[alpha=1.9]' -S mu=1000 -S restitution=mended -S e_t=0 --steps 300 \
            --max-sweeps $cap --trace none -o absurd-$cap
        expect_honest absurd-$cap
        paste -d ' ' <(csv_column absurd-$cap/history.csv outcome) <(csv_column absurd-$cap/history.csv e1)
    done >ends
    ! awk '$1 != "diverged" && $2 > 1e12' ends | grep . || fail "an absurd r is not called diverged"
    awk '$1 == "diverged" && $2 < 1e150 { ++n } END { exit !n }' ends || fail "no absurd r: this tests nothing"
}

# A parameter far too large cycles without overflow: that is stagnated, with E1 of order 1.
check_cycle()
{
    run_well run -p balls-4 -s 'sbp[alpha=50]' --set h=0.001 --steps 40 --max-sweeps 200 -o cycle
    expect_equal "status" "$(csv_cell cycle/summary.csv 1 status)" stagnated
    [ "$(csv_cell cycle/summary.csv 1 steps_capped)" -ge 1 ] || fail "no step is capped"
    awk -v e1="$(csv_cell cycle/summary.csv 1 e1_last)" 'BEGIN { exit !(e1 > 0.01) }' ||
        fail "E1 of a cycle is small"
    expect_honest cycle
}

# Under `mended` with e_t = 0, SBP at alpha = 0.6 is beyond its stable range (method 8): it must
# not be called solved, and what is called solved must have a small E1 too. EBP is a witness that
# the scene has a solution.
check_mended()
{
    run_well run -p balls-4 -s sbp,ebp --set restitution=mended --set e_t=0 --steps 600 -o mended
    expect_equal "status of sbp" "$(csv_cell mended/summary.csv 1 status)" stagnated
    expect_equal "status of ebp" "$(csv_cell mended/summary.csv 2 status)" solved
    paste -d ' ' <(csv_column mended/history.csv outcome) <(csv_column mended/history.csv e1) >steps
    awk '$1 == "solved" && !($2 <= 1e-6) { exit 1 }' steps ||
        fail "mended: a solved step with E1 above 1e-6"
    awk '$1 != "solved" && $2 > 0.01 { ++n } END { exit !(n > 0) }' steps ||
        fail "mended: no capped step with a large E1: the scene tests nothing"
    expect_honest mended
}

check_diverged
check_nan
check_absurd
check_cycle
check_mended
finish

#!/usr/bin/env bash
# The gate: status, counts and work units of every local and outer solver on the runs of
# shell/baseline_runs.sh are those of the committed baseline `counts`, to the last digit: a solver that
# changes its sweeps, or loses a solve, is seen the same day. And this check can fail. `.ci/gate` does it by hand.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

export STICKSLIP_HOME=$source_dir
runs=$binary_dir/baseline-runs

how_to_accept()
{
    cat <<TEXT

The counts are not those of results/reference/baselines/counts.csv. If the change is meant, look at
the rows above, then accept it and commit the file:

    bash .ci/gate accept

TEXT
}

check_counts()
{
    bash "$support_dir/baseline_runs.sh" "$program" "$runs" || fail "the runs of the baseline failed"
    run compare counts "$runs"
    if [ "$code" -ne 0 ]; then
        cat "$out" "$err"
        how_to_accept
        fail "compare with the baseline ended with $code"
    fi
    grep -E '^  new ' "$out" && echo "The baseline lacks these rows; bash .ci/gate accept adds them."
}

# A row without contacts or work measures nothing; every solver of the lists has rows.
check_measured()
{
    local name
    expect_equal "rows without contacts" "$(csv_column "$runs/summary.csv" contacts_last | grep -cx 0)" 0
    expect_equal "rows without work units" "$(csv_column "$runs/summary.csv" work_units_total | grep -cE '^(nan|0)?$')" 0
    { csv_column "$runs/summary.csv" solver && csv_column "$runs/summary.csv" outer; } | sed 's/\[.*//' | sort -u >had
    "$program" list solvers | awk '/^[^ ]/ { on = /^(local|outer) / } on && /^  / { print $1 }' >listed
    [ "$(count_lines listed)" -ge 20 ] || fail "only $(count_lines listed) solvers"
    while read -r name; do
        grep -qx -- "$name" had || fail "no row of $name"
    done <listed
}

# The row of ebp on balls-4, with one text replaced.
alter() # TEXT OTHER
{
    local row
    row=$(grep -nE '^balls-4,[^,]*,ebp,' "$runs/summary.csv" | head -n 1 | cut -d : -f 1)
    sed "${row}s/,$1,/,$2,/" "$runs/summary.csv" >altered.csv
    cmp -s "$runs/summary.csv" altered.csv && fail "nothing was altered"
}

# A number altered, up or down, in one row of a copy: the exit code and the name of the row.
expect_seen() # COLUMN FACTOR PLUS EXIT-CODE VERDICT
{
    local row value
    row=$(($(grep -nE '^balls-4,[^,]*,ebp,' "$runs/summary.csv" | head -n 1 | cut -d : -f 1) - 1))
    value=$(csv_cell "$runs/summary.csv" "$row" "$1")
    alter "$value" "$(awk -v x="$value" -v by="$2" -v plus="$3" 'BEGIN { printf "%.17g", x * by + plus }')"
    run compare "$runs" altered.csv
    expect_equal "$1 times $2 plus $3" $code "$4"
    grep -qE "^  $5 +balls-4 .*ebp +$1 [0-9.e+]+ -> [0-9.e+]+$" "$out" || fail "the altered row is not named: $(cat "$out")"
    expect_equal "rows that moved" "$(grep -cE '^  (same|better|worse|changed|missing|new) ' "$out")" 1
    run compare self altered.csv --folder kept
    expect_equal "a baseline against $1 times $2 plus $3" $code "$4"
}

# A solve that is lost is listed by name, and one that is gained.
check_solves()
{
    alter solved max-sweeps
    run compare self altered.csv --folder kept
    expect_equal "a lost solve" $code 11
    expect_equal "lost solves" "$(grep -cE '^  lost +balls-4 .*ebp +solved +max-sweeps' "$out")" 1
    run compare altered.csv "$runs"
    expect_equal "a gained solve" $code 10
    expect_equal "gained solves" "$(grep -cE '^  gained +balls-4 .*ebp +max-sweeps +solved' "$out")" 1
}

# A result of before work units were kept: they are not judged.
check_older()
{
    sed '1s/,work_units_total,/,another_column,/' "$runs/summary.csv" >older.csv
    run_well compare older.csv "$runs"
    expect_in "verdict: no change" "$out" "a result without work units"
}

# A row that vanished is no "no change".
check_vanished()
{
    sed '$d' "$runs/summary.csv" >shorter.csv
    run compare self shorter.csv --folder kept
    expect_equal "a row less" $code 12
    grep -qE '^  missing ' "$out" || fail "the missing row is not named"
    grep -qE '^  lost .* solved +no such row$' "$out" || fail "its solve is not lost"
    run compare self shorter.csv --folder kept --partial
    expect_equal "a row less with --partial" $code 0
}

check_counts
run_well baseline save self "$runs" --folder kept
check_measured
expect_seen sweeps_total 1 1 11 worse
expect_seen sweeps_total 1 -1 10 better
expect_seen work_units_total 1.000000000001 0 11 worse
check_solves
check_older
check_vanished
finish

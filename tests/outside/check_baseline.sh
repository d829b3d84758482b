#!/usr/bin/env bash
# The counts of every local solver on the runs of shell/baseline_runs.sh are those of the committed
# baseline `counts`: a solver that changes its sweeps is seen the same day. And this check can fail.
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

    $program baseline save --replace counts $runs

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
    grep -E '^  new ' "$out" && echo "The baseline lacks these rows; the same command adds them:" \
        "$program baseline save --replace counts $runs"
}

# A count altered by one, up or down, in one row of a copy: the exit code and the name of the row.
expect_seen() # CHANGE-OF-SWEEPS EXIT-CODE VERDICT
{
    awk -F , -v OFS=, -v by="$1" 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "sweeps_total") at = k }
        $1 == "balls-4" && $3 == "ebp" && !done { $at += by; done = 1 } { print }' \
        "$runs/summary.csv" >altered.csv
    cmp -s "$runs/summary.csv" altered.csv && fail "no count was altered"
    run compare "$runs" altered.csv
    expect_equal "sweeps altered by $1" $code "$2"
    grep -qE "^  $3 +balls-4 .*ebp +sweeps_total [0-9]+ -> [0-9]+$" "$out" ||
        fail "the altered row is not named: $(cat "$out")"
    expect_equal "rows that moved" "$(grep -cE '^  (same|better|worse|changed|missing|new) ' "$out")" 1
    run compare self altered.csv --folder kept
    expect_equal "a baseline against sweeps altered by $1" $code "$2"
}

# A row that vanished is no "no change".
check_vanished()
{
    sed '$d' "$runs/summary.csv" >shorter.csv
    run compare self shorter.csv --folder kept
    expect_equal "a row less" $code 12
    grep -qE '^  missing ' "$out" || fail "the missing row is not named"
    run compare self shorter.csv --folder kept --partial
    expect_equal "a row less with --partial" $code 0
}

check_counts
run_well baseline save self "$runs" --folder kept
expect_seen 1 11 worse
expect_seen -1 10 better
check_vanished
finish

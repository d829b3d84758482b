#!/usr/bin/env bash
# recommend from outside: it names the winners of `profile`, what they cost and what they fail on, says what is
# partial, and ends with 14 where there is no conclusion.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# NAME, SOLVERS as YAML, then words of `campaign`
store() # NAME SOLVERS [WORD...]
{
    printf '%s\n' "problems: [{name: balls-4, set: ['steps=150', 'tol=1e-9', 'max-sweeps=3000']}]" \
        "solvers: [$2]" "instances: 1-4" "stop: e1" "trace: last" >"$1.yaml"
    run_well campaign "$1.yaml" -o "$1" "${@:3}"
}

# The winners of `profile` and of `recommend`, by units, which no clock alters: "1e-8 ebp".
of_profile() # FOLDER
{
    local table=$1/ranking.csv
    paste -d ' ' <(csv_column "$table" accuracy) <(csv_column "$table" price) <(csv_column "$table" winner) \
        <(csv_column "$table" solver) | awk '$2 == "units" && $3 == "yes" { printf "%g %s\n", $1, $4 }'
}
of_recommend() # FOLDER
{
    "$program" recommend "$1" --json | sed -n 's/.*"E1": \([^,]*\), "price": "units", "winner": "\([^"]\{1,\}\)".*/\1 \2/p' |
        awk '{ printf "%g %s\n", $1, $2 }'
}

check_winners()
{
    store three "exact, 'sbp[alpha=0.2]', 'nlgs-anderson[local=exact]'"
    run_well profile three --no-figure
    run_well recommend three
    expect_in "to E1 1e-8:" "$out" "recommend"
    expect_in "4 of 4, median" "$out" "recommend"
    [ -n "$(of_profile three)" ] || fail "profile has no winner by units: this tests nothing"
    expect_equal "winners" "$(of_recommend three)" "$(of_profile three)"
    ! grep -q '"solved": "' <("$program" recommend three --json) || fail "--json: a number is a text"
}

# A solver that fails on some is said to; who has no rival wins nothing.
check_no_conclusion()
{
    store alone exact
    run recommend alone
    expect_equal "exit code of one solver" $code 14
    expect_in "no conclusion" "$out" "one solver"
    store slow "exact, 'sbp[alpha=0.001]'"
    run recommend slow --solvers 'sbp[alpha=0.001]'
    expect_equal "exit code of who fails" $code 14
    run recommend slow --solvers nosuch
    expect_equal "a solver that is not there" $code 64
}

check_partial()
{
    store half "exact, 'sbp[alpha=0.2]'" --shard 1/2
    run recommend half
    expect_in "partial: " "$out" "a shard"
    mkdir nothing
    run recommend nothing
    expect_equal "an empty folder" $code 65
}

check_winners
check_no_conclusion
check_partial
finish

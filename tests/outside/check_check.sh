#!/usr/bin/env bash
# `stickslip check` from outside: its page, its files, the same bytes twice, what it refuses, Ctrl-C.
# (What the checks find in good and spoilt solvers: test_contract.c, test_outer_contract.c, check_plugin.sh.)
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

check_page()
{
    local n
    run_well check 'ebp[stop=printed,alpha=0.9]' --out one
    expect_equal "files" "$(ls -A one | tr '\n' ' ')" "check.csv check.md provenance.txt summary.csv "
    expect_whole_folder one
    n=$(csv_rows one/check.csv)
    [ "$n" -ge 25 ] || fail "only $n checks"
    expect_equal "lines of the page" "$(grep -cE '^  (PASS|NOTE|FAIL)  [a-z]' "$out")" "$n"
    expect_equal "solver" "$(csv_column one/check.csv solver | sort -u)" 'ebp[stop=printed,alpha=0.9]'
    expect_in "verdict: ebp[stop=printed,alpha=0.9] passes $n checks; notes: " "$out" "the page"
    grep -qE '^  NOTE  visit-units ' "$out" || fail "an absolute local test is not noted"
    [ "$(wc -l <"$out")" -le 80 ] || fail "the page has $(wc -l <"$out") lines"
    [ "$(awk 'length > n { n = length } END { print n }' one/check.md)" -gt 0 ] || fail "no check.md"
    expect_equal "lines of check.md" "$(grep -cE '^\| (PASS|NOTE|FAIL) \|' one/check.md)" "$n"
    expect_equal "contenders" "$(csv_column one/summary.csv solver | sort -u | tr '\n' ' ')" \
        "ac eal ebp ebp[stop=printed,alpha=0.9] exact sal sbp "
    expect_equal "their status" "$(csv_column one/summary.csv status | sort -u)" solved
}

# An outer solver has a page of its own checks, around the local solver that is named, or exact.
check_outer()
{
    local n name
    run_well check 'nlgs-anderson[of=nlgs-batched,local=sal]' --out outer
    name='nlgs-anderson[of=nlgs-batched]'
    expect_whole_folder outer
    n=$(csv_rows outer/check.csv)
    [ "$n" -ge 30 ] || fail "only $n checks of an outer solver"
    expect_equal "lines of its page" "$(grep -cE '^  (PASS|NOTE|FAIL)  [a-z]' "$out")" "$n"
    expect_equal "outer solver" "$(csv_column outer/check.csv solver | sort -u)" "$name"
    expect_in "verdict: $name passes $n checks" "$out" "its page"
    csv_column outer/check.csv options | grep -q 'of=nlgs-batched.*,local=sal\[alpha=' || fail "its options"
    grep -qE '^  PASS  trace ' "$out" || fail "no line of a solve's trace in another"
    for name in exact 'nlgs-anderson\[local=exact\]' admm reference; do
        grep -qE "^  balls-4, .* $name +solved " "$out" || fail "no comparison with $name"
    done
    run_well check reference
    expect_in "local=exact" "$out" "the page of reference"
    run check admm --timeout 1e-6
    expect_equal "exit code of an outer solver without time" "$code" 1
    grep -qE '^  FAIL  [0-9]+ more like by-hand: .*claim, ' "$out" || fail "its skipped checks are not one line"
}

# Each check fails its broken twin; one that the solver does not pass itself shows nothing.
check_sabotage()
{
    local n
    n=$(cat "$source_dir"/harness/check/checks.def "$source_dir"/harness/check/*.c |
        grep -cE '^SS_CHECK\(|^SS_CHECK_DEFINE\(BOTH') # a line a check, one more where it serves both kinds
    run_well check --sabotage
    expect_equal "checks that catch their twin" "$(grep -cE '^  caught +(local|outer) ' "$out")" "$n"
    expect_in "verdict: $n of $n checks fail their broken twin" "$out" "check --sabotage"
    run check --sabotage 'ebp[stop=printed]' --json
    expect_equal "exit code of a check that shows nothing" $code 1
    expect_in '"verdict": "MOOT", "kind": "local", "check": "visit-units"' "$out" "check --sabotage --json"
    refuse 64 "one local solver" -- check --sabotage --all
    refuse 64 "one local solver" -- check --sabotage --out out
    refuse 64 "only local solvers" -- check --sabotage apgd
}

# Less work beside a failure is no multiple: of the others, or of who failed.
check_multiples()
{
    run check 'sbp[alpha=5]'
    grep -qE '^  balls-4, .* sbp\[alpha=5\] +stagnated +[0-9]+ ' "$out" || fail "sbp[alpha=5] does not stagnate"
    sed -n '/^Comparison/,$p' "$out" | grep -E '[0-9]x ' && fail "a multiple beside a failed run"
}

# Verdict and threshold of every row agree.
check_judgement()
{
    paste -d ' ' <(csv_column one/check.csv verdict) <(csv_column one/check.csv value) \
        <(csv_column one/check.csv threshold) |
        awk '($1 == "PASS") != ($2 <= $3) { exit 1 }' || fail "a verdict is not that of its value"
}

check_same_bytes()
{
    run_well check 'ebp[stop=printed,alpha=0.9]' --out two
    cmp -s one/check.csv two/check.csv || fail "check.csv differs the second time"
    cmp -s one/check.md two/check.md || fail "check.md differs the second time"
}

# A limit of time that no real work keeps: checks fail, and the page is written all the same.
check_limit()
{
    run check exact --timeout 1e-6 --out limited
    expect_equal "exit code without time" "$code" 1
    expect_equal "checks that are waited for" "$(grep -c 'did not end within the limit' "$out")" 1
    grep -qE '^  FAIL  1 more like descriptor: options$' "$out" || fail "two checks that did not end are not one line"
    grep -qE '^  FAIL  [0-9]+ more like by-hand: .*clusters, ' "$out" || fail "the skipped checks are not one line"
    expect_equal "rows of skipped checks" "$(csv_column limited/check.csv detail | grep -c '^skipped: hangs$')" \
        "$(($(csv_rows limited/check.csv) - 2))"
    expect_equal "status without time" "$(csv_column limited/summary.csv status | sort -u)" timeout
    expect_in "it FAILS in the comparison" "$out" "the page"
    expect_whole_folder limited
}

expect_refusal() # CODE TEXT ARGUMENTS...
{
    local wanted=$1 text=$2
    shift 2
    run check "$@"
    expect_equal "exit code of check $*" "$code" "$wanted"
    expect_in "$text" "$err" "check $*"
    [ ! -s "$out" ] || fail "check $* prints a page"
}

check_refusals()
{
    mkdir there
    expect_refusal 64 "did you mean 'exact'" exat
    expect_refusal 64 "alpha" 'ebp[alpha=0]'
    expect_refusal 64 "name one solver"
    expect_refusal 64 "name one solver" --all sbp
    expect_refusal 64 "'ebp' is one word too many" sbp ebp
    expect_refusal 64 "--timeout=0 must be" sbp --timeout 0
    expect_refusal 64 "--memory=x must be" sbp --memory x
    expect_refusal 64 "an external solver (Siconos); only local and outer solvers" siconos-nsgs
    expect_refusal 64 "takes no local solver" 'admm[local=sbp]'
    expect_refusal 64 "omega" 'nlgs-sor[omega=2]'
    expect_refusal 73 "there" sbp --out there
}

# For programs: numbers are numbers, the page is on standard error.
check_json()
{
    refused=$("$program" check sbp --json 2>&1 >/dev/null) && fail "--json without --out is accepted"
    [[ $refused == *"say --out"* ]] || fail "--json without --out: $refused"
    "$program" check sbp --json -o json >"$out" 2>"$err" </dev/null || fail "check --json exits with $?"
    grep -q '"check": "descriptor", .* "value": 0, "threshold": 0,' "$out" || fail "--json has no numbers"
    grep -q '^verdict: sbp passes' "$err" || fail "--json: the page is not on standard error"
    expect_equal "rows" "$(grep -c '^  {' "$out")" "$(csv_rows json/check.csv)"
    run_well run -p balls-4 -s sbp --steps 100 -o rated
    run_well rates rated --json
    grep -qE '"sweeps": [0-9]+, "rate": 0\.[0-9]+,' "$out" || fail "rates --json has no numbers"
}

# Ctrl-C ends it at once, and leaves no empty folder behind.
check_interrupt()
{
    local pid k
    "$program" check sbp --out interrupted >"$out" 2>"$err" </dev/null &
    pid=$!
    for ((k = 0; k < 3000; ++k)); do
        grep -q '^  PASS' "$out" && break
        sleep 0.02
    done
    kill -INT "$pid"
    wait "$pid"
    expect_in "interrupted" "$err" "an interrupted check"
    [ ! -e interrupted ] || fail "an interrupted check leaves its folder"
}

check_page
check_outer
check_sabotage
check_multiples
check_judgement
check_same_bytes
check_limit
check_refusals
check_json
check_interrupt
finish

#!/usr/bin/env bash
# `stickslip judge` from outside: all outer solvers, equal E1, one sentence, its exit code, refusals.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# Half the step needs twice the work, whatever the machine's speed: it cannot be better.
check_slower()
{
    local outer
    run judge 'sbp[alpha=0.3]' --against sbp --repeats 2
    case $code in 11 | 13) ;; *) fail "half the step ends with $code" ;; esac
    expect_equal "verdicts" "$(grep -cE '^verdict: sbp\[alpha=0.3\] is (worse|better here, worse there) than sbp ' "$out")" 1
    expect_equal "the verdict's line" "$(tail -n 1 "$out" | cut -d : -f 1)" verdict
    expect_in 'By work units `sbp` is cheapest at E1 ' "$out" "the verdict"
    expect_in 'By CPU time nobody is cheapest' "$out" "two repeats"
    expect_equal "accuracies" "$(grep -c '^Ranking at E1 1e-\(4\|8\|12\), 7 problems$' "$out")" 3
    for outer in nlgs nlgs-batched nlgs-parallel nlgs-sor nlgs-anderson ppa-anderson; do
        expect_equal "rows of $outer" "$(awk -v o=$outer '$2 == o' "$out" | wc -l)" 14
    done
    awk '$2 == "nlgs" { print $1 }' "$out" | sort -u >"$scratch/problems"
    expect_equal "problems" "$(count_lines "$scratch/problems")" 7
    csv_column "$source_dir/results/reference/baselines/counts.csv" problem |
        sed 's,.*/\([A-Za-z_]*\)-.*,\1,' >"$scratch/baseline"
    grep -vxFf "$scratch/baseline" "$scratch/problems" && fail "not in the baseline 'counts'"
}

# Work units are counts: they do not depend on times.
check_better()
{
    run judge exact --against 'sbp[alpha=0.3]' --repeats 1
    expect_equal "exit code of a better solver" "$code" 10
    expect_in 'verdict: exact is better than sbp[alpha=0.3] at equal E1; it passes its checks. ' "$out" "judge"
}

# Outer solvers, around local ones that both take, against nlgs where nobody says; and for programs.
check_outer()
{
    run judge nlgs-anderson --repeats 1 --json
    expect_equal "exit code of a better outer solver" "$code" 10
    cp "$out" outer.json
    command -v python3 >/dev/null || return
    python3 - outer.json <<'END' || fail "judge --json: $(head -c 2000 outer.json)"
import json, sys
c = json.load(open(sys.argv[1]))
assert c["judge"] == [{"verdict": "better than", "exit_code": 10}], c["judge"]
assert {r["solver"] for r in c["rounds"]} == {"nlgs-anderson", "nlgs"}
assert {r["frame"] for r in c["rounds"]} == {"exact", "sbp", "ebp"}
assert all(r["e1_worst"] <= r["accuracy"] for r in c["rounds"] if r["standing"] == "counts")
assert len(c["rounds"]) == 7 * 3 * 3 * 2, len(c["rounds"])
assert {r["accuracy"] for r in c["ranking"]} == {1e-4, 1e-8, 1e-12}
END
}

check_wrong()
{
    run judge exact --timeout 1e-6
    expect_equal "exit code of one that fails its checks" "$code" 1
    expect_equal "the verdict" "$(tail -n 1 "$out")" \
        "verdict: exact is wrong, as this tells: stickslip check exact"
    ! grep -q "sliding-ball" "$out" || fail "it is played all the same"
}

# Problems that cannot be read are no problems that nobody solves.
check_missing()
{
    local STICKSLIP_HOME=$scratch/home
    export STICKSLIP_HOME
    mkdir "$STICKSLIP_HOME"
    run judge exact --repeats 1
    expect_equal "exit code without the files" "$code" 65
    expect_in "$STICKSLIP_HOME/problems/data/local/Box_Stacks" "$err" "judge"
    ! grep -q '^verdict' "$out" || fail "a verdict without the files: $(tail -n 1 "$out")"
}

expect_refusal() # TEXT ARGUMENTS...
{
    local text=$1
    shift
    run judge "$@"
    expect_equal "exit code of judge $*" "$code" 64
    expect_in "$text" "$err" "judge $*"
}

check_slower
check_better
check_outer
check_wrong
check_missing
expect_refusal "against itself" sbp
expect_refusal "an outer solver against an outer one" sbp --against nlgs
expect_refusal "did you mean 'exact'" exat
expect_refusal "name the solver" --against sbp
expect_refusal "--repeats" sbp --against sal --repeats 0
expect_refusal "--repeats=100 must be from 1 to 99" sbp --against sal --repeats 100
finish

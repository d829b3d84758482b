#!/usr/bin/env bash
# `budget`: the tolerance at which a scene's answers stand, and the order in its time step, where both are
# known; a store that cannot tell is refused.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# "NAME ..." rows of the text, by their columns from the right.
cat >steps.yaml <<'YAML'
problems:
  - {name: turntable, set: ["h=0.004", "steps=100"]}
  - {name: turntable, set: ["h=0.002", "steps=200"]}
  - {name: turntable, set: ["h=0.001", "steps=400"]}
solvers: [exact]
tolerances: [1e-1, 1e-9]
stop: e1
keep: [observables]
YAML
run_well campaign steps.yaml --out steps
run_well budget steps
expect_in "E1 <= 0.1, the loosest tried, is enough" "$out" "one contact, solved in a sweep"
awk '/turntable by exact  angle  *0.004/ { found = 1; wrong = $(NF - 1) < 1.9 || $(NF - 1) > 2.1 } END { exit !found || wrong }' "$out" ||
    fail "the order of the midpoint rule is not seen: $(grep 'angle  *0.004' "$out" | tail -n 1)"
run_well budget steps --json

# Where the stop matters: balls under a lid.
cat >piles.yaml <<'YAML'
problems:
  - {name: piston, set: ["steps=200"]}
instances: 1-3
solvers: [sal]
tolerances: [1e-1, 1e-3, 1e-8]
stop: e1
keep: [observables]
YAML
run_well campaign piles.yaml --out piles
run_well budget piles
expect_in "two standard errors" "$out" "several instances"
grep -q "piston by sal.*0.1 .* \(yes\|no\)$" "$out" || fail "no row of the loosest tolerance"

# Solved at one of two: nothing is concluded.
printf '%s\n' "problems:" "  - {name: slope-block, set: [speed=0.9, steps=50]}" \
    "solvers: ['other-law[law=associated]']" "tolerances: [1e3, 1e-9]" "stop: e1" \
    "keep: [observables]" >half.yaml
run campaign half.yaml --out half
expect_equal "exit code of a campaign with one tolerance met" $code 0
run_well budget half
expect_in "one tolerance alone" "$out" "a question with one tolerance"

# A run that misses its tolerance is no answer at it.
printf '%s\n' "problems:" "  - {name: slope-block, set: [speed=0.9, steps=50]}" \
    "solvers: [exact, 'other-law[law=associated]']" "tolerances: [1e-3, 1e-9]" "stop: e1" \
    "keep: [observables]" >other.yaml
run campaign other.yaml --out capped
expect_equal "exit code of a campaign with unsolved runs" $code 0
run_well budget capped
expect_in "2 of 4 runs are left out" "$out" "a campaign with unsolved runs"
grep -q other-law "$out" && fail "an unsolved run is an answer"

sed 's/1e-1, 1e-9/1e-9/' steps.yaml >one.yaml
run_well campaign one.yaml --out one
refuse 65 "one tolerance" -- budget one
sed '/keep/d' steps.yaml >bare.yaml
run_well campaign bare.yaml --out bare
refuse 65 "observables" -- budget bare
run_well run -p sliding-ball -s sal --steps 3 -o ran
refuse 65 "no store" -- budget ran
finish

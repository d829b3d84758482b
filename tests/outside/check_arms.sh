#!/usr/bin/env bash
# `arms`: ratios that were planted come back with their verdicts; an arm that changes nothing has no effect;
# one that fails more, few instances and closed loops that disagree are told.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

cat >arms.yaml <<'YAML'
problems:
  - {name: balls-4, set: ["h=2e-4", "steps=200"], instances: 1-5}
solvers: [exact]
start: [cold, warm, predictor]
follow: [no, reference]
tolerances: [1e-6]
stop: e1
YAML
run_well campaign arms.yaml --dry-run
expect_in "30 runs" "$out" "three starts, two loops, five instances"
run_well campaign arms.yaml --out store
run_well arms store
expect_in "closed loop against frozen" "$out" arms
grep -Eq 'balls-4 +exact +behind reference +predictor over warm +5 ' "$out" || fail "no row of the predictor: $(cat "$out")"
expect_in "no conclusion" "$out" "times of runs that were not repeated"

# The store's rows with a cold run's cells in all arms, and then: ratios, warm at half the price in the closed
# loop, at twice behind the leader, the predictor as cold; fails, five instances that warm leaves unsolved,
# and one, of which it concludes nothing; few, four instances.
cat >plant.py <<'PY'
import csv, sys
rows = list(csv.DictReader(open("store/summary.csv")))
kind, out = sys.argv[1:]
keep = {(r["follows"], r["instance"], r["warm_start"]): dict(r) for r in rows}
for r in rows:
    base = keep[("", r["instance"], "no")]
    mark = {k: r[k] for k in ("warm_start", "follows", "run")}
    r.update(base, **mark)
    price = 1000 + 10 * int(r["instance"])
    if kind not in ("fails", "one") and r["warm_start"] == "yes":
        price *= 2 if r["follows"] else 0.5
    if r["warm_start"] == "yes" and (kind == "fails" or (kind == "one" and r["instance"] == "3")):
        r["status"] = "max-sweeps"
    r["work_units_total"] = price
if kind == "few":
    rows = [r for r in rows if int(r["instance"]) < 5]
with open(out, "w") as f:
    w = csv.DictWriter(f, rows[0].keys(), lineterminator="\n")
    w.writeheader()
    w.writerows(rows)
PY
row() # LOOP ARM
{
    grep -E "^ +balls-4 +exact +$1 +$2 " "$out"
}
for kind in ratios fails one few; do
    mkdir $kind
    python3 plant.py $kind $kind/summary.csv
    run_well arms $kind
    case $kind in
        ratios)
            row closed "warm over cold" | grep -q ' 0.5  0.5 to 0.5 .*pays' || fail "half the price: $(row closed 'warm over cold')"
            row "behind reference" "warm over cold" | grep -q ' 2  2 to 2 .*costs' || fail "twice the price"
            row closed "predictor over cold" | grep -q 'no effect' || fail "an arm without effect"
            expect_in "predictor over cold: has no effect; no bit of any row differs" "$out" "the inert row"
            expect_in "the same conclusion in 1 of 3, another in 2" "$out" "loops that disagree"
            ;;
        fails) row closed "warm over cold" | grep -q 'fails more' || fail "five instances lost: $(row closed 'warm over cold')"
            row closed "predictor over warm" | grep -q 'solves more' || fail "five instances gained" ;;
        one) row closed "warm over cold" | grep -q -- ' -1 +0 .*no conclusion' || fail "one instance lost: $(row closed 'warm over cold')" ;;
        few) row closed "warm over cold" | grep -q ' 0.5  0.5 to 0.5 .*no conclusion' || fail "four instances" ;;
    esac
done
"$program" arms ratios --json | python3 -c 'import json, sys
rows = json.load(sys.stdin)
assert [r["by units"] for r in rows["arms"]][:2] == ["pays", "costs"], rows["arms"][:2]
assert len(rows["loops"]) == 3, rows' || fail "arms --json"

# Nothing to compare.
run_well run -p sliding-ball -s exact --set steps=3 -o alone
refuse 65 "no two arms" -- arms alone
refuse 65 "nowhere" -- arms nowhere
finish

#!/usr/bin/env bash
# `agree`: answers by resultants where forces are not unique, flips that were planted, verdicts of the scene by
# direction; single precision beside double; what cannot be compared is refused.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# A wall at rest: more impulses than it needs, so r differs where all that moves agrees.
run_well freeze -p block-wall -s exact --start warm --stop e1 --set tol=1e-8 -t 20 -o wall.hdf5
run_well run -p file:wall.hdf5 -s reference,sal,nlgs-float --stop e1 --set tol=1e-10 --max-sweeps 3000 \
    --impulses --statuses -o wall
expect_in "answers: stickslip agree wall" "$out" "a run with impulses"
run_well agree wall
awk '/file:wall.hdf5 +sal/ { found = 1; wrong = $4 < 10 || $5 > 1e-7 || $7 < 0.01 }
    END { exit !found || wrong }' "$out" || fail "a wall's kernel: $(cat "$out")"
awk '/file:wall.hdf5 +nlgs-float/ { found = 1; wrong = $5 < 1e-9 || $5 > 1e-3 } END { exit !found || wrong }' "$out" ||
    fail "a float's resultants: $(cat "$out")"
expect_in "r is not unique" "$out" "the kernel in words"
grep -Eq '^ +nlgs-float +solved +1 +0 +0 +1$' "$out" || fail "nlgs-float is not unsolved to 1e-10"

# One sequence: planted statuses, two flips of the six contacts that both have.
run_well run -p balls-4 -s reference,sal --stop e1 --set tol=1e-6 --set h=2e-4 --set steps=300 --follow reference \
    --trace 300 --statuses -o balls
run_well agree balls --safe 'kinetic_energy_j<1e9'
grep -Eq '^ +sal +safe: kinetic_energy_j<1e9 +1 +100 +0 +0$' "$out" || fail "the leader moves both: $(cat "$out")"
cat >balls/statuses.csv <<'END'
solver,step,sweep,contact,status
reference,1,1,0,open
reference,1,1,1,sticking
reference,1,1,2,sticking
reference,1,1,3,sliding
reference,1,4,0,sticking
sal,1,1,0,sliding
sal,1,1,1,sticking
sal,1,1,2,open
sal,1,1,3,sliding
END
run_well agree balls
grep -Eq '^ +sal +4 +50 +0 +0 +1 +1 +0 +0 +0$' "$out" || fail "planted flips: $(cat "$out")"

# Two closed loops: the scene's verdict flips, by direction; contacts are not compared.
run_well run -p slope-block -s exact,'other-law[law=associated]' --set speed=0.9 --set steps=50 --stop e1 -o loops
sum=$(csv_column loops/history.csv kinetic_energy_j | sort -g | tail -n 1)
[ -n "$sum" ] || fail "no energies"
run_well agree loops --against exact --safe 'potential_energy_j<1e9'
grep -Eq '^ +other-law\[law=associated\] +solved +1 +0 +0 +1$' "$out" || fail "another law is solved: $(cat "$out")"
high=$(csv -v task=column -v column=potential_energy_j loops/history.csv | tail -n 1)
low=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) c[$i] = i } $1 == "exact" { x = $c["potential_energy_j"] } END { print x }' loops/history.csv)
middle=$(awk -v a="$low" -v b="$high" 'BEGIN { printf "%.17g", (a + b) / 2 }')
run_well agree loops --against exact --safe "potential_energy_j>$middle"
grep -Eq 'safe: .* +1 +0 +(1 +0|0 +1)$' "$out" || fail "a scene that flips: $(cat "$out")"
up=$(grep -Eo '[01] +[01]$' "$out" | tail -n 1)
run_well agree loops --against exact --safe "potential_energy_j<$middle"
[ "$up" != "$(grep -Eo '[01] +[01]$' "$out" | tail -n 1)" ] || fail "the direction of a flip: $up"
run_well run -p balls-4 -s reference,sal --set steps=5 --statuses -o closed
refuse 65 "run with --follow reference" -- agree closed
refuse 65 "has no run of ebp, the reference" -- agree balls --against ebp
refuse 65 "'nonsense'" -- agree balls --safe 'nonsense<1'
refuse 64 "COLUMN<VALUE" -- agree balls --safe 'kinetic_energy_j'
sed -i 's/sal,1,1,3,sliding/sal,1,1,3,resting/' balls/statuses.csv
refuse 65 "unknown status 'resting'" -- agree balls
finish

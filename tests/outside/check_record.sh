#!/usr/bin/env bash
# The record board: every witness at hand is judged again, and a changed byte of one is an error that
# names the record; a run's impulses are proposed, judged by the referee and kept where they are better.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

run_well record verify
expect_in "judged again: each witness has the E1 of its record" "$out" "verify"
run_well record list
expect_in "records: " "$out" "list"
run_well record list --json
run_well record list --markdown
cmp -s "$out" "$source_dir/results/records/README.md" ||
    fail "results/records/README.md is not 'stickslip record list --markdown'"

# A board of our own: a loose answer, a better one, the same once more.
file=$source_dir/problems/data/local/NESpheres_10_1.hdf5
mkdir board
for tol in 1e-3 1e-12; do
    run run -p "file:$file" -s exact --stop e1 --tol $tol --impulses -o "run-$tol"
    run_well record propose "run-$tol" --folder board --dry-run
    [ -e board/records.csv ] && [ $tol = 1e-3 ] && fail "--dry-run writes"
    run_well record propose "run-$tol" --folder board
    expect_in "; a record" "$out" "the proposal to $tol"
done
run_well record propose run-1e-12 --folder board
expect_in "; no record" "$out" "the same proposal again"
run_well record propose run-1e-3 --folder board
expect_in "; no record" "$out" "a worse proposal"
run_well record verify --folder board
expect_equal "rows of the board" "$(csv_column board/records.csv problem)" local/NESpheres_10_1.hdf5

# A changed digit of the witness, of its E1, of its state, of the file's hash: red, by name.
cp -r board sound
witness=$(basename board/*-witness.csv)
awk -F , -v OFS=, 'NR == 2 { $1 = $1 * 1.001 } { print }' "sound/$witness" >"board/$witness"
refuse 65 NESpheres "E1 of its witness" -- record verify --folder board
cp "sound/$witness" board
sed '$d' "sound/$witness" >"board/$witness"
refuse 65 "8 contacts" -- record verify --folder board
cp "sound/$witness" board
sed 's/,solved,/,hard,/' sound/records.csv >board/records.csv
refuse 65 "the record says 'hard'" -- record verify --folder board
awk -F , -v OFS=, 'NR == 2 { gsub(/[0-9]/, "7", $2) } { print }' sound/records.csv >board/records.csv
refuse 65 "another than the record's" -- record verify --folder board

run_well run -p sliding-ball -s sal --steps 2 --impulses -o scene
refuse 65 "of no file" -- record propose scene --folder sound
run_well run -p "file:$file" -s exact --stop e1 -o bare
refuse 65 "--impulses" -- record propose bare --folder sound
refuse 64 "record propose DIR" -- record propose
refuse 65 "no folder" -- record list --folder nowhere
finish

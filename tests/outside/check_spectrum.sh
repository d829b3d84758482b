#!/usr/bin/env bash
# plot spectrum: the rate of exact sweeps that their derivative at the solution predicts is the one that
# is measured, and the rank of W is that of `describe`.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

DATA=65
command -v gnuplot >/dev/null || { echo "no gnuplot here: spectra are not checked"; finish; }

for name in Confeti-ex03-Fc3D-SBM NESpheres_10_1 Rover4396; do
    file=file:$source_dir/problems/data/local/$name.hdf5
    run_well run -p "$file" -s exact,reference --stop e1 --tol 1e-13 --trace last --impulses -o $name
    run_well plot spectrum $name
    gp=$name/spectrum-$name-hdf5.gp
    [ -s "$gp" ] || { fail "no $gp"; continue; }
    predicted=$(sed -n 's/^predicted = //p' "$gp") measured=$(sed -n 's/^measured = //p' "$gp")
    awk -v p="$predicted" -v m="$measured" 'BEGIN { exit !(m > 0 && p - m < 2e-3 && m - p < 2e-3) }' ||
        fail "$name: predicted $predicted, measured $measured"
    expect_equal "largest eigenvalue" "$(csv_cell $name/spectrum.csv 1 sweep_eigenvalue | cut -c 1-8)" "${predicted:0:8}"
    run_well describe "$file"
    expect_in "rank of W: $(sed -n 's/^rank = //p' "$gp") of $(csv_rows $name/spectrum.csv)" "$out" "its rank"
    expect_whole_folder $name
done

# Self-stresses: eigenvalues 1, which are no rate.
run_well run -p "file:$source_dir/problems/data/local/Box_Stacks-i0122-82-5.hdf5" -s reference --stop e1 --tol 1e-10 --impulses -o stacks
run_well plot spectrum stacks
expect_in "eigenvalues 1, of impulses that change no velocity" stacks/spectrum-Box_Stacks-i0122-82-5-hdf5.gp "the note"
expect_in "not measured (run exact with --trace)" stacks/spectrum-Box_Stacks-i0122-82-5-hdf5.gp "the note"
awk '/^predicted = / { exit !($3 > 0 && $3 < 0.99) }' stacks/spectrum-*-hdf5.gp || fail "the rate is that of a self-stress"

cp stacks/impulses.csv whole.csv
awk -F , -v OFS=, 'NR == 3 { $4 = "nan" } { print }' whole.csv >stacks/impulses.csv
refuse $DATA "impulses.csv, line 3: an impulse that is not finite" -- plot spectrum stacks
sed '$d' whole.csv >stacks/impulses.csv
refuse $DATA "stacks/impulses.csv has 81 contacts of reference, and " "has 82" -- plot spectrum stacks
run_well run -p sliding-ball -s exact --steps 5 --impulses -o ball
refuse $DATA "\`freeze\` writes one" -- plot spectrum ball
run_well run -p sliding-ball -s exact --steps 5 -o without
refuse $DATA "impulses.csv" -- plot spectrum without
finish

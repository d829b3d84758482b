#!/usr/bin/env bash
# `catalogue`: the index of the FCLIB library, its families, a folder against it (known, moved, changed,
# unknown), and a campaign that takes a family by name. The library is not at hand: an index of a home of
# our own names files that are made here.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

run_well catalogue
expect_in "3223 problems" "$out" "the catalogue"
expect_equal "problems of all families" "$(awk '$2 ~ /^[0-9]+$/ { n += $2 } END { print n }' "$out")" 3223
run_well catalogue Local/siconos/Capsules
expect_equal "files of a family" "$(grep -c '\.hdf5' "$out")" 249
run_well catalogue KaplasTower --json
refuse 64 "no family 'Kapla'" -- catalogue Kapla
refuse 64 "verify FOLDER" -- catalogue verify

# A library of three files.
mkdir -p home/problems/data lib/Local/a/One lib/Local/a/Two
for folder in "$source_dir"/*; do
    name=$(basename "$folder")
    [ "$name" = problems ] || [ "$name" = build ] || ln -s "$folder" "home/$name"
done
data=$source_dir/problems/data/local
cp "$data/FrictionContact3D_1c.hdf5" lib/Local/a/One/x.hdf5
cp "$data/Rover4396.hdf5" lib/Local/a/One/y.hdf5
cp "$data/Rover1039.hdf5" lib/Local/a/Two/z.hdf5
index()
{
    echo path,bytes,sha256
    (cd lib && find . -name '*.hdf5' -printf '%P\n' | sort | while read -r file; do
        echo "$file,$(stat -c %s "$file"),$(sha256sum "$file" | cut -d ' ' -f 1)"
    done)
}
index >home/problems/data/fclib-library.csv
export STICKSLIP_HOME=$PWD/home
run_well catalogue verify lib
expect_in "3 files: 3 known, 0 moved, 0 changed, 0 unknown" "$out" "the library itself"
cp lib/Local/a/One/x.hdf5 lib/Local/a/Two/elsewhere.hdf5
printf x >>lib/Local/a/One/y.hdf5
cp "$data/Rover9770.hdf5" lib/new.hdf5
run_well catalogue verify lib
expect_in "5 files: 2 known, 1 moved, 1 changed, 1 unknown" "$out" "a folder that was touched"
grep -q "y.hdf5 *changed *Local/a/One/y.hdf5" "$out" || fail "the changed file is not named"
mkdir -p none
refuse 65 "no *.hdf5" -- catalogue verify none

printf '%s\n' "problems:" "  - name: family:One" "solvers: [exact]" "stop: e1" >one.yaml
refuse 64 "STICKSLIP_FCLIB" -- campaign one.yaml --out store
export STICKSLIP_FCLIB=lib
cp "$data/Rover4396.hdf5" lib/Local/a/One/y.hdf5
run_well campaign one.yaml --out store
expect_equal "runs of a family" "$(csv_column store/summary.csv status | sort | uniq -c | awk '{ print $1, $2 }')" "2 solved"
rm lib/Local/a/One/x.hdf5
refuse 65 "1 of 2 files" ",partial" -- campaign one.yaml --out other
sed -i 's/family:One/"family:One,partial"/' one.yaml
run_well campaign one.yaml --out other
expect_equal "runs of a part" "$(csv_column other/summary.csv status | wc -l)" 1
sed -i 's/family:One/family:Three/' one.yaml
refuse 64 "no family 'Three'" -- campaign one.yaml --out third
finish

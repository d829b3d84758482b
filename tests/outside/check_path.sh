#!/usr/bin/env bash
# A solver that keeps a log has it in notes.csv, of which `plot path` draws; nobody else has the file.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

DATA=65

file=file:$source_dir/problems/data/local/Box_Stacks-i0122-82-5.hdf5
run_well run -p "$file" -s central-path,exact --stop e1 --tol 1e-12 -o noted
run_well run -p "$file" -s exact --stop e1 --tol 1e-6 -o unnoted
[ ! -e unnoted/notes.csv ] || fail "notes.csv without a note"
expect_whole_folder noted
expect_equal "who" "$(csv_column noted/notes.csv solver | sort -u)" central-path
expect_equal "the end" "$(tail -n 1 noted/notes.csv | cut -d , -f 4-7)" \
    "$(csv_cell noted/summary.csv 1 sweeps_total),central-path,stopped,factorizations"
awk -F , '$7 == "arc" { if (n++ && !($8 > arc)) bad = 1; arc = $8 } END { exit bad || n < 3 }' \
    noted/notes.csv || fail "the arc does not ascend: $(grep ,arc, noted/notes.csv | head -n 3)"
run_well run -p "$file" -s 'central-path[linear=multigrid]' -o unknown
case $(csv_cell unknown/summary.csv 1 message) in
*"does not tell its rigid bodies"*"linear=factor"*) ;;
*) fail "of Krylov's method on blocks: $(csv_cell unknown/summary.csv 1 message)" ;;
esac
refuse $DATA "cannot read 'unnoted/notes.csv'" -- plot path unnoted
command -v gnuplot >/dev/null || finish
run_well plot path noted
[ -s noted/path-central-path-step1.svg ] && [ -s noted/path-central-path-step1.pdf ] ||
    fail "plot path drew nothing"
refuse $DATA "no point of a path" -- plot path noted --step 7
finish

#!/usr/bin/env bash
# Two things never share a file: figures, exports and pictures of labels that differ in a mark, or
# beyond where a name is cut, have names of their own.
#
#   bash tests/outside/check_names.sh PROGRAM SOURCE_DIR BINARY_DIR
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# Lines of the last output that name a file, each another one that is there.
expect_files() # NUMBER PATTERN WHAT
{
    expect_equal "files of $3" "$(grep -oE "$2" "$out" | sort -u | xargs -r ls | wc -l)" "$1"
}

# Options that differ in a sign alone: a figure each, under its own caption, and a series each.
check_signs()
{
    local k names
    run_well run -p sliding-ball -s 'sal[alpha=1e-1],sal[alpha=1e+1]' -S steps=5 --trace all --frames 1 -o co
    run_well export --vtk co --out vtk
    expect_equal "series of two labels" "$(ls -d vtk/*/ | wc -l)" 2
    command -v gnuplot >/dev/null || return
    run_well plot convergence co --format svg
    expect_files 2 'co/convergence-[^ ]*\.svg' "two labels"
    run_well report co --out co.md
    for k in 1e-1 1e+1; do
        names=$(grep -B 3 -F "Convergence of sal[alpha=$k]" co.md | grep -o 'co-figures/[^)]*' | head -n 1)
        expect_in "sal[alpha=$k]" <(tr '\n' ' ' <"$names") "the figure over its caption"
    done
}

# Problems whose names differ beyond the cut, and in a mark: "a figure a problem".
check_problems()
{
    local long=$scratch/$(printf 'long%.0s' {1..40}) from=$source_dir/problems/data/local/OneObject-i100000-316.hdf5
    command -v gnuplot >/dev/null || return
    mkdir -p "$long" a
    cp "$from" "$long/one.hdf5" && cp "$from" "$long/two.hdf5" && cp "$from" a-b.hdf5 && cp "$from" a/b.hdf5
    run_well sweep -p "file:$long/one.hdf5,file:$long/two.hdf5,file:a-b.hdf5,file:a/b.hdf5" \
        -s 'sbp[alpha=0.5:1:lin:2]' -S max-sweeps=50 -o d
    expect_equal "figures of four problems" "$(ls d/sweep-alpha-*.svg | wc -l)" 4
    expect_equal "figures that study.md shows" "$(grep -o '(sweep-alpha-[^)]*svg)' d/study.md | sort -u | wc -l)" 4
}

# A picture of a manuscript at two sizes is two.
check_pictures()
{
    mkdir text results && cp "$source_dir/paper/stickslip/sources.csv" text
    touch results/fig05.gp results/fig05.dat
    printf '\\plotted{dumont/fig05}{%s}\n' '300 x 200' '200 x 200' >text/text.tex
    run_well manuscript text --results dumont=results --frames --out filled
    expect_equal "pictures" "$(csv_column filled/cells.csv printed | sort -u | wc -l)" 2
}

check_signs
check_problems
check_pictures
finish

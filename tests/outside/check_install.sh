#!/usr/bin/env bash
# An installed program runs from its own folder: it finds plots, the papers' data, problem data,
# baselines and modules beside itself, also after the folder has moved, and not in the source.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/installed.bash" || exit 2

# Files that the program opens below the source folder while it runs the words: there must be none.
check_figures()
{
    run_well run -p sliding-ball -s sbp,ebp --steps 20 -o runs
    run_well plot convergence runs
    [ -s runs/convergence-sbp-20.svg ] || [ -n "$(ls runs/*.svg 2>/dev/null)" ] || fail "no figure was drawn"
}

check_paper()
{
    run_well reproduce dumont --quick --table 1 -o dumont
    [ -s dumont/table1.md ] || fail "no table1.md"
}

check_data()
{
    run_well reproduce field --data siconos --solver exact --tol 1e-4 --max-sweeps 50 -o field
    [ "$(csv_rows field/field.csv)" -ge 10 ] || fail "the field has $(csv_rows field/field.csv) rows"
}

# What a user saves is his own and not everybody's, and stands before what came with the program.
check_baselines()
{
    export XDG_DATA_HOME=$scratch/data
    run_well baseline save mine runs
    [ -s "data/stickslip/results/reference/baselines/mine.csv" ] || fail "no baseline in XDG_DATA_HOME"
    [ -z "$(find moved -name mine.csv)" ] || fail "the baseline went into the installed program's folder"
    run_well baseline list
    expect_in mine "$out" "the list of baselines"
    expect_in counts "$out" "the list of baselines"
    run_well compare mine runs
}

check_siconos()
{
    local file
    [ -e "$binary_dir/libss_siconos.so" ] || return
    sanitized || ! grep -qF "$binary_dir/libss_siconos" "$program" ||
        fail "the program names the module of the build"
    file=$(ls "$scratch"/moved/share/stickslip/problems/data/local/*.hdf5 | head -n 1)
    run_well run -p "file:$file" -s siconos-nsgs --tol 1e-4 -o siconos
}

# Libraries that are mapped before main, by name; of a module those that it brings.
libraries() # FILE
{
    LD_TRACE_LOADED_OBJECTS=1 "$1" 2>/dev/null | awk '{ sub(/.*\//, "", $1); print $1 }'
}

# Starts of a library in the process of the words' command; its children's are not seen.
starts() # LIBRARY WORD...
{
    local library=$1
    shift
    LD_DEBUG=files "$program" "$@" 2>&1 >/dev/null </dev/null | grep -c "calling init: .*/$library"
}

# HDF5 and UMFPACK come with their modules alone, and before children are made: once in all.
check_modules()
{
    local file library words modules
    modules=$(dirname "$(find moved -name libss_hdf5.so)")
    sanitized && return
    libraries "$program" >start
    grep -q libgsl start || fail "libraries of a start: $(paste -sd ' ' start)"
    ! grep -E 'hdf5|curl|umfpack|cholmod|libblas|openblas|lapack|gomp|libss_' start || fail "a start loads them"
    [ "$(count_lines start)" -le 12 ] || fail "a start loads $(count_lines start) libraries"
    ! grep -qF "$binary_dir" "$program" || fail "the program names the folder of its build"
    file=$(ls "$scratch"/moved/share/stickslip/problems/data/local/OneObject*.hdf5 | head -n 1)
    for library in libhdf5 libumfpack libcholmod; do
        expect_equal "$library for a scene" "$(starts $library run -p sliding-ball -s sbp,ebp --steps 2 -o "a-$library")" 0
    done
    words=(run -p "file:$file" -s reference,admm --stop e1 --tol 1e-4)
    for library in libhdf5 libumfpack libcholmod; do
        expect_equal "$library for a file" "$(starts $library "${words[@]}" -o "b-$library")" 1
        ! grep -q "calling init" "b-$library/summary.csv" || fail "a child loads $library"
    done
    for library in hdf5 sparse; do
        mv "$modules/libss_$library.so" away
        refuse 69 "cannot load its module libss_$library.so" -- "${words[@]}" -o none
        expect_in "$scratch/moved/bin/stickslip" "$err" "the message without a module"
        [ ! -e none ] || fail "a run without libss_$library.so left a folder"
        echo "no library" >"$modules/libss_$library.so"
        refuse 69 "cannot load its module libss_$library.so" -- "${words[@]}" -o none
        mv away "$modules/libss_$library.so"
    done
}

check_pages()
{
    local name
    for name in man/man1/stickslip.1 bash-completion/completions/stickslip zsh/site-functions/_stickslip; do
        [ -s "moved/share/$name" ] || fail "not installed: share/$name"
    done
    run_well help --man
    cmp -s "$out" moved/share/man/man1/stickslip.1 || fail "the installed man page is not the program's"
}

# The strings of the program name the source folder (its fallback); the installed files must be used.
check_not_the_source()
{
    local name
    for name in plots paper; do
        mv "moved/share/stickslip/$name" "moved/share/stickslip/$name.away"
    done
    run reproduce dumont --quick --table 1 -o none
    [ "$code" -ne 0 ] || fail "it used the source folder's data instead of its own"
    expect_in "$scratch/moved/share/stickslip" "$err" "the message without data"
}

install_moved && {
    check_figures
    check_paper
    check_data
    check_baselines
    check_siconos
    check_modules
    check_pages
    check_not_the_source
}
finish

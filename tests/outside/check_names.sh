#!/usr/bin/env bash
# Two things never share a file: figures, exports and pictures of labels that differ in a mark, or
# beyond where a name is cut, have names of their own. And names are never more than names: commands
# that are printed run as they stand, lines of provenance.txt are one fact each.
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

# One local solver in two outer solvers is two contenders: each has its rows, its rate and its figures.
check_contenders()
{
    local other='nlgs-anderson[local=sal]' rows
    run_well run -p balls-4 -s "sal,$other,ebp" -S steps=250 --frames 100 --statuses -o outers
    expect_in "$other" "$out" "the status line"
    for table in history convergence bodies forces statuses; do
        expect_equal "contenders of $table" "$(csv_column outers/$table.csv solver | uniq | paste -sd ' ')" "sal $other ebp"
    done
    expect_equal "solvers of the summary" "$(csv_column outers/summary.csv solver | paste -sd ' ')" "sal sal ebp"
    run_well rates outers
    expect_equal "rates" "$(csv_column outers/convergence_rates.csv solver | paste -sd ' ')" "sal $other ebp"
    rows=$(csv_column outers/convergence.csv solver | grep -cFx "$other")
    expect_equal "its sweeps" "$(csv_cell outers/convergence_rates.csv 2 sweeps) $(csv_cell outers/summary.csv 2 sweeps_last)" "$rows $rows"
    run_well rates outers --solver "$other"
    expect_equal "rates of one" "$(csv_rows outers/convergence_rates.csv)" 1
    run_well export --vtk outers --out vtk2
    expect_equal "series of contenders" "$(ls -d vtk2/*/ | wc -l)" 3
    run_well run -p balls-4 -s sal --outer nlgs-anderson -S steps=250 -o alone
    expect_equal "a table without a second sal" "$(csv_column alone/convergence.csv solver | uniq)" sal
    command -v gnuplot >/dev/null || return
    run_well plot convergence outers --format svg
    expect_files 3 'outers/convergence-[^ ]*\.svg' "contenders"
    run_well plot accuracy outers --format svg
    expect_in "$other" "outers/accuracy-balls-4-step250.svg" "the figure of all"
    run_well plot convergence alone --format svg
    expect_in "$other on balls-4" alone/convergence-*.svg "the title of one"
}

# Problems whose names differ beyond the cut, and in a mark: "a figure a problem".
check_problems()
{
    local long=$scratch/$(printf 'long%.0s' {1..40}) from=$source_dir/problems/data/local/OneObject-i100000-316.hdf5
    command -v gnuplot >/dev/null || return
    mkdir -p "$long" a
    cp "$from" "$long/one.hdf5" && cp "$from" "$long/two.hdf5" && cp "$from" a-b.hdf5 && cp "$from" a/b.hdf5
    run sweep -p "file:$long/one.hdf5,file:$long/two.hdf5,file:a-b.hdf5,file:a/b.hdf5" \
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

# repeat COMMAND: what was printed, as who reads it puts it into a shell.
repeat()
{
    [ -n "$1" ] || fail "no command was printed"
    (
        stickslip() { timeout "$patience" "$program" "$@"; }
        eval "$1"
    ) >"$out" 2>"$err" </dev/null || fail "what was printed does not run: $1 ($(first_line "$err"))"
    [ ! -e touched ] || fail "a name is run as a command: $1"
    rm -f touched
}

# Commands that are printed work as they stand, whatever the folder is called, and run nothing that a
# cell of its tables says.
check_commands()
{
    local folder="it's \$(touch touched) \`mine\`; touch touched #"
    run_well run -p balls-4 -s sbp --steps 200 --max-sweeps 20 -o "$folder/run"
    repeat "$(sed -n 's/^why: //p' "$out")"
    expect_in "sbp" "$out" "diagnose"
    repeat "$(sed -n 's/^command: //p' "$folder/run/provenance.txt" | sed "s/run'$/again'/")"
    expect_equal "a run again" "$(cksum <"$folder/again/bodies.csv")" "$(cksum <"$folder/run/bodies.csv")"
    sed -i '2s/,eps,/,eps; touch touched #,/' "$folder/run/summary.csv"
    run_well report "$folder/run" --no-figure --out page.md
    grep -o 'Again: .*' page.md | tr -d '`' | sed "s|^Again: stickslip|'$program'|" >command
    bash command >"$out" 2>"$err"
    code=$?
    expect_refused 64 "an estimator that is a command" "eps; touch touched #"
    [ ! -e touched ] || fail "a cell of summary.csv is run as a command"
    run_well sweep -p sliding-ball -S steps=5 -s 'sbp[alpha=0.5:1:lin:2]' -o "$folder/store"
    rm "$folder/store/summary.csv"
    run_well status "$folder/store"
    repeat "$(grep -o 'stickslip collect .*' "$out")"
    [ -s "$folder/store/summary.csv" ] || fail "the command of status makes no summary.csv"
}

# A line of provenance.txt is one fact, and its command is the one that was given.
check_facts()
{
    local folder=$'x\nhost: y\\\t'
    run_well run -p sliding-ball -s sbp --steps 2 -o "$folder"
    expect_equal "hosts" "$(grep -c '^host: ' "$folder/provenance.txt")" 1
    sed -n 's/^command: //p' "$folder/provenance.txt" >command
    mv "$folder" first
    repeat "$(cat command)"
    cmp -s first/bodies.csv "$folder/bodies.csv" || fail "the command of provenance.txt does something else"
}

# A file of a problem that has changed is another problem: a store has one of them under its name, and
# stays of use. Equal runs of two stores are equal but for their times.
check_contents()
{
    local data=$source_dir/problems/data/local words
    words=(sweep -p "file:my x.hdf5" -s exact,reference)
    cp "$data/OneObject-i100000-316.hdf5" "my x.hdf5"
    run_well "${words[@]}" -o one
    run_well "${words[@]}" -o same
    run_well merge one same --out both
    cp "$data/Confeti-ex03-Fc3D-SBM.hdf5" "my x.hdf5"
    run "${words[@]}" -o one
    expect_refused 73 "a file that has changed" "file:my x.hdf5 has changed" "another --out"
    run_well profile one --kind data
    expect_equal "rows of the store" "$(csv_rows one/summary.csv)" 2
    run_well "${words[@]}" -o other
    refuse 65 "a file had two contents" "my x.hdf5" -- merge one other --out out
    cp "$data/OneObject-i100000-316.hdf5" "my x.hdf5"
    run_well "${words[@]}" -o one
    expect_in " 0 run now" "$out" "a file that is again what it was"
}

check_signs
check_contenders
check_problems
check_pictures
check_contents
check_commands
check_facts
finish

#!/usr/bin/env bash
# `plot history` draws runs, campaigns and reproductions alike: a figure a problem, its solvers in it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

check_run()
{
    run_well run -p segregation -s exact,sal -S steps=20 -o shaken
    run_well plot history shaken --format svg,png
    expect_equal "files" "$(cat "$out")" "shaken/history.svg and .png"
    for text in '>exact<' '>sal<' '>large height' '>contacts<'; do
        expect_in "$text" shaken/history.svg "the figure"
    done
    run_well plot history shaken -s sal --columns sweeps,wall_push
    expect_in "History of sal on segregation" shaken/history-sal.gp "the title of one solver"
    (cd shaken && gnuplot history.gp 2>gnuplot.txt) || fail "history.gp does not draw again"
    refuse 64 "did you mean 'wall_push'?" -- plot history shaken --columns wall_posh
}

check_campaign()
{
    cat >night.yaml <<'END'
problems: [{name: balls-4, set: ['steps=120', 'mu=0.1,0.3'], instances: 1-2}]
solvers: [sbp, ebp]
warm-start: both
keep: [history]
END
    run_well campaign night.yaml -o night
    run_well plot history night
    expect_equal "figures of a campaign" "$(ls night/history-balls-4-*.svg | wc -l)" 4
    for file in night/history-balls-4-1-*.svg; do
        expect_in ">sbp, warm<" "$file" "a figure of cold and warm starts"
    done
    run_well plot history night -i 2 -s ebp
    expect_equal "figures of one instance" "$(wc -l <"$out")" 2
}

# A result with observables alone shows those; one with neither says how to keep them.
check_without()
{
    run_well reproduce moreau --quick -o moreau
    run_well plot history moreau -i 1
    grep -q '^axis\[1\] = ' moreau/history-*.gp || fail "no observable is drawn"
    grep -q "axis\[.\] = 'sweeps" moreau/history-*.gp && fail "a history that was not kept is drawn"
    refuse 65 "no history was kept" -- plot history moreau -i 1 --columns sweeps
    echo '{problems: sliding-ball, solvers: sbp}' >bare.yaml
    run_well campaign bare.yaml -o bare
    refuse 65 "keep: [history, observables]" -- plot history bare
}

# A table without a column, and a column that hardly changes.
check_columns()
{
    run_well run -p silo-lowered -s exact --warm-start --steps 3 -o silo
    run_well plot history silo
    sed -i '1s/max_overlap_m/overlap/' silo/history.csv
    refuse 65 "max_overlap_m" -- plot history silo
    sed -i '1s/time_s/time/' silo/history.csv
    refuse 65 "time_s" -- plot history silo
}

# More runs of a problem than a figure has curves, and tables that say no solver.
check_many()
{
    echo "{problems: [{name: balls-4, set: [steps=2]}], solvers: ['sbp[alpha=0.1:1.1:lin:30]'], keep: [history]}" >many.yaml
    run campaign many.yaml -o many # no run of two steps counts
    run_well plot history many
    expect_equal "figures of 30 runs" "$(ls many/history-*.svg | wc -l)" 3
    sed -i '2,$s/^[^,]*,/,/' many/history/*.csv
    run plot history many --format png
    [ "$code" -lt 128 ] || fail "plot history of tables without a solver: $code"
}

check_run
check_many
check_campaign
check_without
check_columns
finish

#!/usr/bin/env bash
# `sweep --refine N`: more values where a solver begins to fail, by bisection, and on both sides of the
# best value, for each solver by itself, kept in the store as other runs are, and gone on with where it was broken off.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# SBP fails above the bound 1.14 of a contact, and is slow where alpha is small.
grid=(sweep -p balls-4 -S steps=300 -S tol=1e-8 -S max-sweeps=2000 -i 1-2
    -s 'sbp[alpha=0.5,1,2,4],sal[alpha=0.5,0.9],exact' -o store)

values() # SOLVER
{
    awk -f "$support_dir/csv.awk" -v task=column -v column=value store/sweep.csv >v.txt
    csv_column store/sweep.csv solver | paste -d ' ' - v.txt | awk -v s="$1" '$1 == s { print $2 }' | paste -sd ' '
}

# Each middle is the geometric mean of the values that it halves, and the last interval is that of
# the ranges.
check_values()
{
    local n
    run_well "${grid[@]}" --refine 3
    expect_equal "values of sal, best at the end" "$(values sal)" "0.5 0.67082 0.777006 0.836245 0.9"
    expect_equal "number of values of sbp" "$(values sbp | wc -w)" 13
    values sbp | grep -q '^0.5 .* 1 .*1\.41421 2 4$' || fail "no bisection of 1 and 2: $(values sbp)"
    awk -v low="$(csv_cell store/ranges.csv 1 safe_high)" -v high="$(csv_cell store/ranges.csv 1 cliff_high)" \
        'BEGIN { ratio = high / low; exit !(ratio > 1 && ratio < 1.0906) }' ||
        fail "the cliff is not within 2^(1/8): $(cat store/ranges.csv)"
    # 1 is the best of sbp: between it and 0.5 and the cliff, three halvings each
    expect_equal "the best of sbp" "$(csv_cell store/ranges.csv 1 best)" 1
    expect_equal "tried below it" "$(csv_cell store/ranges.csv 1 best_below)" 0.917004
    expect_equal "what it is" "$(csv_cell store/ranges.csv 1 best_is)" "a grid point"
    expect_equal "what the best of sal is" "$(csv_cell store/ranges.csv 2 best_is)" "an end of the grid"
    grep -q '^- sbp: best alpha 1, a grid point between 0.917 and 1.011, which fails; 95 % 1 to 1 over 2' store/study.md ||
        fail "study.md does not say what stands beside the best alpha"
    grep -q '^- sal: best alpha 0.9, an end of the grid beside 0.8362: what lies beyond was not tried; 95 % 0.9 to 0.9 over 2' \
        store/study.md || fail "study.md does not say what the best alpha is"
    n=$(ls store/runs | wc -l)
    expect_equal "runs" "$n" 38
    expect_equal "rows of the plan" "$(csv_rows store/plan.csv)" 38
    expect_in "38 runs: 38 run now, 0 finished before" "$out" "what it says"
}

check_resumed()
{
    local lost
    cp store/summary.csv before.csv
    run_well "${grid[@]}" --refine 3
    expect_in "38 runs: 0 run now, 38 finished before" "$out" "the same command again"
    lost=$(awk -f "$support_dir/csv.awk" -v task=column -v column=run store/summary.csv | tail -n 1)
    rm "store/runs/$lost.csv"
    run_well "${grid[@]}" --refine 3
    expect_in "38 runs: 1 run now, 37 finished before" "$out" "after a run was lost"
    csv_without store/summary.csv "$(times)" >now.csv
    csv_without before.csv "$(times)" >then.csv
    cmp -s now.csv then.csv || fail "the resumed campaign has other results"
    run_well "${grid[@]}" --refine 4
    grep -q PARTIAL store/study.md && fail "a refined study is marked as partial"
    expect_in "46 runs: 8 run now, 38 finished before" "$out" "one halving more"
    run_well status store
    expect_in "46 of 46 runs finished" "$out" status
}

times() # the columns of the summary that are, from the schema
{
    sed -n "s/^- \`\(.*\)\` of \`summary.csv\`.*/\1/p" "$source_dir/results/SCHEMA.md" | paste -sd ,
}

# A parameter of the problem is refined alike: from which mu on is it not solved?
check_mu()
{
    run_well sweep -p balls-4 -S steps=300 -S tol=1e-8 -S max-sweeps=2000 -s sbp --vary mu=0.1,30 --refine 2 -o mu
    expect_equal "values of mu" "$(csv_column mu/sweep.csv value | head -n 4 | wc -l)" 4
    grep -q '1.73205' mu/sweep.csv || fail "mu = sqrt(0.1 30) was not tried"
}

# An option of an outer solver is found by its grid, in -s and in --outer, and refined alike.
check_outer()
{
    run_well sweep -p balls-4 -S steps=100 -S tol=1e-8 -s 'nlgs-sor[local=sal,omega=0.8,1.1,1.4],sal' --refine 1 -o sor
    expect_equal "values of omega" "$(csv_column sor/sweep.csv value | paste -sd ' ')" "nan 0.8 1.1 1.24097 1.4"
    expect_equal "its solvers" "$(csv_column sor/ranges.csv curve | paste -sd ' ')" "sal nlgs-sor[local=sal]"
    [ -e sor/sweep-omega-balls-4.svg ] || fail "no figure of omega"
    run_well sweep -p balls-4 -S steps=100 -S tol=1e-8 -s sal,exact --outer 'nlgs-sor[omega=0.8,1.1]' -o outers
    expect_equal "values of omega, by --outer" "$(csv_column outers/sweep.csv value | paste -sd ' ')" "0.8 1.1 0.8 1.1"
}

# What else is set of a solver stays so.
check_other_options()
{
    run_well sweep -p balls-4 -S steps=300 -S tol=1e-8 -S max-sweeps=2000 \
        -s 'sbp[alpha=1,4,tol=1e-11,cap=50]' -i 1 --refine 1 -o others
    expect_equal "solvers" "$(csv_column others/summary.csv solver | sort | paste -sd ' ')" \
        "sbp[alpha=1,tol=1e-11,cap=50] sbp[alpha=1.41421,tol=1e-11,cap=50] sbp[alpha=2,tol=1e-11,cap=50] sbp[alpha=4,tol=1e-11,cap=50]"
}

# A shard is no study: page and figures say what is missing; merged and asked again it is whole.
check_partial()
{
    local part half=(sweep -p balls-4 -S steps=100 -i 1-3 -s 'sbp[alpha=0.5,0.9]')
    for part in 1 2; do
        run_well "${half[@]}" -o part$part --shard $part/2
        grep -q '^# Sensitivity to alpha .*, PARTIAL$' part$part/study.md || fail "a shard's study is not marked"
        grep -q "^.*PARTIAL: .*shard $((3 - part)) of 2" part$part/study.md || fail "study.md of a shard: $(cat part$part/study.md)"
        grep -q 'PARTIAL<' part$part/sweep-alpha-balls-4.svg || fail "a shard's figure is not marked"
    done
    run_well merge part1 part2 -o both
    run_well "${half[@]}" -o both
    grep -q PARTIAL both/study.md && fail "a whole study is marked as partial"
}

check_words()
{
    run_well "${grid[@]}" --refine 3 --dry-run
    expect_in "then up to 3 values more where solving begins to fail, and 6 around the best" "$out" "the dry run"
    refuse 64 "refine is of a study" -- sweep -p balls-4 -s sbp --refine 2 -o out
    refuse 64 "refine needs the whole grid" -- sweep -p balls-4 -s 'sbp[alpha=1,2]' --refine 2 --shard 1/2 -o out
    refuse 64 "at most 30" -- sweep -p balls-4 -s 'sbp[alpha=1,2]' --refine 31 -o out
    refuse 64 "refine" -- sweep -p balls-4 -s 'sbp[alpha=1,2]' --refine x -o out
    cat >night.yaml <<'END'
problems: [{name: balls-4, set: ['steps=300', 'tol=1e-8', 'max-sweeps=2000'], instances: 1-2}]
solvers: ['sbp[alpha=0.5,1,2,4]', 'sal[alpha=0.5,0.9]', exact]
study: alpha
refine: 3
END
    run_well campaign night.yaml -o night
    cmp -s night/ranges.csv <(cat store3.csv) || fail "a campaign's refine has other ranges than sweep's"
}

check_values
cp store/ranges.csv store3.csv
check_resumed
check_mu
check_outer
check_other_options
check_words
check_partial
finish

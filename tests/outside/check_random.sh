#!/usr/bin/env bash
# The random problems of the night in small: a slice of them, beside what is known of it; killed and
# resumed to the same bytes; a solver that crashes costs its own seeds; another task, or a damaged batch, is
# refused.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

random=$binary_dir/tests/random_problems
task=('nlgs[local=exact]' 1 2600 200) # six batches

run_random() # WORD...
{
    timeout "$patience" "$random" "$@" >"$out" 2>"$err" </dev/null
    code=$?
}

expect_same() # FOLDER
{
    local name
    for name in random.csv failures.csv manifest.txt; do
        cmp -s "whole/$name" "$1/$name" || fail "$1/$name is not that of a run without a break"
    done
    expect_equal "files of $1" "$(ls -A "$1" | tr '\n' ' ')" "$(ls -A whole | tr '\n' ' ')"
}

check_night()
{
    bash "$source_dir/tests/random/nightly.sh" "$random" night 400 80 >"$out" 2>"$err" ||
        fail "the night ends with $?: $(cat "$out" "$err")"
    grep -q '^gained' "$out" && cat "$out"
    expect_whole_csv night/random.csv
    expect_equal "problems of reference" "$(grep '^"reference",all,all,' night/random.csv | cut -d , -f 4)" 400
    expect_equal "solvers" "$(csv_column night/random.csv solver | uniq | tr '\n' ' ')" \
        "reference nlgs[local=exact] nlgs-anderson[local=exact] ppa-newton apgd "
    awk -F , 'NR > 1 && $2 != "all" { n[$1] += $4; solved[$1] += $5 } $2 == "all" { all[$1] = $4; of[$1] = $5 }
        END { for (s in all) if (all[s] != n[s] || of[s] != solved[s]) print s }' night/random.csv >odd
    [ ! -s odd ] || fail "classes that do not add up: $(cat odd)"
}

# A seed that was solved is lost, also one that may have no solution: the night says which, and fails.
check_lost()
{
    local copy=$scratch/copy/tests/random ending seed
    mkdir -p "$copy" "$scratch/copy/results/reference/random"
    cp "$source_dir/tests/random/nightly.sh" "$copy"
    cp night/random.csv "$scratch/copy/results/reference/random"
    for ending in UNSOLVED no-answer; do
        seed=$(grep -m 1 ",$ending," night/failures.csv | cut -d , -f 1)
        [ -n "$seed" ] || fail "no seed ends as $ending"
        grep -v "^$seed," night/failures.csv >"$scratch/copy/results/reference/random/failures.csv"
        bash "$copy/nightly.sh" "$random" night 400 80 >"$out" 2>"$err" && fail "a lost solve ends with 0 ($ending)"
        expect_equal "the lost seed, $ending" "$(cat "$out")" "lost: seed $seed"
    done
}

# E1 in long double is above 1e-11, by no more than the rounding of E1 itself.
check_rounding()
{
    local seed
    for seed in 26657 43460; do
        run_random reference $seed $seed 5000
        expect_equal "exit code of seed $seed" $code 0
        expect_in "solved" "$out" "seed $seed"
    done
}

check_resumed()
{
    local inode k
    run_random "${task[@]}" whole
    expect_equal "exit code with failures" $code 1
    cp -r whole part
    rm part/random.csv part/failures.csv part/batch-501.csv part/batch-2501.csv
    inode=$(stat -c %i part/batch-1.csv)
    echo torn >"part/$(dead_name batch-501.csv)"
    run_random "${task[@]}" part
    expect_same part
    expect_equal "a batch that was there" "$(stat -c %i part/batch-1.csv)" "$inode"
    for k in 1 2 3 4 5; do # a fast machine may be done before the signal comes
        rm -rf killed
        mkdir killed # of one that was killed before its manifest
        "$random" "${task[@]}" killed >/dev/null 2>&1 &
        await '[ -e killed/batch-1.csv ] || [ -e killed/batch-501.csv ]'
        kill -KILL $!
        wait $! 2>/dev/null
        [ -e killed/random.csv ] || break
    done
    [ ! -e killed/random.csv ] || fail "of five runs none was killed before its end"
    run_random "${task[@]}" killed
    expect_same killed
}

check_refused()
{
    run_random 'nlgs[local=exact]' 1 2600 201 whole
    expect_equal "another cap" $code 73
    expect_in "cap: 201 sweeps" "$err" "another cap"
    sed -i '7s/^[0-9]*/9/' part/batch-1.csv
    run_random "${task[@]}" part
    expect_equal "a damaged batch" $code 65
    expect_in "part/batch-1.csv:7: no row of seed 6" "$err" "a damaged batch"
    run_random reference 5 4
    expect_equal "no seeds" $code 64
    expect_in "no seed from 5 to 4" "$err" "no seeds"
}

# It crashes where mu is 10 at the first contact that it visits; each seed has its row.
check_crash()
{
    run_well new-solver crash --out crash
    sed -i 's/^    const double rho = /    if (contact->mu == 10.0)\n        raise(SIGSEGV);\n&/; 0,/^#include/s//#include <signal.h>\n&/' crash/crash.c
    cc -shared -fPIC -std=c11 -D_GNU_SOURCE -fvisibility=hidden -I"$source_dir" -I"$binary_dir/generated" \
        crash/crash.c -o crash.so || fail "the crashing solver does not compile"
    run_random 'nlgs[local=./crash.so]' 1 60 20 crashes
    expect_equal "exit code with crashes" $code 1
    expect_equal "rows" "$(csv_column crashes/batch-1.csv seed | tr '\n' ' ')" "$(seq 1 60 | tr '\n' ' ')"
    [ "$(grep -c ',CRASHED,' crashes/batch-1.csv)" -ge 3 ] || fail "no seed of 60 crashes"
    grep -qE ',(solved|UNSOLVED),' crashes/batch-1.csv || fail "all seeds crash"
}

check_night
check_lost
check_rounding
check_resumed
check_refused
check_crash
finish

#!/usr/bin/env bash
# The batched and the parallel sweeps from outside: as many sweeps as nlgs to within 3% over the
# catalogue, the same bytes from every form of the kernels and any number of threads, and messages.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

total() # FOLDER ROW
{
    csv_cell "$1/summary.csv" "$2" sweeps_total
}

check_counts() # PROBLEM STEPS ARGUMENTS...
{
    local problem=$1 steps=$2 row
    shift 2
    run_well run -p "$problem" -s sbp,sal,exact,ebp,eal,ac --steps "$steps" "$@" -o "plain-$problem"
    run_well run -p "$problem" -s sbp,sal,exact,ebp,eal,ac --steps "$steps" "$@" --outer nlgs-batched \
        -o "batched-$problem"
    for row in 1 2 3 4 5 6; do
        awk -v a="$(total "plain-$problem" $row)" -v b="$(total "batched-$problem" $row)" \
            'BEGIN { exit !(a > 0 && b <= 1.03 * a && a <= 1.03 * b) }' ||
            fail "$problem, row $row: $(total "batched-$problem" $row) sweeps, nlgs $(total "plain-$problem" $row)"
    done
}

# summary.csv without the columns that are times or name the outer solver.
columns_that_count()
{
    local column
    for column in sweeps_total e1_last eps_last kinetic_energy_last_j visits_total; do
        csv_column "$1/summary.csv" "$column"
    done
}

check_same() # NAME OUTER...
{
    local name=$1 first="" outer n=0
    shift
    for outer in "$@"; do
        n=$((n + 1))
        run_well run -p balls-500 -s sal,exact,ebp,ac --steps 260 --max-sweeps 40 --outer "$outer" \
            -o "$name-$n"
        columns_that_count "$name-$n" >"$name-$n.txt"
        [ "$(csv_cell "$name-$n/summary.csv" 1 visits_total)" -gt 1000 ] || fail "nothing to compare"
        [ -n "$first" ] || first=$name-$n.txt
        cmp -s "$first" "$name-$n.txt" || fail "$outer does not make the numbers of $1"
    done
}

check_messages()
{
    run run -p balls-4 -s sbp --outer 'nlgs-batched[isa=neon]' -o refused
    expect_equal "exit code of isa=neon" "$code" 64
    expect_in "scalar" "$err" "the message for isa=neon"
    run run -p balls-4 -s sbp --outer 'nlgs-parallel[domains=0]' -o refused
    expect_equal "exit code of domains=0" "$code" 64
    if grep -qw avx512vl /proc/cpuinfo 2>/dev/null; then
        return
    fi
    run run -p balls-4 -s sbp --outer 'nlgs-batched[isa=avx512]' -o refused
    expect_equal "exit code of isa=avx512 here" "$code" 64
    expect_in "CPU" "$err" "the message for isa=avx512"
}

check_counts sliding-ball 100
check_counts balls-4 450 --tol 1e-10
check_counts balls-500 350 --stop e1 --tol 1e-4
check_same forms nlgs-batched 'nlgs-batched[isa=scalar]' 'nlgs-batched[isa=wide8]' \
    'nlgs-parallel[domains=1]'
check_same threads 'nlgs-parallel[domains=3,threads=1]' 'nlgs-parallel[domains=3,threads=2]'
check_messages
run_well describe nlgs-parallel
expect_in "domains" "$out" "describe nlgs-parallel"
finish

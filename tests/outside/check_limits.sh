#!/usr/bin/env bash
# Limits of time and memory: the rows they leave, and which runs of a campaign are made again.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

within() # SECONDS LOW HIGH
{
    awk -v x="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(x >= low && x <= high) }'
}

# The limit is of the CPU time of the process, so it holds on a loaded machine; the solver's own share
# may be small beside its trace. The row has the last sweep and its value.
check_timeout()
{
    local words="-p sliding-ball --set steps=1 --set max-sweeps=1000000000"
    words="$words -s sbp,sbp[alpha=1e-12] --trace last -o limit"
    run_well sweep $words --timeout 1
    expect_equal "statuses" "$(csv_column limit/summary.csv status | sort | paste -sd ' ')" "solved timeout"
    expect_in "its 1 s of CPU time were used up" limit/summary.csv "the row of the timeout"
    # every sweep is traced, so after each the run looks at its clock, and ends itself before it is killed
    within "$(csv_cell limit/summary.csv 2 cpu_s)" 1e-6 1.1 ||
        fail "a limit of 1 s of CPU time, and 0.1 s of grace: $(csv_cell limit/summary.csv 2 cpu_s) s of the solver"
    run_well sweep $words --timeout 1 --retry timeout
    expect_in "1 run now, 1 finished before" "$out" "--retry timeout"
    [ "$(csv_cell limit/summary.csv 2 sweeps_last)" -gt 100 ] || fail "no last sweep of a timeout"
    within "$(csv_cell limit/summary.csv 2 eps_last)" 1e-9 1e3 || fail "no last value of a timeout"
    run_well sweep $words --timeout 1 --retry failed
    expect_in " 0 run now" "$out" "--retry failed of a timeout"
    run_well sweep $words --timeout 0.3 --retry timeout
    expect_in "1 run now, 1 finished before" "$out" "--retry timeout"
}

# The factors of a pack in less and less memory: each run ends as a row, never hangs, and where the
# analysis still fits, the row says what would have been needed.
check_memory()
{
    local memory status why=''
    sanitized && return
    run_well freeze -p balls-500 -S balls=1000 -S box=0.0105 -S gravity=300 -S max-sweeps=20 -S tol=1e-5 -s exact \
        --outer nlgs-batched --step 220 --out pack.hdf5
    for memory in 200 40 35 32 30 28 25 22 20 15; do
        run_well run -p file:pack.hdf5 -s admm --stop e1 --max-sweeps 3 --memory $memory -o "of-$memory"
        status=$(csv_cell "of-$memory/summary.csv" 1 status)
        case $memory-$status in
            200-max-sweeps | [1-4]?-max-sweeps) ;;
            [1-4]?-out-of-memory) why+=$(csv_cell "of-$memory/summary.csv" 1 message) ;;
            *) fail "admm in $memory MiB ends as $status" ;;
        esac
    done
    grep -qE 'no memory to factor W. \+ rho I: [0-9]+ unknowns, [0-9.]+ MiB for the numbers of the factors alone, and of the [0-9]+ MiB that the process may hold \(--memory\) [0-9.]+ are left' <<<"$why" ||
        fail "no row says which memory the factors need: $why"
}

# Where Newton's matrices have no room, `reference` goes on with what has, and `ppa-newton` says so.
check_lack()
{
    sanitized && return
    local words="-p ball-pack --set balls=2744 --set v=0.1 --stop e1 --tol 1e-9 --max-sweeps 1500 --memory 40"
    run_well run $words -s reference -o lack
    expect_equal "reference without memory for its factors" "$(csv_cell lack/summary.csv 1 status)" max-sweeps
    run run $words -s ppa-newton -o newton
    expect_equal "ppa-newton without memory" "$(csv_cell newton/summary.csv 1 status)" out-of-memory
}

check_timeout
check_memory
check_lack
finish

#!/usr/bin/env bash
# Ctrl-C and SIGTERM: exit 130 with one message, what was complete kept, nothing half-written, no
# process left.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

trap 'kill_all; rm -rf "$scratch"' EXIT
pid=0

kill_all()
{
    [ "$pid" -gt 0 ] && kill -KILL -- "-$pid" 2>/dev/null
}

# Start the program as the leader of a group of its own, as a shell with job control does.
start() # WORD...
{
    setsid "$program" "$@" >"$out" 2>"$err" </dev/null &
    pid=$!
}

# Wait for the end, five minutes at most.
await_end()
{
    local k
    for ((k = 0; k < 3000; ++k)); do
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.1
    done
    [ "$k" -lt 3000 ] || fail "does not end after a signal"
    [ "$k" -lt 3000 ] || kill_all
    wait "$pid"
    code=$?
}

# CPU time that the program and the processes it started have used, in ticks of 10 ms: what it has done,
# on any machine.
ticks()
{
    kill -0 "$1" 2>/dev/null || echo 1000000
    cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v session="$1" '{ sub(/^.*\) /, ""); if ($4 == session) n += $12 + $13 } END { print n + 0 }' |
        if kill -0 "$1" 2>/dev/null; then cat; fi
}

# The last command: interrupted, said so in one line, left FOLDER whole and no process.
expect_interrupted() # WHAT FOLDER
{
    expect_equal "exit code after $1" "$code" 130
    expect_equal "lines on stderr after $1" "$(grep -vc 'waiting for' "$err")" 1
    expect_in "interrupted" "$err" "the message after $1"
    expect_in "$2" "$err" "the message after $1"
    expect_equal "processes left after $1" "$(count_session "$pid")" 0
    expect_whole_folder "$2"
    pid=0
}

# The rows of an interrupted run agree: `steps` steps in the history, none of them torn.
expect_consistent() # FOLDER SOLVER
{
    local steps rows
    steps=$(csv_column "$1/summary.csv" steps | tail -n 1)
    rows=$(csv_column "$1/history.csv" solver | grep -cxF "$2")
    expect_equal "$1: status" "$(csv_column "$1/summary.csv" status | tail -n 1)" interrupted
    expect_equal "$1: steps of $2 in history.csv" "$rows" "$steps"
    expect_equal "$1: last solver" "$(csv_column "$1/summary.csv" solver | tail -n 1)" "$2"
    csv_column "$1/history.csv" outcome | grep -q interrupted && fail "$1: a row of a torn step"
}

# balls-500 by two solvers: the first is caught on its way.
check_run() # SIGNAL TARGET-PREFIX
{
    local folder=run-$1
    start run -p balls-500 -s sbp,ebp --trace all -o "$folder"
    await '[ -d '"$folder"' ] && [ "$(ticks $pid)" -gt 60 ]'
    kill "-$1" -- "$2$pid"
    await_end
    expect_interrupted "SIG$1 to run" "$folder"
    expect_consistent "$folder" sbp
    expect_equal "$folder: solvers" "$(csv_rows "$folder/summary.csv")" 1
    [ "$(csv_cell "$folder/summary.csv" 1 steps)" -ge 1 ] || fail "$folder: no step is complete"
    grep -q '^sbp  *interrupted' "$out" || fail "$folder: standard output has no row of sbp"
}

# A solver that is done stays done; the second, caught within a step without end, leaves the steps
# that it completed.
check_second_solver()
{
    local slow='sbp[alpha=1e-12]'
    start run -p sliding-ball -s "ebp,$slow" --steps 50 --max-sweeps 1000000000 -o second
    await '[ -d second ] && [ "$(ticks $pid)" -gt 60 ]'
    kill -INT "$pid"
    await_end
    expect_interrupted "SIGINT to the second solver" second
    expect_consistent second "$slow"
    expect_equal "second: status of the first" "$(csv_cell second/summary.csv 1 status)" solved
    expect_equal "second: steps of the first" "$(csv_cell second/summary.csv 1 steps)" 50
}

complete_runs() # FOLDER PROBLEM
{
    grep -lE "^$2,.*,(solved|max-sweeps)," "$1"/store/runs/*.csv 2>/dev/null | wc -l
}

# Table 1 is done within a second, the run of figure 14 takes minutes: one is kept, the other leaves
# no figure.
check_reproduce() # SIGNAL TARGET-PREFIX
{
    local folder=reproduce-$1
    start reproduce dumont --table 1 --figure 14 --jobs 2 -o "$folder"
    await '[ "$(complete_runs '"$folder"' sliding-ball)" -eq 4 ] || ! kill -0 $pid 2>/dev/null'
    sleep 0.3
    kill "-$1" -- "$2$pid"
    await_end
    expect_interrupted "SIG$1 to reproduce" "$folder"
    expect_equal "$folder: tables" "$(cd "$folder" && ls -d table* | tr '\n' ' ')" \
        "table1.csv table1.html table1.md table1.tex "
    expect_equal "$folder: runs of figure 14" "$(complete_runs "$folder" balls-500)" 0
}

# Interrupted and begun again by the same command: the tables of one that was not, times apart.
check_resumed()
{
    local file words=(reproduce dumont --quick --instances 2 --table 1 --table 3 --table 4 --jobs 2)
    start "${words[@]}" -o resumed
    await '[ "$(find resumed/store/runs -name "*.csv" 2>/dev/null | wc -l)" -ge 3 ] ||
        ! kill -0 $pid 2>/dev/null'
    kill -INT "$pid" 2>/dev/null
    await_end
    find resumed/store/runs -name '*.csv' -printf '%f %i %T@\n' | sort >before
    mkdir "resumed/$(dead_name fig04)" && touch "resumed/$(dead_name fig04)/fig04.svg" \
        "resumed/$(dead_name table1.csv)" # as SIGKILL leaves them
    run_well "${words[@]}" -o resumed
    find resumed/store/runs -name '*.csv' -printf '%f %i %T@\n' | sort >after
    [ -z "$(comm -23 before after)" ] || fail "runs that were complete were run again"
    run_well "${words[@]}" -o whole
    for file in table1 table3 table4 claims; do
        [ $file = claims ] || expect_in "whole/$file.md" "$out" "where $file is"
        grep -v cpu_s "resumed/$file.csv" >got
        grep -v cpu_s "whole/$file.csv" >wanted
        cmp -s got wanted || fail "$file.csv of a resumed reproduce: $(diff got wanted | head -c 300)"
    done
    expect_in 'each time the median of 9' whole/table1.md "runs of milliseconds"
    expect_equal "instances of table 1" "$(csv_cell whole/table1.csv 1 instances)" 1
    expect_equal "instances of table 3" "$(csv_cell whole/table3.csv 1 instances)" 2
    expect_equal "readings of table 3" "$(csv_column whole/table3.csv reading | sort -u | wc -l)" 2
    expect_whole_folder resumed
}

# So early that nothing is complete: still no torn file, no process. The runs of table 3 at full size
# take minutes: none can have ended by itself when the signal comes, on any machine.
check_early()
{
    start reproduce dumont --table 3 --jobs 4 -o early
    await '[ -d early/store/runs ]'
    kill -TERM "$pid"
    await_end
    expect_interrupted "an early SIGTERM to reproduce" early
    [ ! -e early/claims.csv ] || fail "early: claims.csv without a table"
}

# The contender that comes first never ends: what the second has finished stands in its own column,
# and the table says what is missing.
check_field()
{
    mkdir data && cp "$source_dir/problems/data/local/FC3D_Example1_SBM.hdf5" data/a.hdf5
    start reproduce field --data data --solver 'sbp[alpha=1e-12],exact' --tol 1e-6 --jobs 2 \
        --max-sweeps 1000000000 --timeout 60m -o field
    await '[ "$(find field/store/runs -name "*.csv" 2>/dev/null | wc -l)" -ge 1 ]'
    kill -INT "$pid"
    await_end
    expect_interrupted "SIGINT to reproduce field" field
    expect_in '| problem | contacts | sbp[alpha=1e-12] | exact |' field/field.md "the columns"
    grep -qE '^\| a\.hdf5 \| 3 \| - \| 1 \(' field/field.md ||
        fail "field: $(grep a.hdf5 field/field.md)"
    expect_in '| solved, all | contacts | 0/0 | 1/1 |' field/field.md "the rates"
    expect_in 'PARTIAL: 1 of 2 runs are missing' field/field.md "a partial table"
    expect_equal "rows of field.csv" "$(csv_rows field/field.csv)" 1
}

# As early as can be: when main first speaks to the C library. The exit code of SIGTERM's own end is
# 143; the word is the handler's.
check_first_moment()
{
    local verb number
    sanitized && return
    for number in 2 15; do
        for verb in "run -p sliding-ball -s sbp -o first" \
            "sweep -p sliding-ball --vary mu=0.1,0.2 -s sbp -o first" \
            "freeze -p balls-4 -s sbp --step 20 -o first.hdf5" "check sbp"; do
            run_shimmed SS_SHIM_SIGNAL=$number -- $verb
            expect_equal "exit code of signal $number at the start of ${verb%% *}" "$code" 130
            expect_in interrupted "$err" "signal $number at the start of ${verb%% *}"
            rm -rf first
        done
    done
    [ ! -e first.hdf5 ] || fail "freeze wrote a file all the same"
}

check_first_moment
check_run INT ''
check_run TERM ''
check_second_solver
check_reproduce INT - # as a terminal does: to the whole group
check_reproduce TERM ''
check_early
check_field
check_resumed
finish

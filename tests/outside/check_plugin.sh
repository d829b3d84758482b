#!/usr/bin/env bash
# A sixth local solver takes one file and one line, in a copy of the source, and so does another outer
# solver: they build without a warning, are listed and described, run, and pass the contract suites and
# `stickslip check`. Three spoilt ones fail `stickslip check`, each in the lines that are about its fault.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/copy.bash"
. "$support_dir/newcomers.bash"

contract_tests="test_contract test_exact_contact test_jacobians test_outer test_outer_contract"

# A name that is taken, or that C does not take, is refused and leaves the source as it is.
check_new_names()
{
    local name
    cp after/solvers/local/local_solvers.def list.def
    for name in sixth sbp nlgs Seven 7th a/b a_b template '' -- ; do
        run new-solver ${name:+"$name"} --source after
        [ "$code" = 64 ] || [ "$code" = 73 ] || fail "new-solver '$name' ends with $code"
    done
    run new-solver seventh --source before/solvers
    expect_equal "exit code without a source tree" "$code" 64
    expect_in "--source" "$err" "new-solver without a source tree"
    mv after/solvers/local/template.c template.c
    touch after/solvers/local/template.c
    run new-solver seventh --source after
    expect_equal "exit code with an empty template" "$code" 64
    expect_in "template.c (it is empty)" "$err" "new-solver with an empty template"
    mv template.c after/solvers/local/template.c
    cmp -s list.def after/solvers/local/local_solvers.def || fail "a refused name changes the list"
}

# The copy of a solver that keeps its .name fails the build.
check_twin()
{
    cp after/solvers/local/local_solvers.def list.def
    run_well new-solver twin --source after
    sed -i 's/\.name = "twin"/.name = "sbp"/' after/solvers/local/twin.c
    cmake --build after/build -j 2 --target stickslip >twin.log 2>&1 && fail "two solvers of one name build"
    expect_in "two solvers are called 'sbp'" twin.log "the build of two solvers of one name"
    cp list.def after/solvers/local/local_solvers.def
    rm after/solvers/local/twin.c
    program=$first_program
}

# One file more, one line more, and nothing else, for each.
check_change()
{
    local kind list
    diff -rq before after >changes
    expect_equal "files that differ" "$(count_lines changes)" 4
    grep -qx 'Only in after/solvers/local: sixth.c' changes || fail "the new file is not the only one"
    grep -qx 'Only in after/solvers/outer: pairwise.c' changes || fail "nor is that of the outer solver"
    for kind in local:sixth outer:pairwise; do
        list=solvers/${kind%:*}/${kind%:*}_solvers.def
        diff "before/$list" "after/$list" >lines
        expect_equal "lines changed in $list" "$(grep -c '^[<>]' lines)" 1
        expect_in "(${kind#*:})" lines "$list"
    done
}

# The new outer solver runs under every name that an outer solver has, and can be wrapped.
check_outer_use()
{
    local sweeps
    run_well list solvers
    grep -qE '^  pairwise +an outer solver that the checks add$' "$out" || fail "pairwise is not listed"
    run_well describe pairwise
    expect_in "pairwise - an outer solver that the checks add" "$out" "describe pairwise"
    run_well run -p balls-4 -s sixth,sal --outer pairwise --steps 300 -o pairwise
    expect_equal "its status" "$(csv_column pairwise/summary.csv status | sort -u)" solved
    for sweeps in $(csv_column pairwise/summary.csv sweeps_total); do
        expect_equal "odd sweeps of pairwise" "$((sweeps % 2))" 0
    done
    run_well check 'pairwise[local=sixth]'
    expect_in "verdict: pairwise passes " "$out" "check pairwise"
}

# Contract tests that the source has, as targets.
contract_targets()
{
    local name
    for name in $contract_tests; do
        [ ! -e after/tests/*/"$name.c" ] || echo "$name"
    done
}

build() # TARGET...
{
    build_copy after after/build "$*" || return 1
    program=$scratch/after/build/stickslip
}

check_use()
{
    local problem
    run_well list solvers
    grep -qE '^  sixth +a new solver: one projected step of the bi-potential$' "$out" || fail "sixth is not listed"
    run_well describe sixth
    expect_in "sixth - a new solver: one projected step of the bi-potential" "$out" "describe sixth"
    grep -qE 'alpha += 0.5 ' "$out" || fail "describe sixth does not show its option"
    run run -p sliding-ball -s sixht --steps 1 -o misspelt
    expect_in "'sixth'" "$err" "the message for 'sixht'"
    for problem in sliding-ball balls-4; do
        run_well run -p $problem -s 'sixth,sixth[alpha=0.4],sbp' --steps 300 -o "sixth-$problem"
        expect_equal "status on $problem" \
            "$(csv_column "sixth-$problem/summary.csv" status | sort -u)" solved
    done
    run run -p sliding-ball -s 'sixth[alpha=0]' --steps 1 -o zero
    expect_equal "exit code of alpha=0" "$code" 64
}

expect_failing() # SOLVER LINE...
{
    local solver=$1 lines line
    shift
    run check "$solver"
    lines=$(sed -n 's/^  FAIL  [0-9]* more like [a-z0-9-]*: //p; t
        s/^  FAIL  \([a-z0-9-]*\) .*/\1/p' "$out" | tr -s ',\n' ' ')
    expect_equal "exit code of check $solver" "$code" 1
    expect_in "stickslip check: $solver fails" "$err" "check $solver"
    for line in "$@"; do
        case " $lines" in
            *" $line "*) ;;
            *) fail "check $solver does not fail in $line, only in: $lines" ;;
        esac
    done
    # A line that has nothing to do with the fault passes, so the others were run.
    grep -qE '^  PASS  options ' "$out" || fail "check $solver: the table of options is faultless"
}

check_check()
{
    run_well check sixth --out checked
    expect_in "verdict: sixth passes " "$out" "check sixth"
    expect_whole_folder checked
    expect_equal "solvers in check.csv" "$(csv_column checked/check.csv solver | sort -u)" sixth
    grep -qE '^  balls-4,.* sbp +solved ' "$out" || fail "check sixth does not compare with sbp"
}

# What is left is not what was shown: each is an error of its own name, in a run, in a campaign and in a
# file to be frozen, and `check` sees it.
check_dishonest()
{
    local words='-p sliding-ball --set steps=20 -s wiper[local=sbp],spoiler[local=sal],miser[local=ebp]'
    words="$words,inflator[local=eal],rounder[local=ac],quitter[local=exact]"
    run_well run $words -o dishonest
    expect_dishonest dishonest/summary.csv
    run sweep $words --vary mu=0.3,0.7 -o dishonest-campaign
    expect_equal "exit code of a campaign of dishonest solvers" "$code" 14
    expect_dishonest dishonest-campaign/summary.csv
    run freeze -p sliding-ball -s 'wiper[local=sbp]' -t 20 --solution -o wiped.hdf5
    expect_equal "exit code of a freeze of an r that is gone" "$code" 65
    expect_in 'changed r after the stop' "$err" "freeze"
    [ ! -e wiped.hdf5 ] || fail "a freeze of an r that is gone left a file"
    expect_failing wiper claim stop spheres
    expect_failing miser counts solved
    expect_failing inflator counts
    expect_failing forgetful work
}

expect_dishonest() # TABLE
{
    local row=0 wanted
    expect_equal "$1: statuses" "$(csv_column "$1" status | sort -u)" error
    for row in $(seq "$(csv_rows "$1")"); do
        case $(csv_cell "$1" "$row" outer) in
            wiper) wanted='changed r after the stop: contact 0 has ' ;;
            spoiler) wanted='changed r after the stop: contact 0 has nan, not ' ;;
            miser) wanted='shows 1 sweeps, and makes 40 visits' ;;
            inflator) wanted='work is no count: 18446744073709551615 visits after 0' ;;
            rounder) wanted='changed the rounding mode' ;;
            quitter) wanted='ended before it was told to' ;;
        esac
        csv_cell "$1" "$row" message | grep -q "$wanted" ||
            fail "$1, row $row: $(csv_cell "$1" "$row" message), not $wanted"
    done
}

# In the midst of a campaign: all others finish, each has its row with what is known of its end.
check_bad()
{
    local row solver status words="-p sliding-ball --set steps=20 --vary mu=0.3,0.7 --timeout 1 --memory 200"
    words="$words -s sbp,sudden,endless,ebp,hungry,liar,sixth -j 3 --trace last -o bad"
    run_well sweep $words
    expect_whole_csv bad/summary.csv
    for row in $(seq "$(csv_rows bad/summary.csv)"); do
        [ "$(csv_cell bad/summary.csv "$row" sweeps_total)" -gt 0 ] || fail "row $row: no sweep in all"
        [ "$(csv_cell bad/summary.csv "$row" e1_last)" != nan ] || fail "row $row: no last residual"
        solver=$(csv_cell bad/summary.csv "$row" solver)
        status=$(csv_cell bad/summary.csv "$row" status)
        case $solver in
            sudden) expect_bad "$row" "$solver" crashed 4 'so, "I" go' ;;
            endless) expect_bad "$row" "$solver" timeout 0 'its 1 s of CPU time were used up; killed' ;;
            hungry) expect_bad "$row" "$solver" out-of-memory 0 '' ;;
            liar) expect_equal "status of liar" "$status" stagnated ;;
            *) expect_equal "status of $solver" "$status" solved ;;
        esac
    done
    expect_equal "rows" "$row" 14
    run_well sweep $words
    expect_in " 0 run now, 14 finished before" "$out" "the same again"
    run_well sweep $words --retry failed,stagnated,timeout
    expect_in "8 run now, 6 finished before" "$out" "--retry failed,stagnated,timeout"
}

expect_bad() # ROW SOLVER STATUS SIGNAL MESSAGE
{
    local sweeps
    expect_equal "status of $2" "$(csv_cell bad/summary.csv "$1" status)" "$3"
    expect_equal "signal of $2" "$(csv_cell bad/summary.csv "$1" signal)" "$4"
    expect_equal "message of $2" "$(csv_cell bad/summary.csv "$1" message)" "$5"
    sweeps=$(csv_cell bad/summary.csv "$1" sweeps_last)
    [ "$sweeps" -gt 0 ] && [ "$sweeps" -lt 100 ] || fail "$2: $sweeps as the last sweep"
    csv_cell bad/summary.csv "$1" eps_last | grep -q '^[0-9.e+-]*$' || fail "$2: no last value"
}

# The same in `run`, between two that are sound: every ending is a row, the tables of all are whole
# and have the complete steps of each, and the exit code is 0.
check_bad_run()
{
    local solver rows
    run_well run -p sliding-ball --steps 200 --timeout 1 --memory 200 --trace all --max-sweeps 50 \
        -s sixth,sudden,endless,hungry,leaver,closer,scribbler,sbp -o bad-run
    expect_whole_folder bad-run
    expect_equal "rows said to be cut short" "$(grep -c ' (cut short), ' "$out")" 6
    expect_run 2 crashed 'so, "I" go'
    expect_run 3 timeout 'its 1 s of CPU time were used up; killed'
    expect_run 4 out-of-memory ''
    expect_run 5 error 'left the program with exit code 0'
    expect_run 6 error "cannot write 'bad-run/history.csv': Bad file descriptor"
    expect_equal "status of scribbler" "$(csv_cell bad-run/summary.csv 7 status)" error
    csv_cell bad-run/summary.csv 7 message | grep -q 'garbled' || fail "scribbler: no word of it"
    for solver in sixth sbp; do
        rows=$(csv_column bad-run/history.csv solver | grep -cx $solver)
        expect_equal "steps of $solver" "$rows" 200
    done
    rows=$(csv_column bad-run/history.csv solver | grep -cx sudden)
    expect_equal "complete steps of sudden" "$rows" $(($(csv_cell bad-run/summary.csv 2 steps) - 1))
}

expect_run() # ROW STATUS MESSAGE
{
    expect_equal "status of run $1" "$(csv_cell bad-run/summary.csv "$1" status)" "$2"
    expect_equal "message of run $1" "$(csv_cell bad-run/summary.csv "$1" message)" "$3"
    [ "$(csv_cell bad-run/summary.csv "$1" sweeps_last)" -gt 0 ] || fail "run $1: no last sweep"
    [ "$(csv_cell bad-run/summary.csv "$1" e1_last)" != nan ] || fail "run $1: no last residual"
}

# A solver that writes through its const data is found out, traced or not, in a run and in a campaign;
# a file has its blocks in the problem itself.
check_tamperer()
{
    local file trace problem
    file=$(ls "$source_dir"/problems/data/local/OneObject*.hdf5 | head -n 1)
    problem="-p file:$file --stop e1 --set tol=1e-6 --set max-sweeps=2000"
    for trace in none all; do
        run_well run $problem -s tamperer --trace $trace -o "tampered-$trace"
        expect_tampered "tampered-$trace/summary.csv"
    done
    run sweep $problem -s 'tamperer[alpha=0.5:0.6:lin:2]' -o tampered-campaign
    expect_equal "exit code of a campaign of tamperers" "$code" 14
    expect_tampered tampered-campaign/summary.csv
}

# A solver that loses or garbles its tables, or leaves the program, stops no campaign: the runs behind
# it are run, and no garbled table is shown.
check_bad_tables()
{
    local row wanted table words="-p sliding-ball --set steps=20 --vary mu=0.3,0.7 --trace last --timeout 5"
    words="$words -j 1 -s closer,scribbler,leaver,sbp -o bad-tables"
    run_well sweep $words
    expect_equal "rows of bad-tables" "$(csv_rows bad-tables/summary.csv)" 8
    for row in $(seq 8); do
        wanted=error
        [ "$(csv_cell bad-tables/summary.csv "$row" solver)" != sbp ] || wanted=solved
        expect_equal "status of row $row" "$(csv_cell bad-tables/summary.csv "$row" status)" $wanted
        [ $wanted = solved ] || [ -n "$(csv_cell bad-tables/summary.csv "$row" message)" ] ||
            fail "bad-tables: no word of row $row"
    done
    for table in bad-tables/traces/*.csv; do
        expect_whole_csv "$table"
    done
    run_well rates bad-tables
    run_well sweep $words # a table without rows is the whole one of such a run
    expect_in " 0 run now, 8 finished before" "$out" "the same campaign again"
}

expect_tampered() # TABLE
{
    expect_equal "$1: status" "$(csv_cell "$1" 1 status)" error
    csv_cell "$1" 1 message | grep -q '^the solver changed the problem' || fail "$1: no word of it"
}

# A scene that a solver cannot bring to the step leaves no file, and freeze says why.
check_bad_freeze()
{
    run freeze -p sliding-ball -s sudden --step 200 -o bad.hdf5
    expect_equal "exit code of a freeze that crashed" "$code" 65
    expect_in 'the run ended (crashed: so, "I" go) before step 200' "$err" "freeze"
    [ ! -e bad.hdf5 ] || fail "a freeze that crashed left a file"
}

# A solver that never comes back: the first Ctrl-C says what it waits for, the second ends it; a
# SIGTERM alone ends it, too. What was complete stays.
check_bad_stop() # SIGNAL
{
    local folder=stop-$1 pid
    "$program" run -p sliding-ball --steps 200 -s sixth,endless,sbp -o "$folder" >"$out" 2>"$err" </dev/null &
    pid=$!
    await '[ "$(grep -cs ^sliding-ball "$(echo '"$folder"'/.summary.csv.partial-*)")" = 1 ]'
    kill "-$1" "$pid"
    await 'grep -q "waiting for a sweep of endless in step" "$err"'
    [ "$1" = TERM ] || kill -INT "$pid"
    await '! kill -0 '"$pid"' 2>/dev/null'
    wait "$pid"
    expect_equal "exit code after SIG$1" "$?" 130
    expect_whole_folder "$folder"
    expect_equal "$folder: statuses" "$(csv_column "$folder/summary.csv" status | tr '\n' ' ')" \
        "solved interrupted "
}

check_spoilt()
{
    write_solver outside 'r[1] *= 1.001;'
    write_solver impure 'static size_t visits = 0; r[0] *= 1.0 + 1e-9 * (double)(++visits % 3);'
    write_solver crashing 'if (contact->mu == 0.0) __builtin_trap();'
    add_bad
    add_dishonest
    build stickslip test_contract || return
    SS_NEWCOMERS=outside after/build/tests/test_contract --filter '*/*every_solver_of_the_list*' >"$out" 2>&1 &&
        fail "the contract suite passes a solver that leaves the cone"
    expect_in "outside, cone" "$out" "the contract suite on a spoilt solver"
    check_dishonest
    check_bad
    check_bad_run
    check_bad_tables
    check_tamperer
    check_bad_freeze
    check_bad_stop INT
    check_bad_stop TERM
    expect_failing outside cone spheres
    expect_failing impure determinism interleaved
    expect_failing crashing mu-0
    grep -q 'crashed: .*(signal 4)' "$out" ||
        fail "check crashing does not say how"
    grep -qE '^  PASS  by-hand ' "$out" || fail "check crashing: nothing is wrong where mu > 0"
    run check sudden
    grep -qE '^  FAIL  [0-9]+ more like [a-z-]*: .*, ' "$out" || fail "check sudden: equal endings are not one line"
    expect_equal "lines that say how it crashed" "$(grep -c 'crashed: ' "$out")" 1
    run check endless --timeout 1
    [ "$(grep -c 'did not end within' "$out")" -le 2 ] || fail "check endless waits for more than two checks"
    expect_in "skipped: hangs" "$out" "check endless"
}

# The suite names the solver nowhere, and yet tests it: a test of each contract goes through the list,
# of which it is asked for the newcomers alone here.
check_contract()
{
    local name filter
    for name in $(contract_targets); do
        filter='*'
        case $name in test_*contract) filter='*every_solver_of_the_list*' ;; esac
        SS_NEWCOMERS='sixth pairwise' timeout 600 "after/build/tests/$name" --short-filename \
            --filter "*/$filter" >"$name.log" 2>&1 ||
            fail "$name fails with a sixth solver: $(grep -m 2 -E 'FAIL|sixth' "$name.log" | tr '\n' ' ')"
        grep -q 'Tested: 0' "$name.log" && fail "$name ran nothing"
    done
}

first_program=$program # the build that fails leaves no other
copy_source before
copy_source after
write_solver sixth
write_outer_solver pairwise
check_change
if build stickslip $(contract_targets); then
    check_use
    check_outer_use
    check_contract
    check_check
    check_new_names
    check_twin
    check_spoilt
fi
finish

#!/usr/bin/env bash
# Campaigns on a cluster, beside a Slurm that is played (shell/slurm_standin.sh): bounds of arrays, a
# queue that does not answer, submissions broken off, tasks run twice and at once, ends of tasks, a
# program built anew, quotes in paths. The real one: check_slurm.sh.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/stores.bash"

. "$support_dir/standin.bash"

# Ten runs, each a task: what a chunk takes at least is less than any run.
cat >ten.yaml <<'YAML'
problems:
  - name: balls-4
    set: ['mu=0.1,0.3', steps=200]
    instances: 1-2
  - name: sliding-ball
    set: [steps=20]
solvers: [sbp, ebp]
keep: [history]
YAML
slurm=(--engine slurm --chunk 0.000001)

# The words of sbatch that begin so, a line an array.
words_of() # BEGIN
{
    cat "$STANDIN"/job*/words | tr '\0' '\n' | grep -e "^$1"
}

check_arrays()
{
    begin out
    echo 4 >"$STANDIN/array"
    run_well campaign ten.yaml --out out "${slurm[@]}" --throttle 2
    expect_equal "arrays" "$(words_of --array= | paste -sd ' ')" "--array=0-3%2 --array=0-3%2 --array=0-1%2"
    expect_equal "a throttle is one of all arrays" "$(words_of --dependency= | paste -sd ' ')" \
        "--dependency=afterany:1 --dependency=afterany:2"
    expect_in "job 3: tasks 8 to 9 of submission 1" "$out" "campaign"
    run_well status out
    expect_in "in the queue: 10 runs, 0 tasks running, 10 pending" "$out" "status"
    run_well status out --json
    expect_in '"queue": "known", "tasks_running": 0, "tasks_pending": 10' "$out" "status --json"
    run_all
    run_well campaign ten.yaml --out out "${slurm[@]}"
    expect_in "10 runs: 0 run now, 10 finished before" "$out" "campaign again"
    expect_equal "jobs of a campaign that is done" "$(find "$STANDIN" -name 'job*' | wc -l)" 3
    expect_same_store out here "arrays"
    run_well status out
    expect_equal "status" "$(tail -n 1 "$out")" complete
}

# What the queue does not say is not known: nothing is submitted, cancelled, or called done.
check_silence()
{
    begin out
    run_well campaign ten.yaml --out out "${slurm[@]}"
    touch "$STANDIN/down"
    run_well status out
    expect_in "what the queue has is not known: squeue failed: slurm_load_jobs error" "$out" "status"
    run_well status out --json
    expect_in '"queue": "unknown"' "$out" "status --json"
    for words in "campaign ten.yaml --out out ${slurm[*]}" "cancel out"; do
        # shellcheck disable=SC2086
        run $words
        expect_refused 69 "$words" "not known" "Unable to contact"
    done
    expect_equal "jobs" "$(find "$STANDIN" -name 'job*' | wc -l)" 1
    rm "$STANDIN/down"
    run_well campaign ten.yaml --out out "${slurm[@]}"
    expect_in "10 runs in the queue already" "$out" "campaign again"
    run_well cancel out
    expect_in "10 tasks cancelled, 0 of them running" "$out" "cancel"
    expect_in "10 runs left by 10 tasks that ended: 10 cancelled" "$out" "cancel"
    env PATH=/nowhere "$program" campaign ten.yaml --out none "${slurm[@]}" >"$out" 2>"$err"
    code=$?
    expect_refused 69 "without Slurm" "is Slurm installed here?"
}

# The second array is refused: the first stays, and the same command submits the rest.
check_partial_submission()
{
    begin out
    echo 4 >"$STANDIN/array"
    echo 1 >"$STANDIN/accept"
    run campaign ten.yaml --out out "${slurm[@]}"
    expect_refused 69 "a refused array" "sbatch failed" "QOS policy" "4 of 10 tasks are in the queue"
    rm "$STANDIN/accept"
    run_well campaign ten.yaml --out out "${slurm[@]}"
    expect_in "6 runs in 6 tasks" "$out" "campaign again"
    expect_in "4 runs in the queue already" "$out" "campaign again"
    expect_equal "without a throttle nothing waits" "$(words_of --dependency= | wc -l)" 0
    run_all
    run_well campaign ten.yaml --out out "${slurm[@]}"
    expect_same_store out here "a submission that was broken off"
}

# What is submitted later under a throttle waits for what is in the queue.
check_throttle()
{
    begin out
    echo 4 >"$STANDIN/array"
    echo 2 >"$STANDIN/accept"
    run campaign ten.yaml --out out "${slurm[@]}" --throttle 3
    expect_refused 69 "a refused array" "8 of 10 tasks are in the queue"
    rm "$STANDIN/accept"
    run_well campaign ten.yaml --out out "${slurm[@]}" --throttle 3
    expect_equal "arrays wait" "$(words_of --dependency= | paste -sd ' ')" "--dependency=afterany:1 --dependency=afterany:2"
    run_all
    run_well campaign ten.yaml --out out "${slurm[@]}" --throttle 3
    expect_same_store out here "a throttle over two submissions"
}

# Every task three times, twice at once, in chunks of several runs.
check_doubles()
{
    local k pids=()
    begin out
    run_well campaign ten.yaml --out out --engine slurm --chunk 1000
    expect_equal "tasks" "$(waiting | count_lines /dev/stdin)" 1
    for k in 1 2 3; do
        cluster run 1 0 &
        pids+=($!)
    done
    for k in "${pids[@]}"; do wait "$k" || fail "one of three tasks at once failed"; done
    cluster run 1 0 || fail "a task that is made again failed"
    expect_equal "runs" "$(find out/runs -name '*.csv' | wc -l)" 10
    run_well collect out
    expect_whole_folder out/runs
    expect_same_store out here "tasks that ran at once"
    run_well campaign ten.yaml --out out
    expect_in "10 runs: 0 run now" "$out" "the local engine after them"
}

# A run that is to be replaced is, once: its task made again finds it replaced.
check_retry()
{
    local name before waiter
    begin out
    run_well campaign ten.yaml --out out
    name=$(find out/runs -name '*.csv' | sort | head -n 1)
    sed -i 's/,no-contact,/,timeout,/; s/,solved,/,timeout,/' "$name"
    before=$(cat "$name")
    run_well campaign ten.yaml --out out --retry timeout "${slurm[@]}"
    expect_in "1 run in 1 task" "$out" "campaign --retry"
    # who waits for it is not content with what is to be replaced
    : >"$STANDIN/asked"
    run campaign ten.yaml --out out --retry timeout "${slurm[@]}" --wait &
    waiter=$!
    await '! kill -0 $waiter 2>/dev/null || [ "$(count_lines "$STANDIN/asked")" -ge 3 ]'
    kill -0 $waiter 2>/dev/null || fail "a wait for a run that is to be replaced ended before: $(cat "$err")"
    run_all
    wait $waiter
    csv_column out/summary.csv status | grep -q timeout && fail "the table has the run that was replaced"
    [ "$(cat "$name")" != "$before" ] || fail "the run was not replaced"
    before=$(cat "$name")
    cluster run 1 0
    expect_equal "a run replaced already" "$(cat "$name")" "$before"
    run_well campaign ten.yaml --out out --retry timeout "${slurm[@]}"
    expect_same_store out here "a run that was replaced"
}

# How a task ended that left its run: by Slurm's state, or, when that is forgotten, by its log.
check_ends()
{
    local k
    begin out
    run_well campaign ten.yaml --out out "${slurm[@]}"
    cluster set 1 0 TIMEOUT
    cluster set 1 1 NODE_FAIL
    cluster set 1 2 CANCELLED
    for k in 3 4 5; do rm "$STANDIN/job1/$k"; done
    echo "slurmstepd: error: *** JOB 5 ON n1 CANCELLED AT 11:00:00 DUE TO TIME LIMIT ***" >out/slurm/log/1+0-3.log
    echo "slurmstepd: error: *** JOB 5 ON n1 CANCELLED AT 11:00:00 DUE TO NODE FAILURE, SEE SLURMCTLD LOG ***" >out/slurm/log/1+0-4.log
    for k in 6 7 8; do cluster run 1 $k; done
    run_well status out
    expect_in "3 of 10 runs finished" "$out" status
    expect_in "in the queue: 1 run, 0 tasks running, 1 pending" "$out" status
    expect_in "6 runs left by 6 tasks that ended: 2 at the limit of time (--time), 2 with its node, 1 cancelled, 1 without a word" "$out" status
    run_well campaign ten.yaml --out out "${slurm[@]}"
    expect_in "6 runs in 6 tasks" "$out" "campaign again"
    run_all
    run_well campaign ten.yaml --out out "${slurm[@]}"
    expect_same_store out here "tasks that ended early"
}

# A task that is held waits for somebody: a wait ends and says for what, a submission leaves it be.
check_held()
{
    begin out
    run_well campaign ten.yaml --out out "${slurm[@]}"
    echo "launch failed requeued held" >"$STANDIN/reason"
    for k in 0 1 2 3 4 5 6; do cluster run 1 $k; done
    run campaign ten.yaml --out out "${slurm[@]}" --wait
    expect_refused 69 "a wait for held tasks" "3 tasks left in the queue, held or behind what is held: 'scontrol release 1'"
    expect_in "3 runs in the queue already" "$out" "a wait for held tasks"
    run_well status out
    expect_in "3 pending, of which 3 held ('scontrol release 1')" "$out" status
    rm "$STANDIN/reason"
    run_all
    run_well campaign ten.yaml --out out "${slurm[@]}" --wait
    expect_same_store out here "tasks that were held"
    # an array behind one that is held goes on no more than that
    begin out
    echo 5 >"$STANDIN/array"
    run_well campaign ten.yaml --out out "${slurm[@]}" --throttle 2
    echo JobHeldUser >"$STANDIN/reason1"
    echo Dependency >"$STANDIN/reason2"
    run campaign ten.yaml --out out "${slurm[@]}" --throttle 2 --wait
    expect_refused 69 "a wait for an array behind a held one" "10 tasks left in the queue" "'scontrol release 1'"
    run_well cancel out
}

# A program that is another one than that which submitted refuses its tasks, and status says so.
check_program()
{
    begin out mine
    cp "$program" mine
    (program=$PWD/mine && run_well campaign ten.yaml --out out "${slurm[@]}" -- --comment='a "b" $c'\''d' --exclude=n[1-2])
    expect_equal "words of the user's" "$(words_of --comment)" "--comment=a \"b\" \$c'd"
    printf '\n' >>mine
    cluster run 1 0 && fail "a changed program made a task"
    grep -q 'built anew since' out/slurm/log/1+0-0.log || fail "the log: $(cat out/slurm/log/1+0-0.log)"
    run_well status out
    expect_in "1 run left by 1 task that ended: 1 failed (stickslip task: this program is not the one" "$out" status
    refused_task 65 "has no task 10" out/slurm/1.csv 10
    refused_task 65 "nowhere/slurm/1.csv" nowhere/slurm/1.csv 0
}

refused_task() # CODE TEXT WORD...
{
    run task "${@:3}"
    expect_refused "$1" "task ${*:3}" "$2"
}

# Spaces, quotes, dollars in the paths of store and files; --dry-run prints commands that work.
check_quotes()
{
    local folder="it's \$HOME \"x\" %a;b"
    begin "$folder"
    mkdir "$folder"
    cp "$source_dir/problems/data/local/FC3D_Example1_SBM.hdf5" "$folder/a b's.hdf5"
    cd "$folder" || return
    printf '%s\n' "problems: [\"file:a b's.hdf5\"]" "solvers: [sbp, ebp]" >two.yaml
    run_well campaign two.yaml --out 'st ore'\''s' "${slurm[@]}" --dry-run --partition 'a b' --mem 2G --time 60m --exclusive --jobs 2
    expect_equal "jobs of a dry run" "$(find "$STANDIN" -name 'job*' | wc -l)" 0
    grep '^sbatch ' "$out" >command
    expect_equal "commands" "$(count_lines command)" 1
    bash command >/dev/null 2>&1 || fail "the printed command: $(cat command)"
    for word in '--partition=a b' --mem=2G --time=60 --exclusive --cpus-per-task=2 --requeue; do
        words_of "$word" >/dev/null || fail "sbatch lacks $word"
    done
    run_all
    run_well campaign two.yaml --out 'st ore'\''s' "${slurm[@]}"
    expect_in "2 runs: 0 run now, 2 finished before" "$out" "campaign in '$folder'"
    cd "$scratch" || return
}

check_words()
{
    begin out
    refuse 64 "--partition: only with --engine slurm" -- campaign ten.yaml --out out --partition x
    refuse 64 "words behind --" -- campaign ten.yaml --out out -- --x
    refuse 64 "--engine=pbs must be local|slurm" -- campaign ten.yaml --out out --engine pbs
    refuse 64 "--out is needed" -- campaign ten.yaml --engine slurm --dry-run
    refuse 64 "--time is 60 s, and a run may take 600 s" -- campaign ten.yaml --out out --engine slurm --time 60s
    refuse 65 "has nothing on a cluster" -- cancel here
}

# --wait is there at the end, with the tables; `reproduce` without it comes back, and makes them later.
check_waits()
{
    local k data=$source_dir/problems/data/local
    begin out field
    mkdir field-data && cp "$data/FC3D_Example1_SBM.hdf5" field-data
    run sweep -p sliding-ball -S steps=20 -s 'sbp[alpha=0.3,0.6]' --out out "${slurm[@]}" --wait &
    local waiter=$!
    await '[ -n "$(waiting)" ]'
    run_all
    wait $waiter
    [ -s out/sweep.csv ] || fail "sweep --wait left no sweep.csv ($(cat "$err"))"
    run reproduce field --data field-data --tol 1e-4 -s sbp,exact --repeats 1 --out field "${slurm[@]}"
    expect_refused 75 "reproduce field" "2 runs left to the queue"
    [ ! -e field/field.csv ] || fail "a field without runs"
    run_all
    run_well reproduce field --data field-data --tol 1e-4 -s sbp,exact --repeats 1 --out field "${slurm[@]}"
    expect_equal "rows of the field" "$(csv_rows field/field.csv)" 2
    # tasks that end without their runs end the wait
    begin left
    run campaign ten.yaml --out left "${slurm[@]}" --wait &
    waiter=$!
    await '[ "$(waiting | wc -l)" -eq 10 ]'
    for k in 0 1 2 3 4 5 6 7 8 9; do cluster set 1 $k TIMEOUT; done
    wait $waiter
    expect_in "10 runs left by 10 tasks that ended: 10 at the limit of time" "$err" "campaign --wait"
}

run_well campaign ten.yaml --out here
check_arrays
check_silence
check_partial_submission
check_throttle
check_doubles
check_retry
check_ends
check_held
check_program
check_quotes
check_words
check_waits
finish

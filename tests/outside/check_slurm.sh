#!/usr/bin/env bash
# A campaign on a real Slurm: two nodes of this user on this host (shell/slurm.sh), whose daemons are
# killed in the middle of 60 runs, a third of them planned failures; nodes drained, tasks requeued,
# the campaign submitted again, cancelled, and the tables compared with those of the local engine.
# Without Slurm it is skipped, but not where CI is set. Waits are for conditions.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/stores.bash"

PATH=$PATH:/usr/sbin
for name in slurmctld slurmd sbatch munged python3; do
    command -v $name >/dev/null && continue
    [ -z "${CI:-}" ] || fail "no $name, and CI is set (.ci/packages)"
    echo "SKIPPED: no $name (apt-get install slurmctld slurmd slurm-client munge)"
    finish
done
cluster() { bash "$support_dir/slurm.sh" "$1" "$scratch/s" "${@:2}"; }
trap 'cluster down; rm -rf "$scratch"' EXIT
export SLURM_CONF=$scratch/s/slurm.conf

cat >sixty.yaml <<'YAML'
problems:
  - name: balls-4
    set: [steps=250]
    instances: 1-20
solvers: [sbp, ebp, 'command:false']
keep: [history]
YAML
slurm=(--engine slurm --chunk 0.000001)

made() { find "$1/runs" -name '[0-9a-f]*.csv' 2>/dev/null | wc -l; }
daemon() { cat "s/$1.pid"; }
answers() { squeue --noheader >/dev/null 2>&1; }
kill_daemon() # NAME
{
    local pid
    pid=$(daemon "$1")
    kill -9 "$pid"
    await "! kill -0 $pid 2>/dev/null || grep -q ') Z' /proc/$pid/stat"
}

# A controller that was killed may have forgotten its last jobs and give their numbers to new ones: a
# node that has such a job is drained ("Duplicate jobid"), the new one held. And a task may have died
# with its node. Who waits is told, mends what is told, and gives the same command again.
wait_for_runs() # STORE WORD...
{
    local job k node
    for ((k = 0; k < 10; ++k)); do
        run campaign sixty.yaml --out "$1" --engine slurm "${@:2}" --wait
        [ "$code" -ne 0 ] || break
        expect_equal "a wait that ends before: exit code" "$code" 69
        for node in 1 2; do scontrol update NodeName=$node State=RESUME 2>/dev/null; done # refused if up
        for job in $(squeue --noheader --array --states=PENDING --format="%A %r" | sed -n 's/ .*[Hh][eo]ld.*//p'); do
            scontrol release "$job" >/dev/null 2>&1 # of an array tasks may be over: an error of its own
        done
    done
    [ "$code" -eq 0 ] || fail "$k waits: $(cat "$err"); $(squeue --array --states=all --format='%A %F_%K %T %r')"
}

check_faults()
{
    local again
    run_well campaign sixty.yaml --out out "${slurm[@]}"
    expect_in "60 runs in 60 tasks" "$out" campaign
    expect_equal "arrays, of eleven tasks at most" "$(grep -c '^job ' "$out")" 6
    await '[ "$(made out)" -ge 4 ]'
    kill_daemon slurmd-2
    await '[ "$(made out)" -ge 8 ]'
    kill_daemon slurmctld
    run_well status out
    [ "$(made out)" -eq 60 ] || expect_in "what the queue has is not known" "$out" "status without a controller"
    run cancel out
    expect_equal "cancel without a controller" "$code" 69
    cluster controller
    cluster node 2
    await answers
    await '! sinfo --noheader --Node --format=%T | grep -qvE "^(idle|mixed|allocated)$"' # both have registered
    await 'again=$(squeue --noheader --array --states=RUNNING,COMPLETED --format=%F_%K | head -n 1); [ -n "$again" ]'
    scontrol requeue "$again" || fail "requeue $again: $(squeue --array --states=all)"
    scontrol update NodeName=1 State=DRAIN Reason=test || fail "drain"
    await 'sinfo --noheader --Node --format="%N %T" | grep -q "^1 drain"'
    run_well campaign sixty.yaml --out out "${slurm[@]}"
    scontrol update NodeName=1 State=RESUME || fail "resume: $(sinfo --Node)"
    run_well status out
    wait_for_runs out --chunk 0.000001
    expect_equal "runs" "$(made out)" 60
    expect_same_store out here "a campaign among faults"
    expect_whole_folder out/runs
    expect_equal "machines" "$(csv_column out/summary.csv machine | sort -u | grep -c '\[')" 1
    run_well campaign sixty.yaml --out out "${slurm[@]}"
    expect_in "60 runs: 0 run now, 60 finished before" "$out" "campaign at its end"
}

check_cancel()
{
    run_well campaign sixty.yaml --out less "${slurm[@]}" --throttle 2
    await '[ "$(made less)" -ge 3 ]'
    run_well cancel less
    expect_in "tasks cancelled" "$out" cancel
    grep -qE '^nothing in the queue; [0-9]+ runs left by [0-9]+ tasks that ended: (.*, )?[0-9]+ cancelled' "$out" ||
        fail "cancel: $(paste -sd ';' "$out")"
    [ "$(made less)" -lt 60 ] || fail "all was made before it was cancelled"
    wait_for_runs less --chunk 2 --exclusive
    expect_same_store less here "a campaign that was cancelled and went on"
}

cluster up 3 || fail "no private Slurm"
[ "$n_failed" -eq 0 ] || finish
run_well campaign sixty.yaml --out here
[ "$(csv_column here/summary.csv status | grep -cx error)" -eq 20 ] || fail "no 20 planned failures"
check_faults
check_cancel
finish

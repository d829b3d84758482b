#!/usr/bin/env bash
# Nothing is lost where whoever submits, and tasks on their nodes, are killed at random: a played
# Slurm (shell/slurm_standin.sh) requeues what was killed, or loses it with its node; what is in the
# store stays, and the end has the bytes of an undisturbed campaign but for times.
#
#   bash tests/outside/check_queue_kills.sh PROGRAM SOURCE_DIR BINARY_DIR [KILLS] [SEED]
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/stores.bash"
. "$support_dir/standin.bash"
kills=${4:-8}
RANDOM=${5:-1}

cat >many.yaml <<'YAML'
problems:
  - name: balls-4
    set: [steps=220]
    instances: 1-9
solvers: [sbp, ebp, 'command:false']
keep: [history]
YAML

# Start a command in a session of its own and kill all of it after at most MS; true if it still ran.
kill_within() # MS WORD...
{
    local pid delay
    delay=$(printf '0.%03d' $((RANDOM % $1)))
    setsid "${@:2}" >/dev/null 2>&1 &
    pid=$!
    sleep "$delay"
    if [ -d "/proc/$pid" ] && kill -9 -- "-$pid" 2>/dev/null; then
        wait $pid 2>/dev/null
        n_kills=$((n_kills + 1))
        return 0
    fi
    wait $pid
    return 1
}

# What is in the store now must be there for good.
note_made() { find out/runs -name '[0-9a-f]*.csv' -printf '%f\n' 2>/dev/null | sort >made; }
expect_made()
{
    find out/runs -name '[0-9a-f]*.csv' -printf '%f\n' 2>/dev/null | sort | comm -23 made - >lost
    [ ! -s lost ] || fail "runs were lost: $(paste -sd ' ' lost)"
}

# One submission that may be killed, and tasks that may be, some by the hand of two nodes at once.
disturb()
{
    local job task k
    note_made
    kill_within 150 "$program" campaign many.yaml --out out --engine slurm --chunk 0.0$((RANDOM % 9))1
    for k in 1 2 3; do
        read -r job task < <(waiting | shuf -n 1 --random-source=<(yes $RANDOM) | numbers)
        [ -n "$job" ] || break
        [ $((RANDOM % 3)) -gt 0 ] || { cluster run "$job" "$task" >/dev/null 2>&1 & }
        if kill_within 400 bash "$support_dir/slurm_standin.sh" cluster run "$job" "$task"; then
            if [ $((RANDOM % 2)) -eq 0 ]; then cluster set "$job" "$task" PENDING; else cluster set "$job" "$task" NODE_FAIL; fi
        fi
        wait
        job=
    done
    expect_made
}

round()
{
    local k
    begin out
    for ((k = 0; k < 4 && n_kills < kills; ++k)); do disturb; done
    # killed between sbatch and its answer, or not: the queue knows
    run_well campaign many.yaml --out out --engine slurm --chunk 0.05
    run_all
    run_well campaign many.yaml --out out --engine slurm
    expect_in "27 runs: 0 run now, 27 finished before" "$out" "campaign at its end"
    expect_same_store out here "round $rounds"
    expect_whole_folder out/runs
    expect_whole_folder out/history
}

n_kills=0
rounds=0
run_well campaign many.yaml --out here
while [ "$n_kills" -lt "$kills" ] && [ "$n_failed" -eq 0 ]; do
    rounds=$((rounds + 1))
    round
done
echo "$n_kills kills in $rounds rounds"
finish

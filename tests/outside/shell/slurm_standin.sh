#!/usr/bin/env bash
# Stands in for sbatch, squeue, scontrol and scancel (its first word): a queue in the folder $STANDIN
# that runs nothing by itself. The test is the cluster: it calls
#
#   slurm_standin.sh cluster run JOB INDEX         a node makes a task
#   slurm_standin.sh cluster set JOB INDEX STATE
#
# What makes Slurm difficult is a file in $STANDIN: `array` (MaxArraySize, else 1001), `accept` (so
# many arrays are taken, the next are refused), `down` (squeue and scancel fail), `reason` (why tasks are
# where they are, of job N `reasonN`, else None). `asked` has a line for each squeue.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -euo pipefail

fail() { echo "$1" >&2; exit 1; }

# A queued job has a line a word of its sbatch in words, and a file a task with its state.
submit() # WORD...
{
    local n=0 word array= name= script= words=("$@")
    [ ! -e "$STANDIN/accept" ] || [ "$(find "$STANDIN" -name 'job*' | wc -l)" -lt "$(cat "$STANDIN/accept")" ] ||
        fail "sbatch: error: Batch job submission failed: Job violates accounting/QOS policy"
    while [ $# -gt 0 ]; do
        word=$1
        shift
        case $word in
            --array=*) array=${word#--array=} ;;
            --job-name=*) name=${word#--job-name=} ;;
            -*) ;;
            *) script=$word; break ;;
        esac
    done
    [ -r "$script" ] || fail "sbatch: error: Unable to open file $script"
    word=${array%%%*}
    [ "${word#0-}" -lt "$(limit)" ] ||
        fail "sbatch: error: Batch job submission failed: Invalid job array specification"
    while ! mkdir "$STANDIN/job$((++n))" 2>/dev/null; do :; done
    printf '%s\0' "${words[@]}" >"$STANDIN/job$n/words"
    printf '%s' "$name" >"$STANDIN/job$n/name"
    cp "$script" "$STANDIN/job$n/script"
    for word in $(seq 0 "${word#0-}"); do echo PENDING >"$STANDIN/job$n/$word"; done
    echo "sbatch: warning: this cluster is a play" >&2
    echo "$n"
}

limit() { cat "$STANDIN/array" 2>/dev/null || echo 1001; }

show_queue()
{
    local job task
    echo "somebody-else's|999|1|RUNNING|None"
    for job in "$STANDIN"/job*; do
        [ -d "$job" ] || continue
        for task in $(find "$job" -name '[0-9]*' -printf '%f\n' | sort -n); do
            echo "$(cat "$job/name")|${job##*job}|$task|$(cat "$job/$task")|$(cat "$STANDIN/reason${job##*job}" 2>/dev/null || cat "$STANDIN/reason" 2>/dev/null || echo None)"
        done
    done
}

option() # JOB NAME
{
    tr '\0' '\n' <"$STANDIN/job$1/words" | sed -n "s/^--$2=//p" | tail -n 1
}

run_task() # JOB INDEX
{
    local log first code=0
    log=$(option "$1" output)
    log=$(option "$1" chdir)/${log//%a/$2}
    first=$(tr '\0' '\n' <"$STANDIN/job$1/words" | tail -n 1)
    echo RUNNING >"$STANDIN/job$1/$2"
    SLURM_ARRAY_TASK_ID=$2 bash "$STANDIN/job$1/script" "$first" >>"$log" 2>&1 || code=$?
    if [ "$code" -eq 0 ]; then echo COMPLETED; else echo FAILED; fi >"$STANDIN/job$1/$2"
    return "$code"
}

role=$1
shift
case $role in
    sbatch) submit "$@" ;;
    squeue)
        echo asked >>"$STANDIN/asked"
        [ ! -e "$STANDIN/down" ] || fail "slurm_load_jobs error: Unable to contact slurm controller (connect failure)"
        show_queue
        ;;
    scontrol) printf 'Configuration data as of today\nMaxArraySize            = %s\n' "$(limit)" ;;
    scancel)
        [ ! -e "$STANDIN/down" ] || fail "scancel: error: Kill job error: Unable to contact slurm controller"
        for task in "$STANDIN/job$1"/[0-9]*; do
            grep -qE '^(PENDING|RUNNING)$' "$task" && echo CANCELLED >"$task"
        done
        ;;
    cluster)
        case $1 in
            run) run_task "$2" "$3" ;;
            set) echo "$4" >"$STANDIN/job$2/$3" ;;
        esac
        ;;
esac

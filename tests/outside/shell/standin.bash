# A Slurm that is played, for a check: slurm_standin.sh stands on PATH for its commands, `cluster` is
# the hand of the test, and these ask and drive it.
#
# SPDX-License-Identifier: GPL-3.0-or-later

export STANDIN=$scratch/queue
mkdir "$STANDIN" bin
for name in sbatch squeue scontrol scancel cluster; do
    printf '#!/bin/bash\nexec bash %q %s "$@"\n' "$support_dir/slurm_standin.sh" $name >bin/$name
    chmod +x bin/$name
done
PATH=$scratch/bin:$PATH

begin() { rm -rf "$STANDIN"/* "$@"; }
waiting() { grep -lx PENDING "$STANDIN"/job*/[0-9]* 2>/dev/null | sort -V; }

# The task of a file job3/7: "3 7".
numbers() { sed 's#.*/job\([0-9]*\)/\([0-9]*\)$#\1 \2#'; }

run_all()
{
    local job task
    while read -r job task; do
        cluster run "$job" "$task" || fail "task $task of job $job failed"
    done < <(waiting | numbers)
}

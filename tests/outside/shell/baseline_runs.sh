#!/usr/bin/env bash
# The runs whose counts the project keeps as the baseline `counts` (results/reference/baselines):
# every problem of the catalogue and a real file, all local solvers, in seconds. A solver that hangs or
# crashes has a row of that status: one that never ends costs a minute of CPU time a run.
#
#   bash tests/outside/shell/baseline_runs.sh PROGRAM OUT      # OUT, made anew, gets a summary.csv
#
# tests/outside/check_baseline.sh compares its outcome with the baseline; `stickslip baseline save --replace
# counts OUT` accepts it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
program=$(realpath "$1")
out=$(realpath "$2")
cd "$(dirname "$0")/../../.." # the files' paths are columns of the result

solvers=$("$program" list solvers | awk '/^local/ { on = 1; next } /^[^ ]/ { on = 0 } on && /^  / { print $1 }' |
    paste -sd ,)
[ -n "$solvers" ] || { echo "baseline_runs.sh: $program lists no local solver" >&2; exit 1; }

# NAME WORDS...: one run of all solvers.
make_run()
{
    local name=$1
    shift
    "$program" run --solver "$solvers" --trace none --timeout 60s --out "$out/$name" "$@" >/dev/null
    if [ -e "$out/summary.csv" ]; then
        tail -n +2 "$out/$name/summary.csv" >>"$out/summary.csv"
    else
        cp "$out/$name/summary.csv" "$out/summary.csv"
    fi
}

rm -rf "$out"
mkdir -p "$out"
make_run sliding-ball --problem sliding-ball --steps 500
make_run inclined-ball --problem inclined-ball --steps 500
make_run balls-4 --problem balls-4 --steps 300
make_run balls-4-warm --problem balls-4 --steps 300 --instance 2 --warm-start
make_run balls-4-e1 --problem balls-4 --steps 300 --stop e1 --tol 1e-8 --set mu=0.5
make_run balls-500 --problem balls-500 --steps 60 --set h=0.0003
for file in Box_Stacks-i0122-82-5 Confeti-ex03-Fc3D-SBM OneObject-i100000-316; do
    make_run "$file" --problem "file:problems/data/local/$file.hdf5" --stop e1 --tol 1e-6 \
        --max-sweeps 2000
done

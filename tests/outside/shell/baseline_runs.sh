#!/usr/bin/env bash
# The runs whose counts and work units the project keeps as the baseline `counts` (results/reference/baselines):
# small scenes and files, every local solver within nlgs and every outer solver, in seconds. A solver
# that hangs or crashes has a row of that status: one that never ends costs a minute of CPU time a run.
#
#   bash tests/outside/shell/baseline_runs.sh PROGRAM OUT      # OUT, made anew, gets a summary.csv and a provenance.txt
#
# tests/outside/check_baseline.sh compares its outcome with the baseline; `stickslip baseline save --replace
# counts OUT` accepts it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
program=$(realpath "$1")
out=$(realpath "$2")
cd "$(dirname "$0")/../../.." # the files' paths are columns of the result

# Another kernel of the machine's BLAS rounds otherwise, and so do glibc's functions with fused multiply-add.
export OPENBLAS_CORETYPE=Prescott
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable

# Names of a section of `list solvers`.
list_section() # HEADING
{
    "$program" list solvers | awk -v heading="^$1 " '/^[^ ]/ { on = $0 ~ heading; next } on && /^  / { print $1 }'
}

solvers=$(list_section local | paste -sd ,)
[ -n "$solvers" ] || { echo "baseline_runs.sh: $program lists no local solver" >&2; exit 1; }

# Outer solvers, around the exact local solve where they need a local one.
outers=$(list_section outer | while read -r name; do
    "$program" describe "$name" | grep -q '^local solver: any' && echo "$name[local=exact]" || echo "$name"
done | paste -sd ,)

# NAME SOLVERS WORDS...: one run.
make_run()
{
    local name=$1 solvers=$2
    shift 2
    "$program" run --solver "$solvers" --trace none --timeout 60s --out "$out/$name" "$@" >/dev/null
    if [ -e "$out/summary.csv" ]; then
        tail -n +2 "$out/$name/summary.csv" >>"$out/summary.csv"
    else
        cp "$out/$name/summary.csv" "$out/$name/provenance.txt" "$out"
    fi
}

rm -rf "$out"
mkdir -p "$out"
make_run sliding-ball "$solvers" --problem sliding-ball --steps 500
make_run inclined-ball "$solvers" --problem inclined-ball --steps 500
make_run balls-4 "$solvers" --problem balls-4 --steps 300
make_run balls-4-warm "$solvers" --problem balls-4 --steps 300 --instance 2 --warm-start
make_run balls-4-e1 "$solvers" --problem balls-4 --steps 300 --stop e1 --tol 1e-8 --set mu=0.5
make_run balls-500 "$solvers" --problem balls-500 --steps 60 --set h=0.0003
for file in Box_Stacks-i0122-82-5 Confeti-ex03-Fc3D-SBM OneObject-i100000-316; do
    make_run "$file" "$solvers" --problem "file:problems/data/local/$file.hdf5" --stop e1 --tol 1e-6 \
        --max-sweeps 2000
done
make_run balls-4-outer "$outers" --problem balls-4 --steps 200 --stop e1 --tol 1e-8 --set mu=0.5
make_run block-wall-outer "$outers" --problem block-wall --steps 3 --stop e1 --tol 1e-8
make_run shaken-square-outer "$outers" --problem shaken-square --steps 130 --stop e1 --tol 1e-6
for file in local/Box_Stacks-i0122-82-5 local/NESpheres_10_1 local/OneObject-i100000-316 local/Rover1039 \
    local/GFC3D_TwoRods1-condensed global/Box_Stacks-i0122-82-5; do
    make_run "outer-${file//\//-}" "$outers" --problem "file:problems/data/$file.hdf5" --stop e1 --tol 1e-8 \
        --max-sweeps 1000
done

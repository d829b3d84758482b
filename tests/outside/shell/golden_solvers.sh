#!/usr/bin/env bash
# What every outer solver does on small problems, as text: status, counts, estimators, sums over the
# sweeps of the last step, and what its stages told. check_golden.sh compares it with
# golden/solvers.txt to the last digit.
#
#   bash tests/outside/shell/golden_solvers.sh PROGRAM SOURCE_DIR      # in a folder that it may fill
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
program=$1
data=file:$2/problems/data
support_dir=$2/tests/outside/shell

columns=status,sweeps_last,sweeps_total,visits_total,local_iterations_total,projections_total,\
newton_failures_total,backtracks_total,fallbacks_total,products_total,residuals_total,\
factorizations_total,solves_total,flops_total,moves_total,lane_visits_total,root_values_total,work_units_total,eps_last,e1,\
eps_s_j,observed_error_last,cone_last_n_s,power_last_j,alpha_bound,steps_capped,message
sums=eps,eps_motion,eps_proj,eps_b,eps_pen,e1,e1_max,siconos_rel,abh_rel,eps_s_j,dr_rel

# A local solver each, since a row goes by its name.
newton='reference;central-path;ppa-newton;ppa-newton[form=bodies];repair;admm;apgd'
sweeping='nlgs[local=ac];sweeps+newton[local=exact,sweeps=20];nlgs-anderson[local=sbp];ppa-anderson[local=sal]
nlgs-refreshed[local=eal,refresh=7];nlgs-batched[local=ebp];nlgs-parallel[local=ebp-nokink]
nlgs-sor[local=ac[alpha=0.9],order=symmetric]'

# Print what SOLVERS did, by all tables of a run.
show() # SOLVERS WORD...
{
    local solvers words task table shown
    solvers=$(tr '\n;' ',,' <<<"$1")
    shift
    echo "run ${*//"$data"/data}"
    rm -rf run
    "$program" run -s "${solvers%,}" --trace last -o run "$@" >/dev/null
    for task in cells:summary sums:convergence notes:notes; do
        table=run/${task#*:}.csv
        [ ! -e "$table" ] || awk -f "$support_dir/csv.awk" -f "$support_dir/golden.awk" \
            -v task="${task%:*}" -v columns="$([ "${task%:*}" = cells ] && echo $columns || echo $sums)" "$table"
    done
}

show_all() # WORD...
{
    show "$newton;$sweeping" "$@"
}

# Another kernel of the machine's BLAS rounds otherwise: one that every x86-64 has.
export OPENBLAS_CORETYPE=Prescott

show_all -p "$data/local/NESpheres_10_1.hdf5" --stop e1 --tol 1e-12 --max-sweeps 500
show_all -p "$data/local/OneObject-i100000-316.hdf5" --stop e1 --tol 1e-8 --max-sweeps 300
show_all -p "$data/local/GFC3D_TwoRods1-condensed.hdf5" --stop eps --tol 1e-10 --max-sweeps 300
show_all -p balls-4 -S mu=0 --steps 40 --stop e1 --tol 1e-10 --max-sweeps 300
show_all -p balls-4 -S mu=0.5 --steps 120 --warm-start
show_all -p block-wall -S mu=3 --steps 3 --stop e1 --tol 1e-10 --max-sweeps 300
show_all -p disc-pile --steps 2 --stop siconos --tol 1e-9 --max-sweeps 300
show_all -p catastrophe --steps 3 --stop e1 --tol 1e-9 --max-sweeps 300
# No iterate is good enough: every stage has its turn.
show 'reference;repair;repair[alpha=1e-3,factorizations=7];central-path[step=2,finish=3,kappa=1]' \
    -p "$data/local/NESpheres_10_1.hdf5" --stop e1 --tol 1e-300 --max-sweeps 3000
show 'reference;repair' -p "$data/global/Box_Stacks-i0122-82-5.hdf5" --stop e1 --tol 1e-300 --max-sweeps 1200
show 'central-path[step=0.1];ppa-newton[alpha=1e-4];ppa-newton[form=auto];admm[rho=10,relaxation=1,period=3,changes=2]
admm;apgd[shift=outer];sweeps+newton[local=exact,sweeps=15,alpha=1,failures=1];nlgs-anderson[local=sbp,m=2,patience=10]
ppa-anderson[local=sal,a=0.1,growth=10,target=0.5,sweeps=20,quick=5];nlgs-batched[local=ebp,order=space,omega=1.3]
nlgs-sor[local=ac,order=random,seed=3];nlgs-anderson[local=eal,of=nlgs-sor]' \
    -p block-stack -S mu=5 --steps 3 --stop e1 --tol 1e-9 --max-sweeps 300

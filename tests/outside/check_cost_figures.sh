#!/usr/bin/env bash
# plot heat, steps and commits: tables written here by hand, whose ratios and shares are known.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

USAGE=64 DATA=65
command -v gnuplot >/dev/null || { refuse 69 gnuplot -- plot heat .; finish; }

# A run to E1 1e-8 of that many work units, on an instance of a problem.
row() # PROBLEM INSTANCE SOLVER STATUS UNITS E1
{
    echo "$1,\"tol=1e-8,mu=0.5\",$2,nlgs,e1,no,$3,$4,$5,$5,$5,$5,$5,1e-3,10,1,1e-8,$6,$6"
}

mkdir hot
{
    echo problem,parameters,instance,outer,stop,warm_start,solver,status,work_units_total,\
sweeps_total,sweeps_last,visits_total,local_iterations_total,cpu_s,contacts_last,steps,tol,e1_last,e1_worst
    row p 1 cheap solved 10 9e-9; row p 1 dear solved 250 9e-9; row p 1 lost max-sweeps 900 0.1
    row p 2 cheap solved 40 9e-9; row p 2 dear solved 20 9e-9
    row file:a/b/c.hdf5 1 cheap solved 5 9e-9; row file:a/b/c.hdf5 1 dear solved 5 9e-9
    row file:a/b/c.hdf5 1 lost solved 5000 9e-9
} >hot/summary.csv
run_well plot heat hot
expect_in "hot/heat-1e-8-units.svg" "$out" "plot heat"
expect_equal "columns" "$(grep '^column_name\[' hot/heat-1e-8-units.gp | sed "s/.*= //" | paste -sd ' ')" \
    "'cheap' 'dear' 'lost'"
expect_equal "rows, by who is cheapest" "$(grep '^row\[' hot/heat-1e-8-units.gp | sed "s/.*= //" | paste -sd ' ')" \
    "'b/c.hdf5' 'p, instance 1' 'p, instance 2'"
expect_equal "cells: the logarithm of the ratio, and how it went" "$(grep -v '^#' hot/heat-1e-8-units.dat | paste -sd ,)" \
    "1 1 0 0,2 1 0 0,3 1 3 0,1 2 0 0,2 2 1.39794001 0,3 2 NaN 1,1 3 0.301029996 0,2 3 0 0,3 3 NaN 2"
expect_whole_folder hot
run_well plot heat hot --solver cheap,dear --over time --format svg
expect_in "2 solvers, 3 problems" hot/heat-1e-8-time.gp "the title"
refuse $USAGE "no cost 'sweeps'" -- plot heat hot --over sweeps
refuse $USAGE "--estimator is not for \`plot heat\`" -- plot heat hot --estimator eps
refuse $DATA "hot has no problem that two solvers" -- plot heat hot --solver cheap

# Of four steps with contacts `dear` solved three: 3, 1 and 2 units; the third step had no contact.
{
    echo solver,step,contacts,outcome,work_units
    for step in "1,9,solved,3" "2,9,solved,1" "3,0,solved,0" "4,9,max-sweeps,99" "5,9,solved,2"; do
        echo "dear,$step"; echo "cheap,${step%,*},1"
    done
} >steps.csv
mkdir walk
{
    head -n 1 hot/summary.csv | sed 's/$/,cpu_looks_s,cpu_mechanics_s,cpu_detect_s,cpu_assemble_s/'
    for solver in dear cheap; do
        echo "$(row p 1 $solver max-sweeps 7 0.1 | sed 's/,10,1,/,10,5,/'),5e-4,1e-3,2e-4,3e-4"
    done
} >walk/summary.csv
refuse $DATA "walk has no step with contacts" -- plot steps walk
mv steps.csv walk/history.csv
run_well plot steps walk
expect_in "walk/steps-p.svg" "$out" "plot steps"
expect_equal "shares, cheap ones first, and ms a step" "$(grep -v '^#' walk/steps-p.dat | sed '/^$/d' | paste -sd ,)" \
    "1 0,1 0.75,1 0,1 0.25,2 0.5,3 0.75,0.04 0.06 0.1 0.2 0.1,0.04 0.06 0.1 0.2 0.1"
expect_equal "curves" "$(grep '^curve\[' walk/steps-p.gp | sed "s/.*= //" | paste -sd ' ')" "'cheap' 'dear'"
expect_in "4 steps with contacts" walk/steps-p.gp "the note"
expect_whole_folder walk

# Baselines in the order of their names: `cheap` halves its work, and then fails a run more.
mkdir builds
build() # NAME WORK STATUS
{
    {
        echo problem,instance,solver,tol,max_sweeps,steps,status,sweeps_last,sweeps_total,steps_capped,eps_last,contacts_last,\
visits_total,newton_failures_total,outer,options,parameters,warm_start,local_iterations_total,projections_total,\
backtracks_total,fallbacks_total,stop,e1,build
        echo "p,1,cheap,1e-8,99,1,solved,1,1,0,1e-9,5,$2,0,nlgs,,mu=0.5,no,0,0,0,0,eps,1e-9,stickslip (commit 12345678$1)"
        echo "q,1,cheap,1e-8,99,1,$3,1,1,0,1e-9,5,8,0,nlgs,,mu=0.5,no,0,0,0,0,eps,1e-9,stickslip (commit 12345678$1)"
    } >builds/$1.csv
}
build 2 200 solved
refuse $DATA "builds has 1 baseline: " -- plot commits builds
build 10 100 max-sweeps
run_well plot commits builds
expect_equal "work over the first's, and runs more that fail" "$(grep -v '^#' builds/work-by-commit.dat | sed '/^$/d' | paste -sd ,)" \
    "1 1 0,2 0.5 1"
expect_equal "baselines" "$(grep '^baseline\[' builds/work-by-commit.gp | sed "s/.*= //" | paste -sd ' ')" \
    "'2 12345678' '10 12345678'"
finish

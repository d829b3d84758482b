#!/usr/bin/env bash
# plot heat: tables written here by hand, whose ratios are known.
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
refuse $USAGE "no price 'sweeps'" -- plot heat hot --over sweeps
refuse $USAGE "--estimator is not for \`plot heat\`" -- plot heat hot --estimator eps
refuse $DATA "hot has no problem that two solvers" -- plot heat hot --solver cheap
finish

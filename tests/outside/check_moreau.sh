#!/usr/bin/env bash
# `reproduce moreau --quick`: seconds, tables that say that they are shrunk, the three files beside
# them, figures; slips in the paper's data are named with their line before anything runs.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$source_dir/tests/outside/shell/reproduced.bash" || exit 2

paper=moreau
tables="1 2 3 4 5 6 7 8"
figures="fig01 fig02 fig02-tracks fig03 fig03-reactions"

check_numbers()
{
    [ "$(count_lines moreau/reactions.csv)" -gt 50 ] || fail "no reactions"
    [ "$(count_lines moreau/convection.csv)" -gt 5 ] || fail "no convection"
    [ "$(count_lines moreau/tracks.csv)" -gt 5 ] || fail "no tracks"
    grep -q '^4,spin-slides,exact_error,0,.*,match,' moreau/table4.csv || fail "a ball with spin is not exact"
    grep -q '^3,cylinder,peak_acceleration_g,2.51,.*,input,' moreau/table3.csv || fail "no acceleration"
}

check_one_figure()
{
    command -v gnuplot >/dev/null || return
    run_well reproduce moreau --quick --figure 3 -o one
    [ -s one/fig03-reactions.svg ] || fail "no figure 3"
    [ ! -e one/table3.csv ] || fail "a table that nobody asked for"
    expect_equal "runs of figure 3" "$(find one/store/runs -name '*.csv' | wc -l)" 1
    run_well plot reactions one --format svg
    cmp -s one/fig03-reactions.dat one/reactions-*.dat || fail "plot draws other reactions than reproduce"
    run plot contacts one
    expect_refused 65 "a run that lacks what is shown" "no run"
}

check_quick
check_numbers
check_one_figure
check_slip tables.csv '3s/circulation_m/circulation/' "tables.csv, line 3" "'circulation'"
check_slip tables.csv '2s/acceleration-1/acceleration/' "tables.csv, line 2" "'acceleration'"
check_slip rules.csv '6s/sign,0,0/sgn,0,0/' "rules.csv, line 6" "'sgn'"
check_slip runs.csv '2s/printed/prnted/' "runs.csv, line 2" "'prnted'"
check_slip about.csv '2d' "about.csv" "one row"
finish

#!/usr/bin/env bash
# `reproduce sanni --quick`: seconds, tables that say that they are shrunk, figures, the same bytes but
# for times; what was begun goes on; slips in the paper's data are named with their line before anything
# runs.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$source_dir/tests/outside/shell/reproduced.bash" || exit 2

paper=sanni
tables="1 2 3 4 5 6 7 8 9 10 11"
figures="fig04 fig05 fig06-a fig06-b fig07 fig08 fig08-small fig09 fig09-small fig10 fig11 fig11-blow fig11-blow-offset fig11-scene fig12 fig12-scene"
export XDG_CACHE_HOME=$PWD/cache # starts at rest are made here, not taken from the user's

check_numbers()
{
    grep -q '^6,square,base_middle_over_mean,1,.*,match,trend' sanni/table6.csv || fail "no middle of the cannonballs"
    grep -q '^6,tetrahedron-smooth,base_force_over_weight,1,.*,match,balance' sanni/table6.csv || fail "no balance"
    grep -q '^9,"canon ac/exact",sweeps_over_other,1,.*,match,same' sanni/table9.csv || fail "ac is not exact"
    grep -q '^3,"sbp mu=\*",cpu_of_mu_ends,nan,[0-9]' sanni/table3.csv || fail "no trend over the runs of sbp"
    ! grep -q ',missing,trend' sanni/table[13456789].csv sanni/table1[01].csv || fail "words without a number"
}

check_one_table()
{
    run_well reproduce sanni --quick --table 6 -o one
    [ -s one/table6.md ] || fail "no table 6"
    [ ! -e one/table5.md ] || fail "a table that nobody asked for"
}

check_quick
check_numbers
check_same_bytes
check_goes_on
check_one_table
check_slip tables.csv 's/^6,square,base_middle_over_mean/6,square,base_middle/' "tables.csv, line" "'base_middle'"
check_slip tables.csv 's/^2,sbp N=\*,cpu_power_of_balls/2,sbp N=*,cpu_s_per_step/' "tables.csv, line" "'cpu_s_per_step'"
check_slip tables.csv '2s/0.95,nan,trend/up,nan,trend/' "tables.csv, line 2" "'up'"
check_slip rules.csv 's/^at-most,at-most/at-most,atmost/' "rules.csv, line" "'atmost'"
finish

#!/usr/bin/env bash
# `reproduce polarization --quick`: seconds, tables that say that they are shrunk, figures, the same bytes
# the second time; what was begun goes on, also of growing piles; slips in the paper's data are named with
# their line before anything runs.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$source_dir/tests/outside/shell/reproduced.bash" || exit 2

paper=polarization
tables="1 2 3 4 5 6 7 8 9"
figures="fig01 fig06-a fig06-b fig06-c fig06-sweeps fig07-a fig07-b fig07-time fig08 fig08-layers"
export XDG_CACHE_HOME=$PWD/cache # starts at rest are made here, not taken from the user's

check_numbers()
{
    ! grep -q ',outside,' polarization/table[1367].csv || fail "a closed form is missed"
    grep -q '^3,rolling,stress_error,0,.*,match,known' polarization/table3.csv || fail "eq. 17 is missed"
    grep -q '^7,"exact n=32",sweeps_over_law,1,.*,match,law' polarization/table7.csv || fail "no law of sweeps"
    grep -q '^6,"centre n=32",pile_mass_error,0,.*,match,mass' polarization/table6.csv || fail "sand is lost"
    find polarization/store/observables -name '*.csv' | grep -q . || fail "no observables are kept"
}

check_pile_goes_on()
{
    local lost=again/growth/6-centre-n=16/sandpile.csv kept=again/growth/6-centre-n=32/sandpile.csv
    rm "$lost"
    touch -d '2000-01-01' "$kept"
    reproduce_quick again
    [ -s "$lost" ] || fail "the lost pile did not grow again"
    [ "$(date -r "$kept" +%Y)" -eq 2000 ] || fail "a pile that was there grew again"
}

check_quick
check_numbers
check_same_bytes
check_goes_on
check_pile_goes_on
check_slip tables.csv 's/^7,exact n=\*,sweeps_power_of_n/7,exact n=*,sweeps_solved/' "tables.csv, line" "'sweeps_solved'"
check_slip runs.csv 's/growing-pile,gradient,,no,,,,n=16,/growing-pile,gradient,,no,,,,m=16,/' "runs.csv, line" "'m'"
check_slip runs.csv 's/growing-pile,anderson/growing-pile,andersen/' "runs.csv, line" "'andersen'"
finish

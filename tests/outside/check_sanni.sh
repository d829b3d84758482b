#!/usr/bin/env bash
# `reproduce sanni --quick`: seconds, tables that say that they are shrunk, figures, the same bytes but
# for times; what was begun goes on; slips in the paper's data are named with their line before anything
# runs.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

DATA=65
tables="1 2 3 4 5 6 7 8 9"
figures="fig04 fig05 fig06-a fig06-b fig07 fig08 fig09 fig10 fig11 fig11-scene fig12 fig12-scene"
export XDG_CACHE_HOME=$PWD/cache # starts at rest are made here, not taken from the user's

# Words of the command for a folder: without gnuplot the tables alone.
quick_words()
{
    local table
    words=(reproduce sanni --quick -o "$1")
    command -v gnuplot >/dev/null || for table in $tables; do words+=(--table "$table"); done
}

check_quick()
{
    local words table figure
    quick_words sanni
    run_well "${words[@]}"
    for table in $tables; do
        expect_in "QUICK" "sanni/table$table.md" "table $table"
        expect_in "QUICK" "sanni/table$table.csv" "table $table for programs"
    done
    grep -q '^6,square,base_middle_over_mean,1,.*,match,trend' sanni/table6.csv || fail "no middle of the canon balls"
    grep -q '^6,tetrahedron-smooth,base_force_over_weight,1,.*,match,balance' sanni/table6.csv || fail "no balance"
    grep -q '^9,"canon ac/exact",sweeps_over_other,1,.*,match,same' sanni/table9.csv || fail "ac is not exact"
    grep -q '^3,"sbp mu=\*",cpu_of_mu_ends,nan,[0-9]' sanni/table3.csv || fail "no trend over the runs of sbp"
    ! grep -q ',missing,trend' sanni/table[13456789].csv || fail "words without a number"
    if command -v gnuplot >/dev/null; then
        for figure in $figures; do
            [ -s "sanni/$figure.svg" ] || fail "no $figure.svg"
        done
    fi
}

# All but the rows of times.
without_times()
{
    grep -v 'cpu_' "$1"
}

check_same_bytes()
{
    local words table
    quick_words again
    run_well "${words[@]}"
    for table in $tables; do
        cmp -s <(without_times "sanni/table$table.csv") <(without_times "again/table$table.csv") ||
            fail "table $table is not the same the second time"
    done
}

# One run is lost: it alone is made again.
check_goes_on()
{
    local words lost kept
    quick_words again
    lost=$(find again/store/runs -name '*.csv' | sort | head -1)
    kept=$(find again/store/runs -name '*.csv' | sort | sed -n 2p)
    rm "$lost"
    touch -d '2000-01-01' "$kept"
    run_well "${words[@]}"
    [ -s "$lost" ] || fail "the lost run was not made again"
    [ "$(date -r "$kept" +%Y)" -eq 2000 ] || fail "a run that was there was made again"
}

check_one_table()
{
    run_well reproduce sanni --quick --table 6 -o one
    [ -s one/table6.md ] || fail "no table 6"
    [ ! -e one/table5.md ] || fail "a table that nobody asked for"
}

# A home with a slip in the paper's data: FILE SED-SCRIPT TEXT...
check_slip()
{
    local file=$1 script=$2
    shift 2
    rm -rf home
    mkdir -p home
    cp -r "$source_dir/paper" "$source_dir/plots" home
    sed -i "$script" "home/paper/sanni/$file"
    STICKSLIP_HOME=$PWD/home refuse $DATA "$@" -- reproduce sanni --quick -o out
}

check_quick
check_same_bytes
check_goes_on
check_one_table
check_slip tables.csv 's/^6,square,base_middle_over_mean/6,square,base_middle/' "tables.csv, line" "'base_middle'"
check_slip tables.csv 's/^2,sbp N=\*,cpu_power_of_balls/2,sbp N=*,cpu_s_per_step/' "tables.csv, line" "'cpu_s_per_step'"
check_slip tables.csv '2s/0.95,nan,trend/up,nan,trend/' "tables.csv, line 2" "'up'"
check_slip rules.csv 's/^at-most,at-most/at-most,atmost/' "rules.csv, line" "'atmost'"
finish

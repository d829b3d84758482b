#!/usr/bin/env bash
# A power cut may cost no more than what is under way: a table or a file is on the disk before it has
# its name, the runs of a campaign before the summary that is made of them. And a file that appears
# while one is being written is not replaced.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

if sanitized; then
    echo "a sanitized program: nothing can stand between it and the C library"
    exit 0
fi
log=$scratch/log

# The program, well, and what it brings to the disk in $log.
run_logged() # WORD...
{
    rm -f "$log"
    run_shimmed SS_SHIM_LOG="$log" -- "$@"
    expect_equal "exit code of $1" "$code" 0
}

# Every file of these names that is renamed is synced before, by itself.
expect_synced() # REGEX-OF-TARGET HOW-MANY
{
    local n
    awk -v target="$1" '$1 == "sync" { synced[$2] = 1 }
        $1 == "rename" && $3 ~ target { print ($2 in synced) ? "synced" : "not synced: " $3 }' "$log" >renamed
    n=$(wc -l <renamed)
    expect_equal "renamed and synced, $1" "$(grep -cx synced renamed) of $n" "$2 of $2"
}

check_tables()
{
    run_logged run -p sliding-ball --steps 5 -s sbp,ebp --trace last -o tables
    expect_synced '^tables/[a-z_]*[.]csv$' "$(find tables -name '*.csv' | wc -l)"
}

# The runs of a store are many and small: they go to the disk together, before what is made of them.
check_store()
{
    run_logged sweep -p sliding-ball --set steps=3 --vary mu=0.1:0.6:lin:6 -s sbp -o store
    expect_synced '^store/(plan|summary)[.]csv$' 2
    awk '$1 == "rename" && $3 ~ /^store\/runs\// { ++n; open = 1 }
        $1 == "syncfs" && $2 ~ /\/store\/runs$/ { open = 0 }
        $1 == "rename" && $3 == "store/summary.csv" { print n, open ? "unsynced" : "synced" }' "$log" >order
    expect_equal "runs on the disk before the summary" "$(cat order)" "6 synced"
}

check_frozen()
{
    run_logged freeze -p balls-4 -s sbp --step 300 -o frozen.hdf5
    expect_synced '^frozen[.]hdf5$' 1
    run_shimmed SS_SHIM_OLD_DISK=1 -- freeze -p balls-4 -s sbp --step 300 -o old.hdf5
    expect_equal "exit code where renaming cannot spare a file" "$code" 0
    run_well describe file:old.hdf5
}

# Somebody else's file comes between the beginning and the end.
check_appearing() # VARIABLE=VALUE...
{
    rm -f appeared.hdf5
    run_shimmed "$@" SS_SHIM_APPEAR=appeared.hdf5 -- freeze -p balls-4 -s sbp --step 300 -o appeared.hdf5
    expect_equal "exit code beside another's file" "$code" 73
    expect_in "'appeared.hdf5' exists already" "$err" "freeze beside another's file"
    expect_equal "another's file" "$(tr -cd 'a-z ' <appeared.hdf5 | head -c 60)" "of somebody else"
    expect_equal "files left behind" "$(find . -maxdepth 1 -name '.?*' | wc -l)" 0
}

check_tables
check_store
check_frozen
check_appearing
check_appearing SS_SHIM_OLD_DISK=1
finish

# Checks of `reproduce PAPER --quick`, for check_PAPER.sh; source it after check.bash, with these set:
#
#     paper    its name: also the folder that check_quick fills
#     tables   the numbers of its tables
#     figures  the names of its figures
#
# SPDX-License-Identifier: GPL-3.0-or-later

DATA=65

# The command into a folder: without gnuplot the tables alone.
reproduce_quick()
{
    local words=(reproduce "$paper" --quick -o "$1") table
    command -v gnuplot >/dev/null || for table in $tables; do words+=(--table "$table"); done
    run_well "${words[@]}"
}

# Tables that say that they are shrunk, and all figures.
check_quick()
{
    local table figure
    reproduce_quick "$paper"
    for table in $tables; do
        expect_in "QUICK" "$paper/table$table.md" "table $table"
        expect_in "QUICK" "$paper/table$table.csv" "table $table for programs"
    done
    if command -v gnuplot >/dev/null; then
        for figure in $figures; do
            [ -s "$paper/$figure.svg" ] || fail "no $figure.svg"
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
    local table
    reproduce_quick again
    for table in $tables; do
        cmp -s <(without_times "$paper/table$table.csv") <(without_times "again/table$table.csv") ||
            fail "table $table is not the same the second time"
    done
}

# One run of check_same_bytes is lost: it alone is made again.
check_goes_on()
{
    local lost kept
    lost=$(find again/store/runs -name '*.csv' | sort | head -1)
    kept=$(find again/store/runs -name '*.csv' | sort | sed -n 2p)
    rm "$lost"
    touch -d '2000-01-01' "$kept"
    reproduce_quick again
    [ -s "$lost" ] || fail "the lost run was not made again"
    [ "$(date -r "$kept" +%Y)" -eq 2000 ] || fail "a run that was there was made again"
}

# A home with a slip in the paper's data: FILE SED-SCRIPT TEXT...
check_slip()
{
    local file=$1 script=$2
    shift 2
    rm -rf home
    mkdir -p home
    cp -r "$source_dir/paper" "$source_dir/plots" home
    sed -i "$script" "home/paper/$paper/$file"
    STICKSLIP_HOME=$PWD/home refuse $DATA "$@" -- reproduce "$paper" --quick -o out
}

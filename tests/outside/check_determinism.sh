#!/usr/bin/env bash
# Same command twice: identical bytes in all CSV but the time columns. So too whichever solver runs
# first, and however many jobs `reproduce` has.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

times_of() # TABLE
{
    case $1 in
        summary) echo cpu_s,cpu_mechanics_s,wall_s,max_rss_bytes,tables,cpu_looks_s,cpu_whole_s,cpu_detect_s,cpu_assemble_s,us_per_unit,machine,load_start ;;
        convergence) echo cpu_s ;;
    esac
}

expect_same() # FILE FILE
{
    cmp -s "$1" "$2" || fail "differs: $1 $2 ($(diff "$1" "$2" 2>&1 | sed -n 2p | cut -c 1-150))"
}

expect_same_runs() # FOLDER FOLDER
{
    local table
    for table in history bodies; do
        expect_same "$1/$table.csv" "$2/$table.csv"
    done
    [ ! -e "$1/statuses.csv" ] || expect_same "$1/statuses.csv" "$2/statuses.csv"
    for table in summary convergence; do
        csv_without "$1/$table.csv" "$(times_of $table)" >one
        csv_without "$2/$table.csv" "$(times_of $table)" >two
        [ -s one ] || fail "$1/$table.csv is empty"
        expect_same one two
    done
}

# Only the columns that results/SCHEMA.md says so may vary.
check_schema()
{
    local table
    run_well list columns
    for table in summary history convergence statuses bodies; do
        expect_equal "columns of $table.csv that vary" "$(grep -E "of \`$table.csv\`" "$out" |
            grep -oE '^- `[a-z_]+`' | cut -d '`' -f 2 | paste -sd ,)" "$(times_of $table)"
    done
}

check_twice()
{
    local words=(run -p balls-4 -s "sbp,sal,ebp,ebp-nokink,eal,ac" --steps 300 --instance 3)
    run_well "${words[@]}" --trace all --statuses -o twice-1
    run_well "${words[@]}" --trace all --statuses -o twice-2
    expect_same_runs twice-1 twice-2
    run_well run -p balls-500 -s sbp,ebp --steps 60 --set h=0.0003 --trace last -o large-1
    run_well run -p balls-500 -s sbp,ebp --steps 60 --set h=0.0003 --trace last -o large-2
    [ "$(csv_cell large-1/summary.csv 1 contacts_last)" -gt 50 ] || fail "balls-500 has no contacts"
    expect_same_runs large-1 large-2
}

# The rows of one solver in a table, without the time columns.
rows_of() # FOLDER TABLE SOLVER
{
    local times
    times=$(times_of "$2")
    csv_without "$1/$2.csv" "solver${times:+,$times}" >rest
    csv_column "$1/$2.csv" solver | { echo solver; cat; } | paste -d ' ' - rest | grep -E "^$3 "
}

# A solver leaves nothing behind that the next one sees.
check_order()
{
    local table solver
    run_well run -p balls-4 -s sbp,ebp,eal --steps 200 --trace all -o forth
    run_well run -p balls-4 -s eal,ebp,sbp --steps 200 --trace all -o back
    run_well run -p balls-4 -s ebp --steps 200 --trace all -o alone
    for table in summary history convergence bodies; do
        for solver in sbp ebp eal; do
            rows_of forth $table $solver >one
            rows_of back $table $solver >two
            [ -s one ] || fail "$table.csv has no row of $solver"
            expect_same one two
        done
        rows_of alone $table ebp >one
        rows_of back $table ebp >two
        expect_same one two
    done
}

check_jobs()
{
    local file words=(reproduce dumont --quick)
    if ! command -v gnuplot >/dev/null; then
        words+=(--table 1 --table 2 --table 3 --table 4)
    fi
    run_well "${words[@]}" --jobs 1 -o jobs-1
    run_well "${words[@]}" --jobs 2 -o jobs-2
    expect_equal "files of reproduce" "$(cd jobs-1 && find . | sort)" "$(cd jobs-2 && find . | sort)"
    for file in jobs-1/table[1-4].csv; do
        [ -s "$file" ] || fail "no $file"
        awk -F , '$0 !~ /cpu_s/' "$file" >one
        awk -F , '$0 !~ /cpu_s/' "jobs-2/${file#*/}" >two
        [ "$(count_lines one)" -gt 4 ] || fail "$file has no rows but times"
        expect_same one two
    done
    for file in jobs-1/*.svg jobs-1/*.dat; do
        [ ! -e "$file" ] || expect_same "$file" "jobs-2/${file#*/}"
    done
    csv_without jobs-1/store/summary.csv "$(times_of summary),cpu_s_q1,cpu_s_q3" >one
    csv_without jobs-2/store/summary.csv "$(times_of summary),cpu_s_q1,cpu_s_q3" >two
    expect_same one two
    for file in jobs-1/store/{history,bodies,traces}/*; do
        csv_without "$file" "$(times_of convergence)" >one
        csv_without "jobs-2/${file#*/}" "$(times_of convergence)" >two
        expect_same one two
    done
}

check_schema
check_twice
check_order
check_jobs
finish

#!/usr/bin/env bash
# The price of one more: in a copy of the source an estimator takes one file and one line, a work
# counter one line, and both are in every table, in the schema, in `list` and `describe`; the
# estimator can stop a solve.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/copy.bash"

# Largest |r| over the contacts: an estimator that is 0 at r = 0 only, but has a value to look for.
write_estimator()
{
    cat >copy/harness/estimators/largest.c <<'LARGEST'
/* The largest impulse, as a check of the seam.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"

static void add(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e)
{
    sums[0] = ss_larger(sums[0], ss_norm(e->all->r + 3 * e->c));
}

static double finish(const double sums[SS_ESTIMATOR_SUMS], size_t n)
{
    (void)n;
    return sums[0];
}

const ss_estimator ss_estimator_largest = {
    .name = "largest",
    .title = "the largest impulse",
    .unit = "N s",
    .reference = "tests/outside/check_extension.sh",
    .may_stop = true,
    .add = add,
    .finish = finish,
};
LARGEST
}

# Only the program, without optimization: what is counted are files and columns.

# The last column but those of the other newcomer, in each table that has both.
expect_column() # FOLDER TABLE COLUMN
{
    head -n 1 "$1/$2.csv" | tr , '\n' | grep -qx "$3" || fail "$2.csv has no column $3"
    sed -n "/^## $2.csv/,/^## [^$2]/p" schema | grep -qF "| \`$3\` |" || fail "the schema of $2.csv has no $3"
}

# Columns of before keep their order: the new ones stand among the newcomers, not among them.
expect_old_columns() # TABLE
{
    head -n 1 "old/$1.csv" | tr , '\n' >before
    head -n 1 "new/$1.csv" | tr , '\n' | grep -xFf before >kept
    cmp -s before kept || fail "columns of $1.csv have moved"
}

check_use()
{
    local table words='-p sliding-ball -s ebp --steps 20 --trace last'
    run_well list columns
    cp "$out" schema
    run_well run $words -o new
    expect_whole_folder new
    "$original" run $words -o old >/dev/null 2>&1 || fail "the program as it is does not run"
    for table in summary history convergence; do
        expect_column new $table largest
        expect_old_columns $table
    done
    expect_column new summary prods_total
    expect_column new history prods
    expect_column new convergence prods
    [ "$(csv_cell new/summary.csv 1 largest)" != 0 ] || fail "the new estimator has no value"
    expect_equal "the last row's" "$(csv_column new/history.csv largest | tail -n 1)" \
        "$(csv_cell new/summary.csv 1 largest)"
    expect_equal "of a counter that nobody counts" "$(csv_cell new/summary.csv 1 prods_total)" 0
    run_well list estimators
    grep -qE '^  largest +N s +the largest impulse$' "$out" || fail "largest is not listed"
    run_well describe largest
    expect_in "may stop a solve: yes, --stop largest" "$out" "describe largest"
    run_well run -p sliding-ball -s sbp --steps 2 --stop largest --tol 1e6 -o stopped
    expect_equal "status" "$(csv_cell stopped/summary.csv 1 status)" solved
    expect_equal "stop" "$(csv_cell stopped/summary.csv 1 stop)" largest
    run run -p sliding-ball -s sbp --stop larger -o misspelt
    expect_in "largest" "$err" "the message for --stop larger"
    run_well rates new --error largest
}

original=$program
copy_source copy
write_estimator
sed -i '/^SS_ESTIMATOR(power)/a SS_ESTIMATOR(largest) EVERYWHERE(largest, largest)' \
    copy/harness/estimators/estimators.def
sed -i '/^ *VISITS(visits,/a \    NEW(prods, "products", "products of W by a vector") \\' copy/solvers/base/work.h
expect_equal "lines changed" "$(diff -r "$source_dir/harness/estimators" copy/harness/estimators |
    grep -c '^[<>]') $(diff "$source_dir/solvers/base/work.h" copy/solvers/base/work.h | grep -c '^[<>]')" "1 1"
if build_copy copy built stickslip -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DSS_TESTS=OFF; then
    program=$scratch/built/stickslip
    check_use
fi
finish

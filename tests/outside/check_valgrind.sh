#!/usr/bin/env bash
# valgrind finds no error and no leak on short runs of every verb.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# The exit code must be the program's own, and valgrind silent; but for what it says of itself, in
# lines of --PID--: the system call pidfd_open is younger than Debian's valgrind. The environment is
# bare, so that it is the same everywhere: with one (of a hundred lengths tried) valgrind 3.19 called
# the first words of a new stack frame invalid, those of snprintf in harness/figures/gnuplot.c.
# The memory that a run shares with its child is small: the search for leaks goes through all of it.
expect_clean() # CODE WORD...
{
    local wanted=$1
    shift
    timeout 600 env -i PATH="$PATH" HOME="$scratch" LC_ALL=C \
        LD_PRELOAD="$binary_dir/tests/ss_mapped.so" SS_SHIM_MAPPED=30000000 \
        valgrind -q --error-exitcode=9 --leak-check=full --log-file=valgrind-%p.log \
        "$program" "$@" >"$out" 2>"$err" </dev/null
    code=$?
    expect_equal "exit code of stickslip $* under valgrind" "$code" "$wanted"
    if grep -hqv '^--' valgrind-*.log; then
        fail "valgrind on stickslip $*: $(grep -hv '^--' valgrind-*.log | head -n 12 | tr '\n' ' ')"
    fi
    rm -f valgrind-*.log
}

if ! command -v valgrind >/dev/null; then
    echo "no valgrind here: nothing is checked"
    exit 0
fi
if sanitized; then
    echo "a sanitized program: valgrind is not for it"
    exit 0
fi

expect_clean 0 list
expect_clean 0 list columns
expect_clean 0 describe balls-500
expect_clean 0 describe ebp
expect_clean 0 --help
expect_clean 0 run -p balls-4 -s "sbp,sal,ebp,ebp-nokink,eal,ac" --set h=0.001 --steps 30 --set tol=1e-4 \
    --trace all -o short
[ "$(csv_cell short/summary.csv 1 contacts_last)" -ge 4 ] || fail "the short run has no contacts"
expect_clean 0 run -p balls-4 -s "sbp,eal" --set h=0.001 --steps 12 --warm-start -o warm
expect_clean 0 run -p sliding-ball -s sbp,ebp --set radius=1e-120 --steps 3 -o diverged
expect_clean 0 run -p balls-500 -s ebp --steps 2 --set h=0.001 -o large
expect_clean 64 run -p balls-4 --steps 1 -s sbp --set mv=0.3 -o bad
expect_clean 64 run -p balls-4 --steps 1 -s 'sbp,ebp[alpha=0]' -o bad
expect_clean 64 run -p balls-4 --steps 1 -s sbp --set jitter=5 -o bad
expect_clean 64 describe sbb
expect_clean 73 run -p balls-4 -s sbp --steps 2 -o short
expect_clean 65 plot convergence nowhere
if command -v gnuplot >/dev/null; then
    expect_clean 0 plot convergence short --solver ebp
    # One job: of memory that is hidden from a second one's process (ss_child_hide) valgrind's search
    # for leaks knows nothing, and tries every page of it.
    expect_clean 0 reproduce dumont --quick --table 1 --figure 4 --jobs 1 -o reproduced
fi
finish

#!/usr/bin/env bash
# Whole outputs that are kept (golden/): what the solvers do on small problems to the last count, and what
# the verbs that read tables say of one store. And these verbs are refused each piece of memory once.
# The files are made anew, where a change of them is meant and has been read, by
#
#   cmake --build build --target golden     # or: check_golden.sh PROGRAM SOURCE_DIR BINARY_DIR accept
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

golden=$source_dir/tests/outside/golden

check_text() # NAME
{
    mkdir "$1"
    (cd "$1" && bash "$support_dir/golden_$1.sh" "$program" "$source_dir") >"$1.txt" 2>&1 ||
        fail "golden_$1.sh ended with $?: $(tail -n 1 "$1.txt")"
    [ -z "$accept" ] || cp "$1.txt" "$golden/$1.txt"
    cmp -s "$golden/$1.txt" "$1.txt" && return
    diff "$golden/$1.txt" "$1.txt" | cut -c 1-300 | head -n 40
    fail "golden/$1.txt is not what the program does; if that is meant, 'cmake --build build --target golden'"
}

# The rounding of Newton's solvers is that of the machine's BLAS, which golden_solvers.sh sets to a kernel of
# OpenBLAS; with another library their counts are others.
check_solvers()
{
    local blas
    blas=$(ldd "$binary_dir/libss_sparse.so" | awk '/libopenblas/ { print $3 }')
    if [ -n "$blas" ] && [ "$(uname -m)" = x86_64 ]; then
        check_text solvers
    else
        echo "passed over: the solvers' counts are those of OpenBLAS on x86-64"
        [ -z "${CI:-}" ] || fail "no OpenBLAS on x86-64"
    fi
}

# Wherever memory runs out it is said, with its exit code, and nothing crashes.
check_memory() # LEAST-PIECES WORD...
{
    local k well=0 least=$1 whole
    shift
    rm -rf out
    run "$@"
    whole=$code
    for ((k = 0; k < 500 && well < 20; ++k)); do # the C library does without some
        rm -rf out
        run_shimmed SS_SHIM_MEMORY=$k -- "$@"
        well=$((code == whole ? well + 1 : 0))
        [ $code -eq "$whole" ] || { [ $code -eq 71 ] && [[ $(<"$err") =~ ^[^$'\n']*memory[^$'\n']*$ ]]; } ||
            fail "$*, piece $k: exit code $code: $(cat "$err")"
    done
    [ "$k" -gt "$least" ] || fail "$*: only $k pieces of memory were asked for"
}

accept=${4:-}
check_solvers
check_text tables
if ! sanitized; then
    cd tables || exit 2
    sed -n '1p; /^p1,.*,ebp/p' base/summary.csv >few/summary.csv
    check_memory 60 profile few --no-figure --accuracy equal --out out
    check_memory 60 rates few
    check_memory 60 compare few few --noise noise.csv --thresholds thresholds.csv --out out
fi
finish

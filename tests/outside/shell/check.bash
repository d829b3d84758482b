# The beginning of every check_*.sh: its arguments, a scratch folder, the counting of failures.
#
#   . "$(dirname "$0")/shell/check.bash" || exit 2   # PROGRAM SOURCE_DIR BINARY_DIR
#   run list solvers                                 # leaves $code, $out and $err (files)
#   fail "what is wrong"                             # prints a line and counts
#   finish                                           # exit 1 if anything failed
#
# Standard tools only (bash, coreutils, awk, grep): a fresh Debian has them.
#
# SPDX-License-Identifier: GPL-3.0-or-later

if [ $# -lt 3 ]; then
    echo "usage: bash $0 PROGRAM SOURCE_DIR BINARY_DIR" >&2
    exit 2
fi
program=$(realpath "$1")
source_dir=$(realpath "$2")
binary_dir=$(realpath "$3")
support_dir=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
scratch=$(mktemp -d)
out=$scratch/stdout
err=$scratch/stderr
code=0
n_failed=0
export LC_ALL=C CCACHE_BASEDIR=$scratch # a copy's build is that of its source
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2

fail()
{
    printf 'FAILED: %s\n' "$*"
    n_failed=$((n_failed + 1))
}

finish()
{
    [ "$n_failed" -eq 0 ] && exit 0
    printf '%s: %d failed\n' "$(basename "$0")" "$n_failed"
    exit 1
}

# Run the program. What hangs is ended after `patience` seconds, enough for a slow machine.
patience=300
run()
{
    timeout -k 30 "$patience" "$program" "$@" >"$out" 2>"$err" </dev/null
    code=$?
}

# run, with tests/shim/shim.c before the C library: it says what the variables do. A sanitizer has
# that place: ask `sanitized` before.
run_shimmed() # VARIABLE=VALUE... -- WORD...
{
    local variables=()
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    timeout "$patience" env "${variables[@]}" LD_PRELOAD="$binary_dir/tests/ss_shim.so" "$program" "$@" \
        >"$out" 2>"$err" </dev/null
    code=$?
}

# run, and it must exit 0 with nothing on stderr.
run_well()
{
    run "$@"
    [ "$code" -eq 0 ] || fail "exit $code, not 0: stickslip $* ($(first_line "$err"))"
    [ ! -s "$err" ] || fail "something on stderr: stickslip $* ($(first_line "$err"))"
}

first_line()
{
    head -n 1 "$1" | cut -c 1-300
}

expect_equal() # WHAT GOT WANTED
{
    [ "$2" = "$3" ] || fail "$1: '$2', not '$3'"
}

expect_in() # FIXED-TEXT FILE WHAT
{
    grep -qF -- "$1" "$2" || fail "$3 does not say '$1' ($(first_line "$2"))"
}

# Wait until a shell condition holds; fail when patience ends.
await() # CONDITION
{
    local k
    for ((k = 0; k < 10 * patience; ++k)); do
        eval "$1" && return
        sleep 0.1
    done
    fail "never came true: $1"
}

# The last command must have ended with CODE and one line (two or three when argp adds its `Try`)
# that says each TEXT.
expect_refused() # CODE WHAT TEXT...
{
    local wanted=$1 what=$2 text
    shift 2
    expect_equal "exit code of $what" "$code" "$wanted"
    expect_equal "lines on stderr of $what" "$(sed '/^Try /,$d' "$err" | wc -l)" 1
    head -n 1 "$err" | grep -q '^stickslip' || fail "$what: does not say who speaks"
    for text in "$@"; do
        expect_in "$text" "$err" "$what"
    done
}

# refuse CODE TEXT... -- WORD...: the program refuses the words, and leaves nothing.
refuse()
{
    local wanted=$1 texts=()
    shift
    while [ "$1" != -- ]; do
        texts+=("$1")
        shift
    done
    shift
    run "$@"
    expect_refused "$wanted" "$(cut -c 1-150 <<<"stickslip $*")" ${texts[@]+"${texts[@]}"}
    [ ! -e out ] || fail "left an output folder: stickslip $*"
    rm -rf out
}

# Processes of a session, named by its leader, that still live (a zombie does not): each child has a group of its own.
count_session()
{
    cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v session="$1" '{ sub(/^.*\) /, ""); if ($4 == session && $1 != "Z") ++n } END { print n + 0 }'
}

# The hidden name that a process which lives no more has left of NAME (problems/base/partial.h).
dead_name() # NAME
{
    echo ".$1.partial-999999999-$(stat -Lc %i /proc/self/ns/pid)-$(head -c 8 /proc/sys/kernel/random/boot_id)-$(hostname)"
}

count_lines()
{
    wc -l <"$1" | tr -d ' '
}

sanitized()
{
    nm "$program" 2>/dev/null | grep -q __asan
}

# Every CSV question goes through one awk reader that knows quotes.
csv()
{
    awk -f "$support_dir/csv.awk" "$@"
}

csv_cell() # FILE ROW(from 1) COLUMN
{
    csv -v task=cell -v row="$2" -v column="$3" "$1"
}

csv_column() # FILE COLUMN
{
    csv -v task=column -v column="$2" "$1"
}

csv_without() # FILE COLUMN[,COLUMN...]
{
    csv -v task=without -v column="$2" "$1"
}

csv_rows() # FILE: rows below the header
{
    echo $(($(count_lines "$1") - 1))
}

# A table is whole: header, every row as wide as it, the last line ended.
expect_whole_csv()
{
    local complaint
    complaint=$(csv -v task=check "$1") || fail "$1: $complaint"
    [ -z "$(tail -c 1 "$1")" ] || fail "$1: the last line does not end"
}

# Nothing half-written: no hidden or empty file but the lock of a store, every CSV whole.
expect_whole_folder()
{
    local file
    while IFS= read -r file; do
        fail "left behind: $file"
    done < <(find "$1" ! -name .lock \( -name '.?*' -o -type f -empty \))
    while IFS= read -r file; do
        expect_whole_csv "$file"
    done < <(find "$1" -name '*.csv' -size +0)
}

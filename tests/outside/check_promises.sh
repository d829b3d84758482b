#!/usr/bin/env bash
# Promises: what a README, results/SCHEMA.md or a --help says with an absolute word stands in tests/promises.md
# beside a test that tries to break it. Its words are those of the text, and its tests are there and run.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

ABSOLUTE='never|always|cannot|nothing|nobody|everything|whatever|untouched|exactly|believes?|believed|half-written'
ABSOLUTE+='|same (bits|bytes)|(last|the) bit|complete or absent|every (ending|time)|no [a-z]+ can|must|guarantee[sd]?'

declare -A texts

# Texts in one line each: those of the documents, and of all --help together.
read_texts()
{
    local document verb
    cd "$source_dir" || exit 2
    for document in $(find . -path './build*' -prune -o -path ./results -prune -o -name README.md -print) \
        results/README.md results/SCHEMA.md; do
        texts[${document#./}]=$(tr -s ' \n' ' ' <"$document")
    done
    run_well --help
    for verb in $(sed -n 's/^  \([a-z-]*\)  .*/\1/p' "$out") 'reproduce field'; do
        "$program" $verb --help
    done >>"$out"
    texts[--help]=$(tr -s ' \n' ' ' <"$out")
}

# suite.name of a Criterion test, check_NAME of a script, check_NAME.function of a function that it calls,
# or a script of .ci/ that .ci/test calls.
check_test() # TEST
{
    local script=tests/outside/${1%%.*}.sh
    case $1 in
        check_*.check_*) [ "$(grep -cwE "(check_)?${1#*.check_}" "$script")" -ge 2 ] || fail "no test $1" ;;
        check_*) [ -e "$script" ] || fail "no test $1" ;;
        .ci/*) [ -e "$1" ] && grep -q "^bash $1" .ci/test || fail "no test $1" ;;
        *) grep -qrE "^Test\(${1%%.*}, ${1#*.}[,)]" tests --include='test_*.c' || fail "no test $1" ;;
    esac
}

check_table()
{
    local where words tests test
    while IFS=$'\t' read -r where words tests; do
        case ${texts[$where]-} in
            *"$words"*) texts[$where]=${texts[$where]//"$words"/...} ;;
            *) fail "$where does not say '$words'" ;;
        esac
        [ -n "$tests" ] || fail "no test of '$words'"
        for test in ${tests//,/ }; do
            check_test "$test"
        done
    done < <(sed -n 's/^| \([^ ]*\) | \(.*\) | \([^|]*\) |$/\1\t\2\t\3/p' tests/promises.md | sed '1,/^---/d')
}

check_rest()
{
    local where found
    for where in "${!texts[@]}"; do
        while IFS= read -r found; do
            fail "$where: an absolute word without a test (tests/promises.md): ...$found..."
        done < <(grep -oiE "(.{0,60}[^a-z-])?\b($ABSOLUTE)\b.{0,40}" <<<"${texts[$where]}")
    done
}

read_texts
check_table
check_rest
finish

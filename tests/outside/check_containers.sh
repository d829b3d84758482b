#!/usr/bin/env bash
# A run that is under way is known as such in another container (a PID namespace), where its number
# means nothing; one that was killed can be collected there, PID 1 of its container too. Of another
# machine or boot nothing is known: --force says so.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

run_words=(run -p sliding-ball -s sbp --steps 100000000 --timeout 30m --frames 10 -o)
pid=0
trap '[ "$pid" -eq 0 ] || kill -KILL -- "-$pid" 2>/dev/null; rm -rf "$scratch"' EXIT

start() # FOLDER [WORD...]: by these words
{
    setsid "${@:2}" "$program" "${run_words[@]}" "$1" >/dev/null 2>&1 </dev/null &
    pid=$!
    await '[ "$(cat '"$1"'/.history.csv.partial-* 2>/dev/null | wc -l)" -gt 10 ]'
}

# The run and its child, in whatever namespace.
stop()
{
    kill -KILL -- "-$pid"
    wait "$pid" 2>/dev/null
    await '[ "$(count_session '"$pid"')" -eq 0 ]'
    pid=0
}

# collect by the words before: refused, and what is there stays.
expect_lives() # FOLDER [WORD...]
{
    local files
    files=$(ls -A "$1")
    for words in "" --force; do
        timeout "$patience" "${@:2}" "$program" collect "$1" $words >"$out" 2>"$err"
        code=$?
        expect_refused 73 "collect $words of a living run by '${*:2}'" "is running it" "'$1'"
        expect_equal "what a refused collect leaves" "$(ls -A "$1")" "$files"
    done
}

expect_collected() # FOLDER [WORD...]
{
    timeout "$patience" "${@:2}" "$program" collect "$1" >"$out" 2>"$err"
    code=$?
    expect_equal "collect of a killed run by '${*:2}' ($(first_line "$err"))" "$code" 0
    expect_in "sbp came to step" "$out" "collect of a killed run"
    expect_whole_folder "$1"
}

# The folder of a killed run as another boot or machine sees it.
check_elsewhere()
{
    local file
    start elsewhere env
    stop
    for file in elsewhere/.*.partial-*; do
        mv "$file" "${file%-*-*}-0123abcd-node3"
    done
    refuse 73 "of node3 (boot 0123abcd, PID namespace " "--force" -- collect elsewhere
    run_well collect elsewhere --force
    expect_whole_folder elsewhere
}

check_containers()
{
    local container=(unshare --pid --fork --mount-proc --kill-child)
    if ! "${container[@]}" true 2>/dev/null; then
        echo "unshare is not permitted: nothing is known of containers"
        return
    fi
    start outer env
    expect_lives outer "${container[@]}"
    stop
    cp -r outer again
    expect_collected outer "${container[@]}"
    expect_collected again env
    start inner "${container[@]}"
    compgen -G 'inner/.history.csv.partial-1-*' >/dev/null || fail "the run is not PID 1: $(ls -A inner)"
    expect_lives inner env
    expect_lives inner "${container[@]}"
    stop
    cp -r inner again1
    expect_collected inner env
    expect_collected again1 "${container[@]}"
}

check_elsewhere
check_containers
finish

#!/usr/bin/env bash
# README.md says what the program and the results say: its table is lines of
# results/reference/dumont/table1.md, its tutorial runs as it stands, every verb and preset is named
# where it belongs, every file it links exists, and it is short. No document names a path that is not.
#
#   check_readme.sh PROGRAM SOURCE_DIR BINARY_DIR
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
program=$(realpath "$1")
source_dir=$2
binary_dir=$(realpath "$3")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$source_dir" || exit 1
failures=0

fail()
{
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# The README shows lines of the reference table, as they stand there.
check_table()
{
    local n=0
    while IFS= read -r line; do
        n=$((n + 1))
        grep -qxF "$line" results/reference/dumont/table1.md || fail "results/reference/dumont/table1.md lacks: $line"
    done < <(sed -n '/<!-- table1:/,/<!-- table1 end/p' README.md | grep '^|')
    [ "$n" -ge 4 ] || fail "README.md shows $n lines of table 1"
}

# Every verb is shown in a document of its room, every preset in the README.
check_names()
{
    local name
    for name in $("$program" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
        grep -q "stickslip $name" README.md harness/README.md harness/*/README.md problems/*/README.md ||
            fail "no README shows the verb $name"
    done
    for name in $(sed -n 's/.*"name": "\([a-z]*\)",.*/\1/p' CMakePresets.json | sort -u); do
        grep -q "\`$name\`" README.md || fail "README.md does not name the preset $name"
    done
}

check_length()
{
    [ "$(wc -l <README.md)" -le 100 ] || fail "README.md has $(wc -l <README.md) lines, over 100"
}

# The tutorial's commands, as they stand, in a folder of their own; its shown output is what they print.
check_tutorial()
{
    local command line
    mkdir "$scratch/bin" && ln -s "$program" "$scratch/bin/stickslip"
    sed -n '/^## Tutorial/,/^## /p' README.md | sed -n 's/^    \(stickslip .*\)/\1/p' | sed 's/ *#.*//' >"$scratch/commands"
    [ "$(wc -l <"$scratch/commands")" -ge 5 ] || fail "the tutorial has lost its commands"
    [ -e "$binary_dir/libss_siconos.so" ] || sed -i 's/,siconos-nsgs//' "$scratch/commands"
    while IFS= read -r command; do
        (cd "$scratch" && PATH=$scratch/bin:$PATH bash -c "$command") >>"$scratch/output" 2>&1 </dev/null
        case $? in 0 | 1 | 1[012]) ;; *) fail "the tutorial's command failed: $command: $(tail -n 1 "$scratch/output")" ;; esac
    done <"$scratch/commands"
    while IFS= read -r line; do
        grep -qF "${line%,*}" "$scratch/output" || fail "the tutorial does not print: $line"
    done < <(sed -n '/^## Tutorial/,/^## /p' README.md | sed -n 's/^    \(.* CPU\)$/\1/p')
}

check_links()
{
    local file
    for file in $(grep -o '](\([^)]*\))' README.md | tr -d '()]') $(grep -o 'src="[^"]*"' README.md | cut -d '"' -f 2); do
        [ -e "$file" ] || fail "README.md links $file, which does not exist"
    done
}

# Every path that a document names is there; `mine` and `NAME` are the reader's.
check_paths()
{
    local document path
    while IFS=: read -r document path; do
        [ -e "$path" ] || [ -e "$(dirname "$document")/$path" ] ||
            fail "$document names $path, which does not exist"
    done < <(grep -oE --include='*.md' -r \
        '(^|[^A-Za-z0-9_./-])(tests|harness|solvers|problems|paper|plots|results/reference|\.ci)/[A-Za-z0-9_./-]+' \
        README.md harness solvers problems paper plots tests results/reference results/SCHEMA.md |
        sed -E 's/:[^A-Za-z.]/:/; s/[.]+$//' | grep -vE '/(mine|NAME)\b' | sort -u)
}

check_table
check_names
check_length
check_links
check_paths
check_tutorial
echo "check_readme.sh: $failures failed"
[ "$failures" -eq 0 ]

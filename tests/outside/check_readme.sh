#!/usr/bin/env bash
# README.md says what the program and the results say: its table is the one of
# results/reference/dumont/table1.md, every verb and preset is named, every file it links exists.
#
#   check_readme.sh PROGRAM SOURCE_DIR BINARY_DIR
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
program=$1
source_dir=$2
cd "$source_dir" || exit 1
failures=0

fail()
{
    echo "FAILED: $*"
    failures=$((failures + 1))
}

check_table()
{
    local shown reference
    shown=$(sed -n '/<!-- table1:/,/<!-- table1 end/p' README.md | grep '^|')
    reference=$(grep '^|' results/reference/dumont/table1.md)
    [ -n "$shown" ] || fail "README.md shows no table"
    [ "$shown" = "$reference" ] ||
        fail "the table in README.md is not that of results/reference/dumont/table1.md"
}

check_names()
{
    local name
    for name in $("$program" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
        grep -q "stickslip $name" README.md || fail "README.md does not show the verb $name"
    done
    for name in $(sed -n 's/.*"name": "\([a-z]*\)",.*/\1/p' CMakePresets.json | sort -u); do
        grep -q "\`$name\`" README.md || fail "README.md does not name the preset $name"
    done
}

check_links()
{
    local file
    for file in $(grep -o '](\([^)]*\))' README.md | tr -d '()]'); do
        [ -e "$file" ] || fail "README.md links $file, which does not exist"
    done
}

check_table
check_names
check_links
echo "check_readme.sh: $failures failed"
[ "$failures" -eq 0 ]

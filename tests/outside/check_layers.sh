#!/usr/bin/env bash
# The house: what stands at the root, plug-ins without state or side effects, licence lines, generated
# documentation. (Its rooms, names and sizes: check_structure.sh.)
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# Files of the source tree, from its root: what git knows or would add; without git all but builds.
list_files()
{
    git -C "$source_dir" ls-files --cached --others --exclude-standard 2>/dev/null |
        while IFS= read -r file; do [ ! -e "$source_dir/$file" ] || echo "$file"; done
    [ -e "$source_dir/.git" ] ||
        find "$source_dir" -path "$binary_dir" -prune -o -type f -printf '%P\n' | grep -v '^build'
}

check_root()
{
    local word
    for word in $(cut -d / -f 1 files | sort -u); do
        case $word in
            CMakeLists.txt | CMakePresets.json | LICENSE | README.md | .*) ;;
            solvers | problems | harness | results | plots | tests | paper) ;;
            *) fail "the root holds $word, which is no part of the house" ;;
        esac
    done
    for word in CMakeLists.txt CMakePresets.json LICENSE README.md; do
        grep -qx "$word" files || fail "the root lacks $word"
    done
}

# The plug-ins of a list in their room, by path: an id without a file is a variant in another's.
plugins() # ROOM/KIND MACRO
{
    sed -n "s#^$2(\([a-z0-9_]*\)).*#solvers/${1%/*}/\1#p" "$source_dir/solvers/$1s.def"
}

# Sections for mutable data with something in them. Constants with addresses are .data.rel.ro.
mutable_sections()
{
    size -A "$1" | awk '$1 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print $1 }
                        $1 == "COMMON" && $2 > 0 { print $1 }'
}

forbidden='malloc|calloc|realloc|reallocarray|aligned_alloc|free|printf|fprintf|sprintf|snprintf'
forbidden="$forbidden|vprintf|vfprintf|__[a-z]*printf_chk|puts|putchar|fputs|fwrite|exit|_exit|abort"
forbidden="$forbidden|rand|srand|random|drand48|time|clock|clock_gettime|getenv|__assert_fail"

check_plugin_objects()
{
    local folder=$binary_dir/CMakeFiles/ss_solvers.dir id object word n=0
    if sanitized; then
        return
    fi
    for id in $(plugins local/local_solver SS_LOCAL_SOLVER) $(plugins outer/outer_solver SS_OUTER_SOLVER) \
        $(sed -n 's#^\(solvers/parts/.*\)\.c$#\1#p' files); do
        object=$folder/$id.c.o
        [ -e "$source_dir/$id.c" ] || continue
        if [ ! -e "$object" ]; then
            fail "no object file of $id.c in $folder"
            continue
        fi
        n=$((n + 1))
        for word in $(mutable_sections "$object"); do
            fail "$id.c has mutable data in $word"
        done
        for word in $(nm -u "$object" | awk '{ print $2 }' | grep -xE "$forbidden"); do
            fail "$id.c calls $word"
        done
    done
    [ "$n" -ge 6 ] || fail "only $n solver objects were looked at"
}

check_schema()
{
    run_well list columns
    cmp -s "$out" "$source_dir/results/SCHEMA.md" ||
        fail "results/SCHEMA.md is not what 'stickslip list columns' prints: make it anew (cmake -t schema)"
}

check_licence()
{
    local file
    grep -E '\.(c|h|sh|bash|awk)$' files | while IFS= read -r file; do
        grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' "$source_dir/$file" || echo "$file"
    done >without
    while IFS= read -r file; do
        fail "no SPDX line: $file"
    done <without
    grep -q 'GNU GENERAL PUBLIC LICENSE' "$source_dir/LICENSE" || fail "LICENSE is not the GPL"
}

list_files >files
[ "$(count_lines files)" -gt 50 ] || fail "the source tree was not found"
check_root
check_plugin_objects
check_schema
check_licence
finish

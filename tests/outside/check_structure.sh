#!/usr/bin/env bash
# The house in numbers, which this prints, and its rules: the rooms' order (the tables in
# problems/README.md, solvers/README.md and harness/README.md), no circle between files, public names
# that are unique and carry their room, lengths of functions, numbers of parameters.
#
#   bash tests/outside/check_structure.sh PROGRAM SOURCE_DIR BINARY_DIR     # needs universal-ctags
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

MAX_FILE=400      # lines
MAX_LINES=60      # of a function: a numerical core that is one paragraph of mathematics; others 40
MAX_PARAMETERS=6  # outside numerical kernels
MAX_LONG=12       # functions over 40 lines in the whole program

cd "$source_dir" || exit 2
lists=$scratch

sources() # LAYER...
{
    find "$@" -path '*/clients' -prune -o \( -name '*.[ch]' -o -name '*.def' \) -print | sort # clients are others'
}

# room order: "problems/base" and so on, lower rooms first; a layer's own files are above its rooms.
list_rooms()
{
    local layer
    for layer in problems solvers harness; do
        sed -n "s#^| \`\([a-z0-9]*\)/\`.*#$layer/\1#p" "$layer/README.md"
        echo "$layer"
    done | awk '!seen[$0]++'
}

check_rooms()
{
    local room
    for room in $(sources problems solvers harness | xargs -n 1 dirname | sort -u); do
        grep -qxF "$room" "$lists/rooms" || fail "$room/ is in no table of rooms (${room%%/*}/README.md)"
    done
    for room in $(cat "$lists/rooms"); do
        [ -d "$room" ] || fail "${room%%/*}/README.md lists $room/, which does not exist"
    done
    awk '
        FNR == NR { place[$1] = NR; next }
        {
            from = $1; to = $2
            sub(/\/[^\/]*$/, "", from); sub(/\/[^\/]*$/, "", to)
            if (to in place && place[to] > place[from])
                print $1 " includes " $2 ": " to "/ stands above " from "/"
        }' "$lists/rooms" "$lists/includes" >"$lists/upward"
    while IFS= read -r line; do
        fail "$line"
    done <"$lists/upward"
}

# FILE INCLUDED, a line an include of the house's own.
list_includes()
{
    sources problems solvers harness |
        xargs grep -HoE '^ *# *include *"(problems|solvers|harness)/[^"]*"' |
        sed -E 's/^([^:]*):.*"([^"]*)"$/\1 \2/'
}

# clang-format fills a paragraph in which a line is too long: a drawing whose lines have become text.
check_drawings()
{
    sources problems solvers harness | xargs awk '
        FNR == 1 { drawn = 0 }
        /^ \*     / { drawn = FNR }
        /^ \* [^ ]/ && drawn == FNR - 1 && drawn > 0 { print FILENAME ":" FNR }' >"$lists/filled"
    while IFS= read -r line; do
        fail "a drawing in a comment is filled as text: $line"
    done <"$lists/filled"
}

# A file and its header are one: x.c and x.h. tsort names the members of a circle.
check_circles()
{
    sed -E 's/\.(c|h|def)( |$)/\2/g' "$lists/includes" | awk '$1 != $2' | sort -u >"$lists/edges"
    tsort "$lists/edges" >/dev/null 2>"$lists/circles"
    [ -s "$lists/circles" ] && fail "files include each other in a circle: $(grep -v 'contains a loop' \
        "$lists/circles" | sed 's/^tsort: //' | tr '\n' ' ')"
}

# NAME KIND FILE of what headers declare.
list_names()
{
    sources problems solvers harness | grep '\.h$' |
        xargs ctags -x --kinds-C=fptsued --_xformat='%N %K %F' |
        awk '$1 ~ /^(ss|SS)_/ && $1 !~ /_H$/ { print $1, $2, $3 }'
}

check_names()
{
    local room heads
    awk '{ print $1, $3 }' "$lists/names" | sort -u | awk '
        { n[$1]++; where[$1] = where[$1] " " $2 }
        END { for (name in n) if (n[name] > 1) print name ":" where[name] }' | sort >"$lists/twice"
    while IFS= read -r line; do
        fail "a public name in two headers: $line"
    done <"$lists/twice"
    for room in bench check judge campaign report; do
        heads=$room
        [ "$room" = judge ] && heads='(compare|profile|ranking|study)'
        awk -v room="$room" -v heads="$heads" '
            index($3, "harness/" room "/") == 1 && tolower($1) !~ "^ss_" heads "(_|$)" {
                print $3 ": " $1
            }' "$lists/names" | sort -u
    done >"$lists/foreign"
    while IFS= read -r line; do
        fail "a public name does not carry its room: $line"
    done <"$lists/foreign"
}

# FILE LINE LENGTH PARAMETERS NAME of every function. A numerical kernel is an inline function of
# vectors, in contact/, local/ or sphere/: its parameters are not counted.
list_functions()
{
    sources problems solvers harness |
        xargs ctags --kinds-C=f --fields=+neS -x --_xformat='%F	%n	%e	%N	%S' |
        awk -F '\t' '{
            signature = $5
            gsub(/\([^()]*\) *\([^()]*\)/, "", signature)
            parameters = signature == "()" || signature == "(void)" ? 0 : gsub(/,/, ",", signature) + 1
            print $1, $2, $3 - $2 + 1, parameters, $4
        }'
}

# Observables see the contacts of a step by ss_contact_walk alone, whose walks a test counts.
check_walks()
{
    sources problems | grep -E '^problems/(scenes/|motion/(observable|polarization|stress)\.)' |
        xargs grep -nE 'for \(.*n_contacts' >"$lists/walks"
    while IFS= read -r line; do
        fail "a loop over contacts beside ss_contact_walk: $line"
    done <"$lists/walks"
}

check_files()
{
    sources problems solvers harness tests | grep '\.[ch]$' | xargs wc -l |
        awk -v max=$MAX_FILE '$2 != "total" && $1 > max { print $2 ": " $1 " lines, over " max }' >"$lists/large"
    while IFS= read -r line; do
        fail "$line"
    done <"$lists/large"
}

check_functions()
{
    local kernels='^(problems/contact|solvers/(local|sphere))/'
    awk -v max=$MAX_LINES '$3 > max { print $1 ":" $2 ": " $5 " has " $3 " lines, over " max }' \
        "$lists/functions" >"$lists/long"
    awk -v max=$MAX_PARAMETERS -v kernels="$kernels" '
        $4 > max && $1 !~ kernels { print $1 ":" $2 ": " $5 " has " $4 " parameters, over " max }' \
        "$lists/functions" >>"$lists/long"
    while IFS= read -r line; do
        fail "$line"
    done <"$lists/long"
    [ "$(awk '$3 > 40' "$lists/functions" | wc -l)" -le $MAX_LONG ] ||
        fail "more than $MAX_LONG functions over 40 lines: $(awk '$3 > 40 { printf " %s:%s", $1, $5 }' "$lists/functions")"
}

# Runs of six and more equal lines of code in two places; blank lines, braces, includes and comments
# do not count.
count_doubles()
{
    sources problems solvers harness | grep -v '\.def$' | xargs awk '
        FNR == 1 { n = 0 }
        { gsub(/^[ \t]+|[ \t]+$/, "") }
        $0 == "" || /^[{}();]*$/ || /^#/ || /^\/?\*/ { next }
        {
            line[n++ % 6] = $0
            if (n >= 6) {
                key = ""
                for (k = 0; k < 6; ++k)
                    key = key "\n" line[(n + k) % 6]
                if (seen[key]++)
                    ++doubles
            }
        }
        END { print doubles + 0 }'
}

print_numbers()
{
    local layer
    echo "lines of C:"
    for layer in problems solvers harness tests; do
        printf '  %-9s %6d\n' "$layer" "$(find $layer -name '*.[ch]' -print0 | xargs -0 cat | wc -l)"
    done
    sort -n -k 3,3 "$lists/functions" | awk '
        { length_of[NR] = $3; over += $3 > 40; many += $4 > 6 }
        END {
            printf "functions: %d; lines: median %d, p90 %d, longest %d; over 40: %d\n", NR,
                length_of[int((NR + 1) / 2)], length_of[int(0.9 * NR + 0.5)], length_of[NR], over
            printf "functions of more than 6 parameters, kernels included: %d\n", many
        }'
    echo "places where six lines of code stand again: $(count_doubles)"
    echo "include circles: $([ -s "$lists/circles" ] && echo some || echo none)"
}

command -v ctags >/dev/null || { fail "universal-ctags is missing (.ci/packages)"; finish; }
list_rooms >"$lists/rooms"
list_includes >"$lists/includes"
list_names >"$lists/names"
list_functions >"$lists/functions"
[ "$(count_lines "$lists/functions")" -gt 500 ] || fail "the functions were not found"
check_rooms
check_drawings
check_circles
check_names
check_files
check_walks
check_functions
print_numbers
finish

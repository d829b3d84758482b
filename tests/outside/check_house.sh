#!/usr/bin/env bash
# The house in numbers that may only get better: sizes of layers, comments, functions that only return,
# functions with one caller, texts of a fixed size, circles by calls within a room (asked of the
# object files by nm). Prints each number beside its limit; redesign's aims stand behind it.
#
#   bash tests/outside/check_house.sh PROGRAM SOURCE_DIR BINARY_DIR     # needs universal-ctags
#
# A limit is redesign's aim where that is reached, else what has been reached: whoever makes such a number
# better lowers its limit. The lines of harness/ and of papers/ grow with features: whoever adds one
# raises them here, for all to see.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

command -v ctags >/dev/null || { fail "universal-ctags is missing (.ci/packages)"; finish; }
cd "$source_dir" || exit 2

# NUMBER LIMIT AIM WHAT: at most the limit.
at_most()
{
    printf '  %8s at most %8s (aim %s)  %s\n' "$1" "$2" "$3" "$4"
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a <= b) }' || fail "$4: $1, more than $2"
}

at_least()
{
    printf '  %8s at least %7s (aim %s)  %s\n' "$1" "$2" "$3" "$4"
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a >= b) }' || fail "$4: $1, less than $2"
}

# "FILE CALLED" for calls from one file of a room to another of it.
list_calls() # LAYER
{
    local folder=$binary_dir/CMakeFiles/ss_$1.dir
    find "$folder" -name '*.o' -exec nm -A {} + | awk -v folder="$folder/" '
        {
            file = substr($1, length(folder) + 1)
            sub(/\.c\.o:.*/, "", file)
        }
        $(NF - 1) == "T" { home[$NF] = file }
        $(NF - 1) == "U" { called[file " " $NF] }
        function room(name) { sub(/\/[^\/]*$/, "", name); return name }
        END {
            for (pair in called) {
                split(pair, word, " ")
                to = home[word[2]]
                if (to != "" && to != word[1] && room(to) == room(word[1]))
                    print word[1], to
            }
        }' | sort -u
}

# The groups of files that call each other in a circle, a line each.
list_circles() # of edges "A B" on stdin
{
    awk '
        { node[$1]; node[$2]; reach[$1, $2] = 1 }
        function room(name) { sub(/\/[^\/]*$/, "", name); return name }
        END {
            for (k in node) for (i in node) if (room(i) == room(k) && reach[i, k])
                for (j in node) if (reach[k, j]) reach[i, j] = 1
            for (i in node) {
                if (i in seen || !reach[i, i])
                    continue
                line = ""
                for (j in node) if (reach[i, j] && reach[j, i]) { seen[j]; line = line " " j }
                print line
            }
        }'
}

# Sum of column 3 (lines) or 4 (comments) of the rooms that match.
sum() # PATTERN COLUMN
{
    awk -v pattern="$1" -v column="$2" '$1 == "room" && $2 ~ pattern { n += $column } END { print n + 0 }' numbers
}

cd "$scratch" || exit 2
(cd "$source_dir" && find problems solvers harness -path '*/clients' -prune -o \( -name '*.[ch]' -o -name '*.def' \) -print) |
    grep -E '^(problems|solvers|harness)/' | sort >files
(cd "$source_dir" && grep -v '\.def$' "$scratch/files" |
    xargs ctags --kinds-C=f --fields=+nef -x --_xformat='%F %n %e %N %f') >functions
(cd "$source_dir" && xargs awk -f "$support_dir/house.awk" "$scratch/functions" <"$scratch/files") >numbers
[ "$(count_lines functions)" -gt 500 ] || fail "the functions were not found"

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", 100 * a / b }'; }

harness=$(sum '^harness(/|$)' 3)
product=$(sum . 3)
once=$(grep -c '^once' numbers)
at_most "$harness" 67660 46500 "lines of harness/"
at_most "$(ratio "$harness" "$product")" 65 63 "share of harness/ (%)"
at_most "$(sum '^harness/(papers|printed|reproduce)' 3)" 5500 5300 "lines of papers/"
at_most "$(grep -c '^one-return' numbers)" 309 200 "functions that only return"
at_most "$(grep -Ec '^one-return harness/(papers|printed|reproduce)/' numbers)" 20 25 "of these in papers/"
at_most "$(cd "$source_dir" && xargs cat <"$scratch/files" | grep -Eo '%\.[0-9]+s' | wc -l)" 77 250 "texts of a fixed size (%.NNNs)"
at_most "$(ratio "$once" $((once + $(grep -c '^many' numbers))))" 60.2 58 "static functions used once (%)"
at_least "$(ratio "$(sum . 4)" "$product")" 15 15 "lines with a comment (%)"
while read -r _ room lines comments; do
    [ "$lines" -lt 1000 ] || at_least "$(ratio "$comments" "$lines")" 10 10 "of these in $room/"
done < <(grep '^room' numbers)
if ! sanitized; then
    for layer in problems solvers harness; do
        list_calls $layer
    done | list_circles | sort >circles
    at_most "$(count_lines circles)" 0 0 "circles by calls within a room"
    sed 's/^/   /' circles
fi
finish

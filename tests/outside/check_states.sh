#!/usr/bin/env bash
# The bits of every scene are those of golden/states.csv: of its bodies and of the problem that is posed,
# at its start and up to 600 steps later. `.ci/states` asks the same of builds by another compiler and
# at another level of optimisation. And this check can fail.
#
#   cmake --build build --target golden     # a change that is meant, once the rows are read
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

golden=$source_dir/tests/outside/golden/states.csv

# The rows of NEW that are not those of BASE, and the columns that moved.
list_moved() # BASE NEW
{
    awk -F , '
        { key = $1 "," $2 }
        FNR == 1 && NR == 1 { for (k = 1; k <= NF; ++k) name[k] = $k }
        NR == FNR { base[key] = $0; next }
        { seen[key] }
        !(key in base) { print "new: " $1 ", step " $2; next }
        $0 != base[key] {
            n = split(base[key], was, ",")
            line = ""
            for (k = 3; k <= n; ++k) if ($k != was[k]) line = line " " name[k]
            print "moved: " $1 ", step " $2 ":" line
        }
        END { for (key in base) if (!(key in seen)) print "missing: " key }' "$1" "$2"
}

# Each scene has contacts in some row: a hash of nothing would be the same for ever.
check_contacts()
{
    awk -F , 'NR > 1 { if ($4 > most[$1]) most[$1] = $4; else most[$1] += 0 }
        END { for (scene in most) if (most[scene] == 0) print scene }' "$golden" >empty
    [ ! -s empty ] || fail "no contact in any row: $(tr '\n' ' ' <empty)"
    expect_equal "scenes of the catalogue" "$(tail -n +2 "$golden" | cut -d , -f 1 | sort -u | wc -l)" \
        "$(grep -c '^SS_PROBLEM(' "$source_dir/problems/scenes/catalogue.def")"
}

# One digit of one hash, and one row: both are seen, by name.
check_seen()
{
    awk -F , -v OFS=, '$1 == "balls-4" && $2 == 0 { $9 = ($9 ~ /^0/ ? "1" : "0") substr($9, 2) }
        !($1 == "arch" && $2 == 0)' states.csv >altered.csv
    expect_equal "an altered digit and a row less" "$(list_moved states.csv altered.csv | sort | tr '\n' ';')" \
        "missing: arch,0;moved: balls-4, step 0: q;"
}

bash "$support_dir/scene_states.sh" "$binary_dir/tests/scene_states" >states.csv || { fail "scene_states ended with $?"; finish; exit 1; }
[ -z "${4:-}" ] || cp states.csv "$golden"
list_moved "$golden" states.csv >moved
head -n 20 moved
[ ! -s moved ] || fail "$(count_lines moved) rows are not those of golden/states.csv; if that is meant, 'cmake --build build --target golden'"
check_contacts
check_seen
finish

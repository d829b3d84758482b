#!/usr/bin/env bash
# results/reference is as new as the program, or results/reference/stale.txt says why a folder is
# not: columns of its tables, prices of its work units, titles and drawing of its figures. And a
# folder that is fresh is not called stale, each kind of staleness is found, and the cheap ones that
# need no file from elsewhere come out as they stand.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

reference=$source_dir/results/reference
folders=$reference/folders.txt
units=$(grep -oE 'SS_UNIT_VERSION [0-9]+' "$source_dir/solvers/base/unit.h" | cut -d ' ' -f 2)

# Columns that say where a row was made, not what came out: rows of before them are silent of it, and no
# result is stale for that.
circumstances="machine load_start"

# The columns of a table, by results/SCHEMA.md; nothing for a file that is no table of the program.
columns_of() # NAME.csv
{
    awk -v table="## $1" '/^## / { on = $0 == table } on && /^\| `/ { gsub(/`/, "", $2); print $2 }' \
        FS='|' RS='\n' "$source_dir/results/SCHEMA.md" | tr -d ' '
}

# Why a folder is stale, a line a reason; nothing for one that is fresh.
reasons() # FOLDER whole|part
{
    local file name table
    while IFS= read -r file; do
        name=$(basename "$file")
        table=${name/table[0-9]/tableN}
        head -n 1 "$file" | tr ',' '\n' | sort >has
        columns_of "$table" | sort >wants
        grep -q '^work_units' has && ! grep -qx "units: $units" "$1/provenance.txt" 2>/dev/null &&
            echo "$name counts work at other prices than units: $units"
        [ -s wants ] || continue
        [ -z "$(comm -23 has wants)" ] || echo "$name has columns of an older program: $(comm -23 has wants | head -3 | paste -sd ' ')"
        if [ "$name" = summary.csv ]; then
            tr ' ' '\n' <<<"$circumstances" | sort -u has - >with
            mv with has
        fi
        [ "$2" = part ] || [ -z "$(comm -13 has wants)" ] || echo "$name lacks columns: $(comm -13 has wants | head -3 | paste -sd ' ')"
    done < <(find "$1" -name '*.csv' | sort)
    while IFS= read -r file; do
        grep -qE '>[^<]* of \[[A-Z]\]' "$file" && echo "$(basename "$file") has a title of an older program"
        redraws "${file%.svg}" || echo "$(basename "$file") is drawn otherwise today"
    done < <(find "$1" -name '*.svg' | sort)
}

# Does a figure with its script and data come out as it is, by today's plots/?
redraws() # FIGURE-WITHOUT-SUFFIX
{
    local stem=${1##*/}
    [ -e "$1.gp" ] && [ -e "$1.dat" ] || return 0
    rm -rf drawn && mkdir drawn
    cp "$1.gp" "$1.dat" "$source_dir"/plots/*.gp "$source_dir"/plots/svg.awk drawn
    (cd drawn && gnuplot -e "formats='svg'" "$stem.gp") >/dev/null 2>&1 || return 1
    cmp -s "drawn/$stem.svg" "$1.svg"
}

check_folders()
{
    local folder part found listed
    while IFS='|' read -r folder _ part _; do
        folder=${folder// /}
        [ -d "$reference/$folder" ] || { fail "folders.txt: no folder $folder"; continue; }
        found=$(reasons "$reference/$folder" "${part// /}")
        listed=$(grep -c "^$folder: ." "$reference/stale.txt")
        if [ -n "$found" ] && [ "$listed" -eq 0 ]; then
            fail "results/reference/$folder is stale: make it again (bash .ci/reference $folder), or say why not in stale.txt; $(head -3 <<<"$found" | paste -sd ';')"
        elif [ -z "$found" ] && [ "$listed" -gt 0 ]; then
            fail "results/reference/$folder is fresh: take it out of stale.txt"
        fi
    done < <(grep -v '^#' "$folders")
}

# Each folder with results has its line, and stale.txt names none that is not there.
check_lists()
{
    local folder
    while IFS= read -r folder; do
        folder=${folder#"$reference"/}
        case $folder in */reproduce | speed/*) continue ;; esac
        grep -q "^$folder |" "$folders" || fail "folders.txt does not say how $folder is made"
    done < <(find "$reference" -name '*.csv' -printf '%h\n' | sort -u)
    while IFS=: read -r folder _; do
        grep -q "^$folder |" "$folders" || fail "stale.txt: no folder $folder"
    done < <(grep -v '^#' "$reference/stale.txt")
}

# Every picture is linked from the page of pictures, which links to none that is not there; and has the
# script and the data that check_folders draws it by, but for a film and a drawing by hand.
check_pictures()
{
    local page=$reference/pictures/README.md picture
    (cd "$reference/pictures" && find .. -name '*.svg' -o -name '*.png' -o -name '*.gif' | sed 's|^\.\./pictures/||') | sort >there
    grep -o '](\([^)]*\.\(svg\|png\|gif\)\))' "$page" | sed 's/^](//; s/)$//' | sort -u >linked
    expect_equal "pictures that results/reference/pictures/README.md does not link" "$(comm -23 there linked)" ""
    expect_equal "pictures that it links and nobody has" "$(comm -13 there linked)" ""
    while IFS= read -r picture; do
        picture=$reference/pictures/$picture
        [[ $picture == *.svg && -e ${picture%.svg}.gp && -e ${picture%.svg}.dat ]] || basename "$picture"
    done <there >alone
    expect_equal "pictures that nothing draws again" "$(paste -sd ' ' alone)" "wall-that-quakes.gif workflow.svg"
}

# A folder that is fresh, and what makes it stale.
expect_stale() # WHAT COMMAND...
{
    rm -rf planted && mkdir planted
    columns_of summary.csv | paste -sd , >planted/summary.csv
    echo "units: $units" >planted/provenance.txt
    printf 'set terminal svg\nset output "f.svg"\nplot "f.dat"\n' >planted/f.gp
    printf '1 2\n2 3\n' >planted/f.dat
    (cd planted && gnuplot f.gp) || fail "gnuplot"
    expect_equal "a fresh folder" "$(reasons planted whole)" ""
    "${@:2}"
    reasons planted whole >found
    expect_in "$1" found "the reasons"
}

check_reasons()
{
    expect_stale "lacks columns: us_per_unit" sed -i 's/,us_per_unit//' planted/summary.csv
    sed 's/,machine,load_start//' planted/summary.csv | cmp -s - planted/summary.csv && fail "summary.csv has no machine"
    expect_stale "lacks columns: us_per_unit" sed -i 's/,us_per_unit,follows,machine,load_start/,follows/' planted/summary.csv
    expect_stale "older program: rho_of_old" sed -i 's/$/,rho_of_old/' planted/summary.csv
    expect_stale "other prices" sed -i 's/units: .*/units: 1/' planted/provenance.txt
    expect_stale "title of an older" sed -i 's|</svg>|<text>Figure 6 of [P]</text></svg>|' planted/f.svg
    expect_stale "drawn otherwise" sed -i 's/2 3/2 4/' planted/f.dat
}

# The cheapest, made again by the command: the same counts, as far as compilers agree.
check_cheap()
{
    mkdir -p made
    (cd "$source_dir" && PROGRAM=$program bash .ci/reference --into "$scratch/made" baselines) ||
        fail ".ci/reference baselines"
    run compare "$reference/baselines/counts.csv" made/baselines/counts.csv
    expect_equal "compare of baselines made again" "$code" 0
    run_script() { (cd "$source_dir" && PROGRAM=$program bash .ci/reference "$@") >"$out" 2>"$err"; }
    run_script no-such-folder && fail "a folder that is not in the list is made"
    expect_in "no folder no-such-folder" "$err" "standard error"
    run_script && expect_in "beyond/growth" "$out" "the list"
}

check_lists
check_pictures
check_folders
check_reasons
check_cheap
finish

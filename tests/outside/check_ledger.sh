#!/usr/bin/env bash
# The ledgers, paper/NAME/claims.csv: each figure, table and sentence of a paper has a row, whose state is
# what the stored verdicts say, and paper/README.md counts them. `reproduced`: no cell of its is
# outside and one is judged; `differs`: one is outside; `open`: nothing judges it, or a number
# stands beside it alone; `not-built`: it is not to be. Whoever says what no cell shows names a file.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# "RECORD: FIELD|FIELD|..." of a CSV, by paper/csv.awk, commas within quotes kept.
fields() # FILE COLUMN...
{
    local file=$1
    shift
    awk -f "$source_dir/paper/csv.awk" -v columns="$*" -f "$scratch/fields.awk" "$file"
}

cat >fields.awk <<'AWK'
NR == 1 { n = fields($0, head); for (i = 1; i <= n; ++i) at[head[i]] = i; m = split(columns, want, " "); next }
{
    fields($0, cell)
    line = NR
    for (i = 1; i <= m; ++i)
        line = line "\t" (want[i] in at ? cell[at[want[i]]] : "")
    print line
}
AWK

# "ROW COLUMN VERDICT" of all cells that the stored tables of a paper judge, by table.
stored() # NAME
{
    local folder=$source_dir/results/reference/$1
    [ -d "$folder/reproduce" ] && folder=$folder/reproduce
    for file in "$folder"/table[0-9]*.csv; do
        [ -e "$file" ] || continue
        fields "$file" row column verdict | awk -F '\t' -v OFS='\t' \
            -v table="$(basename "$file" .csv | tr -dc 0-9)" '{ print table, $2, $3, $4 }'
    done
}

# What the stored verdicts of a row's cells say; "none" where no cell is stored.
state_of() # TABLE ROWS COLUMN
{
    local t row column verdict found=none
    while IFS=$'\t' read -r t row column verdict; do
        # shellcheck disable=SC2053
        [ "$t" = "$1" ] && [[ $row == $2 ]] && [[ $column == $3 ]] || continue
        case $verdict in
        outside) found=differs ;;
        match | near | inside) [ $found = differs ] || found=reproduced ;;
        *) [ $found != none ] || found=open ;;
        esac
    done <cells
    echo $found
}

check_row() # PAPER LINE STATE PAGE PLACE TABLE ROWS COLUMN RELATION SEEN WHY
{
    local at="paper/$1/claims.csv, line $2" said
    case $3 in
    reproduced | differs) ;;
    open | not-built) [ -n "${11}" ] || fail "$at: it is $3 and does not say why" ;;
    *) fail "$at: state '$3' is none of reproduced, differs, open, not-built" ;;
    esac
    [ -n "$4" ] && [ -n "$5" ] || fail "$at: it has no page or no place"
    [ -z "${10}" ] || [ -e "$source_dir/${10}" ] || fail "$at: there is no ${10}"
    [ -z "$9" ] || return 0 # the program judges it
    if [ "$6" = 0 ] || [ -z "$6" ]; then
        [ -n "${10}" ] || [ "$3" = open ] || [ "$3" = not-built ] ||
            fail "$at: it is $3, and neither a cell nor a file shows it"
        return 0
    fi
    awk -F '\t' -v table="$6" '$2 == table { print $3 "\t" $4 }' written |
        while IFS=$'\t' read -r row column; do
            # shellcheck disable=SC2053
            [[ $row == $7 ]] && [[ $column == $8 ]] && echo yes && break
        done | grep -q yes || fail "$at: tables.csv has no cell '$7', '$8' in table $6"
    said=$(state_of "$6" "$7" "$8")
    [ "$said" = none ] || [ "$said" = "$3" ] ||
        fail "$at: it is called $3, its stored cells say $said ($6, $7, $8)"
}

for ledger in "$source_dir"/paper/*/claims.csv; do
    name=$(basename "$(dirname "$ledger")")
    stored "$name" >cells
    fields "$source_dir/paper/$name/tables.csv" table row column >written
    fields "$ledger" state page place table rows column relation seen why claim >rows
    [ -s rows ] || fail "paper/$name/claims.csv is empty"
    while IFS=$'\x1f' read -r line state page place table rows column relation seen why claim; do
        [ -n "$claim" ] || fail "paper/$name/claims.csv, line $line: it says nothing"
        check_row "$name" "$line" "$state" "$page" "$place" "$table" "$rows" "$column" \
            "$relation" "$seen" "$why"
    done < <(tr '\t' '\037' <rows)
    printf '| `%s` |' "$name" >>counts
    for state in reproduced differs open not-built; do
        printf ' %d |' "$(awk -F '\t' -v state=$state '$2 == state' rows | wc -l)" >>counts
    done
    echo >>counts
done
cat counts
while IFS= read -r line; do
    grep -qxF "$line" "$source_dir/paper/README.md" || fail "paper/README.md does not say '$line'"
done <counts
finish

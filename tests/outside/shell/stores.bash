# Two stores hold the same results: all their tables, byte for byte, but what varies between two runs
# of one thing (times, and where they were made; results/SCHEMA.md lists the columns).
#
# SPDX-License-Identifier: GPL-3.0-or-later

varying() # TABLE
{
    sed -n "s/^- \`\(.*\)\` of \`$1\`.*/\1/p" "$source_dir/results/SCHEMA.md" | paste -sd ,
}

# The names of all runs, summary.csv, then each table kept, all columns but those.
list_store() # STORE
{
    local file table
    (cd "$1/runs" && ls -A)
    csv_without "$1/summary.csv" "$(varying summary.csv)"
    while IFS= read -r file; do
        table=$(basename "$(dirname "$file")").csv
        case $table in runs.csv | slurm.csv) continue ;; esac
        [ "$table" = traces.csv ] && table=convergence.csv
        echo "$(basename "$file") of $table"
        csv_without "$file" "$(varying "$table")"
    done < <(find "$1" -mindepth 2 -name '*.csv' ! -name '.*' | sort)
}

expect_same_store() # STORE WANTED WHAT
{
    list_store "$1" >same-got
    list_store "$2" >same-wanted
    [ "$(count_lines same-wanted)" -gt 2 ] || fail "$3: nothing in $2"
    cmp -s same-got same-wanted || fail "$3: $1 differs from $2 ($(diff same-got same-wanted | cut -c 1-300 | head -n 2 | paste -sd ' '))"
    cmp -s "$1/plan.csv" "$2/plan.csv" || fail "$3: plan.csv differs"
}

#!/usr/bin/env bash
# `reproduce phenomena`: known answers to 1e-9 by solvers of Coulomb's law, and each other law wrong
# where it is known to be: creep, a lifted block, a stop in another place. Other laws are no solvers:
# no check takes them, no ranking names them.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

run_well reproduce phenomena --table 1 --table 2 --table 7 --out few

# "VERDICT OURS" of a cell.
cell() # TABLE ROW COLUMN
{
    awk -F '\t' -v row="$2" -v column="$3" '$1 == row && $2 == column { print $3, $4 }' "table$1"
}

for table in 1 2 7; do
    awk -f "$source_dir/paper/csv.awk" -f - "few/table$table.csv" >"table$table" <<'AWK'
NR == 1 { n = fields($0, head); for (k = 1; k <= n; ++k) at[head[k]] = k; next }
{ fields($0, c); print c[at["row"]] "\t" c[at["column"]] "\t" c[at["verdict"]] "\t" c[at["ours"]] }
AWK
done
for solver in reference exact ac apgd ppa-newton; do
    expect_equal "$solver" "$(grep -hP "^$solver\t" table1 table2 table7 | cut -f 3 | sort -u)" match
done
for wrong in "1:regularised:creep" "1:soft:creep" "2:associated cone:lift" "2:convex pyramid:lift" \
    "2:pyramid of 4:astray" "2:square:way_end" "2:box:way_end" "7:associated cone:lift" "7:box:angle_error"; do
    IFS=: read -r table law column <<<"$wrong"
    set -- $(cell "$table" "$law" "$column")
    expect_equal "$law, $column" "${1:-}" outside
done
for right in "1:associated cone:creep" "1:pyramid of 4:creep" "7:square:angle_error"; do
    IFS=: read -r table law column <<<"$right"
    set -- $(cell "$table" "$law" "$column")
    expect_equal "$law, $column" "${1:-}" match
done

refuse 64 "another law" -- check other-law
refuse 64 "another law" -- judge other-law --against nlgs
run_well run -p sliding-block -s 'exact,other-law[law=associated]' --steps 60 -o beside
run recommend beside
grep -q other-law "$out" && fail "another law is recommended: $(grep other-law "$out" | head -n 1)"
run_well list solvers
expect_in "other-law" "$out" "list solvers"
run_well describe other-law
finish

#!/usr/bin/env bash
# Sources: every "method N" in code, help, tests and documents is a heading of paper/method.md; every
# paper's short name, and every work that is cited by name and year, is an entry of paper/refs.bib, whose
# entries are whole; nothing cites what the repository does not hold.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

list_texts()
{
    find "$source_dir/problems" "$source_dir/solvers" "$source_dir/harness" "$source_dir/tests" \
        "$source_dir/plots" "$source_dir/paper" "$source_dir/results" "$source_dir/README.md" \
        "$source_dir/CMakeLists.txt" "$source_dir/.ci" -type f \
        \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.bash' -o -name '*.md' -o -name '*.csv' \
        -o -name '*.gp' -o -name '*.yaml' -o -name '*.txt' -o -path '*/.ci/*' \) ! -name check_method.sh
}

# A text in one line: comment leaders, the seams of adjacent strings and line ends become spaces.
join_lines() # FILE
{
    sed -e 's/^ *\*//; s/^ *#//; s/"$//; s/^ *"//' "$1" | tr '\n' ' ' | tr -s ' '
}

# Numbers after "method": "method 8", "method section 8", "method sections 8 and 10", "method 1, 4".
cited_sections() # stdin
{
    grep -oE '\bmethod( sections?)? [0-9]+(\.[0-9]+)?((, | and | or | to )[0-9]+(\.[0-9]+)?\b)*' |
        sed -E 's/^method( sections?)? //; s/(, | and | or | to )/\n/g'
}

check_sections()
{
    local file section n=0
    sed -nE 's/^##+ ([0-9]+(\.[0-9]+)?)\.? .*/\1/p' "$source_dir/paper/method.md" >headings
    [ "$(count_lines headings)" -ge 20 ] || fail "paper/method.md has lost its numbered headings"
    while IFS= read -r file; do
        for section in $(join_lines "$file" | cited_sections); do
            n=$((n + 1))
            grep -qxF "$section" headings || fail "$file cites method $section, which paper/method.md lacks"
        done
    done <texts
    [ "$n" -ge 50 ] || fail "only $n citations of the method were found"
}

# The source of a default, as `describe` prints it, is such a text too.
check_describe()
{
    local name section
    for name in $("$program" list | awk '/^  [a-z]/ { print $1 }'); do
        "$program" describe "$name" 2>/dev/null
    done >described
    for section in $(tr '\n' ' ' <described | tr -s ' ' | cited_sections); do
        grep -qxF "$section" headings || fail "describe cites method $section, which paper/method.md lacks"
    done
    grep -q 'method [0-9]' described || fail "describe cites no section of the method"
}

check_papers()
{
    local name
    for name in $(grep -oE '\*\*\[[A-Z]+\]\*\* `[a-z0-9]+`' "$source_dir/paper/method.md" | sed 's/.*`\(.*\)`/\1/'); do
        grep -q "{$name,$" "$source_dir/paper/refs.bib" || fail "paper/refs.bib lacks $name"
    done
    xargs -d '\n' cat <texts | grep -oE '\[(D|S|R|P|M|ABH)\]' | sort -u >names
    for name in $(cat names); do
        grep -qF "**$name**" "$source_dir/paper/method.md" || fail "paper/method.md does not explain $name"
    done
}

# Works that texts and `describe` cite as "Anderson 1965", "Acary, Bremond and Huber 2018", "Boyd et al.
# 2011": the first author's name in plain letters and the year.
cited_works() # stdin
{
    local name="[A-Z][A-Za-z']+"
    grep -oE "$name((, $name)*,? and $name|(, $name)+| et al\.)?,? \\(?(18|19|20)[0-9]{2}\\b" |
        sed -E "s/^($name).*[ (]([0-9]{4})\$/\\1 \\2/" | tr -d "'" | tr 'A-Z' 'a-z' |
        grep -vE '^(null|january|february|march|april|may|june|july|august|september|october|november|december) ' |
        sed 's/ //' | sort -u
}

# An entry is found by its key, which begins with name and year, and says all that its kind needs.
check_references()
{
    local bib=$source_dir/paper/refs.bib work n=0
    while IFS= read -r file; do
        join_lines "$file"
    done <texts | cat - described | cited_works >works
    while IFS= read -r work; do
        n=$((n + 1))
        grep -qE "^@[a-z]+\{$work[a-z]*,\$" "$bib" || fail "paper/refs.bib has no entry for '$work'"
    done <works
    [ "$n" -ge 15 ] || fail "only $n cited works were found"
    awk '
        /^@/ { kind = $0; sub(/^@/, "", kind); sub(/\{.*/, "", kind); key = $0; gsub(/.*\{|,.*/, "", key); split("", has) }
        /^  [a-z]+ *= / { has[$1] = 1 }
        /^}/ {
            n = split("author title year " (kind == "article" ? "journal pages" : \
                kind ~ /^in/ ? "booktitle pages" : kind == "techreport" ? "institution number" : \
                kind == "book" ? "publisher" : "eprint"), wanted, " ")
            for (k = 1; k <= n; ++k)
                if (!(wanted[k] in has)) print key " has no " wanted[k]
            if (seen[key]++) print key " stands twice"
        }' "$bib" >lacking
    while IFS= read -r line; do
        fail "paper/refs.bib: $line"
    done <lacking
}

# Documents and trackers that a reader of the repository does not have.
check_foreign()
{
    while IFS= read -r file; do
        grep -nHE '\.\./shared|/shared/|\b(solvers|solvers-2|tools|numerics|redesign|architecture|craft)\.md\b|\bissue [0-9]|\bcriterion [0-9]' "$file"
    done <texts >foreign
    while IFS= read -r line; do
        fail "cites what is not in the repository: ${line#"$source_dir/"}"
    done <foreign
}

list_texts >texts
[ "$(count_lines texts)" -gt 100 ] || fail "the texts were not found"
check_sections
check_describe
check_papers
check_references
check_foreign
finish

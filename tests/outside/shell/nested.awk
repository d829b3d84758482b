# Reads a page of HTML for check_report.sh: every element that is opened is closed, in order, and
# every identifier is one. Prints the first fault and exits 1. Styles and scripts are left out.
#
# SPDX-License-Identifier: GPL-3.0-or-later
{ page = page $0 "\n" }

function complain(text) {
    print text
    exit 1
}

# `<` begins a tag only; the ends of styles and scripts are known by their names.
function skip(name,    from, to) {
    from = index(page, "<" name ">")
    if (from == 0)
        return 0
    to = index(substr(page, from), "</" name ">")
    if (to == 0)
        complain("no </" name ">")
    page = substr(page, 1, from - 1) substr(page, from + to + length(name) + 2)
    return 1
}

function note(id) {
    if (id in seen)
        complain("two elements with the id " id)
    seen[id] = 1
}

END {
    while (skip("style") || skip("script"));
    n = split(page, piece, "<")
    for (k = 2; k <= n; ++k) {
        end = index(piece[k], ">")
        tag = substr(piece[k], 1, end - 1)
        if (end == 0 || tag !~ /^[\/!?]?[A-Za-z]/)
            complain("a bare < before: " substr(piece[k], 1, 40))
        if (match(tag, / id=["'][^"']*["']/))
            note(substr(tag, RSTART + 5, RLENGTH - 6))
        name = tag
        sub(/^\//, "", name)
        sub(/[ \t\n\/].*/, "", name)
        if (tag ~ /^!/ || tag ~ /\/$/ || name ~ /^(meta|img|wbr)$/)
            continue
        if (tag !~ /^\//)
            open[++depth] = name
        else if (depth == 0 || open[depth--] != name)
            complain("</" name "> closes nothing, before: " substr(piece[k], end + 1, 40))
    }
    if (depth > 0)
        complain("<" open[depth] "> is not closed")
}

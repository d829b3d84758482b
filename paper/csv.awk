# Reading CSV in awk, for the scripts of papers: awk -f paper/csv.awk -f SCRIPT.
# SPDX-License-Identifier: GPL-3.0-or-later

# The fields of a line of CSV, quotes and all; returns their number.
function fields(line, into,    n, text) {
    delete into
    for (n = 0; line != ""; ) {
        if (match(line, /^"([^"]|"")*"/)) {
            text = substr(line, 2, RLENGTH - 2)
            gsub(/""/, "\"", text)
        } else {
            match(line, /^[^,]*/)
            text = substr(line, 1, RLENGTH)
        }
        line = substr(line, RLENGTH + 2)
        into[++n] = text
    }
    return n
}

# The value of `name` in "name=value,name=value", or `missing`.
function value_of(text, name, missing,    at) {
    at = match("," text ",", "," name "=[^,]*,")
    return at ? substr("," text ",", RSTART + length(name) + 2, RLENGTH - length(name) - 3) : missing
}

function quoted(text) {
    return text ~ /[",]/ ? "\"" text "\"" : text
}

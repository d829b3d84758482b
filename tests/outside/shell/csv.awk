# Reads a CSV file with quoted fields for the checks; -v task= one of
#   check            the first row that is not as wide as the header, and exit 1
#   cell             column `column` of row `row`
#   column           column `column` of every row
#   without          the file without the comma-separated columns in `column`
# Columns go by the header's names; a name that is not there is an error.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# Split a line at the commas outside quotes; quotes are kept. Returns the number of fields.
function split_row(line, fields,    n, k, part, n_parts, quoted) {
    if (index(line, "\"") == 0)
        return split(line, fields, ",")
    n_parts = split(line, part, ",")
    n = 0
    quoted = 0
    for (k = 1; k <= n_parts; ++k) {
        if (quoted)
            fields[n] = fields[n] "," part[k]
        else
            fields[++n] = part[k]
        if (gsub(/"/, "\"", part[k]) % 2 == 1)
            quoted = !quoted
    }
    return quoted ? -1 : n
}

function bare(text) {
    if (text ~ /^".*"$/) {
        text = substr(text, 2, length(text) - 2)
        gsub(/""/, "\"", text)
    }
    return text
}

function complain(text) {
    print text
    failed = 1
    exit 1
}

NR == 1 {
    n_columns = split_row($0, header)
    for (k = 1; k <= n_columns; ++k)
        place[header[k]] = k
    n_wanted = split(column, wanted, ",")
    for (k = 1; k <= n_wanted; ++k) {
        if (!(wanted[k] in place))
            complain("no column " wanted[k])
        cut[place[wanted[k]]] = 1
    }
}

{
    n = split_row($0, fields)
    if (n != n_columns)
        complain("line " NR ": " n " fields where the header has " n_columns)
}

task == "cell" && NR == row + 1 { print bare(fields[place[column]]) }
task == "column" && NR > 1 { print bare(fields[place[column]]) }
task == "without" {
    line = ""
    for (k = 1; k <= n; ++k)
        if (!(k in cut))
            line = line fields[k] ","
    print line
}

END {
    if (!failed && NR == 0)
        complain("empty, not even a header")
}

# Numbers of C files, for check_house.sh: the lines of each file, comments among them, functions.
#
#   awk -f house.awk FUNCTIONS FILE...      # FUNCTIONS: lines "FILE FIRST LAST NAME SCOPE" of ctags
#
# Prints, a line each:
#   room NAME LINES COMMENTS                # lines with a comment, trailing ones too
#   one-return FILE NAME                    # a function of at most five lines that only returns
#   once FILE NAME, many FILE NAME          # a static function that its file names once, or more often
#
# SPDX-License-Identifier: GPL-3.0-or-later

function room_of(file)
{
    sub(/\/[^\/]*$/, "", file)
    return file
}

# The code of a line without its comments, its strings emptied; sets `commented`.
function strip(line, code, token)
{
    code = ""
    commented = inside
    while (line != "") {
        if (inside) {
            commented = 1
            if (!match(line, /\*\//))
                return code
            line = substr(line, RSTART + 2)
            inside = 0
        } else if (match(line, /"([^"\\]|\\.)*"|'([^'\\]|\\.)*'|\/\*|\/\//)) {
            token = substr(line, RSTART, RLENGTH)
            code = code substr(line, 1, RSTART - 1) (token ~ /^\// ? "" : "@")
            line = substr(line, RSTART + RLENGTH)
            if (token == "/*")
                inside = 1
            if (token == "//") {
                commented = 1
                line = ""
            }
        } else {
            code = code line
            line = ""
        }
    }
    commented = commented || inside
    return code
}

# At the end of a file: how often it names each of its static functions.
function count_callers(name)
{
    for (name in is_static)
        print (used[name] <= 2 ? "once" : "many"), file, name
    delete is_static
    delete used
}

FNR == NR {
    last[$1, $2] = $3
    name_at[$1, $2] = $4
    if ($5 == "file")
        statics[$1] = statics[$1] " " $4
    next
}

FNR == 1 {
    if (file != "")
        count_callers()
    file = FILENAME
    inside = opened = 0
    n = split(statics[file], list, " ")
    for (k = 1; k <= n; ++k)
        is_static[list[k]] = 1
}

{
    code = strip($0)
    ++lines[room_of(file)]
    comments[room_of(file)] += commented
    rest = code
    while (match(rest, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(rest, RSTART, RLENGTH)
        if (word in is_static)
            ++used[word]
        rest = substr(rest, RSTART + RLENGTH)
    }
    if ((file, FNR) in last && last[file, FNR] - FNR < 5) {
        opened = last[file, FNR]
        body = ""
        name = name_at[file, FNR]
    }
    if (opened) {
        body = body " " code
        if (FNR == opened) {
            if (body ~ /\{ *return[^;]*; *\} *$/)
                print "one-return", file, name
            opened = 0
        }
    }
}

END {
    count_callers()
    for (room in lines)
        print "room", room, lines[room], comments[room]
}

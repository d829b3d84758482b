# svg.awk - what gnuplot's svg terminal writes, made small and readable: a title for who listens
# instead of looks, circles where gnuplot writes polygons of 120 corners, one group for circles of the
# same line, no titles that are code. style.gp runs it. SPDX-License-Identifier: GPL-3.0-or-later
#
# SS_TITLE and SS_NOTE in the environment: what the figure shows, and its second line; -v points=1: width and height are points, not
# pixels.

BEGIN { RS = ">"; ORS = "" } # a record is a tag, and the text ahead of it

# True if the corners are those of a circle: then cx, cy and radius are its.
function is_round(corners,    list, xy, x, y, n, k, low, high, left, right, off) {
    gsub(/[MLZ\n\t]/, " ", corners)
    n = split(corners, list, " ")
    if (n < 100) return 0
    for (k = 1; k <= n; ++k) {
        split(list[k], xy, ",")
        if (k == 1 || xy[1] < left) left = xy[1]
        if (k == 1 || xy[1] > right) right = xy[1]
        if (k == 1 || xy[2] < low) low = xy[2]
        if (k == 1 || xy[2] > high) high = xy[2]
        list[k] = ""; x[k] = xy[1]; y[k] = xy[2]
    }
    cx = (left + right) / 2; cy = (low + high) / 2; radius = (right - left) / 2
    for (k = 1; k <= n; ++k) {
        off = sqrt((x[k] - cx) ^ 2 + (y[k] - cy) ^ 2) - radius
        if (off > 0.03 || off < -0.03) return 0
    }
    return radius > 0
}

function attribute(tag, name) {
    if (!match(tag, name " *= *'[^']*'")) return ""
    tag = substr(tag, RSTART, RLENGTH - 1)
    return substr(tag, index(tag, "'") + 1)
}

function escaped(text) {
    gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text)
    return text
}

function circle(stroke) {
    gsub(/ /, "", fill); gsub(/ /, "", stroke)
    round = 1
    printf "\n\t<circle cx='%.2f' cy='%.2f' r='%.2f' fill='%s'%s/>", cx, cy, radius, fill, \
        stroke == "" ? " stroke='none'" : " stroke='" stroke "'"
}

# A ">" of a text, which gnuplot writes as it is: the text goes on; of the last line: its end.
index($0, "<") == 0 { text = text $0 "&gt;"; next }
{ $0 = text $0; text = ""; tag = substr($0, index($0, "<")) }

# The group of a circle goes on where the next one is of the same line.
end != "" {
    if (tag == group) { end = ""; next }
    print end ">"; end = ""
}
tag ~ /^<g fill="none"/ { group = tag }

# A filled circle is <g ...><polygon/></g>, its border a <path/> behind it.
held != "" && tag ~ /^<polygon/ && is_round(attribute(tag, "points")) {
    fill = attribute(tag, "fill"); held = ""; seen = 1
    next
}
held != "" { print held ">"; held = "" }
seen == 1 { seen = 2; next } # its </g>
seen == 2 {
    seen = 0
    if (tag ~ /^<path/ && is_round(attribute(tag, "d"))) { circle(attribute(tag, "stroke")); next }
    circle("")
}
round { round = 0; if (tag == "</g") { end = $0; next } }
tag ~ /^<g stroke='none' shape-rendering='crispEdges'/ { held = $0; next }

tag ~ /^<svg/ {
    if (points) { sub(/ width="[0-9]*/, "&pt"); sub(/ height="[0-9]*/, "&pt") }
    sub(/<svg/, "<svg role=\"img\"")
}
/^Gnuplot<\/title$/ { print escaped(ENVIRON["SS_TITLE"]) "</title>"; next }
/<\/desc$/ { print escaped(ENVIRON["SS_NOTE"]) (ENVIRON["SS_NOTE"] == "" ? "" : ". ") "Drawn by stickslip with gnuplot.</desc>"; next }
/^[^<]*datafile[^<]*<\/title$/ { print "</title>"; next }
{ print $0 ">" }

END { print substr(text, 1, length(text) - 4) }

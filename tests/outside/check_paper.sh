#!/usr/bin/env bash
# The paper that builds itself: its numbers are cells of result files and of nothing else. A changed
# cell changes it, a missing row fails with where and how, no result is typed, every reference is
# there, and the PDF comes out; likewise `reproduce --layout paper`.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

texts=$source_dir/paper/stickslip
macros='cell|median|least|largest|total|rowcount|ratio|rows|pivot|papertable|plotted|drawn|made|said'

# One quick run of [D]: the tables and figures that the paper needs of this machine.
make_results()
{
    run_well reproduce dumont --quick --layout paper --notes --out quick
}

# fill FOLDER: the manuscript with quick/ as this machine's run, without figures.
fill()
{
    rm -rf "$1"
    (cd "$source_dir" && timeout "$patience" "$program" manuscript paper/stickslip --frames \
        --results "dumont=$scratch/quick" --out "$scratch/$1") >"$out" 2>"$err" </dev/null
    code=$?
}

# The value in cells.csv of a cell: by its file, line and column.
traced() # FOLDER FILE LINE COLUMN
{
    paste -d '|' <(csv_column "$1/cells.csv" file) <(csv_column "$1/cells.csv" line) \
        <(csv_column "$1/cells.csv" column) <(csv_column "$1/cells.csv" value) |
        awk -F '|' -v file="$2" -v line="$3" -v column="$4" \
            '$1 == file && $2 == line && $3 == column { print $4; exit }'
}

# Another number in one cell of quick/table2.csv is another number in the .tex, there and nowhere else.
check_trace()
{
    fill before
    expect_equal "exit code of manuscript" "$code" 0
    expect_equal "values that it says and that are in cells.csv" \
        "$(sed -n 's/.*: \([0-9]*\) values.*/\1/p' "$out")" "$(csv_rows before/cells.csv)"
    expect_whole_folder before
    expect_equal "the cell in cells.csv" "$(traced before dumont/table2.csv 2 ours)" \
        "$(csv_cell quick/table2.csv 1 ours)"
    cp quick/table2.csv table2.csv
    awk -F, -v OFS=, 'NR == 2 { $5 = 777 } { print }' table2.csv >quick/table2.csv
    fill after
    cp table2.csv quick/table2.csv
    expect_equal "the changed cell in cells.csv" "$(traced after dumont/table2.csv 2 ours)" 777
    expect_in '$777$' after/dumont.tex "the .tex after a change of the CSV"
    diff before/dumont.tex after/dumont.tex | grep '^>' >changed
    [ -s changed ] && ! grep -v 777 changed | grep -q . ||
        fail "a changed cell changes other lines than its own: $(cat changed)"
    for file in before/*.tex; do
        [ "$file" = before/dumont.tex ] || cmp -s "$file" "after/${file#*/}" ||
            fail "a cell of dumont/table2.csv changes ${file#*/}"
    done
}

# Nothing to typeset where something is missing, and words that help.
check_missing()
{
    local what
    cp quick/table2.csv table2.csv
    grep -v '^2,sal,sweeps,' table2.csv >quick/table2.csv
    fill none
    expect_refused 65 "a manuscript without a row" "dumont.tex, line" "table2.csv has no row with" "row=sal" \
        ".ci/reproduce"
    expect_equal "files left without a row" "$(find none -name '*.tex' -o -name '*.csv' 2>/dev/null)" ""
    cut -d , -f 1-4,6- table2.csv >quick/table2.csv
    fill none
    expect_refused 65 "a manuscript without a column" ".tex, line" "'ours'"
    rm quick/table2.csv
    fill none
    expect_refused 65 "a manuscript without a file" ".tex, line" "table2.csv" ".ci/reproduce"
    cp table2.csv quick/table2.csv
    mv quick/fig11.dat fig11.dat
    fill none
    expect_refused 65 "a manuscript without a figure" "dumont.tex, line" "fig11.dat" ".ci/reproduce"
    mv fig11.dat quick/fig11.dat
    for what in '\cell{x/y.csv}{a=b}{c}' '\cell{dumont/table1.csv}{row=sbp}{ours}' '\cell{dumont/table1.csv}{row}{ours}' \
        '\cell[9e9]{dumont/table1.csv}{row=sbp; column=sweeps}{ours}' '\cell{dumont/table1.csv}{row=sbp' \
        '\cell{dumont/table1.csv}{row=sbp; column=sweeps}{verdict}' '\plotted{dumont/fig05}{3 x 3}'; do
        rm -rf wrong none && mkdir wrong && cp "$texts/sources.csv" wrong && printf 'first\n%s\n' "$what" >wrong/wrong.tex
        run manuscript wrong --results dumont=quick --frames --out none
        expect_refused 65 "$what" "wrong.tex, line 2: "
    done
    rm -rf none
    refuse 64 "NAME=DIR" -- manuscript wrong --results dumont --out out
}

# Numbers with a decimal point that are typed in a text. Macros and comments go first; what may stand:
# a length of LaTeX (1.5ex, 0.9\linewidth), a section of another paper (Section 4.4 of), the version of
# another program (Siconos 4.4.0).
typed_numbers() # FILE
{
    sed -E 's/(^|[^\\])%.*/\1/' "$1" | tr '\n' ' ' |
        sed -E "s/\\\\($macros)(\\[[^]]*\\])?( *\\{[^{}]*\\})+//g; s/[0-9.]+ *(ex|em|pt|mm|\\\\linewidth)//g
            s/Section [0-9.]+ of//g; s/Siconos [0-9.]+//g" |
        grep -oE '.{0,40}[0-9]\.[0-9].{0,20}'
}

# In a section of results there is none; constants of equations are in the sections before.
check_typed()
{
    local file n=0
    printf '%s\n' 'it takes \cell[2]{x/y.csv}{row=0.2}' '  {ours} % 3.5' 'or 1.5 times, Section 4.4 of' >typed.tex
    expect_equal "numbers that are typed" "$(typed_numbers typed.tex | grep -o '[0-9]\.[0-9]')" 1.5
    for file in $(grep -l '^% section of results' "$texts"/*.tex); do
        n=$((n + 1))
        while IFS= read -r line; do
            fail "$(basename "$file") has a number that is typed: $line"
        done < <(typed_numbers "$file")
    done
    [ "$n" -ge 6 ] || fail "no section of results was found in $texts"
}

check_citations()
{
    local key
    for key in $(cat "$texts"/*.tex | grep -oE '\\cite\{[^}]*\}' | sed 's/.*{//; s/}//; s/,/ /g' | tr ' ' '\n' | sort -u); do
        grep -q "{$key,$" "$source_dir/paper/refs.bib" || fail "paper/refs.bib lacks $key, which the paper cites"
    done
}

# The tables in the layout of the paper, for another's LaTeX.
check_layout()
{
    local number
    for number in 1 2 3 4; do
        expect_in '\cite{dumont2012descend}' "quick/table$number-paper.tex" "table $number in the paper's layout"
        ! grep -qF '[D]' "quick/table$number-paper.tex" || fail "table$number-paper.tex says [D]"
        expect_in '| paper |' "quick/table$number-paper.md" "table $number in the paper's layout"
    done
    expect_in '& $305$ & $0.949\cdot10^{-12}$' quick/table2-paper.tex "the printed row of SBP in Table 2"
    expect_in 'QUICK' quick/table2-paper.md "a table of a smoke test"
    expect_in '| ours | ' quick/table2-paper.md "our row in Table 2"
    expect_in "$(csv_cell quick/table2.csv 1 ours)" quick/table2-paper.md "our count of SBP in Table 2"
    refuse 64 "cells" -- reproduce dumont --quick --layout thesis --out out
    refuse 64 "[M] prints no table" -- reproduce moreau --quick --layout paper --out out
    refuse 64 "--notes" -- reproduce dumont --quick --notes --out out
}

# make: the target `paper` with quick/ as this machine's run.
make()
{
    cmake -DPROGRAM="$program" -DSOURCE="$source_dir" -DRESULTS="$scratch/quick" -DOUT="$scratch/made" \
        -P "$texts/make.cmake" >"$out" 2>&1
    code=$?
}

check_pdf()
{
    local tool
    make
    expect_equal "exit code of the paper" "$code" 0
    expect_in 'QUICK' made/dumont.tex "a paper of a smoke test"
    [ "$(head -c 5 made/stickslip.pdf 2>/dev/null)" = %PDF- ] || fail "no PDF: $(cat "$out")"
    ! grep -E 'Overfull|undefined|multiply' made/stickslip.log || fail "LaTeX complains"
    mv quick/table1.csv table1.csv
    make
    expect_equal "PDF where a table is missing" "$([ "$code" -ne 0 ] && ls made/stickslip.pdf 2>/dev/null)" ""
    mv table1.csv quick/table1.csv
    mkdir bin
    for tool in gnuplot cmake bash sh awk sort; do
        ln -s "$(command -v $tool)" bin/
    done
    PATH=$scratch/bin make
    [ "$code" -ne 0 ] || fail "a paper without LaTeX"
    expect_in "apt-get install --no-install-recommends latexmk" "$out" "the paper without LaTeX"
    [ -s made/stickslip.tex ] || fail "without LaTeX there is no .tex"
    rm bin/gnuplot
    PATH=$scratch/bin make
    expect_in "gnuplot-nox" "$out" "the paper without gnuplot"
}

make_results
check_trace
check_missing
check_typed
check_citations
check_layout
if command -v latexmk >/dev/null; then
    check_pdf
else
    fail "latexmk is missing (.ci/packages)"
fi
finish

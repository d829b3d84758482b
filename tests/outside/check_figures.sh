#!/usr/bin/env bash
# plot: formats and sizes, each made whole and made again by gnuplot alone; the figure of accuracy from
# runs, campaigns and the field, with every point that it has; wrong words.
#
#   bash tests/outside/check_figures.sh PROGRAM SOURCE_DIR BINARY_DIR
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

readonly USAGE=64 DATA=65

make_runs()
{
    run_well run -p balls-4 -s sbp,ebp --steps 200 --statuses -o runs
    printf '%s\n' 'problems:' '  - name: balls-4' '    set: ["steps=200"]' 'instances: 1-4' 'solvers: [sbp, ebp]' \
        'trace: last' >night.yaml
    run_well campaign night.yaml --out night
}

# Begins and ends as its format does.
expect_whole() # FILE
{
    [ -s "$1" ] || fail "$1 was not made"
    case $1 in
    *.svg) head -n 3 "$1" | grep -q '<svg' && tail -c 32 "$1" | grep -q '</svg>' ;;
    *.pdf) head -c 5 "$1" | grep -q '%PDF-' && tail -c 32 "$1" | grep -q '%%EOF' ;;
    *.png) head -c 4 "$1" | grep -q PNG && tail -c 12 "$1" | grep -qa IEND ;;
    *.tex) head -n 1 "$1" | grep -q 'begin{tikzpicture}' && tail -n 1 "$1" | grep -q 'end{tikzpicture}' ;;
    esac || fail "$1 is not whole"
}

# Every format of every kind, and again by gnuplot alone, elsewhere, the same bytes.
check_formats()
{
    local kind format stem
    for kind in accuracy convergence statuses scene; do
        run_well plot $kind runs --format svg,pdf,png,tikz --width one-column --solver sbp
        stem=$(ls runs/$kind-*.gp)
        stem=${stem%.gp}
        expect_in "$stem.svg, .pdf, .png and .tex" "$out" "plot $kind"
        for format in svg pdf png tex; do
            expect_whole "$stem.$format"
        done
        rm -rf again && mkdir again && cp runs/*.gp runs/*.dat runs/tikz.sed runs/svg.awk again/
        (cd again && gnuplot "${stem#runs/}.gp" >/dev/null 2>"$err") || fail "gnuplot alone: $(first_line "$err")"
        for format in svg tex; do
            cmp -s "$stem.$format" "again/${stem#runs/}.$format" || fail "$kind: gnuplot alone draws another $format"
        done
        for format in pdf png; do
            expect_whole "again/${stem#runs/}.$format"
        done
    done
    [ -s runs/gnuplot-lua-tikz.sty ] || fail "LaTeX gets no gnuplot-lua-tikz.sty"
}

# Without a title the curves have its room; the axis of a solver without sweeps is of iterations.
check_words()
{
    cp -r runs words
    run_well plot convergence words --solver sbp --format svg --no-title
    grep -q '<text>.*Convergence of' words/convergence-sbp-step200.svg && fail "--no-title leaves a title"
    run_well plot again words --format svg
    grep -q '<text>.*Convergence of sbp' words/convergence-sbp-step200.svg || fail "the title does not come again"
    expect_in ">sweep<" words/convergence-sbp-step200.svg "the axis of sweeps"
    run_well plot accuracy words --format svg --title "EBP's sweeps are fewer"
    expect_in "<title>EBP's sweeps are fewer</title>" words/accuracy-*.svg "the title for a screen reader"
    expect_in "Drawn by stickslip with gnuplot.</desc>" words/accuracy-*.svg "its description"
    grep -q "<desc>.*steps = .*; " words/accuracy-*.svg || fail "the description has no second line"
    expect_in ">EBP's sweeps are fewer<" words/accuracy-*.svg "the title that was asked for"
    refuse $USAGE "keeps the titles" -- plot again words --title new
    run_well run -p balls-4 -s admm --steps 150 --max-sweeps 50 -o alone
    run_well plot convergence alone --format svg
    expect_in ">iteration<" alone/convergence-admm-step150.svg "the axis of admm"
    run_well plot --help
    expect_equal "kinds of plot --help that are broken" "$(sed -n '/^Kinds/,/^A TikZ/p' "$out" | sed '1d;$d' | grep '^[a-z]')" ""
    expect_equal "line 2 of plot --help" "$(sed -n 2p "$out" | cut -d ' ' -f 1)" Draw
    run_well run -p "file:$source_dir/tests/corpus/fclib/real.hdf5" -s exact -o file
    refuse $DATA "there is no scene of it" -- plot scene file
    run_well run -p "file:$source_dir/problems/data/local/FC3D_Example1_SBM.hdf5" -s eal,sbp --stop e1 --trace last -o zero
    run_well plot accuracy zero --format svg
    expect_in "eal: 0, or no number" zero/accuracy-*.gp "a curve whose E1 is 0"
    grep -q "left out" zero/accuracy-*.gp && fail "a solver that ends with E1 0 is left out"
    run_well plot accuracy file --format svg
    expect_in "on real.hdf5" "$(ls file/accuracy-*.svg)" "the title of a file's figure"
    grep -q "$source_dir" file/accuracy-*.svg && fail "a figure names a folder of this disk"
    refuse $DATA "there is no scene of it" -- export --vtk file --out vtk
    refuse $USAGE "did you mean 'sbp'?" -- run -p balls-4 -s spb -o out
}

# A table of a reproduction: a dot a judged cell that has a ratio, counted as the table counts them.
check_verdicts()
{
    local word n wanted dots
    mkdir judged && cp "$source_dir"/results/reference/dumont/table[24].csv judged
    run_well plot verdicts judged --format svg
    expect_equal "figures of two tables" "$(ls judged/*.svg | paste -sd ' ')" "judged/verdicts-table2.svg judged/verdicts-table4.svg"
    dots=$(grep -vc '^$\|^#' judged/verdicts-table2.dat)
    wanted=0
    for word in match inside near outside; do
        n=$(awk -F, -v word=$word 'NR > 1 && $7 == word && $6 + 0 > 0' judged/table2.csv | wc -l)
        expect_in "$n $word" judged/verdicts-table2.gp "the note"
        wanted=$((wanted + n))
    done
    expect_equal "dots of table 2" "$dots" "$wanted"
    expect_in "at an edge: a factor beyond 1000" judged/verdicts-table4.gp "what lies far out"
    expect_in "sweeps, settled" judged/verdicts-table4.gp "the other reading has its name"
    refuse $DATA "'stickslip reproduce PAPER' writes them" -- plot verdicts runs
    sed -i '2s/,1.43[0-9]*,/,one,/' judged/table2.csv
    refuse $DATA "table2.csv, line 2, column ratio: 'one'" -- plot verdicts judged
}

# 85 mm are 241 points, letters have 8; 120 x 80 mm are 340 x 227.
check_sizes()
{
    local page size
    expect_in 'width="241pt"' runs/statuses-sbp-step200.svg "the SVG of a column"
    grep -q 'font-size="8' runs/statuses-sbp-step200.svg || fail "the letters of a column are not 8 points"
    expect_in '\fontsize{8}{9.6}' runs/statuses-sbp-step200.tex "the TikZ picture of a column"
    command -v pdfinfo >/dev/null || return
    run_well plot convergence runs --solver ebp --format pdf --width 120x80
    page=$(pdfinfo runs/convergence-ebp-step200.pdf | sed -n 's/^Page size: *\([0-9.]* x [0-9.]*\) pts.*/\1/p')
    expect_equal "page of 120x80" "$page" "340 x 227"
    # DejaVu Sans rises and falls 1.164 of its size.
    pdftotext -bbox runs/convergence-ebp-step200.pdf words.html
    size=$(sed -n 's/.*yMin="\([0-9.]*\)".*yMax="\([0-9.]*\)">sweep<.*/\1 \2/p' words.html |
        awk '{ printf "%.1f", ($2 - $1) / 1.164 }')
    expect_equal "letters of the PDF in points" "$size" 8.0
    (cd runs && gnuplot -e "formats='pdf'; canvas_width=252; canvas_height=170; letters=8" \
        convergence-ebp-step200.gp >/dev/null 2>"$err") || fail "gnuplot -e: $(first_line "$err")"
    page=$(pdfinfo runs/convergence-ebp-step200.pdf | sed -n 's/^Page size: *\([0-9.]* x [0-9.]*\) pts.*/\1/p')
    expect_equal "page of gnuplot -e" "$page" "252 x 170"
}

# TeX takes what tikz makes, texts with its own signs too.
check_latex()
{
    kpsewhich tikz.sty >/dev/null 2>&1 && command -v pdflatex >/dev/null || return
    local stem
    {
        printf '%s\n' '\documentclass{article}' '\usepackage[utf8]{inputenc}' '\usepackage{textcomp}' \
            '\usepackage{gnuplot-lua-tikz}' '\begin{document}'
        for stem in runs/*.tex; do
            [ "$stem" = runs/gnuplot-lua-tikz-common.tex ] || printf '\\input{%s}\n\n' "$stem"
        done
        printf '%s\n' '\end{document}'
    } >all.tex
    TEXINPUTS=runs: pdflatex -interaction=nonstopmode -halt-on-error all.tex >latex.out 2>&1 ||
        fail "LaTeX: $(grep -m 1 '^!' latex.out)"
}

# The solvers in one figure, each with its name; all points of a trace that the CSV has.
check_accuracy()
{
    local n
    run_well plot accuracy runs
    expect_in "runs/accuracy-balls-4-step200.svg and .pdf" "$out" "plot accuracy"
    for name in sbp ebp 'E1 (no unit)' sweeps 'E1 against sweeps on balls-4, instance 1, time step 200' \
        'steps = 200; stopped at eps &lt;= 1e-12'; do
        expect_in ">$name<" <(sed 's/<[/]*tspan[^>]*>//g; s/> */>/g; s/ *</</g' runs/accuracy-balls-4-step200.svg) "accuracy"
    done
    n=$(awk '/^# sbp/ { on = 1; next } /^# band/ { on = 0 } on && NF == 2 && $2 != "NaN"' \
        runs/accuracy-balls-4-step200.dat | wc -l)
    expect_equal "points of sbp" "$n" "$(grep -c '^sbp,' runs/convergence.csv)"
    run_well plot accuracy runs --over time --estimator eps-pen --solver ebp
    [ -s runs/accuracy-balls-4-step200-eps_pen-time.svg ] || fail "no figure of eps-pen over time"
    expect_in "ebp: 0" runs/accuracy-balls-4-step200-eps_pen-time.gp "a curve of zeros"
    # A changed number changes the figure.
    cp -r runs changed && awk -F, -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "e1") c = k }
        NR == 9 { $c = 0.125 } { print }' runs/convergence.csv >changed/convergence.csv
    run_well plot accuracy changed
    expect_in " 0.125" changed/accuracy-balls-4-step200.dat "the figure of a changed table"
}

# Both prices beside each other, by one axis of errors; of another code's runs, which have no trace, what
# was reached, or its name.
check_prices()
{
    run_well plot accuracy night --over both --format svg
    expect_equal "panels" "$(grep -cE '>(work \(sweeps of the exact local solve\)|CPU time of all that a solve pays \(ms\))<' \
        night/accuracy-balls-4-step200-both.svg)" 2
    expect_equal "curves of two panels" "$(grep -c '^# [se]bp, of 4 runs' night/accuracy-balls-4-step200-both.dat)" 4
    (cd night && gnuplot accuracy-balls-4-step200-both.gp 2>"$err") || fail "gnuplot alone: $(first_line "$err")"
    printf '%s\n' 'problems:' "  - name: file:$source_dir/problems/data/local/Confeti-ex03-Fc3D-SBM.hdf5" 'stop: e1' \
        'solvers: [exact, sal]' 'tolerances: [1e-2, 1e-4]' 'trace: last' >ladder.yaml
    run_well campaign ladder.yaml --out ladder
    # sal as another code: without outer solver, units and trace
    for file in $(grep -l '^sal' ladder/traces/*.csv); do rm "$file"; done
    sed -i 's/,sal,/,other,/; /,other,/s/,nlgs,/,,/' ladder/summary.csv
    run_well plot accuracy ladder --over time --format svg
    expect_in "not traced: one point per tolerance" ladder/accuracy-*-time-*.gp "the note of a ladder"
    expect_in "# other, of 1 run, 2 points" <(cat ladder/accuracy-*-time-*.dat) "a ladder of tolerances"
    run_well plot accuracy ladder --format svg
    expect_in "left out: other" <(cat ladder/accuracy-*.gp) "a figure over sweeps"
}

# A point between zeros has no line: it is among the markers, in both figures.
check_lone_points()
{
    cp -r runs lone && awk -F, -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) { if ($k == "e1") c = k
            if ($k == "eps_pen") p = k } }
        NR > 2 && NR < 60 { $c = NR == 24 ? 0.0625 : 0; $p = NR == 24 ? 0.03125 : 0 } { print }' \
        runs/convergence.csv >lone/convergence.csv
    run_well plot accuracy lone --solver sbp
    sed -n '/^# markers/,$p' lone/accuracy-balls-4-step200.dat | grep -q ' 0\.0625$' ||
        fail "a lone point of E1 has no marker"
    run_well plot convergence lone --solver sbp
    expect_equal "lone points of eps-pen" \
        "$(awk '!/^#/ && $11 == 0.03125' lone/convergence-sbp-step200.dat | wc -l)" 1
}

# Several instances: the median and its band, in the words of the note; a figure a problem.
check_campaign()
{
    run_well plot accuracy night --format svg
    expect_in "night/accuracy-balls-4-step200.svg" "$out" "plot accuracy of a campaign"
    expect_in "quartiles of 4 instances" night/accuracy-balls-4-step200.gp "accuracy of a campaign"
    awk '/^# band/ { on = 1; next } /^# markers/ { on = 0 } on && $1 != "NaN" && NF == 2 { ++n } END { exit !(n > 20) }' \
        night/accuracy-balls-4-step200.dat || fail "no band over the instances"
    run_well plot accuracy night --format svg --instance 2
    expect_in "balls-4, instance 2" night/accuracy-balls-4-step200.gp "accuracy of an instance"
}

# Without traces: what runs reached, a point a tolerance.
check_field()
{
    run_well reproduce field --data "$source_dir/problems/data" --solver exact,sbp --tol 1e-3,1e-6 \
        --max-sweeps 300 --timeout 60s --out field
    run_well plot accuracy field --format svg
    expect_in "field/accuracy-field.svg" "$out" "plot accuracy of the field"
    expect_in "medians over" field/accuracy-field.gp "accuracy of the field"
}

# The figures of a verb, drawn again in another layout, which then stays.
check_again()
{
    run_well plot again runs --format png --width 100x90
    [ "$(wc -l <"$out")" = "$(grep -l 'Draw this figure again' runs/*.gp | wc -l)" ] ||
        fail "plot again does not draw all figures"
    expect_in "canvas_height = 255.118" runs/statuses-sbp-step200.gp "plot again"
    expect_equal "layouts" "$(grep -c 'exists("formats")' runs/statuses-sbp-step200.gp)" 1
    expect_whole runs/statuses-sbp-step200.png
    run_well profile night
    run_well plot profile night --format svg --width one-column
    expect_in 'width="241pt"' night/profile-1e-8-units.svg "a profile drawn again"
    refuse $DATA "has no roofline; 'stickslip bench --out DIR' draws it" -- plot roofline night
    cp -r runs other && echo 'system "touch ran"' >>other/style.gp
    run_well plot again other --format svg
    [ -z "$(find . -name ran)" ] || fail "plot again runs the style.gp of the folder"
}

check_refusals()
{
    refuse $USAGE "unknown figure format 'gif'" svg -- plot accuracy runs --format gif
    refuse $USAGE "one-column" "85 mm" -- plot accuracy runs --width 85
    refuse $USAGE "must be sweeps, units, time or both" -- plot accuracy runs --over sweep
    refuse $USAGE "'epss'; did you mean 'eps" -- plot accuracy runs --estimator epss
    refuse $USAGE "--over is not for" -- plot scene runs --over time
    refuse $USAGE "did you mean 'accuracy'" -- plot accuracies runs
    refuse $DATA "run with --trace" -- plot accuracy untraced
    refuse $DATA "among the chosen runs" -- plot accuracy runs --solver eal
}

if ! command -v gnuplot >/dev/null; then
    echo "no gnuplot here: figures are not checked"
    exit 0
fi
make_runs
run_well run -p balls-4 -s sbp --steps 3 --trace none -o untraced
check_refusals
check_formats
check_words
check_verdicts
check_sizes
check_latex
check_accuracy
check_prices
check_lone_points
check_campaign
check_field
check_again
finish

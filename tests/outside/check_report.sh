#!/usr/bin/env bash
# The verb report from outside: a page of run, campaign, reproduce and field; every number on it is
# a cell's, nothing is loaded, names are escaped, commands repeat runs; and in a browser no page is
# wider than its window, and tables sort.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

USAGE=64 DATA=65 OUTPUT=73

# A page is whole, and takes nothing from elsewhere but what its links lead to, which is there.
expect_page() # FILE
{
    local complaint link
    complaint=$(awk -f "$support_dir/nested.awk" "$1") || fail "$1: $complaint"
    [ "$(head -c 15 "$1")" = '<!DOCTYPE html>' ] || fail "$1 is no page of HTML"
    sed 's/xmlns\(:xlink\)\?="[^"]*"//g' "$1" | grep -qiE '(src|href|url)[=(]["'"'"']?[a-z]*:?//|@import' &&
        fail "$1 loads something"
    while IFS= read -r link; do
        link=$(printf '%b' "${link//%/\\x}")
        [ -e "$(dirname "$1")/$link" ] || fail "$1: no file for the link $link"
    done < <(grep -o '<a href="[^#"]*"' "$1" | cut -d '"' -f 2)
}

report() # DIR OUT
{
    run_well report "$1" --out "$2"
    expect_equal "what report prints" "$(cat "$out")" "$2"
    expect_equal "what report leaves beside $2" "$(find "$(dirname "$2")" -maxdepth 1 -name '.*partial*')" ""
}

check_words()
{
    run_well report --help
    grep -A 2 '^Example' "$out" | grep -q 'stickslip run ' || fail "report --help has no example"
    mkdir -p empty
    refuse $USAGE "--out is needed" -- report empty
    refuse $USAGE "name a result folder" -- report --out out
    refuse $USAGE ".html or .md" -- report empty --out out
    refuse $USAGE "--format=pdf" "markdown" -- report empty --format pdf --out out
    refuse $DATA "'empty' has no summary.csv" -- report empty --out out.html
    refuse $DATA "nowhere" -- report nowhere --out out.html
    [ ! -e out.html ] || fail "a refused report left a page"
}

# ---- a folder of run, in which a solver fails ----

check_run()
{
    local figure
    run_well run -p balls-4 -s sbp,ebp,exact --steps 150 --max-sweeps 400 --statuses -o mine
    report mine mine.html
    expect_page mine.html
    expect_in '<p class="verdict mind"><b>With reservations:</b>' mine.html "the page"
    expect_in 'fails on 1 of 1 (max-sweeps)' mine.html "the verdict"
    expect_in 'ended at the cap of sweeps' mine.html "the doubts"
    if command -v gnuplot >/dev/null; then
        for figure in 'E1 against work' 'E1 against CPU time' 'Convergence of sbp' 'History of' 'Contact statuses' 'Scene of'; do
            expect_in "<figcaption>$figure" mine.html "the figures"
        done
    fi
    expect_in "<dt>to repeat</dt><dd><code>stickslip run -p balls-4" mine.html "the conditions"
    expect_in 'not at its defaults: steps=150; max-sweeps=400' mine.html "the conditions"
    report mine again.html
    cmp -s mine.html again.html || fail "the same folder gives another page"
    mkdir -p pages
    report mine pages/mine.html
    expect_page pages/mine.html
    expect_in 'href="../mine/summary.csv"' pages/mine.html "a page elsewhere"
}

# The page's command makes the run of the row again.
check_repeated()
{
    local command column
    command=$(grep -o '<code>stickslip run [^<]*-o again-1</code>' mine.html | head -n 1 |
        sed 's/<[^>]*>//g; s/&quot;/"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g')
    [ -n "$command" ] || { fail "no command that repeats a failure"; return; }
    mkdir bin
    ln -s "$program" bin/stickslip
    PATH=$PWD/bin:$PATH bash -c "$command" >"$out" 2>"$err" || fail "does not run: $command ($(first_line "$err"))"
    for column in status sweeps_last sweeps_total e1_last e1_worst parameters; do
        expect_equal "$column, repeated" "$(csv_cell again-1/summary.csv 1 $column)" \
            "$(csv_cell mine/summary.csv 1 $column)"
    done
}

# One cell is changed, and the page says so: there, and nowhere else.
check_cells()
{
    local sweeps
    sweeps=$(csv_cell mine/summary.csv 2 sweeps_total)
    cp -r mine changed
    sed -i "3s/,$sweeps,/,777777,/" changed/summary.csv
    report mine before.html
    mv mine kept && mv changed mine # links and commands are the same
    report mine after.html
    rm -r mine && mv kept mine
    expect_in ">$sweeps<" before.html "the page"
    expect_in ">777777<" after.html "the page of the changed table"
    cmp -s before.html <(sed "s/>777777</>$sweeps</" after.html) || fail "more than the cell has changed"
}

# Names that mean something in HTML, in a label and in a path.
check_escapes()
{
    cp -r mine '<i>&"x'
    sed -i '2,$s/,exact,/,"<b>exact\&",/' '<i>&"x/summary.csv'
    report '<i>&"x' escaped.html
    expect_page escaped.html
    expect_in '&lt;b&gt;exact&amp;' escaped.html "a page of strange names"
    ! grep -q '<b>exact\|<i>&' escaped.html || fail "a name is a tag"
}

check_markdown()
{
    local figure
    report mine mine.md
    expect_in '> **With reservations:**' mine.md "the page in Markdown"
    expect_in '| solver | counts |' mine.md "the page in Markdown"
    while IFS= read -r figure; do
        [ -s "$figure" ] || fail "mine.md: no figure $figure"
    done < <(grep -o '^!\[[^]]*\]([^)]*)' mine.md | sed 's/.*(//; s/)$//')
    command -v gnuplot >/dev/null && [ "$(grep -c '^!\[' mine.md)" -lt 3 ] && fail "mine.md has few figures"
}

# Without gnuplot, and where nothing can be written.
check_absent()
{
    patience=$patience timeout "$patience" "$(command -v env)" PATH="$PWD/nowhere" "$program" report mine \
        --out bare.html >"$out" 2>"$err" </dev/null
    expect_equal "exit code of report without gnuplot" $? 0
    expect_page bare.html
    expect_in 'apt-get install gnuplot-nox' bare.html "a page without gnuplot"
    ! grep -q '<img' bare.html || fail "a figure without gnuplot"
    run report mine --out nowhere/mine.html
    expect_refused $OUTPUT "report into no folder" "nowhere"
}

# ---- other folders ----

check_campaign()
{
    cat >night.yaml <<'YAML'
problems:
  - name: balls-4
    set: ['mu=0.3,0.6', 'steps=120']
solvers: [sbp, ebp]
instances: 1-2
trace: last
YAML
    run_well campaign night.yaml --out night
    report night night.html
    expect_page night.html
    expect_in '<code>ebp</code> is cheapest at E1 1e-8 (solves 4 of 4;' night.html "the verdict of a campaign"
    expect_in 'By CPU time nobody is cheapest' night.html "times of one run"
    expect_in '>Who is cheapest<' night.html "the ranking of a campaign"
    expect_in 'steps=120; mu=0.3, 0.6' night.html "the conditions of a campaign"
    command -v gnuplot >/dev/null && ! grep -q 'Performance profile at equal E1' night.html &&
        fail "no profile of a campaign"
}

check_paper()
{
    command -v gnuplot >/dev/null || return
    run_well reproduce dumont --quick --table 2 --table 4 --figure 11 -o dumont
    report dumont dumont.html
    expect_page dumont.html
    expect_in '<b>No conclusion:</b> A quick run' dumont.html "the verdict of a quick run"
    expect_in '<title>Dumont (2012) again: ' dumont.html "the title of a paper's page"
    expect_in '<h3>Table 2 of [D]' dumont.html "the page of a paper"
    expect_in 'alt="Table 2 of the paper: ours over its numbers' dumont.html "the verdicts at a glance"
    expect_equal "what report says of a quick run" "$(grep -c partial "$out")" 0
    expect_in '<h3>Table 4 of [D]' dumont.html "the page of several tables"
    expect_in 'alt="After Figure 11 of Dumont (2012)' dumont.html "the page of a paper"
    ! grep -q '>4711<' dumont.html || fail "4711 is there already"
    sed -i '2s/,[0-9]*,printed,/,4711,printed,/' dumont/table2.csv
    report dumont dumont.html
    expect_in '>4711<' dumont.html "the page of a changed table of a paper"
}

check_field()
{
    run_well reproduce field --data "$source_dir/problems/data/local" --solver exact,sbp --tol 1e-6 \
        --max-sweeps 500 --timeout 60s --out field
    report field field.html
    expect_page field.html
    expect_in 'href="field/field.csv"' field.html "the page of the field"
    expect_in 'By CPU time' field.html "the verdict of the field"
    expect_in '<h3>Problems solved, by their number of contacts</h3>' field.html "the page of the field"
}

# One story: report, its JSON and profile name the same winner, or nobody.
check_story()
{
    command -v python3 >/dev/null || return
    run_well report night --json
    cp "$out" night.json
    run_well report night --json --strict
    python3 - night.json <<'END' || fail "report --json: $(cat night.json)"
import json, sys
c = json.load(open(sys.argv[1]))
total = c["report"][0]
assert total["verdict"] == "good" and total["rows"] == total["counts"] == 8, total
won = {(r["accuracy"], r["price"]): r["solver"] for r in c["ranking"] if r["winner"]}
assert won == {(1e-8, "units"): "ebp"}, won
assert all(r["ratio_low"] <= r["ratio"] <= r["ratio_high"] for r in c["ranking"]), c["ranking"]
assert {s["solver"]: s["counts"] for s in c["solvers"]} == {"sbp": 4, "ebp": 4}, c["solvers"]
END
    expect_in "$(grep -o 'By CPU time.*' night.json | sed 's/",$//')" <(run_well profile night --no-figure; cat "$out") \
        "the headline of profile"
    run_well run -p balls-4 -s sbp,'sbp[alpha=0.600001]' --steps 120 -o alike
    run report alike --json --strict
    expect_equal "exit code where nothing is concluded" "$code" 14
    run_well report alike --json
    mkdir -p pile && : >pile/sandpile.csv
    refuse $DATA "'pile' is a pile of \`grow\`" -- report pile --json
    refuse $DATA "pile/sandpile.csv" -- report pile --out pile.html
    [ ! -e pile.html ] || fail "a page of an empty pile"
    run_well grow --set n=8 --set steps=3 -s sweeps,gradient -o grown
    report grown grown.md
    expect_in "2 of 2 solvers met the tolerance in all steps" grown.md "the pile's verdict"
    expect_in "| gradient | 3/3 | $(awk -F , '$11 == "gradient" { n += $4 } END { print n }' grown/sandpile.csv) |" \
        grown.md "the pile's table"
    report grown grown.html
    expect_page grown.html
}

# ---- in a browser ----

# What stands in the title when all has been loaded and scripts have run.
shown_title() # PAGE
{
    timeout "$patience" chromium --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/browser" \
        --window-size=1400,1000 --virtual-time-budget=5000 --dump-dom "file://$PWD/$1" 2>/dev/null |
        sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' | head -n 1
}

# Figures of others are images: nothing in them runs, with and without the page's policy.
check_hostile_figures()
{
    local svg='<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"' ran='document.title=top.document.title=1' title page
    cp -r mine hostile
    echo "$svg onload=\"$ran\"/>" >hostile/x1.svg
    echo "$svg><SCRIPT>$ran</SCRIPT><script>$ran</script></svg>" >hostile/x2.svg
    echo "$svg/></svg>\"><img src=x onerror=\"$ran\"><script>$ran</script>" >hostile/x3.svg
    echo "$svg><foreignObject width=\"9\" height=\"9\"><iframe xmlns=\"http://www.w3.org/1999/xhtml\" \
srcdoc=\"&lt;script>$ran&lt;/script>\"/></foreignObject></svg>" >hostile/x4.svg
    echo "$svg><a href=\"javascript:$ran\"><animate attributeName=\"href\" onbegin=\"$ran\"/></a></svg>" >hostile/x5.svg
    report hostile hostile.html
    expect_page hostile.html
    expect_equal "figures of others" "$(grep -c '<figcaption>x[1-5]<' hostile.html)" 5
    title=$(sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' hostile.html | head -n 1)
    grep -v 'Content-Security-Policy' hostile.html >bare.html
    sed "s|^<img alt=\"x1\".*|$svg onload=\"$ran\">|; s/script-src/& 'unsafe-inline'/; s/'sha256-[^']*'//" hostile.html >ran.html
    expect_equal "title where a script ran" "$(shown_title ran.html)" 1
    for page in hostile.html bare.html; do
        expect_equal "title of $page" "$(shown_title $page)" "$title"
    done
}

# Within a frame: a window has a least width of its own.
probe() # PAGE WIDTH
{
    local script
    script=$(cat "$support_dir/page_probe.js")
    awk -v script="$script" '{ sub(/script-src/, "& '\''nonce-probe'\''") }
        /^<\/body>/ { print "<script nonce=\"probe\">" script "</script>" } { print }' "$1" >probed.html
    cat >frame.html <<HTML
<!DOCTYPE html><title></title>
<script>addEventListener("message", function (event) { document.title = event.data; });</script>
<iframe src="probed.html" width="$2" height="900" style="border: 0"></iframe>
HTML
    shown_title frame.html
}

check_browser()
{
    local page width answer
    if ! command -v chromium >/dev/null; then
        [ -z "${CI:-}" ] || fail "no browser: apt-get install chromium"
        echo "no chromium here (apt-get install chromium): pages are not looked at in a browser"
        return
    fi
    for page in mine.html night.html dumont.html field.html escaped.html; do
        [ -e "$page" ] || continue
        for width in 390 1280; do
            answer=$(probe "$page" $width)
            case $answer in
                "width=$width; overflow=false; before=none; "*"; state=ascending; "*"; state=descending; others=none") ;;
                *) fail "$page at $width: $answer" ;;
            esac
        done
    done
    command -v gnuplot >/dev/null && check_hostile_figures
    # sbp failed and has no number: it is last both ways
    answer=$(probe mine.html 1280)
    local up down
    up=$(for row in 2 3; do csv_cell mine/summary.csv $row sweeps_total; done | sort -n | tr '\n' ' ')
    down=$(for row in 2 3; do csv_cell mine/summary.csv $row sweeps_total; done | sort -rn | tr '\n' ' ')
    [[ $answer == *"up=$up-; state"* ]] || fail "sorted up: $answer"
    [[ $answer == *"down=$down-; state"* ]] || fail "sorted down: $answer"
    # a mark a row that has both numbers, in the plots of solvers and of runs
    [[ $answer == *"; marks=2 of 3; marks=3 of 3; "* ]] || fail "marks of the plots: $answer"
}

check_words
check_run
check_repeated
check_cells
check_escapes
check_markdown
check_absent
check_campaign
check_paper
check_field
check_story
check_browser
finish

#!/usr/bin/env bash
# Words: hints that name the likely wish, contradictions that are refused, files that are described,
# plans that show what varies, summaries for programs.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

refused() # CODE TEXT WORD...
{
    refuse "$1" "$2" -- "${@:3}"
}

check_grids()
{
    refused 64 '`sweep` and `campaign` take several' run -p balls-4,sliding-ball -s sbp -o out
    refused 64 '`sweep` and `campaign` take grids' run -p balls-4 --set mu=0.1,0.3 -s sbp -o out
    refused 64 '`sweep` and `campaign` take grids' run -p balls-4 -s 'sbp[alpha=0.2:5:log:9]' -o out
    refused 64 '`sweep` and `campaign` take grids' run -p balls-4 -s 'sbp[alpha=0.2,0.3]' -o out
    refused 64 '`sweep` and `campaign` take lists' run -p balls-4 -i 1-5 -s sbp -o out
}

check_contradictions()
{
    refused 64 "steps is set to 10 and to 20" run -p balls-4 -s sbp --steps 10 --set steps=20 -o out
    refused 64 "tol is set to 1e-3 and to 1e-4" run -p balls-4 -s sbp --tol 1e-3 --tol 1e-4 -o out
    refused 64 "mu is set to 0.1 and to 0.2" run -p balls-4 -s sbp -S mu=0.1 -S mu=0.2 -o out
    refused 64 "--out is out and y" run -p balls-4 -s sbp -o out -o y
    refused 64 "tol is set among the parameters and among the tolerances" \
        sweep -p balls-4 -s sbp --tol 1e-3 --set tol=1e-4 -o out
    refused 64 "--solver is sbp and ebp; a list has commas" run -p balls-4 -s sbp -s ebp -o out
    run_well run -p sliding-ball -s sbp --steps 2 --steps 2 --set steps=2 -o twice # no contradiction
}

check_hints()
{
    refused 64 "--out is needed" run -p balls-4 -s sbp
    refused 65 "nope.yaml" campaign nope.yaml
    refused 64 "stickslip plot statuses" statuses
    refused 64 "'stickslip describe balls-4' lists what it has" run -p balls-4 -S nope=1 -s sbp -o out
    refused 64 "usage: stickslip baseline save NAME DIR" baseline save name
    run_well run -p sliding-ball -s sbp --steps 2 -o plain
    refused 65 "run with --trace and --statuses" plot statuses plain
    refused 65 "not a campaign store (made by \`run\`?)" status plain
    run_well help run
    grep -q '^Usage: stickslip run ' "$out" || fail "help run: $(first_line "$out")"
    run_well run -h
    grep -q '^Usage: stickslip run ' "$out" || fail "run -h: $(first_line "$out")"
    refused 64 "one solver can stand here" freeze -p balls-4 -s ebp,sbp -t 200 -o out
    run_well describe 'ebp[alpha=2]'
    expect_in "ebp[alpha=2] is: alpha=2," "$out" "describe 'ebp[alpha=2]'"
}

# A pipe that is closed early is no fault of ours.
check_closed_pipe()
{
    "$program" list columns 2>"$err" | head -n 1 >/dev/null
    expect_equal "complaints into a closed pipe" "$(cat "$err")" ""
}

check_file()
{
    run_well freeze -p balls-4 -s ebp --step 400 --solution -o b.hdf5
    expect_in "b.hdf5: 10 contacts of balls-4 at step 400, moved by ebp; with its r and u" "$out" freeze
    grep -qE '^the solution: solved, eps .*, E1 ' "$out" || fail "freeze: $(cat "$out")"
    run_well describe file:b.hdf5
    expect_in "file:b.hdf5 - balls-4, instance 1, step 400" "$out" "describe file:"
    for text in "contacts: 10" "mu: 0.3 at all contacts" "rank of W: 24 of 30" "coupling: " \
        "origin: stickslip" "solution: r and u are stored" "rho-bar"; do
        expect_in "$text" "$out" "describe file:"
    done
    run_well describe "file:$source_dir/problems/data/local/FC3D_Example1_SBM.hdf5"
    expect_in "rank of W: 9 of 9 (full" "$out" "three contacts that do not feel each other"
    expect_in "0 others on average, 0 at most; 3 feel none" "$out" "the same"
    expect_in "solution: none is stored" "$out" "the same"
    refused 65 "nowhere.hdf5" describe file:nowhere.hdf5
    # Every column and estimator, however E1 is written.
    run_well describe E1
    expect_in "e1 - " "$out" "describe E1"
    expect_in "column e1 of convergence.csv [-]: " "$out" "describe E1"
    run_well describe work_units_total
    expect_in "column work_units_total of summary.csv" "$out" "describe of a column"
    run_well describe summary.e1_floor
    expect_equal "tables of summary.e1_floor" "$(grep -c '^column' "$out")" 1
    refused 64 "did you mean 'work_units_total'" describe work_units_totl
    refused 64 "nothing is called" describe nosuch.e1
    "$program" list columns | sed -n 's/^## \(.*\)\.csv$/\1/p; s/^| `\([^`]*\)`.*/ \1/p' |
        awk '/^ / { print table "." $1; next } { table = $1 }' >columns
    [ "$(wc -l <columns)" -gt 300 ] || fail "list columns has $(wc -l <columns) columns"
    awk 'NR % 17 == 1' columns | while read -r name; do
        "$program" describe "$name" | grep -q '^column' || echo "$name"
    done >undescribed
    [ ! -s undescribed ] || fail "describe does not know $(head -n 1 undescribed)"
}

# On a terminal sentences are broken between words into lines of 80 columns, and nothing is lost.
check_terminal()
{
    local words
    run_well run -p sliding-ball -s sbp,ebp --steps 20 -o pair
    for words in list "describe sbp" "describe E1" "describe balls-500" "describe work_units_total" \
        "compare pair pair --solver sbp:ebp" "recommend pair" "profile pair --no-figure"; do
        script -qec "'$program' $words" /dev/null </dev/null | tr -d '\r' >there
        awk -v table="$([[ $words == profile* ]] && echo yes)" '
            length > 80 && !/not in this build/ && !(table && /^  [a-z]+  +[0-9a-z]/)' there >long
        [ ! -s long ] || fail "$words: a line of more than 80 columns: $(head -n 1 long)"
        "$program" $words >elsewhere
        cmp -s <(tr -s ' \n' '\n\n' <there) <(tr -s ' \n' '\n\n' <elsewhere) ||
            fail "$words: a terminal gets other words"
    done
    awk 'length > 80' elsewhere | grep -q . || fail "no line was broken"
}

# One line for runs that differ in their instances, and what all have in common once.
check_plan()
{
    cat >night.yaml <<'END'
problems:
  - name: balls-4
    set: ['mu=0.1,0.3', steps=20]
    instances: 1-3
  - sliding-ball
solvers: [sbp, ebp]
tolerances: 1e-8
END
    run_well campaign night.yaml --dry-run
    expect_equal "lines of runs" "$(grep -c '^  ' "$out")" 3
    grep -q '^  mu=0.3  sbp, ebp  instances 1-3 (6 runs)$' "$out" || fail "the plan: $(cat "$out")"
    grep -q '^balls-4 with .*steps=20,tol=1e-08' "$out" || fail "the plan: $(cat "$out")"
    grep '^balls-4 with' "$out" | grep -q 'mu=' && fail "mu varies, and is said to be common"
    grep -qE '^14 runs, 14 missing; (about|at least) .* by .* trial runs' "$out" || fail "the plan: $(cat "$out")"
    printf 'problems: sliding-ball\nsolvers: sbp\nsteps: 2\n' >steps.yaml
    refused 65 "'steps' belongs to a problem" campaign steps.yaml --dry-run
}

# Repeats change no column but the times; campaigns take them too.
check_repeats()
{
    local column
    run_well run -p balls-4 --set h=0.001 -s sbp,ebp --steps 60 -o once
    run_well run -p balls-4 --set h=0.001 -s sbp,ebp --steps 60 --repeats 3 -o thrice
    expect_in "CPU time: median of 3 runs, quartiles" "$out" "run --repeats 3"
    run_well profile thrice --metric time --no-figure
    expect_in "one problem is a comparison, not a profile" "$out" "profile of one problem"
    grep -qE '^times: medians of 3 runs; quartiles up to [0-9.e+]+ % apart$' "$out" ||
        fail "profile of repeated runs: $(cat "$out")"
    run_well profile once --metric time --no-figure
    expect_in "note: each time is of one run" "$out" "profile of single runs"
    expect_equal "repeats" "$(csv_column thrice/summary.csv repeats | sort -u)" 3
    expect_equal "repeats of one run" "$(csv_column once/summary.csv repeats | sort -u)" 1
    for column in history convergence bodies; do
        expect_equal "rows of $column.csv" "$(csv_rows thrice/$column.csv)" "$(csv_rows once/$column.csv)"
    done
    run_well compare once thrice
    printf 'problems: sliding-ball\nsolvers: sbp\nrepeats: 3\n' >repeats.yaml
    run_well campaign repeats.yaml -o repeats
    expect_equal "repeats of a campaign" "$(csv_cell repeats/summary.csv 1 repeats)" 3
    run_well sweep -p sliding-ball --set steps=2 -s sbp --repeats 2 -o more
    expect_equal "repeats of a sweep" "$(csv_cell more/summary.csv 1 repeats)" 2
    refused 64 "--repeats=0" run -p balls-4 -s sbp --repeats 0 -o out
    run_well run -p sliding-ball -s sbp,ebp --steps 3 --json -o printed
    expect_in '"summary": [' "$out" "run --json"
    expect_in '"solver": "ebp"' "$out" "run --json"
    command -v python3 >/dev/null || return
    python3 -c 'import json, sys
rows = json.load(sys.stdin)["summary"]
assert [row["solver"] for row in rows] == ["sbp", "ebp"], rows
assert rows[0]["status"] == "solved" and rows[0]["cpu_s_q1"] is None, rows' <"$out" || fail "run --json"
}

check_status_json()
{
    run_well sweep -p sliding-ball --set steps=2 -s 'sbp[alpha=0.5,1]' -o store
    run_well status store --json
    expect_in '"planned": 2, "finished": 2, "seconds_left": 0, "planned_in_all": 2, "complete": 1, "solved": 2' "$out" "status --json"
    run_well status store
    expect_in "2 of 2 runs finished" "$out" status
    rm "$(find store/runs -name '*.csv' | head -n 1)"
    run_well status store
    expect_in "not running; 1 run left, about" "$out" status
}

# Every verb that has --json prints one object with it, and nothing else; a new one needs a line here.
check_json_of_all()
{
    command -v python3 >/dev/null || return
    local verb
    run_well run -p balls-4 --steps 700 -s sbp,ebp -o two
    run_well run -p balls-4 --steps 700 -s ebp --max-sweeps 5 -o capped
    run_well sweep -p sliding-ball --set steps=2 -s 'sbp[alpha=0.5,1]' -o stored
    run_well baseline save mine two --folder bases
    printf '%s\n' "problems:" "  - {name: sliding-ball, set: [steps=4]}" "solvers: [sal, exact]" "tolerances: [1e-3, 1e-9]" \
        "stop: e1" "keep: [observables]" >rolled.yaml
    run_well campaign rolled.yaml --out rolled
    run_well freeze -p balls-4 -s ebp -t 500 --rigid --solution -o one.json
    "$program" --help | sed -n 's/^  \([a-z-]*\)  *[a-z].*/\1/p' | sort -u >verbs
    expect_in compare verbs "the verbs of --help"
    while read -r verb; do
        "$program" "$verb" --help 2>/dev/null | grep -q -e --json || continue
        case $verb in
            baseline) set -- show mine --folder bases ;;
            bench) set -- machine --quick --anyway ;;
            check) set -- sbp -o checked ;;
            compare) set -- two two ;;
            diagnose) set -- capped ;;
            judge-step) set -- one.json ;;
            catalogue) set -- ;;
            record) set -- list ;;
            budget | arms) set -- rolled ;;
            agree) set -- two --against sbp ;;
            judge) continue ;; # minutes: check_judge.sh
            noise) set -- --pairs 8 --budget 1s -o floor.csv ;;
            profile) set -- two --no-figure ;;
            rates | recommend | report) set -- two ;;
            run) set -- -p sliding-ball -s sbp --steps 3 -o ran ;;
            status) set -- stored ;;
            *) fail "$verb --json is not tried" && continue ;;
        esac
        "$program" "$verb" "$@" --json </dev/null >"$out" 2>"$err"
        python3 -c 'import json, sys
what = json.load(sys.stdin)
assert isinstance(what, dict) and any(what.values()), what' <"$out" 2>>"$err" || fail "$verb --json: $(tail -n 3 "$err")"
    done <verbs
}

# Words of this house that a reader of mechanics does not know: each has a standard word in its place
# (paper/glossary.md). Names of columns, options and files, in backticks, are no words.
private='[Rr]eadings|(settled|other|either) reading|[Cc]ontenders?|[Pp]rices?|[Pp]riced|of the letter|no lanes|looks in|(not|first) played'
check_private()
{
    local verb name
    "$program" --help | sed -n 's/^  \([a-z-][a-z-]*\)  .*/\1/p' >verbs
    while read -r verb; do
        "$program" "$verb" --help
    done <verbs >help
    "$program" list >things
    sed -n 's/^  \([a-z0-9+-]*\) .*/\1/p' things | while read -r name; do
        "$program" describe "$name" 2>/dev/null
    done >described
    [ "$(wc -l <help)" -gt 1000 ] && [ "$(wc -l <described)" -gt 1000 ] || fail "help or describe is not there"
    "$program" list columns | sed 's/^| `[^`]*`//' >columns
    for name in help things described columns "$source_dir"/{,*/}README.md "$source_dir"/{harness,solvers,problems}/*/README.md \
        "$source_dir"/results/reference/beyond/{accuracy,arms,profiles,growth}/README.md "$source_dir/paper/glossary.md"; do
        sed 's/`[^`]*`//g; s/readings[.]csv//g; s/^column [a-z_]* of/column of/' "$name" | grep -nE "\\b($private)\\b" >found &&
            fail "a private word in ${name#"$source_dir"/}: $(head -n 1 found | cut -c -200)"
    done
    # A command of an example that is too long for a line goes on behind a backslash.
    awk '/^  (build\/)?stickslip / && !/\\$/ { getline after
         if (after ~ /^[^ ]/ && after !~ /^(where|of runs|[A-Z=-])/) print $0 }' help >broken
    [ ! -s broken ] || fail "an example is broken within: $(head -n 1 broken)"
}

# Whatever is misspelt, the likely wish is named.
check_spelling()
{
    refused 64 "did you mean 'run'" rnu
    refused 64 "did you mean 'steps'" run -p balls-4 -s sbp --stepz 3 -o out
    refused 64 "did you mean 'balls-4'" run -p bals-4 -s sbp -o out
    refused 64 "did you mean 'sbp'" run -p balls-4 -s SPB -o out
    refused 64 "did you mean 'nlgs-anderson'" run -p balls-4 -s 'nlgs-andersen[local=sal]' -o out
    refused 64 "did you mean 'alpha'" run -p balls-4 -s 'sbp[alfa=1]' -o out
    refused 64 "did you mean 'mu'" run -p balls-4 -s sbp -S mo=1 -o out
    refused 64 "did you mean 'eps'" run -p balls-4 -s sbp --stop esp -o out
    refused 64 "did you mean 'last'" run -p balls-4 -s sbp --trace lst -o out
    refused 64 "did you mean 'warm'" run -p balls-4 -s sbp --start wram -o out
    refused 64 "did you mean 'dumont'" reproduce dumnt
    refused 64 "did you mean 'columns'" list colums
    refused 64 "did you mean 'accuracy'" plot acuracy out
    refused 64 "did you mean 'python'" new-solver mine --language pyton -o out
    run run -p balls-4 -s sbp --steps 3 -o out -- --stepz # behind -- no word is an option
    grep -q "did you mean" "$err" && fail "behind --: $(first_line "$err")"
}

check_grids
check_contradictions
check_hints
check_closed_pipe
check_file
check_terminal
check_plan
check_repeats
check_status_json
check_json_of_all
check_private
check_spelling
finish

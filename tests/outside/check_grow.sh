#!/usr/bin/env bash
# The verb grow from outside: tables, description, refused words, determinism, Ctrl-C, the figure.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

USAGE=64 DATA=65 OUTPUT=73
columns=n,dt_s,time_s,sweeps,height_m,height_exact_m,err_inf_m,mass_error,max_slope_over_k,gap

check_words()
{
    local name
    run_well grow --help
    grep -A 2 '^Example' "$out" | grep -q 'stickslip grow ' || fail "grow --help has no example"
    run_well describe growing-pile
    for name in n k source source-radius f duration steps tol max-sweeps diagonals; do
        grep -qE "^  $name +=" "$out" || fail "describe growing-pile lacks $name"
    done
    for name in sweeps anderson gradient; do
        run_well list solvers
        grep -qE "^  $name +[^ ]" "$out" || fail "list solvers lacks $name"
        run_well describe "$name"
        grep -q 'reference: .' "$out" || fail "describe $name gives no reference"
    done
    run_well list problems
    expect_in "  growing-pile " "$out" "list problems"
}

check_refused()
{
    refuse $USAGE "n=15" "even" -- grow --set n=15 -o out
    refuse $USAGE "source-radius=2" "half-width=1" -- grow --set source-radius=2 -o out
    refuse $USAGE "k=-1" "must be" -- grow --set k=-1 -o out
    refuse $USAGE "'kk'" "'k'" -- grow --set kk=1 -o out
    refuse $USAGE "'k'" "KEY=VALUE" -- grow --set k -o out
    refuse $USAGE "n is set to 16 and to 8" -- grow --set n=16 --set n=8 -o out
    refuse $USAGE "steps=0" "must be" -- grow --steps 0 -o out
    refuse $USAGE "'gradent'" "'gradient'" -- grow --solver gradent -o out
    refuse $USAGE "m=0" "must be" -- grow --solver 'anderson[m=0]' -o out
    refuse $USAGE "sweeps is named twice" -- grow --solver sweeps,sweeps -o out
    refuse $USAGE "--frames=11" "10" -- grow --frames 11 -o out
    refuse $USAGE "'stickslip grow'" -- sandpile
    refuse $USAGE "'stickslip grow'" -- run -p growing-pile -s exact -o out
    refuse $USAGE "'exact'" "'stickslip list solvers'" -- grow --solver exact -o out
    refuse $USAGE "--out is needed" -- grow
    mkdir there
    run grow -o there
    expect_refused $OUTPUT "grow into a folder that exists" "there"
}

# Two runs of one command: the same bytes, but for times.
check_tables()
{
    local words=(grow --set n=8 --solver 'sweeps,anderson[m=5],gradient')
    run_well "${words[@]}" -o pile
    expect_equal "files" "$(ls -A pile | tr '\n' ' ')" "provenance.txt sandpile.csv surface.csv "
    expect_whole_folder pile
    case "$(head -n 1 pile/sandpile.csv)," in
        "$columns,"*) ;;
        *) fail "sandpile.csv does not begin with the columns $columns" ;;
    esac
    expect_equal "rows" "$(csv_rows pile/sandpile.csv)" 30
    expect_equal "nodes" "$(csv_rows pile/surface.csv)" $((30 * 81))
    expect_equal "solvers" "$(csv_column pile/sandpile.csv solver | uniq | tr '\n' ' ')" \
        "sweeps anderson[m=5] gradient "
    expect_equal "status" "$(csv_column pile/sandpile.csv status | sort -u)" solved
    expect_in "sand kept to" "$out" "standard output"
    grep -q '^command: .*grow --set n=8' pile/provenance.txt || fail "provenance: no command"
    run_well "${words[@]}" -o again
    cmp -s pile/surface.csv again/surface.csv || fail "surface.csv is another the second time"
    expect_equal "the second sandpile.csv" "$(csv_without again/sandpile.csv cpu_s | cksum)" \
        "$(csv_without pile/sandpile.csv cpu_s | cksum)"
    run_well grow --set n=8 --steps 30 --frames 20 -o few
    expect_equal "kept steps" "$(csv_column few/surface.csv step | uniq | tr '\n' ' ')" "20 30 "
    run_well grow --set n=16 --solver sweeps --max-sweeps 3 -o capped
    expect_in "of 10 steps solved" "$out" "a run at its cap"
    expect_equal "status" "$(csv_column capped/sandpile.csv status | sort -u | tr '\n' ' ')" \
        "max-sweeps solved "
}

# Steps without end: the first ones are kept, whole.
check_interrupt()
{
    local pid
    "$program" grow --set n=16 --solver sweeps --tol 1e-300 --max-sweeps 1000000000 -o caught \
        >"$out" 2>"$err" </dev/null &
    pid=$!
    await '[ -d caught ] && [ -n "$(find caught -name ".sandpile.csv.partial-'"$pid"'-*")" ]'
    sleep 1
    kill -INT "$pid"
    wait "$pid"
    expect_equal "exit code after SIGINT" $? 130
    expect_in "interrupted in step" "$err" "the message after SIGINT"
    expect_in "caught" "$err" "the message after SIGINT"
    expect_whole_folder caught
    expect_equal "files after SIGINT" "$(ls -A caught | tr '\n' ' ')" \
        "provenance.txt sandpile.csv surface.csv "
    expect_equal "nodes after SIGINT" "$(csv_rows caught/surface.csv)" \
        $(($(csv_rows caught/sandpile.csv) * 289))
}

check_figure()
{
    if ! command -v gnuplot >/dev/null; then
        echo "no gnuplot here: plot surface is not checked"
        return
    fi
    run_well plot surface pile
    expect_equal "figures" "$(ls pile | grep -cE '^surface-.*\.(svg|pdf)$')" 6
    run_well plot surface pile --solver gradient --step 4
    head -n 3 pile/surface-gradient-step4.svg | grep -q '<svg' || fail "the SVG is none"
    expect_in "n_sections = 4" pile/surface-gradient-step4.gp "the figure's settings"
    expect_whole_folder pile
    run plot surface few --step 7
    expect_refused $DATA "a step that was not kept" "step 7" "kept: 20, 30"
    run plot surface there
    expect_refused $DATA "a folder without a pile" "surface.csv" "stickslip grow"
}

check_words
check_refused
check_tables
check_interrupt
check_figure
finish

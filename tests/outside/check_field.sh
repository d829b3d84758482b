#!/usr/bin/env bash
# reproduce field: a row for every trial, honest statuses, exact against Siconos' Gauss-Seidel, bad
# files that cost nobody a row, refusals, determinism. Caps of sweeps end what does not converge,
# not times, so that the statuses do not depend on the machine.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

data=$source_dir/problems/data
tols=1e-4,1e-8
solvers=exact,sbp,ebp
siconos=no
if "$program" list solvers | grep '^  siconos-nsgs-full ' | grep -qv 'not in this build'; then
    siconos=yes
    solvers=$solvers,siconos-nsgs-full
fi
statuses='solved|near|max-sweeps|stagnated|diverged|false-convergence|timeout|crashed|out-of-memory|error'

field() # OUT ARGUMENTS...
{
    local folder=$1
    shift
    run_well reproduce field --solver "$solvers" --timeout 60s --max-sweeps 2000 --stop siconos \
        --repeats 1 --out "$folder" "$@"
}

# problem|solver|tol|status|sweeps|contacts|e1|siconos_rel, a line a row
rows_of() # FOLDER
{
    local column
    for column in problem solver tol status sweeps contacts e1 siconos_rel; do
        csv_column "$1/field.csv" $column >"$scratch/column-$column"
    done
    paste -d '|' "$scratch"/column-{problem,solver,tol,status,sweeps,contacts,e1,siconos_rel}
}

check_rows()
{
    local n_files n_solvers
    n_files=$(find "$data" -name '*.hdf5' | wc -l)
    n_solvers=$(tr , '\n' <<<"$solvers" | wc -l)
    field table --data "$data" --tol $tols
    expect_in "table/field.md, field.tex, field.csv, best.csv and rates.csv" "$out" \
        "what field prints"
    expect_equal "files" "$(ls -A table | tr '\n' ' ')" \
        "best.csv field.csv field.md field.tex provenance.txt rates.csv store "
    expect_whole_folder table
    rows_of table >rows
    expect_equal "rows" "$(count_lines rows)" $((n_files * n_solvers * 2))
    expect_equal "rows, no two the same" "$(cut -d '|' -f 1-3 rows | sort -u | wc -l)" \
        $((n_files * n_solvers * 2))
    expect_equal "problems" "$(cut -d '|' -f 1 rows | sort -u | tr '\n' ' ')" \
        "$(cd "$data" && find . -name '*.hdf5' -printf '%P\n' | sort | tr '\n' ' ')"
    expect_equal "unknown statuses" "$(cut -d '|' -f 4 rows | grep -vcxE "$statuses")" 0
    grep -q '|solved|' rows || fail "nothing is solved"
    # solved means so, under the estimator that settles it, and r came back
    awk -F '|' '$4 == "solved" && !($8 <= $3) { bad = 1 } END { exit bad }' rows ||
        fail "a solved row misses its tolerance"
    # where E1 is large in spite of that, the cell has its mark
    expect_equal "cells with a mark" "$(grep -o '!)' table/field.md | wc -l)" \
        "$(awk -F '|' '$4 == "solved" && $7 > 1e-3' rows | wc -l)"
    grep -q '!)' table/field.md || fail "no cell has a mark"
    expect_in 'FrictionContact3D\_1c' table/field.md field.md
    expect_equal "rho_bar" "$(csv_column table/field.csv rho_bar | sort -u)" auto
    expect_in 'rho\_bar auto' table/field.md field.md
    expect_in "FrictionContact3D" table/field.tex field.tex
    run_well profile table --solvers sbp,ebp,exact --no-figure -o profiled # its rows are in its store
    expect_in "By work units" "$out" "profile of a field"
    expect_in "By CPU time nobody is cheapest" table/field.md "the headline of runs that were made once"
}

# Both are the same method: the sweeps agree, and what Siconos solves we solve.
check_against_siconos()
{
    if [ $siconos = no ]; then
        echo "no Siconos here: its sweeps are not compared"
        return
    fi
    awk -F '|' '{ status[$1, $3, $2] = $4; sweeps[$1, $3, $2] = $5; trial[$1 SUBSEP $3] = 1 }
        END {
            for (t in trial) {
                theirs = status[t, "siconos-nsgs-full"]; ours = status[t, "exact"]
                a = sweeps[t, "exact"]; b = sweeps[t, "siconos-nsgs-full"]
                if (theirs != "solved")
                    continue
                ++n
                if (ours != "solved")
                    print t ": exact is " ours
                else if ((a - b) * (a - b) > 0.0004 * b * b)
                    print t ": exact needs " a " sweeps, siconos-nsgs-full " b
            }
            if (n < 20)
                print "Siconos solves only " n + 0
        }' rows >complaints
    while IFS= read -r line; do fail "${line//$'\034'/, }"; done <complaints
}

# Every rate is what field.csv counts.
check_rates()
{
    local column
    for column in solver tol size_class problems solved rate; do
        csv_column table/rates.csv $column >"column-$column"
    done
    paste -d '|' column-{solver,tol,size_class,problems,solved,rate} >rates
    expect_equal "rates" "$(count_lines rates)" $(($(tr , '\n' <<<"$solvers" | wc -l) * 2 * 5))
    awk -F '|' 'NR == FNR {
            class = $6 > 1000 ? "1001-" : $6 > 100 ? "101-1000" : $6 > 10 ? "11-100" : "1-10"
            ++n[$2, $3, class]; ++n[$2, $3, "all"]
            if ($4 == "solved" && $7 <= 1e-3) { ++good[$2, $3, class]; ++good[$2, $3, "all"] }
            next
        }
        $4 != n[$1, $2, $3] + 0 || $5 != good[$1, $2, $3] + 0 ||
            ($4 > 0 && ($6 - $5 / $4) ^ 2 > 1e-20) { print }' rows rates >complaints
    while IFS= read -r line; do fail "rates.csv: $line"; done <complaints
}

# best.csv is what field.csv says: the least time of each side among the solved.
check_best()
{
    local column
    for column in problem tol ours_cpu_s theirs_cpu_s winner; do
        csv_column table/best.csv $column >"column-$column"
    done
    paste -d '|' column-{problem,tol,ours_cpu_s,theirs_cpu_s,winner} | sort >best
    for column in cpu_s cpu_looks_s; do
        csv_column table/field.csv $column >"column-$column"
    done
    paste -d '|' rows column-{cpu_s,cpu_looks_s} | awk -F '|' '
        function of(side, t) { return ((side "|" t) in least) ? least[side "|" t] : "nan" }
        { trial = $1 "|" $3; seen[trial] = 1; side = $2 ~ /^siconos/ ? "theirs" : "ours"
          time = $9 + $10; known = of(side, trial)
          if ($4 == "solved" && $7 <= 1e-3 && (known == "nan" || time < known))
              least[side "|" trial] = time }
        END {
            for (t in seen) {
                a = of("ours", t); b = of("theirs", t); winner = "theirs"
                if (a == "nan" && b == "nan")
                    winner = "none"
                else if (b == "nan")
                    winner = "ours"
                else if (a != "nan")
                    winner = "open" # each was run once
                print t "|" a "|" b "|" winner
            }
        }' | sort >wanted
    expect_equal "duels" "$(count_lines best)" "$(count_lines wanted)"
    paste -d '|' best wanted | awk -F '|' '
        function same(a, b) { return a == b || (b != "nan" && (a - b) ^ 2 <= 1e-8 * b * b) }
        !($1 == $6 && $2 == $7 && same($3, $8) && same($4, $9) && $5 == $10)' >complaints
    while IFS= read -r line; do fail "best.csv: $line"; done <complaints
    [ $siconos = yes ] || return
    expect_in "chosen after the fact" table/field.md field.md
    expect_in "the best of ours is quicker on $(grep '|0.0001|' best | grep -c '|ours$')" \
        table/field.md field.md
    expect_equal "reasons" "$(csv_column table/best.csv reason | grep -c .)" \
        "$(grep -c '|open$' best)"
}

# Another code under an estimator that is not its own: it is given what meets the tolerance.
check_equal_terms()
{
    [ $siconos = yes ] || return
    run_well reproduce field --data "$data" --solver siconos-nsgs-full --tol 1e-6 \
        --max-sweeps 2000 --out equal
    expect_equal "what stops by default" "$(csv_column equal/field.csv stop | sort -u)" e1
    csv_column equal/field.csv tol_given | awk '$1 != 1e-6 { ++n } END { exit n < 3 }' ||
        fail "no tolerance is sought"
    csv_column equal/field.csv status >states
    grep -qxE 'near|false-convergence' states && fail "a tolerance is missed by what claims it"
    csv_column equal/field.csv repeats | grep -qx 5 || fail "no solve is repeated"
    csv_column equal/field.csv standing | grep -qx counts || fail "no row counts"
    expect_equal "tolerances where its own estimator settles" \
        "$(csv_column table/field.csv tol_given | sort -u | tr '\n' ' ')" "0.0001 1e-08 nan "
}

# Outer solvers: each local one in each; those that need none stand alone.
check_outers()
{
    run_well reproduce field --data alone --solver 'exact,sbp[alpha=0.5],admm' --tol 1e-6 \
        --outer 'nlgs,nlgs-sor[omega=1.1]' --out outers
    csv_column outers/field.csv solver >names
    csv_column outers/field.csv outer >outer
    expect_equal "contenders" "$(paste -d ' ' names outer | tr '\n' ';')" \
        "exact nlgs;exact nlgs-sor[omega=1.1];sbp[alpha=0.5] nlgs;sbp[alpha=0.5] nlgs-sor[omega=1.1];admm ;"
    expect_in 'nlgs-sor[omega=1.1,local=exact]' outers/field.md field.md
    run_well reproduce field --data alone --solver exact,admm --tol 1e-6 --outer nlgs --out outers
    grep -qE '^By .*`(sbp|nlgs-sor)' outers/field.md && fail "the headline ranks runs of an earlier plan: $(grep -m 1 '^By ' outers/field.md)"
    run_well reproduce field --data alone --tol 1e-6 --out everybody
    csv_column everybody/field.csv solver >names
    csv_column everybody/field.csv outer >outer
    paste -d ' ' names outer >contenders
    for name in 'exact nlgs' 'ebp nlgs' 'exact nlgs-anderson' 'exact sweeps+newton' 'reference ' \
        'ppa-newton ' 'central-path ' 'admm ' 'apgd '; do
        grep -qxF "$name" contenders || fail "all of ours lack $name"
    done
    expect_equal "each but once" "$(sort contenders | uniq -d)" ""
}

# Two runs, the second on one process: they differ only in times.
check_determinism()
{
    local times=cpu_s,wall_s,cpu_looks_s,cpu_whole_s
    field again --data "$data" --tol $tols --jobs 1
    csv_without table/field.csv $times >first
    csv_without again/field.csv $times >second
    cmp -s first second || fail "two runs differ: $(diff first second | head -n 2 | tail -n 1)"
    cmp -s table/rates.csv again/rates.csv || fail "two runs differ in rates.csv"
    sed -E '/^By CPU time/d; /^## One of/,/^## Frozen/d; s/\) [0-9.e+-]+ s /) /g' table/field.md >first
    sed -E '/^By CPU time/d; /^## One of/,/^## Frozen/d; s/\) [0-9.e+-]+ s /) /g' again/field.md >second
    [ "$(count_lines first)" -gt 10 ] || fail "nothing is compared of field.md"
    cmp -s first second || fail "two runs differ in field.md, but for times"
}

# The same command again runs nothing and writes the same tables; a lost run is run again.
check_resumed()
{
    local store=again/store n
    n=$(csv_rows again/field.csv)
    cp again/field.csv first
    rm again/field.csv again/rates.csv
    field again --data "$data" --tol $tols
    cmp -s again/field.csv first || fail "the same command again changes field.csv"
    run_well status $store
    expect_in "$n of $n runs finished" "$out" "the field's store"
    rm "$(find $store/runs -name '*.csv' | head -n 1)"
    field again --data "$data" --tol $tols
    csv_without again/field.csv cpu_s,wall_s,cpu_looks_s,cpu_whole_s >second
    csv_without first cpu_s,wall_s,cpu_looks_s,cpu_whole_s >third
    cmp -s second third || fail "a run that was lost is another one when run again"
}

# A file that is no problem is a row with the reason, for each solver, and the others are as alone.
check_hostile()
{
    local good=$data/local/FrictionContact3D_1c.hdf5 k n status
    mkdir -p mixed/below alone
    cp "$good" mixed/below/good.hdf5
    cp "$good" alone/good.hdf5
    echo "this is a text, not a problem" >mixed/a_text.hdf5
    head -c 1000 "$good" >mixed/a_truncated.hdf5
    : >mixed/an_empty.hdf5
    echo "not looked at" >mixed/notes.txt
    mkdir mixed/folder.hdf5
    n=$(tr , '\n' <<<"$solvers" | wc -l)
    field hostile --data mixed --tol 1e-8
    field friendly --data alone --tol 1e-8
    expect_equal "rows with bad files" "$(csv_rows hostile/field.csv)" $((4 * n))
    csv_column hostile/field.csv problem >names
    csv_column hostile/field.csv status >states
    csv_column hostile/field.csv message >messages
    expect_equal "good rows" "$(paste -d '|' names states | grep -c '^below/good.hdf5|')" "$n"
    for k in a_text a_truncated an_empty; do
        status=$(paste -d '|' names states | grep "^$k" | cut -d '|' -f 2 | sort -u)
        expect_equal "status of $k" "$status" error
        expect_equal "$k: rows without a message" \
            "$(paste -d '|' names messages | grep -c "^$k.hdf5|\$")" 0
    done
    expect_equal "the good file's rows" \
        "$(csv_without hostile/field.csv problem,cpu_s,wall_s,cpu_looks_s,cpu_whole_s | grep -v ',error,')" \
        "$(csv_without friendly/field.csv problem,cpu_s,wall_s,cpu_looks_s,cpu_whole_s)"
    grep -q 'a\\_text' hostile/field.md || fail "field.md is silent about the bad files"
}

# A limit of time is kept, and leaves the others their rows.
check_timeout()
{
    run_well reproduce field --data "$data/local" --solver sbp --tol 1e-12 --rho-bar normal --timeout 0.2s \
        --max-sweeps 1000000000 --out short
    expect_equal "rows" "$(csv_rows short/field.csv)" "$(find "$data/local" -name '*.hdf5' | wc -l)"
    csv_column short/field.csv status | grep -qx timeout || fail "no trial reached 0.2 s"
    csv_column short/field.csv wall_s | awk '$1 > 60 { bad = 1 } END { exit bad }' ||
        fail "a trial of 0.2 s took more than a minute"
}

refused() # EXIT-CODE WORDS ARGUMENTS...
{
    refuse "$1" "$2" -- reproduce field --out out "${@:3}"
}

check_refusals()
{
    local bad
    mkdir -p nothing
    refused 64 --data
    refused 65 "no *.hdf5" --data nothing
    refused 65 nosuchfolder --data nosuchfolder
    for bad in 0 -1 2 nan inf '1e-4,' ',1e-4' '1e-4;1e-8' x ''; do
        refused 64 --tol --data "$data" --tol "$bad"
    done
    for bad in 0 -1s x 5d nan ''; do
        refused 64 --timeout --data "$data" --timeout "$bad"
    done
    refused 64 nosuchsolver --data "$data" --solver nosuchsolver
    refused 64 twice --data "$data" --solver exact,exact
    refused 64 rho-bar --data "$data" --rho-bar nosuch
    refused 64 stop --data "$data" --stop nosuch
    refused 64 --memory --data "$data" --memory 0
    refused 64 --jobs --data "$data" --jobs x
    refused 64 --memory --data "$data" --memory 99999999999999
    mkdir other && touch other/mine
    run reproduce field --data alone --out other
    expect_equal "an --out that is there and none of ours" $code 73
}

check_rows
check_against_siconos
check_rates
check_best
check_determinism
check_resumed
check_hostile
check_timeout
check_equal_terms
check_outers
check_refusals
finish

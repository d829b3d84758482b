#!/usr/bin/env bash
# compare, baseline and noise from outside: verdicts, exit codes, what is refused and how.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

words=(run -p balls-4 --set h=0.001 --steps 60 --trace none)

expect_code() # WANTED WORDS...
{
    local wanted=$1
    shift
    run "$@"
    expect_equal "exit code of: $*" $code "$wanted"
}

refused() # CODE WORD[|WORD...] COMMAND...
{
    local said=()
    IFS='|' read -ra said <<<"$2"
    refuse "$1" "${said[@]}" -- "${@:3}"
}

moved_rows()
{
    grep -E '^  (same|better|worse|changed|missing|new) ' "$out"
}

make_runs()
{
    run_well "${words[@]}" -s sbp,ebp,ac -o one
    run_well "${words[@]}" -s ac,ebp,sbp -o two
    run_well "${words[@]}" -s 'sbp,ebp[tol=1e-3],ac' -o loose
    run_well "${words[@]}" -s ebp -o alone
    run_well "${words[@]}" -s ebp --max-sweeps 3 -o capped
    run_well run -p sliding-ball -s sbp --steps 5 --trace none -o other
}

check_help()
{
    local verb
    for verb in compare baseline noise; do
        run_well "$verb" --help
        grep -A 1 '^Example' "$out" | grep -q "stickslip " || fail "'$verb --help' has no example"
    done
    run_well compare --help
    for number in 0 10 11 12 13; do
        grep -qE "^ +$number  [a-z]" "$out" || fail "compare --help does not explain exit code $number"
    done
}

check_same()
{
    expect_code 0 compare one two
    expect_in "3 pairs: 3 same" "$out" "compare one two"
    expect_in "verdict: no change" "$out" "compare one two"
    expect_equal "rows that moved" "$(moved_rows)" ""
    expect_code 0 compare one/summary.csv two
    mkdir -p field/store # as `reproduce field` leaves it
    cp two/summary.csv field/store
    expect_code 0 compare one field
}

# A build that has gained a parameter is still comparable; not so rows of which it has two values.
check_new_parameter()
{
    sed 's/,mu=0.3,/,mu=0.3,newt=7,/' one/summary.csv >gained.csv
    expect_code 0 compare one gained.csv
    expect_in "left out of the match: newt" "$out" "a new parameter"
    sed '2s/newt=7/newt=8/' gained.csv >two-values.csv
    expect_code 12 compare two-values.csv one
    grep -qE '^  missing +balls-4 newt=8 ' "$out" || fail "newt=8 is not named: $(moved_rows)"
}

# One changed Newton tolerance: its row, and no other, is named.
check_tolerance()
{
    expect_code 13 compare one loose
    expect_equal "rows named" "$(moved_rows | grep -c .)" 1
    grep -qE '^  changed +balls-4 ebp -> ebp\[tol=1e-3\] +.*local_iterations_total [0-9]+ -> [0-9]+' \
        "$out" || fail "the row of ebp is not named: $(moved_rows)"
    expect_in "verdict: better here, worse there" "$out" "one loose"
    expect_in "paired by the name before the bracket: 1 row" "$out" "ebp[tol=1e-3]"
    expect_code 10 compare one loose --solver 'ebp:ebp[tol=1e-3]'
    expect_in "1 pair: " "$out" "--solver"
    expect_code 0 compare one loose --solver sbp
}

check_solvers()
{
    expect_code 11 compare one one --solver sbp:ebp
    expect_in "By work units \`sbp\` is cheapest " "$out" "the ranking"
    run_well profile one --solvers sbp,ebp --no-figure --out profiled
    expect_in "By work units \`sbp\` is cheapest " "$out" "the ranking of profile"
    run compare one one --solver sbp:ebp
    expect_in "solvers: sbp of BASE against ebp of NEW" "$out" "--solver sbp:ebp"
    expect_code 10 compare one one --base-solver ebp --new-solver sbp
    grep -qE '^  rated +balls-4 ebp -> sbp ' "$out" || fail "ebp -> sbp is not rated: $(moved_rows)"
    # EBP, which does less, at a thousand times the E1 of SBP: no ranking without a word.
    awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "e1_worst") at = NF - k }
        / *,ebp,/ && NR > 1 { $(NF - at) = 1e-3 } { print }' one/summary.csv >coarse.csv
    grep -q "^accuracy" "$out" && fail "E1 of equal size is told: $(cat "$out")"
    expect_code 12 compare one coarse.csv --solver sbp:ebp # no folder that could be ranked
    expect_in "ranking: none: " "$out" "no ranking"
    grep -qE '^accuracy: E1 reached differs by up to [0-9.e+]+x .*ebp 0.001 for less work' "$out" ||
        fail "the coarser E1 is not told: $(cat "$out")"
    # Numbers have as few digits as tell them apart.
    awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "eps_last") at = k }
        $3 == "sbp" { $at = "1.23456e-13" } $3 == "ebp" { $at = "1.23412e-13" } { print }' \
        one/summary.csv >digits.csv
    expect_code 12 compare digits.csv digits.csv --solver sbp:ebp
    expect_in "eps_last 1.235e-13 -> 1.234e-13 (not judged)" "$out" "digits of eps_last"
    refused 64 "sbq|did you mean 'sbp'" compare one one --solver sbq:ebp
    refused 64 "go together" compare one one --base-solver ebp
    sed 's/,sbp,/,sbp[file=a:b],/' one/summary.csv >colon.csv
    run compare colon.csv colon.csv --solver 'sbp[file=a:b]:ebp'
    expect_in "solvers: sbp[file=a:b] of BASE against ebp of NEW" "$out" "a colon within brackets"
}

# Each solver has its line: pairs by verdict, and the ratios of sweeps and of work units.
check_summary_line()
{
    expect_code 13 compare one loose
    grep -qE '^  ebp -> ebp\[tol=1e-3\] +1 +0 +0 +0 +1 +0 +[0-9.]+ +[0-9.]+$' "$out" ||
        fail "no line of ebp: $(cat "$out")"
    grep -qE '^  sbp +1 +1 +0 +0 +0 +0 +1 +1$' "$out" || fail "no line of sbp: $(cat "$out")"
}

check_outers()
{
    run_well "${words[@]}" -s sbp,ebp --outer nlgs-batched -o batched
    run_well "${words[@]}" -s sbp,ebp --tol 1e-4 -o less
    expect_code 12 compare one batched
    expect_in "no row of NEW has the same problem, parameters, outer and stop" "$out" "two outers"
    run compare one batched --outer nlgs:nlgs-batched --partial
    expect_in "2 pairs" "$out" "--outer"
    expect_in "outer solvers: nlgs of BASE against nlgs-batched of NEW" "$out" "--outer"
    refused 64 "NEW|nlgs-batchd|did you mean" compare one batched --outer nlgs:nlgs-batchd
    expect_code 12 compare one less --partial
    run compare one less --ignore tol --partial
    expect_in "2 pairs" "$out" "--ignore tol"
    expect_in "left out of the match: tol" "$out" "--ignore tol"
    refused 64 "no row has the parameter 'tool'" compare one less --ignore tool
}

# Output for programs: one object, whose verdict is that of the exit code.
check_json()
{
    run compare one loose --json
    expect_equal "compare --json" $code 13
    cp "$out" printed.json
    run compare one loose --format json
    cmp -s "$out" printed.json || fail "--format json is not --json"
    expect_in '"verdict": "better here, worse there", "exit_code": 13, "pairs": 3' printed.json json
    command -v python3 >/dev/null || return
    python3 - printed.json <<'END' || fail "compare --json: $(cat printed.json)"
import json, sys
c = json.load(open(sys.argv[1]))
total = c["comparison"][0]
assert total["verdict"] == "better here, worse there" and total["exit_code"] == 13, total
assert total["pairs"] == 3 and total["same"] == 2 and total["changed"] == 1, total
assert [s["solver"] for s in c["solvers"]].count("sbp") == 1, c["solvers"]
moved = c["moved"]
assert moved[0]["verdict"] == "changed" and moved[0]["column"] == "sweeps_total", moved
assert all(isinstance(m[k], (int, float)) for m in moved for k in ("base", "new")), moved
assert {m["column"]: m["judged"] for m in moved}["eps_last"] is False and moved[0]["judged"] is True, moved
assert any("verdict" in note for note in c["notes"])
END
}

check_status()
{
    sed 's/,solved,/,timeout,/' alone/summary.csv >timeout.csv
    expect_code 11 compare alone timeout.csv
    grep -qE '^  worse +balls-4 ebp +status solved -> timeout$' "$out" || fail "timeout: $(moved_rows)"
    expect_code 10 compare timeout.csv alone
    sed 's/,solved,/,interrupted,/' alone/summary.csv >interrupted.csv
    expect_code 12 compare alone interrupted.csv
    expect_in "left out: 0 interrupted rows of BASE, 1 of NEW" "$out" "an interrupted row"
}

check_not_comparable()
{
    expect_code 12 compare one other
    expect_in "3 of BASE, 1 of NEW" "$out" "nothing in common"
    expect_code 12 compare alone capped # another question: max-sweeps
    expect_code 12 compare one alone
    expect_in "2 of BASE, 0 of NEW" "$out" "compare one alone"
    expect_code 0 compare one alone --partial
    expect_code 0 compare alone one
    expect_in "0 of BASE, 2 of NEW" "$out" "compare alone one"
}

check_formats()
{
    run compare one loose --format csv
    expect_equal "compare --format csv" $code 13
    cp "$out" printed.csv
    expect_whole_csv printed.csv
    expect_equal "verdicts" "$(csv_column printed.csv verdict | sort | tr '\n' ' ')" "changed same same "
    run compare one loose --format markdown --out written
    expect_equal "compare --out" $code 13
    expect_whole_folder written
    cmp -s written/compare.csv printed.csv || fail "compare.csv is not what --format csv prints"
    cmp -s written/compare.md "$out" || fail "compare.md is not what --format markdown prints"
    expect_equal "rows of the table" "$(grep -c '^| changed |' written/compare.md)" 1
    refused 73 "written|exists" compare one loose --out written
    refused 64 "did you mean 'markdown'" compare one loose --format markdwn
}

check_thresholds()
{
    printf 'column,relative,absolute\n' >loose.csv
    for name in sweeps_last sweeps_total visits_total local_iterations_total projections_total work_units_total; do
        echo "$name,0.5," >>loose.csv
    done
    echo "backtracks_total,,1000000" >>loose.csv
    expect_code 0 compare one loose --thresholds loose.csv
    printf 'column,relative\ne1,0\n' >exact.csv
    expect_code 13 compare one loose --thresholds exact.csv
    grep -qE 'e1 .* \(not judged\)' "$out" && fail "e1 has a threshold and is not judged"
    printf 'column,relative\nsweep_total,0.1\n' >bad.csv
    refused 65 "bad.csv, line 2|sweeps_total" compare one two --thresholds bad.csv
    printf 'column,relative\ne1,0.1\ne1,0.2\n' >bad.csv
    refused 65 "bad.csv, line 3|e1" compare one two --thresholds bad.csv
    printf 'column,relative\ne1,-0.1\n' >bad.csv
    refused 65 "bad.csv, line 2|-0.1|>= 0" compare one two --thresholds bad.csv
    printf 'column,limit\ne1,0.1\n' >bad.csv
    refused 65 "bad.csv|column,relative" compare one two --thresholds bad.csv
    printf 'column,relative\ncpu_s,0.1\n' >bad.csv
    refused 64 "cpu_s|--noise" compare one two --thresholds bad.csv
}

check_bad_input()
{
    refused 65 "onne|baseline" compare onne two
    mkdir empty
    refused 65 "empty|summary.csv" compare one empty
    csv_without one/summary.csv visits_total | sed 's/,$//' >old.csv
    refused 65 "old.csv|visits_total|older" compare one old.csv
    { cat one/summary.csv; tail -n 1 one/summary.csv; } >double.csv
    refused 65 "double.csv|lines 4 and 5" compare one double.csv
    sed 's/,solved,/,solvd,/' one/summary.csv >status.csv
    refused 65 "status.csv, line 2|did you mean 'solved'" compare one status.csv
    sed '2s/,nlgs,/,nlgs,,/' one/summary.csv >torn.csv
    refused 65 "torn.csv, line 2" compare one torn.csv
    run compare one
    expect_equal "one side only" $code 64
}

check_baseline()
{
    local here=(--folder kept)
    run_well baseline list "${here[@]}"
    run_well baseline save mine one "${here[@]}"
    expect_whole_csv kept/mine.csv
    grep -q 'cpu_s' kept/mine.csv && fail "a baseline holds times"
    refused 73 "mine|--replace" baseline save mine two "${here[@]}"
    run_well baseline save --replace mine two "${here[@]}"
    run_well baseline list "${here[@]}"
    grep -qE '^  mine +3 rows, stickslip ' "$out" || fail "baseline list: $(cat "$out")"
    run_well baseline show mine "${here[@]}"
    grep -qE '^balls-4 .* ebp .* solved ' "$out" || fail "baseline show: $(cat "$out")"
    expect_code 0 compare mine one "${here[@]}"
    expect_code 13 compare mine loose "${here[@]}"
    refused 65 "minne|did you mean the baseline 'mine'" compare minne one "${here[@]}"
    refused 65 "interrupted.csv, line 2" baseline save more interrupted.csv "${here[@]}"
    refused 65 "double.csv|lines 4 and 5" baseline save more double.csv "${here[@]}"
    refused 64 "../up|no name" baseline save ../up one "${here[@]}"
    refused 64 "did you mean 'save'" baseline sav mine one "${here[@]}"
    expect_equal "files" "$(ls -A kept)" mine.csv
}

# Times are judged above the floor only, and only of rows that are long enough.
check_noise()
{
    run_well noise --pairs 8 --budget 1s --out noise.csv
    expect_whole_csv noise.csv
    expect_equal "the machine" "$(csv_column noise.csv machine | sort -u)" "$(sed -n 's/^cpu: //p' one/provenance.txt)"
    refused 73 "noise.csv" noise --pairs 8 --out noise.csv
    refused 64 "--pairs=3" noise --pairs 3 --out n.csv
    sanitized || (ulimit -v 2000000; refused 71 "memory" noise --pairs 100000000 --out n.csv; [ "$n_failed" -eq 0 ]) ||
        fail "noise without memory for its pairs"
    [ ! -e n.csv ] || fail "noise without memory leaves a file"
    grep -q "smallest change that can be seen" "$out" && fail "a refused noise reports"
    awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "cpu_s") at = k }
        NR > 1 { $at *= 1000 } { print }' one/summary.csv >slow.csv
    expect_code 0 compare one slow.csv
    # a quiet machine's, whatever this one is: floor 11 %
    printf 'duration_s,tail_from,tail_mean,tail_pairs,largest\n' >noise.csv
    for k in 1e-4 1e-3 1e-2 1e-1 1; do echo "$k,0.01,0.01,100,0.1" >>noise.csv; done
    sed -i '1s/$/,machine/; 2,$s/$/,/' noise.csv
    expect_code 11 compare one slow.csv --noise noise.csv
    expect_equal "rows that moved by their time" "$(moved_rows | grep -cE '^  worse .* cpu_s ')" 3
    expect_code 10 compare slow.csv one --noise noise.csv
    # rows of another machine, and of a program that did not note it
    sed 's/ \[[a-z0-9_ ]*\]"/ [another]"/' slow.csv >elsewhere.csv
    expect_code 0 compare one elsewhere.csv --noise noise.csv
    expect_in "[another] made the rows; --mix-machines judges them all the same" "$out" "two machines"
    expect_code 11 compare one elsewhere.csv --noise noise.csv --mix-machines
    csv_without slow.csv follows,machine,load_start | sed 's/,,*$//' >unknown.csv
    expect_code 11 compare one unknown.csv --noise noise.csv
    awk -F , -v OFS=, 'NR > 1 { $1 = 1e3 } { print }' noise.csv >coarse.csv
    head -n 2 coarse.csv >coarse-1.csv
    expect_code 0 compare one slow.csv --noise coarse-1.csv
    awk -F , -v OFS=, 'NR > 1 { $5 = 0.5 } { print }' noise.csv >loud.csv # 65 %
    expect_code 0 compare one slow.csv --noise loud.csv
    expect_in "times too noisy to judge in 3 of 3" "$out" "a floor of 65 %"
    expect_in "NOT judged in 3" "$out" "a floor of 65 %"
    printf 'duration_s,tail_from,tail_mean,tail_pairs,largest\n0.1,0.1,-1,3,0.1\n' >bad.csv
    refused 65 "bad.csv, line 2|tail_mean" compare one two --noise bad.csv
}

# Wherever memory runs out, it is said: each piece that the program asks for is refused once.
check_memory()
{
    local k well=0
    sanitized && return
    for ((k = 0; well < 20; ++k)); do # the C library does without some
        run_shimmed SS_SHIM_MEMORY=$k -- compare one one
        well=$((code == 0 ? well + 1 : 0))
        [ $code -eq 0 ] || grep -qi 'memory' "$err" || fail "piece $k: exit code $code: $(cat "$err")"
    done
    [ "$k" -gt 40 ] || fail "only $k pieces of memory were asked for"
}

# Classes where the times of a result lie: half of 1 ms and of 10 ms for times of 1 to 20 ms.
check_noise_like()
{
    awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "cpu_s") at = k }
        NR > 1 { $at = NR == 2 ? 0.001 : 0.02 } { print }' one/summary.csv >times.csv
    run_well noise --like times.csv --pairs 8 --budget 10m --out like.csv
    expect_in "smallest change that can be seen" "$out" "noise --like"
    expect_equal "classes" "$(csv_rows like.csv)" 2
    expect_equal "pairs" "$(csv_column like.csv pairs | sort -u)" 8
    [ "$(csv_cell like.csv 2 repeats)" -gt "$(csv_cell like.csv 1 repeats)" ] ||
        fail "longer runs are not repeated more often"
    awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "cpu_s") at = k }
        NR > 1 { $at = NR == 2 ? 0.001 : 20000 } { print }' one/summary.csv >times.csv
    run_well noise --like times.csv --pairs 8 --budget 1s --out short.csv
    expect_in "longer runs of the result are not measured: that takes --budget" "$out" "--budget 1s"
    awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "cpu_s") at = k }
        NR > 1 { $at = "nan" } { print }' one/summary.csv >times.csv
    refused 65 "times.csv|no time" noise --like times.csv --out none.csv
}

# CPU time of comparing N rows with themselves, ms.
time_rows() # N
{
    local TIMEFORMAT=%U
    awk -F , -v OFS=, -v n="$1" 'NR == 1 { print } NR == 2 { for (k = 1; k <= n; ++k) { $2 = k; print } }' \
        alone/summary.csv >large.csv
    { time "$program" compare large.csv large.csv >"$out" 2>"$err"; } 2>time
    expect_in "$1 pairs: $1 same" "$out" "$1 rows"
    awk '{ print int(1000 * $1) + 1 }' time
}

# Four times the rows cost about four times the time, not sixteen times, on a fast machine or a slow one.
check_size()
{
    local attempt few many
    for attempt in 1 2 3; do
        few=$(time_rows 5000)
        many=$(time_rows 20000)
        [ "$many" -lt $((9 * few)) ] && break
    done
    echo "20 000 rows: $many ms, 5 000 rows: $few ms"
    sanitized || [ "$many" -lt $((9 * few)) ] || fail "20 000 rows took $many ms, 5 000 took $few ms"
}

make_runs
check_help
check_same
check_new_parameter
check_tolerance
check_solvers
check_summary_line
check_outers
check_json
check_status
check_not_comparable
check_formats
check_thresholds
check_bad_input
check_baseline
check_memory
check_noise
check_noise_like
check_size
finish

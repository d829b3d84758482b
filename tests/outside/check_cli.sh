#!/usr/bin/env bash
# The program from outside: help, list, describe, run with each of its options, plot.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

# Columns that stand at the front of each table, in this order: scripts of users count on it.
summary_columns=problem,instance,solver,tol,max_sweeps,steps,status,sweeps_last,sweeps_total,\
steps_capped,eps_last,pen_local_last_m_per_s,pen_true_last_m_per_s,e1_last,max_overlap_last_m,\
contacts_last,visits_total,newton_failures_total,cpu_s
history_columns=solver,step,time_s,contacts,sweeps,eps,pen_local_m_per_s,pen_true_m_per_s,e1,\
max_overlap_m,kinetic_energy_j
convergence_columns=solver,step,sweep,eps,eps_motion,eps_proj,eps_b,eps_pen,e1

check_help()
{
    local verb
    run_well --help
    expect_equal "lines of --help over 80 columns" "$(awk 'length > 80' "$out")" ""
    for verb in $(sed -n 's/^  \([a-z-]*\)  .*/\1/p' "$out"); do
        run_well "$verb" --help
        expect_equal "lines of '$verb --help' over 80 columns" "$(awk 'length > 80' "$out")" ""
        grep -A 2 '^Example' "$out" | grep -q "stickslip $verb " ||
            fail "'stickslip $verb --help' has no example"
    done
    run_well --version
    grep -qE '^stickslip [0-9]+\.[0-9]+\.[0-9]+' "$out" || fail "--version: $(first_line "$out")"
}

# Every exit code that --help lists is a number and a meaning.
check_exit_codes()
{
    local number
    run_well --help
    for number in 0 1 64 65 69 70 71 73 74 130; do
        grep -qE "^ +$number  [a-z]" "$out" || fail "--help does not explain exit code $number"
    done
}

# The words that the plug-in lists call their members, without the section's heading.
listed()
{
    "$program" list "$1" | awk '/^  / { print $1 }'
}

check_list_and_describe()
{
    local kind name n
    for kind in solvers problems estimators; do
        n=0
        for name in $(listed "$kind"); do
            n=$((n + 1))
            run_well describe "$name"
            [[ $(head -n 1 "$out") == "$name - "?* ]] || fail "describe $name does not name it"
            grep -q 'reference: .' "$out" || fail "describe $name gives no reference"
        done
        [ "$n" -ge 1 ] || fail "list $kind lists nothing"
    done
    for name in sbp sal ebp eal ac nlgs sliding-ball balls-4 balls-500 e1 eps; do
        run_well list
        grep -qE "^  $name +[^ ]" "$out" || fail "list does not show $name"
    done
    run_well describe ebp
    for name in alpha tol cap stop printed; do
        expect_in "$name" "$out" "describe ebp"
    done
    run_well describe balls-4
    grep -qE 'mu += 0.3 +\[-\] +\(>= 0' "$out" || fail "describe balls-4: mu without default or range"
    run_well list columns
    for name in $(tr , ' ' <<<"$summary_columns,$history_columns,$convergence_columns"); do
        expect_in "| \`$name\` |" "$out" "list columns"
    done
}

expect_header() # FILE COLUMNS
{
    case "$(head -n 1 "$1")," in
        "$2,"*) ;;
        *) fail "$1 does not begin with the columns $2" ;;
    esac
}

check_tables()
{
    run_well run --problem balls-4 --solver sbp,ebp --steps 30 --set h=0.001 --out tables
    expect_equal "files" "$(ls -A tables | tr '\n' ' ')" \
        "bodies.csv convergence.csv forces.csv history.csv provenance.txt shapes.csv summary.csv "
    expect_header tables/summary.csv $summary_columns
    expect_header tables/history.csv $history_columns
    expect_header tables/convergence.csv $convergence_columns
    expect_whole_folder tables
    expect_equal "summary rows" "$(csv_rows tables/summary.csv)" 2
    expect_equal "history rows" "$(csv_rows tables/history.csv)" 60
    expect_equal "bodies rows" "$(csv_rows tables/bodies.csv)" 36
    expect_equal "solvers" "$(csv_column tables/summary.csv solver | tr '\n' ' ')" "sbp ebp "
    expect_equal "status" "$(csv_column tables/summary.csv status | sort -u)" solved
    expect_equal "steps" "$(csv_column tables/summary.csv steps | sort -u)" 30
    [ "$(csv_cell tables/summary.csv 1 contacts_last)" -ge 4 ] || fail "balls-4 has no contacts"
    expect_equal "convergence rows" "$(csv_rows tables/convergence.csv)" \
        "$(csv_column tables/summary.csv sweeps_last | awk '{ n += $1 } END { print n }')"
    grep -q '^command: .*--problem balls-4' tables/provenance.txt || fail "provenance: no command"
}

# The date, the host, and a command that a shell takes as it stands: the same folder again.
check_provenance()
{
    run_well run -p sliding-ball -s 'sbp,ebp[alpha=2]' --steps 2 -o "it's mine"
    local line
    for line in 'date: 20[0-9]{2}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z' 'host: .+' 'cpu: .+' \
        'load: [0-9.]+ [0-9.]+ [0-9.]+' 'system: Linux .+'; do
        grep -qxE "$line" "it's mine/provenance.txt" || fail "provenance: no line like '$line'"
    done
    sed -n 's/^command: //p' "it's mine/provenance.txt" >again
    expect_equal "command" "$(cat again)" \
        "stickslip run -p sliding-ball -s 'sbp,ebp[alpha=2]' --steps 2 -o 'it'\\''s mine'"
    mv "it's mine" first
    (stickslip() { "$program" "$@"; }; . ./again >/dev/null) || fail "the command does not run"
    cmp -s first/bodies.csv "it's mine/bodies.csv" || fail "the command does something else"
}

# The steps that --trace leaves in convergence.csv.
expect_traced() # TRACE WANTED-STEPS
{
    local folder=trace-$1
    run_well run -p sliding-ball -s sbp --steps 6 --trace "$1" -o "$folder"
    expect_equal "--trace $1" "$(csv_column "$folder/convergence.csv" step | uniq | tr '\n' ' ')" "$2"
    expect_header "$folder/convergence.csv" $convergence_columns
}

check_trace()
{
    expect_traced none ""
    expect_traced last "6 "
    expect_traced 3 "3 "
    expect_traced all "1 2 3 4 5 6 "
    expect_equal "one row a sweep" "$(csv_rows trace-all/convergence.csv)" \
        "$(csv_cell trace-all/summary.csv 1 sweeps_total)"
}

check_options()
{
    run_well run -p balls-4 -s sbp --set mu=0.5 --set box=0.0013 --set h=0.001 --steps 20 \
        --tol 1e-7 --max-sweeps 77 -o options
    expect_equal "--tol" "$(csv_cell options/summary.csv 1 tol | awk '{ print $1 * 1e7 }')" 1
    expect_equal "--max-sweeps" "$(csv_cell options/summary.csv 1 max_sweeps)" 77
    expect_equal "--steps" "$(csv_cell options/summary.csv 1 steps)" 20
    expect_equal "box_width_m" \
        "$(csv_cell options/summary.csv 1 box_width_m | awk '{ print $1 * 1e4 }')" 13
    case "$(csv_cell options/summary.csv 1 parameters)" in
        *,mu=0.5,*) ;;
        *) fail "--set mu=0.5 is not in the column parameters" ;;
    esac
    run_well run -p balls-4 -s sbp --set h=0.001 --steps 20 --max-sweeps 2 -o capped
    expect_equal "a cap of 2" "$(csv_cell capped/summary.csv 1 status)" max-sweeps
    [ "$(csv_column capped/history.csv sweeps | sort -n | tail -n 1)" -eq 2 ] ||
        fail "--max-sweeps 2 does not hold"
    [ "$(csv_cell capped/summary.csv 1 steps_capped)" -ge 1 ] || fail "no step counted as capped"
}

# The same long option value by way of --tol and of --set: no digit may be lost.
check_long_value()
{
    local tol
    tol=1.$(printf '%080d' 0)e-7
    run_well run -p sliding-ball -s sbp --steps 2 --tol "$tol" -o long-tol
    expect_equal "--tol 1.000...e-7" \
        "$(csv_cell long-tol/summary.csv 1 tol | awk '{ print $1 * 1e7 }')" 1
}

check_instances()
{
    local k
    for k in 1 2 3; do
        run_well run -p balls-4 -s sbp --instance $k --steps 1 -o "instance-$k"
        expect_equal "instance" "$(csv_cell instance-$k/summary.csv 1 instance)" $k
    done
    cmp -s instance-1/bodies.csv instance-2/bodies.csv && fail "instances 1 and 2 are the same"
    cmp -s instance-2/bodies.csv instance-3/bodies.csv && fail "instances 2 and 3 are the same"
    run run -p sliding-ball -s sbp --instance 2 --steps 1 -o instance-sliding
    expect_equal "sliding-ball --instance 2" $code 64
}

check_solver_options()
{
    run_well run -p balls-4 -s 'ebp[alpha=2,stop=printed],ebp,sal[alpha=0.5]' --set h=0.001 \
        --steps 20 --trace all -o solvers
    expect_whole_folder solvers
    expect_equal "labels" "$(csv_column solvers/summary.csv solver | tr '\n' ' ')" \
        "ebp[alpha=2,stop=printed] ebp sal[alpha=0.5] "
    expect_equal "labels in history" "$(csv_column solvers/history.csv solver | uniq | tr '\n' ' ')" \
        "ebp[alpha=2,stop=printed] ebp sal[alpha=0.5] "
    case "$(csv_cell solvers/summary.csv 1 options)" in
        alpha=2,stop=printed,*) ;;
        *) fail "the options are not in the column options" ;;
    esac
    run_well run -p sliding-ball -s ebp-nokink,ac --outer nlgs --steps 3 -o outer
    expect_equal "outer" "$(csv_cell outer/summary.csv 1 outer)" nlgs
}

# A warm start says so, and spares sweeps.
check_warm_start()
{
    run_well run -p balls-4 -s sbp --set h=0.001 --steps 80 -o cold
    run_well run -p balls-4 -s sbp --set h=0.001 --steps 80 --warm-start -o warm
    expect_equal "warm_start" "$(csv_cell cold/summary.csv 1 warm_start)" no
    expect_equal "warm_start" "$(csv_cell warm/summary.csv 1 warm_start)" yes
    [ "$(csv_cell warm/summary.csv 1 sweeps_total)" -lt "$(csv_cell cold/summary.csv 1 sweeps_total)" ] ||
        fail "a warm start spares no sweep"
}

check_plot()
{
    local file
    if ! command -v gnuplot >/dev/null; then
        echo "no gnuplot here: plot is not checked"
        return
    fi
    run_well run -p sliding-ball -s 'sbp,ebp[alpha=2]' --steps 6 --trace all -o plotted
    run_well plot convergence plotted
    expect_equal "figures" "$(ls plotted | grep -cE '^convergence-.*\.(svg|pdf)$')" 4
    for file in plotted/convergence-*.svg plotted/convergence-*.pdf; do
        [ -s "$file" ] || fail "$file is empty or not there"
    done
    head -n 3 plotted/convergence-sbp-step6.svg | grep -q '<svg' || fail "the SVG is none"
    head -c 5 plotted/convergence-sbp-step6.pdf | grep -q '%PDF-' || fail "the PDF is none"
    ls plotted/*.gp plotted/*.dat >/dev/null 2>&1 || fail "a figure without its .gp and .dat"
    run_well plot convergence plotted --solver sbp --step 2
    [ -s plotted/convergence-sbp-step2.svg ] || fail "plot --solver sbp --step 2 drew nothing"
    expect_in "'Convergence of sbp on sliding-ball, instance 1, time step 2'" \
        plotted/convergence-sbp-step2.gp "the title"
    expect_in "plot_note = 'steps = 6'" plotted/convergence-sbp-step2.gp "the parameters"
    expect_whole_folder plotted
}

# A figure a run of a campaign, or those that are chosen; as well in a folder of `reproduce`.
check_plot_of_a_store()
{
    command -v gnuplot >/dev/null || return
    run_well sweep -p sliding-ball --vary steps=2,3 -s sbp,ebp --trace last -o reproduced/store
    run_well plot convergence reproduced/store
    expect_equal "figures" "$(grep -c 'reproduced/store/convergence-.*svg and .pdf' "$out")" 4
    run_well plot convergence reproduced --solver ebp --problem sliding-ball --instance 1
    expect_equal "chosen" "$(ls reproduced | grep -cE '^convergence-ebp-step[23]-[0-9a-f]{8}.svg$')" 2
    run_well status reproduced
    expect_in "reproduced/store: 4 of 4 runs finished" "$out" "status of a folder of reproduce"
    run_well collect reproduced
    run plot convergence reproduced --instance 2
    expect_equal "exit code" $code 65
    expect_in "among the chosen runs" "$err" "an instance that nobody ran"
    run plot statuses reproduced
    expect_equal "exit code" $code 65
    expect_in "keeps no statuses" "$err" "statuses of a campaign"
}

check_help
check_exit_codes
check_list_and_describe
check_tables
check_provenance
check_trace
check_options
check_long_value
check_instances
check_solver_options
check_warm_start
check_plot
check_plot_of_a_store
finish

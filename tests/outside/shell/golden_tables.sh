#!/usr/bin/env bash
# What the verbs that read tables say of a store that is written here: its numbers are drawn, so no run
# and no clock has a part in them. check_golden.sh compares it with golden/tables.txt.
#
#   bash tests/outside/shell/golden_tables.sh PROGRAM SOURCE_DIR      # in a folder that it may fill
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
program=$1
support_dir=$2/tests/outside/shell

# Nine problems by four solvers, some of them not solved; the same numbers each time. `shift` alters
# every so many rows.
draw_store() # FOLDER SHIFT
{
    mkdir -p "$1/traces"
    awk -v folder="$1" -v shift="$2" '
        function draw() { state = (state * 16807) % 2147483647; return state / 2147483647 }
        function trace(id, solver, kind, n,    k, e) {
            print "solver,step,sweep,eps,e1,visits,local_iterations,cpu_s,open,sticking,sliding,changed,work_units" >file
            for (k = 1; k <= n; ++k) {
                e = kind == 0 ? 0.7^k : kind == 1 ? 10^-(1.3^k) : kind == 2 ? 1 / k^2 : \
                    kind == 3 ? 0.5^k + 1e-6 : 0.8^k * (1 + 0.5 * (k % 3))
                printf "%s,1,%d,%.9g,%.9g,%d,%d,%g,%d,3,3,%d,%g\n", solver, k, e / 3, e, 10 * k, 25 * k, k / 128, k % 4, k % 2, 2 * k >file
            }
            close(file)
        }
        BEGIN {
            state = 2701
            n_statuses = split("solved solved solved solved solved solved max-sweeps stagnated diverged timeout crashed no-contact", statuses, " ")
            n_solvers = split("sbp ebp ebp[alpha=2] apgd", solvers, " ")
            print "problem,parameters,instance,outer,options,stop,warm_start,solver,status,tol,max_sweeps,steps,sweeps_last,sweeps_total,steps_capped,visits_total,local_iterations_total,projections_total,newton_failures_total,backtracks_total,fallbacks_total,eps_last,e1,e1_last,e1_worst,cpu_s,contacts_last,run,work_units_total,alpha_bound,message,build"
            for (p = 1; p <= 9; ++p)
                for (s = 1; s <= n_solvers; ++s) {
                    status = statuses[1 + int(draw() * n_statuses)]
                    work = int(10^(1 + 2 * draw()))
                    up = draw() < 0.5
                    ends = draw() < 0.3
                    altered = shift > 0 && (4 * p + s) % shift == 0
                    work += altered * (up ? 2 : -1)
                    contacts = status == "no-contact" ? 0 : 3 + p
                    run = sprintf("%02d%d", p, s)
                    e1 = 10^(-12 + 6 * draw())
                    printf "p%d,\"tol=1e-8,mu=0.%d\",%d,%s,\"\",e1,no,%s,%s,1e-8,1000,2,%d,%d,%d,%d,%d,%d,%d,%d,%d,%.6g,%.6g,%.6g,%.6g,%.6g,%d,%s,%.6g,%.3g,,drawn\n",
                        (p + 2) / 3, p % 3 + 1, 1 + (p > 5), solvers[s] == "apgd" ? "" : "nlgs", solvers[s],
                        altered && ends ? "max-sweeps" : status, work / 2, work, status == "max-sweeps",
                        work * contacts, 2 * work * contacts, 3 * work, draw() * 3, draw() * 9, draw() * 2,
                        e1 / 2, e1, e1, 2 * e1, work * (1 + draw()) / 256, contacts, run, 1.7 * work + s, 2 - s / 4
                    file = folder "/traces/" run ".csv"
                    trace(run, solvers[s], (p + s) % 5, 4 + work % 40)
                }
        }' >"$1/summary.csv"
}

# Numbers to eight digits: the last ones are the mathematical library's.
round_numbers()
{
    awk '{
        rest = $0
        line = ""
        while (match(rest, /[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) {
            number = substr(rest, RSTART, RLENGTH)
            line = line substr(rest, 1, RSTART - 1) (RLENGTH > 11 ? sprintf("%.8g", number) : number)
            rest = substr(rest, RSTART + RLENGTH)
        }
        print line rest
    }'
}

# Print what the program says, how it ends and the tables that it leaves in `out`.
show() # WORD...
{
    local code file
    rm -rf out
    echo "$ stickslip $*"
    "$program" "$@" >said 2>&1 </dev/null
    code=$?
    {
        sed 's/\(about\|at least\) .* at a time, by/about as long as it takes, by/' said
        for file in out/*.csv convergence_rates.csv; do
            [ ! -f "$file" ] || { echo "-- $file" && cat "$file"; }
        done
    } | round_numbers
    echo "-- ends with $code"
}

# Some columns of a table whose others are times.
show_cells() # TABLE COLUMN,COLUMN...
{
    awk -f "$support_dir/csv.awk" -f "$support_dir/golden.awk" -v task=cells -v columns="$2" "$1"
}

draw_store base 0
draw_store new 7
draw_store few 29
show compare base new
show compare base few
show compare few base --partial --json
show compare base base --solver 'ebp:ebp[alpha=2]' --format markdown
show compare base new --ignore mu --format csv
show baseline list --folder kept
show compare one base --folder kept
show baseline save one base --folder kept
show baseline save one few --folder kept
show baseline save two few --folder kept
show baseline list --folder kept
show baseline show two --folder kept
show compare one new --folder kept --solver sbp
show compare on base --folder kept
printf 'column,relative,absolute\nsweeps_total,0.01,1\ne1,0.5,\nvisits_total,,40\n' >thresholds.csv
show compare base new --thresholds thresholds.csv --out out
printf 'duration_s,tail_from,tail_mean,tail_pairs,largest,machine\n' >noise.csv
printf '%s,0.02,0.015,25,0.1,\n' 0.01 0.1 1 >>noise.csv
show compare base new --noise noise.csv
printf '%s,0.1,0.05,9,0.3,\n' 3 9 >>noise.csv
show compare new base --noise noise.csv
awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) at = $k == "cpu_s" ? NF - k : at } NR > 1 { $(NF - at) = "nan" } 1' \
    base/summary.csv >timeless.csv
show noise --like timeless.csv --out out
show compare base timeless.csv --noise noise.csv
for kind in performance data; do
    for metric in units work sweeps time; do
        show profile base --no-figure --kind $kind --metric $metric --solvers 'sbp,ebp,ebp[alpha=2]'
    done
done
show profile base --no-figure --accuracy equal --out out
show profile base new --no-figure --metric work
show profile base --no-figure
show profile base --no-figure --accuracy 1e-2,1e-4 --solvers 'sbp,apgd,ebp[alpha=2]' --kind data
show rates base
show rates base --error eps --solver sbp
cat >plan.yaml <<'END'
problems:
  - name: balls-4
    set: ['mu=0.1,0.6', 'steps=60']
    instances: 1-2
  - sliding-ball
solvers: ['ebp[alpha=0.5:2:log:3]', apgd]
outers: [nlgs, 'nlgs-sor[omega=1.1]']
tolerances: [1e-6, 1e-9]
END
show campaign plan.yaml --dry-run
printf 'problems: [file:none.hdf5]\nsolvers: [sbp]\n' >none.yaml
show campaign none.yaml --dry-run
sed -i 's/^tolerances.*/warm-start: both/' plan.yaml
show campaign plan.yaml --dry-run --shard 2/3
study=(sweep -p sliding-ball -S steps=20 -S max-sweeps=400 -s 'sbp[alpha=0.5,1,2,4],sal[alpha=0.5,4]' --vary mu=0.1,2
    -j 1 --out store)
show "${study[@]}" --refine 3
show_cells store/ranges.csv parameters,$(sed -n '1s/^.*warm_start,\(.*\)$/\1/p' store/ranges.csv)
show_cells store/sweep.csv parameters,value,instances,failures,worst_status,sweeps_last_median,sweeps_total_median
show status store
show "${study[@]}" --refine 4 --dry-run

#!/usr/bin/env bash
# profile, rates and status maps from outside: tables written here by hand, whose answers are known,
# and real runs.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

USAGE=64 DATA=65 OUTPUT=73

header=problem,parameters,instance,outer,stop,warm_start,solver,status,visits_total,\
local_iterations_total,sweeps_total,sweeps_last,cpu_s,contacts_last,steps,run
trace_header=solver,step,sweep,eps,e1,visits,local_iterations,cpu_s,open,sticking,sliding,changed

# A run whose work is WORK (a third of it visits), of problem pN.
row() # PROBLEM SOLVER STATUS WORK [RUN [PARAMETERS [OUTER]]]
{
    echo "$1,\"${6:-tol=1e-8,mu=0.5}\",1,${7-nlgs},eps,no,\"$2\",$3,$(($4 / 3)),$(($4 - $4 / 3)),$4,$4,$4e-3,10,1,${5:-}"
}

fraction() # FOLDER SOLVER X
{
    csv_column "$1/profile.csv" solver >solvers
    csv_column "$1/profile.csv" x >xs
    csv_column "$1/profile.csv" fraction | paste -d ' ' solvers xs - |
        awk -v solver="$2" -v x="$3" '$1 == solver && $2 <= x + 1e-12 { f = $3 } END { printf "%.4f", f }'
}

# Gould and Scott: c hides on three problems that a beats b.
make_contest()
{
    local p
    mkdir contest
    {
        echo $header
        for p in 1 2 3; do
            row p$p a solved 20; row p$p b solved 40; row p$p c solved 10
        done
        for p in 4 5; do
            row p$p a solved 20; row p$p b solved 10; row p$p c solved 80
        done
    } >contest/summary.csv
}

# Two solvers: a dot a problem. 3 of 5 have the 90 % interval 0.1893 to 0.9236 (a table of Clopper's).
check_duel()
{
    mkdir duel && { cat contest/summary.csv; row p6 a max-sweeps 90; row p6 b solved 30; } >duel/summary.csv
    run_well profile duel --metric work --solvers a,b
    expect_in "duel/profile-duel.svg" "$out" "profile of two"
    expect_in "cheaper: a on 3, b on 2; alone: 0 and 1" duel/profile-duel.gp "the remark"
    expect_equal "dots of what both solved" "$(grep -c '^[0-9]* [0-9]*$' duel/profile-duel.dat)" 5
    expect_equal "dots at the edge" "$(grep -c '^NaN 30$' duel/profile-duel.dat)" 1
    run_well profile contest --metric work --solvers a,b
    expect_in "1 0.189255377 0.923559609" contest/profile.dat "the band of 3 in 5"
    rm -f contest/profile.* contest/profile-duel.* contest/*.gp contest/svg.awk
}

check_reversal()
{
    local k s
    make_contest
    run_well profile contest --metric work --no-figure
    expect_in "performance profile of 5 problems" "$out" "profile"
    grep -qE '^  a +0 +5 +5 +100\.0 %' "$out" || fail "a is best on 0, within 2 on 5 ($(grep '^  a' "$out"))"
    grep -qE '^  b +2 +2 +5 ' "$out" || fail "b is best on 2, within 2 on 2 ($(grep '^  b' "$out"))"
    grep -qE '^  c +3 +3 +5 ' "$out" || fail "c is best on 3, within 2 on 3 ($(grep '^  c' "$out"))"
    expect_equal "warnings" "$(grep -c '^warning' "$out")" 1
    expect_in "at tau = 1 b is above a among all (0.400, 0.000) but below it when the two are compared alone (0.400, 0.600)" \
        "$out" "the warning"
    expect_equal "F_b(1)" "$(fraction contest b 1)" 0.4000
    expect_equal "F_b(3.9)" "$(fraction contest b 3.9)" 0.4000
    expect_equal "F_b(4)" "$(fraction contest b 4)" 1.0000
    expect_equal "F_c(7.9)" "$(fraction contest c 7.9)" 0.6000
    expect_whole_folder contest
    mkdir diluted # with ties: the order is another by one problem in 20, then in 21
    { cat contest/summary.csv; for k in {6..20}; do for s in a b c; do row p$k $s solved 10; done; done; } \
        >diluted/summary.csv
    run_well profile diluted --metric work --no-figure
    expect_in "warning: at tau = 1 b is above a" "$out" "one problem in 20"
    for s in a b c; do row p21 $s solved 10; done >>diluted/summary.csv
    run_well profile diluted --metric work --no-figure
    expect_in "warning: 1 pair of solvers whose order alone is another" "$out" "one problem in 21"
    run_well profile contest --metric work --no-figure --solvers a,b
    grep -q '^warning' "$out" && fail "two solvers cannot contradict themselves"
    grep -qE '^  a +3 +5 +5 ' "$out" || fail "alone a is best on 3"
    run_well profile contest --metric work --no-figure --kind data
    grep -q '^warning' "$out" && fail "a data profile does not depend on the others"
    expect_equal "d_b(1)" "$(fraction contest b 1)" 0.4000
    expect_equal "d_b(3.9)" "$(fraction contest b 3.9)" 0.4000
    expect_equal "d_b(4)" "$(fraction contest b 4)" 1.0000
}

# Failures stay in the number of problems; what was not run leaves it, and is counted.
check_failures()
{
    mkdir failures more
    {
        echo $header
        row p1 a solved 10; row p1 'b[alpha=2,cap=9]' timeout 1
        row p2 a crashed 1; row p2 'b[alpha=2,cap=9]' diverged 1
        row p3 a max-sweeps 1; row p3 'b[alpha=2,cap=9]' solved 10
        row p4 a solved 10
    } >failures/summary.csv
    { echo $header; row p5 a solved 10; row p5 'b[alpha=2,cap=9]' solved 10; } >more/summary.csv
    run_well profile failures --metric work --no-figure
    expect_in "of 3 problems" "$out" "profile failures"
    expect_in "left out: 1 problem that" "$out" "profile failures"
    expect_equal "F_a(inf)" "$(fraction failures a 1e9)" 0.3333
    run_well profile failures more --metric work --no-figure --solvers 'b[alpha=2,cap=9],a' --out both
    expect_in "of 4 problems" "$out" "profile failures more"
    expect_equal "F_a, tie and win" "$(fraction both a 1)" 0.5000
    refuse $OUTPUT both -- profile failures --no-figure --out both
    refuse $DATA "line 2" "failures/summary.csv" "two runs of a" -- profile failures failures --no-figure --metric work
    refuse $DATA "line 2" "failures/summary.csv" "two runs of a" -- profile failures failures --no-figure
}

# Another code has no outer solver and counts no visits.
check_other_codes()
{
    mkdir other
    { echo $header; row p1 a solved 10; echo 'p1,"tol=1e-8,mu=0.5",1,,eps,no,siconos,solved,0,0,7,7,2e-3,10,1,'; } \
        >other/summary.csv
    refuse $DATA siconos "line 3" "--metric time" -- profile other --no-figure --metric work
    run_well profile other --no-figure --metric time
    expect_equal "F_siconos(1)" "$(fraction other siconos 1)" 1.0000
    expect_equal "F_a(1)" "$(fraction other a 1)" 0.0000
    expect_equal "F_a(5)" "$(fraction other a 5)" 1.0000
}

# A solver without an outer solver beside several outer ones: each pair of them is a contender.
check_outers()
{
    mkdir outers
    {
        echo $header
        row p1 alone solved 20 "" "" ""; row p1 exact solved 10; row p1 exact solved 40 "" "" nlgs-batched
        row p1 exact solved 80 "" "" 'nlgs-sor[omega=1.5]'
        row p2 alone solved 10 "" "" ""; row p2 exact solved 20; row p2 exact solved 5 "" "" nlgs-batched
        row p2 exact max-sweeps 80 "" "" 'nlgs-sor[omega=1.5]'
    } >outers/summary.csv
    run_well profile outers --no-figure --metric work
    expect_in "performance profile of 2 problems" "$out" "outers"
    expect_equal "F_alone(2)" "$(fraction outers alone 2)" 1.0000
    expect_equal "F_exact(1)" "$(fraction outers exact 1)" 0.5000
    expect_equal "F_batched(1)" "$(fraction outers 'nlgs-batched[local=exact]' 1)" 0.5000
    expect_equal "F_batched(4)" "$(fraction outers 'nlgs-batched[local=exact]' 4)" 1.0000
    grep -qE '^  nlgs-sor\[omega=1.5,local=exact\] +0 +0 +1 +50\.0 %' "$out" || fail "sor solves one: $(cat "$out")"
    run_well profile outers --no-figure --metric work --solvers 'alone,nlgs-batched[local=exact]' -o pair
    expect_equal "F_alone(1) of the pair" "$(fraction pair alone 1)" 0.5000
    refuse $USAGE "did you mean 'nlgs-batched[local=exact]'" "without --solvers the page has the names" \
        -- profile outers --no-figure --solvers 'nlgs-batch[local=exact]'
    mkdir twice
    { cat outers/summary.csv; row p1 exact solved 40 "" "" nlgs-batched; } >twice/summary.csv
    refuse $DATA "two runs of nlgs-batched[local=exact] on" -- profile twice --no-figure --metric work
}

# Work units are what costs where nothing is said, if runs have them; another code's have none.
check_units()
{
    mkdir units foreign
    {
        echo "$header,work_units_total"
        echo "$(row p1 a solved 10),30"; echo "$(row p1 b solved 20),10"
    } >units/summary.csv
    run_well profile units --no-figure --metric units
    expect_in "cost: work units: sweeps by the exact local solve" "$out" "profile units"
    expect_equal "F_b(1) by units" "$(fraction units b 1)" 1.0000
    expect_equal "F_a(3) by units" "$(fraction units a 3)" 1.0000
    expect_equal "F_a(2.9) by units" "$(fraction units a 2.9)" 0.0000
    run_well profile units --no-figure --kind data
    expect_in "budget in work units per step" "$out" "profile units --kind data"
    expect_equal "d_a(30)" "$(fraction units a 30)" 1.0000
    run_well profile contest --no-figure --kind data
    expect_in "cost: visits of a contact" "$out" "runs of an older program"
    refuse $DATA "a has no work units" "--metric time or sweeps" -- profile contest --no-figure --metric units
    {
        cat units/summary.csv
        echo 'p1,"tol=1e-8,mu=0.5",1,,eps,no,siconos,solved,0,0,7,7,2e-3,10,1,,nan'
    } >foreign/summary.csv
    refuse $DATA "siconos has no work units" "line 4" "--metric time or sweeps" -- profile foreign --no-figure --metric units
    run_well profile foreign --no-figure --metric sweeps
    expect_equal "F_siconos(1)" "$(fraction foreign siconos 1)" 1.0000
}

# e1 = RATE^sweep; 10 contacts, a visit and two iterations each a sweep.
trace() # SOLVER RATE SWEEPS
{
    awk -v solver="$1" -v rate="$2" -v n="$3" 'BEGIN {
        for (k = 1; k <= n; ++k)
            printf "%s,1,%d,1,%.17g,%d,%d,%g,4,3,3,0\n", solver, k, rate^k, 10 * k, 20 * k, k / 100 }'
}

# Solver a has a loose tolerance and stops at 1e-4; at equal accuracy they are compared all the same.
make_traces()
{
    mkdir -p traced/traces
    {
        echo $header
        row file:p.hdf5 a solved 120 aa tol=1e-4,mu=0.5
        row file:p.hdf5 b solved 240 bb tol=1e-9,mu=0.5
        row file:p.hdf5 c crashed 9 cc tol=1e-9,mu=0.5
    } >traced/summary.csv
    { echo $trace_header; trace a 0.09 4; } >traced/traces/aa.csv
    { echo $trace_header; trace b 0.5 30; } >traced/traces/bb.csv
}

check_accuracy()
{
    make_traces
    refuse $DATA "no problem that all 3 solvers" -- profile traced --no-figure --metric work
    run_well profile traced --no-figure --accuracy 1e-2,1e-6 --kind data
    expect_in "E1 <= 0.01" "$out" "profile --accuracy"
    # 1e-2: a after 2 sweeps = 60 of work, b after 7 = 210; over 10 contacts 6 and 21.
    expect_equal "values" "$(awk -F , '$3 == 0.01 && $6 == 1 { print $4 "=" $5 }' traced/profile.csv |
        sort -u | head -n 2 | tr '\n' ' ')" "a=21 a=6 "
    # 1e-6: a never (its trace ends at 1e-4), b after 20 = 60.
    expect_equal "values" "$(awk -F , '$3 == 1e-6 && $6 == 1 { print $4 "=" $5 }' traced/profile.csv |
        sort -u | head -n 1)" "b=60"
    expect_equal "a at 1e-6" "$(awk -F , '$3 == 1e-6 && $4 == "a" && $6 > 0' traced/profile.csv)" ""
    expect_in "note: 1 trace ends above E1 = 1e-06" "$out" "a stopped at 1e-4 by its own tolerance"
    run_well profile traced --no-figure --accuracy all --metric sweeps
    expect_equal "accuracies" "$(csv_column traced/profile.csv accuracy | sort -u | wc -l)" 11
    # Time is the price of the row, spread over the trace: a has paid 2/4 of 120, b 7/30 of 240.
    run_well profile traced --no-figure --accuracy 1e-2 --metric time
    expect_equal "F_a(1.07)" "$(fraction traced a 1.07)" 0.0000
    expect_equal "F_a(1.08)" "$(fraction traced a 1.08)" 1.0000
    expect_equal "F_c(inf)" "$(fraction traced c 1e9)" 0.0000
    # Reached: 0.09^4 = 6.6e-5 by a after 4 sweeps, less by b, which is there after 14.
    run_well profile traced --no-figure --accuracy equal --metric sweeps
    expect_in "the loosest E1 that all reached" "$out" "--accuracy equal"
    expect_equal "F_b(3.4), equal" "$(fraction traced b 3.4)" 0.0000
    expect_equal "F_b(3.5), equal" "$(fraction traced b 3.5)" 1.0000
    expect_equal "F_a(1), equal" "$(fraction traced a 1)" 1.0000
    # Pairs with 1e-2, 1e-3, 1e-4, which a reaches after 2, 3, 4 sweeps, b after 7, 10, 14, c never;
    # of finer ones a's own tolerance tells nothing.
    run_well profile traced --kind ecdf --metric sweeps --out ecdf
    expect_in "3 targets, the finest E1 0.0001; others are left out" "$out" "--kind ecdf"
    expect_equal "F_a(3), F_b(7), F_b(13), F_b(14), F_c(inf)" "$(fraction ecdf a 3) $(fraction ecdf b 7) \
$(fraction ecdf b 13) $(fraction ecdf b 14) $(fraction ecdf c 1e9)" "0.6667 0.3333 0.6667 1.0000 0.0000"
    expect_in "y_title = 'fraction of problem and target pairs'" ecdf/profile-ecdf.gp "its axis"
    refuse $DATA "a trace ends above E1 = 1e-06" -- profile traced --no-figure --kind ecdf --accuracy 1e-6
    refuse $USAGE "equal is one target" -- profile traced --kind ecdf --accuracy equal
    rm traced/traces/bb.csv
    refuse $DATA "of b left no trace" "--trace" "line 3" -- profile traced --no-figure --accuracy 1e-2
    run_well profile traced --no-figure --accuracy 1e-2 --solvers a,c
}

# Problems that tell nothing, and runs that stopped at another E1: said, not counted in silence.
check_doubts()
{
    mkdir doubts
    {
        echo "$header,e1_last"
        echo "$(row p1 a solved 120),1e-8"; echo "$(row p1 b solved 60),4.5e-7"
        echo "$(row p2 a solved 1),1e-8"; echo "$(row p2 b solved 1),1e-8"
        echo "$(row p3 a no-contact 0),0"; echo "$(row p3 b no-contact 0),0"
        echo "$(row p4 a max-sweeps 1),1e-9"; echo "$(row p4 b solved 2),1"
    } >doubts/summary.csv
    run_well profile doubts --no-figure --metric sweeps
    expect_in "performance profile of 3 problems" "$out" "doubts"
    expect_in "left out: 1 problem without contacts" "$out" "doubts"
    expect_in "note: 1 of the problems took every solver at most one sweep per step" "$out" "doubts"
    expect_in "E1 reached differs by up to 45x between what is compared (p1: a 1e-08, b 4.5e-07 for less work)" \
        "$out" "doubts"
    run_well profile contest --metric work --no-figure
    grep -q '^note' "$out" && fail "a note on rows without E1"
    grep -v '^p[124]' doubts/summary.csv >air.csv && mkdir air && mv air.csv air/summary.csv
    refuse $DATA "no run had a contact" -- profile air --no-figure --metric work
}

check_messages()
{
    local verb
    for verb in profile rates; do
        run_well $verb --help
        grep -A 2 '^Example' "$out" | grep -q "stickslip $verb " || fail "$verb --help has no example"
    done
    refuse $USAGE "did you mean 'work'" -- profile contest --metric wrok
    refuse $USAGE "did you mean 'data'" -- profile contest --kind dat
    refuse $USAGE "--accuracy=1e-2x" -- profile contest --accuracy 1e-2x
    refuse $USAGE "--accuracy" -- profile contest --accuracy 0
    refuse $USAGE "twice" -- profile contest --accuracy 1e-2,0.01
    refuse $USAGE "no run of 'd'" -- profile contest --no-figure --solvers a,d
    refuse $USAGE "twice" -- profile contest --no-figure --solvers a,a
    refuse $DATA "nowhere/summary.csv" -- profile nowhere --no-figure
    refuse $DATA "--kind data" -- profile contest --no-figure --solvers a --metric work
    mkdir narrow && printf 'solver,status\na,solved\n' >narrow/summary.csv
    refuse $DATA "narrow/summary.csv" "no column" -- profile narrow --no-figure
    refuse $USAGE "did you mean 'states'" -- plot status contest
    refuse $DATA "contest has no traced run" -- rates contest
    refuse $USAGE "did you mean 'e1_max'" -- rates contest --error e1max
    refuse $USAGE "--trace=none" -- run -p balls-4 -s sbp --trace none --statuses -o out
    run profile
    expect_equal "profile without a folder" $code $USAGE
}

check_rates()
{
    mkdir -p rated
    { echo $header; row p1 a solved 40; row p1 b solved 9; } >rated/summary.csv
    { echo $trace_header; trace a 0.75 40; trace b 0.5 3; } >rated/convergence.csv
    run_well rates rated
    expect_equal "rate of a" "$(csv_cell rated/convergence_rates.csv 1 rate | cut -c 1-8)" 0.75
    expect_equal "range of a" "$(csv_cell rated/convergence_rates.csv 1 rate_first) $(csv_cell \
        rated/convergence_rates.csv 1 rate_last)" "1 40"
    expect_equal "rate of b" "$(csv_cell rated/convergence_rates.csv 2 rate)" nan
    expect_in "rate none (fewer than 5 sweeps" "$out" "rates"
    expect_in "tail linear, sweeps 1 to 40" "$out" "rates"
    expect_equal "tails" "$(csv_cell rated/convergence_rates.csv 1 tail) $(csv_cell \
        rated/convergence_rates.csv 2 tail)" "linear none"
    run_well rates rated --solver b
    expect_equal "rows" "$(csv_rows rated/convergence_rates.csv) of $(csv_cell \
        rated/convergence_rates.csv 1 solver)" "1 of b"
    expect_whole_folder rated
}

# Every sweep's counts add up to the contacts, and the changes to the counts.
check_statuses()
{
    run_well run -p balls-4 -s sbp,eal --set h=0.001 --steps 30 --statuses -o statuses
    expect_whole_folder statuses
    awk -F , 'NR == FNR { if (FNR > 1) { n[$1]++; if ($3 > 1) changes[$1 "," $3]++
                  at[$1 "," $4] = $5; if ($3 == 1) contacts[$1]++ } next }
              FNR == 1 { for (k = 1; k <= NF; ++k) place[$k] = k; next }
              { sum = $place["open"] + $place["sticking"] + $place["sliding"]; key = $1 "," $3
                if (sum != contacts[$1]) print "sweep " key ": " sum " of " contacts[$1] " contacts"
                if ($place["changed"] != changes[key] + 0) print "sweep " key ": changes"
                last[$1] = $place["open"] "," $place["sticking"] "," $place["sliding"] }
              END { for (s in last) { o = i = l = 0
                      for (key in at) { split(key, part, ","); if (part[1] != s) continue
                        o += at[key] == "open"; i += at[key] == "sticking"; l += at[key] == "sliding" }
                      if (last[s] != o "," i "," l) print s ": ends " last[s] ", not " o "," i "," l } }' \
        statuses/statuses.csv statuses/convergence.csv >wrong
    [ ! -s wrong ] || fail "statuses: $(head -n 1 wrong)"
    [ "$(csv_column statuses/statuses.csv status | sort -u | wc -l)" -eq 3 ] || fail "not all three statuses"
    expect_equal "contacts" "$(awk -F , '$1 == "sbp" && $3 == 1' statuses/statuses.csv | wc -l)" \
        "$(csv_cell statuses/summary.csv 1 contacts_last)"
    expect_equal "work at the end of the trace" "$(csv_column statuses/convergence.csv visits | tail -n 1)" \
        "$(csv_column statuses/history.csv visits | tail -n 1)"
    expect_equal "open at the end" "$(csv_column statuses/convergence.csv open | tail -n 1)" \
        "$(csv_cell statuses/summary.csv 2 open_last)"
}

# The figures: whole, and the same bytes twice.
check_figures()
{
    if ! command -v gnuplot >/dev/null; then
        echo "no gnuplot here: the figures are not checked"
        refuse 69 gnuplot -- profile contest
        return
    fi
    run_well profile contest --metric work --out drawn
    run_well profile contest --metric work --out again
    [ -s drawn/profile.svg ] && [ -s drawn/profile.pdf ] || fail "profile drew nothing"
    cmp -s drawn/profile.svg again/profile.svg || fail "the same profile is drawn differently"
    cmp -s drawn/profile.csv again/profile.csv || fail "the same profile.csv differs"
    run_well profile statuses --accuracy 1e-2,1e-4 --out accurate
    [ -s accurate/profile-1e-2.svg ] && [ -s accurate/profile-1e-4.svg ] || fail "no figure an accuracy"
    run_well profile failures --metric work --kind data --out nothing
    run_well plot statuses statuses
    [ -s statuses/statuses-sbp-step30.svg ] && [ -s statuses/statuses-eal-step30.pdf ] ||
        fail "plot statuses drew nothing"
    expect_equal "first and last sweep of the counts" \
        "$(sed '1,/^# sweep, contacts/d' statuses/statuses-sbp-step30.dat | sed -n '1p;$p' | cut -d ' ' -f 1 | paste -sd ' ')" \
        "1 $(csv_cell statuses/summary.csv 1 sweeps_last)"
    expect_whole_folder statuses
    expect_whole_folder drawn
    refuse $DATA "step 7" -- plot statuses statuses --step 7
    local wrong line
    cp statuses/statuses.csv sound.csv
    line=$(($(count_lines sound.csv) + 1))
    for wrong in "5,999999,open|contact 999999" "0,1,open|sweep 0" "5,1,flying|unknown status 'flying'"; do
        { cat sound.csv; echo "sbp,30,${wrong%|*}"; } >statuses/statuses.csv
        refuse $DATA "statuses.csv, line $line: ${wrong#*|}" -- plot statuses statuses --solver sbp
    done
}

# Times of two machines are not compared unless told; work is, and rows that do not know theirs agree.
check_machines()
{
    local solver
    mkdir mixed
    {
        echo $header,machine,load_start
        for solver in "a 20 here" "b 40 there" "c 10 "; do
            read -r name work machine <<<"$solver"
            echo "$(row p1 "$name" solved "$work"),\"$machine\",0.5"
        done
    } >mixed/summary.csv
    refuse $DATA "times of here and of there do not compare" -- profile mixed --metric time --no-figure
    run_well profile mixed --metric time --no-figure --mix-machines
    run_well profile mixed --metric work --no-figure
    run_well profile mixed --metric time --no-figure --solvers a,c
    run_well run -p balls-4 --steps 300 -s sbp,ebp -o moved
    sed -i '3s/ \[[a-z0-9_ ]*\]"/ [another]"/' moved/summary.csv
    run_well profile moved --no-figure
    expect_in "By CPU time nobody is cheapest" "$out" "the ranking of two machines"
    expect_in "left out by CPU time: 2 answers that were timed on several machines" "$out" "the same"
    expect_in 'By work units `' "$out" "the same"
}

check_reversal
check_machines
check_duel
check_failures
check_other_codes
check_outers
check_units
check_accuracy
check_doubts
check_messages
check_rates
check_statuses
check_figures
finish

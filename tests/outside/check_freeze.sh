#!/usr/bin/env bash
# freeze, and running the frozen file: the scene's own sweep counts and residuals for every local
# solver, what the file says of itself, what is refused.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

local_solvers()
{
    "$program" list solvers | awk '/^[a-z]/ { ours = /^local solvers/ } ours && /^  / { print $1 }'
}

expect_near() # WHAT GOT WANTED RELATIVE
{
    awk -v a="$2" -v b="$3" -v e="$4" \
        'BEGIN { d = a - b; exit !(a != "" && b != "" && d * d <= e * e * b * b) }' ||
        fail "$1: '$2', not '$3'"
}

# Freeze PROBLEM at STEP, moved by SOLVER under TOL; the file, run, must give the scene's row of
# that step: the same sweeps, and residuals alike to NEAR. The scene works on bodies and the file on
# blocks, so a residual of 1e-12 m/s carries roundings of 1e-16 m/s and more.
check_twin() # PROBLEM STEP SOLVER TOL NEAR
{
    local name=$1-$3-$4 column row
    run_well run -p "$1" -s "$3" --steps "$2" --tol "$4" --trace none -o "scene-$name"
    run_well freeze -p "$1" -s "$3" --step "$2" --set "tol=$4" -o "$name.hdf5"
    run_well run -p "file:$name.hdf5" -s "$3" --tol "$4" --stop eps -o "frozen-$name" \
        --max-sweeps "$(csv_cell "scene-$name/summary.csv" 1 max_sweeps)"
    row=$(csv_rows "scene-$name/history.csv")
    expect_equal "$name: rows" "$row" "$2"
    for column in contacts sweeps outcome open sticking sliding visits; do
        expect_equal "$name: $column" "$(csv_cell "frozen-$name/history.csv" 1 $column)" \
            "$(csv_cell "scene-$name/history.csv" "$row" $column)"
    done
    for column in eps e1; do
        expect_near "$name: $column" "$(csv_cell "frozen-$name/history.csv" 1 $column)" \
            "$(csv_cell "scene-$name/history.csv" "$row" $column)" "$5"
    done
}

check_twins()
{
    local solver n=0
    for solver in $(local_solvers); do
        n=$((n + 1))
        check_twin balls-4 400 "$solver" 1e-12 1e-3
        check_twin balls-500 350 "$solver" 1e-8 1e-6
    done
    check_twin balls-500 350 ebp 1e-12 1e-3
    [ "$n" -ge 7 ] || fail "only $n local solvers"
    [ "$(csv_cell frozen-balls-500-ebp-1e-12/summary.csv 1 contacts_last)" -ge 100 ] ||
        fail "balls-500 at step 350: less than 100 contacts"
}

# A step of a planar scene of discs, which begins at rest: the file, which is as planar, takes the
# sweeps that the scene took.
check_planar() # after check_start, which puts the cache of starts here
{
    local column
    local settings=(--set balls=30 --set lowers=1e-3 --set tol=1e-6)
    run_well run -p silo-lowered -s exact "${settings[@]}" --steps 40 --trace none -o scene-planar
    run_well freeze -p silo-lowered -s exact "${settings[@]}" --stop e1 --step 40 -o planar.hdf5
    run_well run -p file:planar.hdf5 -s exact --stop e1 --tol 1e-6 --max-sweeps 5000 -o frozen-planar
    for column in contacts sweeps outcome open sticking sliding visits; do
        expect_equal "planar: $column" "$(csv_cell frozen-planar/history.csv 1 $column)" \
            "$(csv_cell scene-planar/history.csv 40 $column)"
    done
    [ "$(csv_cell frozen-planar/history.csv 1 contacts)" -ge 30 ] || fail "planar: few contacts"
}

# The same command gives the same bytes; what the file says of itself.
check_texts()
{
    run_well freeze -p balls-4 -s ebp --step 400 -o again.hdf5
    cmp -s again.hdf5 balls-4-ebp-1e-12.hdf5 || fail "the same freeze twice gives different bytes"
    strings -a again.hdf5 >texts
    expect_in "balls-4, instance 1, step 400" texts "the title"
    expect_in "moved by ebp; parameters " texts "the description"
    expect_in "mu=0.3" texts "the description"
    run_well --version
    expect_in "$(awk '{ print $2; exit }' "$out")" texts "the provenance"
    run_well freeze -p balls-4 -s ebp --step 400 --instance 2 --set mu=0.5 --title "A title" \
        --description "Some words" -o named.hdf5
    strings -a named.hdf5 >texts
    expect_in "A title" texts "--title"
    expect_in "Some words" texts "--description"
    run_well run -p file:named.hdf5 -s exact -o named
    cmp -s again.hdf5 named.hdf5 && fail "another instance gives the same file"
}

# --solution: r and u are there, as many numbers as q, and u = W r + q makes r solved: its zone
# counts are those of the run.
check_solution()
{
    run_well freeze -p balls-4 -s exact --step 400 --solution -o solution.hdf5
    if ! command -v h5ls >/dev/null || ! command -v h5dump >/dev/null; then
        echo "no h5ls or h5dump here: the solution is not looked at"
        return
    fi
    local n
    n=$(h5ls -r solution.hdf5 | awk '$1 ~ /\/vectors\/q$/ { print $3 }')
    [ -n "$n" ] || fail "no dataset q in solution.hdf5"
    for name in r u; do
        expect_equal "size of /solution/$name" \
            "$(h5ls -r solution.hdf5 | awk -v name="/solution/$name" '$1 == name { print $3 }')" \
            "$n"
    done
    h5ls -r again.hdf5 | grep -q '^/solution/' && fail "a solution that nobody asked for"
    h5dump -y -w 1 -m %.17g -d /solution/r solution.hdf5 >r.txt
    h5dump -y -w 1 -m %.17g -d /fclib_local/vectors/mu solution.hdf5 >mu.txt
    # r is in the cone, to 1e-9 of itself, and somewhere it is not 0.
    numbers()
    {
        awk '/DATA/ { on = 1; next } /}/ { on = 0 } on { gsub(/[ ,]/, ""); print }' "$1"
    }
    numbers mu.txt >mu.list
    numbers r.txt | awk 'NR == FNR { mu[n++] = $1; next }
        { r[m++] = $1 }
        END {
            for (c = 0; c < n; ++c) {
                t = sqrt(r[3 * c + 1] ^ 2 + r[3 * c + 2] ^ 2)
                outside += t > mu[c] * r[3 * c] * (1 + 1e-9)
                pressed += r[3 * c] > 0
            }
            exit !(n > 0 && m == 3 * n && outside == 0 && pressed > 0)
        }' mu.list - || fail "the solution is not 3 impulses a contact within the cone"
}

# Several steps of one run are what single freezes write; a name goes into the title.
check_several()
{
    local step
    run_well freeze -p balls-4 -s ebp --step 300,350,400:late --description d --solution -o several
    expect_equal "files of three steps" "$(ls several | tr '\n' ' ')" \
        "balls-4-i1-step300.hdf5 balls-4-i1-step350.hdf5 balls-4-i1-step400.hdf5 "
    for step in 300 350 400; do
        run_well freeze -p balls-4 -s ebp --step "$step$([ $step = 400 ] && echo :late)" \
            --description d --solution -o "single$step.hdf5"
        cmp -s "single$step.hdf5" several/balls-4-i1-step$step.hdf5 ||
            fail "step $step among several differs from step $step alone"
    done
    run_well describe file:several/balls-4-i1-step400.hdf5
    expect_in "balls-4, instance 1, step 400, late" "$out" "the title of a named step"
}

# A run of the file that starts warm is the step of the scene's own warm run; a file without a start
# is refused, also by an external solver's run.
check_start()
{
    local column
    run_well run -p balls-4 -s exact --warm-start --steps 400 --tol 1e-12 --trace last -o warm
    run_well freeze -p balls-4 -s exact --warm-start --step 399,400 --set tol=1e-12 -o starts
    run_well run -p file:starts/balls-4-i1-step400.hdf5 -s exact --warm-start --stop eps \
        --tol 1e-12 --max-sweeps 5000 -o started
    expect_equal "sweeps from the start of the file" "$(csv_cell started/summary.csv 1 sweeps_last)" \
        "$(csv_cell warm/summary.csv 1 sweeps_last)"
    for column in e1 eps; do
        expect_near "$column after the first sweep" \
            "$(csv_cell started/convergence.csv 1 $column)" \
            "$(csv_cell warm/convergence.csv 1 $column)" 1e-6
    done
    run_well run -p file:starts/balls-4-i1-step400.hdf5 -s exact --stop eps --tol 1e-12 -o unstarted
    [ "$(csv_cell unstarted/summary.csv 1 sweeps_last)" -gt \
        "$(csv_cell started/summary.csv 1 sweeps_last)" ] || fail "a warm start saves no sweep"
    run_well run -p file:starts/balls-4-i1-step400.hdf5 -s exact --warm-start --repeats 3 -o again
    expect_equal "repeats of a warm run" "$(csv_cell again/summary.csv 1 status)" solved
    run_well describe file:starts/balls-4-i1-step400.hdf5
    expect_in "warm start begins" "$out" "describe of a file with a start"
    # The trace compares a sweep with the one before and with the solution that the file holds.
    run_well freeze -p balls-4 -s exact --set tol=1e-14 --step 400 --solution -o solved.hdf5
    run_well run -p file:solved.hdf5 -s exact --tol 1e-12 -o traced
    expect_equal "first dr_rel" "$(csv_cell traced/convergence.csv 1 dr_rel)" nan
    for column in dr_rel u_error; do
        csv_column traced/convergence.csv $column | tail -n 1 | awk '!($1 < 1e-6) { exit 1 }' ||
            fail "$column of the last sweep is not small"
    done
    expect_equal "u_error without a solution" "$(csv_cell started/convergence.csv 1 u_error)" nan
    refuse 64 "no impulses to start from" -- run -p file:again.hdf5 -s exact --warm-start -o x
}

# The sum of velocities in place of their mean, and what a campaign's runs say of both.
check_sum()
{
    local form
    for form in weighted sum; do
        run_well freeze -p balls-4 -s exact --set e_n=0.5 --set e_t=0.2 --set tol=1e-10 \
            --warm-start $([ $form = sum ] && echo --sum) --step 400:late -o $form.hdf5
    done
    printf '%s\n' "problems:" "  - name: file:weighted.hdf5" "  - name: file:sum.hdf5" \
        "solvers:" "  - exact" "tolerances: 1e-10" "stop: e1" "warm-start: both" >forms.yaml
    run_well campaign forms.yaml --out forms
    run_well collect forms --states
    states()
    {
        csv_column forms/states.csv "$1" | sort | uniq -c | awk '{ printf "%s %s;", $1, $2 }'
    }
    expect_equal "scenes" "$(states scene)$(states phase)$(states step)" "4 balls-4;4 late;4 400;"
    expect_equal "forms" "$(states mean_form)$(states start)" "2 sum;2 weighted;2 cold;2 warm;"
    expect_equal "outcomes" "$(states outcome)" "4 solved;"
    refuse 65 "in a state whose name is a number" -- plot states forms
    # Numbers for names: the solvers over the phase, the best first.
    run_well freeze -p balls-4 -s exact --set tol=1e-8 --warm-start --step 300:0.1,400:0.2 -o phases
    printf '%s\n' "problems:" "  - name: file:phases/balls-4-i1-step300.hdf5" \
        "  - name: file:phases/balls-4-i1-step400.hdf5" "solvers:" "  - sal" "  - exact" \
        "  - sbp" "tolerances: 1e-8" "stop: e1" >phases.yaml
    run campaign phases.yaml --out by-phase
    run_well collect by-phase --states
    expect_equal "solvers over the phase, by result" \
        "$(sed -n "s/^line\\[.*\\] = '\\([a-z]*\\), 2 of 2'.*/\\1/p" by-phase/states.gp | tr '\n' ' ')" "exact sal sbp "
    expect_equal "states of the figure" "$(grep -c '^0.[12] ' by-phase/states.dat)" 6
    # A title of one's own hides no state; a file of another program has none.
    printf '%s\n' "problems:" "  - name: file:named.hdf5" "solvers:" "  - exact" >named.yaml
    run_well campaign named.yaml --out named-states
    run_well collect named-states --states
    expect_equal "state of a titled file" \
        "$(csv_cell named-states/states.csv 1 scene) $(csv_cell named-states/states.csv 1 seed)" "balls-4 2"
    printf '%s\n' "problems:" "  - name: file:$source_dir/problems/data/local/OneObject-i100000-316.hdf5" \
        "solvers:" "  - exact" >foreign.yaml
    run campaign foreign.yaml --out foreign # whatever came of it
    refuse 65 "does not say of which scene" -- collect foreign --states
    printf '%s\n' "problems:" "  - name: balls-4" "    set: [steps=1]" "solvers:" "  - exact" \
        >scene.yaml
    run campaign scene.yaml --out scene
    refuse 65 "no frozen problem" -- collect scene --states
}

refused() # EXIT-CODE WORDS ARGUMENTS...
{
    refuse "$1" "$2" -- freeze "${@:3}"
}

check_refusals()
{
    cp again.hdf5 before.hdf5
    refused 73 again.hdf5 -p balls-4 -s ebp --step 400 -o again.hdf5
    cmp -s again.hdf5 before.hdf5 || fail "a file that was there has been changed"
    refused 73 nowhere -p balls-4 -s ebp --step 400 -o nowhere/x.hdf5
    refused 64 "no contact" -p balls-4 -s ebp --step 1 -o x.hdf5
    refused 64 frozen -p file:again.hdf5 -s ebp --step 1 -o x.hdf5
    refused 64 "no solver" -p balls-4 -s ebp,sbp --step 1 -o x.hdf5
    refused 64 nosuchkey -p balls-4 -s ebp --step 1 --set nosuchkey=1 -o x.hdf5
    refused 64 nosuchkey -p balls-4 -s 'ebp[nosuchkey=1]' --step 1 -o x.hdf5
    refused 64 nosuchsolver -p balls-4 -s nosuchsolver --step 1 -o x.hdf5
    refused 64 nosuchproblem -p nosuchproblem -s ebp --step 1 -o x.hdf5
    refused 64 step -p balls-4 -s ebp --step 0 -o x.hdf5
    refused 64 step -p balls-4 -s ebp --step 1e3 -o x.hdf5
    refused 64 "400 after 400" -p balls-4 -s ebp --step 400,400 -o x.hdf5
    refused 64 "300 after 400" -p balls-4 -s ebp --step 400,300 -o x.hdf5
    refused 64 step -p balls-4 -s ebp --step 400, -o x.hdf5
    refused 64 "too long" -p balls-4 -s ebp -o x.hdf5 \
        --step 400:a-name-that-is-longer-than-what-a-title-has-room-for
    refused 64 "no contact" -p balls-4 -s ebp --step 1,400 -o x.hdf5
    refused 73 exists -p balls-4 -s ebp --step 300,400 -o several
    refused 64 instance -p balls-4 -s ebp --step 1 --instance 0 -o x.hdf5
    run freeze -p balls-4 -s ebp --step 400
    expect_equal "freeze without --out" $code 64
    refused_siconos
    [ ! -e x.hdf5 ] || fail "a refused freeze has left a file"
    expect_equal "hidden files" "$(find . -name '.?*' | wc -l)" 0
}

# A solver of another code cannot move a scene, be it installed or not.
refused_siconos()
{
    run freeze -p balls-4 -s siconos-nsgs --step 400 -o x.hdf5
    case $code in
        64 | 69) [ "$(count_lines "$err")" -eq 1 ] || fail "freeze -s siconos-nsgs: no one line" ;;
        *) fail "freeze -s siconos-nsgs: exit $code" ;;
    esac
}

check_stop()
{
    local stop column=e1
    for stop in e1 siconos; do
        [ $stop = siconos ] && column=siconos_rel
        run_well run -p file:balls-500-ebp-1e-12.hdf5 -s exact,ebp --stop $stop --tol 1e-6 -o "stop-$stop"
        expect_equal "--stop $stop" "$(csv_column "stop-$stop/summary.csv" status | sort -u)" solved
        csv_column "stop-$stop/summary.csv" stop | grep -qv "^$stop" &&
            fail "--stop $stop: the column stop says $(csv_cell "stop-$stop/summary.csv" 1 stop)"
        csv_column "stop-$stop/summary.csv" $column | awk '!($1 <= 1e-6) { bad = 1 } END { exit bad }' ||
            fail "--stop $stop: $column is above the tolerance"
        # it stops at the first sweep that is good enough
        csv_column "stop-$stop/convergence.csv" $column >values
        expect_equal "--stop $stop: good sweeps" "$(awk '$1 <= 1e-6' values | wc -l)" 2
    done
    for column in e1 e1_max siconos_rel abh_rel; do
        expect_near "$column of the last sweep" \
            "$(csv_column stop-e1/convergence.csv $column | tail -n 1)" \
            "$(csv_cell stop-e1/summary.csv 2 $column)" 1e-12
        csv_column stop-e1/convergence.csv $column | grep -qi nan && fail "$column is nan"
    done
    run run -p file:balls-500-ebp-1e-12.hdf5 -s exact --stop nosuchstop -o stop-none
    expect_equal "--stop nosuchstop" $code 64
}

# What is said of a file is said of its E1: eps may be met where E1 is 1e-3 and the unit is not the file's.
check_default_stop()
{
    local file=file:$source_dir/problems/data/local/Box_Stacks-i0122-82-5.hdf5 table
    run_well describe "$file"
    expect_in "stopped by: e1" "$out" "describe of a file"
    run_well describe balls-4
    expect_in "stopped by: eps" "$out" "describe of a scene"
    run_well run -p "$file" -s exact -o by-e1/run
    run_well sweep -p "$file" -s 'sbp[alpha=0.5,1]' -o by-e1/sweep
    printf '%s\n' "problems: [$file]" "solvers: [exact]" >by-e1.yaml
    run_well campaign by-e1.yaml -o by-e1/campaign
    for table in by-e1/*/summary.csv; do
        expect_equal "$table: stop" "$(csv_cell "$table" 1 stop)" e1
        csv_column "$table" e1_worst | awk '!($1 <= 1e-8) { exit 1 }' || fail "$table: E1 above 1e-8"
    done
    run_well run -p "$file" -s exact --stop eps -o by-eps
    expect_equal "--stop eps of a file" "$(csv_cell by-eps/summary.csv 1 stop)" eps
}

# The answer to a file's problem can be had, and solves it: r in the cone, u = W r + q as the solution that is stored.
check_impulses()
{
    run_well freeze -p balls-4 -s exact --set tol=1e-14 --step 400 --solution -o answered.hdf5
    run_well run -p file:answered.hdf5 -s exact --tol 1e-10 --impulses -o answered
    expect_equal "rows" "$(csv_rows answered/impulses.csv)" "$(csv_cell answered/summary.csv 1 contacts_last)"
    paste -d ' ' <(csv_column answered/impulses.csv r_n_ns) <(csv_column answered/impulses.csv r_t1_ns) \
        <(csv_column answered/impulses.csv r_t2_ns) <(csv_column answered/impulses.csv mu) | awk '
        $1 < 0 || sqrt($2 ^ 2 + $3 ^ 2) > $4 * $1 * (1 + 1e-9) { exit 1 } { sum += $1 ^ 2 + $2 ^ 2 + $3 ^ 2 }
        END { printf "%.12g\n", sqrt(sum) }' >norm || fail "an impulse is outside of its cone"
    expect_near "|r|" "$(cat norm)" "$(csv_column answered/observables.csv value | head -n 1)" 1e-9
    run_well run -p balls-4 -s sbp --steps 300 --impulses -o scene-impulses
    expect_equal "of a scene" "$(csv_rows scene-impulses/impulses.csv)" "$(csv_cell scene-impulses/summary.csv 1 contacts_last)"
}

check_rho_bar()
{
    local choice data=$source_dir/problems/data/local/FrictionContact3D_RR_1c.hdf5
    run_well run -p "file:$data" -s sbp --max-sweeps 3000 --tol 1e-6 --set rho-bar=normal -o normal
    run_well run -p "file:$data" -s sbp --max-sweeps 3000 --tol 1e-6 --set rho-bar=lambda -o lambda
    expect_equal "sbp, rho-bar=lambda" "$(csv_cell lambda/summary.csv 1 status)" solved
    [ "$(csv_cell normal/summary.csv 1 status)" != solved ] || fail "sbp with rho-bar=normal solves"
    # By default a file without rho_bar has that of lambda; one that `freeze` wrote has its own.
    run_well run -p "file:$data" -s sbp --max-sweeps 3000 --tol 1e-6 -o auto
    expect_equal "sweeps by default" "$(csv_cell auto/summary.csv 1 sweeps_last)" \
        "$(csv_cell lambda/summary.csv 1 sweeps_last)"
    run_well freeze -p balls-4 -s ebp --set steps=300 -t 300 --out own.hdf5
    for choice in auto normal lambda; do
        run_well run -p file:own.hdf5 -s sbp --set rho-bar=$choice -o own-$choice
    done
    expect_equal "sweeps of our own file" "$(csv_cell own-auto/summary.csv 1 sweeps_last)" \
        "$(csv_cell own-normal/summary.csv 1 sweeps_last)"
    [ "$(csv_cell own-auto/summary.csv 1 sweeps_last)" != "$(csv_cell own-lambda/summary.csv 1 sweeps_last)" ] ||
        fail "rho-bar=lambda does not replace what freeze stored"
    case "$(csv_cell lambda/summary.csv 1 parameters)" in
        *rho-bar=lambda*) ;;
        *) fail "rho-bar=lambda is not in the column parameters" ;;
    esac
    run run -p "file:$data" -s sbp --set rho-bar=nosuch -o nosuch
    expect_equal "--set rho-bar=nosuch" $code 64
}

check_twins
check_texts
check_solution
check_several
check_start
check_planar
check_refusals
check_sum
check_stop
check_default_stop
check_impulses
check_rho_bar
finish

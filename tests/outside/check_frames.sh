#!/usr/bin/env bash
# Frames: places and forces of chosen steps in the tables of a run and of a campaign's store; they agree
# with the observables, and change nothing else.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
USAGE=64
DATA=65

balls=(-p shaken-cylinder -S balls=40 -S diameter=0.007 -S e_n=0 -S e_n-wall=0)
scene=("${balls[@]}" --steps 1250)

# The rows of a moment and step, without the column `moment`.
rows() # FILE MOMENT STEP
{
    paste -d ' ' <(csv_column "$1" moment) <(csv_column "$1" step) <(csv_without "$1" moment | tail -n +2) |
        sed -n "s/^$2 $3 //p"
}

counts() # FILE COLUMN: how often each value stands there
{
    csv_column "$1" "$2" | sort -n | uniq -c | awk '{ printf "%s:%s ", $2, $1 }'
}

check_bodies()
{
    run_well run "${scene[@]}" -s exact -o without
    run_well run "${scene[@]}" -s exact --frames 250 -o with
    expect_whole_folder with
    expect_equal "moments" "$(csv_column without/bodies.csv moment | uniq -c | tr -s '\n ' ' ')" \
        " 41 first 41 last "
    expect_equal "steps and bodies, one of them the wall" "$(counts with/bodies.csv step)" \
        "0:41 250:41 500:41 750:41 1000:41 1250:82 "
    for moment in "first 0" "last 1250"; do
        cmp -s <(rows without/bodies.csv $moment) <(rows with/bodies.csv $moment) ||
            fail "frames change the bodies of the moment $moment"
    done
    cmp -s <(rows with/bodies.csv frame 1250) <(rows with/bodies.csv last 1250) ||
        fail "the last frame is not the last moment"
    cmp -s without/history.csv with/history.csv || fail "frames change the history"
    expect_equal "shapes" "$(csv_column with/shapes.csv shape | sort -u)" cylinder
}

# Sums over the contacts of the wall, body 40, are the observables of those steps.
check_forces()
{
    expect_equal "forces without frames" "$(csv_column without/forces.csv step | uniq)" 1250
    csv_column with/forces.csv step | uniq >steps
    [ "$(tail -n 1 steps)" = 1250 ] && [ "$(grep -cvxE '250|500|750|1000|1250' steps)" = 0 ] ||
        fail "forces are of the steps $(tr '\n' ' ' <steps)"
    paste -d ' ' <(csv_column with/forces.csv step) <(csv_column with/forces.csv j) \
        <(csv_column with/forces.csv pz_ns) <(csv_column with/forces.csv rn_ns) \
        <(csv_column with/forces.csv nz) |
        awk '$1 == 1250 && $2 == 40 { up[$5 > 0.7] += $3; push[$5 > 0.7] += $4 }
            END { printf "%.9g %.9g %.9g\n", up[1] / 8e-5, push[0] / 8e-5, up[0] / 8e-5 }' >got
    for name in floor_push wall_push wall_drag; do
        awk -F, -v name=$name '$2 == 1250 && $4 == name { printf "%.9g ", $6 }' with/observables.csv
    done | sed 's/ $//' >wanted
    echo >>wanted
    awk '{ exit !($1 > 0 && $2 > 0) }' wanted || fail "nothing pushes: $(cat wanted)"
    cmp -s got wanted || fail "forces: $(cat got), not $(cat wanted)"
    csv_column with/forces.csv status | grep -qvxE 'open|sticking|sliding' && fail "an unknown status"
    csv_column with/forces.csv rn_ns | grep -qx 0 && fail "a contact without an impulse"
    # the parts of E1 of the last step are those of its E1, but for contacts without an impulse
    awk -v e1="$(csv_cell with/summary.csv 1 e1_last)" -F , 'NR == 1 { for (k = 1; k <= NF; ++k) at[$k] = k }
        NR > 1 && $at["step"] == 1250 { sum += $at["e1_part"] ^ 2 }
        END { exit !(sum > 0.01 * e1 ^ 2 && sum <= 1.000001 * e1 ^ 2) }' with/forces.csv ||
        fail "the parts of E1 are not those of $(csv_cell with/summary.csv 1 e1_last)"
    command -v gnuplot >/dev/null || return
    run_well plot residuals with
    expect_in "with/residuals-" "$out" "plot residuals"
}

check_store()
{
    cat >night.yaml <<'YAML'
problems: [{name: shaken-cylinder, set: [balls=40, diameter=0.007, e_n=0, e_n-wall=0, steps=1250]}]
solvers: exact
keep: bodies, forces, shapes
frames: 250
YAML
    run campaign night.yaml -o night
    expect_equal "exit code of a campaign of which no run counts" $code 14
    for table in bodies forces shapes; do
        cmp -s night/$table/*.csv with/$table.csv || fail "$table of a campaign are not those of a run"
    done
    sed 's/^frames.*/frames: 500/' night.yaml >again.yaml
    run campaign again.yaml -o night
    expect_equal "runs under other frames" "$(ls night/runs | wc -l)" 1
    sed 's/^keep.*/keep: history/' night.yaml >bad.yaml
    refuse $USAGE "frames are rows of bodies and forces" -- campaign bad.yaml -o out
    sed 's/^frames.*/frames: -1/' night.yaml >bad.yaml
    refuse $USAGE "frames=-1" -- campaign bad.yaml -o out
}

check_bad_words()
{
    refuse $USAGE "--frames=x" -- run "${scene[@]}" -s exact --frames x -o out
    refuse $USAGE "--frames=1251 is past the last step, 1250" -- run "${scene[@]}" -s exact --frames 1251 -o out
    refuse $USAGE "has no bodies" -- run -p "file:$source_dir/tests/corpus/fclib/real.hdf5" -s exact \
        --frames 1 -o out
    run_well run "${scene[@]}" -s exact --frames 0 -o zero
    cmp -s zero/bodies.csv without/bodies.csv || fail "--frames 0 is not none"
}

# The end and a frame of a run and of a store; what is not there is told.
check_plot()
{
    if ! command -v gnuplot >/dev/null; then
        return
    fi
    run_well plot scene with
    expect_in "with/scene-exact-step1250.svg and .pdf" "$out" "plot scene"
    expect_in "shaken-cylinder, instance 1, after time step 1250, 0.1 s" with/scene-exact-step1250.gp "the title"
    expect_equal "balls" "$(sed -n '/^# round/,/^$/p' with/scene-exact-step1250.dat | grep -c '^[-0-9]')" 80
    expect_equal "lines of force" "$(sed -n '/^# lines of force/,/^$/p' with/scene-exact-step1250.dat | grep -c '^[-0-9]')" \
        "$(csv_column with/forces.csv step | grep -cx 1250)"
    run_well plot scene with --step 500
    run_well plot scene with --step 0
    mkdir begun && cp with/*.csv with/provenance.txt begun
    grep -E '^solver|,first,' with/bodies.csv >begun/bodies.csv
    run_well plot forces begun
    sed -E '2,$s/^([0-9]+,[a-z]+,[0-9]+),[^,]*/\1,inf/' with/shapes.csv >shapes.bad
    mkdir bent && cp with/*.csv with/provenance.txt bent && mv shapes.bad bent/shapes.csv
    refuse $DATA "a point that is not finite" -- plot scene bent
    run_well plot scene night --step 500
    [ -s "$(ls night/scene-exact-step500-*.svg)" ] || fail "no figure of a store"
    refuse $DATA "step 7; it has the steps 0, 250, 500, 750, 1000, 1250" -- plot scene with --step 7
    refuse $DATA "bodies of solver ebp" -- plot scene with --solver ebp
    rm night/forces/*.csv
    refuse $DATA "forces/" "keep: [bodies, shapes, forces]" -- plot scene night
    rm night/bodies/*.csv
    refuse $DATA "night has no bodies" "keep: [bodies, shapes, forces]" -- plot scene night
}

# A run that is killed, with all its processes, leaves what came to a frame: `collect` brings it into
# place, and it can be plotted and exported. What is not killed is left alone.
check_killed()
{
    local pid last
    setsid "$program" run "${balls[@]}" -s exact,ebp --steps 100000000 --timeout 30m --frames 10 -o killed \
        >"$out" 2>"$err" </dev/null &
    pid=$!
    await '[ "$(grep -c ",frame,0," killed/.bodies.csv.partial-'"$pid"'-* 2>/dev/null)" -gt 3 ] 2>/dev/null'
    refuse 73 "process $pid of" "is running it" -- collect killed
    kill -KILL -- "-$pid"
    wait "$pid" 2>/dev/null
    await '[ "$(count_session '"$pid"')" -eq 0 ]' # the child of the run dies of its parent's death
    printf 'exact,frame,0,0.1' >>"$(echo killed/.bodies.csv.partial-"$pid"-*)" # as a kill within a write leaves it
    run_well collect killed
    expect_in "exact came to step" "$out" "collect of a killed run"
    expect_whole_folder killed
    last=$(csv_column killed/history.csv step | tail -n 1)
    expect_equal "solvers in the summary" "$(csv_rows killed/summary.csv)" 0
    expect_equal "frames" "$(csv_column killed/bodies.csv step | uniq -c | awk '$1 != 41' | wc -l)" 0
    expect_equal "the last frame" "$(csv_column killed/bodies.csv step | tail -n 1)" $((last / 10 * 10))
    head -n 165 killed/bodies.csv | cut -d , -f 3- >killed-bodies
    run_well run "${scene[@]}" -s exact --frames 10 -o living
    head -n 165 living/bodies.csv | cut -d , -f 3- | cmp -s killed-bodies || fail "frames of a killed run differ"
    run_well export --vtk killed -o vtk-killed
    [ -s vtk-killed/exact/balls-00000010.vtp ] || fail "no export of a killed run"
    ! command -v gnuplot >/dev/null || run_well plot scene killed --step 10
    run collect killed
    expect_refused $DATA "a run that is whole" "killed"
}

check_bodies
check_forces
check_store
check_plot
check_bad_words
check_killed
finish

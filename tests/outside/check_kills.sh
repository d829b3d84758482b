#!/usr/bin/env bash
# Verbs that are killed at any moment, by SIGKILL, SIGTERM, SIGINT or SIGHUP, them alone or their whole
# group: no half-written file, no stored row lost or changed, no process left; the same verb again (of
# `run` and `grow`: `collect`, then the verb) sweeps up and ends in the bytes of one that nobody
# disturbed, times apart. A few in CI; a thousand by `cmake --build build --target check_kills`.
#
#   bash tests/outside/check_kills.sh PROGRAM SOURCE_DIR BINARY_DIR [COUNT [SEED]]
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

count=${4:-16}
RANDOM=${5:-3000}
pid=0
trap '[ "$pid" -eq 0 ] || kill -KILL -- "-$pid" 2>/dev/null; rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$PWD/cache
drawing=(report export manuscript)
! command -v gnuplot >/dev/null || drawing+=(plot)
verbs=(run campaign sweep reproduce judge collect merge "${drawing[@]}" grow freeze baseline)
ball=(-p sliding-ball -s sbp,ebp)

words_of() # VERB: into `words`, which write into the folder at hand
{
    case $1 in
        run) words=(run "${ball[@]}" --steps 2000 --trace all --frames 100 -o out) ;;
        campaign) words=(campaign few.yaml --jobs 2 -o out) ;;
        sweep) words=(sweep "${ball[@]}" --set steps=20 --vary mu=0.1:0.8:lin:8 -o out) ;;
        reproduce) words=(reproduce dumont --quick --table 1 --instances 2 --jobs 2 -o out) ;;
        judge) words=(judge exact --repeats 1) ;;
        collect) words=(collect store) ;;
        merge) words=(merge store part --out out) ;;
        report) words=(report store --out page.html) ;;
        export) words=(export --vtk ran --out out) ;;
        manuscript) words=(manuscript text --results "ran=$PWD/ran" --frames --out out) ;;
        plot) words=(plot convergence ran) ;;
        grow) words=(grow --set n=8 --steps 10 -s sweeps,gradient -o out) ;;
        freeze) words=(freeze -p sliding-ball -s sbp --step 300 --out out.hdf5) ;;
        baseline) words=(baseline save --replace --folder out kept store) ;;
    esac
}

# What the verbs read.
make_inputs()
{
    cat >few.yaml <<'YAML'
problems: [{name: sliding-ball, set: ['steps=50']}]
solvers: [sbp, ebp, sal, exact]
instances: 1-3
trace: last
YAML
    run_well campaign few.yaml -o store
    run_well campaign few.yaml --shard 1/2 -o part
    run_well run "${ball[@]}" --steps 200 --trace all --frames 20 -o ran
    mkdir text
    printf 'name,folder,command\nran,ran,stickslip run\n' >text/sources.csv
    printf '\\cell{ran/summary.csv}{solver=sbp}{steps}\n%.0s' {1..200} >text/some.tex
}

# Visible tables, each whole.
expect_whole_tables() # FOLDER WHAT
{
    local file before=$n_failed
    while IFS= read -r file; do
        expect_whole_csv "$file"
    done < <(find "$1" -name '.?*' -prune -o -name '*.csv' -print)
    [ "$n_failed" -eq "$before" ] || echo "    by $2"
}

# Its rows and columns that are no times.
lasting() # TABLE
{
    local cut name=${1##*/}
    case $1 in
        */runs/*) name=summary.csv ;;
        */traces/*) name=convergence.csv ;;
    esac
    cut=$(sed -n "s/^- \`\(.*\)\` of \`$name\`.*/\1/p" "$source_dir/results/SCHEMA.md" | paste -sd ,)
    if [ -n "$cut" ]; then csv_without "$1" "$cut"; else grep -v cpu "$1"; fi
}

expect_same_tables() # FOLDER WANTED WHAT
{
    local file
    diff <(cd "$1" && find . -name '*.csv' | sort) <(cd "$2" && find . -name '*.csv' | sort) >differences ||
        fail "$3: other tables: $(grep '^[<>]' differences | head -n 3 | tr '\n' ' ')"
    while IFS= read -r file; do
        cmp -s <(lasting "$1/$file") <(lasting "$2/$file") ||
            fail "$3: $file: $(diff <(lasting "$1/$file") <(lasting "$2/$file") | head -c 300)"
    done < <(cd "$2" && find . -name '*.csv')
}

# A signal after a part of the time that the verb takes undisturbed; its code must be its own, the signal's
# or, where it ended before, the usual one.
disturb() # VERB SIGNAL PER-MILLE GROUP
{
    local usual delay
    usual=$(cat "$scratch/$1.code")
    delay=$(awk -v t="$(cat "$scratch/$1.time")" -v p="$3" 'BEGIN { printf "%.4f", t * p / 1000 }')
    words_of "$1"
    setsid "$program" "${words[@]}" >"$out" 2>"$err" </dev/null &
    pid=$!
    read -rt "$delay" <&9 # a sleep that begins at once
    kill "-$2" -- "$4$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    code=$?
    case $2:$code in
        *:"$usual" | KILL:137 | TERM:143 | HUP:129 | *:130) ;;
        *) fail "$1 ends with $code after SIG$2 ($(first_line "$err"))" ;;
    esac
    await '[ "$(count_session '"$pid"')" -eq 0 ]'
    pid=0
    [ "$code" -eq "$usual" ] && ((++n_late))
    ((++n_done[$2]))
}

# The way on after the verb was disturbed, to what nobody disturbed leaves.
repeat_verb() # VERB WHAT
{
    words_of "$1"
    case $1 in
        run | grow)
            if compgen -G 'out/.*.csv.partial-*' >/dev/null; then
                run collect out
                expect_equal "$2: collect ($(first_line "$err"))" "$code" 0
                expect_whole_folder out
            fi
            rm -rf out
            ;;
        merge) rm -rf out ;;
        export | manuscript | freeze) rm -rf out out.hdf5 ;;
        judge) return ;;
    esac
    run "${words[@]}"
    expect_equal "$2, repeated ($(first_line "$err"))" "$code" "$(cat "$scratch/$1.code")"
}

# The runs that are stored, with their bytes.
list_stored()
{
    find . -path '*/runs/*' -name '[0-9a-f]*.csv' -exec md5sum {} + | sort
}

# Undisturbed: the tables, the exit code, the time.
make_reference() # VERB
{
    local begin=$EPOCHREALTIME
    cp -r inputs "whole-$1" && cd "whole-$1" || exit 2
    words_of "$1"
    run "${words[@]}"
    echo "$code" >"$scratch/$1.code"
    awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }' >"$scratch/$1.time"
    [ "$code" -eq 0 ] || [ "$1" = judge ] || fail "$1 undisturbed ends with $code ($(first_line "$err"))"
    cd ..
}

kill_once() # NUMBER VERB
{
    local signals=(KILL KILL TERM INT HUP) groups=("" -) signal permille group what
    signal=${signals[RANDOM % 5]}
    permille=$((RANDOM % 1000))
    group=${groups[RANDOM % 2]}
    what="kill $1: $2 after SIG$signal at $permille/1000${group:+, to its group}"
    cp -r inputs "$1" && cd "$1" || exit 2
    disturb "$2" "$signal" "$permille" "$group"
    expect_whole_tables . "$what"
    list_stored >../before
    repeat_verb "$2" "$what"
    [ "$2" = merge ] || list_stored | comm -23 ../before - | while read -r _ file; do echo "$file"; done >../lost
    [ "$2" = merge ] || [ ! -s ../lost ] || fail "$what: lost or changed: $(tr '\n' ' ' <../lost)"
    expect_equal "$what: left behind" "$(find . -name '.*.partial-*' | tr '\n' ' ')" ""
    [ "$2" = judge ] || expect_same_tables . "../whole-$2" "$what"
    cd ..
    rm -rf "$1"
}

mkfifo never && exec 9<>never
declare -A n_done=([KILL]=0 [TERM]=0 [INT]=0 [HUP]=0)
n_late=0
mkdir inputs && cd inputs && make_inputs && cd ..
for verb in "${verbs[@]}"; do
    make_reference "$verb"
done
for ((k = 0; k < count; ++k)); do
    kill_once "$k" "${verbs[k % ${#verbs[@]}]}"
done
echo "$count kills of ${#verbs[@]} verbs: KILL ${n_done[KILL]}, TERM ${n_done[TERM]}, INT ${n_done[INT]}, HUP ${n_done[HUP]};" \
    "$n_late came when the verb had ended"
finish

#!/usr/bin/env bash
# A campaign is trusted with a night: killed and resumed it ends as if nothing had been, nothing is
# run twice, one writer at a time, a full disk costs nothing that was stored.
#
#   CAMPAIGN_KILLS=20 CAMPAIGN_INSTANCES=20 bash tests/outside/check_campaign.sh ...   # the full size
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/stores.bash"
. "$support_dir/night.bash"

kills=${CAMPAIGN_KILLS:-5}
instances=${CAMPAIGN_INSTANCES:-6}
RANDOM=$$
pid=0
mounted=
trap 'end_all; rm -rf "$scratch"' EXIT

end_all()
{
    [ "$pid" -gt 0 ] && kill -KILL -- "-$pid" 2>/dev/null
    [ -n "$mounted" ] && umount "$scratch/$mounted"
}

# Start the program as the leader of a group of its own.
start() # WORD...
{
    setsid "$program" "$@" >"$out" 2>"$err" </dev/null &
    pid=$!
}

await_end()
{
    wait "$pid" 2>/dev/null
    code=$?
    pid=0
}

n_stored() # STORE
{
    find "$1/runs" -name '[0-9a-f]*.csv' 2>/dev/null | wc -l
}

# The columns of a table that are times, from the schema.
# Two stores hold the same results, times aside.
expect_same_tables() # STORE WANTED WHAT
{
    csv_without "$1/summary.csv" "$(varying summary.csv)" >got.csv
    csv_without "$2/summary.csv" "$(varying summary.csv)" >wanted.csv
    cmp -s got.csv wanted.csv || fail "$3: summary.csv differs ($(diff got.csv wanted.csv | head -c 300))"
}

# All traces as one table, times aside.
traces() # STORE
{
    local file
    for file in "$1"/traces/*; do
        echo "${file##*/}"
        csv_without "$file" "$(varying convergence.csv)"
    done
}

expect_same_traces() # STORE WANTED
{
    traces "$1" >got.csv
    traces "$2" >wanted.csv
    [ "$(grep -c . wanted.csv)" -gt $((50 * instances)) ] || fail "$2: the traces are short"
    cmp -s got.csv wanted.csv || fail "the traces differ: $(diff got.csv wanted.csv | head -c 300)"
}

# Names and numbers of the files: an unchanged one was not written again.
identities() # STORE
{
    find "$1/runs" -name '[0-9a-f]*.csv' -printf '%f %i %T@\n' 2>/dev/null | sort
}

# ---- killed and resumed ----

check_killed()
{
    local k caught=0 n=0 total=$((10 * instances))
    run_well campaign night.yaml -o whole -j 3
    expect_in "$total runs: $total run now" "$out" "a whole campaign"
    expect_whole_folder whole
    csv_column whole/summary.csv sweeps_total | grep -qx 0 && fail "a run without a sweep shows nothing"
    : >before
    for ((k = 0; k < kills; ++k)); do
        start campaign night.yaml -o killed -j 3
        # The first at any moment of the beginning, the others after something was done.
        [ "$k" -eq 0 ] || await '[ "$(n_stored killed)" -gt "$n" ] || ! kill -0 $pid 2>/dev/null'
        sleep "0.$(printf %03d $((RANDOM % 300)))"
        kill -KILL "$pid" 2>/dev/null
        await_end
        n=$(n_stored killed)
        [ "$n" -gt 0 ] && [ "$n" -lt "$total" ] && caught=1
        identities killed >after
        [ -z "$(comm -23 before after)" ] || fail "kill $k: finished runs were run again"
        mv after before
    done
    [ "$caught" -eq 1 ] || fail "no kill came in the midst of the campaign"
    n=$(n_stored killed)
    run_well campaign night.yaml -o killed -j 3
    expect_in "$((total - n)) run now, $n finished before" "$out" "the last resumption"
    identities killed >after
    [ -z "$(comm -23 before after)" ] || fail "resuming ran finished runs again"
    expect_whole_folder killed
    expect_same_tables killed whole "killed $kills times and resumed"
    expect_same_traces killed whole
}

# ---- one writer, one build, whole files ----

# A build is its commit and flags, not its bytes.
check_builds()
{
    local ours=$program
    cp "$program" other
    printf x >>other
    program=$scratch/other
    run_well campaign night.yaml -o killed
    expect_in " 0 run now" "$out" "the same build in another file"
    program=$ours
    sed -i 's/^build: .*/build: 0.0.9, commit 0123456789ab, GNU 1.0, Release/' killed/manifest.txt
    run campaign night.yaml -o killed
    expect_equal "exit code of another build" "$code" 73
    expect_in "--mix-builds" "$err" "the refusal of another build"
    run_well campaign night.yaml -o killed --mix-builds
    expect_in " 0 run now" "$out" "another build that was let in"
    expect_equal "builds in the manifest" "$(grep -c '^build: ' killed/manifest.txt)" 2
}

# A store of version 0.1.0, commit 3916218, is read, extended, compared and merged; a column more
# or less in its run files damages nothing.
check_old_store()
{
    local file
    cp -r "$source_dir/tests/corpus/store" old
    for file in old/runs/*.csv; do
        sed -i '1s/$/,not_known_yet/; 2s/$/,42/' "$file"
        sed -i 's/,box_width_m,stop,/,stop,/; s/,0,eps,/,eps,/' "$file"
    done
    run_well status old
    expect_in "4 of 4 runs finished, 4 solved" "$out" "the status of an old store"
    cp -r old doubled # a plan could name a run twice
    tail -n 1 old/plan.csv >>doubled/plan.csv
    run_well status doubled
    grep -q 'more of earlier plans' "$out" && fail "status of a plan with a run twice: $(first_line "$out")"
    cat >old.yaml <<'NIGHT'
problems:
  - name: sliding-ball
    set: ['mu=0.3,0.7', 'steps=5']
solvers: [sbp, 'ebp[alpha=0.5]', sal]
trace: last
NIGHT
    run campaign old.yaml -o old
    expect_equal "exit code of going on with an old store" "$code" 73
    run_well campaign old.yaml -o old --mix-builds
    expect_in "6 runs: 2 run now, 4 finished before; 6 solved" "$out" "an old store, extended"
    expect_whole_folder old
    run_well campaign old.yaml -o new
    run_well compare old new
    run_well compare --partial "$source_dir/tests/corpus/store" new
    run merge "$source_dir/tests/corpus/store" new -o both
    expect_in "different builds" "$err" "merging builds"
    run_well merge "$source_dir/tests/corpus/store" new -o both --mix-builds
    run_well status both
    expect_in "6 of 6 runs finished" "$out" "an old store, merged"
}

# Torn, empty and misnamed run files are told of and their runs run again.
check_damage()
{
    local files name
    files=(whole/runs/*.csv)
    cp -r whole damaged
    name=damaged/runs/${files[0]##*/}
    head -c 700 "${files[0]}" >"$name"
    : >"damaged/runs/${files[1]##*/}"
    mv "damaged/runs/${files[2]##*/}" "damaged/runs/${files[3]##*/}"
    touch "damaged/$(dead_name summary.csv)" "damaged/runs/$(dead_name x.csv)" "damaged/traces/$(dead_name x.csv)"
    run collect damaged
    expect_equal "exit code of collecting a damaged store" "$code" 0
    expect_in "3 damaged run files left out" "$err" "collect"
    run status damaged
    expect_in "3 damaged run files" "$err" "status"
    run campaign night.yaml -o damaged
    expect_equal "exit code of resuming a damaged store" "$code" 0
    expect_in "3 damaged run files" "$err" "the campaign"
    expect_in ": 4 run now" "$out" "the campaign"
    expect_whole_folder damaged
    expect_same_tables damaged whole "after damage"
}

# Tables that a power cut emptied, cut in a line or at its end, are found, and their runs run again.
check_cut_tables()
{
    local files
    files=(whole/traces/*.csv)
    cp -r whole cut
    : >"cut/traces/${files[0]##*/}"
    head -c -5 "${files[1]}" >"cut/traces/${files[1]##*/}"
    head -n -1 "${files[2]}" >"cut/traces/${files[2]##*/}"
    rm "cut/traces/${files[3]##*/}"
    mkdir "cut/$(dead_name sweep)" && touch "cut/$(dead_name sweep)/sweep.svg"
    run_well campaign night.yaml -o cut
    expect_in ": 4 run now" "$out" "a campaign whose tables were cut"
    expect_same_traces cut whole
    expect_whole_folder cut
    rm cut/summary.csv
    run_well status cut
    expect_in "stickslip collect cut" "$out" "the status of a store without its summary"
    touch "cut/$(dead_name summary.csv)" cut/runs/.x.csv.partial-7-1-0123abcd-node3
    exec 8<>"cut/$(dead_name plan.csv)"
    flock -s 8
    run_well collect cut
    expect_equal "hidden files of the dead, the living and another machine" "$(find cut -name '.*.partial-*' | sort)" \
        "$(printf '%s\n' "cut/$(dead_name plan.csv)" cut/runs/.x.csv.partial-7-1-0123abcd-node3)"
    run_well collect --force cut
    expect_equal "the same with --force" "$(find cut -name '.*.partial-*')" "cut/$(dead_name plan.csv)"
    exec 8>&-
}

# ---- shards ----

check_shards()
{
    local k file
    for k in 1 2 3; do
        run_well campaign night.yaml -o part$k --shard $k/3
    done
    expect_equal "runs of three parts" "$(ls part?/runs | grep -c csv)" $((10 * instances))
    run_well status part2
    expect_in "partial: shards 1, 3 of 3 are not there" "$out" "the status of a shard"
    run_well profile part2 --solvers sbp --kind data --no-figure
    expect_in "partial: shards 1, 3 of 3 are not there" "$out" "the profile of a shard"
    run_well status part1 part2 part3
    expect_in "3 stores: $((10 * instances)) of $((10 * instances)) runs finished" "$out" "the sum of three shards"
    run_well merge part1 part2 -o part12
    expect_in "partial: shard 3 of 3 is not there" "$out" "a merge that lacks a shard"
    grep -qx complete "$out" && fail "a merge that lacks a shard is called complete"
    run_well status --json part12 part3
    expect_equal "stores that are complete" "$(grep -c '"complete": 0' "$out")" 2
    run_well merge part12 part3 -o merged
    expect_in "complete" "$out" "a merge of all shards"
    expect_same_tables merged whole "the merged parts"
    run_well merge part3 part1 part2 -o at-once
    run_well merge part2 part3 part1 -o at-once-again
    diff -r at-once at-once-again >/dev/null || fail "a merge depends on the order of the stores: $(diff -rq at-once at-once-again | head -3)"
    expect_same_tables at-once whole "three parts at once"
    mv "$(find part2/runs -name '*.csv' | head -n 1)" lost.csv
    run_well merge part1 part2 part3 -o lacking
    expect_in "$((10 * instances - 1)) of $((10 * instances)) runs finished" "$out" "a merge that lacks a run"
    expect_in "not running; 1 run left" "$out" "a merge that lacks a run"
    for k in status collect merge; do
        run $k nowhere $([ $k != merge ] || echo part1 -o never)
        expect_equal "exit code of $k without a folder" "$code" 65
        expect_in "there is no folder 'nowhere'" "$err" "$k without a folder"
    done
    run_well merge merged whole -o twice
    run_well status twice
    expect_in "$((10 * instances)) of $((10 * instances)) runs finished" "$out" "joined with itself"
    file=$(find part1/runs -name '*.csv' | head -n 1)
    awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "sweeps_last") c = k }
        NR == 2 && n == 0 { n = 1; gsub(/,190,solved,/, ",190,solved,9") } { print }' "$file" >edited
    cmp -s edited "$file" && fail "no row was edited"
    cp edited "$file"
    run merge part1 whole -o refused
    expect_equal "exit code of a conflict" "$code" 65
    expect_in "sweeps_last is '9" "$err" "a conflict"
    [ ! -e refused ] || fail "a refused merge left a folder"
}

# The study of a plan that was split is made of all parts, as if it had not been.
check_merged_study()
{
    local k words="-p sliding-ball -s sbp[alpha=0.3:0.9:lin:3] -S steps=5 --vary mu=0.2,0.4"
    for k in 1/2 2/2; do
        run_well sweep $words -o "half${k%/2}" --shard $k
    done
    run_well sweep $words -o undivided
    run_well merge half1 half2 -o halves
    expect_in "study.md" "$out" "a merge of a study"
    for k in sweep.csv ranges.csv; do
        csv_without undivided/$k "$(varying $k)" >wanted.csv
        csv_without halves/$k "$(varying $k)" | cmp -s - wanted.csv || fail "$k of the merged study differs"
    done
}

# Runs without a contact, to an E1 that is not small, or unsolved: the tables are there, no success is told.
check_worthless()
{
    local words
    for words in "-S steps=1 -S max-sweeps=9|1 no-measurement (no step had a contact)" \
        "-S steps=300 --tol 1e-1 --stop eps|1 loose (its E1 is above the limit)" \
        "-S steps=300 -S max-sweeps=1|1 unsolved (not solved)"; do
        rm -rf worthless
        run sweep -p balls-4 -s sbp ${words%|*} -o worthless
        expect_equal "exit code of ${words%|*}" "$code" 14
        expect_in "of 1 run none counts: ${words#*|}" "$err" "${words%|*}"
        expect_equal "rows of ${words%|*}" "$(csv_rows worthless/summary.csv)" 1
    done
}

# ---- signals ----

# A short run and five without end, which their limit of CPU time ends: on no machine are all six
# stored when the request comes. One request: those under way are finished.
check_interrupted_once() # SIGNAL
{
    local least=2 store=once-$1 n plan="-p sliding-ball --set steps=1 --set max-sweeps=1000000000 -i 1"
    plan="$plan -s sbp,sbp[alpha=1e-12:5e-12:lin:5] --timeout 1.5 -j 2"
    [ "$1" = INT ] || least=1
    start sweep $plan -o "$store"
    await '[ "$(n_stored '"$store"')" -ge 1 ]'
    run_well collect "$store"
    kill "-$1" "$pid"
    await_end
    n=$(n_stored "$store")
    expect_equal "exit code after SIG$1" "$code" 130
    # after a SIGTERM the runs under way have two seconds
    [ "$n" -ge "$least" ] && [ "$n" -le 5 ] || fail "SIG$1: $n runs of 6 are stored"
    expect_in "interrupted: $n of 6 runs stored in $store; the same command runs the others" \
        <(tail -n 1 "$err") "the message after SIG$1"
    expect_in "finishing the" "$err" "the announcement"
    expect_whole_folder "$store"
    expect_equal "$store: rows" "$(csv_rows "$store/summary.csv")" "$n"
    [ "$1" = INT ] || return
    run_well sweep $plan -o "$store"
    expect_in "$((6 - n)) run now, $n finished before" "$out" "resumed after SIG$1"
}

# Runs without end: a second request ends them. Meanwhile others look in, and may not write.
check_interrupted_twice()
{
    local endless="-p sliding-ball --set steps=1 --set max-sweeps=1000000000 -i 1 --timeout 100"
    endless="$endless -s sbp[alpha=1e-12:2e-12:lin:3] -j 2 --trace last -o twice-int"
    start sweep $endless
    await '[ "$(find twice-int/traces -name ".*.partial-*" 2>/dev/null | wc -l)" -eq 2 ]'
    timeout "$patience" "$program" sweep $endless >/dev/null 2>other
    expect_equal "exit code of a second writer" "$?" 73
    expect_in "is being written by process $pid" other "the refusal of a second writer"
    timeout "$patience" "$program" status twice-int >other
    expect_in "process $pid is running it" other "status"
    kill -INT "$pid"
    await 'grep -q "finishing the" "$err"'
    sleep 0.4 # requests of one fifth of a second are one
    kill -0 "$pid" 2>/dev/null || fail "the first SIGINT ended the campaign"
    kill -INT "$pid"
    await_end
    expect_equal "exit code after two SIGINT" "$code" 130
    expect_in "interrupted: 0 of 3 runs stored" "$err" "the message after two SIGINT"
    expect_equal "runs broken off and stored" "$(n_stored twice-int)" 0
    expect_whole_folder twice-int
    run_well status twice-int
    expect_in "not running" "$out" "status"
}

# ---- full and forbidden ----

# A disk that is full in the midst and has room later, on a machine that lets us mount one.
check_full_disk()
{
    run campaign night.yaml -o whole/manifest.txt/below
    expect_equal "exit code below a file" "$code" 73
    mkdir mine && touch mine/data
    run campaign night.yaml -o mine
    expect_equal "exit code of a folder with other things" "$code" 73
    mkdir disk
    mount -t tmpfs -o size=$((100 + 10 * instances))k tmpfs disk 2>/dev/null || return
    mounted=disk
    run campaign night.yaml -o disk/store -j 1
    expect_equal "exit code of a full disk" "$code" 74
    expect_in "No space left" "$err" "a full disk"
    expect_equal "lines on stderr of a full disk" "$(count_lines "$err")" 1
    [ "$(n_stored disk/store)" -gt 0 ] || fail "nothing was stored before the disk was full"
    expect_whole_folder disk/store
    mount -o remount,size=64m disk
    mount -o remount,ro disk
    run campaign night.yaml -o disk/store
    expect_equal "exit code of a store that cannot be written" "$code" 73
    mount -o remount,rw disk
    run_well campaign night.yaml -o disk/store
    expect_same_tables disk/store whole "a disk that was full"
}

write_night
for check in killed builds old_store damage cut_tables shards merged_study worthless "interrupted_once INT" \
    "interrupted_once TERM" interrupted_twice full_disk; do
    began=$SECONDS
    check_$check
    [ -z "${CAMPAIGN_VERBOSE:-}" ] || echo "$check: $((SECONDS - began)) s"
done
finish

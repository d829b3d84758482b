#!/usr/bin/env bash
# Bad input: one clear message that names the value and what would be right, the exit code that
# --help documents, nothing left on the disk.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

USAGE=64 DATA=65 UNAVAILABLE=69 OUTPUT=73 IO=74

# The same for `run`, with the problem and solver given first.
refuse_run() # PROBLEM SOLVER TEXT... -- WORD...
{
    local problem=$1 solver=$2 texts=()
    shift 2
    while [ "$1" != -- ]; do
        texts+=("$1")
        shift
    done
    shift
    refuse $USAGE ${texts[@]+"${texts[@]}"} -- run -p "$problem" -s "$solver" --steps 1 "$@" -o out
}

check_misspelt()
{
    refuse $USAGE "'rn'" "'run'" -- rn
    refuse $USAGE "'descibe'" "'describe'" -- descibe sbp
    refuse $USAGE "verb" -- ""
    refuse $USAGE "'zzzzzzzz'" "--help" -- zzzzzzzz
    refuse $USAGE "'solver'" "'solvers'" -- list solver
    refuse $USAGE "'sbb'" "'sbp'" -- describe sbb
    refuse $USAGE "'balls500'" "'balls-500'" -- describe balls500
    refuse $USAGE "convergenc" "convergence" -- plot convergenc .
    refuse $USAGE "'dumond'" "dumont" -- reproduce dumond -o out
    refuse_run slidingball sbp "'slidingball'" "'sliding-ball'" --
    refuse_run balls-4 sbb "'sbb'" "'sbp'" --
    refuse_run balls-4 'sbp,eba' "'eba'" "'eb" --
    refuse_run balls-4 'ebp[alhpa=1]' "'alhpa'" "'alpha'" --
    refuse_run balls-4 'ebp[stop=printd]' "stop=printd" "printed" --
    refuse_run balls-4 sbp "'nlg'" "'nlgs'" -- --outer nlg
    refuse_run balls-4 sbp "'mv'" "'mu'" -- --set mv=0.3
    refuse_run balls-4 sbp "'max_sweeps'" "'max-sweeps'" -- --set max_sweeps=3
    refuse_run balls-4 sbp "restitution=mendd" "mended" -- --set restitution=mendd
    refuse_run balls-4 sbp "--trace cannot be 'lst'; did you mean 'last'" -- --trace lst
    refuse_run balls-4 sbp "no option 'wram-start'; did you mean 'warm-start'" -- --wram-start
    refuse_run balls-4 sbp "'junk'" -- junk
}

# PROBLEM KEY=VALUE: out of range, or no number; the message gives the range.
check_parameters()
{
    local problem word
    while read -r problem word; do
        refuse_run "$problem" sbp "$word" "must be" -- --set "$word"
    done <<'TABLE'
balls-4 mu=-1
balls-4 mu=nan
balls-4 mu=inf
balls-4 mu=-inf
balls-4 mu=1e999
balls-4 mu=
balls-4 mu=12abc
balls-4 mu=0,3
balls-4 mu=0.3;
balls-4 tol=0
balls-4 tol=-1e-9
balls-4 h=0
balls-4 h=-1
balls-4 density=-5
balls-4 density=0
balls-4 gravity=-9.81
balls-4 inertia=0
balls-4 e_n=-0.1
balls-4 e_n=1.1
balls-4 e_t=2
balls-4 theta=0.4
balls-4 theta=1.1
balls-4 steps=0
balls-4 steps=-1
balls-4 steps=2.5
balls-4 steps=1e30
balls-4 max-sweeps=0
balls-4 balls=0
balls-4 balls=1e30
balls-4 balls=99999999999999999999
balls-4 radius-min=-1
balls-4 radius-max=0
balls-4 box=0
balls-4 jitter=-1
sliding-ball radius=-1
sliding-ball radius=0
sliding-ball speed=nan
inclined-ball angle=90
balls-500 balls=-500
TABLE
    refuse_run balls-4 sbp "'mu'" "KEY=VALUE" -- --set mu
    refuse_run balls-4 sbp "'=1'" "KEY=VALUE" -- --set =1
    refuse_run balls-4 sbp "mu= 1" -- --set 'mu= 1'
    refuse_run balls-4 sbp "mu=-2" -- --set mu=0.1 --set mu=-2
}

check_counts()
{
    local word
    for word in 0 -1 2.5 1e30 nan x '' 12abc; do
        refuse_run balls-4 sbp "$word" "must be" -- --steps "$word"
        refuse_run balls-4 sbp "$word" "must be" -- --max-sweeps "$word"
    done
    for word in 0 -1e-9 nan inf 1e999 x ''; do
        refuse_run balls-4 sbp "tol=$word" "must be" -- --tol "$word"
    done
    for word in 0 -1 2.5 1e3 x '' 99999999999999999999; do
        refuse_run balls-4 sbp "--instance=$word" "whole number" -- --instance "$word"
        refuse $USAGE "--jobs=$word" "whole number" -- reproduce dumont --jobs "$word" -o out
    done
    for word in 0 -1 1x '' 99999999999999999999; do
        refuse_run balls-4 sbp "--trace" "${word:-''}" "must be" -- --trace "$word"
    done
    refuse_run balls-4 sbp "--trace=2" "last step, 1" -- --trace 2
    refuse_run sliding-ball sbp "instance 2" "only one is 1" -- --instance 2
}

# SOLVER WORD: what the message must say.
check_solvers()
{
    local solver word
    while read -r solver word; do
        refuse_run balls-4 "$solver" "$word" --
    done <<'TABLE'
sbp[alpha=0] alpha=0
sbp[alpha=-1] alpha=-1
sbp[alpha=nan] alpha=nan
sbp[alpha=] alpha=
sbp[alpha] KEY=VALUE
sbp[cap=0] cap=0
sbp[cap=2.5] cap=2.5
ebp[tol=2] tol=2
ebp[backtrack=maybe] backtrack=maybe
eal[eps-newt=-1] eps-newt=-1
sbp[alpha=1 ]
sbp[ ]
sbp] 'sbp]'
sbp[alpha=1]] alpha=1]
sbp[[alpha=1]] '[alpha'
sbp[alpha=1]x ]
sbp,sbp twice
ebp[alpha=2],sbp,ebp[alpha=2] 'ebp[alpha=2]'
sbp, ''
,sbp ''
sbp,,ebp ''
nlgs 'nlgs'
TABLE
    refuse_run balls-4 "" "solver" --
}

check_scenes()
{
    refuse_run balls-4 sbp "radius-min" "radius-max" "0.01" -- --set radius-min=0.01
    refuse_run balls-4 sbp "0.0005" "too narrow" -- --set box=0.0005
    refuse_run balls-4 sbp "ball 0" "overlap" "jitter" -- --set jitter=5
    refuse_run balls-4 sbp "ball 0 and ball 3" "overlap" -- --set jitter=5 --set box=0.0024
}

check_missing()
{
    refuse $USAGE "--problem" -- run -s sbp -o out
    refuse $USAGE "--solver" -- run -p balls-4 -o out
    refuse $USAGE "--out" -- run -p balls-4 -s sbp
    refuse $USAGE "dumont" -- reproduce -o out
    refuse $USAGE "DIR" -- plot convergence
    refuse $USAGE "list" -- describe
    refuse $USAGE "'ebp'" -- describe sbp ebp
}

check_reproduce()
{
    refuse $USAGE "table 9" "1 to 4" -- reproduce dumont --table 9 -o out
    refuse $USAGE "figure 3" "4 to 17" -- reproduce dumont --figure 3 -o out
    refuse $USAGE "figure 18" "4 to 17" -- reproduce dumont --table 1 --figure 18 -o out
    refuse $USAGE "--instances" "one of them" -- reproduce dumont --instances 2 -i 3 -o out
    refuse $USAGE "--instances=1001" "1000" -- reproduce dumont --instances 1001 -o out
    refuse $USAGE "--instances=0" -- reproduce dumont --instances 0 -o out
    refuse $USAGE "--table=0" -- reproduce dumont --table 0 -o out
    refuse $USAGE "--table=two" -- reproduce dumont --table two -o out
    STICKSLIP_HOME=$scratch/nowhere refuse $DATA "nowhere" -- reproduce dumont --quick -o out
}

# A fault in the paper's data is found before the runs, not after.
check_broken_data()
{
    mkdir -p home
    cp -r "$source_dir/paper" "$source_dir/plots" home
    printf '1,sbp,torn\n' >>home/paper/dumont/tables.csv
    STICKSLIP_HOME=$scratch/home refuse $DATA "tables.csv" "line" -- \
        reproduce dumont --quick --table 1 -o out
}

check_plot()
{
    if ! command -v gnuplot >/dev/null; then
        return
    fi
    refuse $DATA "cannot read 'nowhere'" -- plot convergence nowhere
    run_well run -p sliding-ball -s sbp --steps 3 --trace none -o untraced
    refuse $DATA "--trace" -- plot convergence untraced
    run_well run -p sliding-ball -s sbp --steps 3 -o traced
    refuse $DATA "solver ebp" -- plot convergence traced --solver ebp
    refuse $USAGE "--step=x" -- plot convergence traced --step x
    refuse $DATA "99" -- plot convergence traced --step 99
    printf 'sbp,1\n' >>traced/convergence.csv
    refuse $DATA "convergence.csv" "line" -- plot convergence traced
}

# Folders that are there, cannot be made, or cannot be written.
check_out()
{
    local verb words=(run -p sliding-ball -s sbp --steps 1 -o)
    mkdir existing
    echo mine >existing/summary.csv
    echo mine >file
    refuse $OUTPUT "'existing'" "exists" -- "${words[@]}" existing
    for verb in 'reproduce dumont --quick --table 1' 'check sbp' noise 'grow -s sweeps' 'export --vtk existing' \
        'bench kernel --quick --anyway' 'freeze -p sliding-ball -s sbp -t 3'; do
        refuse $OUTPUT existing exists -- $verb -o existing
    done
    expect_equal "a file of the user's" "$(cat existing/*)" mine
    run_well reproduce dumont --quick --table 1 -o shrunk
    refuse $OUTPUT "'shrunk'" "--quick" -- reproduce dumont --table 1 -o shrunk
    refuse $OUTPUT "'file'" "exists" -- "${words[@]}" file
    refuse $OUTPUT "'file'" -- "${words[@]}" file/below
    expect_equal "a file of the user's" "$(cat file)" mine
    refuse $OUTPUT "empty" -- "${words[@]}" ""
    refuse $OUTPUT "/proc/stickslip" -- "${words[@]}" /proc/stickslip
    mkdir locked
    chmod 555 locked
    if [ ! -w locked ]; then # root may write anywhere
        refuse $OUTPUT "locked/out" -- "${words[@]}" locked/out
    fi
}

# As run, with a PATH that holds no gnuplot.
run_bare()
{
    mkdir -p bin
    timeout "$patience" "$(command -v env)" PATH="$scratch/bin" "$program" "$@" >"$out" 2>"$err" </dev/null
    code=$?
}

# Verbs that need gnuplot refuse before they run; the others go on.
check_without_gnuplot()
{
    run_well run -p sliding-ball -s sbp --steps 3 -o drawable
    run_bare reproduce dumont --quick -o out
    expect_refused $UNAVAILABLE "reproduce without gnuplot" gnuplot "apt-get install"
    [ ! -e out ] || fail "reproduce without gnuplot left its folder"
    run_bare plot convergence drawable
    expect_refused $UNAVAILABLE "plot without gnuplot" gnuplot "apt-get install"
    run_bare run -p sliding-ball -s sbp --steps 3 -o plain
    expect_equal "exit code of run without gnuplot" $code 0
}

# No table, whole or torn, of a run that could not be written whole.
expect_no_summary() # FOLDER WHAT
{
    [ ! -e "$1/summary.csv" ] || fail "$2 left a summary"
    [ ! -d "$1" ] || expect_whole_folder "$1"
}

# As run, where a file may grow to BLOCKS kB only. The pipe keeps the messages out of the limit.
run_limited() # BLOCKS WORD...
{
    local blocks=$1
    shift
    (ulimit -f "$blocks" && exec timeout "$patience" "$program" "$@") 2>&1 >/dev/null </dev/null | cat >"$err"
    code=${PIPESTATUS[0]}
}

check_full_disk()
{
    local blocks
    for blocks in 0 1 8; do
        run_limited $blocks run -p balls-4 -s sbp,ebp --steps 400 --set mu=0.3 -o "full-$blocks"
        expect_refused $IO "a disk of $blocks blocks" "cannot write" "full-$blocks/"
        expect_no_summary "full-$blocks" "a disk of $blocks blocks"
    done
    run_limited 8 reproduce dumont --quick --table 1 --jobs 1 -o full-reproduce
    expect_equal "exit code of reproduce on a full disk" $code $IO
    expect_in "cannot write" "$err" "reproduce on a full disk"
    [ -z "$(find full-reproduce/store/runs -type f)" ] || fail "a full disk left a run"
    expect_whole_folder full-reproduce
}

check_full_stdout()
{
    [ -c /dev/full ] || return
    timeout "$patience" "$program" list columns >/dev/full 2>"$err"
    code=$?
    expect_refused $IO "list columns >/dev/full" "cannot write"
    timeout "$patience" "$program" run --help >/dev/full 2>"$err"
    code=$?
    expect_refused $IO "run --help >/dev/full" "cannot write"
}

# Printed text never gets into a table, whatever streams are closed.
check_closed_streams()
{
    "$program" run -p sliding-ball -s sbp,ebp --steps 50 -o no-stdout >&- 2>"$err" </dev/null
    expect_equal "exit code of run >&-" $? $IO
    "$program" run -p sliding-ball -s sbp,ebp --steps 50 -o no-streams >&- 2>&- <&-
    expect_equal "exit code of run >&- 2>&- <&-" $? $IO
    run_well run -p sliding-ball -s sbp,ebp --steps 50 -o all-streams
    for folder in no-stdout no-streams; do
        expect_whole_folder $folder
        expect_equal "$folder: rows" "$(csv_rows $folder/summary.csv)" 2
        for table in history convergence bodies; do
            expect_equal "$folder: $table" "$(csv_column $folder/$table.csv solver | sort | uniq -c)" \
                "$(csv_column all-streams/$table.csv solver | sort | uniq -c)"
        done
    done
}

# A program that has little address space ends when its work has.
check_little_space()
{
    sanitized && return
    (ulimit -v 153600 && exec timeout "$patience" "$program" --version) >"$out" 2>"$err" </dev/null
    expect_equal "exit code of --version in 150 MiB" $? 0
    (ulimit -v 153600 && exec timeout "$patience" "$program" run --help) >"$out" 2>"$err" </dev/null
    expect_equal "exit code of run --help in 150 MiB" $? 0
    expect_in "Example:" "$out" "run --help in 150 MiB"
    (ulimit -v 204800 && exec timeout -k 5 "$patience" "$program" run -p sliding-ball -s sbp,ebp --steps 2 -o little) \
        >"$out" 2>"$err" </dev/null
    expect_equal "exit code of run in 200 MiB" $? 0
    expect_equal "rows of a run in 200 MiB" "$(csv_rows little/summary.csv)" 2
}

check_full_figure()
{
    command -v gnuplot >/dev/null || return
    run_well run -p sliding-ball -s sbp --steps 3 -o full-figure
    ls full-figure >before
    run_limited 0 plot convergence full-figure
    expect_refused $IO "plot on a full disk" "cannot write"
    ls -A full-figure | cmp -s - before || fail "plot on a full disk left: $(ls -A full-figure)"
}

# The same on a file system of 16 kB, where we may mount one.
check_full_mount()
{
    mkdir tiny
    mount -t tmpfs -o size=16k tmpfs tiny 2>/dev/null || return
    trap 'umount "$scratch/tiny"; rm -rf "$scratch"' EXIT
    run run -p balls-4 -s sbp --steps 400 -o tiny/out
    expect_refused $IO "a full file system" "cannot write" "No space left"
    expect_no_summary tiny/out "a full file system"
}

check_long_words()
{
    local long
    long=$(head -c 5000 /dev/zero | tr '\0' x)
    refuse $USAGE "xxx" -- "$long"
    refuse $USAGE "xxx" -- list "$long"
    refuse $USAGE "xxx" -- describe "$long"
    refuse $USAGE "xxx" -- run -p "$long" -s sbp -o out
    refuse $USAGE "xxx" -- run -p balls-4 -s "$long" -o out
    refuse $USAGE "xxx" -- run -p balls-4 -s "sbp[$long=1]" -o out
    refuse $USAGE "xxx" -- run -p balls-4 -s "sbp[alpha=$long]" -o out
    refuse $USAGE "xxx" -- run -p balls-4 -s sbp --set "$long=1" -o out
    refuse $USAGE "mu=xxx" -- run -p balls-4 -s sbp --set "mu=$long" -o out
    refuse $USAGE "xxx" -- run -p balls-4 -s sbp --tol "$long" -o out
    refuse $USAGE "xxx" -- run -p balls-4 -s sbp --trace "$long" -o out
    refuse $USAGE "xxx" -- run -p balls-4 -s sbp --instance "$long" -o out
    refuse $USAGE "xxx" -- run -p balls-4 -s sbp --outer "$long" -o out
    refuse $USAGE "xxx" -- reproduce "$long" -o out
    refuse $USAGE "xxx" -- reproduce dumont --table "$long" -o out
    refuse $OUTPUT "xxx" -- run -p balls-4 -s sbp --steps 1 -o "$long"
    refuse $OUTPUT "xxx" -- reproduce dumont --quick --table 1 -o "$long"
}

check_misspelt
check_parameters
check_counts
check_solvers
check_scenes
check_missing
check_reproduce
check_broken_data
check_plot
check_out
check_without_gnuplot
check_full_disk
check_full_stdout
check_closed_streams
check_little_space
check_full_figure
check_full_mount
check_long_words
finish

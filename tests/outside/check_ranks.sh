#!/usr/bin/env bash
# `run --ranks`: the counts of nlgs on one rank, the same bits and E1 to 17 digits on 1, 2, 4 and 8,
# judged by others; balls and blocks; what goes wrong is a row, or refused in one line.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/ranks.bash"

check_words()
{
    run_well freeze -p ball-pack --set balls=200 -s exact --stop e1 --set tol=1e-2 -t 1 --rigid -o pack.hdf5
    refuse 64 "nlgs does not run over ranks" "nlgs-ranks" -- run -p file:pack.hdf5 -s sal --ranks 2 -o out
    refuse 64 "is no file" "freeze --rigid" -- run -p balls-4 --stop e1 -s exact --outer nlgs-ranks --ranks 2 -o out
    refuse 64 "--stop=eps" -- run -p file:pack.hdf5 -s exact --outer nlgs-ranks --stop eps --ranks 2 -o out
    refuse 64 "--ranks=3" "domains=3" -- run -p file:pack.hdf5 -s 'nlgs-ranks[domains=2,local=exact]' --ranks 3 -o out
    refuse 64 "--repeats" -- run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 2 --repeats 2 -o out
    refuse 64 "--checkpoint-every and --resume are for --ranks" -- run -p file:pack.hdf5 -s exact --checkpoint-every 9 -o out
    refuse 64 "keeps more than a checkpoint has" "with boundary=colours it does not" -- run -p file:pack.hdf5 -s 'nlgs-ranks[boundary=split,local=exact]' --ranks 2 --resume none -o out
    "$ranks" pack.hdf5 --max-sweeps 2.5 >"$out" 2>"$err"
    code=$?
    expect_refused 64 "half a sweep" "--max-sweeps=2.5" "whole number"
    refuse 64 "--launcher is for --ranks" -- run -p file:pack.hdf5 -s exact --launcher mpirun -o out
    refuse 64 "--ranks=65" "domains=65" -- run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 65 -o out
}

# A program without stickslip-ranks beside it, as in a build without MPI: nlgs-ranks in one process.
check_without()
{
    local whole=$program
    mkdir bare
    cp "$program" bare/stickslip
    program=$scratch/bare/stickslip
    refuse 69 "stickslip-ranks is not in this build" "libpetsc-real-dev" -- bench ranks --quick --sizes 400
    refuse 69 "libpetsc-real-dev" "openmpi-bin" -- run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 2 -o out
    run_well list solvers
    grep '^  nlgs-ranks ' "$out" | grep -q 'not in this build: install .*libpetsc-real-dev' ||
        fail "list does not name the packages of --ranks"
    run_well run -p sliding-ball -s 'nlgs-ranks[local=exact]' --steps 3 -o one-process
    [ ! -e one-process/ranks.csv ] || fail "ranks.csv without ranks"
    program=$whole
}

over() # N DOMAINS TOL NAME [OPTIONS,]
{
    run_well run -p file:pack.hdf5 -s "nlgs-ranks[${5:-}domains=$2,local=exact]" --ranks "$1" --set "tol=$3" -o "$4"
    expect_equal "status of $4" "$(csv_cell "$4/summary.csv" 1 status)" solved
    expect_equal "the judge's E1 of $4" "$(csv_cell "$4/ranks.csv" 1 e1_judged)" "$(csv_cell "$4/ranks.csv" 1 e1)"
    expect_equal "ranks of $4" "$(csv_cell "$4/ranks.csv" 1 ranks)" "$1"
    [ "$(csv_cell "$4/ranks.csv" 1 judge_ranks)" != "$1" ] || fail "$4 is judged by as many ranks"
    [ "$(csv_cell "$4/ranks.csv" 1 judge_domains)" != "$2" ] || fail "$4 is judged on the same cut"
    expect_whole_folder "$4"
}

# One rank and one domain is nlgs. Twelve domains are another order, whatever the ranks; the pack is
# numbered as it came, so that they are scattered, which a sweep by colours does not mind.
check_counts()
{
    local tol n sweeps
    for tol in 1e-3 1e-6; do
        run_well run -p file:pack.hdf5 -s exact --set tol=$tol -o nlgs-$tol
        over 1 1 $tol one-$tol
        expect_equal "sweeps to $tol on one rank" "$(csv_cell one-$tol/summary.csv 1 sweeps_last)" \
            "$(csv_cell nlgs-$tol/summary.csv 1 sweeps_last)"
    done
    for n in 1 2 4 8; do
        over $n 12 1e-6 by-$n
        expect_equal "E1 on $n ranks" "$(csv_cell by-$n/ranks.csv 1 e1)" "$(csv_cell by-1/ranks.csv 1 e1)"
        expect_equal "sweeps on $n ranks" "$(csv_cell by-$n/ranks.csv 1 sweeps)" "$(csv_cell by-1/ranks.csv 1 sweeps)"
        cmp -s by-$n/ranks-1.hdf5 by-1/ranks-1.hdf5 || fail "$n ranks leave other impulses"
    done
    [ "$(csv_cell by-8/ranks.csv 1 copies)" -gt 100 ] || fail "eight ranks share next to nothing"
    sweeps=$(csv_cell nlgs-1e-6/summary.csv 1 sweeps_last)
    awk -v n="$sweeps" -v by="$(csv_cell by-8/ranks.csv 1 sweeps)" 'BEGIN { exit !(by < 1.05 * n && by > 0.95 * n) }' ||
        fail "12 domains take $(csv_cell by-8/ranks.csv 1 sweeps) sweeps, nlgs $sweeps"
    # the impulses are an answer that judge-step takes, and its E1 is the judge's to its digits
    run_well judge-step pack.hdf5 --answer by-4/ranks-1.hdf5
    expect_in "E1                $(printf '%.3g' "$(csv_cell by-4/ranks.csv 1 e1)")" "$out" "judge-step"
}

# Along a curve domains are compact: ranks share less.
check_curve()
{
    run_well freeze -p ball-pack --set balls=200 -s exact --stop e1 --set tol=1e-2 -t 1 --rigid --curve -o curve.hdf5
    run_well run -p file:curve.hdf5 -s 'nlgs-ranks[domains=12,local=exact]' --ranks 8 --set tol=1e-3 -o curve
    expect_equal "status along a curve" "$(csv_cell curve/summary.csv 1 status)" solved
    [ "$(csv_cell curve/ranks.csv 1 copies)" -lt "$(csv_cell by-8/ranks.csv 1 copies)" ] ||
        fail "along a curve $(csv_cell curve/ranks.csv 1 copies) contacts are shared, $(csv_cell by-8/ranks.csv 1 copies) as they came"
    refuse 64 "--curve is for --rigid" -- freeze -p balls-4 -s exact -t 400 --curve -o out
}

check_shapes()
{
    local n
    run_well freeze -p block-stack -s reference -t 40 --rigid -o stack.hdf5
    for n in 1 3; do
        run_well run -p file:stack.hdf5 -s sal --outer 'nlgs-ranks[domains=3,look=10]' --ranks $n --set tol=1e-6 -o stack-$n
        expect_equal "blocks" "$(csv_column stack-$n/summary.csv status | sort -u)" solved
        expect_equal "sweeps in tens" "$(csv_column stack-$n/ranks.csv sweeps | grep -c '0$')" 1
    done
    cmp -s stack-1/ranks-1.hdf5 stack-3/ranks-1.hdf5 || fail "three ranks leave other impulses of blocks"
}

by() # N FILE SOLVER TOL NAME: without a judge
{
    as_ranks "$1" "$2" --solver "$3" --tol "$4" --out "$5.hdf5" --report "$5.txt"
}

said() # NAME KEY
{
    awk -v key="$2" '$1 == key { print $2 }' "$1.txt"
}

# What is published in place of turns, on a cut into slabs as thin as can be: blocks on top of each
# other, each a domain. Relaxed by 0.9 or not at all it diverges; colours and split masses end.
check_boundary()
{
    local b
    run_well freeze -p block-stack -s reference -t 40 --rigid -o slabs.hdf5
    for b in "colours solved" "split solved" "relaxed diverged" "relaxed,relaxation=1 diverged" "relaxed,relaxation=0.5 solved"; do
        by 1 slabs.hdf5 "nlgs-ranks[boundary=${b% *},domains=10,look=10,local=sal]" 1e-6 "slabs-${b% *}"
        expect_equal "slabs by ${b% *}" "$(said "slabs-${b% *}" status)" "${b#* }"
    done
    refuse 64 "relaxation=1.5" -- run -p file:slabs.hdf5 -s 'nlgs-ranks[boundary=relaxed,relaxation=1.5,local=exact]' --ranks 2 -o out
}

# Masses split, on a pack of scattered domains: the same file from any number of ranks.
check_split()
{
    local n
    over 4 12 1e-2 split boundary=split,
    for n in 1 2 8; do
        by $n pack.hdf5 'nlgs-ranks[boundary=split,domains=12]' 1e-2 split-$n
        cmp -s split-$n.hdf5 split/ranks-1.hdf5 || fail "$n ranks leave other impulses of split masses"
        expect_equal "E1 of split masses on $n ranks" "$(said split-$n e1)" "$(said split-1 e1)"
    done
    [ "$(said split-8 bytes_sweep)" -gt 0 ] || fail "split masses send nothing"
}

# The same impulses, 17 digits and iterations from any number of ranks, judged.
check_alike() # NAME SOLVER PATTERN: PATTERN is the solver on 1, 2 and 8, %d for a cut of their own
{
    local n solver
    run_well run -p file:pack.hdf5 -s "$2" --ranks 4 --set tol=1e-6 -o "$1"
    expect_equal "status of $2" "$(csv_cell "$1/summary.csv" 1 status)" solved
    expect_equal "the judge of $2" "$(csv_cell "$1/ranks.csv" 1 e1_judged)" "$(csv_cell "$1/ranks.csv" 1 e1)"
    for n in 1 2 8; do
        solver=${3//%d/$((6 + n))}
        by $n pack.hdf5 "$solver" 1e-6 "$1-$n"
        cmp -s "$1-$n.hdf5" "$1/ranks-1.hdf5" || fail "$n ranks leave other impulses of $solver"
        expect_equal "E1 of $solver on $n ranks" "$(said "$1-$n" e1)" "$(said "$1-1" e1)"
        expect_equal "iterations of $solver on $n ranks" "$(said "$1-$n" sweeps)" "$(csv_cell "$1/ranks.csv" 1 sweeps)"
    done
}

# A gradient: on any cut, and in fewer iterations than sweeps.
check_gradient()
{
    check_alike gradient apgd-ranks 'apgd-ranks[domains=%d]'
    [ "$(said gradient-8 sweeps)" -lt "$(csv_cell by-8/ranks.csv 1 sweeps)" ] || fail "apgd-ranks is no faster than sweeps"
    refuse 64 "--ranks=3" "apgd-ranks[domains=3]" -- run -p file:pack.hdf5 -s 'apgd-ranks[domains=2]' --ranks 3 -o out
    refuse 64 "apgd does not run over ranks" "apgd-ranks" -- run -p file:pack.hdf5 -s apgd --ranks 2 -o out
}

# Mixed sweeps: in a fraction of the sweeps; a stretch of 2 has plain ones among them.
check_mixed()
{
    local solver='anderson-ranks[domains=12,patience=2,local=exact]'
    check_alike mixed "$solver" "$solver"
    [ $((4 * $(said mixed-8 sweeps))) -lt "$(csv_cell by-8/ranks.csv 1 sweeps)" ] || fail "mixing gains little"
    refuse 64 "nlgs-anderson does not run over ranks" "anderson-ranks" -- run -p file:pack.hdf5 -s exact --outer nlgs-anderson --ranks 2 -o out
    refuse 64 "anderson-ranks[boundary=split]" "keeps more than a checkpoint has" -- \
        run -p file:pack.hdf5 -s 'anderson-ranks[boundary=split,local=exact]' --ranks 2 --checkpoint-every 9 -o out
}

# What is no file of rigid bodies is refused by all ranks in one line, and is a row.
check_files()
{
    local file
    head -c 20000 pack.hdf5 >cut.hdf5
    run_well freeze -p balls-4 -s exact -t 400 -o fclib.hdf5
    for file in "cut.hdf5:truncated" "fclib.hdf5:/stickslip/rigid"; do
        run_well run -p "file:${file%%:*}" -s exact --outer nlgs-ranks --ranks 3 -o "row-${file%%:*}"
        expect_equal "status of ${file%%:*}" "$(csv_cell "row-${file%%:*}/summary.csv" 1 status)" error
        csv_cell "row-${file%%:*}/summary.csv" 1 message >said
        expect_in "${file#*:}" said "the row of ${file%%:*}"
    done
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe --bind-to none -n 3 "$ranks" cut.hdf5 >"$out" 2>"$err"
    expect_equal "exit code of three ranks" $? 65
    expect_equal "lines of three ranks" "$(grep -c '^stickslip-ranks: ' "$err")" 1
}

check_endings()
{
    refuse 64 "nosuch" -- run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 2 --launcher 'nosuch -x' -o out
    local endless="tol=1e-300"
    # a rank is killed once it is there
    killing_launcher killing
    run_well run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 3 --launcher ./killing --set $endless --set max-sweeps=1000000000 -o killed
    expect_equal "status of a killed rank" "$(csv_cell killed/summary.csv 1 status)" crashed
    expect_in "signal 9" killed/summary.csv "the row of a killed rank"
    # the impulses are changed between the ranks and their judge
    launcher tampering <<'END'
case " $* " in
    *" --judge "*) printf '\x00\x00\x00\x00\x00\x00\xf0\x3f' | dd of=tampered/ranks-1.hdf5 bs=1 conv=notrunc seek=$(($(stat -c %s tampered/ranks-1.hdf5) - 8)) 2>/dev/null ;;
esac
exec mpirun --oversubscribe --bind-to none "$@"
END
    run_well run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 2 --launcher ./tampering --set tol=1e-3 -o tampered
    expect_equal "status of what is changed" "$(csv_cell tampered/summary.csv 1 status)" referee-disagrees
    run_well run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 2 --set max-sweeps=7 -o capped
    expect_equal "status at the cap" "$(csv_cell capped/summary.csv 1 status)" max-sweeps
    expect_equal "sweeps at the cap" "$(csv_cell capped/summary.csv 1 sweeps_last)" 7
    # steps that are too long: at the cap the word is that of one process, whatever the ranks
    local cap n
    for cap in "30 stagnated" "300 diverged"; do
        run_well run -p file:pack.hdf5 -s 'sal[alpha=2.2]' --stop e1 --set tol=1e-6 --set max-sweeps=${cap% *} -o long-${cap% *}
        expect_equal "status after ${cap% *} long steps" "$(csv_cell long-${cap% *}/summary.csv 1 status)" "${cap#* }"
        for n in "1 1" "2 12"; do
            run_well run -p file:pack.hdf5 -s "nlgs-ranks[domains=${n#* },local=sal[alpha=2.2]]" --ranks ${n% *} \
                --set tol=1e-6 --set max-sweeps=${cap% *} -o long-${cap% *}-${n% *}
            expect_equal "status of ${n% *} ranks at ${cap% *}" "$(csv_cell long-${cap% *}-${n% *}/summary.csv 1 status)" "${cap#* }"
        done
    done
    # one rank waits for nobody: on a busy machine, too, its CPU time comes before the wall limit
    run_well run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 1 --timeout 1s --set $endless --set max-sweeps=1000000000 -o late
    expect_equal "status past the limit" "$(csv_cell late/summary.csv 1 status)" timeout
    [ "$(csv_cell late/ranks.csv 1 e1_judged)" != nan ] || fail "what ran out of time was not judged"
    expect_equal "the judge of what ran out of time" "$(csv_cell late/ranks.csv 1 e1_judged)" "$(csv_cell late/ranks.csv 1 e1)"
    run_well run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 2 --launcher 'sh -c "exit 3"' -o nothing
    expect_equal "status of no ranks" "$(csv_cell nothing/summary.csv 1 status)" error
}

# Ctrl-C, once a rank has computed for two seconds: what it has is written, judged, and a row.
check_interrupt()
{
    local run rank=
    launcher noting <<'END'
echo $$ >mpi.pid
exec mpirun --oversubscribe --bind-to none "$@"
END
    "$program" run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 2 --launcher ./noting \
        --set tol=1e-300 --set max-sweeps=1000000000 --checkpoint-every 1000000000 -o stopped >"$out" 2>"$err" &
    run=$!
    until [ -s mpi.pid ] && rank=$(cat "/proc/$(cat mpi.pid)"/task/*/children 2>/dev/null | tr ' ' '\n' | grep -m 1 .) &&
        [ "$(awk '{ print $14 + $15 }' "/proc/$rank/stat" 2>/dev/null || echo 0)" -gt $((2 * $(getconf CLK_TCK))) ]; do
        [ -d "/proc/$run" ] || { fail "the ranks ended by themselves: $(cat "$err")"; return; }
        sleep 0.1
    done
    kill -INT $run
    wait $run
    expect_equal "exit code after Ctrl-C" $? 130
    expect_equal "status after Ctrl-C" "$(csv_cell stopped/summary.csv 1 status)" interrupted
    [ "$(csv_cell stopped/ranks.csv 1 e1_judged)" != nan ] || fail "what was interrupted was not judged"
    expect_equal "the judge of what was interrupted" "$(csv_cell stopped/ranks.csv 1 e1_judged)" "$(csv_cell stopped/ranks.csv 1 e1)"
    [ -s stopped/ranks-1.hdf5 ] || fail "the impulses were lost"
    expect_in "--resume ranks-1.hdf5.checkpoint" stopped/summary.csv "the row after Ctrl-C"
}

from() # STEP DOMAINS CHECKPOINT SAID: refused in a row
{
    run_well run -p "file:$1" -s "nlgs-ranks[domains=$2,local=exact]" --ranks 2 --resume "$3" -o refused
    expect_equal "status from $3, $4" "$(csv_cell refused/summary.csv 1 status)" error
    expect_in "$4" refused/summary.csv "the row of a checkpoint of others"
    rm -r refused
}

# A solve that ended in the middle goes on from its checkpoint, on another number of ranks, to the
# bits of one that did not; what is of others is refused; a killed one leaves the last it wrote.
check_checkpoints()
{
    local solver='nlgs-ranks[domains=12,local=exact]' sevens='nlgs-ranks[domains=12,local=exact,look=7]'
    local kept=ranks-1.hdf5.checkpoint
    run_well run -p file:pack.hdf5 -s "$solver" --ranks 3 --set tol=1e-6 --set max-sweeps=50 --checkpoint-every 20 -o first
    expect_in "--resume $kept" first/summary.csv "the row of what can go on"
    run_well run -p file:pack.hdf5 -s "$solver" --ranks 2 --set tol=1e-6 --checkpoint-every 20 --resume first/$kept -o rest
    cmp -s rest/ranks-1.hdf5 by-1/ranks-1.hdf5 || fail "what went on has other bits"
    expect_equal "sweeps of both" "$(csv_cell rest/summary.csv 1 sweeps_last)" "$(csv_cell by-1/summary.csv 1 sweeps_last)"
    [ ! -e rest/$kept ] || fail "a checkpoint is left once it is solved"
    run_well judge-step pack.hdf5 --answer first/$kept
    # looks at every seventh sweep go on so from 50
    run_well run -p file:pack.hdf5 -s "$sevens" --ranks 1 --set max-sweeps=50 --checkpoint-every 20 -o seven
    run_well run -p file:pack.hdf5 -s "$sevens" --ranks 2 --set tol=1e-3 --resume seven/$kept -o eleven
    expect_equal "sweeps past sevens" $(($(csv_cell eleven/summary.csv 1 sweeps_last) % 7)) 0
    cp pack.hdf5 other.hdf5
    printf '\x00\x00\x00\x00\x00\x00\xf0\x3f' | dd of=other.hdf5 bs=1 conv=notrunc seek=$(($(stat -c %s other.hdf5) - 8)) 2>/dev/null
    head -c 30000 first/$kept >cut.checkpoint
    from pack.hdf5 13 first/$kept "is a checkpoint of 'nlgs-ranks"
    from other.hdf5 12 first/$kept "of another step"
    from pack.hdf5 12 cut.checkpoint "truncated"
    from pack.hdf5 12 by-1/ranks-1.hdf5 "it is no checkpoint"
    launcher killing-late <<'END'
mpirun --oversubscribe --bind-to none "$@" &
mpi=$!
until [ -e killed-late/ranks-1.hdf5.checkpoint ] || [ ! -d /proc/$mpi ]; do sleep 0.05; done
kill -9 $(cat /proc/$mpi/task/*/children | tr ' ' '\n' | grep -m 1 .)
wait $mpi
END
    run_well run -p file:pack.hdf5 -s "$solver" --ranks 2 --launcher ./killing-late --set tol=1e-300 --set max-sweeps=1000000000 \
        --checkpoint-every 20 -o killed-late
    expect_equal "status of a rank killed late" "$(csv_cell killed-late/summary.csv 1 status)" crashed
    expect_in "--resume $kept" killed-late/summary.csv "the row of a rank killed late"
    run_well run -p file:pack.hdf5 -s "$solver" --ranks 3 --set tol=1e-6 --resume killed-late/$kept -o after
    expect_equal "status after a rank was killed" "$(csv_cell after/summary.csv 1 status)" solved
}

# Who keeps a history or a momentum forgets it at each checkpoint, in the run that writes it too: so what
# went on, on other ranks, has the bits of the run that was not ended, and not those of a run without any.
check_forgetting() # SOLVER EVERY NAME
{
    local kept=ranks-1.hdf5.checkpoint step=(run -p file:pack.hdf5 -s "$1") every=(--checkpoint-every "$2")
    run_well "${step[@]}" "${every[@]}" --set tol=1e-5 --ranks 1 -o "$3-whole"
    run_well "${step[@]}" "${every[@]}" --set tol=1e-5 --ranks 3 --set max-sweeps=$((2 * $2)) -o "$3-first"
    run_well "${step[@]}" "${every[@]}" --set tol=1e-5 --ranks 2 --resume "$3-first/$kept" -o "$3-rest"
    expect_equal "status of $3 that went on" "$(csv_cell "$3-rest/summary.csv" 1 status)" solved
    expect_equal "sweeps of $3" "$(csv_cell "$3-rest/summary.csv" 1 sweeps_last)" "$(csv_cell "$3-whole/summary.csv" 1 sweeps_last)"
    [ "$(csv_cell "$3-whole/summary.csv" 1 sweeps_last)" -gt $((3 * $2)) ] || fail "$3 is solved before it forgets again"
    cmp -s "$3-rest/ranks-1.hdf5" "$3-whole/ranks-1.hdf5" || fail "$3 that went on has other bits"
    run_well "${step[@]}" --set tol=1e-300 --set max-sweeps=$((3 * $2)) --ranks 1 -o "$3-never"
    run_well "${step[@]}" "${every[@]}" --set tol=1e-300 --set max-sweeps=$((3 * $2)) --ranks 1 -o "$3-ended"
    ! cmp -s "$3-never/ranks-1.hdf5" "$3-ended/ranks-1.hdf5" || fail "$3 forgets nothing at a checkpoint"
}

# `bench ranks`: counts of a bed on 1 to 8 ranks, E1 the same; its folder is gone.
check_bench()
{
    mkdir scratch
    TMPDIR=$PWD/scratch XDG_CACHE_HOME=$PWD/cache run_well bench ranks --quick --anyway --sizes 400 -o bench
    expect_equal "folders that bench leaves" "$(ls -A scratch)" ""
    expect_equal "ranks of the bench" "$(csv_column bench/bench.csv variant | sort -u | tr '\n' ' ')" "ranks=1 ranks=2 ranks=4 ranks=8 "
    expect_equal "E1 on any of them" "$(csv_column bench/bench.csv e1 | sort -u | wc -l)" 1
    paste -d '|' <(csv_column bench/bench.csv subject) <(csv_column bench/bench.csv threads) <(csv_column bench/bench.csv median) >counts
    expect_equal "one rank sends" "$(awk -F '|' '$1 ~ /^bytes|^rounds|^ghosts|^copies/ && $2 == 1 { s += $3 } END { print s }' counts)" 0
    expect_equal "turns on any of them" "$(awk -F '|' '$1 ~ /^turns/ { print $3 }' counts | sort -u | wc -l)" 1
    awk -F '|' '$1 ~ /^bytes/ { b[$2] = $3 } $1 == "visit" && !($3 > 0) { bad = 1 } END { exit bad || !(b[8] > b[2] && b[2] > 0) }' counts ||
        fail "bytes do not grow with ranks, or a visit costs nothing"
}

# A judge that fails is told as such, and not as the end of the ranks that solved.
check_judge()
{
    launcher failing <<'END'
case " $* " in *" --judge "*) exit 3 ;; esac
exec mpirun --oversubscribe --bind-to none "$@"
END
    run_well run -p file:pack.hdf5 -s exact --outer nlgs-ranks --ranks 2 --launcher ./failing --set tol=1e-3 -o unjudged
    expect_equal "status without a judge" "$(csv_cell unjudged/summary.csv 1 status)" error
    csv_cell unjudged/summary.csv 1 message >said
    expect_in "the ranks that judge" said "the row without a judge"
}

check_words
check_without
finish_without_ranks
check_counts
check_checkpoints
check_forgetting 'anderson-ranks[domains=12,local=exact]' 20 mixed-on
check_forgetting 'apgd-ranks[domains=12]' 100 gradient-on
check_forgetting 'ppa-ranks[domains=12,local=exact]' 20 proximal-on
check_curve
check_shapes
check_boundary
check_split
check_gradient
check_mixed
check_files
check_endings
check_interrupt
check_judge
check_bench
finish

#!/usr/bin/env bash
# `freeze --ranks`: balls that fall, stepped by ranks of which none has them whole. The file is the
# same bytes on 1, 2, 4 and 8 ranks, and says what that of one process does; what ranks cannot do
# is refused in one line, and leaves no file.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/ranks.bash"

order='nlgs-ranks[domains=8,equal=bodies,local=exact]'
mixed='anderson-ranks[domains=8,equal=bodies,local=exact]'
endless=(freeze -p balls-500 --set balls=60 --set box=3.3e-3 --set h=5e-4 --rigid)
fall=("${endless[@]}" --set tol=5e-2 --stop e1)
endless+=(--set tol=1e-300 --set max-sweeps=1000000000 --stop e1)

check_words()
{
    refuse 64 "--ranks is for --rigid" -- freeze -p balls-500 -s "$order" --stop e1 -t 45 --ranks 2 -o out
    refuse 64 "--ranks is for --rigid, of one step" -- "${fall[@]}" -s "$order" -t 45,46 --ranks 2 -o out
    refuse 64 "--launcher for it" -- "${fall[@]}" -s "$order" -t 45 --launcher mpirun -o out
    refuse 64 "balls-4 cannot be made share by share" "balls-500" -- freeze -p balls-4 --rigid -s "$order" --stop e1 -t 9 --ranks 2 -o out
    refuse 64 "does not step a scene over ranks" "equal=bodies" -- "${fall[@]}" -s 'nlgs-ranks[local=exact]' -t 45 --ranks 2 -o out
    refuse 64 "does not step a scene over ranks" -- "${fall[@]}" -s 'nlgs-ranks[equal=bodies,boundary=split,local=exact]' -t 45 --ranks 2 -o out
    refuse 64 "--ranks=9" "domains=9" -- "${fall[@]}" -s "$order" -t 45 --ranks 9 -o out
    refuse 64 "--stop=eps" -- freeze -p balls-500 --rigid --stop eps -s "$order" -t 45 --ranks 2 -o out
    refuse 64 "--start predictor" -- "${fall[@]}" --start predictor -s "$order" -t 45 --ranks 2 -o out
}

solve() # FILE SOLVER RANKS NAME: a few sweeps, without a judge
{
    as_ranks "$3" "$1" --solver "$2" --max-sweeps 9 --out "$4"
}

# The numbers of two files, by what is made of them: impulses, solved from rest, to the bit.
expect_same_step() # ONE OTHER
{
    local file
    for file in "$1" "$2"; do
        solve "$file.hdf5" nlgs-ranks 1 "of-$file"
        run_well judge-step "$file.hdf5"
        sed 2d "$out" >"$file.judged"
    done
    cmp -s "of-$1" "of-$2" || fail "$1 and $2 are different steps"
    cmp -s "$1.judged" "$2.judged" || fail "$1 and $2 have different answers: $(diff "$1.judged" "$2.judged")"
}

# Warm starts, which go by the names of contacts from step to step; of a second seed, cold ones, by
# mixed sweeps.
check_steps()
{
    local n
    run_well "${fall[@]}" --warm-start -s "$order" -t 45 --solution -o whole.hdf5
    for n in 1 2 4 8; do
        run_well "${fall[@]}" --warm-start -s "$order" -t 45 --solution --ranks $n -o by-$n.hdf5
        grep -o 'E1 [^;]*' "$out" >by-$n.e1
        cmp -s by-$n.hdf5 by-1.hdf5 || fail "$n ranks leave another file"
        expect_equal "E1 on $n ranks" "$(cat by-$n.e1)" "$(cat by-1.e1)"
    done
    [ "$(sed -n 's/.*ghosts \([0-9]*\).*/\1/p' "$out")" -gt 60 ] || fail "eight ranks share next to nothing: $(cat "$out")"
    expect_same_step whole by-8
    run_well "${fall[@]}" --instance 2 -s "$mixed" -t 36 --solution -o second.hdf5
    run_well "${fall[@]}" --instance 2 -s "$mixed" -t 36 --solution --ranks 3 -o by-3.hdf5
    expect_same_step second by-3
    cmp -s second.judged whole.judged && fail "two seeds make the same step"
    # domains equal in bodies, of a file as well
    for n in 1 3; do
        solve whole.hdf5 "$order" $n bodies-$n
    done
    solve whole.hdf5 'nlgs-ranks[domains=8]' 1 contacts
    cmp -s bodies-1 bodies-3 || fail "three ranks leave other impulses of domains equal in bodies"
    cmp -s bodies-1 contacts && fail "equal=bodies is equal=contacts"
}

# A rank that is killed leaves no file, nor does a step that cannot be written.
check_failures()
{
    killing_launcher killing
    refuse 65 "the ranks ended" -- "${endless[@]}" -s "$order" -t 99 --ranks 2 --launcher ./killing -o killed.hdf5
    refuse 64 "step 2 has no contact" -- "${fall[@]}" -s "$order" -t 2 --ranks 2 -o early.hdf5
    refuse 64 "jitter = 2" "at most 1" -- "${fall[@]}" -s "$order" --set jitter=2 -t 45 --ranks 2 -o strewn.hdf5
    refuse 65 "ran out in step" -- "${endless[@]}" -s "$order" -t 99 --timeout 1s --ranks 1 -o late.hdf5
    refuse 73 "exists" -- "${fall[@]}" -s "$order" -t 45 --ranks 2 -o by-1.hdf5
    expect_equal "what failures leave" "$(ls | grep -c -e killed -e early -e strewn -e late)" 0
}

check_words
finish_without_ranks
check_steps
check_failures
finish

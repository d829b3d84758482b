#!/usr/bin/env bash
# The random problems of the night: `reference` on 200 000, four others on the first 20 000, to E1 1e-11 in
# 5 000 sweeps. FOLDER gets random.csv (by solver and class: what is solved, the largest E1, work units) and
# failures.csv (the seeds that `reference` does not solve, those without a known solution too) and provenance.txt, when all is done. Killed and started
# again, it goes on where it was, and the tables are the same.
#
#   bash tests/random/nightly.sh RANDOM_PROBLEMS FOLDER [SEEDS [SEEDS-OF-OTHERS]]
#
# Beside results/reference/random it lists gained and lost solves of `reference`. Exit code 1: a solve
# is lost, or a solver claims what is false, oversteps its cap, refuses, crashes or hangs.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
program=$(realpath "$1")
folder=$2
seeds=${3:-200000}
others=${4:-20000}
known=$(realpath "$(dirname "$0")/../../results/reference/random")
cap=5000
export LC_ALL=C OPENBLAS_CORETYPE=Prescott # Newton's rounding is that of the kernel of BLAS

fill() # NAME SOLVER SEEDS
{
    local code=0
    "$program" "$2" 1 "$3" $cap "$folder/$1" || code=$?
    [ $code -le 1 ] || exit $code # 1: it fails at some seeds
}

# Whole or absent: renamed when it is written.
publish() # NAME, from stdin
{
    cat >"$folder/.$1.part"
    mv "$folder/.$1.part" "$folder/$1"
}

count_seeds() # TABLE: of reference
{
    awk -F , '$1 == "\"reference\"" && $2 == "all" { print $4 }' "$1/random.csv"
}

# The seeds that failed, of those that both nights had.
seeds_of() # FOLDER
{
    awk -F , -v here="$seeds" -v there="$(count_seeds "$known")" \
        'NR > 1 && $1 <= here && $1 <= there { print $1 }' "$1/failures.csv" | sort
}

fill reference reference "$seeds"
fill nlgs 'nlgs[local=exact]' "$others"
fill nlgs-anderson 'nlgs-anderson[local=exact]' "$others"
fill ppa-newton ppa-newton "$others"
fill apgd apgd "$others"
publish failures.csv <"$folder/reference/failures.csv"
for name in reference nlgs nlgs-anderson ppa-newton apgd; do
    tail -n "+$([ $name = reference ] && echo 1 || echo 2)" "$folder/$name/random.csv"
done | publish random.csv
cat "$folder"/{reference,nlgs,nlgs-anderson,ppa-newton,apgd}/manifest.txt | publish provenance.txt

code=0
awk -F , 'NR == 1 { for (k = 8; k <= 12; ++k) name[k] = $k }
    $2 == "all" { for (k in name) if ($k > 0) { print "FAULT: " $1 ": " name[k] " " $k; bad = 1 } }
    END { exit bad }' "$folder/random.csv" || code=1
if [ -e "$known/random.csv" ]; then
    seeds_of "$known" >"$folder/.known"
    seeds_of "$folder" >"$folder/.found"
    comm -23 "$folder/.known" "$folder/.found" | sed 's/^/gained: seed /'
    comm -13 "$folder/.known" "$folder/.found" | sed 's/^/lost: seed /' >"$folder/.lost"
    cat "$folder/.lost"
    [ ! -s "$folder/.lost" ] || code=1
    rm "$folder"/.known "$folder"/.found "$folder"/.lost
fi
exit $code

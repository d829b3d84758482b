#!/usr/bin/env bash
# indeterminacy.sh FOLDER [STICKSLIP]: the forces under the canon-ball pile of 15 layers, which is hyperstatic, by every
# solver and by 20 random orders of visits, all to E1 1e-8. Writes
#
#     FOLDER/forces.csv          a row a run and ring of the base: pressure (Pa); ring "sum": the whole force (N)
#     FOLDER/indeterminacy.csv   a row a ring and a row a ball of the base (N): least, largest, mean, (largest - least)/mean
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
out=$1
program=${2:-stickslip}
mkdir -p "$out"

solve() # NAME OPTIONS...
{
    "$program" run -p canon-ball --set size=full --tol 1e-8 --max-sweeps 50000 --timeout 5m \
        -o "$out/$1" "${@:2}" >"$out/$1.txt"
}

for solver in sbp sal ebp eal ac exact; do
    solve "$solver" -s "$solver"
done
for outer in nlgs-batched nlgs-parallel nlgs-anderson ppa-anderson sweeps+newton; do
    solve "$outer" -s exact --outer "$outer"
done
for solver in apgd admm ppa-newton reference; do
    solve "$solver" -s "$solver"
done
for seed in $(seq 20); do
    solve "random-$seed" -s exact --outer "nlgs-sor[omega=1,order=random,seed=$seed]"
done

# Rings from the runs that were solved, and the force on each ball of the base from its contacts.
for run in "$out"/*/; do
    name=$(basename "$run")
    awk -F, -v name="$name" '
        FNR == 1 { ++file; for (i = 1; i <= NF; ++i) at[file, $i] = i; next }
        file == 1 { solved = $at[1, "status"] == "solved"; next }
        solved && $at[2, "name"] ~ /^base_([0-9]|force)/ && $at[2, "value"] != 0 {
            ring = $at[2, "name"]; sub(/base_/, "", ring); sub(/force/, "sum", ring)
            print name "," ring "," $at[2, "value"]
        }' "$run/summary.csv" "$run/observables.csv"
done >"$out/rings"
for run in "$out"/*/; do
    awk -F, -v weight="$(awk 'BEGIN { print 2500 * 4 / 3 * atan2(0, -1) * 1e-6 * 9.81 }')" '
        FNR == 1 { ++file; for (i = 1; i <= NF; ++i) at[file, $i] = i; next }
        file == 1 { solved = $at[1, "status"] == "solved"; next }
        solved {
            p = $at[2, "pz_ns"] / 5e-4
            force[$at[2, "i"]] -= p
            force[$at[2, "j"]] += p
        }
        END { for (b = 0; b < 225 && solved; ++b) print b "," weight + force[b] }
        ' "$run/summary.csv" "$run/forces.csv"
done >"$out/balls"
{ echo run,ring,value; cat "$out/rings"; } >"$out/forces.csv"
{
    echo kind,place,runs,least,largest,mean,spread
    for kind in ring ball; do
        { [ $kind = ring ] && cut -d, -f2- "$out/rings" || cat "$out/balls"; } |
            awk -F, -v kind=$kind '
                !($1 in n) || $2 < least[$1] { least[$1] = $2 }
                !($1 in n) || $2 > most[$1] { most[$1] = $2 }
                { ++n[$1]; sum[$1] += $2 }
                END {
                    for (k in n) {
                        mean = sum[k] / n[k]
                        printf "%s,%s,%d,%.9g,%.9g,%.9g,%.3g\n", kind, k, n[k], least[k], most[k], mean,
                            (most[k] - least[k]) / mean
                    }
                }' | sort -t, -k2,2n
    done
} >"$out/indeterminacy.csv"
rm "$out/rings" "$out/balls"

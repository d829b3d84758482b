#!/usr/bin/env bash
# Meshed discs between walls, biaxial-fe and shear-fe: every local solver reaches E1 1e-6 in every step and momentum
# closes; at rest forces stay as they are with theta = 1, and turn from step to step with theta = 1/2,
# which is why the scene has 1; the mean stress inside is that of the contacts; one start serves all meshes and
# both loadings.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
export XDG_CACHE_HOME=$PWD/cache # the start is made here, once

# A run of so many steps, of which 100 press the sample again.
problem=biaxial-fe
compress() # FOLDER STEPS WORD...
{
    local folder=$1 steps=$2
    shift 2
    run_well run --problem "$problem" --set press-again=0.01 --set "steps=$steps" --out "$folder" "$@"
}

# The values of an observable from a step on, one a line.
values() # FOLDER NAME FIRST
{
    awk -F, -v name="$2" -v first="$3" 'NR == 1 { for (k = 1; k <= NF; ++k) at[$k] = k }
        $at["name"] == name && $at["step"] >= first { print $at["value"] }' "$1/observables.csv"
}

check_solvers()
{
    local solver folder n
    for solver in 'sbp[alpha=0.5]' 'sal[alpha=0.5]' ebp eal 'ac[alpha=0.5]' exact; do
        folder=solver-${solver%%\[*}
        compress "$folder" 200 --solver "$solver"
        awk -F, 'NR == 1 { for (k = 1; k <= NF; ++k) at[$k] = k; next } { n += $at["e1"] <= 1e-6 }
                 END { exit !(n == 200) }' "$folder/history.csv" || fail "$solver leaves E1 above 1e-6"
        n=$(values "$folder" momentum_balance 1 | awk '$1 < 1e-10 && $1 > -1e-10' | grep -c .)
        expect_equal "steps of $solver in which momentum closes" "$n" 200
    done
}

# Of the last 60 steps: how many change the force of the upper wall by more than 1 %, and how many of
# these changes are against the one before.
check_rest()
{
    local theta moved turned
    for theta in 1 0.5; do
        compress "theta-$theta" 200 --solver exact --set "theta=$theta" --set speed=0
        read -r moved turned < <(values "theta-$theta" force_top 140 | awk '
            NR > 1 { d = $1 - before; moved += d > 0.01 * $1 || -d > 0.01 * $1; turned += d * last < 0; last = d }
            { before = $1 }
            END { print moved + 0, turned + 0 }')
        echo "theta $theta: $moved of 60 changes above 1 %, $turned turned"
        if [ "$theta" = 1 ]; then
            [ "$moved" -eq 0 ] || fail "with theta = 1 the force at rest changes in $moved steps"
        else
            [ "$moved" -ge 40 ] || fail "with theta = 1/2 the force changes in $moved steps alone"
            [ "$turned" -ge 40 ] || fail "with theta = 1/2 the force turns in $turned steps alone"
        fi
    done
}

# At rest the stress in the meshes has the mean of the forces on them (Love, Weber).
check_stress() # FOLDER
{
    local axis
    for axis in xx zz; do
        awk -v inside="$(values "$1" "sigma_${axis}_inside" 200)" -v outside="$(values "$1" "sigma_${axis}_discs" 200)" \
            'BEGIN { exit !(inside > 1e5 && inside / outside > 0.999 && inside / outside < 1.001) }' ||
            fail "the mean stress $axis in the meshes is not that of their contacts"
    done
}

# stresses.csv: a row a quadrilateral, whose stresses over their areas have the mean of the meshes, and a picture.
check_table() # FOLDER
{
    expect_equal "rows of stresses.csv" "$(csv_column "$1/stresses.csv" part | grep -c .)" \
        $((48 * $(csv_column "$1/bodies.csv" shape | grep -c meshed) / 2))
    awk -F, -v inside="$(values "$1" sigma_xx_inside 200)" -v width="$(values "$1" width 200)" \
        -v height="$(values "$1" height 200)" '
        NR == 1 { for (k = 1; k <= NF; ++k) at[$k] = k; next }
        {
            for (k = 1; k <= 4; ++k) { x[k] = $at["x" k "_m"]; z[k] = $at["z" k "_m"] }
            area = ((x[3] - x[1]) * (z[4] - z[2]) - (x[4] - x[2]) * (z[3] - z[1])) / 2
            sum += area * $at["sigma_xx_pa"]
        }
        END { mean = sum / (width * height); exit !(mean / inside > 0.98 && mean / inside < 1.02) }' "$1/stresses.csv" ||
        fail "the stresses in stresses.csv have another mean than sigma_xx_inside"
    run_well plot stress "$1"
    [ -s "$1/stress-exact-step200.svg" ] || fail "no picture of the stresses"
}

# Discs that touch at several nodes are one pair: what carries is counted again from forces.csv, the forces
# of a pair added first. And what is of rigid discs alone is not there.
check_network() # FOLDER
{
    local name
    for name in missed isostatic; do
        expect_equal "values of $name" "$(values "$1" $name 1 | grep -c .)" 0
    done
    awk -F, -v n=12 '
        NR == 1 { for (k = 1; k <= NF; ++k) at[$k] = k; next }
        {
            pair = $at["i"] " " $at["j"]
            x[pair] += $at["rn_ns"] * $at["nx"]
            z[pair] += $at["rn_ns"] * $at["nz"]
            ++contacts
        }
        END {
            for (pair in x) {
                ++pairs
                split(pair, end, " ")
                f[pair] = sqrt(x[pair] ^ 2 + z[pair] ^ 2)
                if (end[2] < n) { sum += f[pair]; ++inner }
            }
            for (pair in f)
                if (f[pair] <= 1e-3 * sum / inner)
                    delete f[pair]
            do {
                split("", degree)
                for (pair in f) { split(pair, end, " "); ++degree[end[1]]; ++degree[end[2]] }
                dropped = 0
                for (pair in f) {
                    split(pair, end, " ")
                    if (degree[end[1]] < 2 || (end[2] < n && degree[end[2]] < 2)) { delete f[pair]; ++dropped }
                }
            } while (dropped > 0)
            for (pair in f) ++loaded
            for (b = 0; b < n; ++b) { ends += degree[b]; standing += degree[b] > 0 }
            print contacts, pairs, loaded, ends / standing
        }' "$1/forces.csv" >network
    read -r contacts pairs loaded coordination <network
    echo "network: $contacts contacts of $pairs pairs, $loaded carry, coordination $coordination"
    [ "$contacts" -gt "$pairs" ] || fail "no pair of $1 touches at two nodes: nothing is tested"
    expect_equal "loaded pairs" "$(values "$1" loaded 200)" "$loaded"
    awk -v a="$(values "$1" coordination 200)" -v b="$coordination" 'BEGIN { exit !(a / b > 0.99999 && a / b < 1.00001) }' ||
        fail "the coordination of meshed discs is not that of pairs, $coordination"
}

# Walls that turn, fast enough to be seen: the box leans by spin t^2/(2 ramp), 5e-3, and stays as wide.
check_shear()
{
    local problem=shear-fe n
    compress shear 200 --solver exact --set spin=10 --set tol=1e-4
    n=$(values shear momentum_balance 1 | awk '$1 < 1e-10 && $1 > -1e-10' | grep -c .)
    expect_equal "steps of shear-fe in which momentum closes" "$n" 200
    expect_equal "widths in shear-fe" "$(values shear width 110 | sort -u | grep -c .)" 1
    awk -v f="$(values shear force_top 200)" 'BEGIN { exit !(f > 0) }' || fail "nothing bears the upper wall of shear-fe"
}

# Other meshes and materials: from the same start, compacity that of their polygons.
check_meshes()
{
    local m
    for m in 1 4; do
        compress "mesh-$m" 40 --solver exact --set "mesh=$m" --set young=1e9 --set poisson=0.2 --set plane=stress
    done
    expect_equal "starts in the cache" "$(find cache -name 'isotropic-fe-*' ! -name '*impulses*' | grep -c .)" 2
    awk -v a="$(values mesh-1 compacity 1 | head -n 1)" -v b="$(values mesh-4 compacity 1 | head -n 1)" \
        'BEGIN { exit !(a / b > 0.9 && a / b < 0.91) }' || fail "compacity is not that of the polygons"
}

check_solvers
check_rest
check_stress theta-1
check_table theta-1
check_network theta-1
check_shear
check_meshes
finish

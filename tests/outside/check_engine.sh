#!/usr/bin/env bash
# `judge-step`: a step of ours, one written by the Python and C writers, steps of the Open Dynamics
# Engine and of Bullet where they are installed; planted faults are found at their contact; laws are
# told apart, and rows of unlike laws refused by name.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/python.bash"

clients=$source_dir/problems/files/clients

# A cell of the JSON's tables: the value of the row that begins with NAME.
value() # NAME
{
    tr -d '\n' <"$out" | sed 's/}/}\n/g' | grep -F "\"$1\"" | head -n 1 |
        sed -n 's/.*"\(value\|residual\)": "\{0,1\}\([-+.0-9e]*\).*/\2/p'
}

below() # WHAT VALUE LIMIT
{
    awk -v x="$2" -v limit="$3" 'BEGIN { exit !(x != "" && x < limit) }' || fail "$1: '$2', not below $3"
}

above() # WHAT VALUE LIMIT
{
    awk -v x="$2" -v limit="$3" 'BEGIN { exit !(x != "" && x > limit) }' || fail "$1: '$2', not above $3"
}

# Balls, blocks and boxes: our own answers are right, by impulses, by velocities, in both formats; and the
# file is a problem like any other.
check_ours()
{
    local scene format
    for scene in "balls-500 300" "block-stack 40" "box-tower 20"; do
        set -- $scene
        for format in json hdf5; do
            run_well freeze -p "$1" -s reference --stop e1 --set tol=1e-11 -t "$2" --rigid --solution -o "$1.$format"
            run_well judge-step "$1.$format" --json
            below "$1: E1" "$(value E1)" 1e-8
            below "$1: momentum error" "$(value "momentum error")" 1e-12
        done
        run_well freeze -p "$1" -s reference --stop e1 --set tol=1e-11 -t "$2" --sum -o "$1-sum.hdf5"
        run_well run -p "file:$1.json" -s exact --stop e1 -o "$1-json"
        run_well run -p "file:$1.hdf5" -s exact --stop e1 -o "$1-hdf5"
        run_well run -p "file:$1-sum.hdf5" -s exact --stop e1 -o "$1-sum"
        for format in json hdf5; do
            expect_equal "$1: sweeps on the step file" "$(csv_cell "$1-$format/summary.csv" 1 sweeps_last)" \
                "$(csv_cell "$1-sum/summary.csv" 1 sweeps_last)"
        done
    done
    run_well judge-step balls-500.json balls-500.hdf5
    expect_in "Beside each other" "$out" "two answers"
    refuse 64 "has none" -- freeze -p "command:true" -s exact -t 1 --rigid -o x.json
}

# A block that slides on the ground, in closed form, by the writer in Python.
write_block() # FILE NORMAL-IMPULSE FRICTION LIFT LAW
{
    PYTHONPATH=$clients "$python" - "$@" <<'BLOCK'
import sys
from stickslip_step import Step
path, r_n, r_t, lift, law = sys.argv[1], *map(float, sys.argv[2:5]), sys.argv[5]
m, mu = 2.0, 0.5
step = Step("by hand", law=law, h=0.01)
block = step.body(mass=m, inertia=(1e9, 1e9, 1e9), velocity=(1, 0, -0.1, 0, 0, 0),
                  after=(1 + r_t / m, 0, -0.1 + r_n / m, 0, 0, 0))
ground = step.body(after=(0,) * 6)
step.contact(block, ground, normal=(0, 0, 1), arm_a=(0, 0, -0.5), arm_b=(0, 0, 0), mu=mu,
             impulse=(r_t, 0, r_n), tangent=(0.6, 0.8, 0))
step.write(path)
BLOCK
}

check_laws()
{
    if [ -z "$python" ]; then
        echo "skipped: the writer in Python, which is not installed"
        return
    fi
    write_block coulomb.json 0.2 -0.1 0 coulomb
    write_block ice.json 0.2 0 0 frictionless
    # u_n = mu |u_t|: r_n (1 + mu^2) = m (0.1 + mu)
    write_block lifts.json "$(awk 'BEGIN { printf "%.17g", 2 * 0.6 / 1.25 }')" \
        "$(awk 'BEGIN { printf "%.17g", -0.5 * 2 * 0.6 / 1.25 }')" 0 associated
    local law
    for law in coulomb:coulomb ice:frictionless lifts:associated; do
        run_well judge-step "${law%:*}.json"
        expect_in "It follows the law \`${law#*:}\`" "$out" "${law%:*}.json"
    done
    refuse 65 coulomb.json "'coulomb'" ice.json "'frictionless'" unlike -- judge-step coulomb.json ice.json
    run_well judge-step --unlike coulomb.json ice.json
    # What is amiss is told at its contact.
    write_block penetrates.json 0.1 -0.05 0 ""
    run_well judge-step penetrates.json --json
    below "penetrating" "$(value penetrating)" 0.0501
    above "penetrating" "$(value penetrating)" 0.0499
    sed 's/-0.1\([^0-9]\)/0.3\1/' coulomb.json >uneven.json
    run_well judge-step uneven.json
    expect_in "do not agree" "$out" "velocities that are not those of the impulses"
    # An answer of its own file, and velocities alone.
    sed 's/"impulse"[^]]*\]\]/"mu": [0.5]/' coulomb.json | sed 's/"mu": \[0.5\], \(.*\)"mu"/\1"mu"/' >velocities.json
    run_well judge-step velocities.json
    expect_in "The impulses are ours" "$out" "velocities alone"
    expect_in "It follows the law \`coulomb\`" "$out" "velocities alone"
    printf '{"format": "stickslip rigid step 1", "contacts": {"impulse": [[0, 0, 0.2]]}}' >answer.json
    run_well judge-step coulomb.json --answer answer.json
    printf '{"format": "stickslip rigid step 1", "contacts": {"impulse": [[0,0,0],[0,0,0]]}}' >other.json
    refuse 65 other.json "2 contacts" -- judge-step coulomb.json --answer other.json
    printf '{"format": "stickslip rigid step 1", "law": "x"}' >none.json
    refuse 65 none.json "no answer" -- judge-step coulomb.json --answer none.json
    refuse 64 "one FILE" -- judge-step coulomb.json ice.json --answer answer.json
    refuse 65 missing.json -- judge-step missing.json
}

# Engines of Debian: their own numbers agree with each other, so the layout says what they do.
check_engines()
{
    if ! pkg-config --exists ode; then
        echo "skipped: the Open Dynamics Engine (libode-dev), which is not installed"
    elif cc -Wall -Wextra -Werror -I"$clients" "$clients/ode_step.c" $(pkg-config --cflags --libs ode) -o ode_step; then
        ./ode_step quick quick.json
        ./ode_step quick long.json 20000
        run_well judge-step quick.json --json
        below "ODE: momentum error" "$(value "momentum error")" 1e-10
        above "ODE: E1" "$(value E1)" 1e-3
        run_well judge-step long.json
        expect_in "It follows the law \`square\`" "$out" "ODE after 20 000 iterations"
        ./ode_step step step.json
        run_well judge-step long.json --answer long.json --answer step.json --unlike --json
        apart=$(tr -d '\n' <"$out" | sed 's/}/}\n/g' | grep '"apart"' | tail -n 1 | sed -n 's/.*"apart": "\{0,1\}\([-+.0-9e]*\).*/\1/p')
        below "ODE: its two solvers apart in velocity" "$apart" 1e-5
        run_well judge-step quick.json --json
        expect_equal "ODE: impulses that move nothing" "$(value kernel)" 18
        run_well run -p file:quick.json -s reference --stop e1 -o ode
        expect_equal "reference on ODE's step" "$(csv_cell ode/summary.csv 1 status)" solved
    else
        fail "ode_step.c does not compile"
    fi
    if ! pkg-config --exists bullet; then
        echo "skipped: Bullet (libbullet-dev), which is not installed"
    elif c++ -w -I"$clients" "$clients/bullet_step.cpp" $(pkg-config --cflags --libs bullet) -o bullet_step; then
        ./bullet_step bullet.json 200
        run_well judge-step bullet.json --json
        below "Bullet: momentum error" "$(value "momentum error")" 1e-3
        below "Bullet: penetrating" "$(value penetrating)" 1e-2
        run_well run -p file:bullet.json -s reference --stop e1 -o bullet
        expect_equal "reference on Bullet's step" "$(csv_cell bullet/summary.csv 1 status)" solved
    else
        fail "bullet_step.cpp does not compile"
    fi
}

# The page of the format names each of its arrays.
check_page()
{
    local name
    for name in $(sed -n 's/^SS_STEP_FIELD(\([a-z_]*\), \([a-z]*\),.*/\2\/\1/p' "$source_dir/problems/files/step_fields.def"); do
        expect_in "\`$name\`" "$source_dir/problems/files/README.md" "the page of files"
    done
}

check_ours
check_laws
check_engines
check_page
finish

#!/usr/bin/env bash
# A solver as a process, from an installed folder alone: new-solver in Python and C++ solves as sal does,
# with a trace and a figure; processes that misbehave each have a row that names how, beside the honest
# ones; nothing of theirs is left running; the store knows a solver by its file's content.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/installed.bash" || exit 2

sanitized && finish # installs nothing
. "$support_dir/python.bash"
command -v julia >/dev/null || echo "skipped: Julia, which is not installed"

install_moved || finish
unset STICKSLIP_HOME

check_languages()
{
    local solvers="sal,command:$python mine/mine.py,command:mine/mine"
    run_well new-solver mine --language python --out mine
    run_well new-solver mine --language c++ --out other
    c++ -O2 -Wall -Werror other/mine.cpp -o mine/mine 2>c++.log || fail "C++: $(head -n 1 c++.log)"
    if command -v julia >/dev/null; then
        run_well new-solver mine --language julia --out third
        solvers="$solvers,command:julia third/mine.jl"
    fi
    run_well run -p sliding-ball --set steps=5 -s "$solvers" --trace last -o trial
    expect_equal "endings" "$(csv_column trial/summary.csv status | sort -u)" solved
    csv_column trial/convergence.csv solver | grep -q mine.py || fail "no trace of the Python solver"
    run_well plot accuracy trial
    run_well run -p "file:$(ls moved/share/stickslip/problems/data/local/*.hdf5 | head -n 1)" \
        -s "command:$python mine/mine.py" --set max-sweeps=20 -o file
    run_well run -p balls-4 --set steps=120 -s "sal,command:$python mine/mine.py" --stop e1 --set tol=1e-4 -o rivals
    run compare rivals rivals --solver "sal:command:$python mine/mine.py"
    expect_in "at E1 1e-4" "$out" "compare with sal"
    refuse 64 "stickslip compare" -- judge "command:$python mine/mine.py" --against nlgs
    refuse 64 "stickslip compare" -- check "command:$python mine/mine.py"
    # on bodies u is that of W: the same sweeps by W made of unit impulses
    cat >mine/bodies.py <<'BODIES'
from stickslip_solver import np, project, run
def solve(p):
    n = p.n
    assert p.has_bodies
    q = p.velocities(np.zeros((n, 3))).ravel()
    W = np.array([p.velocities(e.reshape(n, 3)).ravel() - q for e in np.eye(3 * n)]).T
    r = p.start.copy()
    while True:
        for c in range(n):
            s = slice(3 * c, 3 * c + 3)
            u = W[s] @ r.ravel() + q[s]
            u[0] += p.mu[c] * np.hypot(u[1], u[2])
            r[c] = project(r[c] - u / np.trace(W[s, s]), p.mu[c])
        yield r
run(solve, bodies=True)
BODIES
    local scene
    for scene in balls-4 rocking-block; do
        run_well run -p $scene --set steps=120 -s "command:$python mine/mine.py,command:$python mine/bodies.py" \
            --stop e1 --set tol=1e-6 -o "bodies-$scene"
        expect_equal "$scene: sweeps on bodies" "$(csv_cell "bodies-$scene/summary.csv" 2 sweeps_total)" \
            "$(csv_cell "bodies-$scene/summary.csv" 1 sweeps_total)"
        [ "$(csv_cell "bodies-$scene/summary.csv" 1 sweeps_total)" -gt 10 ] || fail "$scene: no sweeps"
    done
    run run -p "file:$(ls moved/share/stickslip/problems/data/local/*.hdf5 | head -n 1)" \
        -s "command:$python mine/bodies.py" -o bodies-file
    expect_in AssertionError "$out" "a file has no bodies"
    run_well list solvers
    expect_in "command:WORDS" "$out" "list solvers"
    # the page's ten lines are the client's
    sed -n '/^    from stickslip_solver/,/^$/s/^    //p' "$source_dir/solvers/command/README.md" |
        sed 's/ *#.*//' >page
    grep -v -e '^#' -e '^$' moved/share/stickslip/solvers/command/clients/pgs.py | diff page - >differ ||
        fail "the page's solver is not clients/pgs.py: $(head -n 3 differ | paste -sd ' ')"
    refuse 64 cobol -- new-solver mine --language cobol --out out
    refuse 73 mine -- new-solver mine --language python --out mine
    refuse 64 words -- run -p sliding-ball -s command: -o out
    refuse 64 quote -- run -p sliding-ball -s "command:'a" -o out
}

cat >faults <<'FAULTS'
honest solved
lie false-convergence
hang timeout CPU time were used up
crash error signal 11
raises error ValueError: no luck
garbage error writes bytes
text error hello world
half error in the middle of its answer (4 of
half-line error in the middle of a line
closes error has closed its socket
nan diverged
size error answers with 7 numbers where r has
prints solved
floods error more than 256 bytes
orphans error exit code 3
gives-up error gives up: too hard
FAULTS

check_faults()
{
    local fault status words row
    cp "$source_dir/tests/outside/shell/command_faults.py" moved/share/stickslip/solvers/command/clients/*.py .
    {
        printf '%s\n' 'problems: [{name: sliding-ball, set: ["steps=1"]}]' 'solvers:' '  - sal'
        sed "s#^\([a-z-]*\) .*#  - 'command:$python command_faults.py \1'#" faults
        echo 'timeout: 5'
    } >faults.yaml
    run campaign faults.yaml -o faults.out -j 2
    expect_equal "exit code ($(first_line "$err"))" "$code" 0
    expect_whole_csv faults.out/summary.csv
    while read -r fault status words; do
        row=$(grep "command_faults.py $fault\"*," faults.out/summary.csv)
        [[ $row == *",$status,"* && $row == *"$words"* ]] || fail "$fault is not '$status $words': $row"
    done <faults
    expect_equal "rows" "$(csv_rows faults.out/summary.csv)" "$(($(count_lines faults) + 1))"
    ! pgrep -f "command_faults.py" >left || fail "left running: $(paste -sd ' ' left)"
}

# The same words and another content: another run.
check_store()
{
    printf '%s\n' 'problems: [{name: sliding-ball, set: ["steps=1"]}]' \
        "solvers: ['command:$python mine/mine.py']" >one.yaml
    run_well campaign one.yaml -o one
    run_well campaign one.yaml -o one
    grep -q ' 0 run now' "$out" || fail "the same solver ran again: $(tail -n 2 "$out")"
    echo '# changed' >>mine/mine.py
    run_well campaign one.yaml -o one
    grep -q ' 1 run now' "$out" || fail "a changed solver did not run: $(tail -n 2 "$out")"
}

check_languages
check_faults
check_store
finish

#!/usr/bin/env bash
# A scene as a process, from an installed folder alone: its trajectory is the known one in closed loop, cold and
# warm, in run, campaign and freeze; scenes that misbehave each have a row that names how, beside the honest
# ones; nothing of theirs is left running; the store knows a scene by its file's content.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/installed.bash" || exit 2

sanitized && finish # installs nothing
. "$support_dir/python.bash"
install_moved || finish
unset STICKSLIP_HOME
cp moved/share/stickslip/problems/command/clients/*.py .

# v0 - k mu g h until it stands, at t = v0/(mu g) = 0.3398 s; then |r| holds it: m g h.
check_trajectory() # FOLDER SOLVER
{
    awk -F, -v solver="$2" '$1 == solver && $4 == "u_max" {
            wanted = 1 - $2 * 0.3 * 9.81e-3; if (wanted < 0) wanted = 0
            if ($6 - wanted > 1e-6 || wanted - $6 > 1e-6) { print "step", $2, $6, "not", wanted; exit }
            ++n } END { print n }' "$1/observables.csv" >found
    expect_equal "$1: steps of $2 with the known velocity" "$(cat found)" 500
}

check_run()
{
    run_well run -p "command:$python block.py" -s sal,ebp,reference --set tol=1e-10 -o cold
    run_well run -p "command:$python block.py" -s sal,ebp --set tol=1e-10 --warm-start -o warm
    expect_equal "endings" "$(csv_column cold/summary.csv status | sort -u)" solved
    local solver
    for solver in sal ebp reference; do check_trajectory cold $solver; done
    check_trajectory warm ebp
    [ "$(csv_cell warm/summary.csv 1 sweeps_total)" -lt "$(csv_cell cold/summary.csv 1 sweeps_total)" ] ||
        fail "a warm start saves no sweep"
    run_well run -p "command:$python block.py" -s sal,ebp --set tol=1e-10 --start predictor --follow exact -o foreseen
    for solver in sal ebp; do check_trajectory foreseen $solver; done
    [ "$(csv_cell foreseen/summary.csv 1 sweeps_total)" -lt "$(csv_cell cold/summary.csv 1 sweeps_total)" ] ||
        fail "a predictor saves no sweep"
    expect_equal "lines of problem.log" "$(wc -l <cold/problem.log)" 1500
    run_well run -p "command:$python block.py" -s sal --steps 3 -o short
    expect_equal "steps" "$(csv_cell short/summary.csv 1 steps)" 3
    run_well run -p "command:$python block.py" -s sal --trace 500 -o traced
    run run -p "command:$python block.py" -s sal --trace 700 -o past
    expect_equal "status of a step past the last" "$(csv_cell past/summary.csv 1 status)" error
    csv_cell past/summary.csv 1 message >message
    expect_in "step 700 is to be traced, of 500" message "its message"
    run_well plot history cold
    run_well list problems
    expect_in "command:SCENE" "$out" "list problems"
    run_well describe 'command:SCENE'
    expect_in "wait " "$out" "describe"
    refuse 65 "no places" -- export --vtk cold --out vtk
    refuse 64 "no places" -- run -p "command:$python block.py" -s sal --frames 10 -o out
    refuse 64 "no program 'absent'" -- run -p "command:absent block.py" -s sal -o out
    refuse 64 words -- run -p command: -s sal -o out
    refuse 64 freeze -- run -p "command:$python block.py" -s siconos-nsgs -o out
    # the page's scene is the client's
    sed -n '/^    from stickslip_scene/,/^$/s/^    //p' "$source_dir/problems/command/README.md" | sed 's/ *#.*//' >page
    [ -s page ] || fail "the page has no scene"
    cp page page.py
    run_well run -p "command:$python page.py" -s ebp -o page-run
    check_trajectory page-run ebp
}

check_freeze()
{
    run_well freeze -p "command:$python block.py" -s exact -t 7 --solution -o step7.hdf5
    run_well freeze -p "command:$python block.py" -s exact -t 7,9 -o steps
    expect_equal "files of two steps" "$(ls steps | paste -sd ' ')" "command-i1-step7.hdf5 command-i1-step9.hdf5"
    run_well describe file:step7.hdf5
    expect_in "1 contact" "$out" "describe"
    run_well run -p file:step7.hdf5 -s sal -o frozen
    expect_equal "status" "$(csv_column frozen/summary.csv status)" solved
}

cat >faulty.py <<'PYTHON'
import os, signal, socket, struct, subprocess, sys, time
fault = sys.argv[1]
s = socket.socket(fileno=3)
f = s.makefile("rb")
def text(line): s.sendall(line.encode() + b"\n")
def pack(kind, *a): return struct.pack("<%d%s" % (len(a), kind), *a)
def message(start=(0, 1), column=(0,), blocks=(1, 0, 0, 0, 1, 0, 0, 0, 1), q=(-1, 1, 0), mu=(.3,), rho=(1,), names=None):
    n, k = len(mu), len(column)
    line = "problem %d %d %s\n" % (n, k, "named" if names else "unnamed")
    data = line.encode() + pack("q", *start) + pack("q", *column) + pack("d", *blocks) + pack("d", *q) + pack("d", *mu) + pack("d", *rho)
    return data + (pack("q", *names) if names else b"")
def problem(**parts): s.sendall(message(**parts))
def solved():
    line = f.readline()
    if not line: sys.exit(0)
    return f.read(8 * int(line.split()[1]))
nan, I = float("nan"), (1, 0, 0, 0, 1, 0, 0, 0, 1)
f.readline()
if fault == "raises-first": raise ValueError("no start")
if fault == "mute": time.sleep(100)
if fault == "old": text("scene 0 5 0.1")
if fault == "endless-line": s.sendall(b"x" * 1000)
text({"no-steps": "scene 1 0 0.1", "bad-time": "scene 1 5 -1", "word": "hello world"}.get(fault, "scene 1 5 0.1"))
problem(); solved()
if fault == "hang": time.sleep(100)
if fault == "crash": os.kill(os.getpid(), signal.SIGSEGV)
if fault == "leaves": sys.exit(3)
if fault == "gives-up": text("error the mesh is torn")
if fault == "closes": s.shutdown(socket.SHUT_RDWR); f.close(); s.close(); time.sleep(100)
if fault == "half": text("problem 1 1 unnamed"); s.sendall(pack("q", 0)); sys.exit(0)
if fault == "huge": text("problem 99999999999 1 unnamed"); time.sleep(100)
if fault == "large": text("problem 90000000 900000000 unnamed"); time.sleep(100)
if fault == "few-blocks": text("problem 2 1 unnamed")
if fault == "garbage": s.sendall(os.urandom(4000).replace(b"\n", b"x") + b"\n")
if fault == "start": problem(start=(0, 7))
if fault == "descends": problem(start=(0, 3, 2), column=(0, 1), blocks=I * 2, q=(0,) * 6, mu=(1, 1), rho=(1, 1))
if fault == "column": problem(column=(5,))
if fault == "nan": problem(q=(nan, 0, 0))
if fault == "inf-block": problem(blocks=(float("inf"),) + I[1:])
if fault == "mu": problem(mu=(-1,))
if fault == "diagonal": problem(blocks=(0,) * 9)
if fault == "rho": problem(start=(0, 1, 2), column=(0, 1), blocks=I * 2, q=(0,) * 6, mu=(1, 1), rho=(1, 0))
if fault == "names": problem(start=(0, 1, 2), column=(0, 1), blocks=I * 2, q=(0,) * 6, mu=(1, 1), rho=(1, 1), names=(4, 4))
if fault == "prints":
    for k in range(200): print("y" * 1000000)
if fault == "forks":
    for k in range(3): subprocess.Popen(["sleep", "98765"], close_fds=False)
    sys.exit(0)
if fault == "never-waits": s.sendall(2 * message())
for k in range(4): problem(); solved()
PYTHON
cat >faults <<'FAULTS'
honest solved
prints solved
raises-first error ValueError: no start
mute error did not answer within 2 s (wait), at its start
old error version 0
endless-line error without the end of a line
no-steps error 'scene 1 STEPS H'
bad-time error 'scene 1 5 -1'
word error writes 'hello world'
hang error did not answer within 2 s (wait), in step 2
crash error signal 11
leaves error exit code 3
gives-up error gives up: the mesh is torn
closes error closed its socket
half error in the middle of its answer (8 of 16 bytes)
huge error 'problem N K named|unnamed'
large out-of-memory
few-blocks error each has a diagonal one
garbage error in step 2
start error row_start from 0 to 7
descends error row_start 2 after 3
column error contact 0
nan error contact 0
inf-block error contact 0
mu error contact 0
diagonal error contact 0
rho error all or none
names error the name 4
never-waits error in step 2: it writes more than a problem before it has r
forks error exit code 0
FAULTS

check_faults()
{
    local fault status message row found wait
    {
        echo "problems:"
        while read -r fault _; do
            case $fault in mute | hang) wait=2 ;; *) wait=200 ;; esac
            echo "  - {name: 'command:$python faulty.py $fault', set: [wait=$wait]}"
        done <faults
        echo "solvers: [exact]"
    } >faults.yaml
    run campaign faults.yaml -o faulty
    expect_equal "rows" "$(csv_rows faulty/summary.csv)" "$(count_lines faults)"
    for row in $(seq "$(csv_rows faulty/summary.csv)"); do
        fault=$(csv_cell faulty/summary.csv "$row" problem)
        read -r _ status message <<<"$(grep "^${fault##* } " faults)"
        expect_equal "status of ${fault##* }" "$(csv_cell faulty/summary.csv "$row" status)" "$status"
        found=$(csv_cell faulty/summary.csv "$row" message)
        case $found in
            *"$message"*) ;;
            *) fail "${fault##* }: message '$found', without '$message'" ;;
        esac
    done
    pgrep -f 'sleep 98765' >/dev/null && fail "a process of a scene is left"
    run campaign faults.yaml -o faulty
    expect_in " 0 run now" "$out" "the same campaign again"
}

check_store()
{
    cat >c.yaml <<YAML
problems: ["command:$python block.py"]
solvers: [ebp, "sal[alpha=0.5:1:log:2]"]
YAML
    run_well campaign c.yaml -o store
    expect_in "3 run now" "$out" "a campaign"
    expect_equal "logs" "$(ls store/logs | grep -c -- '-scene.log$')" 3
    expect_in "x 0.00" "$(ls -d store/logs/* | head -n 1)" "a log"
    run_well campaign c.yaml -o store
    expect_in "0 run now" "$out" "the same again"
    sed -i 's/mu, v0, h = 2.0/mu, v0, h = 3.0/' block.py
    refuse 73 "block.py has changed since" -- campaign c.yaml -o store
    run_well campaign c.yaml -o other
    expect_in "3 run now" "$out" "after a change of the file"
}

check_run
check_freeze
check_faults
check_store
finish

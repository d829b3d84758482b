#!/usr/bin/env bash
# A private Slurm of two nodes on this host, as whoever calls: own key, own ports, no systemd; it is
# ended by the pid files that it wrote, and by nothing else.
#
#   bash slurm.sh up DIR [CPUS]      then: export SLURM_CONF=DIR/slurm.conf
#   bash slurm.sh node DIR N         start the daemon of node N again, after its pid was killed
#   bash slurm.sh controller DIR     the same of the controller
#   bash slurm.sh down DIR
#
# DIR is absolute, short, and the caller's own. CPUS (3) is the number of places of a node, more than
# there are if need be.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -euo pipefail
dir=$(realpath -m "$2")
export SLURM_CONF=$dir/slurm.conf

pids() { cat "$dir"/*.pid 2>/dev/null || true; }

alive() # a zombie is not, where PID 1 does not reap
{
    [ -r "/proc/$1/stat" ] && ! grep -q '^[0-9]* (.*) Z' "/proc/$1/stat"
}

down()
{
    local pid k
    for pid in $(pids); do kill "$pid" 2>/dev/null || true; done
    for ((k = 0; k < 100; ++k)); do
        for pid in $(pids); do alive "$pid" && sleep 0.1 && continue 2; done
        return 0
    done
    for pid in $(pids); do kill -9 "$pid" 2>/dev/null || true; done
}

# The addresses, keys and times of the cluster: short times, for a test that kills.
write_conf() # CPUS
{
    local host ports
    host=$(hostname -s)
    read -r -a ports < <(python3 -c 'import socket
held = [socket.socket() for _ in range(3)]
[s.bind(("127.0.0.1", 0)) for s in held]
print(*[s.getsockname()[1] for s in held])')
    cat >"$SLURM_CONF" <<CONF
ClusterName=private
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$dir/munge/socket,cred_expire=5
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmctldLogFile=$dir/log/slurmctld
SlurmdLogFile=$dir/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$dir/jobcomp
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=100000
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=5
MessageTimeout=5
KillWait=2
MinJobAge=300
MaxArraySize=11
NodeName=1 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=$1 RealMemory=1000
NodeName=2 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=$1 RealMemory=1000
PartitionName=all Nodes=1,2 Default=YES MaxTime=INFINITE State=UP
CONF
}

up() # CPUS
{
    local k
    mkdir -p "$dir"/{munge,state,spool1,spool2,log}
    chmod 755 "$dir"
    chmod 700 "$dir/munge"
    dd if=/dev/urandom of="$dir/munge/key" bs=128 count=1 status=none
    chmod 400 "$dir/munge/key"
    /usr/sbin/munged --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" \
        --pid-file="$dir/munged.pid" --log-file="$dir/log/munged" --seed-file="$dir/munge/seed" --num-threads=2
    write_conf "$1"
    /usr/sbin/slurmctld -c
    /usr/sbin/slurmd -N 1
    /usr/sbin/slurmd -N 2
    for ((k = 0; k < 1200; ++k)); do
        [ "$(sinfo -h -N -o %T 2>/dev/null | sort -u)" = idle ] && return 0
        sleep 0.05
    done
    tail -n 3 "$dir"/log/* >&2
    return 1
}

case $1 in
    up) up "${3:-3}" ;;
    node) /usr/sbin/slurmd -N "$3" ;;
    controller) /usr/sbin/slurmctld ;;
    down) down ;;
    *) exit 2 ;;
esac

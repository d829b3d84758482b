# Ranks, for checks that start them.
#
#   . "$support_dir/ranks.bash"
#   as_ranks 4 pack.hdf5 --solver nlgs-ranks ...     # stickslip-ranks itself, on 4 ranks
#   launcher killing <<'END'                         # a launcher of one's own
#
# SPDX-License-Identifier: GPL-3.0-or-later

ranks=$(dirname "$program")/stickslip-ranks

as_ranks() # N WORD...
{
    local start=()
    [ "$1" -eq 1 ] || start=(mpirun --oversubscribe --bind-to none -n "$1")
    shift
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_ALLOW_RUN_AS_ROOT=1 \
        OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "${start[@]}" "$ranks" "$@" >"$out" 2>"$err" ||
        fail "stickslip-ranks $*: $(cat "$err")"
}

launcher() # NAME: a launcher that is the script on standard input
{
    printf '#!/bin/bash\nexport OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n' >"$1"
    cat >>"$1"
    chmod +x "$1"
}

# One that kills a rank as soon as it is there.
killing_launcher() # NAME
{
    launcher "$1" <<'END'
mpirun --oversubscribe --bind-to none "$@" &
mpi=$!
until rank=$(cat /proc/$mpi/task/*/children 2>/dev/null | tr ' ' '\n' | grep -m 1 .) &&
    grep -q stickslip-ranks /proc/$rank/comm 2>/dev/null; do sleep 0.05; done
kill -9 $rank
wait $mpi
END
}

# Where ranks are not built nothing more is checked; in CI they must be.
finish_without_ranks()
{
    [ ! -x "$ranks" ] || return
    sanitized || [ -z "${CI:-}" ] || fail "stickslip-ranks is not built"
    echo "skipped: ranks, which are not in this build"
    finish
}

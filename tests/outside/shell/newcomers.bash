# Solvers that are written into the copy of the source in after/: sound ones, ones that end badly, and
# ones that show what is not.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# `stickslip new-solver` writes the projected step of SBP with half the parameter; valid, and like none
# of the others. What is wrong with it, if anything, is a statement after the step.
write_solver() # ID [FAULT]
{
    run_well new-solver "$1" --source after
    expect_in "stickslip check $1" "$out" "what new-solver says next"
    sed -i "s/^    ss_cone_project(r, tau, contact->mu);/&\n    ${2:-}/" "after/solvers/local/$1.c"
}

# `stickslip new-solver --outer`, but two sweeps an iteration: enough to be told from nlgs.
write_outer_solver() # ID
{
    run_well new-solver --outer "$1" --source after
    expect_in "[local=sal]" "$out" "what new-solver --outer says next"
    sed -i 's/^    return 1;/    for (size_t c = 0; c < task->sweep.problem->n_contacts; ++c)\n        ss_relaxed_visit(\&task->sweep, task->local, omega, c);\n    return 2;/
        s/a new outer solver: nlgs with relaxation by omega/an outer solver that the checks add/' "after/solvers/outer/$1.c"
}

# From the 100th visit on: crash with a word that CSV must quote, hang, eat memory; the last
# says that it holds the velocity 0.
add_bad()
{
    local late='static volatile size_t visits = 0; if (++visits > 100)'
    local shout='extern int dprintf(int, const char *, ...); dprintf(2, "so, %cI%c go", 34, 34);'
    write_solver sudden "$late { $shout __builtin_trap(); }"
    write_solver endless "$late for (;;) visits = visits;"
    write_solver hungry "$late for (;;) *(volatile char *)__builtin_malloc(1 << 20) = 1;"
    write_solver leaver "$late { extern void exit(int); exit(0); }"
    write_solver closer "$late { extern int close(int); for (int k = 3; k < 1024; ++k) close(k); }"
    write_solver scribbler "$late { extern long write(int, const void *, unsigned long); \
        for (int k = 3; k < 64; ++k) if (write(k, \"a,b,c\", 5) < 0) continue; }"
    # Makes the problem easier for whoever judges by it.
    write_solver tamperer "$late for (int k = 0; k < 9; ++k) ((double *)(unsigned long)contact->W)[k] *= 1e-6;"
    write_solver liar 'for (int k = 0; k < 3; ++k) r[k] = u[k] = 0.0;'
    sed -i 's/^    .solve = solve,/    .holds_velocity = true,\n&/' after/solvers/local/liar.c
}

# NLGS, with a statement before each iterate is shown, and one after the stop.
write_bad_outer() # ID BEFORE AFTER
{
    cat >"after/solvers/outer/$1.c" <<OUTER
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"

#include <fenv.h>
#include <math.h>

static void solve(const ss_outer_task *task)
{
    const ss_sweep *const s = &task->sweep;
    ss_operator_start(s->operator_state, s->problem, s->r);
    do {
        task->local->sweep(s);
        $2;
    } while (!ss_outer_show(task, 1).stop);
    $3;
}

const ss_outer_solver ss_outer_$1 = {
    .name = "$1", .title = "bad", .reference = "bad", .needs = SS_NEEDS_LOCAL, .solve = solve};
OUTER
    echo "SS_OUTER_SOLVER($1)" >>after/solvers/outer/outer_solvers.def
}

add_dishonest()
{
    write_bad_outer wiper '' 'memset(s->r, 0, 3 * s->problem->n_contacts * sizeof *s->r)'
    write_bad_outer spoiler '' 's->r[1] = NAN'
    write_bad_outer miser 'for (int k = 1; k < 40; ++k) task->local->sweep(s)' ''
    write_bad_outer inflator 'memset(s->work, 0xff, sizeof *s->work)' ''
    write_bad_outer rounder '' 'fesetround(FE_UPWARD)'
    write_bad_outer quitter 'return' ''
    write_solver forgetful 'memset(work, 0, sizeof *work);'
}

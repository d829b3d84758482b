/* Faults that no solver should have, by name; check_misbehaving.sh knows how a run with each
 * may end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_MISBEHAVING_FAULTS_H
#define SS_TESTS_MISBEHAVING_FAULTS_H

#include "problems/contact/problem.h"

/* X(id, name as an option of the solver) */
/* clang-format off */
#define FAULTS(X) \
    X(SEGV, "segv") X(ABORT, "abort") X(KILL, "kill") X(ALARM, "alarm") X(CTRL_C, "ctrl-c") \
    X(TERM, "term") X(EXIT, "exit") X(QUIT, "quit") X(EXEC, "exec") \
    X(THREAD, "thread-exit") X(SPIN, "spin") X(HUNGRY, "hungry") X(RECURSE, "recurse") \
    X(FREE, "free") X(TONGUES, "tongues") X(NAN, "nan") X(HUGE, "huge") X(ZERO, "zero") \
    X(TAMPER, "tamper") X(SCRIBBLE, "scribble") X(UNMAP, "unmap") X(CLOSE, "close") \
    X(WRITE, "write") X(ROUNDING, "rounding") X(BLOCK, "block-signals") X(CHDIR, "chdir") \
    X(LIMITS, "limits") X(CHILDREN, "children") X(DAEMON, "daemon") X(GROUP, "group") \
    X(RUNNER, "runner") X(USR2, "usr2-parent") X(KILL_PARENT, "kill-parent") \
    X(CTRL_C_PARENT, "ctrl-c-parent")
/* clang-format on */

typedef enum fault {
    FAULT_NONE,
#define X(id, name) FAULT_##id,
    FAULTS(X)
#undef X
        N_FAULTS
} fault;

/* The names as the choices of an option. */
#define FAULT_NAME(id, name) "|" name
#define FAULT_NAMES          "none" FAULTS(FAULT_NAME)

/* Do it: r, 3 n_contacts, and the problem are those of the solver. Some return. */
void commit(fault what, const ss_problem *problem, double *r);

#endif

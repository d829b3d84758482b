/* The seal: calls that a process that is not trusted may not make against the one that started it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_SEAL_H
#define SS_PROBLEMS_BASE_SEAL_H

#include <sys/types.h>

/* From here on this process, and all that it starts, has no open descriptor but 0 to 2, and sends
 * no signal to `parent`, to the group of that, to its own or to all: kill() fails with EPERM. The
 * signals need a system with filters of calls (seccomp); elsewhere they are not prevented. */
void ss_seal(pid_t parent);

#endif

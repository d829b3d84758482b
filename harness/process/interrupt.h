/* Ctrl-C and its relatives: a request to stop is a flag that loops look at, so that what is
 * complete gets written and nothing is left half done.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROCESS_INTERRUPT_H
#define SS_HARNESS_PROCESS_INTERRUPT_H

#include <stdbool.h>

/* For the program, once, at its start: SIGINT and SIGTERM raise the flag; a SIGINT that follows
 * another request ends the process at once with exit code 130 (not within 0.2 s: timeout(1) and
 * terminals may deliver one request twice). SIGXFSZ and SIGPIPE are ignored, so that a write fails
 * with an errno instead; SIGCHLD gets its default, so that parents learn how children end. */
void ss_interrupt_install(void);

/* For a program whose work has two ways to end: from here on a second request (not within
 * 0.2 s) only raises a second flag, and a third ends the process. Two seconds after a SIGTERM,
 * which asks once, the second flag is up by itself. */
void ss_interrupt_install_two_stages(void);

/* For a rank of an MPI run, after ss_interrupt_install: SIGUSR1 raises the flag, too, the signal
 * that launchers pass on to all ranks. */
void ss_interrupt_install_relayed(void);

/* True once SIGINT or SIGTERM has arrived. Costs one load: loops may ask at every sweep. */
bool ss_interrupted(void);

/* True once a second request has arrived, after ss_interrupt_install_two_stages, or SIGTERM lies
 * two seconds back. */
bool ss_interrupted_twice(void);

/* True if the first request was SIGTERM. */
bool ss_interrupt_is_term(void);

#endif

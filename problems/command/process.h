/* `command:WORDS` in a problem's place: a process of the user's, in any language, that poses one
 * contact problem after the other, gets r back and goes on (README.md is the protocol).
 *
 *     open            words: the program is there             nothing runs
 *     begin           the process is started, says its steps
 *     pose            the next problem comes, is checked      -> as if read from a file
 *     (a solver finds r)
 *     advance         r goes out, and is kept for the guesses to come
 *     close           the socket, and the process with all of its group, end
 *
 * An error of the process is SS_ERROR_FAILED, in words about it; it ends the run, whose row says
 * so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_COMMAND_PROCESS_H
#define SS_PROBLEMS_COMMAND_PROCESS_H

#include "problems/command/told.h"
#include "problems/contact/guess.h"
#include "problems/contact/problem.h"

/* A process that poses problems; its memory is its own. */
typedef struct ss_process ss_process;

/* The WORDS of "command:WORDS", or NULL when `name` is not of that form. */
const char *ss_process_words(const char *name);

/* What is asked of it. */
typedef struct ss_process_limits {
    size_t steps;  /* problems, at most */
    double wait_s; /* the longest time that it may take over a message */
} ss_process_limits;

/* Make it: the words are split, and their program is there. NULL and an error (SS_ERROR_USAGE).
 * `log` is the file that what it prints is added to; "": none. Free with ss_process_free, which
 * accepts NULL and ends the process. */
ss_process *ss_process_create(const char *words, const char *log, const ss_process_limits *limits,
                              ss_error *error);
void ss_process_free(ss_process *process);

/* Start it, with its instance; it says how many problems it has, which the limits may cut, and
 * the time between two, s. `guess`: what will be asked for. */
bool ss_process_begin(ss_process *process, size_t instance, ss_guess guess, ss_told_scene *scene,
                      ss_error *error);

/* Receive the next problem, for the caller to free; *own_rho_bar: its reduced masses are the
 * process's own. NULL and an error. */
ss_block_problem *ss_process_pose(ss_process *process, bool *own_rho_bar, ss_error *error);

/* Fill r (3 n_contacts, zeros) with the guess, from impulses of contacts of the same name; in the
 * process's own frames, and not put into the cone. */
void ss_process_guess(const ss_process *process, double *r);

/* Keep r for the guesses to come in place of what was sent. */
void ss_process_remember(ss_process *process, const double *r);

/* Send r (3 n_contacts, N s). What fails is told by the next call, or by ss_process_failed: false
 * with the error. */
void ss_process_advance(ss_process *process, const double *r);
bool ss_process_failed(const ss_process *process, ss_error *error);

#endif

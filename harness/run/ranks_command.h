/* stickslip-ranks as a child: its command line, under a launcher, and its end. For who starts
 * ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_RANKS_COMMAND_H
#define SS_HARNESS_RUN_RANKS_COMMAND_H

#include "harness/run/run.h"
#include "problems/base/child.h"
#include "problems/base/words.h"

#include <limits.h>

/* Words of a command, of which so many may be the launcher's; characters of a number. */
enum { SS_RANKS_WORDS = 64, SS_RANKS_LAUNCHER_WORDS = 40, SS_RANKS_NUMBER = 32 };

/* Debian's packages that bring what the program needs at configure time. */
extern const char ss_over_ranks_packages[];

/* Is the program there? SS_ERROR_UNAVAILABLE names its packages. */
bool ss_over_ranks_available(ss_error *error);

/* Can n ranks solve so? SS_ERROR_USAGE for a solver of a shared object, for more ranks than its
 * options have domains, and for another stop than e1. The solver runs over ranks (SS_OVER_RANKS).
 */
bool ss_ranks_check(const ss_run *run, const ss_choice *solver, size_t n, ss_error *error);

/* The command line of a child. */
typedef struct ss_ranks_command {
    char *argv[SS_RANKS_WORDS];
    size_t n;
    ss_words *launcher; /* owned; its words are in argv */
    char ranks[SS_RANKS_NUMBER], program[PATH_MAX];
    char report[PATH_MAX]; /* the file that the child reports to; removed before it starts */
} ss_ranks_command;

/* The words of a launcher, a program that is there, split by blanks; NULL: mpirun as it does for
 * any number of ranks on any machine. To be freed; NULL: an error. */
ss_words *ss_ranks_launcher(const char *launcher, ss_error *error);

/* Begin with n ranks: the words of the launcher and the program, reporting to the file `report`.
 * Free in either case. */
bool ss_ranks_command_begin(ss_ranks_command *command, const char *launcher, size_t n,
                            const char *report, ss_error *error);
void ss_ranks_command_free(ss_ranks_command *command);

/* Add words, which live until the child has ended; all have room. */
void ss_ranks_command_add(ss_ranks_command *command, const char *const words[], size_t n);

/* Run it to its end, with limits (timeout_s: CPU time of a rank). At Ctrl-C the ranks are told, by
 * way of the launcher, unless `short_one`; a second one kills them. False: it could not start. */
bool ss_ranks_command_run(ss_ranks_command *command, const ss_run_limits *limits, bool short_one,
                          ss_child_ending *ending, ss_error *error);

/* What one rank said for all before they ended; NULL: nothing. */
const char *ss_ranks_command_said(const ss_child_ending *ending);

#endif

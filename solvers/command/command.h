/* `command:WORDS`: an outer solver that is a process of its own, in any language.
 * solvers/command/README.md is its protocol.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_COMMAND_COMMAND_H
#define SS_SOLVERS_COMMAND_COMMAND_H

#include "solvers/base/outer_solver.h"

/* Options of the outer solver, one block of memory with what they point to. */
typedef struct ss_command_options {
    char **argv;   /* the words, then NULL */
    char log[512]; /* the file for what the process prints; "": none */
} ss_command_options;

/* The descriptor. It stands in no list, since it has no name without words. */
extern const ss_outer_solver ss_outer_command;

/* Split a text into words by blanks. 'One word', "one word" and one\ word are one; nothing else is
 * special, and no shell sees them. Release with free(). NULL and SS_ERROR_USAGE for no words and
 * for a quote that does not end; SS_ERROR_MEMORY. */
ss_command_options *ss_command_split(const char *text, ss_error *error);

#endif

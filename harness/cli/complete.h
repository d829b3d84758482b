/* Completion for shells: the words that may stand where the cursor is, from the tables of the verb
 * and from what this build has. The scripts in harness/cli/shell/ ask and show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_COMPLETE_H
#define SS_HARNESS_CLI_COMPLETE_H

#include "harness/cli/command.h"

/* Print what may stand in the place of the last of the words (n > 0), after the others: a line
 * each, "WORD<tab>meaning", or ":files" and ":folders" for names that the shell knows. An option's
 * argument and a place are completed by their placeholder: P problems, S solvers, DIR folders, and
 * so on; lower-case words stand for themselves. */
void ss_complete(const ss_command *command, const char *const *words, size_t n);

/* Print the line of one word if it begins with `text`. */
void ss_complete_offer(const char *text, const char *word, const char *meaning);

#endif

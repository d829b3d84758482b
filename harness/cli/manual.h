/* The man page, stickslip.1: made of the same tables as --help, in man(7)'s macros (groff, mandoc).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_MANUAL_H
#define SS_HARNESS_CLI_MANUAL_H

#include "harness/cli/command.h"

#include <stdio.h>

/* The beginning: name, synopsis, and `about`, what the program is. */
void ss_manual_begin(FILE *out, const char *about);

/* Begin the section of a verb, whose `name` is as on the command line. */
void ss_manual_verb(FILE *out, const char *name, const char *summary);

/* The rest of that section: its words, what it does, its options and examples. */
void ss_manual_command(FILE *out, const ss_command *command, const char *name);

/* The end: exit codes. */
void ss_manual_end(FILE *out);

#endif

/* Templates of new files: the word "template" stands for the newcomer's name, and behind a '_' for
 * its name in C.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLI_TEMPLATE_H
#define SS_HARNESS_CLI_TEMPLATE_H

#include "problems/base/error.h"

enum { SS_NEWCOMER_NAME = 30 };

/* The name in C, where '-' becomes '_'. False and SS_ERROR_USAGE for a name that C, a file or the
 * command line cannot bear; `noun` ("a solver") is for the error. */
bool ss_template_id(char id[SS_NEWCOMER_NAME + 1], const char *name, const char *noun,
                    ss_error *error);

/* The text for a newcomer, to be freed; NULL and SS_ERROR_MEMORY. */
char *ss_template_fill(const char *template, const char *name, const char *id, ss_error *error);

#endif

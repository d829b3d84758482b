/* `command:WORDS`: an outer solver that is a process of its own, in any language.
 * solvers/command/README.md is its protocol.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_COMMAND_COMMAND_H
#define SS_SOLVERS_COMMAND_COMMAND_H

#include "problems/base/words.h"
#include "solvers/base/outer_solver.h"

/* Options of the outer solver: the words. */
typedef ss_words ss_command_options;

/* The descriptor. It stands in no list, since it has no name without words. */
extern const ss_outer_solver ss_outer_command;

#endif

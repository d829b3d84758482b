/* The choice `command:WORDS`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/choice.h"
#include "solvers/command/command.h"

#include <string.h>

bool ss_choice_parse_command(ss_choice *choice, const char *text, unsigned kinds, ss_error *error)
{
    if ((kinds & SS_CHOICE_OUTER) == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s solves whole problems; a local solver is "
                            "to stand here",
                            text);
    choice->outer = &ss_outer_command;
    choice->options = ss_words_split(text + strlen(SS_CHOICE_COMMAND), error);
    choice->label = choice->options != NULL ? strdup(text) : NULL;
    choice->values = choice->options != NULL ? strdup("") : NULL;
    return (choice->label != NULL && choice->values != NULL) ||
           ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solver '%s'", text);
}

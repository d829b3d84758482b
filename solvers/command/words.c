/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/command/command.h"

#include <stdlib.h>

static const char blanks[] = " \t\n";

/* Copy the word at *from to *to, without its quotes; both move behind it. False: a quote is open.
 */
static bool copy_word(const char **from, char **to)
{
    char quote = '\0';
    for (; **from != '\0' && (quote != '\0' || strchr(blanks, **from) == NULL); ++*from) {
        const char c = **from;
        if (c == quote)
            quote = '\0';
        else if (quote == '\0' && (c == '\'' || c == '"'))
            quote = c;
        else if (quote != '\'' && c == '\\' && (*from)[1] != '\0')
            *(*to)++ = *++*from;
        else
            *(*to)++ = c;
    }
    *(*to)++ = '\0';
    return quote == '\0';
}

ss_command_options *ss_command_split(const char *text, ss_error *error)
{
    const size_t most = strlen(text) / 2 + 2; /* words with a blank between, and NULL */
    ss_command_options *const made =
        malloc(sizeof *made + most * sizeof(char *) + 2 * strlen(text) + 2);
    if (made == NULL) {
        ss_error_memory(error, "the words of a command");
        return NULL;
    }
    *made = (ss_command_options){.argv = (char **)(void *)(made + 1)};
    char *to = (char *)(made->argv + most);
    bool closed = true;
    size_t n = 0;
    for (text += strspn(text, blanks); closed && *text != '\0'; text += strspn(text, blanks)) {
        made->argv[n++] = to;
        closed = copy_word(&text, &to);
    }
    made->argv[n] = NULL;
    if (closed && n > 0 && made->argv[0][0] != '\0')
        return made;
    ss_error_set(error, SS_ERROR_USAGE,
                 closed ? "command: needs the words that start a solver, as in "
                          "'command:python3 mine.py'"
                        : "command: a quote is not closed");
    free(made);
    return NULL;
}

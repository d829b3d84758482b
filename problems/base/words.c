/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/words.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

ss_words *ss_words_split(const char *text, ss_error *error)
{
    const size_t most = strlen(text) / 2 + 2; /* words with a blank between, and NULL */
    ss_words *const made = malloc(sizeof *made + most * sizeof(char *) + 2 * strlen(text) + 2);
    if (made == NULL) {
        ss_error_memory(error, "the words of a command");
        return NULL;
    }
    *made = (ss_words){.argv = (char **)(void *)(made + 1)};
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
                 closed ? "command: needs the words that start a program, as in "
                          "'command:python3 mine.py'"
                        : "command: a quote is not closed");
    free(made);
    return NULL;
}

bool ss_words_find_program(const ss_words *words, ss_error *error)
{
    const char *const name = words->argv[0], *const path = getenv("PATH");
    char *const folders = strdup(path != NULL ? path : "/usr/bin:/bin"), *rest = folders;
    char file[PATH_MAX];
    bool found = strchr(name, '/') != NULL && access(name, X_OK) == 0;
    if (folders == NULL)
        return ss_error_memory(error, "the folders of PATH");
    for (const char *folder;
         strchr(name, '/') == NULL && !found && (folder = strsep(&rest, ":")) != NULL;) {
        const int length = snprintf(file, sizeof file, "%s/%s", folder, name);
        found = length > 0 && (size_t)length < sizeof file && access(file, X_OK) == 0;
    }
    free(folders);
    return found || ss_error_set(error, SS_ERROR_USAGE,
                                 "command: there is no program '%s'%s that can be run", name,
                                 strchr(name, '/') != NULL ? "" : " along PATH");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ss_template_id(char id[SS_NEWCOMER_NAME + 1], const char *name, const char *noun,
                    ss_error *error)
{
    const char *const letters = "abcdefghijklmnopqrstuvwxyz";
    const char *const more = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const size_t length = strlen(name);
    if (length == 0 || length > SS_NEWCOMER_NAME || strchr(letters, name[0]) == NULL ||
        strspn(name, more) != length || name[length - 1] == '-')
        return ss_error_set(error, SS_ERROR_USAGE,
                            "'%s' cannot name %s: it takes up to %d lower-case letters, "
                            "digits and hyphens, a letter first, as in 'my-sal2'",
                            name, noun, SS_NEWCOMER_NAME);
    snprintf(id, SS_NEWCOMER_NAME + 1, "%s", name);
    for (char *at = id; (at = strchr(at, '-')) != NULL;)
        *at = '_';
    return true;
}

char *ss_template_fill(const char *template, const char *name, const char *id, ss_error *error)
{
    static const char word[] = "template";
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    for (const char *at = template, *next; out != NULL && at != NULL; at = next) {
        next = strstr(at, word);
        fprintf(out, "%.*s", (int)(next != NULL ? (size_t)(next - at) : strlen(at)), at);
        if (next == NULL)
            continue;
        fputs(next > template && next[-1] == '_' ? id : name, out);
        next += sizeof word - 1;
    }
    const bool filled = out != NULL && ferror(out) == 0;
    const bool whole = out != NULL && fclose(out) == 0 && filled;
    if (whole)
        return text;
    free(text);
    ss_error_memory(error, "the text of '%s'", name);
    return NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/error.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    int exit_code;
    const char *meaning;
} codes[] = {
#define X(id, exit_code, meaning) {exit_code, meaning},
    SS_ERROR_LIST(X)
#undef X
};

bool(ss_error_set)(ss_error *error, ss_error_code code, const char *format, ...)
{
    if (error == NULL || error->code != SS_ERROR_NONE)
        return false;
    va_list args;
    va_start(args, format);
    error->code = code;
    const int length = vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    if (length >= (int)sizeof error->text) /* the reader is to see that there was more */
        memcpy(error->text + sizeof error->text - 4, "...", 4);
    for (char *at = error->text; *at != '\0'; ++at) /* a message is one line, whatever was typed */
        if ((unsigned char)*at < ' ')
            *at = '?';
    return false;
}

int ss_error_exit_code(ss_error_code code)
{
    return codes[code].exit_code;
}

ss_error_code ss_error_of_exit_code(int exit_code)
{
    for (size_t k = 0; k < sizeof codes / sizeof codes[0]; ++k)
        if (codes[k].exit_code == exit_code)
            return (ss_error_code)k;
    return SS_ERROR_INTERNAL;
}

const char *ss_error_meaning(ss_error_code code)
{
    return codes[code].meaning;
}

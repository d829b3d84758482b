/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/prose.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void ss_prose(FILE *out, const char *text, int at, int indent)
{
    const int file = fileno(out); /* -1: of a stream in memory */
    const bool breaks = file >= 0 && isatty(file) == 1;
    if (!breaks)
        fputs(text, out);
    while (breaks && *text != '\0') {
        const int length = (int)strcspn(text + 1, " ") + 1; /* a word, with the blank before it */
        if (*text == ' ' && at > indent && at + length > SS_PROSE_WIDTH) {
            fprintf(out, "\n%*s%.*s", indent, "", length - 1, text + 1);
            at = indent + length - 1;
        } else {
            fprintf(out, "%.*s", length, text);
            at += length;
        }
        text += length;
    }
}

void ss_prose_line(FILE *out, const char *format, ...)
{
    va_list arguments, again;
    char *text = NULL;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && (text = malloc((size_t)length + 1)) != NULL)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    ss_prose(out, text != NULL ? text : format, 0, 4);
    fputc('\n', out);
    free(text);
}

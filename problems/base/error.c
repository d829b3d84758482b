/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/error.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int exit_codes[] = {
#define X(id, exit_code, meaning) exit_code,
    SS_ERROR_LIST(X)
#undef X
};

/* A text of `length` bytes, which are more than fit, with "..." in its middle: a long name is at
 * its beginning as a rule, and what is wrong with it at its end. Without memory "..." ends it. */
static void cut(char text[sizeof((ss_error *)0)->text], size_t length, const char *format,
                va_list args)
{
    enum { ALL = sizeof((ss_error *)0)->text, HALF = ALL / 2 };
    char *const whole = malloc(length + 1);
    memcpy(text + ALL - 4, "...", 4);
    if (whole != NULL) {
        vsnprintf(whole, length + 1, format, args);
        memcpy(text + HALF - 3, "...", 3);
        memcpy(text + HALF, whole + length + 1 - HALF, HALF);
        ss_text_clean(text); /* a character may have been cut */
    }
    free(whole);
}

bool(ss_error_set)(ss_error *error, ss_error_code code, const char *format, ...)
{
    /* the first error is the cause; what fails after it is a consequence */
    if (error == NULL || error->code != SS_ERROR_NONE)
        return false;
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    error->code = code;
    /* what does not fit is cut, and said to be */
    const int length = vsnprintf(error->text, sizeof error->text, format, args);
    if (length >= (int)sizeof error->text)
        cut(error->text, (size_t)length, format, again);
    va_end(again);
    va_end(args);
    for (char *at = error->text; *at != '\0'; ++at) /* a message is one line, whatever was typed */
        if ((unsigned char)*at < ' ')
            *at = '?';
    return false;
}

int ss_error_exit_code(ss_error_code code)
{
    return exit_codes[code];
}

/* Bytes of the character in UTF-8 (RFC 3629) that begins here; 0: there is none. */
static size_t length_of_character(const unsigned char *c)
{
    const size_t n = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    for (size_t k = 1; k < n; ++k)
        if ((c[k] & 0xc0) != 0x80)
            return 0;
    /* RFC 3629: no longer form than needed, no surrogates, nothing beyond U+10FFFF */
    const bool too_long = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    const bool none =
        (c[0] == 0xed && c[1] >= 0xa0) || c[0] > 0xf4 || (c[0] == 0xf4 && c[1] >= 0x90);
    return too_long || none ? 0 : n;
}

void ss_text_clean(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c != '\0';) {
        const size_t n = length_of_character(c);
        if (n == 0 || *c == 0x7f || (*c < ' ' && strchr("\t\r\n", *c) == NULL))
            *c = '?'; /* the bytes that follow are looked at by themselves */
        c += n > 0 ? n : 1;
    }
}

bool(ss_error_memory)(ss_error *error, const char *what, ...)
{
    char text[160];
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %s", text);
}

/* The text of an error: one line, whatever was typed, its beginning and its end always there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/error.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = sizeof((ss_error *)0)->text };

/* "begin, NAME of n letters, end". */
static ss_error with_name(size_t n, char letter)
{
    ss_error error = {.code = SS_ERROR_NONE};
    char *const name = malloc(n + 1);
    memset(name, letter, n);
    name[n] = '\0';
    cr_expect_not(ss_error_set(&error, SS_ERROR_USAGE, "begin '%s': end", name));
    free(name);
    return error;
}

Test(error, what_fits_is_not_cut)
{
    const size_t most = SIZE - 1 - strlen("begin '': end");
    const ss_error error = with_name(most, 'x');
    cr_expect_eq(strlen(error.text), SIZE - 1);
    cr_expect_null(strstr(error.text, "..."));
}

Test(error, what_does_not_fit_is_cut_in_its_middle)
{
    for (size_t n = SIZE - 13; n < 10000; n += 997) {
        const ss_error error = with_name(n, 'x');
        cr_expect_eq(strlen(error.text), SIZE - 1);
        cr_expect_eq(strncmp(error.text, "begin 'x", 8), 0, "%s", error.text);
        cr_expect_not_null(strstr(error.text, "x...x"));
        cr_expect_str_eq(error.text + SIZE - 1 - strlen("x': end"), "x': end");
    }
}

Test(error, a_message_is_one_line)
{
    const ss_error error = with_name(3000, '\n');
    cr_expect_null(strchr(error.text, '\n'));
}

Test(error, the_first_one_stays)
{
    ss_error error = with_name(1, 'x');
    ss_error_set(&error, SS_ERROR_IO, "a consequence");
    cr_expect(error.code == SS_ERROR_USAGE && strcmp(error.text, "begin 'x': end") == 0);
}

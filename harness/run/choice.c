/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"

#include "problems/base/names.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool ss_parse_count(const char *text, const char *option, size_t *value, ss_error *error)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno != 0 || number == 0 ||
        number > 1000000000ull)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s=%s must be a whole number from 1 to 1000000000", option, text);
    *value = (size_t)number;
    return true;
}

bool ss_parse_time(const char *text, const char *option, double *seconds, ss_error *error)
{
    char *end = NULL;
    *seconds = strtod(text, &end);
    const double unit = strcmp(end, "h") == 0 ? 3600.0 : strcmp(end, "m") == 0 ? 60.0 : 1.0;
    const bool known = *end == '\0' || strcmp(end, "s") == 0 || unit > 1.0;
    *seconds *= unit;
    if (end == text || !known || !(*seconds > 0.0) || *seconds > 1e6)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s=%s must be a time above 0, e.g. 60s, 2m or 3h", option, text);
    return true;
}

bool ss_parse_trace(const char *text, ss_trace *trace, ss_error *error)
{
    static const char *const words[] = {
        [SS_TRACE_NONE] = "none", [SS_TRACE_LAST] = "last", [SS_TRACE_ALL] = "all"};
    static const ss_names names =
        SS_NAMES(words, "--trace cannot be", "it must be none, last, all or a step");
    const bool is_step = isdigit((unsigned char)text[0]);
    const char *const *const word = ss_names_find(&names, text, is_step ? NULL : error);
    if (word != NULL) {
        trace->kind = (ss_trace_kind)(word - words);
        return true;
    }
    if (!is_step)
        return false;
    trace->kind = SS_TRACE_STEP;
    return ss_parse_count(text, "--trace", &trace->step, error);
}

bool ss_parse_frames(const char *text, const char *option, size_t *every, ss_error *error)
{
    *every = 0;
    return text == NULL || strcmp(text, "0") == 0 || ss_parse_count(text, option, every, error);
}

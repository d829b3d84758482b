/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/status.h"

#include "problems/base/names.h"

static const char *const words[] = {
    [SS_ZONE_SEPARATION] = "open", [SS_ZONE_STICKING] = "sticking", [SS_ZONE_SLIDING] = "sliding"};

const char *ss_status_name(ss_zone zone)
{
    return words[zone];
}

bool ss_status_find(const char *word, const char *path, size_t line, ss_zone *zone, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(words, "unknown status", "it must be open, sticking or sliding");
    ss_error unknown = {.code = SS_ERROR_NONE};
    const char *const *const found = ss_names_find(&names, word, &unknown);
    if (found == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: %s", path, line, unknown.text);
    *zone = (ss_zone)(found - words);
    return true;
}

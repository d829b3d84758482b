/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/outcome.h"

#include <string.h>

const char *ss_outcome_name(ss_outcome outcome)
{
    static const char *const names[] = {
#define X(id, name, meaning) name,
        SS_OUTCOME_LIST(X)
#undef X
    };
    return names[outcome];
}

bool ss_outcome_find(const char *name, ss_outcome *outcome)
{
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k) {
        if (strcmp(ss_outcome_name((ss_outcome)k), name) == 0) {
            *outcome = (ss_outcome)k;
            return true;
        }
    }
    return false;
}

bool ss_outcome_name_is_solved(const char *name)
{
    ss_outcome outcome = SS_OUTCOME_ERROR;
    return ss_outcome_find(name, &outcome) && ss_outcome_is_solved(outcome);
}

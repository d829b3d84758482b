/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/arms.h"

#include "harness/run/leader.h"
#include "problems/base/names.h"

#include <string.h>

/* The column's words, and `both` of campaigns from before there was a predictor. */
static bool read_cells(ss_campaign_arms *arms, const char *word, ss_error *error)
{
    static const char *const cells[] = {"no", "yes", "predictor", "both"};
    static const ss_names names =
        SS_NAMES(cells, "warm-start cannot be",
                 "it must be no or yes, or both; start: [cold, warm, predictor] says all");
    const char *const *const found = ss_names_find(&names, word, error);
    const size_t at = found != NULL ? (size_t)(found - cells) : 0;
    for (size_t k = 0; found != NULL && k < SS_GUESS_COUNT; ++k)
        arms->guesses[k] = at == k || (at == SS_GUESS_COUNT && k < SS_GUESS_PREDICTOR);
    return found != NULL;
}

static bool read_starts(ss_campaign_arms *arms, char *const *starts, const char *warm_start,
                        ss_error *error)
{
    static const ss_names names =
        SS_NAMES(ss_guess_words, "start cannot be", "it must be cold, warm or predictor");
    bool ok = true;
    if (starts != NULL && warm_start != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "start and warm-start say the same; one of them");
    if (starts == NULL)
        return read_cells(arms, warm_start != NULL ? warm_start : "no", error);
    for (char *const *at = starts; ok && *at != NULL; ++at) {
        const char *const *const found = ss_names_find(&names, *at, error);
        ok = found != NULL;
        if (ok)
            arms->guesses[found - ss_guess_words] = true;
    }
    return ok;
}

static bool add_leader(ss_campaign_arms *arms, const char *word, ss_error *error)
{
    ss_choice leader = {.label = NULL};
    if (strcmp(word, SS_LEADER_NONE) == 0)
        return ss_campaign_texts_add(&arms->leaders, error, "%s", "");
    const bool ok = ss_leader_parse(&leader, word, error) &&
                    ss_campaign_texts_add(&arms->leaders, error, "%s", word);
    ss_choice_free(&leader);
    return ok;
}

bool ss_campaign_arms_read(ss_campaign_arms *arms, char *const *starts, const char *warm_start,
                           char *const *leaders, ss_error *error)
{
    *arms = (ss_campaign_arms){.leaders.n = 0};
    bool ok = read_starts(arms, starts, warm_start, error);
    if (ok && leaders == NULL)
        ok = add_leader(arms, SS_LEADER_NONE, error);
    for (char *const *at = leaders; ok && at != NULL && *at != NULL; ++at)
        ok = add_leader(arms, *at, error);
    return ok;
}

void ss_campaign_arms_free(ss_campaign_arms *arms)
{
    ss_campaign_texts_free(&arms->leaders);
}

/* The options that all commands share which run many runs, and what is done with a spec.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_OPTIONS_H
#define SS_HARNESS_CAMPAIGN_OPTIONS_H

#include "harness/campaign/campaign.h"

/* Words of the command line, not yet understood; NULL: not given. */
typedef struct ss_campaign_words {
    const char *out, *jobs, *retry, *shard, *timeout, *memory;
    bool dry_run, mix_builds;
} ss_campaign_words;

/* What the words say of a campaign: everything but its plan. SS_ERROR_USAGE. */
bool ss_campaign_resolve(const ss_campaign_words *words, ss_campaign *campaign, ss_error *error);

/* Plan the spec; print the plan (--dry-run), or run it and print how it ended. The command's
 * options for time and memory go before those of the spec. */
bool ss_campaign_execute(const ss_campaign_spec *spec, const ss_campaign_words *words, int argc,
                         char *const *argv, ss_error *error);

/* Write the study of `parameter` (NULL: none) into the store at `folder`, whose summary.csv is
 * there, and say so. Errors of ss_study_write. */
bool ss_campaign_study(const char *folder, const char *parameter, ss_error *error);

#endif

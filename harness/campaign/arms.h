/* The arms of a campaign beside its solvers: where the steps of its runs start, and who leads them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_ARMS_H
#define SS_HARNESS_CAMPAIGN_ARMS_H

#include "harness/campaign/grid.h"
#include "problems/contact/guess.h"

typedef struct ss_campaign_arms {
    bool guesses[SS_GUESS_COUNT]; /* starts that are asked for */
    ss_campaign_texts leaders;    /* at least one; "": a closed loop */
} ss_campaign_arms;

/* Read starts, or `warm_start` of campaigns from before there was a predictor, and leaders, as
 * ss_campaign_spec has them. SS_ERROR_USAGE for a word that is none, for starts said twice, and for
 * a leader that cannot lead. Free with ss_campaign_arms_free, also after an error. */
bool ss_campaign_arms_read(ss_campaign_arms *arms, char *const *starts, const char *warm_start,
                           char *const *leaders, ss_error *error);
void ss_campaign_arms_free(ss_campaign_arms *arms);

#endif

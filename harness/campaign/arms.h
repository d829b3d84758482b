/* The arms of a campaign beside its solvers: where the steps of its runs start, and who leads them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_ARMS_H
#define SS_HARNESS_CAMPAIGN_ARMS_H

#include "harness/campaign/grid.h"
#include "harness/campaign/plan.h"

typedef struct ss_campaign_arms {
    bool guesses[SS_GUESS_COUNT]; /* starts that are asked for */
    ss_campaign_texts leaders;    /* at least one; "": a closed loop */
} ss_campaign_arms;

/* Read the spec's starts and leaders. SS_ERROR_USAGE for a word that is none, for starts said
 * twice, and for a leader that cannot lead. Free with ss_campaign_arms_free, also after an error.
 */
bool ss_campaign_arms_read(ss_campaign_arms *arms, const ss_campaign_spec *spec, ss_error *error);
void ss_campaign_arms_free(ss_campaign_arms *arms);

#endif

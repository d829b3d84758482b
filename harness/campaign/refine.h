/* Refinement of a study: more values where a grid says that solving ends, by bisection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_REFINE_H
#define SS_HARNESS_CAMPAIGN_REFINE_H

#include "harness/campaign/campaign.h"

enum { SS_CAMPAIGN_MOST_HALVINGS = 30 };

/* After ss_campaign_run, of the same campaign and spec: halve, `n` times, the interval between
 * neighbouring values of the grid of which one was solved on all instances and the other was not,
 * for each curve of the study by itself (harness/judge/curves.h). The runs are those of the value
 * that failed, at the middle (in the logarithm, if both are positive), rounded to six digits. They
 * join the plan and the store; those that are there already are not run again, so the same call
 * goes on where it was broken off. The tally is of all runs, those of ss_campaign_run included.
 * Errors of ss_campaign_run and of ss_study_write. */
bool ss_campaign_refine(const ss_campaign *campaign, const ss_campaign_spec *spec, size_t n,
                        ss_campaign_tally *tally, ss_error *error);

#endif

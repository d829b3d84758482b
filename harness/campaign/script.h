/* The script of a submission, which each task of its arrays runs on a node, and the words of
 * sbatch. Both are for a shell: every path and option stands in quotes where it needs them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CAMPAIGN_SCRIPT_H
#define SS_HARNESS_CAMPAIGN_SCRIPT_H

#include "harness/campaign/order.h"
#include "harness/campaign/grid.h"
#include "harness/campaign/tasks.h"

/* An array of a submission. */
typedef struct ss_campaign_array {
    const ss_campaign *campaign;
    const ss_campaign_submission *submission; /* its folder is absolute */
    const char *owner;                        /* of its name */
    size_t first, n;                          /* its tasks */
    unsigned long after;                      /* the array that must end before; 0: none */
} ss_campaign_array;

/* Write STORE/slurm/N.sh. SS_ERROR_IO; SS_ERROR_DATA if this program cannot be found or read. */
bool ss_campaign_script_write(const ss_campaign *campaign, const ss_campaign_submission *submission,
                              ss_error *error);

/* The words of sbatch, a NULL behind the last, to be freed with ss_campaign_texts_free. What the
 * user asks for comes first: of what is said twice sbatch takes the last. SS_ERROR_MEMORY. */
bool ss_campaign_script_words(ss_campaign_texts *words, const ss_campaign_array *array,
                              ss_error *error);

/* Print them as a command. */
void ss_campaign_script_print(FILE *out, const ss_campaign_texts *words);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/pair_label.h"

#include <string.h>

static const ss_summary_row *either(const ss_compare_match_pair *pair)
{
    return pair->base != NULL ? &pair->base->row : &pair->new->row;
}

size_t ss_compare_pair_label_group(const ss_compare_match *match, size_t begin, ss_label_keys *keys)
{
    const ss_summary_row *before = either(&match->pairs[begin]);
    size_t end = begin + 1;
    *keys = (ss_label_keys){.instance = false};
    for (; end < match->n; ++end) {
        const ss_summary_row *const row = either(&match->pairs[end]);
        if (strcmp(row->problem, before->problem) != 0)
            break;
        ss_label_note(keys, row, before);
        before = row;
    }
    return end;
}

static void append(char *label, const char *before, const char *word)
{
    const size_t used = strlen(label);
    snprintf(label + used, SS_LABEL_SIZE - used, "%s%s", before, word);
}

void ss_compare_pair_label_write(char *label, const ss_compare_match_pair *pair,
                                 const ss_label_keys *keys)
{
    ss_label_question(label, SS_LABEL_SIZE, either(pair), keys, " ");
    append(label, " ", either(pair)->solver);
    if (pair->base == NULL || pair->new == NULL)
        return;
    const ss_summary_row *const base = &pair->base->row, *const new = &pair->new->row;
    if (strcmp(base->solver, new->solver) != 0) {
        append(label, " -> ", new->solver);
        return;
    }
    ss_label_differing(label, SS_LABEL_SIZE, new->options, base->options, NULL, ", now ");
    ss_label_differing(label, SS_LABEL_SIZE, base->options, new->options, NULL, ", was ");
}

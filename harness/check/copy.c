/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/copy.h"

#include <stdlib.h>
#include <string.h>

bool ss_check_copy_make(ss_check_copy *s, const ss_problem *from, ss_error *error)
{
    const size_t n = from->n_contacts, n_blocks = from->blocks->row_start[n];
    *s = (ss_check_copy){.form = *from->blocks, .problem = *from};
    s->q = malloc((12 * n + 9 * n_blocks) * sizeof *s->q);
    if (s->q == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu contacts", n);
    s->W_cc = s->q + 3 * n;
    s->blocks = s->W_cc + 9 * n;
    memcpy(s->q, from->q, 3 * n * sizeof *s->q);
    memcpy(s->W_cc, from->W_cc, 9 * n * sizeof *s->q);
    memcpy(s->blocks, from->blocks->blocks, 9 * n_blocks * sizeof *s->q);
    s->problem.q = s->q;
    s->problem.W_cc = s->W_cc;
    s->form.blocks = s->blocks;
    s->problem.blocks = &s->form;
    return true;
}

void ss_check_copy_free(ss_check_copy *s)
{
    free(s->q);
    *s = (ss_check_copy){.q = NULL};
}

void ss_check_copy_put(const ss_check_copy *s, size_t contact, size_t i, double bad)
{
    if (i < 3) {
        s->q[3 * contact + i] = bad;
        return;
    }
    s->W_cc[9 * contact + i - 3] = bad;
    for (size_t k = s->form.row_start[contact]; k < s->form.row_start[contact + 1]; ++k)
        if (s->form.column[k] == contact)
            s->blocks[9 * k + i - 3] = bad;
}

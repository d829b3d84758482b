/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/field_rows.h"

#include "solvers/base/outcome.h"

bool ss_field_row_solved(const ss_field_row *row)
{
    return row->status != NULL && ss_outcome_name_is_solved(row->status);
}

size_t ss_field_contacts(const ss_field_table *t, size_t p)
{
    for (size_t i = 0; i < t->n_tols; ++i)
        for (size_t s = 0; s < t->n_solvers; ++s)
            if (ss_field_row_at(t, i, p, s)->status != NULL)
                return ss_field_row_at(t, i, p, s)->contacts;
    return 0;
}

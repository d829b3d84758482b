/* Printed tables with which some of the instances agree.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/paper_table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* As the paper has it, but for the first n instances, which hit the cap. */
typedef struct capped {
    const ss_paper_table *table;
    size_t n;
} capped;

static double as_paper_but(const void *context, const char *row, const char *column, size_t i)
{
    const capped *const c = context;
    if (i < c->n && strcmp(column, "sweeps") == 0)
        return INFINITY;
    for (size_t k = 0; k < c->table->n_cells; ++k)
        if (strcmp(c->table->cells[k].line.row, row) == 0 &&
            strcmp(c->table->cells[k].line.column, column) == 0)
            return c->table->cells[k].paper;
    return NAN;
}

/* More than half of the instances must agree for a match; what agrees may still lie about the
 * printed number. */
Test(half_agreeing, half_of_the_instances_are_no_match)
{
    static const char *const wanted[] = {"match", "match", "inside", "inside", "outside"};
    ss_paper_table table;
    cr_assert(ss_paper_table_load(&table, SS_SOURCE_DIR "/paper/dumont", 2, NULL));
    for (size_t n = 0; n <= 4; ++n) {
        ss_paper_table_compare(&table, as_paper_but, 4, &(capped){&table, n});
        for (size_t k = 0; k < 2; ++k) { /* a count and a residual of the last step */
            cr_expect_str_eq(ss_verdict_word(table.cells[k].verdict), wanted[n],
                             "%zu of 4 at the cap, %s", n, table.cells[k].line.column);
            cr_expect_eq(table.cells[k].line.capped, n);
        }
    }
    ss_paper_table_free(&table);
}

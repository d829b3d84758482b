/* The list of external solvers, with and without the codes behind them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/external/external_solver.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(external, every_solver_describes_itself)
{
    size_t k = 0;
    for (; ss_external_solver_at(k) != NULL; ++k) {
        const ss_external_solver *const s = ss_external_solver_at(k);
        void *const options = malloc(s->options.size);
        cr_expect(s->name && s->title && s->reference && s->measure && s->package);
        cr_expect_eq(ss_external_solver_find(s->name, NULL), s, "%s", s->name);
        ss_options_defaults(&s->options, options);
        for (size_t row = 0; row < s->options.n_rows; ++row) {
            char text[64];
            ss_error error = {0};
            ss_option_format(&s->options.rows[row], options, text, sizeof text);
            cr_expect(ss_options_set(&s->options, options, s->name, s->options.rows[row].name, text,
                                     &error),
                      "%s: %s", s->name, error.text);
        }
        free(options);
    }
    cr_expect_eq(k, 8);
}

Test(external, an_unknown_name_gets_the_nearest)
{
    ss_error error = {0};
    cr_expect_null(ss_external_solver_find("siconos-nsg", &error));
    cr_expect(error.code == SS_ERROR_USAGE && strstr(error.text, "siconos-nsgs") != NULL, "%s",
              error.text);
}

Test(external, a_solver_that_is_not_built_names_its_package)
{
    ss_external_solver missing = *ss_external_solver_at(0);
    ss_error error = {0};
    missing.solve = NULL;
    cr_expect_not(ss_external_solver_available(&missing, &error));
    cr_expect(error.code == SS_ERROR_UNAVAILABLE && strstr(error.text, missing.package) != NULL);
}

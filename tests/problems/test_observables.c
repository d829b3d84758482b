/* Scenes against their exact values, by every local solver, as observables.csv has them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "solvers/base/local_solver.h"
#include "tests/support/scene_run.h"

#include <criterion/criterion.h>
#include <math.h>

/* An observable that must come within `tol` of its exact value from step `first` on. */
typedef struct claim {
    const char *problem, *setting, *observable;
    double tol;
    size_t first;
} claim;

static const claim claims[] = {
    {"sliding-ball", "mu=0.7", "speed", 2e-4, 1}, /* a step of sliding, h mu g (1 - 5/7) */
    {"sliding-ball", "mu=0.7", "speed", 1e-9, 700},
    {"sliding-ball", "mu=0.7", "energy_balance", 1e-16, 1},
    {"inclined-ball", "mu=0.3", "speed", 4e-4, 1},
    {"inclined-ball", "mu=0.1", "speed", 1e-4, 1},
    {"inclined-ball", "mu=0.1", "energy_balance", 1e-16, 1},
};

Test(observables, come_within_their_tolerance_of_the_exact_value_with_every_solver)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
        for (const claim *c = claims; c < claims + sizeof claims / sizeof claims[0]; ++c) {
            const char *const solver = ss_local_solver_at(k)->name;
            const char *const settings[] = {c->setting, NULL};
            test_run f;
            test_run_scene(&f, c->problem, settings, solver, false);
            const double miss = test_largest_miss(&f, c->observable, c->first);
            cr_expect(miss <= c->tol, "%s %s by %s: %s misses by %g", c->problem, c->setting,
                      solver, c->observable, miss);
            test_run_free(&f);
        }
}

/* A default that names no shared row would be lost in silence. */
Test(scenes, replaced_defaults_are_of_rows_that_exist)
{
    for (size_t k = 0; ss_catalogue_at(k) != NULL; ++k) {
        const ss_option_table *const table = &ss_catalogue_at(k)->params;
        for (size_t d = 0; d < table->n_defaults; ++d)
            cr_expect_not_null(ss_options_find(table, table->defaults[d].name), "%s: %s",
                               ss_catalogue_at(k)->name, table->defaults[d].name);
    }
}

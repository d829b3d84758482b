/* Scenes against their exact values, by every local solver, as observables.csv has them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "tests/support/scene_run.h"

#include <criterion/criterion.h>
#include <math.h>

/* Observables that must come within `tol` of their exact values from step `first` on. */
typedef struct claim {
    const char *problem, *settings[3], *solvers[4];
    struct {
        const char *name;
        double tol;
        size_t first;
    } observed[3];
} claim;

static const claim claims[] = {
    {"sliding-ball",
     {"steps=800"},
     {"sbp", "eal", "exact"},
     {{"speed", 2e-4, 1}, {"speed", 1e-9, 700}, {"energy_balance", 1e-16, 1}}},
    {"inclined-ball",
     {"steps=300", "mu=0.1"},
     {"sal", "ebp", "ac"},
     {{"speed", 1e-4, 1}, {"energy_balance", 1e-16, 1}}},
    {"piston", {"steps=300"}, {"exact"}, {{"support", 1e-3, 298}, {"momentum_balance", 1e-16, 1}}},
    {"rolling-disc",
     {NULL},
     {"sbp", "eal", "exact"},
     {{"speed", 2e-4, 1}, {"energy_balance", 1e-16, 1}}},
    {"rolling-disc",
     {"mu=0.1"},
     {"sal", "ebp", "ac"},
     {{"speed", 2e-4, 1}, {"energy_balance", 1e-16, 1}}},
    {"balls-cylinder", {NULL}, {"exact"}, {{"support", 1e-5, 598}, {"momentum_balance", 1e-16, 1}}},
    {"balls-cylinder",
     {"vessel=cup", "steps=1500"},
     {"eal"},
     {{"support", 1e-5, 1498}, {"energy_balance", 1e-16, 1}}},
    {"sliding-block",
     {NULL},
     {"sbp[alpha=0.5]", "ebp", "exact"},
     {{"speed", 1e-9, 1}, {"support", 1e-4, 1}}},
    {"sliding-block",
     {NULL},
     {"sal[alpha=0.5]", "eal", "ac"},
     {{"speed", 1e-9, 1}, {"energy_balance", 1e-12, 1}}},
    {"rocking-block",
     {NULL},
     {"sbp", "eal", "exact"},
     {{"spin", 1e-10, 1}, {"energy_balance", 1e-14, 1}}},
    {"rocking-block",
     {NULL},
     {"sal", "ebp", "ac"},
     {{"spin", 1e-10, 1}, {"energy_balance", 1e-14, 1}}},
    {"block-stack",
     {"steps=5"},
     {"exact", "ebp"},
     {{"support", 0.1, 1}, {"momentum_balance", 1e-12, 1}}},
    {"box-tower",
     {"steps=20"},
     {"exact", "ebp"},
     {{"speed", 1e-11, 1}, {"sideways", 1e-11, 1}, {"lean", 1e-12, 1}}},
    {"box-tower",
     {"angle=35", "boxes=1"},
     {"exact", "ebp", "ac"},
     {{"way", 1e-11, 1}, {"speed", 1e-11, 1}, {"energy_balance", 1e-12, 1}}},
    {"block-wall",
     {"steps=40", "tol=1e-9"},
     {"exact", "ebp"},
     {{"slide", 8e-5, 1}, {"momentum_balance", 1e-12, 1}, {"energy_balance", 1e-10, 1}}},
    {"impact-rest",
     {"h=1e-4", "steps=7000"},
     {"exact", "sbp"},
     {{"height", 5e-4, 1}, {"height", 1e-6, 5800}, {"energy_balance", 1e-16, 1}}},
    {"spring-column",
     {NULL},
     {"exact", "sbp", "eal"},
     {{"length", 1e-12, 798}, {"support", 1e-9, 798}, {"momentum_balance", 1e-16, 1}}},
    {"spring-column",
     {"theta=0.5", "e_n=0.5"},
     {"sal", "ebp", "ac"},
     {{"momentum_balance", 1e-16, 1}, {"energy_balance", 1e-16, 1}}},
    {"shaken-box",
     {"steps=100", "balls=9"},
     {"exact", "sbp[alpha=0.5]"},
     {{"energy_balance", 1e-16, 1}, {"momentum_balance", 1e-16, 1}}},
    {"shaken-cell",
     {"steps=300,start=0.02"},
     {"sbp[alpha=0.5]", "ebp"},
     {{"energy_balance", 1e-16, 1}, {"momentum_balance", 1e-16, 1}}},
    {"segregation",
     {"steps=300,start=0.02"},
     {"eal", "ac"},
     {{"energy_balance", 1e-16, 1}, {"momentum_balance", 1e-16, 1}}},
    {"shaken-cylinder",
     {"steps=300,start=0.02,balls=60"},
     {"exact", "sal"},
     {{"energy_balance", 1e-16, 1}, {"momentum_balance", 1e-16, 1}}},
};

Test(observables, come_within_their_tolerance_of_the_exact_value)
{
    for (const claim *c = claims; c < claims + sizeof claims / sizeof claims[0]; ++c)
        for (const char *const *solver = c->solvers; *solver != NULL; ++solver) {
            test_run f;
            test_run_scene(&f, c->problem, c->settings, *solver, true);
            for (size_t k = 0; k < 3 && c->observed[k].name != NULL; ++k) {
                const double miss =
                    test_largest_miss(&f, c->observed[k].name, c->observed[k].first);
                cr_expect(miss <= c->observed[k].tol, "%s by %s: %s misses by %g", c->problem,
                          *solver, c->observed[k].name, miss);
            }
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

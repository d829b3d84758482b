/* What the observables of a scene cost: no walk over all contacts is made twice in a step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>

enum { MOST_WALKS = 64 };

/* The walks of a step, as ss_walk_begin tells them. */
typedef struct counted {
    ss_shared base;
    char name[MOST_WALKS][64];
    size_t n;
} counted;

static void count(ss_shared *shared, const char *kind, const char *of)
{
    counted *const all = (counted *)shared;
    cr_assert_lt(all->n, MOST_WALKS);
    snprintf(all->name[all->n++], sizeof all->name[0], "%s of %s", kind, of);
}

/* How many of them are of a kind that came before; the last such one in *which. */
static size_t repeated(const counted *all, const char **which)
{
    size_t n = 0;
    for (size_t k = 0; k < all->n; ++k)
        for (size_t before = 0; before < k; ++before)
            if (strcmp(all->name[k], all->name[before]) == 0) {
                *which = all->name[k];
                ++n;
                break;
            }
    return n;
}

static void drop(ss_observed *out, const ss_observed_value *value)
{
    (void)out;
    (void)value;
}

/* Fill groups as a run does: all of a step share. */
static void observe(counted *all, const ss_moment *moment, const ss_observable *const *groups)
{
    ss_observed out = {drop};
    ss_moment now = *moment;
    *all = (counted){.base.walked = count};
    now.shared = &all->base;
    for (; *groups != NULL; ++groups)
        (*groups)->fill(&out, &now);
    ss_shared_free(&all->base);
}

/* A step that has all that its scene may tell, profiles too. */
static void take(test_still_step *step, test_packing *packing, const char *scene)
{
    const bool has_profile = strcmp(scene, "silo-lowered") == 0 || strcmp(scene, "tilted-box") == 0;
    test_scene_create(packing, scene, has_profile ? "profile=1" : "", 1);
    test_still_step_solve(step, packing, "exact", 1e-3, 10);
}

Test(passes, none_is_made_twice_in_a_step)
{
    size_t n_scenes = 0;
    gsl_set_error_handler_off(); /* as a run does: of bodies in free fall no fit is found */
    for (size_t k = 0; ss_catalogue_at(k) != NULL; ++k) {
        const ss_catalogue_entry *const entry = ss_catalogue_at(k);
        test_packing packing;
        test_still_step step;
        counted all;
        const char *which = "";
        if (entry->observables == NULL)
            continue;
        take(&step, &packing, entry->name);
        observe(&all, &step.moment, entry->observables);
        cr_expect_eq(repeated(&all, &which), 0, "%s: %s", entry->name, which);
        n_scenes += all.n > 0;
        test_still_step_free(&step);
        test_packing_free(&packing);
    }
    cr_expect_gt(n_scenes, 20, "%zu scenes walk", n_scenes);
}

/* Asks anew for sums that another group of the step has. */
static void fill_again(ss_observed *out, const ss_moment *m)
{
    m->shared->has_sums = false;
    ss_observe(out, "again", ss_moment_sums(m).contact);
}

/* Walks by itself where another group does, too. */
static void fill_alone(ss_observed *out, const ss_moment *m)
{
    double force[3];
    ss_moment_forces(&force, m, 0, 1);
    ss_observe(out, "alone", force[2]);
}

Test(passes, the_second_of_a_kind_is_seen)
{
    const ss_observable again = {.fill = fill_again}, alone = {.fill = fill_alone};
    const ss_observable *const lists[][4] = {{&ss_observable_support, &ss_observable_energy, NULL},
                                             {&ss_observable_support, &again, NULL},
                                             {&ss_observable_support, &alone, NULL},
                                             {&alone, &ss_observable_energy, &alone, NULL}};
    static const size_t walks[] = {1, 2, 2, 3}, second[] = {0, 1, 0, 1};
    test_packing packing;
    test_still_step step;
    take(&step, &packing, "piston");
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; ++k) {
        const char *which = "";
        counted all;
        observe(&all, &step.moment, lists[k]);
        cr_expect_eq(all.n, walks[k], "list %zu: %zu", k, all.n);
        cr_expect_eq(repeated(&all, &which), second[k], "list %zu: %s", k, which);
    }
    test_still_step_free(&step);
    test_packing_free(&packing);
}

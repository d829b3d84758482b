/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/profile.h"

#include "problems/scenes/catalogue.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void collect(ss_observed *out, const ss_observed_value *of)
{
    test_profile *const to = (test_profile *)out;
    if (strcmp(of->name, to->name) != 0)
        return;
    cr_assert(to->n < TEST_PROFILE_MOST && isnan(of->exact));
    snprintf(to->key[to->n], sizeof to->key[0], "%s", of->key);
    to->value[to->n++] = of->value;
}

test_profile test_profile_of(const ss_moment *moment, const char *scene, const char *name)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_profile all = {.base.add = collect, .name = name};
    const ss_observable *const *of = ss_catalogue_find(scene, &error)->observables;
    while (ss_observable_find((*of)->names, name) == NULL)
        ++of;
    ss_shared shared = {.has_sums = false};
    ss_moment now = *moment;
    now.shared = &shared;
    (*of)->fill(&all.base, &now);
    ss_shared_free(&shared);
    return all;
}

/* Titles of frozen states: those that `freeze` gives are understood, and no others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/states.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static void expect(const char *title, const ss_study_state *wanted)
{
    ss_study_state state;
    cr_assert(ss_study_state_parse(&state, title), "%s", title);
    cr_expect_str_eq(state.scene, wanted->scene, "%s", title);
    cr_expect_str_eq(state.name, wanted->name, "%s", title);
    cr_expect(state.instance == wanted->instance && state.step == wanted->step &&
                  state.sum == wanted->sum,
              "%s", title);
}

Test(states, titles_of_freeze_are_understood)
{
    expect("balls-4, instance 3, step 400",
           &(ss_study_state){"balls-4", "", 3, 400, false, NAN, NAN});
    expect("balls-4, instance 1, step 7, 0.10",
           &(ss_study_state){"balls-4", "0.10", 1, 7, false, NAN, NAN});
    expect("block-wall, instance 1, step 7, sum form",
           &(ss_study_state){"block-wall", "", 1, 7, true, NAN, NAN});
    expect("block-wall, instance 1, step 7, at rest, sum form",
           &(ss_study_state){"block-wall", "at rest", 1, 7, true, NAN, NAN});
}

Test(states, other_titles_are_refused)
{
    static const char *const titles[] = {"",
                                         "A title",
                                         "balls-4",
                                         "balls-4, instance x, step 4",
                                         "balls-4, instance 1",
                                         "balls-4, instance 1, step",
                                         "balls-4, instance 1, step 4 and more",
                                         "balls-4, instance 1, step 4, one, two",
                                         "balls-4, instance 1, step 4, sum form, sum form",
                                         "balls-4, instance 1, step 4, sum form, late"};
    ss_study_state state;
    for (size_t k = 0; k < sizeof titles / sizeof titles[0]; ++k)
        cr_expect_not(ss_study_state_parse(&state, titles[k]), "'%s'", titles[k]);
}

Test(states, names_that_are_too_long_are_refused)
{
    char title[200] = "balls-4, instance 1, step 4, ";
    ss_study_state state;
    for (size_t k = strlen(title); k < sizeof title - 1; ++k)
        title[k] = 'x';
    title[sizeof title - 1] = '\0';
    cr_expect_not(ss_study_state_parse(&state, title));
}

/* 3 contacts that push less 6 bodies that move; a user's own description tells nothing. */
Test(states, descriptions_of_freeze_are_weighed)
{
    ss_study_state state;
    cr_assert(ss_study_state_parse(&state, "canon-ball, instance 1, step 1"));
    ss_study_state_weigh(&state, "of my own: 3 bodies move, 4 of 5 contacts push; moved by ebp");
    cr_expect(isnan(state.n_bodies) && isnan(state.hyperstatic));
    ss_study_state_weigh(&state, "30 bodies move, 64 of 91 contacts push; moved by exact; x");
    cr_expect(state.n_bodies == 30.0 && state.hyperstatic == 12.0);
}

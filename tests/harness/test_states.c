/* States that `freeze` writes into a file come back, and no other text is one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/states.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ss_study_state late = {.scene = "block-wall",
                                    .name = "at rest",
                                    .instance = 3,
                                    .step = 400,
                                    .sum = true,
                                    .n_moving = 30,
                                    .n_pushing = 64};

static void expect_back(const ss_study_state *wanted)
{
    ss_study_state state;
    char *const text = ss_study_state_print(wanted);
    cr_assert(ss_study_state_parse(&state, text), "%s", text);
    cr_expect_str_eq(state.scene, wanted->scene, "%s", text);
    cr_expect_str_eq(state.name, wanted->name, "%s", text);
    cr_expect(state.instance == wanted->instance && state.step == wanted->step &&
                  state.sum == wanted->sum && state.n_moving == wanted->n_moving &&
                  state.n_pushing == wanted->n_pushing,
              "%s", text);
    free(text);
}

Test(states, states_come_back)
{
    ss_study_state state = late;
    expect_back(&state);
    strcpy(state.name, "0.10");
    state.sum = false;
    state.n_pushing = 0;
    expect_back(&state);
    strcpy(state.name, "");
    expect_back(&state);
    strcpy(state.name, "a=b");
    expect_back(&state);
}

/* Each fact is needed: its key is spoilt in turn. */
Test(states, every_fact_is_needed)
{
    ss_study_state state;
    size_t n = 0;
    char *const text = ss_study_state_print(&late);
    for (char *at = text; at != NULL; at = strchr(at + 1, ',')) {
        char *const key = at == text ? at : at + 1;
        const char first = *key;
        *key = '?';
        cr_expect_not(ss_study_state_parse(&state, text), "%s", text);
        *key = first;
        ++n;
    }
    cr_expect(ss_study_state_parse(&state, text));
    cr_expect_eq(n, 7);
    free(text);
}

Test(states, other_texts_are_refused)
{
    static const char rest[] = ",name=,form=sum,moving=1,pushing=2";
    static const char *const spoilt[] = {
        "scene=x,instance=one,step=4", "scene=x,instance=-1,step=4", "scene=x,instance=1.5,step=4",
        "scene=x,instance=1,step=", "scene=x,instance=1,step=1e30"};
    ss_study_state state;
    char text[300];
    cr_expect_not(ss_study_state_parse(&state, ""));
    cr_expect_not(ss_study_state_parse(&state, "balls-4, instance 1, step 4"));
    for (size_t k = 0; k < sizeof spoilt / sizeof spoilt[0]; ++k) {
        snprintf(text, sizeof text, "%s%s", spoilt[k], rest);
        cr_expect_not(ss_study_state_parse(&state, text), "'%s'", text);
    }
    snprintf(text, sizeof text, "scene=%0200d,instance=1,step=4%s", 0, rest);
    cr_expect_not(ss_study_state_parse(&state, text), "a name that is too long");
    snprintf(text, sizeof text, "scene=x,instance=1,step=4,name=,form=best,moving=1,pushing=2");
    cr_expect_not(ss_study_state_parse(&state, text), "a form that there is not");
    snprintf(text, sizeof text, "scene=x,instance=1,step=4%s", rest);
    cr_expect(ss_study_state_parse(&state, text), "'%s'", text);
}

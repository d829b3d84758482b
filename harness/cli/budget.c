/* The verb `budget`: which tolerance, and which time step, is enough for a scene's answers.
 *
 * The runs are a campaign's, of any scene; here they are only compared.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/budget/budget.h"
#include "harness/cli/words.h"

/* A store. */
typedef struct words {
    const char *folder;
    bool json;
} words;

static const ss_word_row own[] = {
    SS_SWITCH(words, json, "json", 0, "Print it for programs: the tables `budget` and `steps`"),
};

/* All of it is in the room budget. */
static bool budget(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    ss_budget b;
    ss_report_sheet sheet = {.text = NULL};
    bool done = ss_budget_read(&b, w->folder, error);
    if (done) {
        ss_budget_add(&sheet, &b);
        done = ss_report_print(&sheet, w->json ? &ss_report_json : &ss_report_text, stdout, error);
    }
    ss_report_free(&sheet);
    ss_budget_free(&b);
    return done;
}

const ss_command ss_command_budget = {
    .name = "budget",
    .summary = "which tolerance is enough for my answers, and which step",
    .places = "STORE",
    .doc =
        "Of a campaign that rolls a scene out at several tolerances, and perhaps time steps, and "
        "keeps its observables: the loosest tolerance whose answers stand beside those of the "
        "tightest, observable by observable; the observed order in the time step; and the E1 "
        "below which solving further changes less than halving the step. An answer is the mean of "
        "an observable "
        "over the second half of a run; runs with an unsolved step are left out, and counted.",
    .after = "Example:\n  stickslip campaign budget.yaml --out rolled\n  stickslip budget rolled\n"
             "where budget.yaml is\n"
             "  problems:\n"
             "    - {name: balls-500, set: ['h=5e-4', 'steps=500']}\n"
             "    - {name: balls-500, set: ['h=2.5e-4', 'steps=1000']}\n"
             "    - {name: balls-500, set: ['h=1.25e-4', 'steps=2000']}\n"
             "  instances: 1-5\n"
             "  solvers: [reference]\n"
             "  tolerances: [1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8]\n"
             "  stop: e1\n"
             "  keep: [observables]",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, folder)),
    .ask = "name the store of a campaign: budget STORE",
    .size = sizeof(words),
    .work = budget};

/* The verb `arms`: is a warm start worth it, is the predictor, and what would a frozen sequence
 * say?
 *
 * The runs are a campaign's; here they are only compared.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/arms/arms.h"
#include "harness/cli/words.h"

/* A store. */
typedef struct words {
    const char *folder;
    bool json;
} words;

static const ss_word_row own[] = {
    SS_SWITCH(words, json, "json", 0, "Print it for programs: the tables `arms` and `loops`"),
};

/* All of it is in the room arms. */
static bool compare_arms(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    ss_arms arms; /* freed also after an error */
    ss_report_sheet sheet = {.text = NULL};
    bool done = ss_arms_read(&arms, w->folder, error);
    if (done) {
        ss_arms_add(&sheet, &arms);
        done = ss_report_print(&sheet, w->json ? &ss_report_json : &ss_report_text, stdout, error);
    }
    ss_report_free(&sheet);
    ss_arms_free(&arms);
    return done;
}

/* Its help holds a campaign with all arms, to be copied. */
const ss_command ss_command_arms = {
    .name = "arms",
    .summary = "is a warm start worth it, is the predictor, closed loop or frozen",
    .places = "STORE",
    .doc =
        "Of a campaign with several starts, and perhaps leaders: the work units and the CPU time "
        "of each arm over those of another, over the instances that both solved, with intervals; "
        "that of each solver over the first; and if the closed loop, in which each solver moves "
        "the scene by its own answers, concludes as the frozen sequence does, in which all solve "
        "the problems of a leader. With `stop: e1` all have met the same E1. Where an arm "
        "changes no bit of any row, the page says that it has no effect: the solver does not read "
        "that option.",
    .after = "Example:\n  stickslip campaign arms.yaml --out arms\n  stickslip arms arms\n"
             "where arms.yaml is\n"
             "  problems:\n"
             "    - {name: balls-4, set: ['steps=400']}\n"
             "  instances: 1-6\n"
             "  solvers: [sal, exact]\n"
             "  start: [cold, warm, predictor]\n"
             "  follow: [no, reference]\n"
             "  tolerances: [1e-8]\n"
             "  stop: e1\n"
             "  repeats: 3",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, folder)),
    .ask = "name the store of a campaign: arms STORE",
    .size = sizeof(words),
    .work = compare_arms};

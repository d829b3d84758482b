/* The verb `agree`: answers of several solvers to the same problems, beside those of a reference.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/agree/agree.h"
#include "harness/cli/words.h"

#include <unistd.h>

/* Result folders, the reference, and what is safe. */
typedef struct words {
    ss_word_list folders;
    const char *against, *safe;
    bool json;
} words;

static const ss_word_row own[] = {
    SS_TEXT(words, against, "against", 0, "S", "The reference's label (default reference)"),
    SS_TEXT(words, safe, "safe", 0, "COLUMN<VALUE",
            "When a scene is safe, at its end: a column of history.csv or an observable below a "
            "value, or above it (COLUMN>VALUE)"),
    SS_SWITCH(words, json, "json", 0,
              "Print it for programs: the tables `answers`, `flips` and `verdicts`"),
};

/* Flips are asked for where statuses were written. */
static bool add_all(ss_report_sheet *sheet, const ss_agree_scope *scope, ss_error *error)
{
    char path[SS_PATH_SIZE]; /* of the first folder: the others are of the same command */
    if (!ss_agree_path(path, scope, 0, "statuses.csv", error))
        return false;
    const bool has_statuses = access(path, F_OK) == 0;
    return ss_agree_add_answers(sheet, scope, error) &&
           (!has_statuses || ss_agree_add_flips(sheet, scope, error)) &&
           ss_agree_add_verdicts(sheet, scope, error);
}

/* Nothing is printed where a part cannot be told. */
static bool agree(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    const ss_agree_scope scope = {w->folders.values, w->folders.n, w->against, w->safe};
    ss_report_sheet sheet = {.text = NULL};
    const bool done =
        add_all(&sheet, &scope, error) &&
        ss_report_print(&sheet, w->json ? &ss_report_json : &ss_report_text, stdout, error);
    ss_report_free(&sheet);
    return done;
}

/* Its help names the runs that it reads, for they need words of their own. */
const ss_command ss_command_agree = {
    .name = "agree",
    .summary = "how far the answers of solvers to the same problems agree",
    .places = "DIR [DIR...]",
    .doc =
        "Compare the answers in folders of `run` with those of a reference in the same folder. Of "
        "a file's problem (run --impulses): by velocities and by the resultants on the bodies, "
        "beside the dimension of the kernel, for where that is not 0 the impulses are not unique. "
        "Of statuses (run --statuses, of a file or behind a leader): the contacts whose verdict "
        "flips, open, sticking or sliding, by direction. Of the scene: solved or not, and with "
        "--safe safe or not, by direction. Several folders, e.g. of several instances, are counted "
        "together.",
    .after = "Example:\n"
             "  stickslip agree wall --against reference\n"
             "  stickslip agree balls --safe 'kinetic_energy_j<1e-6'\n"
             "of runs such as\n"
             "  stickslip run -p file:wall.hdf5 -s reference,exact,nlgs-float \\\n"
             "    --impulses --statuses -o wall\n"
             "  stickslip run -p balls-4 -s reference,nlgs-float --follow reference \\\n"
             "    --stop e1 --trace all --statuses -o balls",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, folders)),
    .is_list = true,
    .ask = "name a result folder: agree DIR",
    SS_WORDS(words, .against = "reference"),
    .work = agree};

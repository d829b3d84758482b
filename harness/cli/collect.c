/* The verb `collect`: the tables of a store from its run files, or of a run that was killed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/cli/words.h"
#include "harness/judge/states.h"
#include "harness/plot/plot.h"
#include "harness/run/run_folder.h"
#include "problems/base/names.h"

#include <unistd.h>

typedef struct words {
    const char *folder, *study;
    bool states, force;
} words;

/* No store, but a run that was killed: its tables. */
static bool rescue(const char *folder, bool force, ss_error *error)
{
    ss_rescued r;
    if (!ss_rescue(folder, force, &r, error))
        return false;
    printf("%s: %zu table%s of the killed run brought into place", folder, r.n_tables,
           ss_name_plural(r.n_tables));
    if (r.step > 0)
        printf("; %s came to step %zu", r.solver, r.step);
    printf("%s\n",
           ss_path_has(folder, "summary.csv") ? "; summary.csv has the solvers that ended" : "");
    return true;
}

/* states.csv and its figure, of which a store may have nothing. */
static bool write_states(const char *folder, ss_error *error)
{
    bool lacks = false;
    ss_error reason = {.code = SS_ERROR_NONE};
    const ss_plot_request figure = {
        .kind = "states", .folder = folder, .layout = ss_figure_layout_default, .lacks = &lacks};
    if (!ss_study_states_write(folder, error))
        return false;
    printf("%s/states.csv\n", folder);
    return ss_plot_folder(&figure, &reason) || lacks ||
           ss_error_set(error, reason.code, "%s", reason.text);
}

/* The tables of a store. A folder without runs/ that a broken-off writer left its files in is
 * rescued instead: it has no store to read. */
static bool collect(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    char folder[SS_PATH_SIZE];
    ss_campaign_stored_runs stored = {.n = 0};
    if (!ss_campaign_store_find(folder, w->folder, error))
        return false;
    if (!ss_path_has(folder, "runs") && ss_rescue_is_needed(folder))
        return rescue(folder, w->force, error);
    ss_campaign_store_sweep(folder, w->force);
    bool ok = ss_campaign_store_read(&stored, folder, error) &&
              ss_campaign_store_collect(folder, &stored, error);
    if (ok) {
        printf("%s/summary.csv: %zu run%s\n", folder, stored.n, ss_name_plural(stored.n));
        if (stored.n_damaged > 0)
            fprintf(stderr, "stickslip collect: %zu damaged run file%s left out, the first: %s\n",
                    stored.n_damaged, ss_name_plural(stored.n_damaged), stored.damaged);
    }
    ss_campaign_stored_runs_free(&stored);
    ok = ok && ss_campaign_study(folder, w->study, error);
    if (!ok || !w->states)
        return ok;
    return write_states(folder, error);
}

static const ss_word_row collect_rows[] = {
    SS_TEXT(words, study, "study", 0, "KEY",
            "Write the study of that option or parameter, too (see 'stickslip sweep --help')"),
    SS_SWITCH(words, states, "states", 0,
              "Write states.csv, too: runs on problems that 'freeze' wrote, beside the scene, "
              "instance, step and name in the titles of their files; and, where the names are "
              "numbers, states.svg: sweeps against them"),
    SS_SWITCH(words, force, "force", 0,
              "Also where the process that was killed may live: on another machine, before this "
              "machine's last boot, or, on a disk without locks, in another container"),
};

const ss_command ss_command_collect = {
    .name = "collect",
    .summary = "rebuild the tables of a store from its run files",
    .places = "DIR",
    .doc = "Rebuild DIR/summary.csv from the run files of the campaign in DIR, also while it runs; "
           "or, where DIR is of a `run` or `grow` that was killed, bring its tables into place, "
           "whole up to the last complete step: with --frames what has happened until then can be "
           "plotted and exported.",
    .after = "Example:\n  stickslip collect results/night --study alpha",
    .groups = {SS_GROUP(collect_rows, 0)},
    SS_PLACES(1, offsetof(words, folder)),
    .ask = "name the store of the campaign",
    .size = sizeof(words),
    .work = collect};

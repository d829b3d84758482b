/* The verbs that look after the store of a campaign: `status`, `collect`, `merge`.
 *
 * A store is read here, never locked: `status` and `collect` look in while a campaign writes,
 * because a run file is there whole or not at all (campaign/store.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/figures/figure.h"
#include "harness/report/sheet.h"
#include "harness/run/run_folder.h"
#include "harness/judge/states.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The words of all three. */
typedef struct words {
    const char *folder, *other, *out, *study;
    bool json, states, force, mix_builds;
} words;

/* A merge or campaign that was killed at its end has all runs and no summary; a folder of one run
 * has no run files. */
static bool has(const char *folder, const char *name)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, name, NULL) && access(path, F_OK) == 0;
}

/* The store at `folder`, or in it, where `reproduce` keeps one. */
static bool find_store(char found[SS_PATH_SIZE], const char *folder, ss_error *error)
{
    const bool within = has(folder, "store/runs");
    return ss_path_join(found, SS_PATH_SIZE, within ? folder : "", within ? "store" : folder,
                        error);
}

/* ---- status ---- */

/* Finished runs of the plan by status, and when the newest was written. */
typedef struct view {
    size_t planned, finished, others;
    size_t by_status[SS_OUTCOME_COUNT];
    double wall_s; /* of the finished runs of the plan */
} view;

/* Count the runs of the plan. Stored runs that no line of it names are of earlier plans. */
static bool look(view *v, const ss_csv *plan, const ss_campaign_stored_runs *stored,
                 ss_error *error)
{
    *v = (view){.planned = plan->n_rows};
    for (size_t k = 0; k < plan->n_rows; ++k) {
        ss_outcome status = SS_OUTCOME_SOLVED;
        const ss_campaign_stored_run *const run =
            ss_campaign_stored_runs_find(stored, ss_csv_text(plan, k, "run"));
        if (run == NULL)
            continue;
        if (!ss_outcome_find(run->row.status, &status))
            return ss_error_set(error, SS_ERROR_DATA, "%s has no known status", run->file.path);
        ++v->finished;
        ++v->by_status[status];
        v->wall_s += run->row.wall_s;
    }
    v->others = stored->n > v->finished ? stored->n - v->finished : 0;
    return true;
}

static void print_view(const view *v, const char *folder)
{
    long pid = 0;
    const bool busy = ss_campaign_store_busy(folder, &pid);
    printf("%s: %zu of %zu run%s finished", folder, v->finished, v->planned,
           ss_name_plural(v->planned));
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        if (v->by_status[k] > 0)
            printf(", %zu %s", v->by_status[k], ss_outcome_name((ss_outcome)k));
    if (v->others > 0)
        printf("; %zu more of earlier plans", v->others);
    printf("\n");
    if (busy)
        printf("process %ld is running it", pid);
    else if (v->finished < v->planned)
        printf("not running");
    else if (has(folder, "summary.csv"))
        printf("complete");
    else {
        printf("complete but for summary.csv, which this writes: stickslip collect");
        ss_provenance_print_word(stdout, folder);
    }
    if (v->finished > 0 && v->finished < v->planned)
        printf("; %zu run%s left, about %.0f s of one process", v->planned - v->finished,
               ss_name_plural(v->planned - v->finished),
               v->wall_s / (double)v->finished * (double)(v->planned - v->finished));
    printf("\n");
}

/* The same for programs: the table `store` of one row. */
static bool print_json(const view *v, const char *folder, ss_error *error)
{
    ss_report_column columns[5 + SS_OUTCOME_COUNT] = {{"store", SS_REPORT_LEFT, false},
                                                      {"running", SS_REPORT_RIGHT, false},
                                                      {"planned", SS_REPORT_RIGHT, false},
                                                      {"finished", SS_REPORT_RIGHT, false},
                                                      {"seconds_left", SS_REPORT_RIGHT, false}};
    ss_report_sheet sheet = {.text = NULL};
    long pid = 0;
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        columns[5 + k] = (ss_report_column){ss_outcome_name((ss_outcome)k), SS_REPORT_RIGHT, false};
    ss_report_add(&sheet, SS_REPORT_LABEL, "store");
    ss_report_table(&sheet, columns, sizeof columns / sizeof *columns);
    ss_report_cells(&sheet, folder, NULL);
    ss_report_add(&sheet, SS_REPORT_CELL, "%d", ss_campaign_store_busy(folder, &pid));
    ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->planned);
    ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->finished);
    ss_report_number(&sheet, v->wall_s / (double)v->finished * (double)(v->planned - v->finished),
                     3, "-");
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->by_status[k]);
    const bool printed = ss_report_print(&sheet, &ss_report_json, stdout, error);
    ss_report_free(&sheet);
    return printed;
}

/* Reads only: the store may be written by another process meanwhile. */
static bool status(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    view v;
    char path[SS_PATH_SIZE], folder[SS_PATH_SIZE];
    ss_csv plan = {.n_rows = 0};
    ss_campaign_stored_runs stored = {.n = 0};
    bool ok = find_store(folder, w->folder, error) &&
              ss_campaign_store_read(&stored, folder, error) &&
              ss_path_join(path, sizeof path, folder, "plan.csv", error) &&
              ss_csv_read(&plan, path, error) && look(&v, &plan, &stored, error);
    if (ok && w->json) {
        ok = print_json(&v, folder, error);
    } else if (ok) {
        print_view(&v, folder);
        if (stored.n_damaged > 0)
            printf("%zu damaged run file%s, the first: %s\n", stored.n_damaged,
                   ss_name_plural(stored.n_damaged), stored.damaged);
    }
    ss_csv_free(&plan);
    ss_campaign_stored_runs_free(&stored);
    return ok;
}

static const ss_word_row status_rows[] = {
    SS_SWITCH(words, json, "json", 0, "Print it for programs: the table `store`"),
};

const ss_command ss_command_status = {
    .name = "status",
    .summary = "how far a campaign is, from another terminal",
    .places = "DIR",
    .doc = "How far the campaign in DIR is: finished runs by status, what is left, and whether a "
           "process is at it. Reads only; use it from another terminal.",
    .after = "Example:\n  stickslip status results/night",
    .groups = {SS_GROUP(status_rows, 0)},
    SS_PLACES(1, offsetof(words, folder)),
    .ask = "name the store of the campaign",
    .size = sizeof(words),
    .work = status};

/* ---- collect ---- */

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
    printf("%s\n", has(folder, "summary.csv") ? "; summary.csv has the solvers that ended" : "");
    return true;
}

static bool collect(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    char folder[SS_PATH_SIZE];
    bool drawn = false;
    ss_campaign_stored_runs stored = {.n = 0};
    if (!find_store(folder, w->folder, error))
        return false;
    if (!has(folder, "runs") && ss_rescue_is_needed(folder))
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
    ok = ss_study_states_write(folder, error) && ss_figure_states(folder, &drawn, error);
    if (ok)
        printf("%s/states.csv%s\n", folder, drawn ? " and states.svg" : "");
    return ok;
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

/* ---- merge ---- */

static bool merge(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    if (!ss_campaign_store_merge(w->folder, w->other, w->out, w->mix_builds, error))
        return false;
    printf("%s/summary.csv\n", w->out);
    return true;
}

static const ss_word_row merge_rows[] = {
    SS_TEXT(words, out, "out", 'o', "DIR", "The store to make; it must not exist"),
    SS_SWITCH(words, mix_builds, "mix-builds", 0, "Join stores that different builds made"),
};

const ss_command ss_command_merge = {
    .name = "merge",
    .summary = "join the stores of a campaign that was split",
    .places = "DIR DIR",
    .doc = "Join two stores, made by 'campaign --shard' on several machines, say, into a new one. "
           "Runs that both have must agree in everything but times.",
    .after = "Example:\n  stickslip merge part1 part2 --out results/night",
    .groups = {SS_GROUP(merge_rows, 0)},
    SS_PLACES(2, offsetof(words, folder), offsetof(words, other)),
    .ask = "name the stores of the campaign",
    .needed = {"out"},
    .size = sizeof(words),
    .work = merge};

/* The verbs that look after the store of a campaign: `status`, `collect`, `merge`.
 *
 * A store is read here, never locked: `status` and `collect` look in while a campaign writes,
 * because a run file is there whole or not at all (campaign/store.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/report/sheet.h"
#include "harness/run/run_folder.h"
#include "harness/judge/states.h"
#include "harness/plot/plot.h"
#include "harness/tables/output.h"
#include "harness/tables/partial.h"
#include "harness/tables/provenance.h"
#include "harness/tables/standing.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The words of all three. */
typedef struct words {
    const char *folder, *out, *study;
    ss_word_list folders;
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

/* A view of a store, or of several: its rows, those of the plan by status, and what is partial. */
typedef struct view {
    char folder[SS_PATH_SIZE];
    size_t planned, finished, others;
    size_t by_status[SS_OUTCOME_COUNT], n_loose; /* loose ones are among the solved */
    double left_s; /* that the others take, as the mean of the finished ones did; NAN: none did */
    ss_partial partial;
} view;

/* Count the runs of the plan. Stored runs that no line of it names are of earlier plans. */
static bool look(view *v, const ss_csv *plan, const ss_campaign_stored_runs *stored,
                 ss_error *error)
{
    double wall_s = 0.0;
    v->planned = plan->n_rows;
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
        v->n_loose += ss_standing_of(&run->row) == SS_STANDING_LOOSE;
        wall_s += run->row.wall_s;
    }
    v->left_s = wall_s / (double)v->finished * (double)(v->planned - v->finished);
    v->others = stored->n > v->finished ? stored->n - v->finished : 0;
    return true;
}

/* Look at what is partial about runs: those of a store being written are in no summary yet. */
static bool look_at_rows(view *v, const ss_campaign_stored_runs *stored, ss_error *error)
{
    ss_summary summary = {.records = calloc(stored->n + 1, sizeof *summary.records)};
    bool ok = summary.records != NULL || ss_error_memory(error, "%zu runs", stored->n);
    for (size_t k = 0; ok && k < stored->n; ++k) {
        ss_record *const record = &summary.records[summary.n++];
        *record = (ss_record){.row = stored->at[k].row};
        ss_outcome_find(record->row.status, &record->outcome);
    }
    ok = ok && ss_partial_read(&v->partial, v->folder, &summary, error);
    free(summary.records);
    return ok;
}

/* Reads only: the store may be written by another process meanwhile. */
static bool look_in(view *v, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv plan = {.n_rows = 0};
    ss_campaign_stored_runs stored = {.n = 0};
    *v = (view){.finished = 0};
    const bool ok = find_store(v->folder, folder, error) &&
                    ss_campaign_store_read(&stored, v->folder, error) &&
                    ss_path_join(path, sizeof path, v->folder, "plan.csv", error) &&
                    ss_csv_read(&plan, path, error) && look(v, &plan, &stored, error) &&
                    look_at_rows(v, &stored, error);
    if (ok && stored.n_damaged > 0)
        fprintf(stderr, "stickslip: %s: %zu damaged run file%s, the first: %s\n", v->folder,
                stored.n_damaged, ss_name_plural(stored.n_damaged), stored.damaged);
    ss_csv_free(&plan);
    ss_campaign_stored_runs_free(&stored);
    return ok;
}

/* Add a view to the sum of several. */
static void add(view *sum, const view *v)
{
    sum->planned += v->planned;
    sum->finished += v->finished;
    sum->others += v->others;
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        sum->by_status[k] += v->by_status[k];
    sum->n_loose += v->n_loose;
}

/* Print how far a store is: of the plan, then by status, then what is of earlier plans. */
static void print_counts(const view *v)
{
    printf("%s: %zu of %zu run%s finished", v->folder, v->finished, v->planned,
           ss_name_plural(v->planned));
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        if (v->by_status[k] > 0)
            printf(", %zu %s", v->by_status[k], ss_outcome_name((ss_outcome)k));
    if (v->n_loose > 0)
        printf(" (of the solved %zu %s)", v->n_loose, ss_standing_name(SS_STANDING_LOOSE));
    if (v->others > 0)
        printf("; %zu more of earlier plans", v->others);
    printf("\n");
}

static void print_view(const view *v)
{
    long pid = 0;
    const bool busy = ss_campaign_store_busy(v->folder, &pid);
    print_counts(v);
    if (busy)
        printf("process %ld is running it", pid);
    else if (v->finished < v->planned)
        printf("not running");
    else if (!has(v->folder, "summary.csv")) {
        printf("complete but for summary.csv, which this writes: stickslip collect");
        ss_provenance_print_word(stdout, v->folder);
    } else
        printf("%scomplete", v->partial.is_complete ? "" : "not ");
    if (v->finished > 0 && v->finished < v->planned)
        printf("; %zu run%s left, about %.0f s of one process if they are like the others",
               v->planned - v->finished, ss_name_plural(v->planned - v->finished), v->left_s);
    printf("\n");
    if (v->finished == v->planned) /* else the lines above have said it */
        ss_partial_print(stdout, &v->partial);
}

/* The same for programs: the table `store`, a row a store. */
static bool print_json(const view *views, size_t n, ss_error *error)
{
    ss_report_column columns[8 + SS_OUTCOME_COUNT] = {
        {"store", SS_REPORT_LEFT, false},         {"running", SS_REPORT_RIGHT, false},
        {"planned", SS_REPORT_RIGHT, false},      {"finished", SS_REPORT_RIGHT, false},
        {"seconds_left", SS_REPORT_RIGHT, false}, {"planned_in_all", SS_REPORT_RIGHT, false},
        {"complete", SS_REPORT_RIGHT, false}};
    ss_report_sheet sheet = {.text = NULL};
    long pid = 0;
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        columns[7 + k] = (ss_report_column){ss_outcome_name((ss_outcome)k), SS_REPORT_RIGHT, false};
    columns[7 + SS_OUTCOME_COUNT] =
        (ss_report_column){ss_standing_name(SS_STANDING_LOOSE), SS_REPORT_RIGHT, false};
    SS_REPORT_COLUMNS(&sheet, "store", columns);
    for (const view *v = views; v < views + n; ++v) {
        ss_report_cells(&sheet, v->folder, NULL);
        ss_report_add(&sheet, SS_REPORT_CELL, "%d", ss_campaign_store_busy(v->folder, &pid));
        ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->planned);
        ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->finished);
        ss_report_number(&sheet, v->left_s, 3, "-");
        ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->partial.n_planned);
        ss_report_add(&sheet, SS_REPORT_CELL, "%d", v->partial.is_complete);
        for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
            ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->by_status[k]);
        ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->n_loose);
    }
    for (const view *v = views; v < views + n; ++v)
        for (size_t k = 0; k < v->partial.n; ++k)
            ss_report_add(&sheet, SS_REPORT_NOTE, "%s: %s", v->folder, v->partial.at[k].words);
    return ss_report_end(&sheet, &ss_report_json, stdout, error);
}

/* A look at each store, which changes nothing there; beside several of them their sum. */
static bool status(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    const size_t n = w->folders.n;
    view *const views = calloc(n, sizeof *views), sum = {.planned = 0};
    bool ok = views != NULL || ss_error_memory(error, "%zu stores", n);
    snprintf(sum.folder, sizeof sum.folder, "%zu stores", n);
    for (size_t k = 0; ok && k < n; ++k) {
        ok = look_in(&views[k], w->folders.values[k], error);
        if (ok && !w->json)
            print_view(&views[k]);
        add(&sum, &views[k]);
    }
    if (ok && w->json)
        ok = print_json(views, n, error);
    else if (ok && n > 1)
        print_counts(&sum);
    free(views);
    return ok;
}

static const ss_word_row status_rows[] = {
    SS_SWITCH(words, json, "json", 0, "Print it for programs: the table `store`"),
};

const ss_command ss_command_status = {
    .name = "status",
    .summary = "how far a campaign is, from another terminal",
    .places = "DIR [DIR...]",
    .doc = "How far the campaign in DIR is: finished runs by status, what is left, whether a "
           "process is at it, and what is partial about it (shards that are not there, several "
           "builds ...); of several, such as the shards of one, also the sum. Reads only; use it "
           "from another terminal.",
    .after = "Example:\n  stickslip status results/night\n  stickslip status part*",
    .groups = {SS_GROUP(status_rows, 0)},
    SS_PLACES(1, offsetof(words, folders)),
    .is_list = true,
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

/* ---- merge ---- */

/* The parameter that the stores' plan studies; "": none. */
static bool find_study(char study[64], const char *folder, ss_error *error)
{
    char *const manifest = ss_campaign_store_manifest(folder, error);
    const char *at = manifest;
    ss_partial_plan plan;
    for (study[0] = '\0'; at != NULL && ss_partial_plan_next(&plan, &at);)
        if (plan.study[0] != '\0')
            snprintf(study, 64, "%s", plan.study);
    free(manifest);
    return manifest != NULL;
}

static bool merge(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    view v;
    char study[64];
    if (w->folders.n < 2)
        return ss_error_set(error, SS_ERROR_USAGE, "name two stores or more: merge DIR DIR...");
    if (!ss_campaign_store_merge(w->folders.values, w->folders.n, w->out, w->mix_builds, error) ||
        !look_in(&v, w->out, error) || !find_study(study, w->out, error))
        return false;
    printf("%s/summary.csv\n", w->out);
    print_view(&v);
    return ss_campaign_study(w->out, study[0] != '\0' ? study : NULL, error);
}

static const ss_word_row merge_rows[] = {
    SS_TEXT(words, out, "out", 'o', "DIR", "The store to make; it must not exist"),
    SS_SWITCH(words, mix_builds, "mix-builds", 0, "Join stores that different builds made"),
};

const ss_command ss_command_merge = {
    .name = "merge",
    .summary = "join the stores of a campaign that was split",
    .places = "DIR DIR...",
    .doc = "Join stores, made by 'campaign --shard' on several machines, say, into a new one, and "
           "write the study of their plan, if it has one, anew. Runs that several have must agree "
           "in everything but times. Says which shards and runs are not there.",
    .after = "Example:\n  stickslip merge part* --out results/night",
    .groups = {SS_GROUP(merge_rows, 0)},
    SS_PLACES(1, offsetof(words, folders)),
    .is_list = true,
    .ask = "name the stores of the campaign",
    .needed = {"out"},
    .size = sizeof(words),
    .work = merge};

/* Verbs that look at the stores of campaigns: `status`, `cancel`, and `merge`, which makes one of
 * several.
 *
 * A store is read here, never locked: `status` looks in while a campaign writes, because a run file
 * is there whole or not at all (campaign/store.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/campaign/queue.h"
#include "harness/report/sheet.h"
#include "harness/tables/output.h"
#include "harness/tables/partial.h"
#include "harness/tables/provenance.h"
#include "harness/tables/standing.h"
#include "harness/cli/words.h"
#include "problems/base/clock.h"
#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The words of all three. */
typedef struct words {
    const char *folder, *out;
    ss_word_list folders;
    bool json, mix_builds;
} words;

/* ---- status ---- */

/* A view of a store, or of several: its rows, those of the plan by status, and what is partial. */
typedef struct view {
    char folder[SS_PATH_SIZE];
    size_t planned, finished, others;
    size_t by_status[SS_OUTCOME_COUNT], n_loose; /* loose ones are among the solved */
    double left_s; /* that the others take, as the mean of the finished ones did; NAN: none did */
    ss_partial partial;
    bool submitted, known;   /* to a queue, which answers */
    char why[512];           /* or why it does not */
    ss_campaign_left queued; /* what it says; where it is known */
} view;

/* Count the runs of the plan. Stored runs that no line of it names are of earlier plans. */
static bool look(view *v, const ss_csv *plan, const ss_campaign_stored_runs *stored,
                 const ss_campaign_queue *queue, ss_error *error)
{
    double wall_s = 0.0;
    v->submitted = queue->n_submissions > 0;
    v->known = queue->known;
    memcpy(v->why, queue->why, sizeof v->why);
    ss_campaign_left_begin(&v->queued, queue);
    v->planned = plan->n_rows;
    for (size_t k = 0; k < plan->n_rows; ++k) {
        ss_outcome status = SS_OUTCOME_SOLVED;
        const ss_campaign_stored_run *const run =
            ss_campaign_stored_runs_find(stored, ss_csv_text(plan, k, "run"));
        if (run == NULL) {
            ss_campaign_left_add(&v->queued, queue, v->folder, ss_csv_text(plan, k, "run"));
            continue;
        }
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

/* Reads only: the store may be written by another process meanwhile. So the queue is asked first:
 * what ends after that is in the store. */
static bool look_in(view *v, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv plan = {.n_rows = 0};
    ss_campaign_stored_runs stored = {.n = 0};
    ss_campaign_queue queue = {.known = false};
    *v = (view){.finished = 0};
    const bool ok = ss_campaign_store_find(v->folder, folder, error) &&
                    ss_campaign_queue_ask(&queue, v->folder, error) &&
                    ss_campaign_store_read(&stored, v->folder, error) &&
                    ss_path_join(path, sizeof path, v->folder, "plan.csv", error) &&
                    ss_csv_read(&plan, path, error) && look(v, &plan, &stored, &queue, error) &&
                    look_at_rows(v, &stored, error);
    if (ok && stored.n_damaged > 0)
        fprintf(stderr, "stickslip: %s: %zu damaged run file%s, the first: %s\n", v->folder,
                stored.n_damaged, ss_name_plural(stored.n_damaged), stored.damaged);
    ss_csv_free(&plan);
    ss_campaign_stored_runs_free(&stored);
    ss_campaign_queue_free(&queue);
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

/* The part of it in a cluster's queue; false: none. */
static bool print_queue(const view *v)
{
    char text[512];
    if (!v->submitted || v->finished == v->planned)
        return false;
    if (!v->known)
        printf("what the queue has is not known: %s", v->why);
    else if (v->queued.running + v->queued.pending > 0)
        printf("in the queue: %zu run%s, %zu task%s running, %zu pending", v->queued.n_queued,
               ss_name_plural(v->queued.n_queued), v->queued.running,
               ss_name_plural(v->queued.running), v->queued.pending);
    else
        printf("nothing in the queue");
    if (v->known && v->queued.held > 0)
        printf(", of which %zu held ('scontrol release %lu')", v->queued.held, v->queued.held_job);
    if (v->known && v->queued.n_left > 0) {
        ss_campaign_left_text(text, sizeof text, &v->queued);
        printf("; %s", text);
    }
    return true;
}

static void print_view(const view *v)
{
    long pid = 0;
    const bool busy = ss_campaign_store_busy(v->folder, &pid);
    print_counts(v);
    if (busy)
        printf("process %ld is running it", pid);
    else if (print_queue(v))
        ;
    else if (v->finished < v->planned)
        printf("not running");
    /* one that was killed at its end has all runs and no summary */
    else if (!ss_path_has(v->folder, "summary.csv")) {
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
    ss_report_column columns[11 + SS_OUTCOME_COUNT] = {
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
    columns[8 + SS_OUTCOME_COUNT] = (ss_report_column){"queue", SS_REPORT_LEFT, false};
    columns[9 + SS_OUTCOME_COUNT] = (ss_report_column){"tasks_running", SS_REPORT_RIGHT, false};
    columns[10 + SS_OUTCOME_COUNT] = (ss_report_column){"tasks_pending", SS_REPORT_RIGHT, false};
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
        ss_report_cells(&sheet, !v->submitted ? "none" : v->known ? "known" : "unknown", NULL);
        ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->queued.running);
        ss_report_add(&sheet, SS_REPORT_CELL, "%zu", v->queued.pending);
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

/* ---- cancel ---- */

/* Seconds that tasks have for their end: Slurm gives them 30 after a SIGTERM unless its
 * administrator says otherwise, and they take 2. */
enum { PATIENCE_S = 60 };

/* Tasks that run have a moment to end, in which they may still write; who says what is left looks
 * after that. Wait until no task of the store lives; *lives: so many do at the end. */
static bool wait_for_ends(const char *store, size_t *lives, ss_error *error)
{
    const double until = ss_wall_time() + PATIENCE_S;
    bool ok = true;
    do {
        ss_campaign_queue queue;
        ss_campaign_left left;
        ok = ss_campaign_queue_ask(&queue, store, error);
        ss_campaign_left_begin(&left, &queue);
        *lives = left.running + left.pending + !queue.known;
        ss_campaign_queue_free(&queue);
        if (ok && *lives > 0)
            nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    } while (ok && *lives > 0 && ss_wall_time() < until);
    return ok;
}

/* End the arrays, wait, and look: a queue that does not answer is left as it is. */
static bool cancel(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    view v;
    char store[SS_PATH_SIZE];
    ss_campaign_queue queue = {.known = false};
    ss_campaign_left left;
    size_t lives = 0;
    bool ok = ss_campaign_store_find(store, w->folder, error) &&
              ss_campaign_queue_ask(&queue, store, error);
    if (ok && queue.n_submissions == 0)
        ok = ss_error_set(error, SS_ERROR_DATA, "'%s' has nothing on a cluster (no slurm/1.csv)",
                          store);
    else if (ok && !queue.known)
        ok = ss_error_set(error, SS_ERROR_UNAVAILABLE,
                          "nothing was cancelled, for what the queue has is not known: %s",
                          queue.why);
    ss_campaign_left_begin(&left, &queue);
    ok = ok && ss_slurm_cancel(&queue.tasks, error) && wait_for_ends(store, &lives, error);
    ss_campaign_queue_free(&queue);
    if (!ok)
        return false;
    const size_t n = left.running + left.pending;
    printf("%zu task%s cancelled, %zu of them running", n, ss_name_plural(n), left.running);
    if (lives > 0)
        printf("; after %d s some have not ended yet", (int)PATIENCE_S);
    putchar('\n');
    if (!look_in(&v, store, error))
        return false;
    print_view(&v);
    return true;
}

const ss_command ss_command_cancel = {
    .name = "cancel",
    .summary = "end a campaign that is on a cluster, and say what is left",
    .places = "DIR",
    .doc = "Cancel all job arrays of the campaign in DIR, those that wait and those that run, and "
           "say what is left. Runs that are made stay; the campaign's command again submits the "
           "others.",
    .after = "Example:\n  stickslip cancel results/night",
    .groups = {{NULL, 0, 0}},
    SS_PLACES(1, offsetof(words, folder)),
    .ask = "name the store of the campaign",
    .size = sizeof(words),
    .work = cancel};

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

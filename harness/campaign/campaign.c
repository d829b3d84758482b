/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"

#include "harness/campaign/grid.h"
#include "harness/campaign/job.h"
#include "harness/campaign/queue.h"
#include "harness/process/interrupt.h"
#include "harness/process/progress.h"
#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A campaign under way. Place k of the arrays is one process: while children[k] has a pid, jobs[k]
 * and handovers[k] are its; without, all three are empty. Always next = stored + running + what was
 * thrown away, and `done` counts the stored ones of this call. */
typedef struct campaign {
    const ss_campaign *order;
    ss_campaign_store *store;
    ss_campaign_tally *tally;
    ss_campaign_stored_runs stored;          /* at the beginning */
    const ss_campaign_planned_run **missing; /* in the order of the plan */
    size_t n_missing, next;
    size_t n_elsewhere;                   /* missing ones that another task has made meanwhile */
    ss_campaign_job *jobs;                /* n_parallel of each */
    ss_campaign_job_handover **handovers; /* one a run: what a process keeps is nobody else's */
    ss_child *children; /* children[k] does jobs[k]; without pid: the place is free */
    size_t running, done, unsolved;
    double work_done; /* weights of the runs that are done */
    ss_progress bar;
} campaign;

/* ---- what is missing ---- */

const ss_campaign_planned_run **ss_campaign_missing(const ss_campaign *order,
                                                    const ss_campaign_stored_runs *stored,
                                                    size_t *n, ss_campaign_tally *tally,
                                                    ss_error *error)
{
    const ss_campaign_plan *const plan = order->plan;
    const ss_campaign_planned_run **const missing = malloc((plan->n + 1) * sizeof *missing);
    *n = 0;
    if (missing == NULL)
        ss_error_memory(error, "%zu runs", plan->n);
    for (size_t k = 0; missing != NULL && k < plan->n; ++k) {
        const ss_campaign_planned_run *const run = &plan->runs[k];
        const ss_campaign_stored_run *const found = ss_campaign_stored_runs_find(stored, run->hash);
        ss_outcome ending = SS_OUTCOME_SOLVED;
        if (run->repeated)
            continue;
        if (ss_campaign_store_is_made(found, order->folder, run, &ending) &&
            (order->retry & (1u << ending)) == 0) {
            ++tally->n_before;
            ++tally->by_status[ending];
        } else
            missing[(*n)++] = run;
    }
    return missing;
}

bool ss_campaign_outcome_set_parse(ss_campaign_outcome_set *set, const char *text, ss_error *error)
{
    static const char *const outcomes[] = {
#define X(id, name, meaning) name,
        SS_OUTCOME_LIST(X)
#undef X
    };
    static const ss_names names =
        SS_NAMES(outcomes, "no status", "--retry takes failed, unsolved or a status");
    ss_campaign_texts words = {.n = 0};
    bool ok = ss_campaign_texts_split(&words, text, error);
    *set = 0;
    for (size_t k = 0; ok && k < words.n; ++k) {
        const char *const *outcome = NULL;
        if (strcmp(words.at[k], "unsolved") == 0)
            for (int at = 0; at < SS_OUTCOME_COUNT; ++at)
                *set |= ss_outcome_is_solved((ss_outcome)at) ? 0u : 1u << at;
        else if (strcmp(words.at[k], "failed") == 0)
            *set |= 1u << SS_OUTCOME_CRASHED | 1u << SS_OUTCOME_OUT_OF_MEMORY |
                    1u << SS_OUTCOME_ERROR | 1u << SS_OUTCOME_DIVERGED;
        else if ((ok = (outcome = ss_names_find(&names, words.at[k], error)) != NULL))
            *set |= 1u << (outcome - outcomes);
    }
    ss_campaign_texts_free(&words);
    return ok;
}

/* ---- running ---- */

/* Pass over what another task has made since this one began. */
static void skip_made(campaign *c)
{
    ss_outcome ending;
    while (c->order->is_task && c->next < c->n_missing &&
           ss_campaign_store_look(c->order->folder, c->missing[c->next], &ending, NULL)) {
        ++c->next;
        ++c->n_elsewhere;
    }
}

/* Start runs while there are places and runs; after Ctrl-C none. What a child shares with us is
 * hidden from the next ones. */
static bool fill_places(campaign *c, ss_error *error)
{
    for (size_t k = 0; k < c->order->n_parallel; ++k) {
        if (ss_interrupted())
            return true;
        if (c->children[k].pid != 0)
            continue;
        skip_made(c);
        if (c->next == c->n_missing)
            return true;
        c->jobs[k] = (ss_campaign_job){c->order->plan,
                                       c->missing[c->next],
                                       c->order->folder,
                                       ss_witness_create(error),
                                       {.text = ""}};
        ss_machine_look(&c->jobs[k].machine);
        c->handovers[k] = ss_child_share(sizeof *c->handovers[k], error);
        if (c->jobs[k].witness == NULL || c->handovers[k] == NULL ||
            !ss_campaign_job_start(&c->children[k], &c->jobs[k], c->handovers[k], error))
            return false;
        ss_child_hide(c->handovers[k], sizeof *c->handovers[k]);
        ss_witness_hide(c->jobs[k].witness);
        c->children[k].siblings = c->children;
        c->children[k].n_siblings = c->order->n_parallel;
        ++c->next;
        ++c->running;
    }
    return true;
}

/* The row of a run that ended. One that did not come to its end has its tables, without rows. */
static bool store_run(campaign *c, size_t k, ss_error *error)
{
    ss_campaign_job_handover *const handover = c->handovers[k];
    const ss_campaign_planned_run *const run = c->jobs[k].run;
    ss_output tables[SS_CAMPAIGN_SERIES_COUNT] = {{0}};
    if (!ss_campaign_job_conclude(&c->jobs[k], &c->children[k].ending, handover, error))
        return false;
    if (!handover->alone.finished &&
        !ss_campaign_series_close(
            tables, ss_campaign_series_open(tables, c->order->folder, run, error), error))
        return false;
    if (!ss_campaign_store_put(c->store, run->hash, handover->text, error))
        return false;
    const ss_outcome ending = handover->alone.outcome;
    ++c->tally->by_status[ending];
    ++c->tally->n_run;
    c->unsolved += !ss_outcome_is_solved(ending);
    c->work_done += run->weight;
    ++c->done;
    return true;
}

/* Leave the place free, for the next run or for good. */
static void forget(campaign *c, size_t k)
{
    ss_witness_free(c->jobs[k].witness);
    ss_child_unshare(c->handovers[k], sizeof *c->handovers[k]);
    c->jobs[k].witness = NULL;
    c->handovers[k] = NULL;
}

/* Store what has ended, and free its place. A run that was broken off by the user leaves nothing:
 * it is run again by the same command. */
static bool reap(campaign *c, bool discard, ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; k < c->order->n_parallel; ++k) {
        if (c->children[k].pid == 0 || !ss_child_ended(&c->children[k]))
            continue;
        --c->running;
        ok = ss_child_finish(&c->children[k], error) && ok;
        const ss_alone *const alone = &c->handovers[k]->alone;
        if (ok && (!discard || alone->finished) && !(alone->interrupted && ss_interrupted()))
            ok = store_run(c, k, error);
        forget(c, k);
    }
    return ok;
}

/* Said once, when the first Ctrl-C has come. */
static void say_how_to_stop(const campaign *c, bool *said)
{
    if (*said || !ss_interrupted() || c->running == 0 || c->order->hasty)
        return;
    fprintf(stderr, "\nstickslip: finishing the %zu run%s under way; %s\n", c->running,
            ss_name_plural(c->running),
            ss_interrupt_is_term() ? "what is not done in 2 s is ended"
                                   : "Ctrl-C again ends it now");
    *said = true;
}

/* Runs under way count with the fraction that they say they have done; a solver may lie, and the
 * bar is then wrong, nothing else. */
static void show(campaign *c)
{
    ss_progress_state state = {.done = c->done, .running = c->running, .unsolved = c->unsolved};
    state.work_done = c->work_done;
    for (size_t k = 0; k < c->order->n_parallel; ++k)
        if (c->children[k].pid != 0)
            state.work_done += c->handovers[k]->alone.progress * c->jobs[k].run->weight;
    ss_progress_update(&c->bar, state);
}

/* Start, wait, reap until nothing runs. An error, or the user in haste, ends the children; what
 * they have not finished is not stored. */
static bool run_missing(campaign *c, ss_error *error)
{
    bool said = false;
    bool ended = false; /* by Ctrl-C or an error: the children were killed */
    double work = 0.0;
    for (size_t k = 0; k < c->n_missing; ++k)
        work += c->missing[k]->weight;
    ss_progress_begin(&c->bar, c->order->what != NULL ? c->order->what : "campaign", c->n_missing,
                      work);
    bool ok = fill_places(c, error);
    while (c->running > 0) {
        show(c);
        say_how_to_stop(c, &said);
        ss_child_wait(c->children, c->order->n_parallel, 0.1);
        if (!ended && (!ok || ss_interrupted_twice() || (c->order->hasty && ss_interrupted()))) {
            for (size_t k = 0; k < c->order->n_parallel; ++k)
                if (c->children[k].pid != 0)
                    ss_child_kill(&c->children[k]);
            ended = true;
        }
        ok = reap(c, ended, error) && ok;
        ok = ok && fill_places(c, error);
    }
    ss_progress_end(&c->bar);
    return ok;
}

/* Open the store for all of the plan, or join those who make some of it, and read it. */
static bool open_store(campaign *c, ss_error *error)
{
    const ss_campaign *const order = c->order;
    if (order->is_task) {
        c->store = ss_campaign_store_join(order->folder, error);
        return c->store != NULL &&
               ss_campaign_store_read_planned(&c->stored, order->folder, order->plan, error);
    }
    c->store =
        ss_campaign_store_open(order->folder, order->mix_builds, order->argc, order->argv, error);
    return c->store != NULL && ss_campaign_store_contents(order->folder, order->plan, error) &&
           ss_campaign_store_plan(c->store, order->plan, error) &&
           ss_campaign_store_read(&c->stored, order->folder, error);
}

/* Open the store and find what is missing there. */
static bool begin(campaign *c, ss_error *error)
{
    const size_t n = c->order->n_parallel;
    c->jobs = calloc(n, sizeof *c->jobs);
    c->children = calloc(n, sizeof *c->children);
    c->handovers = calloc(n, sizeof(void *));
    if (c->jobs == NULL || c->children == NULL || c->handovers == NULL)
        return ss_error_memory(error, "%zu runs at a time", n);
    const bool ok = open_store(c, error) &&
                    (c->missing = ss_campaign_missing(c->order, &c->stored, &c->n_missing, c->tally,
                                                      error)) != NULL;
    if (ok && c->stored.n_damaged > 0)
        fprintf(stderr, "stickslip: %zu damaged run file%s not counted, the first: %s\n",
                c->stored.n_damaged, c->stored.n_damaged > 1 ? "s are" : " is", c->stored.damaged);
    return ok;
}

/* Add what the finished runs of the plan are worth. */
static void weigh(const ss_campaign_plan *plan, const ss_campaign_stored_runs *stored,
                  ss_campaign_tally *tally)
{
    for (size_t k = 0; k < plan->n; ++k) {
        const ss_campaign_stored_run *const run =
            ss_campaign_stored_runs_find(stored, plan->runs[k].hash);
        if (run == NULL || plan->runs[k].repeated)
            continue;
        const ss_standing standing = ss_standing_of(&run->row);
        if (tally->by_standing[standing]++ == 0)
            tally->reasons[standing] = ss_standing_reason(&run->row);
    }
}

bool ss_campaign_check_worth(const ss_campaign_tally *tally, ss_error *error)
{
    char why[320] = "";
    size_t n = 0, length = 0;
    for (int k = 0; k < SS_STANDING_COUNT; ++k) {
        if (tally->by_standing[k] > 0 && length < sizeof why)
            length += (size_t)snprintf(why + length, sizeof why - length, "%s%zu %s (%s)",
                                       n > 0 ? ", " : "", tally->by_standing[k],
                                       ss_standing_name((ss_standing)k), tally->reasons[k]);
        n += tally->by_standing[k];
    }
    return n == 0 || tally->by_standing[SS_STANDING_COUNTS] > 0 ||
           ss_error_set(error, SS_ERROR_NOTHING, "of %zu run%s none counts: %s", n,
                        ss_name_plural(n), why);
}

/* Make summary.csv of all that is stored. */
static bool collect(const campaign *c, ss_error *error)
{
    ss_campaign_stored_runs stored;
    if (!ss_campaign_store_sync(c->store, error) || c->order->is_task)
        return error->code == SS_ERROR_NONE;
    if (!ss_campaign_store_read(&stored, c->order->folder, error))
        return false;
    const bool collected = ss_campaign_store_collect(c->order->folder, &stored, error);
    weigh(c->order->plan, &stored, c->tally);
    ss_campaign_stored_runs_free(&stored);
    return collected;
}

bool ss_campaign_is_queued(const ss_campaign *order)
{
    return order->cluster.engine != NULL && strcmp(order->cluster.engine, "slurm") == 0;
}

/* Make what is missing, here or by the cluster. */
static bool make_missing(campaign *c, ss_campaign_queue *queue, ss_error *error)
{
    if (ss_campaign_is_queued(c->order)) {
        const ss_campaign_wanted wanted = {c->missing, c->n_missing, &c->stored};
        return ss_campaign_queue_run(queue, c->order, &wanted, c->tally, error);
    }
    if (!c->order->hasty)
        ss_interrupt_install_two_stages();
    return run_missing(c, error);
}

bool ss_campaign_run(const ss_campaign *order, ss_campaign_tally *tally, ss_error *error)
{
    campaign c = {.order = order, .tally = tally};
    ss_campaign_queue queue = {.known = false};
    *tally = (ss_campaign_tally){.n_run = 0};
    /* the queue before the store: what ends between the two is made, not lost */
    bool ok =
        (!ss_campaign_is_queued(order) || ss_campaign_queue_ask(&queue, order->folder, error)) &&
        begin(&c, error);
    if (ok) {
        ok = make_missing(&c, &queue, error);
        ok = collect(&c, error) && ok;
    }
    for (size_t k = 0; c.jobs != NULL && c.handovers != NULL && k < order->n_parallel; ++k)
        forget(&c, k);
    free(c.handovers);
    free(c.jobs);
    free(c.children);
    free(c.missing);
    ss_campaign_stored_runs_free(&c.stored);
    ss_campaign_store_close(c.store);
    ss_campaign_queue_free(&queue);
    if (ok && tally->n_run + tally->n_queued + c.n_elsewhere < c.n_missing)
        return ss_error_set(error, SS_ERROR_INTERRUPTED,
                            "interrupted: %zu of %zu run%s stored in %s; the same command "
                            "runs the others",
                            tally->n_before + tally->n_run, tally->n_before + c.n_missing,
                            ss_name_plural(tally->n_before + c.n_missing), order->folder);
    return ok;
}

bool ss_campaign_prepare(const ss_campaign *order, ss_error *error)
{
    ss_campaign_plan *const plan = order->plan;
    if (order->timeout_s > 0.0)
        plan->timeout_s = order->timeout_s;
    if (order->memory_bytes > 0)
        plan->memory_bytes = order->memory_bytes;
    if (order->repeats > 0)
        plan->repeats = order->repeats;
    if (order->cluster.time_s > 0.0 && order->cluster.time_s < plan->timeout_s)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--time is %g s, and a run may take %g s (--timeout): a task would end "
                            "before its run has a row",
                            order->cluster.time_s, plan->timeout_s);
    return ss_campaign_plan_take_shard(plan, order->shard, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/queue.h"

#include "harness/campaign/estimate.h"
#include "harness/campaign/script.h"
#include "harness/process/interrupt.h"
#include "harness/process/progress.h"
#include "problems/base/clock.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- submitting ---- */

/* The runs that no task in the queue makes. One that is in the store all the same is to be
 * replaced: who makes it, and who waits for it, knows by the hash of its file whether that is done.
 * NULL: no memory. */
static const ss_campaign_planned_run **pick(const ss_campaign_queue *queue,
                                            const ss_campaign *order,
                                            const ss_campaign_wanted *wanted, size_t *n,
                                            ss_error *error)
{
    const ss_campaign_planned_run **const runs = malloc((wanted->n + 1) * sizeof *runs);
    *n = 0;
    if (runs == NULL)
        ss_campaign_plan_no_memory(error);
    for (size_t k = 0; runs != NULL && k < wanted->n; ++k) {
        ss_campaign_planned_run *const run =
            &order->plan->runs[wanted->runs[k] - order->plan->runs];
        const ss_campaign_stored_run *const found =
            ss_campaign_stored_runs_find(wanted->stored, run->hash);
        if (found != NULL && !ss_hash_file(run->replaces, found->file.path, NULL))
            run->replaces[0] = '\0';
        if (ss_campaign_queue_find(queue, run->hash) == NULL)
            runs[(*n)++] = run;
    }
    return runs;
}

/* The newest array in the queue that lives; 0: none. */
static unsigned long last_array(const ss_campaign_queue *queue)
{
    unsigned long job = 0;
    for (size_t k = 0; k < queue->tasks.n; ++k)
        if (ss_slurm_lives(&queue->tasks.at[k]) && queue->tasks.at[k].job > job)
            job = queue->tasks.at[k].job;
    return job;
}

/* Submit the arrays one after the other, or print how: a throttle is one of all arrays of the
 * store, so that each waits for the one before. An array that is refused ends it: what was taken
 * before stays. */
static bool submit_arrays(const ss_campaign *order, const ss_campaign_submission *s,
                          const ss_campaign_queue *queue, const char *owner, ss_error *error)
{
    ss_error reason = {.code = SS_ERROR_NONE};
    unsigned long job = last_array(queue);
    bool ok = true;
    size_t first = 0;
    for (size_t n = 0; ok && first < s->n_tasks; first += ok ? n : 0) {
        n = s->n_tasks - first < s->array_size ? s->n_tasks - first : s->array_size;
        const ss_campaign_array array = {order, s, owner,
                                         first, n, order->cluster.throttle > 0 ? job : 0};
        ss_campaign_texts words = {.n = 0};
        ok = ss_campaign_script_words(&words, &array, &reason);
        if (ok && order->dry_run)
            ss_campaign_script_print(stdout, &words);
        else if (ok && (ok = ss_slurm_submit(&job, (const char *const *)words.at, &reason))) {
            printf("job %lu: tasks %zu to %zu of submission %zu\n", job, first, first + n - 1,
                   s->number);
            fflush(stdout);
        }
        ss_campaign_texts_free(&words);
    }
    return ok || ss_error_set(error, reason.code,
                              "%s; %zu of %zu tasks are in the queue, the same command submits the "
                              "runs of the others",
                              reason.text, first, s->n_tasks);
}

/* The time of each run, and the tasks. */
static bool cut(ss_campaign_submission *s, const ss_campaign *order,
                const ss_campaign_wanted *wanted, ss_error *error)
{
    char text[32];
    ss_campaign_estimate e = {.seconds = NULL};
    s->seconds = calloc(s->n + 1, sizeof *s->seconds);
    s->task = calloc(s->n + 1, sizeof *s->task);
    if (s->seconds == NULL || s->task == NULL)
        return ss_campaign_plan_no_memory(error);
    e.seconds = s->seconds;
    if (!ss_campaign_estimate_make(&e, order->plan, wanted->stored, s->runs, s->n, error))
        return false;
    ss_campaign_tasks_cut(s, order->cluster.chunk_s);
    printf("%zu run%s in %zu task%s, about %s each by %s\n", s->n, ss_name_plural(s->n), s->n_tasks,
           ss_name_plural(s->n_tasks),
           ss_campaign_time_text(text, e.time.about / (double)s->n_tasks), e.basis);
    return true;
}

/* A new submission of n runs: estimate, files, arrays. */
static bool submit(const ss_campaign_queue *queue, const ss_campaign *order,
                   const ss_campaign_wanted *wanted, const ss_campaign_planned_run *const *runs,
                   size_t n, ss_error *error)
{
    char owner[SS_SLURM_OWNER];
    char *const folder = realpath(order->folder, NULL);
    ss_campaign_submission s = {.folder = folder, .plan = order->plan, .runs = runs, .n = n};
    bool ok = folder != NULL || ss_error_set(error, SS_ERROR_OUTPUT, "no folder %s", order->folder);
    if (ok)
        s.number = ss_campaign_tasks_last(folder) + 1;
    ok = ok && ss_campaign_queue_name(owner, folder, error) &&
         ss_slurm_array_size(&s.array_size, error) && cut(&s, order, wanted, error) &&
         ss_output_need_folder(folder, "slurm/log", error) &&
         ss_campaign_script_write(order, &s, error) && ss_campaign_tasks_write(&s, error) &&
         submit_arrays(order, &s, queue, owner, error);
    free(s.seconds);
    free(s.task);
    free(folder);
    return ok;
}

/* ---- waiting ---- */

/* The runs that are waited for. */
typedef struct watch {
    const ss_campaign *order;
    const ss_campaign_wanted *wanted;
    ss_campaign_tally *tally;
    bool *made; /* of each run that is wanted; owned */
    ss_progress bar;
    ss_progress_state state;
} watch;

/* Look for runs that have come into the store. */
static bool look(watch *w, ss_error *error)
{
    for (size_t k = 0; k < w->wanted->n; ++k) {
        const ss_campaign_planned_run *const run = w->wanted->runs[k];
        ss_outcome ending;
        if (w->made[k] || !ss_campaign_store_look(w->order->folder, run, &ending, error))
            continue;
        w->made[k] = true;
        ++w->tally->n_run;
        ++w->tally->by_status[ending];
        ++w->state.done;
        w->state.unsolved += !ss_outcome_is_solved(ending);
        w->state.work_done += run->weight;
    }
    return error->code == SS_ERROR_NONE;
}

/* Sleep, with the bar in sight, until the time has passed or Ctrl-C comes. */
static void rest(watch *w, double seconds)
{
    const double until = ss_wall_time() + seconds;
    while (ss_wall_time() < until && !ss_interrupted()) {
        ss_progress_update(&w->bar, w->state);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

/* SS_ERROR_UNAVAILABLE: no task will go on by itself. */
static bool tell_held(const watch *w, const ss_campaign_left *left, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_UNAVAILABLE,
                        "%zu task%s left in the queue, held or behind what is held: "
                        "'scontrol release %lu' lets job "
                        "%lu go on ('squeue --me --format=\"%%A %%T %%r\"' has the reasons), "
                        "'stickslip cancel %s' ends all; then the same command again",
                        left->pending, ss_name_plural(left->pending), left->held_job,
                        left->held_job, w->order->folder);
}

/* SS_ERROR_UNAVAILABLE: the queue is empty, and runs are missing. */
static bool tell_left(const watch *w, const ss_campaign_queue *queue, ss_error *error)
{
    char text[512];
    ss_campaign_left left;
    ss_campaign_left_begin(&left, queue);
    for (size_t k = 0; k < w->wanted->n; ++k)
        if (!w->made[k])
            ss_campaign_left_add(&left, queue, w->order->folder, w->wanted->runs[k]->hash);
    ss_campaign_left_text(text, sizeof text, &left);
    return ss_error_set(error, SS_ERROR_UNAVAILABLE, "%s; the same command submits them again",
                        text);
}

/* Until all is made, or nothing is in the queue that would make it by itself. The queue is asked
 * before the store, and less and less often; while it does not answer, it is not empty. */
static bool wait_for_all(watch *w, ss_error *error)
{
    double pause_s = 0.5;
    bool done = false, ok = true;
    while (ok && !done) {
        ss_campaign_queue queue;
        const double begun = ss_wall_time();
        ok = ss_campaign_queue_ask(&queue, w->order->folder, error) && look(w, error);
        ss_campaign_left left;
        ss_campaign_left_begin(&left, &queue);
        w->state.running = left.running;
        done = w->state.done == w->wanted->n;
        if (ok && !done && queue.known && left.running + left.pending == 0)
            ok = tell_left(w, &queue, error);
        else if (ok && !done && queue.known && left.running == 0 && left.held > 0 &&
                 left.pending == left.held + left.behind)
            ok = tell_held(w, &left, error);
        ss_campaign_queue_free(&queue);
        if (ok && !done && ss_interrupted())
            ok = ss_error_set(error, SS_ERROR_INTERRUPTED,
                              "interrupted; the jobs go on: 'stickslip status %s' shows how far, "
                              "'stickslip cancel %s' ends them",
                              w->order->folder, w->order->folder);
        if (ok && !done)
            rest(w, fmax(pause_s, 5.0 * (ss_wall_time() - begun)));
        pause_s = fmin(10.0, 1.3 * pause_s);
    }
    return ok;
}

/* --wait: the bar of a local campaign, moved by what appears in the store. */
static bool watch_all(const ss_campaign *order, const ss_campaign_wanted *wanted,
                      ss_campaign_tally *tally, ss_error *error)
{
    watch w = {.order = order, .wanted = wanted, .tally = tally};
    double work = 0.0;
    for (size_t k = 0; k < wanted->n; ++k)
        work += wanted->runs[k]->weight;
    w.made = calloc(wanted->n + 1, sizeof *w.made);
    if (w.made == NULL)
        return ss_campaign_plan_no_memory(error);
    ss_progress_begin(&w.bar, order->what != NULL ? order->what : "campaign", wanted->n, work);
    const bool ok = wait_for_all(&w, error);
    ss_progress_end(&w.bar);
    free(w.made);
    return ok;
}

bool ss_campaign_queue_run(const ss_campaign_queue *queue, const ss_campaign *order,
                           const ss_campaign_wanted *wanted, ss_campaign_tally *tally,
                           ss_error *error)
{
    size_t n = 0;
    if (queue->n_submissions > 0 && !queue->known)
        return ss_error_set(error, SS_ERROR_UNAVAILABLE,
                            "whether the runs are in the queue already is not known: %s",
                            queue->why);
    const ss_campaign_planned_run **const runs = pick(queue, order, wanted, &n, error);
    bool ok = runs != NULL && (n == 0 || submit(queue, order, wanted, runs, n, error));
    free(runs);
    if (ok && wanted->n > n)
        printf("%zu run%s in the queue already\n", wanted->n - n, ss_name_plural(wanted->n - n));
    if (ok && order->cluster.wait && !order->dry_run)
        return watch_all(order, wanted, tally, error);
    tally->n_queued = wanted->n;
    return ok;
}

/* The queue's word on a store, and the runs that tasks left when they ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/queue.h"

#include "problems/base/file.h"
#include "problems/base/names.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int by_place(const void *a, const void *b)
{
    const ss_slurm_task *const i = a, *const j = b;
    if (i->submission != j->submission)
        return (i->submission > j->submission) - (i->submission < j->submission);
    if (i->task != j->task)
        return (i->task > j->task) - (i->task < j->task);
    return ss_slurm_lives(j) - ss_slurm_lives(i);
}

bool ss_campaign_queue_name(char owner[SS_SLURM_OWNER], const char *folder, ss_error *error)
{
    char hash[SS_HASH_SIZE];
    char *const path = realpath(folder, NULL);
    if (path == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "there is no folder '%s'", folder);
    ss_hash_text(hash, path, strlen(path));
    snprintf(owner, SS_SLURM_OWNER, "ss-%s", hash);
    free(path);
    return true;
}

bool ss_campaign_queue_ask(ss_campaign_queue *queue, const char *folder, ss_error *error)
{
    ss_error reason = {.code = SS_ERROR_NONE};
    *queue =
        (ss_campaign_queue){.n_submissions = folder != NULL ? ss_campaign_tasks_last(folder) : 0};
    if (queue->n_submissions == 0)
        return true;
    if (!ss_campaign_queue_name(queue->owner, folder, error))
        return false;
    queue->known = ss_slurm_read(&queue->tasks, queue->owner, &reason);
    snprintf(queue->why, sizeof queue->why, "%s", reason.text);
    if (queue->tasks.n > 1)
        qsort(queue->tasks.at, queue->tasks.n, sizeof *queue->tasks.at, by_place);
    queue->places = ss_campaign_tasks_places(folder, queue->n_submissions, &queue->n_places, error);
    return queue->places != NULL;
}

void ss_campaign_queue_free(ss_campaign_queue *queue)
{
    ss_slurm_free(&queue->tasks);
    free(queue->places);
    *queue = (ss_campaign_queue){.known = false};
}

/* The first task of a place, one that lives if any does; NULL: the queue shows none. */
static const ss_slurm_task *task_at(const ss_campaign_queue *queue, const ss_campaign_place *place)
{
    size_t low = 0, high = queue->tasks.n; /* those below `low` come before the place */
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const ss_slurm_task *const at = &queue->tasks.at[middle];
        if (at->submission < place->submission ||
            (at->submission == place->submission && at->task < place->task))
            low = middle + 1;
        else
            high = middle;
    }
    const ss_slurm_task *const found = low < queue->tasks.n ? &queue->tasks.at[low] : NULL;
    return found != NULL && found->submission == place->submission && found->task == place->task
               ? found
               : NULL;
}

/* The last submission that has the run; NULL: none. */
static const ss_campaign_place *last_place(const ss_campaign_queue *queue, const char *hash)
{
    const ss_campaign_place *const end = queue->places + queue->n_places;
    const ss_campaign_place *at =
        queue->n_places > 0
            ? bsearch(hash, queue->places, queue->n_places, sizeof *at, ss_hash_order)
            : NULL;
    while (at != NULL && at + 1 < end && strcmp(at[1].hash, hash) == 0)
        ++at;
    return at;
}

const ss_slurm_task *ss_campaign_queue_find(const ss_campaign_queue *queue, const char *hash)
{
    const ss_slurm_task *found = NULL;
    for (const ss_campaign_place *at = last_place(queue, hash);
         found == NULL && at != NULL && strcmp(at->hash, hash) == 0; --at) {
        found = task_at(queue, at);
        found = found != NULL && ss_slurm_lives(found) ? found : NULL;
        if (at == queue->places)
            break;
    }
    return found;
}

/* ---- what is left ---- */

/* The end of a task by its log: Slurm's own lines, and those of the program. */
static ss_campaign_left_how read_log(const char *path, char said[256])
{
    static const struct {
        const char *words;
        ss_campaign_left_how how;
    } ends[] = {{"DUE TO TIME LIMIT", SS_CAMPAIGN_LEFT_LATE},
                {"DUE TO NODE FAIL", SS_CAMPAIGN_LEFT_NODE},
                {"DUE TO", SS_CAMPAIGN_LEFT_UNKNOWN}, /* requeued, preempted: another end comes */
                {" CANCELLED AT ", SS_CAMPAIGN_LEFT_CANCELLED},
                {"stickslip task: interrupted", SS_CAMPAIGN_LEFT_COUNT}, /* by one of these */
                {"stickslip task: ", SS_CAMPAIGN_LEFT_FAILED}};
    size_t size = 0;
    ss_campaign_left_how how = SS_CAMPAIGN_LEFT_UNKNOWN;
    char *const text = access(path, F_OK) == 0 ? ss_file_read(path, &size, NULL) : NULL;
    for (char *line = text, *end = NULL; line != NULL && *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        if (*end != '\0')
            *end++ = '\0';
        size_t k = 0;
        while (k < sizeof ends / sizeof *ends && strstr(line, ends[k].words) == NULL)
            ++k;
        if (k < sizeof ends / sizeof *ends && ends[k].how != SS_CAMPAIGN_LEFT_COUNT) {
            how = ends[k].how;
            ss_text_clean(line);
            snprintf(said, 256, "%s", line);
        }
    }
    free(text);
    return how;
}

/* The end of the task at a place. The queue's word goes before its log's. */
static ss_campaign_left_how how_ended(const ss_campaign_queue *queue, const char *folder,
                                      const ss_campaign_place *place, char said[256])
{
    static const struct {
        const char *state;
        ss_campaign_left_how how;
    } states[] = {{"TIMEOUT", SS_CAMPAIGN_LEFT_LATE},
                  {"DEADLINE", SS_CAMPAIGN_LEFT_LATE},
                  {"NODE_FAIL", SS_CAMPAIGN_LEFT_NODE},
                  {"BOOT_FAIL", SS_CAMPAIGN_LEFT_NODE},
                  {"CANCELLED", SS_CAMPAIGN_LEFT_CANCELLED}};
    char path[SS_PATH_SIZE], suffix[64];
    const ss_slurm_task *const task = task_at(queue, place);
    for (size_t k = 0; task != NULL && k < sizeof states / sizeof *states; ++k)
        if (strcmp(task->state, states[k].state) == 0)
            return states[k].how;
    if (task != NULL && strcmp(task->state, "OUT_OF_MEMORY") == 0) {
        snprintf(said, 256, "out of memory (--mem)");
        return SS_CAMPAIGN_LEFT_FAILED;
    }
    snprintf(suffix, sizeof suffix, "slurm/log/%zu+%zu-%zu.log", place->submission, place->first,
             place->task - place->first);
    return ss_path_join(path, sizeof path, folder, suffix, NULL) ? read_log(path, said)
                                                                 : SS_CAMPAIGN_LEFT_UNKNOWN;
}

void ss_campaign_left_begin(ss_campaign_left *left, const ss_campaign_queue *queue)
{
    *left = (ss_campaign_left){.said = ""};
    for (const ss_slurm_task *task = queue->tasks.at; task < queue->tasks.at + queue->tasks.n;
         ++task) {
        if (ss_slurm_lives(task))
            ++*(strcmp(task->state, "PENDING") == 0 ? &left->pending : &left->running);
        if (task->held && left->held++ == 0)
            left->held_job = task->job;
        left->behind += task->behind;
    }
}

/* A run that is not made: still in the queue, or left by a task, which is counted once. */
void ss_campaign_left_add(ss_campaign_left *left, const ss_campaign_queue *queue,
                          const char *folder, const char *hash)
{
    char said[256] = "";
    const ss_campaign_place *const place = last_place(queue, hash);
    if (place == NULL)
        return;
    if (ss_campaign_queue_find(queue, hash) != NULL) {
        ++left->n_queued;
        return;
    }
    ++left->n_left;
    if (left->submission == place->submission && left->task == place->task)
        return; /* the task of the run before */
    left->submission = place->submission;
    left->task = place->task;
    const ss_campaign_left_how how = how_ended(queue, folder, place, said);
    if (how == SS_CAMPAIGN_LEFT_FAILED && left->tasks[how] == 0)
        memcpy(left->said, said, sizeof said);
    ++left->tasks[how];
}

/* "5 runs left by 2 tasks that ended: 1 cancelled, 1 time limit". */
void ss_campaign_left_text(char *text, size_t size, const ss_campaign_left *left)
{
    static const char *const words[] = {
#define X(id, words) words,
        SS_CAMPAIGN_LEFT_LIST(X)
#undef X
    };
    size_t n = 0, used = 0;
    for (int k = 0; k < SS_CAMPAIGN_LEFT_COUNT; ++k)
        n += left->tasks[k];
    used = (size_t)snprintf(text, size, "%zu run%s left by %zu task%s that ended:", left->n_left,
                            ss_name_plural(left->n_left), n, ss_name_plural(n));
    const char *before = " ";
    for (int k = 0; k < SS_CAMPAIGN_LEFT_COUNT && used < size; ++k)
        if (left->tasks[k] > 0) {
            used += (size_t)snprintf(text + used, size - used, "%s%zu %s", before, left->tasks[k],
                                     words[k]);
            before = ", ";
        }
    if (left->said[0] != '\0' && used < size)
        snprintf(text + used, size - used, " (%s)", left->said);
}

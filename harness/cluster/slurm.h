/* Slurm, by its commands: scontrol, sbatch, squeue, scancel. A job array is told from those of
 * others by its name, OWNER.NUMBER.FIRST: who it belongs to, which submission, and the task at
 * which the array begins, for an index is bounded (MaxArraySize) and a submission may take several
 * arrays.
 *
 *     ss_slurm_submit     sbatch     --job-name=ss-1f00.2.1001 --array=0-1000
 *     ss_slurm_read       squeue  -> job 17, submission 2, task 1001 + 5, RUNNING, not held
 *     ss_slurm_cancel     scancel 17
 *
 * A command that fails, or is not there, is SS_ERROR_UNAVAILABLE with what it said. Then nothing is
 * known, which is not the same as an empty queue: the controller may be down for a minute.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CLUSTER_SLURM_H
#define SS_HARNESS_CLUSTER_SLURM_H

#include "problems/base/error.h"

#include <stddef.h>

/* Bytes of the name of an array's owner, and of a state in Slurm's words: "PENDING", "NODE_FAIL".
 */
enum { SS_SLURM_OWNER = 40, SS_SLURM_STATE = 24 };

typedef struct ss_slurm_task {
    unsigned long job;              /* of its array */
    size_t submission, first, task; /* `task` counts through all arrays of the submission */
    char state[SS_SLURM_STATE];
    bool held;   /* it waits until somebody releases it: by its owner, or after a failed launch */
    bool behind; /* it waits for another array (--dependency) */
} ss_slurm_task;

/* An owner's part of the queue: tasks that wait, that run, and that ended a short while ago. */
typedef struct ss_slurm_queue {
    ss_slurm_task *at; /* owned */
    size_t n;
} ss_slurm_queue;

/* Ask the queue. Free with ss_slurm_free, whatever happens. */
bool ss_slurm_read(ss_slurm_queue *queue, const char *owner, ss_error *error);
void ss_slurm_free(ss_slurm_queue *queue);

/* Will a task in that state, or does it still, write? One that has ended is in one of Slurm's final
 * states; an unknown state lives. */
bool ss_slurm_lives(const ss_slurm_task *task);

/* The number of tasks that an array may have. */
bool ss_slurm_array_size(size_t *most, ss_error *error);

/* Run sbatch, with --parsable among its words; *job is the new array. */
bool ss_slurm_submit(unsigned long *job, const char *const *argv, ss_error *error);

/* End all arrays of the queue with tasks that live. */
bool ss_slurm_cancel(const ss_slurm_queue *queue, ss_error *error);

#endif

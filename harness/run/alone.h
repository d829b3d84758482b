/* A run alone: in a child process with limits, watched from outside. A solver that crashes, leaves
 * the program, hangs, eats memory or writes where it may not costs nobody else anything, and its
 * run is a row like any other: how it ended, its last sweep, and the residuals of its last iterate,
 * judged by the parent from a copy of the problem that the solver never saw.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_ALONE_H
#define SS_HARNESS_RUN_ALONE_H

#include "harness/run/run.h"
#include "harness/run/witness.h"
#include "problems/base/child.h"

/* The run, and what its process does before and after it; copied at the start. */
typedef struct ss_alone_task {
    ss_run run; /* limits.timeout_s is CPU time; of the observers, streams and last are the child's
                   own, progress is called in the parent, and the witness is made by it */
    /* Open the streams of the observers, and close them; NULL: nothing. `whole`: the run has come
     * to its end. A file that cannot be written is SS_ERROR_IO, with its errno in *reason. */
    bool (*open)(void *context, ss_run_observers *observers, ss_error *error);
    bool (*close)(void *context, bool whole, int *reason, ss_error *error);
    /* Called in the parent (ss_alone_run) with the last iterate of a run that a clock or Ctrl-C
     * ended, if that is unsolved; NULL: nobody asks. */
    void (*left)(void *context, const ss_diagnosis_case *last);
    void *context;
} ss_alone_task;

/* The child's handover, in memory that both see: ss_child_share. */
typedef struct ss_alone {
    int finished;       /* not 0: the run has come to its end, and its tables are closed */
    int interrupted;    /* not 0: it says that it was, by Ctrl-C */
    ss_error error;     /* why it has not */
    ss_error unwritten; /* a table that could not be written, */
    int reason;         /* and its errno */
    ss_outcome outcome; /* of a finished run */
    ss_summary_row row; /* as far as the run has come; its texts are the child's */
    char message[SS_RUN_MESSAGE];
    double started_s;         /* CLOCK_MONOTONIC at the start */
    volatile double progress; /* fraction of the steps that are done */
    ss_last last;
} ss_alone;

/* Start the child (ss_child_start) that fills `alone` and the witness of the task's observers, both
 * of which may have been used for another run. The run ends itself at its limit of CPU time; a
 * child that does not is killed soon after, or when ss_ending_wall_s of the limit has passed by
 * the clock on the wall. */
bool ss_alone_start(ss_child *child, const ss_alone_task *task, ss_alone *alone, ss_error *error);

/* The limits behind which the child of a run is killed. An external solver has its own child
 * below this one, which is killed at the run's limit and then judged. */
ss_child_limits ss_alone_limits(const ss_run *run);

/* After its end, with the same witness: the row, which borrows its texts from `run` and its message
 * from `alone`. True unless something but the solver was at fault: the error says what. */
bool ss_alone_conclude(const ss_run *run, const ss_child_ending *ending, ss_alone *alone,
                       ss_summary_row *row, ss_error *error);

/* All of it, and the wait. Ctrl-C tells the child to end after its sweep, and again ends it: either
 * is a row with status interrupted. An external solver is not run in a child of a child, and
 * ranks are children of their launcher.
 * row->message is in run->observers.message, or empty where that is NULL. Makes the witness. */
bool ss_alone_run(const ss_alone_task *task, ss_summary_row *row, ss_error *error);

#endif

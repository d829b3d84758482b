/* A file that is being written has a hidden name that says who writes it,
 * .NAME.partial-PID-NAMESPACE-BOOT-HOST: the process, its PID namespace, the first 8 letters of the
 * machine's boot id, the first 16 of its name. The writer holds a lock on it, too: between the
 * containers of a machine, where PIDs mean nothing, it tells who lives.
 *
 * The life of a file x.csv that is being written:
 *
 *     .x.csv.partial-17-4026531836-8f3a01bc-node3    made, and locked, by process 17 of node3
 *       |  its lines are written                     nobody takes it for x.csv
 *       +--> x.csv                                   renamed when whole; after an error removed
 *       +--> process 17 dies: the lock is gone       DEAD: swept by who writes x.csv next
 *
 * Of two processes that write one x.csv each has a hidden name of its own; the last rename, or the
 * first where nothing may be replaced (new_file.h), is the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_PARTIAL_H
#define SS_PROBLEMS_BASE_PARTIAL_H

#include "problems/base/error.h"

#include <stddef.h>

/* The hidden name beside `path` that this process writes under, into the caller's buffer of `size`
 * bytes. SS_ERROR_OUTPUT if it does not fit. */
bool ss_partial_name(char *hidden, size_t size, const char *path, ss_error *error);

/* Make the hidden file, empty; hold the hidden folder that there is. Both return a descriptor:
 * until it and its copies are closed, the lock is held (if the file system has locks). -1: see
 * errno. */
int ss_partial_make(const char *hidden);
int ss_partial_hold(const char *hidden);

/* Sweep what the dead have left of `path`, and make and hold its hidden folder, whose name comes
 * into `hidden` ("" on failure). -1: see `error` (SS_ERROR_IO, SS_ERROR_OUTPUT). */
int ss_partial_make_folder(char *hidden, size_t size, const char *path, ss_error *error);

typedef enum ss_partial_state {
    SS_PARTIAL_NONE,   /* no hidden name of ours */
    SS_PARTIAL_DEAD,   /* its writer lives no more */
    SS_PARTIAL_LIVES,  /* it does */
    SS_PARTIAL_UNKNOWN /* it is of another machine or boot, or, without locks, PID namespace */
} ss_partial_state;

/* May the writer of `hidden` live? With `who` (SS_PARTIAL_WHO bytes), its name for a message:
 * "process 7 of node3"; where that is not known also what differs here. */
enum { SS_PARTIAL_WHO = 256 };
ss_partial_state ss_partial_look(const char *hidden, char *who);

/* Remove the hidden files and folders of dead writers from `folder`; with `force` also those of
 * writers of whom nothing is known. What cannot be removed stays. */
void ss_partial_sweep(const char *folder, bool force);

/* Remove those that dead writers of `path` left beside it, and no other. */
void ss_partial_sweep_of(const char *path);

/* Remove a file, or a folder with all that is in it; what cannot be removed stays. */
void ss_partial_remove(const char *path);

#endif

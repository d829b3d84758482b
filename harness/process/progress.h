/* A progress bar on stderr, for people only: nothing is written unless stderr is a terminal, and
 * nothing before the work has lasted two seconds. No colours, no escape sequences.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROCESS_PROGRESS_H
#define SS_HARNESS_PROCESS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ss_progress {
    const char *what; /* the work, one or two words; borrowed */
    size_t n_jobs;    /* of which the work consists */
    double total;     /* work in all, in any unit */
    double start_s;   /* monotonic clock at the beginning, s */
    double shown_s;   /* and when the bar was last drawn, s */
    size_t width;     /* columns that the bar on the screen takes; 0 if there is none */
    bool terminal;    /* whether stderr is one */
} ss_progress;

/* A moment of the work, as shown. */
typedef struct ss_progress_state {
    double work_done; /* in the unit of `total`; work in hand counts by its fraction */
    size_t done;      /* jobs that have ended, the unsolved ones among them */
    size_t running;
    size_t unsolved; /* of the ended ones */
} ss_progress_state;

/* Start the clock. `what` must outlive the bar. Draws nothing. */
void ss_progress_begin(ss_progress *progress, const char *what, size_t n_jobs, double total);

/* Draw the bar if it is time to (at most 5 times a second). Cheap enough for any loop whose turns
 * take a microsecond or more. */
void ss_progress_update(ss_progress *progress, ss_progress_state state);

/* Wipe the bar off the screen. */
void ss_progress_end(ss_progress *progress);

/* The text of the bar, `elapsed_s` seconds after the beginning, for a terminal of `columns`
 * columns: always less than that (and than `size` bytes), the bar itself being left out where there
 * is no room. What ss_progress_update draws; apart, so that a test can read it. */
void ss_progress_format(const ss_progress *progress, ss_progress_state state, double elapsed_s,
                        size_t columns, char *text, size_t size);

#endif

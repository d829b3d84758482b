/* Clocks.
 *
 * Durations are differences of two readings by the same clock; a reading by itself means nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_CLOCK_H
#define SS_PROBLEMS_BASE_CLOCK_H

#include <time.h>

/* Wall-clock time since an unspecified moment, s (CLOCK_MONOTONIC: the same in all processes). */
static inline double ss_wall_time(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* CPU time of the calling thread, s. */
static inline double ss_cpu_time(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif

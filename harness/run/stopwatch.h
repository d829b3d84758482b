/* The clock of a solver: it stands while the referee looks, or runs on until the verdict.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_STOPWATCH_H
#define SS_HARNESS_RUN_STOPWATCH_H

#include "harness/process/cpu_time.h"

typedef struct ss_stopwatch {
    double at_s;  /* when it was looked at last, s of ss_cpu_time */
    bool runs_on; /* it is looked at but twice: reading it costs as much as a visit */
    double *cpu_s, *cpu_looks_s; /* of the solver and of the looks; the caller's */
} ss_stopwatch;

/* Start it; `since_s` not 0: it was started then, and runs on. */
static inline ss_stopwatch ss_stopwatch_start(double *cpu_s, double *cpu_looks_s, double since_s)
{
    const bool runs_on = since_s > 0.0;
    return (ss_stopwatch){runs_on ? since_s : ss_cpu_time(), runs_on, cpu_s, cpu_looks_s};
}

/* The referee begins to look. */
static inline void ss_stopwatch_look(ss_stopwatch *w)
{
    if (w->runs_on)
        return;
    const double begin = w->at_s;
    w->at_s = ss_cpu_time();
    *w->cpu_s += w->at_s - begin;
}

/* The referee knows whether the solve ends. */
static inline void ss_stopwatch_know(ss_stopwatch *w, bool ends)
{
    if (!w->runs_on)
        *w->cpu_looks_s += ss_cpu_time() - w->at_s;
    else if (ends)
        *w->cpu_s = ss_cpu_time() - w->at_s;
}

/* The solver goes on. */
static inline void ss_stopwatch_go(ss_stopwatch *w)
{
    if (!w->runs_on)
        w->at_s = ss_cpu_time();
}

#endif

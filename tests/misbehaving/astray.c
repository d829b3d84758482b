/* astray: NLGS, and a fault in a place: before the first sweep (open), after sweep `at` before it
 * is shown (sweep), after the watch's stop (end), and when all is over (close).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/outer_solver.h"
#include "tests/misbehaving/faults.h"

#include <string.h>

typedef enum place { PLACE_OPEN, PLACE_SWEEP, PLACE_END, PLACE_CLOSE } place;

/* Lies that only an outer solver can tell. */
typedef enum lie {
    LIE_NONE,
    LIE_INTERRUPTED, /* by its error, */
    LIE_DATA,
    LIE_DISK,
    LIE_EARLY,  /* returns before it is told to */
    LIE_SWEEPS, /* shows its sweeps as none, */
    LIE_WORK,   /* counts its work as boundless, */
    LIE_BACK    /* or backwards */
} lie;

typedef struct options {
    int fault, place, lie;
    size_t at;
} options;

/* `close` knows its workspace alone. */
typedef struct memory {
    options own;
} memory;

static size_t size_of_memory(const ss_problem *problem, const void *values)
{
    (void)problem;
    (void)values;
    return sizeof(memory);
}

static void misbehave(const ss_outer_task *task, place where)
{
    const options *const o = task->options;
    if (o->place == (int)where)
        commit((fault)o->fault, task->sweep.problem, task->sweep.r);
}

static bool lied(const ss_outer_task *task)
{
    const options *const o = task->options;
    switch ((lie)o->lie) {
    case LIE_INTERRUPTED:
        return !ss_error_set(task->error, SS_ERROR_INTERRUPTED, "interrupted");
    case LIE_DATA:
        return !ss_error_set(task->error, SS_ERROR_DATA, "the file is no good");
    case LIE_DISK:
        return !ss_error_set(task->error, SS_ERROR_IO, "the disk is full");
    case LIE_EARLY:
        return true;
    case LIE_WORK:
        memset(task->sweep.work, 0xff, sizeof *task->sweep.work);
        return false;
    case LIE_BACK:
        task->sweep.work->visits -= 1000000;
        return false;
    default:
        return false;
    }
}

static bool begin(const ss_outer_task *task, ss_error *error)
{
    (void)error;
    ((memory *)task->workspace)->own = *(const options *)task->options;
    misbehave(task, PLACE_OPEN);
    return true;
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    bool stop = false;
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
    for (size_t sweeps = 1; !stop; ++sweeps) {
        task->local->sweep(&task->sweep);
        if (sweeps == o->at) {
            misbehave(task, PLACE_SWEEP);
            if (lied(task))
                return;
        }
        stop = ss_outer_show(task, o->lie != LIE_SWEEPS).stop;
    }
    misbehave(task, PLACE_END);
}

static void end(void *workspace)
{
    const options *const o = &((const memory *)workspace)->own;
    const ss_problem none = {.n_contacts = 0};
    double r[3] = {0};
    if (o->place == PLACE_CLOSE && o->fault != FAULT_TAMPER)
        commit((fault)o->fault, &none, r);
}

static const ss_option rows[] = {
    SS_CHOICE(options, fault, "fault", FAULT_NONE, FAULT_NAMES, "what it does", "a test"),
    SS_CHOICE(options, place, "place", PLACE_SWEEP, "open|sweep|end|close", "where", "a test"),
    SS_CHOICE(options, lie, "lie", LIE_NONE, "none|interrupted|data|disk|early|sweeps|work|back",
              "what it says", "a test"),
    SS_COUNT(options, at, "at", 1, 1, 1e9, "after which sweep", "a test")};

const ss_outer_solver ss_outer_astray = {
    .name = "astray",
    .title = "an outer solver that misbehaves",
    .reference = "a test",
    .needs = SS_NEEDS_LOCAL,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = size_of_memory,
    .open = begin,
    .solve = solve,
    .close = end,
};

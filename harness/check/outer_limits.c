/* Checks of an outer solver's ends: the watch's stop obeyed, the cap of sweeps, what is not finite,
 * too little memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"
#include "harness/run/account.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t caps[] = {1, 2, 7, 50};

enum { STOP, COUNTS };

/* A tolerance that nothing meets. The referee says stop at the cap; an iteration of two sweeps has
 * made its second by then, which is the 1 of the threshold. */
static bool one_sweep_cap(const ss_check_case *c)
{
    const size_t cap = caps[c->k % 4], *const sweeps = &c->room->a.report.sweeps;
    if (!ss_check_blocks_random(&c->room->one, c->k + 1, c->error) ||
        !ss_check_answer_solve(&c->room->a, c->room->one.problem, c->choice, 1e-300, cap, c->error))
        return false;
    ss_check_see(c, *sweeps > cap ? (double)(*sweeps - cap) : 0.0, "%zu sweeps under a cap of %zu",
                 *sweeps, cap);
    return true;
}

/* A watch that says stop once, and what comes afterwards. */
typedef struct stopper {
    size_t shown, cap, sweeps;
    size_t idle;                        /* iterates shown again, with no work between */
    double r[3 * SS_CHECK_BLOCKS_MOST]; /* when it said stop */
    ss_work work;                       /* up to the last iterate */
    ss_error fault;                     /* of the sweeps and counters */
} stopper;

/* The watch: it counts what it is shown, and keeps r of the moment when it said stop. */
static ss_seen stop_at_cap(void *self, ss_iterate *at)
{
    stopper *const s = self;
    const size_t n = at->task->sweep.problem->n_contacts;
    const ss_work *const work = at->task->sweep.work;
    s->sweeps += at->sweeps;
    ss_account_can_be(&s->work, work, s->sweeps, n, &s->fault);
    s->idle += s->shown > 0 && memcmp(&s->work, work, sizeof *work) == 0;
    s->work = *work;
    if (++s->shown == s->cap)
        memcpy(s->r, ss_iterate_read(at), 3 * n * sizeof *s->r);
    return (ss_seen){.stop = s->shown >= s->cap, .value = NAN};
}

/* Faults that the watch has counted, or (STOP) what came after its stop: an iterate shown after it
 * would be a sweep that no row tells of, an r changed after it another answer than that which was
 * judged. Iterates without work between them would look like progress for nothing. */
static bool one_stop(const ss_check_case *c)
{
    stopper s = {.cap = caps[c->k % 4]};
    const ss_watch watch = {.see = stop_at_cap, .self = &s};
    const size_t number = c->k + 1;
    ss_work work = {0};
    if (!ss_check_blocks_random(&c->room->one, number, c->error))
        return false;
    const ss_problem *const problem = c->room->one.problem;
    ss_solver *const solver = ss_solver_create(c->choice, c->error);
    const double *const r = solver != NULL ? ss_solver_prepare(solver, problem, c->error) : NULL;
    const bool ran = r != NULL && ss_solver_run(solver, problem, watch, &work, c->error);
    if (ran && c->finding->check->variant == COUNTS) {
        if (s.fault.code != SS_ERROR_NONE)
            ss_check_count(c, "cluster %zu: %.150s", number, s.fault.text);
        else if (s.idle > 0)
            ss_check_count(c, "cluster %zu: no work between two iterates, %zu times", number,
                           s.idle);
    } else if (ran && s.shown != s.cap)
        ss_check_count(c, "cluster %zu: it shows %zu iterates, and is told to stop at the %zu.",
                       number, s.shown, s.cap);
    else if (ran && memcmp(r, s.r, 3 * problem->n_contacts * sizeof *r) != 0)
        ss_check_count(c, "cluster %zu: r has changed after the watch said stop", number);
    ss_solver_free(solver);
    return ran;
}

/* ---- what is not finite ---- */

/* NaN and infinity in each place of q and W_cc of some contact: a result, or refused by name. */
static bool one_not_finite(const ss_check_case *c)
{
    const double numbers[] = {NAN, INFINITY, -INFINITY}, bad = numbers[c->k % 3];
    const size_t place = c->k / 3 % 12;
    const char *const where = place < 3 ? "q" : "W";
    ss_check_room *const room = c->room;
    const ss_solve_report *const report = &room->a.report;
    ss_error refusal = {.code = SS_ERROR_NONE};
    if (!ss_check_blocks_random(&room->one, c->k / 3 + 1, c->error) ||
        !ss_check_copy_make(&room->copy, room->one.problem, c->error))
        return false;
    ss_check_copy_put(&room->copy, c->k % room->one.problem->n_contacts, place, bad);
    const bool ran =
        ss_check_answer_solve(&room->a, &room->copy.problem, c->choice, 1e-8, caps[3], &refusal);
    if (ran && report->outcome != SS_OUTCOME_DIVERGED)
        ss_check_count(c, "%g in %s: %s after %zu sweeps", bad, where,
                       ss_outcome_name(report->outcome), report->sweeps);
    else if (!ran && refusal.code != SS_ERROR_DATA)
        ss_check_count(c, "%g in %s: %.100s", bad, where, refusal.text);
    return true;
}

/* ---- memory ---- */

/* One solve in a child. */
typedef struct solve_task {
    const ss_choice *choice;
    const ss_problem *problem;
} solve_task;

/* Runs in the child; *shared is all that the parent learns. */
static int solve_in_child(void *shared, void *context)
{
    const solve_task *const t = context;
    ss_error error = {.code = SS_ERROR_NONE};
    ss_check_answer a = {.n = 0};
    int *const said = shared; /* it has ended by itself, with an outcome or for want of memory */
    *said = ss_check_answer_solve(&a, t->problem, t->choice, 1e-8, 200, &error) ||
            error.code == SS_ERROR_MEMORY;
    ss_check_answer_free(&a);
    return 0;
}

/* A cluster of balls with 2^k times 32 kB to solve it, so that now this, now that allocation fails.
 * It may end so (SS_ERROR_MEMORY) or do with less; a crash, a hang or an exit is a NULL that nobody
 * looked at. In a child, for a limit of address space is for good. */
static bool one_memory(const ss_check_case *c)
{
    enum { n_balls = 40 };
    const size_t bytes = (size_t)1 << (15 + c->k);
    const ss_child_limits limits = {.address_bytes = bytes, .busy_s = SS_CHECK_CPU_S};
    ss_child_ending ending;
    if (!ss_check_cluster_random(&c->room->one, 1, n_balls, true, c->error) ||
        !ss_check_cluster_pose(&c->room->one, c->error))
        return false;
    solve_task task = {c->choice, c->room->one.problem};
    int *const said = ss_child_share(sizeof *said, c->error);
    if (said == NULL)
        return false;
    const bool ended = ss_child_run(&limits, solve_in_child, said, &task, &ending, c->error);
    if (ended && *said == 0)
        ss_check_count(c, "%zu kB: %s %d", bytes >> 10,
                       ending.how == SS_CHILD_TIMEOUT     ? "it hangs"
                       : ending.how == SS_CHILD_SIGNALLED ? "it crashes, signal"
                                                          : "it leaves, exit code",
                       ending.code);
    ss_child_unshare(said, sizeof *said);
    return ended;
}

SS_CHECK_DEFINE(OUTER, outer_sweep_cap, "limits", "sweep-cap",
                "sweeps beyond the cap, no more than an iteration's second", 1.0, FAIL,
                .one = one_sweep_cap, .n = 20);
SS_CHECK_DEFINE(OUTER, outer_stop, "limits", "stop",
                "solves of 20 that go on when they are told to stop", 0.0, FAIL, .one = one_stop,
                .n = 20, .variant = STOP);
SS_CHECK_DEFINE(OUTER, outer_counts, "limits", "counts",
                "solves of 20 whose sweeps or work cannot be what they count", 0.0, FAIL,
                .one = one_stop, .n = 20, .variant = COUNTS);
SS_CHECK_DEFINE(OUTER, outer_not_finite, "limits", "not-finite",
                "problems of 36 with NaN or inf that do not end as diverged", 0.0, FAIL,
                .one = one_not_finite, .n = 36);
SS_CHECK_DEFINE(OUTER, outer_memory, "limits", "memory",
                "solves of 10 with little memory that end as no result", 0.0, FAIL,
                .one = one_memory, .n = 10);

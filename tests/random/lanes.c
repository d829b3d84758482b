/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/random/lanes.h"

#include "harness/process/interrupt.h"
#include "harness/process/progress.h"
#include "problems/base/child.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <signal.h>
#include <sys/time.h>

enum { LANES = 2, LIMIT_S = 120 };

const char *const random_matrices[] = {
#define X(id, name, meaning) name,
    TEST_CASE_MATRICES(X)
#undef X
};
const char *const random_answers[] = {
#define X(id, name, meaning) name,
    TEST_CASE_ANSWERS(X)
#undef X
};
const char *const random_endings[] = {
#define X(id, name, meaning) name,
    TEST_CASE_ENDINGS(X)
#undef X
};

/* The record of a child as it goes, in shared memory: a crash leaves the row that it was at. */
struct shared {
    size_t n; /* rows that are whole */
    ss_error error;
    random_row row[RANDOM_BATCH + 1]; /* the one under way has no contacts until it is drawn */
};

/* Seeds first to last in one process after another: the next begins behind the seed that killed
 * the last. */
typedef struct lane {
    unsigned long first, last;
    struct shared *shared;
    ss_child *child;
    bool busy;
} lane;

typedef struct lanes {
    const random_task *task;
    const random_keeper *keeper;
    lane lane[LANES];
    ss_child child[LANES];
    unsigned long next; /* seed of no lane yet */
    ss_progress progress;
    ss_progress_state state;
} lanes;

/* The task of a child. */
typedef struct errand {
    random_task task;
    unsigned long first, last;
} errand;

bool random_solve(const random_task *task, unsigned long seed, random_row *row, ss_error *error)
{
    const struct itimerval limit = {.it_value = {.tv_sec = LIMIT_S}};
    ss_solve_report report = {.sweeps = 0, .work_units = NAN};
    ss_error refused = {SS_ERROR_NONE, ""};
    long double residual = NAN;
    test_case drawn;
    *row = (random_row){.seed = seed, .work_units = NAN, .e1 = NAN};
    const bool done = test_case_draw(&drawn, seed, error);
    if (done) {
        row->matrix = drawn.matrix;
        row->answer = drawn.answer;
        row->contacts = ss_block_problem_view(drawn.blocks)->n_contacts;
        setitimer(ITIMER_PROF, &limit, NULL);
        row->ending =
            test_case_solve(&drawn, task->choice, task->cap, &report, &residual, &refused);
        row->sweeps = report.sweeps;
        row->work_units = report.work_units;
        row->e1 = (double)residual;
    }
    test_case_free(&drawn);
    return done;
}

static int work(void *shared, void *context)
{
    struct shared *const to = shared;
    const errand *const e = context;
    gsl_set_error_handler_off();
    for (unsigned long seed = e->first; seed <= e->last; ++seed) {
        if (!random_solve(&e->task, seed, &to->row[to->n], &to->error))
            return ss_error_exit_code(to->error.code);
        ++to->n;
    }
    return 0;
}

/* A process for what is left of the lane's batch. */
static bool go_on(lane *l, const random_task *task, ss_error *error)
{
    const ss_child_limits none = {.wall_s = 0.0};
    errand e = {*task, l->first + l->shared->n, l->last};
    l->busy = e.first <= e.last;
    l->shared->row[l->shared->n].contacts = 0;
    return !l->busy || ss_child_start(l->child, &none, work, l->shared, &e, error);
}

/* The end of a process: the row that it was at ended badly, unless it has done its batch. */
static bool collect(lane *l, ss_error *error)
{
    struct shared *const from = l->shared;
    if (!ss_child_finish(l->child, error))
        return false;
    if (l->first + from->n > l->last)
        return true;
    random_row *const row = &from->row[from->n];
    if (row->contacts == 0)
        return ss_error_set(error, SS_ERROR_MEMORY, "seed %lu: %s", l->first + from->n,
                            from->error.text);
    const bool hung =
        l->child->ending.how == SS_CHILD_SIGNALLED && l->child->ending.code == SIGPROF;
    row->ending = hung ? TEST_CASE_HUNG : TEST_CASE_CRASHED;
    ++from->n;
    return true;
}

static unsigned long end_of_batch(const random_task *task, unsigned long first)
{
    return task->last - first < RANDOM_BATCH ? task->last : first + RANDOM_BATCH - 1;
}

static bool has(const random_keeper *keeper, unsigned long first)
{
    return keeper->has != NULL && keeper->has(keeper->context, first);
}

/* A lane whose batch is done takes the next one that is missing. */
static bool take(lanes *all, lane *l, ss_error *error)
{
    const random_task *const task = all->task;
    while (all->next <= task->last && has(all->keeper, all->next))
        all->next = end_of_batch(task, all->next) + 1;
    l->busy = all->next <= task->last;
    if (!l->busy)
        return true;
    l->first = all->next;
    l->last = end_of_batch(task, l->first);
    all->next = l->last + 1;
    l->shared->n = 0;
    return go_on(l, task, error);
}

static bool step(lanes *all, lane *l, ss_error *error)
{
    if (!l->busy || !ss_child_ended(l->child))
        return true;
    if (!collect(l, error))
        return false;
    if (l->first + l->shared->n <= l->last)
        return go_on(l, all->task, error);
    for (size_t k = 0; k < l->shared->n; ++k)
        all->state.unsolved += l->shared->row[k].ending > TEST_CASE_NO_ANSWER;
    all->state.done += l->shared->n;
    return all->keeper->keep(all->keeper->context, l->shared->row, l->shared->n, error) &&
           take(all, l, error);
}

static void show(lanes *all)
{
    size_t under_way = 0;
    all->state.running = 0;
    for (size_t k = 0; k < LANES; ++k) {
        under_way += all->lane[k].busy ? all->lane[k].shared->n : 0;
        all->state.running += all->lane[k].busy;
    }
    all->state.work_done = (double)(all->state.done + under_way);
    ss_progress_update(&all->progress, all->state);
}

static size_t count_missing(const lanes *all)
{
    size_t n = 0;
    for (unsigned long first = all->task->first, last; first <= all->task->last; first = last + 1) {
        last = end_of_batch(all->task, first);
        n += has(all->keeper, first) ? 0 : last - first + 1;
    }
    return n;
}

static bool begin(lanes *all, ss_error *error)
{
    const size_t missing = count_missing(all);
    ss_progress_begin(&all->progress, "random", missing, (double)missing);
    for (size_t k = 0; k < LANES; ++k) {
        all->lane[k].child = &all->child[k];
        all->lane[k].shared = ss_child_share(sizeof *all->lane[k].shared, error);
        if (all->lane[k].shared == NULL || !take(all, &all->lane[k], error))
            return false;
    }
    return true;
}

static void end(lanes *all)
{
    ss_error ignored = {SS_ERROR_NONE, ""};
    for (size_t k = 0; k < LANES; ++k) {
        lane *const l = &all->lane[k];
        if (l->child != NULL && l->child->pid != 0) {
            ss_child_kill(l->child);
            ss_child_finish(l->child, &ignored);
        }
        if (l->shared != NULL)
            ss_child_unshare(l->shared, sizeof *l->shared);
    }
    ss_progress_end(&all->progress);
}

bool random_lanes_run(const random_task *task, const random_keeper *keeper, ss_error *error)
{
    lanes all = {.task = task, .keeper = keeper, .next = task->first};
    bool good = begin(&all, error), busy = true;
    while (good && busy) {
        ss_child_wait(all.child, LANES, 0.1);
        busy = false;
        for (size_t k = 0; k < LANES; ++k) {
            good = good && step(&all, &all.lane[k], error);
            busy = busy || all.lane[k].busy;
        }
        show(&all);
        if (ss_interrupted())
            good = ss_error_set(error, SS_ERROR_INTERRUPTED, "stopped; whole batches are kept");
    }
    end(&all);
    return good;
}

/* Random problems for one solver, in two processes: counts by class, and the seeds of failures.
 *
 *     random_problems SOLVER FIRST LAST [CAP]
 *     random_problems reference 1 200000
 *     random_problems 'nlgs[local=exact]' 4711 4711     # one seed again, in this process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/choice.h"
#include "problems/base/child.h"
#include "tests/support/random_case.h"

#include <gsl/gsl_errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

enum { LANES = 2, BATCH = 500, LIMIT_S = 120 };

typedef size_t counts[TEST_CASE_N_MATRICES][TEST_CASE_N_ANSWERS][TEST_CASE_N_ENDINGS];

/* The record of a child as it goes, in shared memory: a crash leaves the seed that it was at. */
typedef struct lane {
    unsigned long next, last; /* seeds of the batch */
    struct shared {
        unsigned long seed; /* under way */
        test_case_matrix matrix;
        test_case_answer answer;
        size_t n_failures;
        counts of;
        struct failure {
            unsigned long seed;
            test_case_ending ending;
            double e1;
        } failure[BATCH];
    } * shared;
} lane;

typedef struct task {
    const ss_choice *choice;
    size_t cap;
    unsigned long first, last;
    bool says; /* a line a seed */
} task;

static const char *const matrices[] = {
#define X(id, name, meaning) name,
    TEST_CASE_MATRICES(X)
#undef X
};
static const char *const answers[] = {
#define X(id, name, meaning) name,
    TEST_CASE_ANSWERS(X)
#undef X
};
static const char *const endings[] = {
#define X(id, name, meaning) name,
    TEST_CASE_ENDINGS(X)
#undef X
};

static void book(struct shared *to, test_case_ending ending, double e1)
{
    ++to->of[to->matrix][to->answer][ending];
    if (ending > TEST_CASE_NO_ANSWER && to->n_failures < BATCH)
        to->failure[to->n_failures++] = (struct failure){to->seed, ending, e1};
}

/* Solve the cases of a batch; a limit of CPU time ends the process. */
static int work(void *shared, void *context)
{
    struct shared *const to = shared;
    const task *const t = context;
    const struct itimerval limit = {.it_value = {.tv_sec = LIMIT_S}};
    gsl_set_error_handler_off();
    for (unsigned long seed = t->first; seed <= t->last; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_solve_report report = {.sweeps = 0};
        long double residual = -1.0L;
        test_case drawn;
        to->seed = seed;
        if (!test_case_draw(&drawn, seed, &error))
            return 1;
        to->matrix = drawn.matrix;
        to->answer = drawn.answer;
        setitimer(ITIMER_PROF, &limit, NULL);
        const test_case_ending ending =
            test_case_solve(&drawn, t->choice, t->cap, &report, &residual, &error);
        book(to, ending, (double)residual);
        if (t->says)
            printf("%lu %s %s: %zu contacts, %s (%s), %zu sweeps, E1 %.3Lg %s\n", seed,
                   matrices[drawn.matrix], answers[drawn.answer],
                   ss_block_problem_view(drawn.blocks)->n_contacts, endings[ending],
                   ss_outcome_name(report.outcome), report.sweeps, residual, error.text);
        test_case_free(&drawn);
    }
    return 0;
}

/* Add what a child has left to the sum, name its failures, and go on behind a seed that killed
 * it. */
static void collect(lane *l, const ss_child_ending *end, counts sum, size_t *n_failures)
{
    struct shared *const from = l->shared;
    const bool whole = end->how == SS_CHILD_EXITED && end->code == 0;
    if (!whole)
        book(from, end->code == SIGPROF ? TEST_CASE_HUNG : TEST_CASE_CRASHED, -1.0);
    for (size_t k = 0; k < sizeof(counts) / sizeof(size_t); ++k)
        ((size_t *)sum)[k] += ((size_t *)from->of)[k];
    for (size_t k = 0; k < from->n_failures; ++k)
        printf("%lu %s, E1 %.3g\n", from->failure[k].seed, endings[from->failure[k].ending],
               from->failure[k].e1);
    *n_failures += from->n_failures;
    l->next = whole ? l->last + 1 : from->seed + 1;
    fflush(stdout);
}

/* A child for the rest of the lane's batch, or for the next one; none where all are done. */
static bool start(lane *l, ss_child *child, const task *all, unsigned long *next, ss_error *error)
{
    const ss_child_limits none = {.wall_s = 0.0};
    if (l->next > l->last) {
        l->next = *next;
        l->last = *next + BATCH - 1 < all->last ? *next + BATCH - 1 : all->last;
        *next = l->last + 1;
    }
    if (l->next > l->last)
        return true;
    *l->shared = (struct shared){.seed = l->next};
    task own = *all;
    own.first = l->next;
    own.last = l->last;
    return ss_child_start(child, &none, work, l->shared, &own, error);
}

static bool run(const task *all, counts sum, size_t *n_failures, ss_error *error)
{
    lane lanes[LANES] = {{.next = 1}, {.next = 1}};
    ss_child children[LANES] = {{.pid = 0}};
    unsigned long next = all->first;
    bool good = true, busy = true;
    for (size_t k = 0; good && k < LANES; ++k) {
        lanes[k].shared = ss_child_share(sizeof *lanes[k].shared, error);
        good = lanes[k].shared != NULL && start(&lanes[k], &children[k], all, &next, error);
    }
    while (good && busy) {
        busy = false;
        ss_child_wait(children, LANES, 1.0);
        for (size_t k = 0; good && k < LANES; ++k) {
            if (children[k].pid != 0 && ss_child_ended(&children[k])) {
                good = ss_child_finish(&children[k], error);
                collect(&lanes[k], &children[k].ending, sum, n_failures);
                good = good && start(&lanes[k], &children[k], all, &next, error);
            }
            busy = busy || children[k].pid != 0;
        }
    }
    for (size_t k = 0; k < LANES; ++k)
        if (lanes[k].shared != NULL)
            ss_child_unshare(lanes[k].shared, sizeof *lanes[k].shared);
    return good;
}

static void print(counts sum)
{
    printf("%-12s %-6s", "W", "q");
    for (size_t e = 0; e < TEST_CASE_N_ENDINGS; ++e)
        printf(" %11s", endings[e]);
    for (size_t m = 0; m < TEST_CASE_N_MATRICES; ++m)
        for (size_t a = 0; a < TEST_CASE_N_ANSWERS; ++a) {
            printf("\n%-12s %-6s", matrices[m], answers[a]);
            for (size_t e = 0; e < TEST_CASE_N_ENDINGS; ++e)
                printf(" %11zu", sum[m][a][e]);
        }
    printf("\n");
}

/* One seed here, several in children. False and an error where a run of them could not be made. */
static bool try(task *all, size_t *n_failures, ss_error *error)
{
    static struct shared alone;
    static counts sum;
    all->says = all->first == all->last;
    if (all->says) {
        const bool drawn = work(&alone, all) == 0;
        *n_failures = alone.n_failures;
        return drawn || ss_error_set(error, SS_ERROR_MEMORY, "no memory for a random case");
    }
    const bool done = run(all, sum, n_failures, error);
    print(sum);
    return done;
}

/* The seeds and the cap. */
static bool understand(task *all, char **argv, ss_error *error)
{
    size_t first = 0, last = 0;
    if (!ss_parse_count(argv[2], "FIRST", &first, error) ||
        !ss_parse_count(argv[3], "LAST", &last, error) ||
        !ss_parse_count(argv[4] != NULL ? argv[4] : "20000", "CAP", &all->cap, error))
        return false;
    all->first = first;
    all->last = last;
    return first <= last ||
           ss_error_set(error, SS_ERROR_USAGE, "no seed from %zu to %zu", first, last);
}

int main(int argc, char **argv)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    size_t n_failures = 0;
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "random_problems SOLVER FIRST LAST [CAP OF SWEEPS]\n");
        return 2;
    }
    mallopt(M_MMAP_THRESHOLD, 1 << 30); /* as the program does */
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    task all = {.choice = &choice};
    const bool done = ss_choice_parse_whole(&choice, argv[1], SS_CHOICE_OUTER_DEFAULT, &error) &&
                      understand(&all, argv, &error) && try(&all, &n_failures, &error);
    if (!done)
        fprintf(stderr, "random_problems: %s\n", error.text);
    ss_choice_free(&choice);
    return done && n_failures == 0 ? 0 : 1;
}

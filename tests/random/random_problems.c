/* Random problems for one solver, in two processes: what it solves by class, and the seeds of
 * failures.
 *
 *     random_problems SOLVER FIRST LAST [CAP [FOLDER]]
 *     random_problems reference 1 200000 20000 night    kept in night/, resumed there
 *     random_problems reference 1 2000                  the table printed
 *     random_problems 'nlgs[local=exact]' 4711 4711     one seed, in this process
 *
 * Exit code 1: a seed failed. 73: the folder is of another task or build.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/interrupt.h"
#include "harness/run/choice.h"
#include "tests/random/store.h"
#include "tests/random/tally.h"
#include "tests/support/check_run.h"

#include <gsl/gsl_errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* The words of the command line. */
typedef struct words {
    random_task task;
    const char *folder; /* NULL: nothing is kept */
} words;

/* Rows in memory, in the order of seeds. */
typedef struct memory {
    const random_task *task;
    random_row *rows;
} memory;

static bool keep(void *context, const random_row *rows, size_t n, ss_error *error)
{
    memory *const m = context;
    (void)error;
    memcpy(&m->rows[rows->seed - m->task->first], rows, n * sizeof *rows);
    return true;
}

/* The failures, then the table. */
static bool run_and_print(const random_task *task, size_t *n_failures, ss_error *error)
{
    const size_t n = task->last - task->first + 1;
    memory m = {.task = task, .rows = calloc(n, sizeof *m.rows)};
    const random_keeper keeper = {.keep = keep, .context = &m};
    if (m.rows == NULL)
        return ss_error_memory(error, "the rows of %zu problems", n);
    const bool done = random_lanes_run(task, &keeper, error);
    *n_failures = done ? random_failures_print(stdout, m.rows, n) : 0;
    const bool printed = done && random_tally_print(stdout, task->solver, m.rows, n, error);
    free(m.rows);
    return printed;
}

static bool solve_one(const random_task *task, size_t *n_failures, ss_error *error)
{
    random_row row;
    gsl_set_error_handler_off();
    if (!random_solve(task, task->first, &row, error))
        return false;
    random_row_header(stdout);
    random_row_print(stdout, &row);
    *n_failures = row.ending > TEST_CASE_NO_ANSWER;
    return true;
}

static bool work(const words *w, size_t *n_failures, ss_error *error)
{
    if (w->folder != NULL)
        return random_store_open(w->folder, &w->task, error) &&
               random_store_fill(w->folder, &w->task, n_failures, error);
    return w->task.first == w->task.last ? solve_one(&w->task, n_failures, error)
                                         : run_and_print(&w->task, n_failures, error);
}

/* The seeds, the cap and the folder. */
static bool understand(words *w, char **argv, ss_error *error)
{
    size_t first = 0, last = 0;
    if (!ss_parse_count(argv[2], "FIRST", &first, error) ||
        !ss_parse_count(argv[3], "LAST", &last, error) ||
        !ss_parse_count(argv[4] != NULL ? argv[4] : "20000", "CAP", &w->task.cap, error))
        return false;
    w->folder = argv[4] != NULL ? argv[5] : NULL;
    w->task.first = first;
    w->task.last = last;
    return first <= last ||
           ss_error_set(error, SS_ERROR_USAGE, "no seed from %zu to %zu", first, last);
}

int main(int argc, char **argv)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    size_t n_failures = 0;
    if (argc < 4 || argc > 6) {
        fprintf(stderr, "random_problems SOLVER FIRST LAST [CAP OF SWEEPS [FOLDER]]\n");
        return ss_error_exit_code(SS_ERROR_USAGE);
    }
    mallopt(M_MMAP_THRESHOLD, 1 << 30); /* as the program does */
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    test_use_one_blas_thread();
    ss_interrupt_install();
    words w = {.task = {.solver = argv[1], .choice = &choice}};
    const bool done = ss_choice_parse_whole(&choice, argv[1], SS_CHOICE_OUTER_DEFAULT, &error) &&
                      understand(&w, argv, &error) && work(&w, &n_failures, &error);
    if (!done)
        fprintf(stderr, "random_problems: %s\n", error.text);
    ss_choice_free(&choice);
    return done ? n_failures > 0 : ss_error_exit_code(error.code);
}

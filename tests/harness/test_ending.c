/* A run alone whose solver crashes: its row has what is complete, and books nothing twice or that
 * never was.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alone.h"
#include "harness/run/run_folder.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* Every test is a process: static data is not shared. */
static ss_choice choice;
static ss_problem_choice problem;
static ss_local_solver solver; /* of `choice`, with a sweep that crashes */
static void (*honest)(const ss_sweep *sweep);
static size_t n_sweeps, n_honest; /* made so far in this process, and those before the crash */
static double spent_s;            /* CPU time that the crash takes */

static void crashing(const ss_sweep *sweep)
{
    honest(sweep);
    if (sweep->problem->n_contacts == 0 || ++n_sweeps <= n_honest)
        return;
    for (const double end = ss_cpu_time() + spent_s; ss_cpu_time() < end;)
        continue;
    raise(SIGILL);
}

static void begin(void)
{
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_choice_parse(&choice, "sbp", SS_CHOICE_LOCAL, &error), "%s", error.text);
    cr_assert(ss_problem_choice_parse(&problem, "sliding-ball", &error), "%s", error.text);
    solver = *choice.solver;
    honest = solver.sweep;
    solver.sweep = crashing;
    choice.solver = &solver;
    n_honest = (size_t)-1;
}

static void end(void)
{
    ss_problem_choice_free(&problem);
    ss_choice_free(&choice);
}

TestSuite(ending, .init = begin, .fini = end);

static char message[SS_RUN_MESSAGE];

static ss_alone_task task_of(const char *steps)
{
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_problem_choice_set_value(&problem, "steps", steps, &error), "%s", error.text);
    return (ss_alone_task){.run = {.problem = &problem,
                                   .solver = &choice,
                                   .stop = &ss_estimator_eps,
                                   .observers.message = message}};
}

static ss_summary_row run(const ss_alone_task *task)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_summary_row row;
    cr_assert(ss_alone_run(task, &row, &error), "%s", error.text);
    return row;
}

Test(ending, a_crash_hits_no_cap)
{
    ss_alone_task task = task_of("3");
    n_honest = 3;
    const ss_summary_row row = run(&task);
    cr_expect_str_eq(row.status, "crashed");
    cr_expect(row.steps == 1 && row.sweeps_total == 3 && isfinite(row.e1_last),
              "%zu steps, %zu sweeps, E1 = %g", row.steps, row.sweeps_total, row.e1_last);
    cr_expect(row.steps_capped == 0 && row.first_capped_step == 0, "%zu steps at the cap, from %zu",
              row.steps_capped, row.first_capped_step);
    cr_expect_eq(row.contacts_last, 1, "contacts of the step under way");
}

Test(ending, an_outside_code_that_crashes_hits_no_cap)
{
    const ss_alone_task task = task_of("1");
    ss_summary_row row;
    ss_trial_result trial;
    ss_trial_no_result(&trial);
    trial.outcome = SS_OUTCOME_CRASHED;
    trial.report.outcome = SS_OUTCOME_MAX_SWEEPS; /* the referee's word on its last iterate */
    ss_run_summarize(&task.run, 1, &trial, &row);
    cr_expect(row.steps_capped == 0 && row.first_capped_step == 0);
    trial.outcome = SS_OUTCOME_MAX_SWEEPS;
    ss_run_summarize(&task.run, 1, &trial, &row);
    cr_expect(row.steps_capped == 1 && row.first_capped_step == 1);
}

/* A history whose third row is the last: writing it ends the process, between two steps. */
static ssize_t write_two_rows(void *n_written, const char *text, size_t size)
{
    (void)text;
    if (++*(size_t *)n_written > 2)
        raise(SIGILL);
    return (ssize_t)size;
}

static bool open_history(void *n_written, ss_run_observers *observers, ss_error *error)
{
    (void)error;
    observers->rows[SS_RUN_HISTORY] =
        fopencookie(n_written, "w", (cookie_io_functions_t){.write = write_two_rows});
    return observers->rows[SS_RUN_HISTORY] != NULL;
}

Test(ending, a_complete_step_is_booked_once)
{
    size_t n_written = 0;
    ss_alone_task task = task_of("3");
    const ss_summary_row whole = run(&task);
    task.open = open_history;
    task.context = &n_written;
    const ss_summary_row row = run(&task);
    cr_expect_str_eq(row.status, "crashed");
    cr_expect(row.steps == 3 && row.sweeps_total == whole.sweeps_total &&
                  row.visits_total == whole.visits_total,
              "%zu steps, %zu sweeps, not %zu", row.steps, row.sweeps_total, whole.sweeps_total);
}

Test(ending, a_repeat_that_crashes_leaves_the_row_of_the_first_run)
{
    ss_alone_task task = task_of("3");
    const ss_summary_row whole = run(&task);
    task.run.repeats = 3;
    n_honest = whole.sweeps_total + 1;
    spent_s = 0.2;
    const ss_summary_row row = run(&task);
    cr_expect_str_eq(row.status, "crashed");
    cr_expect(row.steps == 3 && row.sweeps_total == whole.sweeps_total &&
                  row.sweeps_last == whole.sweeps_last,
              "%zu steps, %zu sweeps, %zu in the last", row.steps, row.sweeps_total,
              row.sweeps_last);
    cr_expect(fabs(row.e1_last - whole.e1_last) <= 0.0, "E1 = %g, not %g", row.e1_last,
              whole.e1_last);
    cr_expect_lt(row.cpu_s, 0.2, "the time of the crash is none of the first run's");
}

/* The row of a run whose child wrote so over its handover. */
static ss_summary_row conclude_after(void (*scribble)(ss_alone *alone))
{
    static ss_alone alone;
    static ss_summary_row row;
    ss_error error = {.code = SS_ERROR_NONE};
    const ss_child_ending ending = {.how = SS_CHILD_EXITED};
    ss_alone_task task = task_of("3");
    task.run.observers.witness = ss_witness_create(&error);
    cr_assert_not_null(task.run.observers.witness, "%s", error.text);
    alone = (ss_alone){.finished = true};
    scribble(&alone);
    cr_expect(ss_alone_conclude(&task.run, &ending, &alone, &row, &error), "%s", error.text);
    ss_witness_free(task.run.observers.witness);
    return row;
}

static void scribble_all(ss_alone *alone)
{
    memset(alone, 0xa5, sizeof *alone);
}

static void scribble_signal(ss_alone *alone)
{
    alone->row.signal = 11;
}

static void scribble_sweeps(ss_alone *alone)
{
    alone->row.sweeps_total = (size_t)-1;
}

static void scribble_e1(ss_alone *alone)
{
    alone->row.e1_last = -2.5e-127;
}

static void scribble_outcome(ss_alone *alone)
{
    alone->outcome = (ss_outcome)SS_OUTCOME_COUNT;
}

static void scribble_finished(ss_alone *alone)
{
    alone->finished = 2;
}

/* A number beyond what can be is not taken, nor is anything beside it. */
Test(ending, an_impossible_handover_is_an_error_without_numbers)
{
    static void (*const cases[])(ss_alone *) = {scribble_all, scribble_signal,  scribble_sweeps,
                                                scribble_e1,  scribble_outcome, scribble_finished};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        const ss_summary_row row = conclude_after(cases[k]);
        cr_expect_str_eq(row.status, "error", "%zu", k);
        cr_expect_str_eq(row.message, "it wrote over the results of its run: none is taken");
        cr_expect(row.signal == 0 && row.steps == 0 && row.sweeps_total == 0, "%zu", k);
        cr_expect(isnan(row.e1_last) && strcmp(row.problem, "sliding-ball") == 0, "%zu", k);
    }
}

static void say_interrupted(ss_alone *alone)
{
    alone->outcome = SS_OUTCOME_INTERRUPTED;
}

static void stop_as_interrupted(ss_alone *alone)
{
    alone->finished = false;
    ss_error_set(&alone->error, SS_ERROR_INTERRUPTED, "interrupted");
}

static void hear_ctrl_c(ss_alone *alone)
{
    alone->interrupted = true;
}

Test(ending, a_child_cannot_say_that_the_user_interrupted_it)
{
    static void (*const cases[])(ss_alone *) = {say_interrupted, stop_as_interrupted, hear_ctrl_c};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        const ss_summary_row row = conclude_after(cases[k]);
        cr_expect_str_eq(row.status, "error", "%zu", k);
        cr_expect_str_eq(row.message, "its process ended as if by Ctrl-C, which nobody pressed");
    }
}

static void speak_in_tongues(ss_alone *alone)
{
    strcpy(alone->message, "\xa5\xa5 caf\xc3\xa9 \x1b[31m \xe2\x82");
}

Test(ending, a_message_is_utf8)
{
    cr_expect_str_eq(conclude_after(speak_in_tongues).message, "?? caf\xc3\xa9 ?[31m ??");
}

/* The last iterate of a problem of one contact, and what becomes of it under `scribble`. */
static const ss_problem *pose_and(void (*scribble)(ss_keepsake *keepsake))
{
    ss_error error = {.code = SS_ERROR_NONE};
    const size_t row_start[] = {0, 1}, column[] = {0};
    const double blocks[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q[3] = {-1.0}, one[1] = {1.0};
    const ss_block_form form = {row_start, column, blocks};
    const ss_problem contact = {
        1, 3, q, one, one, NULL, NULL, blocks, SS_FORM_BLOCKS, {.blocks = &form}};
    const double *r = NULL;
    size_t sweeps = 0;
    ss_witness *const witness = ss_witness_create(&error);
    cr_assert(witness != NULL && ss_witness_pose(witness, &contact), "%s", error.text);
    ss_keepsake *const keepsake = ss_witness_keepsake(witness);
    keepsake->copies = 1;
    if (scribble != NULL)
        scribble(keepsake);
    const ss_problem *const found = ss_witness_problem(witness, &r, &sweeps);
    cr_expect(found == NULL || (found->n_contacts == 1 && fabs(found->q[0] - q[0]) <= 0.0));
    ss_witness_free(witness);
    return found;
}

static void point_elsewhere(ss_keepsake *keepsake)
{
    static double elsewhere[3];
    keepsake->r[1] = elsewhere;
}

/* The copy of the problem lies before the iterates. */
static void write_before(ss_keepsake *keepsake)
{
    memset((char *)keepsake - 64, 0x41, 64);
}

static void write_a_page(ss_keepsake *keepsake)
{
    const uintptr_t within = (uintptr_t)keepsake % 4096;
    memset((char *)keepsake - within, 0x41, within);
}

/* The arrays are copied in 64 bytes each, the column, the row starts and then the iterates. */
static void name_no_contact(ss_keepsake *keepsake)
{
    size_t *const column = (size_t *)((char *)keepsake->r[0] - 2 * 64);
    cr_assert(column[0] == 0 && column[8] == 0 && column[9] == 1);
    column[0] = 1;
}

static void start_beyond(ss_keepsake *keepsake)
{
    size_t *const row_start = (size_t *)((char *)keepsake->r[0] - 64);
    cr_assert(row_start[0] == 0 && row_start[1] == 1);
    row_start[0] = 1000;
}

Test(ending, a_witness_that_points_elsewhere_is_none)
{
    cr_expect_not_null(pose_and(NULL));
    cr_expect_null(pose_and(point_elsewhere));
    cr_expect_null(pose_and(write_before));
    cr_expect_null(pose_and(write_a_page));
    cr_expect_null(pose_and(name_no_contact));
    cr_expect_null(pose_and(start_beyond));
}

static volatile int *under_way; /* shared: the external solver is */

/* Its own signal to who started it is none; Ctrl-C comes when it has tried. */
static bool wait_for_ctrl_c(const ss_external_solver *self, double *r, const ss_external_task *task,
                            ss_external_claim *claim)
{
    (void)self;
    (void)r;
    (void)task;
    (void)claim;
    *under_way = kill(getppid(), SIGUSR2) == 0 ? 2 : 1;
    sleep(600); /* it is killed before */
    return false;
}

static void press_ctrl_c(void)
{
    const pid_t parent = getpid();
    under_way = ss_child_share(sizeof *under_way, NULL);
    cr_assert_not_null((void *)under_way);
    if (fork() != 0)
        return;
    while (*under_way == 0)
        usleep(1000);
    kill(parent, SIGINT);
    _exit(0);
}

static void ignore(const ss_summary_row *row)
{
    (void)row;
}

Test(ending, ctrl_c_in_another_code_keeps_the_folder_and_says_where)
{
    static const ss_external_solver other = {.name = "other", .solve = wait_for_ctrl_c};
    static char label[] = "other", name[] = "test", *const argv[] = {name, NULL};
    ss_choice external = {.external = &other, .label = label};
    ss_choice_list list = {&external, 1};
    ss_error error = {.code = SS_ERROR_NONE};
    ss_problem_choice file = {.entry = NULL};
    test_files_begin();
    const char *const folder = test_path("out");
    cr_assert(
        ss_problem_choice_parse(
            &file, "file:" SS_SOURCE_DIR "/problems/data/local/Box_Stacks-i0122-82-5.hdf5", &error),
        "%s", error.text);
    const ss_run run = {.problem = &file, .stop = &ss_estimator_e1};
    const ss_run_order order = {folder, 1, argv, ignore};
    press_ctrl_c();
    cr_expect_not(ss_run_folder(&run, &list, &order, &error));
    cr_expect_eq(error.code, SS_ERROR_INTERRUPTED);
    cr_expect(strstr(error.text, "the complete steps are in") != NULL &&
                  strstr(error.text, folder) != NULL,
              "%s", error.text);
    ss_problem_choice_free(&file);
    test_files_end();
}

/* A solved row whose rounding hides more than tol says so; one that does not reach so far does not.
 */
Test(ending, a_row_at_the_floor_says_so)
{
    for (int k = 0; k < 2; ++k) {
        ss_summary_row row;
        ss_rows_clear(ss_rows_find("summary"), &row);
        row.stop = "e1";
        row.options = "";
        row.tol = 1e-12;
        row.e1_floor = k == 0 ? 7e-10 : 1e-14;
        row.contacts_last = 1;
        ss_remarks remarks = ss_remarks_begin(&row, &ss_estimator_e1, 1.0, 0.0);
        ss_remarks_finish(&remarks, message, "");
        cr_expect_str_eq(row.status, "solved");
        cr_expect_eq(strstr(row.message, "E1 is known to 7e-10 only") != NULL, k == 0, "%s",
                     row.message);
    }
}

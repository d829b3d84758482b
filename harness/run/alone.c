/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alone.h"

#include "harness/process/interrupt.h"
#include "harness/run/ending.h"
#include "harness/run/over_ranks.h"
#include "harness/tables/output.h"
#include "problems/base/clock.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A child that ends sooner than this after Ctrl-C needs no word, s. */
static const double quiet_s = 0.5;

/* ---- in the child ---- */

typedef struct work_state {
    ss_alone *out;
    const ss_run_observers *observers;
} work_state;

/* The rows of a complete step survive whatever comes. */
static void note_progress(void *context, double fraction)
{
    const work_state *const w = context;
    for (size_t k = SS_RUN_N_TABLES; k-- > 0;)
        if (w->observers->rows[k] != NULL)
            fflush(w->observers->rows[k]);
    w->out->progress = fraction;
}

/* For ss_child_start: run to the end. Ctrl-C is told by the parent. */
static int work(void *shared, void *context)
{
    const ss_alone_task *const task = context;
    ss_alone *const out = shared;
    ss_run run = task->run;
    ss_run_observers *const observers = &run.observers;
    struct rusage own = {0}, children = {0};
    work_state w = {out, observers};
    ss_interrupt_install();
    observers->message = out->message;
    observers->last = &out->last;
    observers->progress = note_progress;
    observers->progress_context = &w;
    run.limits.deadline_s = run.limits.timeout_s;
    bool ok = (task->open == NULL || task->open(task->context, observers, &out->unwritten)) &&
              ss_run_problem(&run, &out->row, &out->error) &&
              ss_outcome_find(out->row.status, &out->outcome);
    if (task->close != NULL)
        ok = task->close(task->context, ok, &out->reason, &out->unwritten) && ok;
    out->row.wall_s = ss_wall_time() - out->started_s;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    out->row.max_rss_bytes = 1024.0 * fmax((double)own.ru_maxrss, (double)children.ru_maxrss);
    out->interrupted = ss_interrupted();
    out->finished = ok;
    const ss_error_code code =
        out->error.code != SS_ERROR_NONE ? out->error.code : out->unwritten.code;
    return out->finished ? 0 : ss_error_exit_code(code);
}

/* ---- in the parent ---- */

ss_child_limits ss_alone_limits(const ss_run *run)
{
    const double limit_s = run->solver->external == NULL ? run->limits.timeout_s : 0.0;
    /* a run that has not ended itself is killed so much later: it looks at its clock once in many
     * visits to contacts, which take as long as the solver makes them */
    const double grace_s = fmax(0.1, 0.1 * limit_s);
    const bool limited = limit_s > 0.0;
    return (ss_child_limits){.busy_s = limited ? limit_s + grace_s : 0.0,
                             .wall_s = limited ? ss_ending_wall_s(limit_s) : 0.0,
                             .address_bytes = run->limits.memory_bytes,
                             .sealed = true};
}

bool ss_alone_start(ss_child *child, const ss_alone_task *task, ss_alone *alone, ss_error *error)
{
    const ss_child_limits limits = ss_alone_limits(&task->run);
    *alone = (ss_alone){.started_s = ss_wall_time()};
    ss_witness_forget(task->run.observers.witness);
    return ss_child_start(child, &limits, work, alone, (void *)task, error);
}

/* The referee's word on the last iterate of the problem that is returned; NULL if there is none. */
static const ss_problem *judge_last(const ss_run *run, bool with_floor, ss_solve_report *report)
{
    const double *r = NULL;
    size_t sweeps = 0;
    const ss_problem *const problem = ss_witness_problem(run->observers.witness, &r, &sweeps);
    ss_error ignored = {.code = SS_ERROR_NONE};
    const ss_rules rules = {.stop = run->stop,
                            .tol = ss_problem_choice_limits(run->problem)->tol,
                            .with_floor = with_floor};
    if (problem == NULL || !ss_referee_judge(problem, r, &rules, report, &ignored))
        return NULL;
    report->sweeps = sweeps;
    return problem;
}

/* The row of a run that has come to its end is the child's word: is it the parent's too? */
static void confirm(const ss_run *run, ss_alone *alone, ss_summary_row *row)
{
    ss_solve_report report;
    if (alone->outcome == SS_OUTCOME_INTERRUPTED || judge_last(run, false, &report) == NULL ||
        report.sweeps != row->sweeps_last)
        return;
    const double e1 = report.values[SS_ESTIMATE_e1], told = row->e1_last;
    if (e1 == told || (isnan(e1) && isnan(told)))
        return;
    alone->outcome = SS_OUTCOME_ERROR;
    snprintf(alone->message, sizeof alone->message,
             "E1 is %.17g, not the %.17g found beside the solver, which changed what it may not",
             e1, told);
    row->e1_last = e1;
}

/* The row of a run that was ended: the complete steps, and the last iterate of the one under way.
 * Without one the last complete step stands. */
static void complete_row(const ss_run *run, const ss_child_ending *ending, const ss_alone *alone,
                         ss_summary_row *row)
{
    ss_solve_report report = {.e1_floor = NAN, .velocity_drift = NAN};
    if (row->steps > 0 && alone->last.step <= row->steps)
        return; /* it was ended between two steps, or in a repeat */
    row->cpu_s = ending->cpu_s;
    const ss_problem *const judged = judge_last(run, true, &report);
    if (judged == NULL && row->steps > 0)
        return;
    if (judged != NULL)
        row->contacts_last = judged->n_contacts;
    for (size_t k = 0; judged == NULL && k < SS_ESTIMATE_COUNT; ++k)
        report.values[k] = NAN;
    report.sweeps = alone->last.sweeps;
    ss_run_add_report(row, &report);
    row->steps = alone->last.step;
}

static void describe_ending(const ss_run *run, const ss_child_ending *ending, ss_alone *alone)
{
    const char *const text =
        alone->error.code != SS_ERROR_NONE
            ? alone->error.text
            : (alone->unwritten.code != SS_ERROR_NONE ? alone->unwritten.text : ending->message);
    const int length = (int)strcspn(text, "\r\n");
    if (length > 0)
        snprintf(alone->message, sizeof alone->message, "%.*s", length, text);
    else if (ending->how == SS_CHILD_EXITED)
        snprintf(alone->message, sizeof alone->message, "left the program with exit code %d",
                 ending->code);
    else
        ss_ending_describe(alone->message, sizeof alone->message, ending, run->limits.timeout_s);
}

/* Errors that are not the solver's: of the problem, the disk, the program. */
static bool pass_on(const ss_alone *alone, ss_error *error)
{
    if (alone->unwritten.code != SS_ERROR_NONE && ss_output_is_disk_fault(alone->reason))
        return ss_error_set(error, alone->unwritten.code, "%s", alone->unwritten.text);
    const ss_error_code code = alone->error.code;
    return code == SS_ERROR_NONE || code == SS_ERROR_FAILED || code == SS_ERROR_MEMORY ||
           ss_error_set(error, code, "%s", alone->error.text);
}

static const size_t most = (size_t)1 << 53; /* a count is exact as a double */

static bool is_error(const ss_error *error)
{
    return (unsigned)error->code <= SS_ERROR_INTERRUPTED &&
           memchr(error->text, '\0', sizeof error->text) != NULL;
}

/* Can a run leave this? Energies and powers alone may be negative in a row. */
static bool is_possible(const ss_alone *alone)
{
    const ss_table *const table = ss_rows_find("summary");
    bool possible =
        (unsigned)alone->finished <= 1 && (unsigned)alone->interrupted <= 1 &&
        (unsigned)alone->outcome < SS_OUTCOME_COUNT && is_error(&alone->error) &&
        is_error(&alone->unwritten) && alone->last.step <= most && alone->last.sweeps <= most &&
        memchr(alone->message, '\0', sizeof alone->message) != NULL && alone->row.signal == 0;
    for (size_t k = 0; possible && k < table->n_fields; ++k) {
        const ss_field *const field = &table->fields[k];
        const void *const at = (const char *)&alone->row + field->offset;
        if (field->kind == SS_FIELD_COUNT)
            possible = *(const size_t *)at <= most;
        else if (field->kind == SS_FIELD_REAL && !field->varies)
            possible = !(*(const double *)at < 0.0) || strstr(field->name, "_j") != NULL;
    }
    return possible;
}

/* Of a child that scribbled over its handover nothing is taken but how it ended; and whether the
 * user interrupts, this process knows, not the child. */
static void doubt(const ss_run *run, ss_alone *alone)
{
    const bool possible = is_possible(alone);
    const bool interrupted = alone->interrupted || alone->outcome == SS_OUTCOME_INTERRUPTED ||
                             alone->error.code == SS_ERROR_INTERRUPTED;
    if (possible && (!interrupted || ss_interrupted()))
        return;
    if (!possible) {
        *alone = (ss_alone){.started_s = alone->started_s};
        ss_witness_forget(run->observers.witness);
    }
    alone->finished = 0;
    alone->error.code = SS_ERROR_NONE;
    ss_error_set(&alone->error, SS_ERROR_FAILED, "%s",
                 possible ? "its process ended as if by Ctrl-C, which nobody pressed"
                          : "it wrote over the results of its run: none is taken");
}

/* Give the row texts that the parent knows: the child's may be any bytes, and name any place. */
static void restore_texts(const ss_run *run, ss_summary_row *row)
{
    const ss_table *const table = ss_rows_find("summary");
    ss_summary_row known;
    ss_run_begin_summary(run, &known);
    if (row->problem == NULL) /* it had not begun */
        *row = known;
    for (size_t k = 0; k < table->n_fields; ++k) {
        const ss_field *const field = &table->fields[k];
        void *const to = (char *)row + field->offset;
        const void *const from = (const char *)&known + field->offset;
        if (field->kind == SS_FIELD_TEXT)
            *(const char **)to = *(const char *const *)from;
    }
}

bool ss_alone_conclude(const ss_run *run, const ss_child_ending *ending, ss_alone *alone,
                       ss_summary_row *row, ss_error *error)
{
    doubt(run, alone);
    *row = alone->row;
    if (!alone->finished) {
        alone->outcome = ss_ending_of_child(ending);
        describe_ending(run, ending, alone);
    }
    restore_texts(run, row);
    ss_text_clean(alone->message);
    row->message = alone->message;
    const bool told = run->solver->external != NULL && alone->message[0] != '\0'; /* by its trial */
    if (alone->finished && alone->outcome == SS_OUTCOME_TIMEOUT &&
        !told) { /* it has ended itself */
        char remarks[SS_RUN_MESSAGE];
        memcpy(remarks, alone->message, sizeof remarks);
        snprintf(alone->message, sizeof alone->message, "its %g s of CPU time were used up%s%.200s",
                 run->limits.timeout_s, remarks[0] != '\0' ? "; " : "", remarks);
    }
    if (alone->finished)
        confirm(run, alone, row);
    else {
        complete_row(run, ending, alone, row);
        row->wall_s = ending->wall_s;
        row->max_rss_bytes = ending->max_rss_bytes;
        row->signal = ending->how == SS_CHILD_SIGNALLED ? (size_t)ending->code : 0;
    }
    row->status = ss_outcome_name(alone->outcome);
    return pass_on(alone, error);
}

/* Watch the child of a run until it has ended. */
static void wait_for(ss_child *child, const ss_run *run, const ss_alone *alone)
{
    double told_s = 0.0; /* when it was told to end */
    bool said = false;
    while (!ss_child_ended(child)) {
        if (run->observers.progress != NULL)
            run->observers.progress(run->observers.progress_context, alone->progress);
        if (ss_interrupted_twice())
            ss_child_kill(child);
        else if (ss_interrupted() && told_s == 0.0) {
            told_s = ss_wall_time();
            kill(child->pid, SIGINT);
        } else if (told_s > 0.0 && !said && ss_wall_time() > told_s + quiet_s) {
            fprintf(stderr, "%sstickslip: waiting for a sweep of %s in step %zu; %s\n",
                    isatty(STDERR_FILENO) ? "\n" : "", ss_run_label(run), alone->last.step,
                    ss_interrupt_is_term() ? "it is ended after 2 s" : "Ctrl-C again ends it");
            said = true;
        }
        ss_child_wait(child, 1, 0.1);
    }
}

/* Show the last iterate of a run that was cut short to who asks. */
static void show_last(const ss_alone_task *task, const ss_alone *alone, const ss_summary_row *row)
{
    ss_outcome outcome;
    ss_solve_report report;
    const double *r = NULL;
    size_t sweeps = 0;
    if (task->left == NULL || !ss_outcome_find(row->status, &outcome) ||
        (outcome != SS_OUTCOME_TIMEOUT && outcome != SS_OUTCOME_INTERRUPTED) ||
        judge_last(&task->run, false, &report) == NULL || report.outcome == SS_OUTCOME_SOLVED)
        return;
    const ss_problem *const problem = ss_witness_problem(task->run.observers.witness, &r, &sweeps);
    if (problem != NULL && problem->n_contacts > 0)
        task->left(task->context, &(ss_diagnosis_case){.problem = problem,
                                                       .r = r,
                                                       .label = ss_run_label(&task->run),
                                                       .outcome = row->status,
                                                       .step = alone->last.step,
                                                       .sweeps = sweeps,
                                                       .e1_best = NAN});
}

bool ss_alone_run(const ss_alone_task *task, ss_summary_row *row, ss_error *error)
{
    if (task->run.ranks != NULL)
        return ss_over_ranks_run(&task->run, row, error);
    if (task->run.solver->external != NULL)
        return ss_run_problem(&task->run, row, error);
    ss_alone *const alone = ss_child_share(sizeof *alone, error);
    if (alone == NULL)
        return false;
    ss_alone_task own = *task;
    ss_child child;
    own.run.observers.witness = ss_witness_create(error);
    bool ran = own.run.observers.witness != NULL && ss_alone_start(&child, &own, alone, error);
    if (ran) {
        wait_for(&child, &own.run, alone);
        ran = ss_child_finish(&child, error) &&
              ss_alone_conclude(&own.run, &child.ending, alone, row, error);
    }
    if (ran && !alone->finished && ss_interrupted()) { /* it was killed for the user */
        row->status = ss_outcome_name(SS_OUTCOME_INTERRUPTED);
        row->signal = 0;
    }
    if (ran)
        show_last(&own, alone, row);
    ss_witness_free(own.run.observers.witness);
    char *const message = task->run.observers.message;
    if (message != NULL)
        snprintf(message, SS_RUN_MESSAGE, "%s", alone->message);
    row->message = message != NULL ? message : "";
    ss_child_unshare(alone, sizeof *alone);
    return ran;
}

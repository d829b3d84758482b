/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/job.h"

#include "harness/campaign/store.h"
#include "harness/run/choice.h"
#include "problems/base/clock.h"
#include "harness/run/run_folder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* A run that has not ended itself is killed so long after its limit, s. */
static const double grace_s = 0.1;

/* A planned run, its words understood once more. */
typedef struct understood {
    ss_problem_choice problem;
    ss_choice solver;
    ss_run run;
} understood;

static bool understand(const ss_campaign_job *job, understood *u, ss_error *error)
{
    const ss_campaign_planned_run *const planned = job->run;
    *u = (understood){.problem = {.entry = NULL}};
    bool ok = ss_problem_choice_parse(&u->problem, planned->problem, error) &&
              ss_problem_choice_set_list(&u->problem, planned->parameters, error) &&
              ss_choice_parse_whole(&u->solver, planned->solver, planned->outer, error) &&
              ss_estimator_find_stop(job->plan->stop, &u->run.stop, error);
    if (!ok)
        return false;
    u->problem.instance = planned->instance;
    u->run.problem = &u->problem;
    u->run.solver = &u->solver;
    u->run.warm_start = job->plan->warm_start;
    u->run.limits.timeout_s = job->plan->timeout_s;
    u->run.limits.memory_bytes = job->plan->memory_bytes;
    return true;
}

static void forget(understood *u)
{
    ss_problem_choice_free(&u->problem);
    ss_choice_free(&u->solver);
}

/* The row as a file. False when it does not fit. */
static bool write_text(ss_campaign_job_handover *handover, const ss_summary_row *row)
{
    FILE *const memory = fmemopen(handover->text, sizeof handover->text - 1, "w");
    if (memory == NULL)
        return false;
    ss_summary_header(memory);
    ss_summary_write(memory, row);
    const bool fits = fflush(memory) == 0 && !ferror(memory);
    return fclose(memory) == 0 && fits && ss_outcome_find(row->status, &handover->outcome);
}

static void note_progress(void *context, double fraction)
{
    ((ss_campaign_job_handover *)context)->progress = fraction;
}

static double peak_memory(void)
{
    struct rusage own = {0}, children = {0};
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return 1024.0 * fmax((double)own.ru_maxrss, (double)children.ru_maxrss);
}

static bool run_job(const ss_campaign_job *job, ss_campaign_job_handover *out, ss_error *error)
{
    understood u;
    ss_summary_row row;
    char message[SS_RUN_MESSAGE], sizes[160];
    ss_output tables[SS_CAMPAIGN_SERIES_COUNT] = {{0}};
    const double limit_s = job->plan->timeout_s;
    bool ok = understand(job, &u, error) &&
              (job->store == NULL ||
               ss_campaign_series_open(tables, job->store, job->run, &out->unwritten));
    u.run.observers = (ss_run_observers){.convergence = tables[SS_CAMPAIGN_SERIES_convergence].file,
                                         .history = tables[SS_CAMPAIGN_SERIES_history].file,
                                         .bodies = tables[SS_CAMPAIGN_SERIES_bodies].file,
                                         .observables = tables[SS_CAMPAIGN_SERIES_observables].file,
                                         .message = message,
                                         .last = &out->last,
                                         .progress = note_progress,
                                         .progress_context = out};
    if (u.run.observers.convergence != NULL)
        u.run.observers.trace = job->run->trace;
    u.run.limits.deadline_s = limit_s > 0.0 ? out->started_s + limit_s : 0.0;
    ok = ok && ss_run_problem(&u.run, &row, error);
    if (ok) {
        row.run = job->run->hash;
        row.wall_s = ss_wall_time() - out->started_s;
        row.max_rss_bytes = peak_memory();
        ss_campaign_series_sizes(tables, sizes, sizeof sizes);
        row.tables = sizes;
        ok = write_text(out, &row);
    }
    out->finished = ss_campaign_series_close(tables, ok, &out->unwritten);
    forget(&u);
    return out->finished;
}

/* For ss_child_start: `shared` is a handover, `context` a job. */
static int work(void *shared, void *context)
{
    ss_error error = {.code = SS_ERROR_NONE};
    if (run_job(context, shared, &error))
        return 0;
    fprintf(stderr, "%s\n", error.text);
    return ss_error_exit_code(error.code != SS_ERROR_NONE ? error.code : SS_ERROR_INTERNAL);
}

bool ss_campaign_job_start(ss_child *child, const ss_campaign_job *job,
                           ss_campaign_job_handover *handover, ss_error *error)
{
    const ss_child_limits limits = ss_campaign_job_limits(job);
    memset(handover, 0, sizeof *handover);
    handover->started_s = ss_wall_time();
    return ss_child_start(child, &limits, work, handover, (void *)job, error);
}

ss_child_limits ss_campaign_job_limits(const ss_campaign_job *job)
{
    const ss_campaign_plan *const plan = job->plan;
    const bool limited = !job->run->external && plan->timeout_s > 0.0;
    return (ss_child_limits){.wall_s = limited ? plan->timeout_s + grace_s : 0.0,
                             .address_bytes = plan->memory_bytes};
}

bool ss_campaign_job_conclude(const ss_campaign_job *job, const ss_child_ending *ending,
                              ss_campaign_job_handover *handover, ss_error *error)
{
    static const ss_outcome outcomes[] = {[SS_CHILD_EXITED] = SS_OUTCOME_ERROR,
                                          [SS_CHILD_SIGNALLED] = SS_OUTCOME_CRASHED,
                                          [SS_CHILD_TIMEOUT] = SS_OUTCOME_TIMEOUT,
                                          [SS_CHILD_OUT_OF_MEMORY] = SS_OUTCOME_OUT_OF_MEMORY};
    understood u;
    ss_summary_row row;
    ss_trial_result nothing;
    char message[512];
    if (!understand(job, &u, error)) {
        forget(&u);
        return false;
    }
    const ss_last *const last = &handover->last;
    ss_trial_no_result(&nothing);
    nothing.outcome = outcomes[ending->how];
    nothing.sweeps = last->sweeps;
    nothing.cpu_s = ending->cpu_s;
    if (last->sweeps > 0)
        nothing.report.values[ss_estimator_index(u.run.stop)] = last->value;
    ss_run_summarize(&u.run, 0, &nothing, &row);
    snprintf(message, sizeof message, "%.511s", ending->message);
    message[strcspn(message, "\r\n")] = '\0';
    if (message[0] == '\0' && ending->how == SS_CHILD_EXITED)
        snprintf(message, sizeof message, "left the program with exit code %d", ending->code);
    row.steps = last->step;
    row.iterations_claimed = 0;
    row.signal = ending->how == SS_CHILD_SIGNALLED ? (size_t)ending->code : 0;
    row.message = message;
    row.run = job->run->hash;
    row.wall_s = ending->wall_s;
    row.max_rss_bytes = ending->max_rss_bytes;
    handover->finished = write_text(handover, &row);
    forget(&u);
    return handover->finished ||
           ss_error_set(error, SS_ERROR_INTERNAL, "the row of run %s does not fit", job->run->hash);
}

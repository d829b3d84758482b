/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/job.h"

#include "harness/campaign/store.h"
#include "harness/run/choice.h"
#include "harness/run/leader.h"
#include "harness/run/start.h"
#include "harness/tables/hash.h"
#include "harness/tables/output.h"
#include "solvers/command/command.h"

#include <string.h>

/* A planned run, its words understood once more. */
typedef struct understood {
    ss_problem_choice problem;
    ss_choice solver, leader;
    ss_run run;
} understood;

static bool understand(const ss_campaign_job *job, understood *u, ss_error *error)
{
    const ss_campaign_planned_run *const planned = job->run;
    *u = (understood){.problem = {.entry = NULL}};
    bool ok = ss_problem_choice_parse(&u->problem, planned->problem, error) &&
              ss_problem_choice_set_list(&u->problem, planned->parameters, error) &&
              ss_choice_parse_whole(&u->solver, planned->solver, planned->outer, error) &&
              ss_run_fit(&u->problem, &u->solver, error) &&
              ss_estimator_find_stop(job->plan->stop, &u->run.stop, error);
    if (!ok)
        return false;
    u->problem.instance = planned->instance;
    if (!ss_start_name(&u->problem, error))
        return false;
    u->run.problem = &u->problem;
    u->run.solver = &u->solver;
    u->run.guess = planned->guess;
    if (planned->leader[0] != '\0') {
        if (!ss_leader_parse(&u->leader, planned->leader, error))
            return false;
        u->run.leader = &u->leader;
        u->run.follows = planned->leader;
    }
    u->run.repeats = planned->repeats > 0 ? planned->repeats : job->plan->repeats;
    u->run.sought = job->plan->sought;
    u->run.machine = job->machine.text[0] != '\0' ? &job->machine : NULL;
    u->run.observers.witness = job->witness;
    u->run.limits.timeout_s = job->plan->timeout_s;
    u->run.limits.memory_bytes = job->plan->memory_bytes;
    return true;
}

/* What processes of the user's print goes below the store: logs/RUN.log of a solver,
 * logs/RUN-scene.log of a scene. The folder is made with the first. */
static bool name_logs(understood *u, const ss_campaign_job *job, ss_error *error)
{
    char folder[SS_PATH_SIZE], file[SS_HASH_SIZE + 20];
    ss_command_options *const solver =
        u->solver.outer == &ss_outer_command ? u->solver.options : NULL;
    if (job->store == NULL || (solver == NULL && u->problem.words == NULL))
        return true;
    if (!ss_path_join(folder, sizeof folder, job->store, "logs", error) ||
        !ss_output_need_folder(folder, "", error))
        return false;
    snprintf(file, sizeof file, "%s.log", job->run->hash);
    if (solver != NULL && !ss_path_join(solver->log, sizeof solver->log, folder, file, error))
        return false;
    snprintf(file, sizeof file, "%s-scene.log", job->run->hash);
    return u->problem.words == NULL ||
           ss_path_join(u->problem.log, sizeof u->problem.log, folder, file, error);
}

static void forget(understood *u)
{
    ss_problem_choice_free(&u->problem);
    ss_choice_free(&u->solver);
    ss_choice_free(&u->leader);
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
    return fclose(memory) == 0 && fits;
}

/* In the child: the tables that the run keeps. */
typedef struct series {
    const ss_campaign_job *job;
    char *sizes; /* text in the handover, SS_CAMPAIGN_JOB_SIZES bytes */
    ss_output tables[SS_CAMPAIGN_SERIES_COUNT];
} series;

static bool open_series(void *context, ss_run_observers *observers, ss_error *error)
{
    series *const s = context;
    if (!ss_campaign_series_open(s->tables, s->job->store, s->job->run, error))
        return false;
    observers->rows[SS_RUN_CONVERGENCE] = s->tables[SS_CAMPAIGN_SERIES_convergence].file;
    observers->rows[SS_RUN_HISTORY] = s->tables[SS_CAMPAIGN_SERIES_history].file;
    observers->rows[SS_RUN_BODIES] = s->tables[SS_CAMPAIGN_SERIES_bodies].file;
    observers->rows[SS_RUN_SHAPES] = s->tables[SS_CAMPAIGN_SERIES_shapes].file;
    observers->rows[SS_RUN_FORCES] = s->tables[SS_CAMPAIGN_SERIES_forces].file;
    observers->rows[SS_RUN_STRESSES] = s->tables[SS_CAMPAIGN_SERIES_stresses].file;
    observers->frames = s->job->run->frames;
    observers->rows[SS_RUN_OBSERVABLES] = s->tables[SS_CAMPAIGN_SERIES_observables].file;
    if (observers->rows[SS_RUN_CONVERGENCE] != NULL)
        observers->trace = s->job->run->trace;
    return true;
}

static bool close_series(void *context, bool whole, int *reason, ss_error *error)
{
    series *const s = context;
    if (whole)
        ss_campaign_series_sizes(s->tables, s->sizes, SS_CAMPAIGN_JOB_SIZES);
    const bool closed = ss_campaign_series_close(s->tables, whole, error);
    for (int k = 0; k < SS_CAMPAIGN_SERIES_COUNT && *reason == 0; ++k)
        *reason = s->tables[k].failure;
    return closed;
}

bool ss_campaign_job_start(ss_child *child, const ss_campaign_job *job,
                           ss_campaign_job_handover *handover, ss_error *error)
{
    understood u;
    series own = {.job = job, .sizes = handover->sizes};
    bool started = understand(job, &u, error) && name_logs(&u, job, error);
    handover->sizes[0] = '\0';
    if (started) {
        const ss_alone_task task = {.run = u.run,
                                    .open = job->store != NULL ? open_series : NULL,
                                    .close = job->store != NULL ? close_series : NULL,
                                    .context = &own};
        started = ss_alone_start(child, &task, &handover->alone, error);
    }
    forget(&u);
    return started;
}

bool ss_campaign_job_conclude(const ss_campaign_job *job, const ss_child_ending *ending,
                              ss_campaign_job_handover *handover, ss_error *error)
{
    understood u;
    ss_summary_row row;
    bool ok = understand(job, &u, error);
    if (ok) {
        ok = ss_alone_conclude(&u.run, ending, &handover->alone, &row, NULL) ||
             handover->alone.unwritten.code == SS_ERROR_NONE ||
             ss_error_set(error, SS_ERROR_IO, "%s", handover->alone.unwritten.text);
        handover->sizes[SS_CAMPAIGN_JOB_SIZES - 1] = '\0';
        row.run = job->run->hash;
        row.tables = handover->alone.finished ? handover->sizes : "";
        ok = ok && (write_text(handover, &row) ||
                    ss_error_set(error, SS_ERROR_INTERNAL, "the row of run %s does not fit",
                                 job->run->hash));
    }
    forget(&u);
    return ok;
}

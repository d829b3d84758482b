/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/over_ranks.h"

#include "harness/process/interrupt.h"
#include "harness/run/ending.h"
#include "harness/run/ranks_command.h"
#include "harness/run/ranks_report.h"
#include "harness/tables/output.h"
#include "problems/base/file.h"
#include "solvers/outer/nlgs_ranks.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A solver that ranks can run, with room for them in its cut, and a checkpoint if one is wanted. */
static bool check_solver(const ss_run *run, const ss_choice *solver, ss_error *error)
{
    const ss_over_ranks *const ranks = run->ranks;
    if (solver->outer == NULL || (solver->outer->needs & SS_OVER_RANKS) == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks: %s does not run over ranks; 'nlgs-ranks[local=exact]', "
                            "anderson-ranks, ppa-ranks and apgd-ranks do",
                            solver->label);
    if (!ss_ranks_check(run, solver, ranks->n, error))
        return false;
    return (ranks->checkpoint_every == 0 && ranks->resume == NULL) ||
           ss_ranks_check_checkpoint(solver->outer, solver->options, solver->label, error);
}

/* All that ranks cannot do is refused before anything is made. */
bool ss_over_ranks_check(const ss_run *run, const ss_choice *solver, ss_error *error)
{
    if (!check_solver(run, solver, error))
        return false;
    if (run->problem->path == NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks: %s is no file; write its step with 'stickslip freeze "
                            "--rigid' and name it as file:PATH",
                            run->problem->name);
    if (run->guess != SS_GUESS_COLD || run->leader != NULL || run->repeats > 1 ||
        run->observers.impulses || run->observers.trace.statuses || run->observers.frames > 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks does not go with --start, --follow, --repeats, --impulses, "
                            "--statuses or --frames");
    ss_words *const launcher =
        ss_over_ranks_available(error) ? ss_ranks_launcher(run->ranks->launcher, error) : NULL;
    free(launcher);
    return launcher != NULL;
}

/* A child and the words that it is given. */
typedef struct command {
    ss_ranks_command of;
    char tol[SS_RANKS_NUMBER], cap[SS_RANKS_NUMBER], timeout[SS_RANKS_NUMBER],
        domains[SS_RANKS_NUMBER], every[SS_RANKS_NUMBER];
    char *solver; /* owned */
} command;

static bool begin(command *c, const ss_over_ranks *ranks, size_t n, ss_error *error)
{
    char report[PATH_MAX];
    *c = (command){.solver = NULL};
    return ss_path_join(report, sizeof report, ranks->folder, "ranks-report.txt", error) &&
           ss_ranks_command_begin(&c->of, ranks->launcher, n, report, error);
}

static void release(command *c)
{
    ss_ranks_command_free(&c->of);
    free(c->solver);
    *c = (command){.solver = NULL};
}

/* A run over ranks under way. */
typedef struct trial {
    const ss_run *run;
    ss_ranks_row row; /* of the ranks that solve, then with the judge's word */
    char *texts[2];   /* owned: of the reports */
    char impulses[PATH_MAX], checkpoint[PATH_MAX]; /* the second beside the first, if any */
    const char *name;                              /* of that file, within its path */
    ss_trial_result result;
} trial;

/* The file for the impulses: ranks-1.hdf5, or the first number that is free. */
static bool name_impulses(trial *t, ss_error *error)
{
    char name[60];
    struct stat status;
    size_t k = 0;
    do {
        snprintf(name, sizeof name, "ranks-%zu.hdf5", ++k);
        if (!ss_path_join(t->impulses, sizeof t->impulses, t->run->ranks->folder, name, error))
            return false;
        strcat(name, ".checkpoint");
        if (!ss_path_join(t->checkpoint, sizeof t->checkpoint, t->run->ranks->folder, name, error))
            return false;
    } while (lstat(t->impulses, &status) == 0 || lstat(t->checkpoint, &status) == 0);
    t->name = strrchr(t->impulses, '/') + 1;
    return true;
}

/* Why ranks, `whose`, ended without a report, in a line: what they said, or how they ended.
 * Launchers say much around it. */
static void explain(trial *t, const ss_child_ending *ending, const char *whose)
{
    char *const message = t->result.message + strlen(whose);
    const size_t size = sizeof t->result.message - strlen(whose);
    memcpy(t->result.message, whose, strlen(whose));
    const char *const said = ss_ranks_command_said(ending);
    const int number = ending->code > 128 ? ending->code - 128 : 0; /* as shells and mpirun say */
    t->result.outcome = ss_ending_of_child(ending);
    if (ending->how == SS_CHILD_TIMEOUT) {
        ss_ending_describe(message, size, ending, t->run->limits.timeout_s);
    } else if (ending->how == SS_CHILD_SIGNALLED || (said == NULL && number > 0)) {
        t->result.outcome = SS_OUTCOME_CRASHED;
        snprintf(message, size, "a rank ended by signal %d: %s", number > 0 ? number : ending->code,
                 strsignal(number > 0 ? number : ending->code));
    } else if (said != NULL) {
        snprintf(message, size, "%.*s", (int)strcspn(said, "\n"), said);
        if (ending->code == ss_error_exit_code(SS_ERROR_MEMORY))
            t->result.outcome = SS_OUTCOME_OUT_OF_MEMORY;
    } else {
        snprintf(message, size, "the ranks ended with exit code %d and no report: %.*s",
                 ending->code, (int)strcspn(ending->message, "\n"), ending->message);
    }
    ss_text_clean(message);
}

/* What the ranks are to do. */
static bool add_orders(command *c, const trial *t, ss_error *error)
{
    const ss_run *const run = t->run;
    const ss_limits *const limits = ss_problem_choice_limits(run->problem);
    c->solver = ss_choice_spell(run->solver, error); /* its label has not what was set quietly */
    if (c->solver == NULL)
        return false;
    snprintf(c->tol, sizeof c->tol, "%.17g", limits->tol);
    snprintf(c->cap, sizeof c->cap, "%zu", limits->max_sweeps);
    snprintf(c->timeout, sizeof c->timeout, "%.17g", run->limits.timeout_s);
    const char *const own[] = {run->problem->path, "--solver", c->solver, "--tol",     c->tol,
                               "--max-sweeps",     c->cap,     "--out",   t->impulses, "--timeout",
                               c->timeout};
    ss_ranks_command_add(&c->of, own, sizeof own / sizeof *own);
    if (run->ranks->checkpoint_every > 0) {
        snprintf(c->every, sizeof c->every, "%zu", run->ranks->checkpoint_every);
        ss_ranks_command_add(&c->of, (const char *const[]){"--checkpoint-every", c->every}, 2);
    }
    if (run->ranks->resume != NULL) {
        ss_ranks_command_add(&c->of, (const char *const[]){"--resume", run->ranks->resume}, 2);
    }
    return true;
}

/* Solve; true if the ranks have reported. *ran is false where nothing could be started. */
static bool solve(trial *t, command *c, bool *ran, ss_error *error)
{
    const ss_run *const run = t->run;
    ss_child_ending ending;
    *ran = name_impulses(t, error) && begin(c, run->ranks, run->ranks->n, error) &&
           add_orders(c, t, error) &&
           ss_ranks_command_run(&c->of, &run->limits, false, &ending, error);
    if (!*ran)
        return false;
    const bool reported = ss_ranks_report_read(c->of.report, &t->row, &t->texts[0]) &&
                          ending.code == 0 && ss_outcome_find(t->row.status, &t->result.outcome);
    if (!reported)
        explain(t, &ending, "");
    if (!reported && ss_interrupted()) /* killed for the user, or before they could hear */
        t->result.outcome = SS_OUTCOME_INTERRUPTED;
    t->result.wall_s = ending.wall_s;
    t->result.sweeps = t->result.report.sweeps = t->row.sweeps;
    t->result.cpu_s = reported ? t->row.solve_cpu_s : ending.cpu_s;
    return reported;
}

/* What is made of the claim: E1 agrees to the digit, or the ranks are not believed. */
static void hold_to(trial *t, const ss_ranks_row *judged)
{
    t->row.judge_ranks = judged->ranks;
    t->row.judge_domains = judged->domains;
    t->row.e1_judged = t->result.report.values[SS_ESTIMATE_e1] = judged->e1;
    t->result.report.statuses = (ss_statuses){judged->open, judged->sticking, judged->sliding};
    if (memcmp(&judged->e1, &t->row.e1, sizeof judged->e1) != 0 &&
        !(isnan(judged->e1) && isnan(t->row.e1))) {
        t->result.outcome = SS_OUTCOME_REFEREE_DISAGREES;
        snprintf(t->result.message, sizeof t->result.message,
                 "the ranks found E1 %.17g, the judge %.17g", t->row.e1, judged->e1);
    } else if (t->result.outcome == SS_OUTCOME_SOLVED) {
        const double tol = ss_problem_choice_limits(t->run->problem)->tol;
        t->result.outcome = ss_ending_of_claim(ss_ending_of_answer(tol, true, judged->e1, 0.0),
                                               true, judged->e1, 0.0);
    }
}

/* By another number of ranks and another cut; ranks that end without a word leave no verdict. */
static bool judge(trial *t, command *c, ss_error *error)
{
    const ss_run *const run = t->run;
    const size_t n = run->ranks->n > 1 ? run->ranks->n - 1 : 2, domains = t->row.domains + n;
    ss_ranks_row judged;
    ss_child_ending ending;
    ss_rows_clear(ss_rows_find("ranks"), &judged);
    if (!begin(c, run->ranks, n, error))
        return false;
    snprintf(c->domains, sizeof c->domains, "%zu", domains);
    const char *const own[] = {run->problem->path, "--judge", t->impulses, "--domains", c->domains};
    ss_ranks_command_add(&c->of, own, sizeof own / sizeof *own);
    if (!ss_ranks_command_run(&c->of, &run->limits, true, &ending, error))
        return false;
    if (ss_ranks_report_read(c->of.report, &judged, &t->texts[1]) && ending.code == 0) {
        hold_to(t, &judged);
    } else {
        explain(t, &ending, "the ranks that judge: ");
        t->result.outcome = ss_interrupted() ? SS_OUTCOME_INTERRUPTED : SS_OUTCOME_ERROR;
    }
    return true;
}

/* Ranks that did not finish have left a checkpoint: the message begins with how to go on. */
static void tell_checkpoint(trial *t)
{
    char *const message = t->result.message, said[sizeof t->result.message];
    const char *const name = strrchr(t->checkpoint, '/');
    if (t->result.outcome == SS_OUTCOME_SOLVED || name == NULL || access(t->checkpoint, F_OK) != 0)
        return;
    snprintf(said, sizeof said, "%s", message);
    const size_t n = (size_t)snprintf(message, sizeof said, "--resume %.*s in this folder goes on",
                                      (int)(sizeof said / 4), name + 1);
    snprintf(message + n, sizeof said - n, "%s%.*s", said[0] != '\0' ? "; " : "",
             (int)(sizeof said / 2), said);
}

/* Solve, then judge by another run, whatever the first one says of itself. */
bool ss_over_ranks_run(const ss_run *run, ss_summary_row *row, ss_error *error)
{
    trial t = {.run = run};
    command *const c = calloc(1, sizeof *c);
    bool ran = false;
    if (c == NULL)
        return ss_error_memory(error, "the words of ranks");
    ss_trial_no_result(&t.result);
    ss_rows_clear(ss_rows_find("ranks"), &t.row);
    if (solve(&t, c, &ran, error)) {
        release(c);
        ran = judge(&t, c, error);
    }
    release(c);
    if (ran) {
        tell_checkpoint(&t);
        FILE *const out = run->observers.rows[SS_RUN_RANKS];
        ss_run_summarize(run, t.row.contacts, &t.result, row);
        row->wall_s = t.result.wall_s;
        row->max_rss_bytes = t.row.memory_bytes;
        row->iterations_claimed = 0;
        t.row.solver = ss_run_label(run);
        t.row.ranks = run->ranks->n;
        t.row.impulses = access(t.impulses, F_OK) == 0 ? t.name : "";
        if (out != NULL) {
            ss_ranks_write(out, &t.row);
            fflush(out);
        }
        if (run->ranks->row != NULL)
            *run->ranks->row = t.row;
    }
    free(t.texts[0]);
    free(t.texts[1]);
    free(c);
    return ran;
}

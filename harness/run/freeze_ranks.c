/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/freeze_ranks.h"

#include "harness/process/interrupt.h"
#include "harness/run/ranks_command.h"
#include "harness/run/ranks_report.h"
#include "solvers/outer/nlgs_ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A scene that can be shared, a solver that keeps whose a ball is, and no more ranks than domains.
 */
static bool check(const ss_freeze_ranks *f, ss_error *error)
{
    const ss_run *const run = f->run;
    const ss_choice *const solver = run->solver;
    if (run->problem->entry->shared == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks: %s cannot be made share by share: balls that fall among "
                            "walls at rest can, balls-500",
                            run->problem->name);
    if (solver->outer == NULL || !ss_ranks_sweep_by_colour(solver->outer, solver->options) ||
        !ss_ranks_cut_bodies(solver->outer, solver->options))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks: %s does not step a scene over ranks; "
                            "'nlgs-ranks[equal=bodies,local=exact]' does",
                            solver->label);
    if (!ss_ranks_check(run, solver, f->n, error))
        return false;
    if (run->guess == SS_GUESS_PREDICTOR || run->leader != NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--ranks does not go with --start predictor or --follow");
    return true;
}

/* How they ended, where there is no report. */
static bool explain(const ss_child_ending *ending, ss_error *error)
{
    const char *const said = ss_ranks_command_said(ending);
    ss_error_code code = SS_ERROR_DATA;
    for (ss_error_code k = SS_ERROR_USAGE; said != NULL && k <= SS_ERROR_INTERRUPTED; ++k)
        if (ss_error_exit_code(k) == ending->code)
            code = k;
    if (ss_interrupted())
        code = SS_ERROR_INTERRUPTED;
    if (said != NULL)
        return ss_error_set(error, code, "%.*s", (int)strcspn(said, "\n"), said);
    return ss_error_set(error, code, "the ranks ended with %s %d and no report: %.*s",
                        ending->how == SS_CHILD_SIGNALLED ? "signal" : "exit code", ending->code,
                        (int)strcspn(ending->message, "\n"), ending->message);
}

/* The line of the file. */
static bool tell(const ss_freeze_ranks *f, const ss_child_ending *ending, const char *report,
                 ss_error *error)
{
    ss_ranks_row row;
    char *texts = NULL;
    ss_rows_clear(ss_rows_find("ranks"), &row);
    const bool reported = ss_ranks_report_read(report, &row, &texts) && ending->code == 0;
    if (reported) {
        printf("%s: %zu contacts of %s at step %zu, moved by %s on %zu ranks; %s\n", f->out,
               row.contacts, f->run->problem->name, f->step, f->run->solver->label, row.ranks,
               f->solution ? "with its r and u" : "without a solution (--solution writes it)");
        printf("the step: %s, %zu sweeps, E1 %.17g; ghosts %zu\n", row.status, row.sweeps, row.e1,
               row.ghosts);
    }
    free(texts);
    return reported || explain(ending, error);
}

/* The words of the scene, which the ranks open themselves. */
static bool run(const ss_freeze_ranks *f, const char *report, ss_error *error)
{
    const ss_problem_choice *const problem = f->run->problem;
    char instance[SS_RANKS_NUMBER], step[SS_RANKS_NUMBER], timeout[SS_RANKS_NUMBER];
    ss_ranks_command command = {.n = 0};
    ss_child_ending ending;
    char *const solver = ss_choice_spell(f->run->solver, error);
    bool well =
        solver != NULL && ss_ranks_command_begin(&command, f->launcher, f->n, report, error);
    if (well) {
        snprintf(instance, sizeof instance, "%zu", problem->instance);
        snprintf(step, sizeof step, "%zu", f->step);
        snprintf(timeout, sizeof timeout, "%.17g", f->run->limits.timeout_s);
        const char *const words[] = {"--scene",    problem->entry->name,
                                     "--set",      problem->values,
                                     "--instance", instance,
                                     "--step",     step,
                                     "--timeout",  timeout,
                                     "--solver",   solver,
                                     "--out",      f->out};
        ss_ranks_command_add(&command, words, sizeof words / sizeof *words);
        if (f->run->guess == SS_GUESS_WARM)
            ss_ranks_command_add(&command, (const char *const[]){"--warm"}, 1);
        if (f->solution)
            ss_ranks_command_add(&command, (const char *const[]){"--answer"}, 1);
        well = ss_ranks_command_run(&command, &f->run->limits, false, &ending, error) &&
               tell(f, &ending, report, error);
    }
    free(solver);
    ss_ranks_command_free(&command);
    return well;
}

bool ss_freeze_ranks_run(const ss_freeze_ranks *freeze, ss_error *error)
{
    char *report = NULL;
    if (!check(freeze, error))
        return false;
    if (asprintf(&report, "%s.ranks-report", freeze->out) < 0)
        return ss_error_memory(error, "a report's name");
    const bool well = run(freeze, report, error);
    remove(report);
    free(report);
    return well;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ranks/settle.h"

#include "harness/process/cpu_time.h"
#include "harness/ranks/report.h"
#include "harness/ranks/solve.h"
#include "harness/tables/provenance.h"
#include "problems/base/new_file.h"
#include "solvers/ranks/shared_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Steps under way. */
typedef struct work {
    const ss_ranks_settling *order;
    ss_team team;
    ss_problem_choice problem; /* owned */
    ss_shared_scene scene;     /* owned */
    ss_ranks_solve solve;      /* owned; of the step */
    ss_ranks_limits limits;
    size_t sweeps, unsolved; /* of all steps; steps */
    double began_s, opened_s;
} work;

static bool open(work *w, ss_error *error)
{
    const ss_ranks_settling *const o = w->order;
    const ss_ranks_cut *const cut = o->solver->options;
    if (!ss_ranks_sweep_by_colour(o->solver->outer, o->solver->options) ||
        !ss_ranks_cut_bodies(o->solver->outer, o->solver->options))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "steps over ranks: whose a ball is must not change from step to step; "
                            "name nlgs-ranks[equal=bodies], with boundary=colours");
    if (!ss_problem_choice_parse(&w->problem, o->scene, error) ||
        (o->values != NULL && !ss_problem_choice_set_list(&w->problem, o->values, error)))
        return false;
    w->problem.instance = o->instance;
    const ss_limits *const limits = ss_problem_choice_limits(&w->problem);
    w->limits = (ss_ranks_limits){
        .tol = limits->tol,
        .deadline_s = o->timeout_s > 0.0 ? ss_process_cpu_time() + o->timeout_s : 0.0,
        .max_sweeps = limits->max_sweeps};
    const bool well =
        ss_shared_scene_open(&w->scene, &w->team, &w->problem, cut->domains, o->guess, error);
    w->opened_s = MPI_Wtime() - w->began_s;
    return well;
}

/* The impulses of the step that is posed; without contacts there are none. */
static bool solve(work *w, size_t step, ss_error *error)
{
    const ss_ranks_cut *const cut = w->order->solver->options;
    const ss_part *const part = &w->scene.part;
    if (part->n_contacts == 0)
        return true;
    if (!ss_ranks_solve_open(&w->solve, part, w->order->solver, error))
        return false;
    ss_ranks_iteration_begin(&w->solve.solver);
    if (!ss_ranks_solve_run(&w->solve, &w->limits, cut->look, error))
        return false;
    w->sweeps += w->solve.sweeps;
    w->unsolved += w->solve.outcome != SS_OUTCOME_SOLVED;
    if (w->solve.outcome == SS_OUTCOME_DIVERGED)
        return ss_error_set(error, SS_ERROR_DATA, "step %zu diverged: its E1 is not finite", step);
    if (w->solve.outcome == SS_OUTCOME_TIMEOUT)
        return ss_error_set(error, SS_ERROR_DATA,
                            "the CPU time of a rank ran out in step %zu; nothing is written", step);
    return w->solve.outcome != SS_OUTCOME_INTERRUPTED ||
           ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted in step %zu; nothing is written",
                        step);
}

static bool write(const work *w, ss_error *error)
{
    const ss_ranks_settling *const o = w->order;
    char *spelt = NULL, *engine = NULL;
    if (w->scene.part.n_contacts == 0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "step %zu has no contact; choose a later one with --step", o->step);
    spelt = ss_choice_spell(o->solver, error);
    bool well = spelt != NULL && (asprintf(&engine, "%s, %s", ss_provenance_version, spelt) >= 0 ||
                                  ss_error_memory(error, "a file's words"));
    well = ss_team_agree(&w->team, well, error) &&
           ss_shared_scene_write(&w->scene, o->out, engine, o->with_answer, error);
    free(spelt);
    free(engine);
    return well;
}

/* The report of the last step, and what all of them took. */
static bool report(const work *w, ss_error *error)
{
    const ss_ranks_settling *const o = w->order;
    const ss_ranks_report what = {.part = &w->scene.part,
                                  .solver = &w->solve.solver,
                                  .status = ss_outcome_name(w->solve.outcome),
                                  .sweeps = w->solve.sweeps,
                                  .look = &w->solve.look,
                                  .read_s = w->opened_s,
                                  .wall_s = MPI_Wtime() - w->began_s,
                                  .solve_cpu_s = ss_process_cpu_time()};
    char *const text = ss_ranks_report_print(&what), *whole = NULL;
    const int n = text != NULL ? asprintf(&whole, "%sstep %zu\nsweeps_all %zu\nunsolved %zu\n",
                                          text, o->step, w->sweeps, w->unsolved)
                               : -1;
    bool well = w->team.rank != 0 || n >= 0 || ss_error_memory(error, "the report");
    if (n >= 0) {
        fputs(whole, stdout);
        well = o->report == NULL || ss_new_file_write(o->report, whole, strlen(whole), error);
        free(whole);
    }
    free(text);
    return ss_team_agree(&w->team, well, error);
}

/* All steps; the last one does not move the balls on. */
static bool run(work *w, ss_error *error)
{
    const size_t last = w->order->step;
    for (size_t step = 1; step <= last; ++step) {
        if (!ss_shared_scene_pose(&w->scene, error) || !solve(w, step, error))
            return false;
        if (step == last)
            break;
        const bool moved = ss_shared_scene_finish(&w->scene, error);
        ss_ranks_solve_free(&w->solve);
        if (!moved)
            return false;
    }
    return write(w, error) && report(w, error);
}

bool ss_ranks_settle(const ss_ranks_settling *settling, const ss_team *team, ss_error *error)
{
    work w = {.order = settling, .team = *team, .began_s = MPI_Wtime()};
    const bool well = open(&w, error) && run(&w, error);
    ss_ranks_solve_free(&w.solve);
    ss_shared_scene_free(&w.scene);
    ss_problem_choice_free(&w.problem);
    return well;
}

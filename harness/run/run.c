/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/bounds.h"
#include "harness/run/run.h"

#include "harness/process/interrupt.h"
#include "harness/run/leader.h"
#include "harness/run/remarks.h"
#include "harness/run/scene_rows.h"
#include "harness/run/start.h"
#include "harness/run/witness.h"
#include "harness/tables/pairs.h"
#include "harness/tables/standing.h"

#include <math.h>
#include <string.h>

/* A run under way. */
typedef struct state {
    const ss_run *run;
    const char *label; /* of the solver, for the rows */
    ss_source source;
    ss_solver *solver;
    ss_referee *referee;
    ss_leader leader; /* where the run follows one */
    ss_observer observer;
    const ss_problem *problem; /* of the step under way */
    ss_summary_row *summary;
    size_t k;     /* number of the step under way, from 1 */
    size_t moved; /* of the last step that moved the scene; 0 before the first */
    ss_remarks remarks;
    ss_diagnosis diagnosis;
} state;

static void write_bodies(const state *s, const char *moment)
{
    const ss_run_observers *const to = &s->run->observers;
    if (to->rows[SS_RUN_BODIES] != NULL)
        ss_places_write(to->rows[SS_RUN_BODIES], &s->source.scene.bodies,
                        &(ss_places){s->label, moment, s->moved});
}

static bool is_frame(const state *s)
{
    const size_t every = s->run->observers.frames;
    return every > 0 && s->k % every == 0;
}

static bool traced(const state *s)
{
    const ss_trace *const trace = &s->run->observers.trace;
    return trace->kind == SS_TRACE_ALL ||
           (trace->kind == SS_TRACE_LAST && s->k == s->source.n_steps) ||
           (trace->kind == SS_TRACE_STEP && s->k == trace->step);
}

/* The contact problem of the step under way, as the witness keeps it; the least bound on alpha of
 * the steps so far. */
static bool pose(state *s, ss_error *error)
{
    const ss_choice *const local = ss_choice_local(s->run->solver);
    if (!ss_observer_begin(&s->observer, &s->source.scene, s->k == s->source.n_steps, error))
        return false;
    const double begin = ss_cpu_time();
    if (s->run->opened != NULL)
        s->problem = &s->run->opened->frozen.problem;
    else if (!ss_source_pose(&s->source, &s->problem, error))
        return false;
    s->summary->cpu_mechanics_s += ss_cpu_time() - begin;
    if (s->source.step != NULL) {
        const ss_step_times times = ss_step_times_of(s->source.step);
        s->summary->cpu_detect_s = times.detect_s;
        s->summary->cpu_assemble_s = times.assemble_s;
    }
    if (s->run->observers.witness != NULL)
        ss_witness_pose(s->run->observers.witness, s->problem);
    if (local != NULL) /* fmin passes NAN over */
        s->summary->alpha_bound = fmin(s->summary->alpha_bound,
                                       ss_alpha_bound_of(s->problem, local->solver->alpha_bound));
    return true;
}

/* By the rules, and the problem is the same afterwards. What ends the run otherwise is the solver's
 * fault, whatever it says. */
static bool referee_step(state *s, const ss_rules *rules, ss_solve_report *report, ss_error *error)
{
    const ss_witness *const witness = s->run->observers.witness;
    const bool ran = ss_referee_solve(s->referee, s->solver, s->problem, rules, report, error);
    if (!ran && error != NULL && error->code != SS_ERROR_MEMORY)
        error->code = SS_ERROR_FAILED;
    return ran &&
           (witness == NULL || ss_witness_agrees(witness, s->problem) ||
            ss_error_set(error, SS_ERROR_FAILED,
                         "the solver changed the problem, which is const, in step %zu", s->k));
}

/* Leave the diagnosis of a step that came to its end unsolved, in half of the time that is left:
 * the row stands without it. One that was cut short is diagnosed by whoever cut it. */
static void diagnose(state *s, const double *r, const ss_solve_report *report)
{
    ss_error ignored = {.code = SS_ERROR_NONE};
    const ss_diagnosis_case step = {.problem = s->problem,
                                    .r = r,
                                    .solver = s->run->solver,
                                    .label = s->label,
                                    .outcome = ss_outcome_name(report->outcome),
                                    .step = s->k,
                                    .sweeps = report->sweeps,
                                    .e1_best = report->e1_best,
                                    .sweep_best = report->sweep_best,
                                    .deadline_s = ss_deadline_halfway(s->run->limits.deadline_s)};
    if (s->diagnosis.steps != NULL && !ss_outcome_is_solved(report->outcome) &&
        !ss_outcome_is_cut_short(report->outcome) && s->problem->n_contacts > 0) {
        if (s->k == s->source.n_steps) /* the diagnosis has a solver of its own */
            ss_solver_rest(s->solver);
        ss_diagnosis_add(&s->diagnosis, &step, &ignored);
    }
}

/* Pose and solve the step; the impulses are left in *r. */
static bool solve_step(state *s, double **r, ss_solve_report *report, ss_error *error)
{
    const ss_limits *const limits = ss_problem_choice_limits(s->run->problem);
    if (!pose(s, error))
        return false;
    const ss_problem *const problem = s->problem;
    const ss_source *const source = s->run->opened != NULL ? s->run->opened : &s->source;
    const ss_run_observers *const observers = &s->run->observers;
    ss_witness *const witness = observers->witness;
    const double begin = ss_cpu_time();
    *r = ss_solver_prepare(s->solver, problem, error);
    if (*r == NULL)
        return false;
    s->summary->cpu_looks_s += ss_cpu_time() - begin;
    if (s->run->guess != SS_GUESS_COLD)
        ss_source_guess(source, *r);
    const ss_rules rules = {.stop = s->run->stop,
                            .tol = limits->tol,
                            .since_s = s->run->whole ? begin : 0.0,
                            .with_floor = s->k == s->source.n_steps,
                            .max_sweeps = limits->max_sweeps,
                            .deadline_s = s->run->limits.deadline_s,
                            .last = observers->last,
                            .keepsake = witness != NULL ? ss_witness_keepsake(witness) : NULL,
                            .r_solution = source->frozen.file.r,
                            .u_solution = source->frozen.file.u,
                            .trace = traced(s) ? observers->rows[SS_RUN_CONVERGENCE] : NULL,
                            .statuses = observers->rows[SS_RUN_STATUSES],
                            .notes = observers->rows[SS_RUN_NOTES],
                            .label = s->label,
                            .step = s->k};
    if (!referee_step(s, &rules, report, error))
        return false;
    diagnose(s, *r, report);
    const ss_solved_step solved = {s->k, &s->source, problem, *r, ss_referee_velocity(s->referee)};
    return observers->inspect == NULL ||
           observers->inspect(observers->inspect_context, &solved, error);
}

/* The row of the step; energies and overlap are those of the scene as it stands. */
static ss_history_row describe_step(const state *s, const ss_solve_report *report,
                                    const ss_source_state *bodies)
{
    ss_history_row row = {
        .solver = s->label,
        .step = s->k,
        .time_s = (double)s->k * s->source.h,
        .contacts = s->problem->n_contacts,
        .sweeps = report->sweeps,
        .max_overlap_m = bodies->max_overlap,
        .kinetic_energy_j = bodies->kinetic_energy,
        .potential_energy_j = bodies->potential_energy,
        .outcome = ss_outcome_name(report->outcome),
        .open = report->statuses.open,
        .sticking = report->statuses.sticking,
        .sliding = report->statuses.sliding,
    };
    row.work_units = report->work_units;
    ss_history_fill(&row, report->values, &report->work);
    return row;
}

/* The impulses that move the scene: the solver's r, or those of the leader, who may be cut short.
 */
static bool find_mover(state *s, const double *r, const double **mover, ss_solve_report *report,
                       ss_error *error)
{
    const ss_rules rules = {.deadline_s = s->run->limits.deadline_s, .step = s->k};
    ss_outcome outcome = SS_OUTCOME_SOLVED;
    *mover = r;
    if (s->run->leader == NULL || report->outcome == SS_OUTCOME_TIMEOUT)
        return true;
    if (!ss_leader_solve(&s->leader, s->problem, &rules, mover, &outcome, error))
        return false;
    if (!ss_outcome_is_solved(outcome))
        report->outcome = outcome;
    return true;
}

/* Move on with the impulses of the step, or with those of the leader, and see where the bodies are.
 */
static bool move_on(state *s, const double *r, const double *mover, ss_solve_report *report,
                    ss_source_state *bodies, ss_error *error)
{
    const double *const u = ss_referee_velocity(s->referee);
    FILE *const forces = s->run->observers.rows[SS_RUN_FORCES];
    FILE *const stresses = s->run->observers.rows[SS_RUN_STRESSES];
    const bool shown = is_frame(s) || s->k == s->source.n_steps;
    FILE *const impulses = s->run->observers.rows[SS_RUN_IMPULSES];
    if (impulses != NULL && (s->k == s->source.n_steps || ss_outcome_is_cut_short(report->outcome)))
        ss_impulse_rows_write(impulses, &(ss_evidence){s->problem, r, u, u}, s->label, s->k);
    if (report->outcome != SS_OUTCOME_TIMEOUT) { /* r is unfinished: the scene stays where it is */
        /* of frames and the last step, while the bodies are where their contacts are */
        if (forces != NULL && s->source.contacts != NULL && shown)
            ss_force_rows_write(forces, &s->source.scene.bodies, s->source.contacts,
                                &(ss_evidence){s->problem, r, u, u}, s->label, s->k);
        const double begin = ss_cpu_time();
        ss_source_advance(&s->source, mover, r);
        s->summary->cpu_mechanics_s += ss_cpu_time() - begin;
        s->moved = s->k;
        if (is_frame(s))
            write_bodies(s, "frame");
        if (stresses != NULL && shown)
            ss_stress_rows_write(stresses, s->source.scene.flexible, s->label, s->k);
        ss_observer_write(&s->observer, &s->source.scene,
                          s->source.contacts != NULL ? s->source.contacts : s->problem, r, u, s->k);
    }
    if (!ss_source_observe(&s->source, bodies, error))
        return false;
    if (!bodies->finite)
        report->outcome = SS_OUTCOME_DIVERGED;
    return true;
}

/* One step. *go_on is false when the run must end. */
static bool advance(state *s, bool *go_on, ss_error *error)
{
    ss_solve_report report;
    ss_source_state bodies;
    double *r = NULL;
    if (!solve_step(s, &r, &report, error))
        return false;
    const double *mover = r;
    if (report.outcome != SS_OUTCOME_INTERRUPTED && !find_mover(s, r, &mover, &report, error))
        return false;
    if (report.outcome == SS_OUTCOME_INTERRUPTED) { /* an unfinished step leaves no row */
        s->remarks.worst = SS_OUTCOME_INTERRUPTED;
        *go_on = false;
        return true;
    }
    if (!move_on(s, r, mover, &report, &bodies, error))
        return false;
    const ss_history_row row = describe_step(s, &report, &bodies);
    if (s->run->observers.rows[SS_RUN_HISTORY] != NULL)
        ss_history_write(s->run->observers.rows[SS_RUN_HISTORY], &row);
    ss_summary_row *const sum = s->summary;
    sum->steps = s->k;
    sum->contacts_last = row.contacts;
    sum->max_overlap_last_m = row.max_overlap_m;
    sum->kinetic_energy_last_j = row.kinetic_energy_j;
    sum->potential_energy_last_j = row.potential_energy_j;
    ss_run_add_report(sum, &report);
    ss_remarks_step(&s->remarks, &row, report.outcome);
    ss_remarks_reach(&s->remarks, s->k, bodies.reach);
    *go_on = report.outcome != SS_OUTCOME_DIVERGED && report.outcome != SS_OUTCOME_TIMEOUT;
    return true;
}

static bool run_steps(state *s, ss_error *error)
{
    bool go_on = true;
    const ss_trace *const trace = &s->run->observers.trace;
    /* the steps of a process are known only now */
    if (trace->kind == SS_TRACE_STEP && trace->step > s->source.n_steps)
        return ss_error_set(error, SS_ERROR_FAILED, "step %zu is to be traced, of %zu", trace->step,
                            s->source.n_steps);
    FILE *const shapes = s->run->observers.rows[SS_RUN_SHAPES];
    if (shapes != NULL)
        ss_shape_rows_write(shapes, &s->source.scene.bodies);
    write_bodies(s, "first");
    for (s->k = 1; go_on && s->k <= s->source.n_steps; ++s->k) {
        if (ss_interrupted() || ss_deadline_passed(s->run->limits.deadline_s)) {
            s->remarks.worst = ss_interrupted() ? SS_OUTCOME_INTERRUPTED : SS_OUTCOME_TIMEOUT;
            break;
        }
        if (!advance(s, &go_on, error))
            return false;
        if (s->run->observers.progress != NULL)
            s->run->observers.progress(s->run->observers.progress_context,
                                       (double)s->k / (double)s->source.n_steps);
    }
    write_bodies(s, "last");
    return true;
}

/* An external solver on a file's problem. */
static bool run_external(const ss_run *run, ss_summary_row *row, ss_error *error)
{
    ss_source source;
    ss_trial_result judged;
    const ss_limits *const limits = ss_problem_choice_limits(run->problem);
    ss_trial trial = {.solver = run->solver,
                      .stop = run->stop,
                      .tol = limits->tol,
                      .sought = run->sought,
                      .repeats = run->repeats,
                      .max_sweeps = limits->max_sweeps,
                      .timeout_s = run->limits.timeout_s,
                      .memory_bytes = run->limits.memory_bytes};
    const bool opened = ss_source_open(&source, run->problem, error) &&
                        ss_source_begin(&source, run->guess, error) &&
                        ss_source_pose(&source, &trial.problem, error);
    trial.start = run->guess != SS_GUESS_COLD ? source.frozen.file.guess : NULL;
    const bool ended = opened && ss_trial_run(&trial, &judged, error);
    if (ended)
        ss_run_summarize(run, trial.problem->n_contacts, &judged, row);
    ss_source_close(&source);
    return ended;
}

bool ss_run_once(const ss_run *run, ss_summary_row *row, ss_error *error)
{
    if (run->solver->external != NULL)
        return run_external(run, row, error);
    bool complete = false;
    state s = {.run = run,
               .label = ss_run_label(run),
               .source = {.problem = run->problem, .n_steps = 1},
               .summary = row,
               .diagnosis = {.steps = run->observers.rows[SS_RUN_DIAGNOSIS],
                             .contacts = run->observers.rows[SS_RUN_DIAGNOSIS_CONTACTS]},
               .observer = {.list = run->problem->entry->observables,
                            .out = run->observers.rows[SS_RUN_OBSERVABLES]}};
    s.observer.solver = s.label;
    ss_run_begin_summary(run, row);
    if (run->opened != NULL || (ss_source_open(&s.source, run->problem, error) &&
                                ss_start_rest(&s.source, run->cache, error) &&
                                ss_source_begin(&s.source, run->guess, error))) {
        row->box_width_m = s.source.scene.box_width;
        s.remarks =
            ss_remarks_begin(row, run->stop, ss_remarks_least_radius(&s.source.scene.bodies),
                             run->problem->entry->most_overlap);
        s.solver = ss_solver_create(run->solver, error);
        s.referee = ss_referee_create(error);
        complete =
            s.solver != NULL && s.referee != NULL &&
            (run->leader == NULL || ss_leader_open(&s.leader, run->leader, run->follows, error)) &&
            run_steps(&s, error);
    }
    if (complete && s.observer.looks && s.moved == s.source.n_steps)
        row->observed_error_last = s.observer.error;
    if (complete)
        ss_remarks_finish(&s.remarks, run->observers.message, "");
    ss_solver_free(s.solver);
    ss_referee_free(s.referee);
    ss_leader_close(&s.leader);
    ss_observer_free(&s.observer);
    ss_source_close(&s.source);
    return complete;
}

bool ss_run_fit(const ss_problem_choice *problem, ss_choice *solver, ss_error *error)
{
    ss_choice *const local = solver->solver != NULL ? solver : solver->local;
    const double bound = problem->entry != NULL ? problem->entry->alpha_bound : 0.0;
    double alpha;
    if (solver->external != NULL && problem->path == NULL)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s solves frozen problems only, not %s; write one with 'stickslip "
                            "freeze' and name it as file:PATH",
                            solver->label, problem->name);
    /* one Uzawa step contracts below the bound; Newton's form has backtracking beyond it */
    const ss_alpha_bound kind = local != NULL ? local->solver->alpha_bound : SS_ALPHA_BOUND_CYCLES;
    if (bound == 0.0 ||
        (kind != SS_ALPHA_BOUND_CONTRACTS && kind != SS_ALPHA_BOUND_CONTRACTS_SMALL_MU) ||
        strstr(local->label, "alpha=") != NULL ||
        !ss_pairs_number(local->values, "alpha", &alpha) || alpha < bound)
        return true;
    char assignment[40];
    snprintf(assignment, sizeof assignment, "alpha=%.2g", SS_STANDING_ALPHA_SAFE * bound);
    return ss_choice_set_quietly(local, assignment, error);
}

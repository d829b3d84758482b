/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alpha_bound.h"
#include "harness/run/run.h"

#include "harness/process/interrupt.h"
#include "harness/run/observe.h"
#include "harness/run/places.h"
#include "harness/run/start.h"
#include "harness/tables/provenance.h"
#include "problems/files/frozen.h"
#include "problems/motion/step.h"

#include <math.h>
#include <string.h>

/* A run under way. */
typedef struct state {
    const ss_run *run;
    const char *label; /* of the solver, for the rows */
    ss_scene scene;    /* without bodies when the problem is frozen */
    ss_step *step;     /* NULL when the problem is frozen */
    ss_frozen frozen;  /* empty for a scene */
    ss_solver *solver;
    ss_referee *referee;
    ss_observer observer;
    const ss_problem *problem; /* of the step under way */
    ss_summary_row *summary;
    size_t k;         /* number of the step under way, from 1 */
    ss_outcome worst; /* of all steps so far */
} state;

/* The outlines of all shapes, if there is one that no other table tells of. */
static void write_shapes(const state *s)
{
    const ss_bodies *const bodies = &s->scene.bodies;
    bool any = false;
    for (size_t k = 0; k < bodies->n_shapes; ++k)
        any =
            any || (bodies->shapes[k].record != NULL && bodies->shapes[k].kind != &ss_shape_plane);
    for (size_t k = 0; any && s->run->shapes != NULL && k < bodies->n_shapes; ++k) {
        const ss_shape *const shape = &bodies->shapes[k];
        ss_polyline line = {.n = 0};
        if (shape->kind->outline != NULL)
            shape->kind->outline(&line, shape->record);
        for (size_t v = 0; v < line.n; ++v) {
            const ss_shapes_row row = {k, shape->kind->name, v, line.point[v][0], line.point[v][1]};
            ss_shapes_write(s->run->shapes, &row);
        }
    }
}

static void write_bodies(const state *s, const char *moment)
{
    if (s->run->bodies != NULL)
        ss_places_write(s->run->bodies, &s->scene.bodies, s->label, moment);
}

static bool traced(const state *s)
{
    const ss_trace *const trace = &s->run->trace;
    return trace->kind == SS_TRACE_ALL ||
           (trace->kind == SS_TRACE_LAST && s->k == s->scene.params.steps) ||
           (trace->kind == SS_TRACE_STEP && s->k == trace->step);
}

/* The contact problem of the step under way. */
static bool pose(state *s, ss_error *error)
{
    if (!ss_observer_begin(&s->observer, &s->scene, error))
        return false;
    const double begin = ss_cpu_time();
    if (s->step == NULL)
        s->problem = &s->frozen.problem;
    else if (!ss_step_pose(s->step, &s->problem, error))
        return false;
    s->summary->cpu_mechanics_s += ss_cpu_time() - begin;
    return true;
}

/* Keep the least bound of the steps so far. */
static void note_alpha_bound(state *s)
{
    const ss_choice *const local = ss_choice_local(s->run->solver);
    if (local != NULL) /* fmin passes NAN over */
        s->summary->alpha_bound = fmin(s->summary->alpha_bound,
                                       ss_alpha_bound_of(s->problem, local->solver->alpha_bound));
}

/* Pose and solve the step; the impulses are left in *r. */
static bool solve_step(state *s, double **r, ss_solve_report *report, ss_error *error)
{
    const ss_limits *const limits = s->run->params;
    if (!pose(s, error))
        return false;
    const ss_problem *const problem = s->problem;
    note_alpha_bound(s);
    *r = ss_solver_prepare(s->solver, problem, error);
    if (*r == NULL)
        return false;
    if (s->run->warm_start && s->step != NULL)
        ss_step_warm_start(s->step, *r);
    const ss_rules rules = {.stop = s->run->stop,
                            .tol = limits->tol,
                            .with_floor = s->k == s->scene.params.steps,
                            .max_sweeps = limits->max_sweeps,
                            .deadline_s = s->run->deadline_s,
                            .last = s->run->last,
                            .trace = traced(s) ? s->run->convergence : NULL,
                            .statuses = s->run->statuses,
                            .label = s->label,
                            .step = s->k};
    return ss_referee_solve(s->referee, s->solver, problem, &rules, report, error) &&
           (s->run->inspect == NULL || s->run->inspect(s->run->inspect_context, s->k, problem, *r,
                                                       ss_referee_velocity(s->referee), error));
}

/* What the referee found at the end of the last step, and the work of all. */
static void add_report(ss_summary_row *sum, const ss_solve_report *report)
{
    ss_summary_fill(sum, report->values, &report->work);
    sum->sweeps_last = report->sweeps;
    sum->sweeps_total += report->sweeps;
    sum->steps_capped +=
        report->outcome == SS_OUTCOME_MAX_SWEEPS || report->outcome == SS_OUTCOME_STAGNATED;
    sum->e1_floor = report->e1_floor;
    sum->open_last = report->statuses.open;
    sum->sticking_last = report->statuses.sticking;
    sum->sliding_last = report->statuses.sliding;
    sum->cpu_s += report->cpu_s;
}

static void add_to_summary(state *s, const ss_history_row *row, const ss_solve_report *report)
{
    ss_summary_row *const sum = s->summary;
    sum->steps = s->k;
    sum->contacts_last = row->contacts;
    sum->max_overlap_last_m = row->max_overlap_m;
    sum->kinetic_energy_last_j = row->kinetic_energy_j;
    sum->potential_energy_last_j = row->potential_energy_j;
    add_report(sum, report);
}

/* The row of the step; energies and overlap are those of the scene as it stands. */
static ss_history_row describe_step(const state *s, const ss_solve_report *report, double overlap)
{
    const bool moves = s->step != NULL;
    ss_history_row row = {
        .solver = s->label,
        .step = s->k,
        .time_s = (double)s->k * s->scene.params.h,
        .contacts = s->problem->n_contacts,
        .sweeps = report->sweeps,
        .max_overlap_m = overlap,
        .kinetic_energy_j = moves ? ss_bodies_kinetic_energy(&s->scene.bodies) : NAN,
        .potential_energy_j =
            moves ? ss_bodies_potential_energy(&s->scene.bodies, s->scene.gravity) : NAN,
        .outcome = ss_outcome_name(report->outcome),
        .open = report->statuses.open,
        .sticking = report->statuses.sticking,
        .sliding = report->statuses.sliding,
    };
    ss_history_fill(&row, report->values, &report->work);
    return row;
}

/* Move the scene, if there is one, with the impulses of the step. */
static bool move_on(state *s, const double *r, ss_solve_report *report, double *overlap,
                    ss_error *error)
{
    if (s->step == NULL)
        return true;
    if (report->outcome == SS_OUTCOME_TIMEOUT) /* r is unfinished: the scene stays where it is */
        return ss_step_largest_overlap(s->step, overlap, error);
    const double begin = ss_cpu_time();
    ss_step_finish(s->step, r);
    s->summary->cpu_mechanics_s += ss_cpu_time() - begin;
    ss_observer_write(&s->observer, &s->scene, ss_step_contacts(s->step), r,
                      ss_referee_velocity(s->referee), s->k);
    if (ss_bodies_finite(&s->scene.bodies))
        return ss_step_largest_overlap(s->step, overlap, error);
    report->outcome = SS_OUTCOME_DIVERGED;
    return true;
}

/* One step. *go_on is false when the run must end. */
static bool advance(state *s, bool *go_on, ss_error *error)
{
    ss_solve_report report;
    double *r = NULL, overlap = NAN;
    if (!solve_step(s, &r, &report, error))
        return false;
    if (report.outcome == SS_OUTCOME_INTERRUPTED) { /* an unfinished step leaves no row */
        s->worst = SS_OUTCOME_INTERRUPTED;
        *go_on = false;
        return true;
    }
    if (!move_on(s, r, &report, &overlap, error))
        return false;
    const ss_history_row row = describe_step(s, &report, overlap);
    if (s->run->history != NULL)
        ss_history_write(s->run->history, &row);
    add_to_summary(s, &row, &report);
    s->worst = report.outcome > s->worst ? report.outcome : s->worst;
    *go_on = report.outcome != SS_OUTCOME_DIVERGED && report.outcome != SS_OUTCOME_TIMEOUT;
    return true;
}

static bool run_steps(state *s, ss_error *error)
{
    bool go_on = true;
    write_shapes(s);
    write_bodies(s, "first");
    for (s->k = 1; go_on && s->k <= s->scene.params.steps; ++s->k) {
        if (ss_interrupted() || ss_deadline_passed(s->run->deadline_s)) {
            s->worst = ss_interrupted() ? SS_OUTCOME_INTERRUPTED : SS_OUTCOME_TIMEOUT;
            break;
        }
        if (!advance(s, &go_on, error))
            return false;
        if (s->run->progress != NULL)
            s->run->progress(s->run->progress_context,
                             (double)s->k / (double)s->scene.params.steps);
    }
    write_bodies(s, "last");
    return true;
}

/* What is known of the row before the run. */
static void begin_summary(const ss_run *run, ss_run_result *result)
{
    const ss_limits *const limits = run->params;
    ss_choice_print_options(run->solver, result->options, sizeof result->options);
    ss_options_print(&run->entry->params, run->params, result->parameters,
                     sizeof result->parameters);
    result->row = (ss_summary_row){.problem = run->name != NULL ? run->name : run->entry->name,
                                   .instance = run->instance,
                                   .solver = ss_choice_solver_label(run->solver),
                                   .tol = limits->tol,
                                   .max_sweeps = limits->max_sweeps,
                                   .outer = ss_choice_outer_label(run->solver),
                                   .options = result->options,
                                   .parameters = result->parameters,
                                   .warm_start = run->warm_start ? "yes" : "no",
                                   .stop = run->stop->name,
                                   .error_claimed = NAN,
                                   .run = "",
                                   .message = "",
                                   .wall_s = NAN,
                                   .max_rss_bytes = NAN,
                                   .alpha_bound = NAN,
                                   .build = ss_provenance_version()};
}

void ss_run_summarize(const ss_run *run, size_t n_contacts, const ss_trial_result *trial,
                      ss_run_result *result)
{
    ss_summary_row *const sum = &result->row;
    begin_summary(run, result);
    sum->status = ss_outcome_name(trial->outcome);
    sum->steps = 1;
    sum->contacts_last = n_contacts;
    sum->max_overlap_last_m = sum->kinetic_energy_last_j = sum->potential_energy_last_j = NAN;
    add_report(sum, &trial->report);
    sum->sweeps_last = sum->sweeps_total = sum->iterations_claimed = trial->sweeps;
    sum->error_claimed = trial->error_claimed;
    sum->cpu_s = trial->cpu_s;
    snprintf(result->message, sizeof result->message, "%s", trial->message);
    sum->message = result->message;
}

static bool open_problem(state *s, ss_error *error)
{
    const ss_run *const run = s->run;
    if (!run->entry->frozen)
        return ss_start_open(run->entry, run->params, run->instance, run->cache, &s->scene, error);
    s->scene.params.steps = 1;
    return ss_frozen_open(&s->frozen, run->path, run->params, error);
}

bool ss_run_problem(const ss_run *run, ss_run_result *result, ss_error *error)
{
    bool complete = false;
    state s = {.run = run,
               .label = ss_choice_solver_label(run->solver),
               .summary = &result->row,
               .worst = SS_OUTCOME_SOLVED,
               .observer = {.list = run->entry->observables, .out = run->observables}};
    s.observer.solver = s.label;
    begin_summary(run, result);
    if (!open_problem(&s, error))
        return false;
    result->row.box_width_m = s.scene.box_width;
    s.step = run->entry->frozen ? NULL : ss_step_create(&s.scene, error);
    if (s.step != NULL && !run->warm_start)
        ss_step_keep_no_impulses(s.step);
    s.solver = ss_solver_create(run->solver, error);
    s.referee = ss_referee_create(error);
    if ((s.step != NULL || run->entry->frozen) && s.solver != NULL && s.referee != NULL)
        complete = run_steps(&s, error);
    result->row.status = ss_outcome_name(s.worst);
    ss_step_free(s.step);
    ss_solver_free(s.solver);
    ss_referee_free(s.referee);
    ss_observer_free(&s.observer);
    ss_scene_free(&s.scene);
    ss_frozen_free(&s.frozen);
    return complete;
}

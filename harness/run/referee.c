/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/referee.h"

#include "harness/run/bounds.h"
#include "harness/run/ending.h"
#include "harness/run/glance.h"
#include "harness/run/held.h"
#include "harness/process/interrupt.h"
#include "harness/run/status_trace.h"
#include "harness/run/stopwatch.h"
#include "harness/tables/rows.h"
#include "problems/base/memory.h"
#include "solvers/sphere/whole.h"

#include <stdlib.h>

struct ss_referee {
    double *u_true, *state; /* 3 n_contacts; the referee's own operator state */
    double *vector;         /* 6 n_contacts, scratch of the rounding floor */
    ss_whole_sums sums;     /* of what was recomputed last */
    size_t u_length, vector_length, state_length;
    ss_glance *glance;
    ss_status_trace statuses; /* of a traced step */
    /* of the solve under way */
    const ss_problem *problem;
    const ss_solver *solver;
    const ss_rules *rules;
    size_t stop; /* the number of rules->stop */
    ss_solve_report *report;
    bool holds_velocity, ended;   /* ended: it has said stop */
    size_t notes;                 /* written so far */
    ss_stopwatch clock;           /* the solver's */
    size_t unwatched;             /* visits since the deadline was looked at */
    double outside_s, deadline_s; /* CPU time of other processes so far; the rules' less that */
    double value;                 /* the stop's last */
    ss_ending_course course;
    ss_work work;   /* at the last look */
    ss_error fault; /* of the work, the first */
};

enum { DEADLINE_PERIOD = 16384 /* visits: a look at the clock costs as much as some */ };

ss_referee *ss_referee_create(ss_error *error)
{
    ss_referee *const referee = calloc(1, sizeof *referee);
    if (referee != NULL && (referee->glance = ss_glance_create(error)) != NULL)
        return referee;
    ss_referee_free(referee);
    ss_error_memory(error, "the referee");
    return NULL;
}

void ss_referee_free(ss_referee *referee)
{
    if (referee == NULL)
        return;
    ss_glance_free(referee->glance);
    free(referee->u_true);
    free(referee->vector);
    free(referee->state);
    ss_status_trace_free(&referee->statuses);
    free(referee);
}

const double *ss_referee_velocity(const ss_referee *referee)
{
    return referee->u_true;
}

static bool renew(double **array, size_t *length, size_t wanted, size_t room)
{
    if (*array != NULL && wanted <= *length)
        return true;
    free(*array);
    *length = room;
    *array = malloc((*length + 1) * sizeof **array);
    return *array != NULL;
}

/* The evidence of an iterate, its u = W r + q for all contacts from r alone. `held`: the velocity
 * that the solver holds; NULL: none. */
static ss_evidence recompute(ss_referee *referee, const double *r, const double *held)
{
    const ss_problem *const problem = referee->problem;
    ss_whole_image(referee->u_true, referee->state, &referee->sums, problem, r);
    return (ss_evidence){problem, r, referee->u_true, held != NULL ? held : referee->u_true};
}

/* The value of an estimator by what was recomputed last. */
static double value_of(const ss_referee *self, const ss_estimator *e, const ss_evidence *of)
{
    if (e != &ss_estimator_e1 || of->problem->form != SS_FORM_BALLS)
        return ss_estimator_value(e, of);
    return e->finish((double[SS_ESTIMATOR_SUMS]){self->sums.map2, self->sums.q2},
                     of->problem->n_contacts);
}

static void tell(const ss_referee *referee)
{
    ss_last *const last = referee->rules->last;
    if (last == NULL)
        return;
    last->step = referee->rules->step;
    last->sweeps = referee->report->sweeps;
}

/* Keep the least E1. */
static void note_e1(ss_solve_report *report, double e1)
{
    if (isnan(e1) || e1 >= report->e1_best)
        return;
    report->e1_best = e1;
    report->sweep_best = report->sweeps;
}

/* All values, the statuses and, with a trace, the rows of the sweep. */
static void evaluate_all(ss_referee *referee, const ss_evidence *evidence)
{
    const ss_rules *const rules = referee->rules;
    ss_solve_report *const report = referee->report;
    const bool traced = rules->trace != NULL;
    ss_estimate_all(report->values, &report->statuses, traced ? referee->statuses.next : NULL,
                    evidence);
    note_e1(report, report->values[SS_ESTIMATE_e1]);
    if (!traced)
        return;
    const ss_status_place place = {rules->label,    rules->step,       report->sweeps,
                                   rules->statuses, rules->r_solution, rules->u_solution};
    ss_convergence_row row = {.solver = rules->label,
                              .step = rules->step,
                              .sweep = report->sweeps,
                              .cpu_s = report->cpu_s,
                              .open = report->statuses.open,
                              .sticking = report->statuses.sticking,
                              .sliding = report->statuses.sliding};
    row.work_units = ss_solver_units(referee->solver, referee->problem, &report->work);
    ss_status_trace_sweep(&row, &referee->statuses, evidence, &place);
    ss_convergence_fill(&row, report->values, &report->work);
    ss_convergence_write(rules->trace, &row);
}

/* The values that decide, eps only where it may not be finite, and E1 now and then. */
static void evaluate_stop(ss_referee *referee, const ss_evidence *evidence)
{
    double *const values = referee->report->values;
    const bool finite = evidence->u_held == evidence->u_true && ss_glance_is_tame(referee->glance);
    if (!finite && referee->stop != SS_ESTIMATE_eps)
        values[SS_ESTIMATE_eps] = ss_estimator_value(&ss_estimator_eps, evidence);
    values[referee->stop] = value_of(referee, referee->rules->stop, evidence);
    if (referee->stop == SS_ESTIMATE_e1)
        note_e1(referee->report, values[SS_ESTIMATE_e1]);
    else if (ss_ending_samples(&referee->course, referee->report->sweeps))
        note_e1(referee->report, value_of(referee, &ss_estimator_e1, evidence));
}

/* The traces of rounding in r, where asked for; the drift first: it needs the evidence's state. */
static void find_rounding(const ss_referee *referee, const double *r, const ss_iterate *at)
{
    ss_solve_report *const report = referee->report;
    const bool asked = referee->rules->with_floor;
    report->velocity_drift = asked && at != NULL ? ss_held_drift(at, referee->state) : NAN;
    report->e1_floor =
        asked ? ss_floor_e1(referee->problem, r, referee->vector, referee->state) : NAN;
}

static void look_at_work(ss_referee *referee)
{
    const ss_solve_report *const report = referee->report;
    ss_account_can_be(&referee->work, &report->work, report->sweeps, referee->problem->n_contacts,
                      &referee->fault);
    referee->work = report->work;
}

/* Take the best iterate that the solver offers where the solve ends unsolved, and say what it is
 * worth; the trace ends with the one before. False where there is none better. */
static bool take_best(ss_referee *referee, ss_iterate *at)
{
    ss_solve_report *const report = referee->report;
    if (at->best == NULL || ss_outcome_is_solved(report->outcome) ||
        !(at->best_value < referee->value || isnan(referee->value)))
        return false;
    ss_iterate_leave_best(at);
    const ss_evidence evidence = recompute(referee, at->task->sweep.r, NULL);
    ss_estimate_all(report->values, &report->statuses, NULL, &evidence);
    note_e1(report, report->values[SS_ESTIMATE_e1]);
    const double value = report->values[referee->stop];
    if (report->outcome == SS_OUTCOME_DIVERGED && isfinite(value) &&
        ss_can_be_told(referee->problem, at->task->sweep.r, referee->rules->tol))
        report->outcome = SS_OUTCOME_MAX_SWEEPS; /* what is left has not */
    if (value <= referee->rules->tol)
        report->outcome = SS_OUTCOME_SOLVED;
    return true;
}

/* Everything from the iterate's r alone; true when the solve ends. The solver's clock stands. */
static bool evaluate(ss_referee *referee, ss_iterate *at, const double *held)
{
    const double *const r = ss_iterate_read(at);
    const bool traced = referee->rules->trace != NULL;
    ss_solve_report *const report = referee->report;
    const ss_evidence evidence = recompute(referee, r, held);
    evaluate_stop(referee, &evidence);
    look_at_work(referee);
    const double value = referee->value = report->values[referee->stop];
    ss_ending_follow(&referee->course, report->sweeps, value);
    const ss_ending_sweep here = {.problem = referee->problem,
                                  .r = r,
                                  .value = value,
                                  .eps = report->values[SS_ESTIMATE_eps],
                                  .tol = referee->rules->tol,
                                  .sweeps = report->sweeps,
                                  .cap = referee->rules->max_sweeps,
                                  .interrupted = ss_interrupted(),
                                  .late = ss_deadline_passed(referee->deadline_s),
                                  .is_last = at->is_last,
                                  .claims = at->claims,
                                  .course = &referee->course};
    const bool ends = ss_ending_of_sweep(&here, &report->outcome);
    ss_stopwatch_know(&referee->clock, ends);
    if (ends || traced) /* the rows are no price of the solver's */
        evaluate_all(referee, &evidence);
    if (ends) /* velocities that are held are those of the iterate shown */
        find_rounding(referee, r, take_best(referee, at) ? NULL : at);
    else if (!referee->rules->always)
        ss_glance_measure(referee->glance, at);
    return ends;
}

/* True when someone outside wants the solve to end; `over` says so to who waits (ss_watch). */
static bool must_end(ss_referee *referee)
{
    referee->unwatched += referee->problem->n_contacts;
    if (ss_interrupted() || referee->unwatched < DEADLINE_PERIOD)
        return ss_interrupted();
    referee->unwatched = 0;
    return ss_deadline_passed(referee->deadline_s);
}

/* Count CPU time of other processes as the solver's, and towards its limit. */
static void add_outside(ss_referee *referee, double outside_s)
{
    referee->clock.at_s -= outside_s;
    referee->outside_s += outside_s;
    if (referee->deadline_s > 0.0)
        referee->deadline_s = fmax(referee->rules->deadline_s - referee->outside_s, 1e-9);
}

static bool over(void *self, double cpu_s)
{
    const double limit_s = ((const ss_referee *)self)->deadline_s; /* 0: none */
    return ss_interrupted() || (limit_s > 0.0 && ss_process_cpu_time() + cpu_s > limit_s);
}

/* The watch: see ss_watch. */
static ss_seen see(void *self, ss_iterate *at)
{
    ss_referee *const referee = self;
    const ss_rules *const rules = referee->rules;
    const double *const held = referee->holds_velocity ? at->task->sweep.u : NULL;
    referee->course.before = referee->report->sweeps;
    referee->report->sweeps += at->sweeps;
    add_outside(referee, at->outside_s);
    const bool whole = rules->always || at->is_last || must_end(referee) ||
                       ss_ending_samples(&referee->course, referee->report->sweeps);
    const size_t n = referee->problem->n_contacts, sweeps = referee->report->sweeps;
    if (!rules->always)
        ss_glance_follow(referee->glance, at);
    const size_t every = rules->stop->every > 1 && !rules->always ? rules->stop->every : 1;
    const bool due = referee->course.before / every != sweeps / every;
    const bool looks = whole || (due && !ss_glance_is_above(referee->glance, at, held));
    bool stop = false, decides = false;
    if (looks || rules->trace != NULL)
        ss_stopwatch_look(&referee->clock);
    if (looks && !(decides = whole || !ss_glance_longer(referee->glance, at, held)))
        ss_stopwatch_know(&referee->clock, false);
    const double paid = referee->report->cpu_looks_s;
    if (decides || rules->trace != NULL)
        stop = evaluate(referee, at, held);
    if (!decides) /* a row of the trace is no look that the solver pays for */
        referee->report->cpu_looks_s = paid;
    if (stop || ss_keepsake_is_due(referee->course.before, sweeps))
        ss_keepsake_keep(rules->keepsake, ss_iterate_read(at), n, sweeps);
    if (looks || rules->trace != NULL)
        ss_stopwatch_go(&referee->clock);
    tell(referee);
    referee->ended = stop;
    return (ss_seen){stop, referee->value, rules->tol};
}

/* The solver's clock stands. */
static void write_note(void *self, const ss_note *note)
{
    ss_referee *const referee = self;
    const double begin = ss_cpu_time();
    const ss_notes_row row = {.solver = referee->rules->label,
                              .step = referee->rules->step,
                              .note = ++referee->notes,
                              .sweep = referee->report->sweeps};
    ss_status_trace_note(referee->rules->notes, &row, note);
    referee->clock.at_s += ss_cpu_time() - begin;
}

/* The solver's clock runs on: it pays for what it asks. */
static double ask(void *self, const double *r)
{
    ss_referee *const referee = self;
    const ss_evidence evidence = recompute(referee, r, NULL);
    ++referee->report->work.products;
    ++referee->report->work.residuals;
    return value_of(referee, referee->rules->stop, &evidence);
}

static bool begin(ss_referee *referee, const ss_problem *problem, bool holds_velocity,
                  const ss_rules *rules, ss_solve_report *report, ss_error *error)
{
    const size_t n = problem->n_contacts, state_length = ss_operator_state_length(problem);
    *report = (ss_solve_report){.outcome = SS_OUTCOME_SOLVED, .e1_best = NAN};
    referee->problem = problem;
    referee->rules = rules;
    referee->stop = ss_estimator_index(rules->stop);
    referee->report = report;
    referee->holds_velocity = holds_velocity;
    referee->course = (ss_ending_course){0, rules->max_sweeps, INFINITY, INFINITY};
    referee->value = NAN;
    referee->work = report->work;
    referee->fault.code = SS_ERROR_NONE;
    referee->ended = false;
    referee->notes = 0;
    referee->deadline_s = rules->deadline_s;
    add_outside(referee, 0.0);
    tell(referee);
    if (!renew(&referee->u_true, &referee->u_length, 3 * n, 3 * ss_memory_room(n)) ||
        (rules->with_floor && !renew(&referee->vector, &referee->vector_length, 6 * n, 6 * n)) ||
        !renew(&referee->state, &referee->state_length, state_length, state_length) ||
        (rules->trace != NULL && !ss_status_trace_reserve(&referee->statuses, n)))
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to referee %zu contacts", n);
    return true;
}

bool ss_referee_solve(ss_referee *referee, ss_solver *solver, const ss_problem *problem,
                      const ss_rules *rules, ss_solve_report *report, ss_error *error)
{
    if (!begin(referee, problem, ss_solver_answer_of(solver).holds_velocity, rules, report, error))
        return false;
    const ss_glance_task glance = {problem, rules->stop, rules->tol, referee->u_true,
                                   referee->state};
    if (!ss_glance_begin(referee->glance, &glance, error))
        return false;
    if (problem->n_contacts == 0)
        return true;
    referee->clock = ss_stopwatch_start(&report->cpu_s, &report->cpu_looks_s, rules->since_s);
    ss_watch watch = {.see = see, .ask = ask, .self = referee, .over = over, .tol = rules->tol};
    watch.note = rules->trace != NULL && rules->notes != NULL ? write_note : NULL;
    watch.cap = rules->max_sweeps;
    watch.measure = rules->stop->name;
    referee->solver = solver;
    const bool ran = ss_solver_run(solver, problem, watch, &report->work, error);
    report->work_units = ss_solver_units(solver, problem, &report->work);
    if (!ran)
        return false;
    look_at_work(referee); /* is what the solver leaves what it showed? */
    if (!referee->ended)
        return ss_error_set(error, SS_ERROR_FAILED, "%s ended before it was told to", rules->label);
    if (referee->fault.code != SS_ERROR_NONE)
        return ss_error_set(error, referee->fault.code, "%s", referee->fault.text);
    return ss_account_rounds_to_nearest(error) &&
           ss_keepsake_is_same(rules->keepsake, ss_solver_answer_of(solver).r, problem->n_contacts,
                               error);
}

bool ss_referee_judge(const ss_problem *problem, const double *r, const ss_rules *rules,
                      ss_solve_report *report, ss_error *error)
{
    ss_referee *const referee = ss_referee_create(error);
    const bool judged = referee != NULL && begin(referee, problem, false, rules, report, error);
    if (judged && problem->n_contacts > 0) {
        const ss_evidence evidence = recompute(referee, r, NULL);
        evaluate_all(referee, &evidence);
        find_rounding(referee, r, NULL);
        report->outcome = ss_ending_of_answer(rules->tol, rules->claims,
                                              report->values[referee->stop], report->e1_floor);
    }
    ss_referee_free(referee);
    return judged;
}

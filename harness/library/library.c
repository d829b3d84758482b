/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/library/stickslip.h"

#include "harness/estimators/estimators.h"
#include "harness/process/cpu_time.h"
#include "harness/run/referee.h"
#include "problems/contact/operator.h"
#include "problems/files/frozen.h"
#include "solvers/choice.h"
#include "solvers/command/command.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct stickslip_problem {
    ss_frozen frozen;
};

struct stickslip_solver {
    ss_choice choice;
    ss_solver *solver;
    ss_referee *referee;
};

/* Tell the caller what failed; returns false. */
static bool tell(stickslip_error *to, const ss_error *error)
{
    if (to == NULL)
        return false;
    to->code = ss_error_exit_code(error->code);
    memcpy(to->text, error->text, sizeof to->text);
    return false;
}
_Static_assert(sizeof(((stickslip_error *)0)->text) == sizeof(((ss_error *)0)->text), "one text");

const char stickslip_version[] = SS_LIBRARY_VERSION;

/* ---- problems ---- */

/* The blocks that the arrays name, copied; their numbers are checked by the last. */
static ss_block_problem *copy_blocks(const stickslip_arrays *from, ss_error *error)
{
    ss_block_arrays to;
    const size_t n = from->n_contacts, n_blocks = from->row_start[n];
    if (from->row_start[0] != 0) {
        ss_error_set(error, SS_ERROR_DATA, "row_start begins at %zu, not at 0", from->row_start[0]);
        return NULL;
    }
    for (size_t c = 0; c < n; ++c)
        if (from->row_start[c] > from->row_start[c + 1] || from->row_start[c + 1] > n_blocks) {
            ss_error_set(error, SS_ERROR_DATA, "row_start descends after contact %zu", c);
            return NULL;
        }
    ss_block_problem *const blocks = ss_block_problem_create(n, n_blocks, &to, error);
    if (blocks == NULL)
        return NULL;
    memcpy(to.row_start, from->row_start, (n + 1) * sizeof *to.row_start);
    memcpy(to.column, from->column, n_blocks * sizeof *to.column);
    memcpy(to.blocks, from->blocks, 9 * n_blocks * sizeof *to.blocks);
    memcpy(to.q, from->q, 3 * n * sizeof *to.q);
    memcpy(to.mu, from->mu, n * sizeof *to.mu);
    if (ss_block_problem_finish(blocks, error))
        return blocks;
    ss_block_problem_free(blocks);
    return NULL;
}

/* A problem from a file or, if there is no path, from arrays. */
static stickslip_problem *open_problem(const char *path, const stickslip_arrays *arrays,
                                       ss_error *error)
{
    stickslip_problem *const p = calloc(1, sizeof *p);
    void *const params = malloc(ss_problem_file.params.size);
    bool ok = p != NULL && params != NULL;
    if (!ok)
        ss_error_memory(error, "a problem");
    else
        ss_options_defaults(&ss_problem_file.params, params);
    gsl_set_error_handler_off();
    if (ok && path != NULL)
        ok = ss_frozen_open(&p->frozen, path, params, error);
    else if (ok)
        ok = (p->frozen.file.blocks = copy_blocks(arrays, error)) != NULL &&
             ss_frozen_pose(&p->frozen, params, error);
    free(params);
    if (ok)
        return p;
    free(p);
    return NULL;
}

stickslip_problem *stickslip_problem_create(const stickslip_arrays *arrays, stickslip_error *error)
{
    ss_error failure = {.code = SS_ERROR_NONE};
    stickslip_problem *problem = NULL;
    if (arrays == NULL || arrays->row_start == NULL || arrays->column == NULL ||
        arrays->blocks == NULL || arrays->q == NULL || arrays->mu == NULL)
        ss_error_set(&failure, SS_ERROR_USAGE, "an array of the problem is NULL");
    else
        problem = open_problem(NULL, arrays, &failure);
    if (problem == NULL)
        tell(error, &failure);
    return problem;
}

stickslip_problem *stickslip_problem_read(const char *path, stickslip_error *error)
{
    ss_error failure = {.code = SS_ERROR_NONE};
    stickslip_problem *const problem =
        path != NULL ? open_problem(path, NULL, &failure)
                     : (ss_error_set(&failure, SS_ERROR_USAGE, "the path is NULL"), NULL);
    if (problem == NULL)
        tell(error, &failure);
    return problem;
}

void stickslip_problem_free(stickslip_problem *problem)
{
    if (problem == NULL)
        return;
    ss_frozen_free(&problem->frozen);
    free(problem);
}

stickslip_arrays stickslip_problem_arrays(const stickslip_problem *problem)
{
    const ss_problem *const p = &problem->frozen.problem;
    return (stickslip_arrays){.n_contacts = p->n_contacts,
                              .row_start = p->blocks->row_start,
                              .column = p->blocks->column,
                              .blocks = p->blocks->blocks,
                              .q = p->q,
                              .mu = p->mu};
}

/* ---- solvers ---- */

stickslip_solver *stickslip_solver_create(const char *words, stickslip_error *error)
{
    ss_error failure = {.code = SS_ERROR_NONE};
    stickslip_solver *const s = calloc(1, sizeof *s);
    bool ok = s != NULL || ss_error_memory(&failure, "a solver");
    gsl_set_error_handler_off();
    ok = ok && (words != NULL || ss_error_set(&failure, SS_ERROR_USAGE, "the words are NULL"));
    ok = ok && ss_choice_parse_whole(&s->choice, words, SS_CHOICE_OUTER_DEFAULT, &failure);
    if (ok && ss_choice_is_shared(&s->choice))
        ok = ss_error_set(&failure, SS_ERROR_USAGE,
                          "'%s' has a shared object in it, which the program alone loads", words);
    if (ok && (s->choice.external != NULL || s->choice.outer == &ss_outer_command))
        ok = ss_error_set(&failure, SS_ERROR_USAGE,
                          "'%s' is another code's solver or process, which the program alone runs",
                          words);
    if (ok) {
        s->solver = ss_solver_create(&s->choice, &failure);
        s->referee = ss_referee_create(&failure);
        ok = s->solver != NULL && s->referee != NULL;
    }
    if (ok)
        return s;
    stickslip_solver_free(s);
    tell(error, &failure);
    return NULL;
}

void stickslip_solver_free(stickslip_solver *s)
{
    if (s == NULL)
        return;
    ss_referee_free(s->referee);
    ss_solver_free(s->solver);
    ss_choice_free(&s->choice);
    free(s);
}

/* The rules as the referee has them. */
static bool make_rules(ss_rules *to, const stickslip_rules *from, ss_error *error)
{
    const stickslip_rules rules = from != NULL ? *from : (stickslip_rules){.stop = NULL};
    *to = (ss_rules){.tol = rules.tol > 0.0 ? rules.tol : 1e-8,
                     .max_sweeps = rules.max_sweeps > 0 ? rules.max_sweeps : 100000,
                     .label = "library",
                     .step = 1};
    if (!(rules.tol >= 0.0) || !(rules.cpu_s >= 0.0) || isinf(rules.tol))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "tol %g and cpu_s %g: neither may be negative or no number", rules.tol,
                            rules.cpu_s);
    if (rules.cpu_s > 0.0)
        to->deadline_s = ss_process_cpu_time() + rules.cpu_s;
    return ss_estimator_find_stop(rules.stop != NULL ? rules.stop : "e1", &to->stop, error);
}

static void report_on(stickslip_report *to, const ss_solve_report *report)
{
    const double *const values = report->values;
    *to = (stickslip_report){.status = ss_outcome_name(report->outcome),
                             .solved = ss_outcome_is_solved(report->outcome),
                             .sweeps = report->sweeps,
                             .e1 = values[SS_ESTIMATE_e1],
                             .e1_max = values[SS_ESTIMATE_e1_max],
                             .eps = values[SS_ESTIMATE_eps],
                             .siconos_rel = values[SS_ESTIMATE_siconos_rel],
                             .abh_rel = values[SS_ESTIMATE_abh_rel],
                             .work_units = report->work_units,
                             .cpu_s = report->cpu_s};
}

/* Start values in r; SS_ERROR_DATA where they are no numbers. */
static bool put_start(double *r, const double *start, size_t n_contacts, ss_error *error)
{
    for (size_t k = 0; start != NULL && k < 3 * n_contacts; ++k) {
        if (!isfinite(start[k]))
            return ss_error_set(error, SS_ERROR_DATA, "the start of contact %zu is %g", k / 3,
                                start[k]);
        r[k] = start[k];
    }
    return true;
}

bool stickslip_solve(stickslip_solver *s, const stickslip_problem *problem,
                     const stickslip_rules *rules, const double *start, stickslip_answer *answer,
                     stickslip_error *error)
{
    ss_error failure = {.code = SS_ERROR_NONE};
    ss_solve_report found;
    ss_rules own;
    if (s == NULL || problem == NULL || answer == NULL || answer->r == NULL) {
        ss_error_set(&failure, SS_ERROR_USAGE, "solver, problem, answer or its r is NULL");
        return tell(error, &failure);
    }
    const ss_problem *const p = &problem->frozen.problem;
    const size_t n = p->n_contacts;
    double *const r =
        make_rules(&own, rules, &failure) ? ss_solver_prepare(s->solver, p, &failure) : NULL;
    if (r == NULL || !put_start(r, start, n, &failure) ||
        !ss_referee_solve(s->referee, s->solver, p, &own, &found, &failure))
        return tell(error, &failure);
    memcpy(answer->r, r, 3 * n * sizeof *r);
    if (answer->u != NULL && n > 0)
        memcpy(answer->u, ss_referee_velocity(s->referee), 3 * n * sizeof *r);
    report_on(&answer->report, &found);
    return true;
}

bool stickslip_judge(const stickslip_problem *problem, const stickslip_rules *rules,
                     const double *r, stickslip_report *report, stickslip_error *error)
{
    ss_error failure = {.code = SS_ERROR_NONE};
    ss_solve_report found;
    ss_rules own;
    if (problem == NULL || r == NULL || report == NULL) {
        ss_error_set(&failure, SS_ERROR_USAGE, "problem, r or report is NULL");
        return tell(error, &failure);
    }
    if (!make_rules(&own, rules, &failure) ||
        !ss_referee_judge(&problem->frozen.problem, r, &own, &found, &failure))
        return tell(error, &failure);
    report_on(report, &found);
    return true;
}

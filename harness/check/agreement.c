/* Checks of whole problems against the exact local solver, in all forms of the contact operator,
 * and of the forms against each other.
 *
 * r is compared where W has full rank: only there is it unique, for a mu as small as here. Its
 * error is the residual times the condition of W, so problems of condition 1e3 and more are left
 * out, and `least` says how many must remain: a check that compares nothing would pass for ever.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

enum { max_sweeps = 200000 };

/* Condition of the whole W, in block form. Infinite where W lacks rank; NaN without memory. */
static double condition(const ss_problem *problem)
{
    const ss_block_form *const form = problem->blocks;
    const size_t n = 3 * problem->n_contacts;
    double ratio = NAN;
    gsl_matrix *const W = gsl_matrix_calloc(n, n), *const V = gsl_matrix_calloc(n, n);
    gsl_vector *const s = gsl_vector_calloc(n), *const work = gsl_vector_calloc(n);
    if (W != NULL && V != NULL && s != NULL && work != NULL) {
        for (size_t c = 0; c < problem->n_contacts; ++c)
            for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
                for (size_t i = 0; i < 9; ++i)
                    gsl_matrix_set(W, 3 * c + i / 3, 3 * form->column[k] + i % 3,
                                   form->blocks[9 * k + i]);
        gsl_linalg_SV_decomp(W, V, s, work);
        const double smallest = gsl_vector_get(s, n - 1);
        ratio = smallest > 0.0 ? gsl_vector_get(s, 0) / smallest : INFINITY;
    }
    gsl_matrix_free(W);
    gsl_matrix_free(V);
    gsl_vector_free(s);
    gsl_vector_free(work);
    return ratio;
}

/* See the difference from `exact` in one form of a problem. */
static bool see_form(const ss_check_case *c, const ss_problem *problem,
                     const ss_check_answer *exact, const char *name)
{
    static const char *const forms[] = {"ball", "rigid", "block"};
    const char *const form = forms[problem->form];
    ss_check_answer a;
    const bool settled = ss_check_answer_rest(&a, problem, c->choice, NULL, max_sweeps, c->error);
    if (settled && a.rests)
        ss_check_see(c, ss_check_vector_relative(a.r, exact->r, a.n), "%s, %s form", name, form);
    else if (settled)
        ss_check_see(c, INFINITY, "%s, %s form: does not come to rest in %zu sweeps", name, form,
                     a.report.sweeps);
    ss_check_answer_free(&a);
    return settled;
}

/* Compare on one problem, in its form and in blocks, if its W is good enough and r is not 0. */
static bool see_problem(const ss_check_case *c, const ss_problem *problem, const char *name)
{
    ss_check_answer exact = {.n = 0};
    ss_choice reference;
    ss_block_problem *const blocks = ss_block_problem_from_body(problem, c->error);
    if (blocks == NULL)
        return false;
    const ss_problem *const view = ss_block_problem_view(blocks);
    bool asked = true;
    if (problem->n_contacts > 0 && condition(view) < 1e3) {
        asked = ss_choice_parse(&reference, "exact", SS_CHOICE_LOCAL, c->error) &&
                ss_check_answer_rest(&exact, problem, &reference, NULL, max_sweeps, c->error);
        ss_choice_free(&reference);
        if (asked && ss_norm_of(exact.r, exact.n) > 0.0) {
            ++c->finding->n_compared;
            asked = see_form(c, problem, &exact, name) && see_form(c, view, &exact, name);
        }
    }
    ss_check_answer_free(&exact);
    ss_block_problem_free(blocks);
    return asked;
}

enum { n_clusters = 120, n_rigid = 80 };

/* A cluster of balls; from a number on, which is the variant, of rigid bodies: contacts that share
 * bodies, in the order of a sweep. Who gets the velocity of a body wrong after a visit, or takes
 * the block of another contact, is right on lone contacts and wrong here. */
static bool one_cluster(const ss_check_case *c)
{
    const size_t n_balls = (size_t)c->finding->check->variant;
    const bool balls = c->k < n_balls;
    const unsigned long seed = balls ? c->k + 1 : c->k - n_balls + 1;
    char name[40];
    snprintf(name, sizeof name, "%scluster %lu", balls ? "" : "rigid ", seed);
    if (!balls) {
        ss_check_rigid sample;
        gsl_rng_set(c->rng, seed);
        ss_check_rigid_draw(&sample, c->rng, 1 + seed % 4);
        return see_problem(c, &sample.problem, name);
    }
    ss_check_cluster *const p = &c->room->one;
    return ss_check_cluster_random(p, seed, 2 + seed % 9, seed % 2 == 0, c->error) &&
           ss_check_cluster_pose(p, c->error) && see_problem(c, p->problem, name);
}

/* The states that a falling column of four balls goes through, with a reference solver's impulses:
 * problems as scenes pose them, with restitution and contacts that come and go. */
static bool one_column(const ss_check_case *c)
{
    enum { n_states = 8, n_steps = 60 };
    ss_check_cluster *const p = &c->room->one;
    ss_choice mover;
    bool asked = ss_choice_parse(&mover, "exact", SS_CHOICE_LOCAL, c->error) &&
                 ss_check_cluster_open(p, "balls-4", "tol=1e-6", c->k + 1, c->error);
    for (int state = 0; asked && state < n_states && !ss_check_is_hopeless(c->finding); ++state) {
        char name[60];
        ss_solve_report report;
        snprintf(name, sizeof name, "balls-4, instance %zu, state %d", c->k + 1, state);
        asked = ss_check_cluster_advance(p, &mover, n_steps, &report, c->error) &&
                ss_check_cluster_pose(p, c->error) && see_problem(c, p->problem, name);
    }
    ss_choice_free(&mover);
    return asked;
}

/* Solve to rest, or for `n_sweeps` sweeps where that is not 0. */
static bool solve(const ss_check_case *c, ss_check_answer *a, const ss_problem *problem,
                  size_t n_sweeps)
{
    return n_sweeps > 0 ? ss_check_answer_solve(a, problem, c->choice, 1e-300, n_sweeps, c->error)
                        : ss_check_answer_rest(a, problem, c->choice, NULL, max_sweeps, c->error);
}

/* Solve a problem in its form and in blocks. At rest u is the same (r need not be unique), after
 * some sweeps r. */
static bool see_forms(const ss_check_case *c, const ss_problem *problem, size_t n_sweeps)
{
    const size_t n = problem->n_contacts;
    ss_check_answer *const body = &c->room->a, *const block = &c->room->b;
    ss_block_problem *const blocks = ss_block_problem_from_body(problem, c->error);
    const bool solved = blocks != NULL && solve(c, body, problem, n_sweeps) &&
                        solve(c, block, ss_block_problem_view(blocks), n_sweeps);
    if (solved && n_sweeps == 0)
        ss_check_see(c, ss_check_vector_distance(body->u, block->u, body->n),
                     "cluster %zu, %zu contacts", c->k, n);
    else if (solved && body->report.sweeps != block->report.sweeps)
        ss_check_see(c, INFINITY, "cluster %zu: %zu and %zu sweeps", c->k, body->report.sweeps,
                     block->report.sweeps);
    else if (solved)
        ss_check_see(c, ss_check_vector_relative(block->r, body->r, body->n),
                     "cluster %zu, %zu contacts: rounding is amplified", c->k, n);
    ss_block_problem_free(blocks);
    return solved;
}

enum { forms_seed = 101 };

/* Clusters of seeds that no other check draws. */
static bool see_forms_of_balls(const ss_check_case *c, size_t n_balls, size_t n_sweeps)
{
    ss_check_cluster *const balls = &c->room->one;
    return ss_check_cluster_random(balls, forms_seed + c->k, n_balls, true, c->error) &&
           ss_check_cluster_pose(balls, c->error) && see_forms(c, balls->problem, n_sweeps);
}

/* Balls, with odd k rigid bodies of any shape. The three forms are three ways to the same W r, each
 * with a loop of its own in most solvers. */
static bool one_forms(const ss_check_case *c)
{
    enum { n_balls = 8, n_bodies = 6 };
    ss_check_rigid rigid;
    if (c->k % 2 == 0)
        return see_forms_of_balls(c, n_balls, 0);
    gsl_rng_set(c->rng, forms_seed + c->k);
    ss_check_rigid_draw(&rigid, c->rng, n_bodies);
    return see_forms(c, &rigid.problem, 0);
}

/* Both forms take the same path, with the options as given. A solver that takes another amplifies
 * rounding, as a coarse local test does by one iteration more or less. */
static bool one_path(const ss_check_case *c)
{
    enum { n_balls = 12, n_sweeps = 20 };
    return see_forms_of_balls(c, n_balls, n_sweeps);
}

SS_CHECK_DEFINE(LOCAL, clusters, "known solutions", "clusters",
                "|r - exact| / |exact|, clusters of balls and of rigid bodies", 1e-10, FAIL,
                .one = one_cluster, .n = n_clusters + n_rigid, .least = 60, .variant = n_clusters);

SS_CHECK_DEFINE(LOCAL, columns, "known solutions", "columns",
                "|r - exact| / |exact|, states of falling columns of balls-4", 1e-10, FAIL,
                .one = one_column, .n = 10, .least = 10);

SS_CHECK_TWINS(forms, "invariances", "forms",
               "|u - u'|, m/s, solutions with bodies and in block form", 1e-10, FAIL, 20, 10,
               .one = one_forms);

/* Of an outer solver, which stops by E1 1e-12: 1e-9 in r at a condition of 1e3, ten to spare. */
SS_CHECK_DEFINE(OUTER, outer_clusters, "known solutions", "clusters",
                "|r - exact| / |exact|, clusters of balls and of rigid bodies", 1e-8, FAIL,
                .one = one_cluster, .n = 32, .least = 10, .variant = 16);

SS_CHECK_DEFINE(OUTER, outer_columns, "known solutions", "columns",
                "|r - exact| / |exact|, states of a falling column of balls-4", 1e-8, FAIL,
                .one = one_column, .n = 1, .least = 1);

SS_CHECK_DEFINE(LOCAL, path, "invariances", "path",
                "|r - r'| / |r|, ball form and block form after 20 sweeps", 1e-12, NOTE,
                .one = one_path, .n = 20);

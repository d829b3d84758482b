/* Checks of an outer solver's solves: the problem solved, the claim true, no solve in the trace of
 * another, units by powers of two, a start that is a solution, W that is not symmetric.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/answer.h"
#include "harness/check/check.h"
#include "harness/check/copy.h"
#include "harness/check/rigid.h"
#include "harness/check/sample.h"

#include <math.h>
#include <string.h>

enum { max_sweeps = SS_CHECK_REST_SWEEPS };
static const double tol = 1e-8;

/* A random cluster, in block form and in its own in turns. */
typedef struct posed {
    ss_check_cluster cluster;
    ss_block_problem *blocks;
    const ss_problem *problem;
} posed;

/* Even seeds in block form, odd ones by body; free with unpose, whatever happens. */
static bool pose(posed *p, unsigned long seed, ss_error *error)
{
    *p = (posed){.blocks = NULL};
    if (!ss_check_cluster_random(&p->cluster, seed, SS_CHECK_BLOCKS_BALLS, true, error) ||
        !ss_check_cluster_pose(&p->cluster, error))
        return false;
    p->problem = p->cluster.problem;
    if (seed % 2 == 1)
        return true;
    p->blocks = ss_block_problem_from_body(p->problem, error);
    p->problem = p->blocks != NULL ? ss_block_problem_view(p->blocks) : NULL;
    return p->blocks != NULL;
}

static void unpose(posed *p)
{
    ss_block_problem_free(p->blocks);
    ss_check_cluster_free(&p->cluster);
}

/* Judge what the solver returns anew: the E1 of `a` from its r alone. */
static bool judge(const ss_check_answer *a, const ss_problem *problem, double *e1, ss_error *error)
{
    const ss_rules rules = {.stop = &ss_estimator_e1, .tol = tol, .max_sweeps = 1};
    ss_solve_report anew;
    const bool judged = ss_referee_judge(problem, a->r, &rules, &anew, error);
    *e1 = judged ? anew.values[SS_ESTIMATE_e1] : NAN;
    return judged;
}

static void see_solved(const ss_check_case *c, const ss_check_answer *a)
{
    if (a->report.outcome != SS_OUTCOME_SOLVED)
        ss_check_count(c, "cluster %zu: %s after %zu sweeps, E1 %.3g", c->k + 1,
                       ss_outcome_name(a->report.outcome), a->report.sweeps,
                       a->report.values[SS_ESTIMATE_e1]);
}

/* The E1 of the answer is computed anew: a solver may show the watch one r and hand back
 * another. */
static void see_claim(const ss_check_case *c, const ss_check_answer *a, double e1)
{
    const double shown = a->report.values[SS_ESTIMATE_e1];
    if (a->report.outcome == SS_OUTCOME_SOLVED && !(e1 <= tol))
        ss_check_count(c, "cluster %zu: E1 is %.3g, and it ends as solved to %g", c->k + 1, e1,
                       tol);
    else if (e1 != shown && !(isnan(e1) && isnan(shown)))
        ss_check_count(c, "cluster %zu: E1 is %.17g, that of what it showed %.17g", c->k + 1, e1,
                       shown);
}

static void see_work(const ss_check_case *c, const ss_check_answer *a)
{
    const ss_solve_report *const report = &a->report;
    if (report->sweeps == 0)
        ss_check_count(c, "cluster %zu: ended without one sweep", c->k + 1);
    else if (!(report->work_units > 0.0 && isfinite(report->work_units)))
        ss_check_count(c, "cluster %zu: %g work units for %zu sweeps", c->k + 1, report->work_units,
                       report->sweeps);
}

enum { SOLVED, CLAIM, WORK };

/* One solve, and the question of the variant. */
static bool one_solve(const ss_check_case *c)
{
    const int variant = c->finding->check->variant;
    posed p;
    ss_check_answer a = {.n = 0};
    double e1 = NAN;
    const bool solved =
        pose(&p, c->k + 1, c->error) &&
        ss_check_answer_solve(&a, p.problem, c->choice, tol, max_sweeps, c->error) &&
        judge(&a, p.problem, &e1, c->error);
    if (solved && variant == SOLVED)
        see_solved(c, &a);
    else if (solved && variant == CLAIM)
        see_claim(c, &a, e1);
    else if (solved)
        see_work(c, &a);
    ss_check_answer_free(&a);
    unpose(&p);
    return solved;
}

/* ---- two solves ---- */

/* A copy of r and the report of one of several solves by one solver object. */
typedef struct solve_copy {
    double r[3 * SS_CHECK_BLOCKS_MOST];
    ss_solve_report report;
} solve_copy;

/* One solve by a solver object that lives on, as the harness does step after step. */
static bool solve_with(const ss_check_case *c, ss_solver *solver, const ss_problem *problem,
                       solve_copy *out)
{
    const ss_rules rules = {
        .stop = &ss_estimator_e1, .tol = tol, .max_sweeps = max_sweeps, .label = c->choice->label};
    ss_referee *const referee = ss_referee_create(c->error);
    const double *const r = referee != NULL ? ss_solver_prepare(solver, problem, c->error) : NULL;
    const bool solved =
        r != NULL && ss_referee_solve(referee, solver, problem, &rules, &out->report, c->error);
    if (solved)
        memcpy(out->r, r, 3 * problem->n_contacts * sizeof *r);
    ss_referee_free(referee);
    return solved;
}

static void see_same(const ss_check_case *c, const solve_copy *a, const solve_copy *b, size_t n,
                     const char *when)
{
    if (memcmp(a->r, b->r, 3 * n * sizeof *a->r) != 0)
        ss_check_count(c, "cluster %zu: other bits %s", c->k + 1, when);
    else if (memcmp(&a->report.work, &b->report.work, sizeof a->report.work) != 0 ||
             a->report.sweeps != b->report.sweeps)
        ss_check_count(c, "cluster %zu: other work %s", c->k + 1, when);
}

/* A problem by two solver objects, or (variant 1) by one, with another problem between. */
static bool see_twice(const ss_check_case *c, const ss_problem *one, const ss_problem *other)
{
    static const char *const when[] = {"by another solver object", "after another problem"};
    const bool between = c->finding->check->variant == 1;
    solve_copy a, b, second;
    ss_solver *const first = ss_solver_create(c->choice, c->error);
    ss_solver *const anew = ss_solver_create(c->choice, c->error);
    const bool solved = first != NULL && anew != NULL && solve_with(c, first, one, &a) &&
                        (!between || solve_with(c, first, other, &b)) &&
                        solve_with(c, between ? first : anew, one, &second);
    if (solved)
        see_same(c, &a, &second, one->n_contacts, when[between]);
    ss_solver_free(first);
    ss_solver_free(anew);
    return solved;
}

static bool one_twice(const ss_check_case *c)
{
    posed one = {.blocks = NULL}, other = {.blocks = NULL};
    const bool solved = pose(&one, c->k + 1, c->error) && pose(&other, c->k + 100, c->error) &&
                        see_twice(c, one.problem, other.problem);
    unpose(&one);
    unpose(&other);
    return solved;
}

/* ---- units ---- */

/* A block problem in other units: W times w, q times v. */
typedef struct scaled {
    ss_check_copy copy;
    double rho_bar[SS_CHECK_BLOCKS_MOST];
} scaled;

/* W in 1/kg times w and q in m/s times v: then r is times v/w, and rho_bar over w. */
static bool scale(scaled *s, const ss_problem *from, double w, double v, ss_error *error)
{
    const size_t n = from->n_contacts, n_numbers = 9 * from->blocks->row_start[n];
    if (!ss_check_copy_make(&s->copy, from, error))
        return false;
    for (size_t k = 0; k < n_numbers; ++k)
        s->copy.blocks[k] *= w;
    for (size_t k = 0; k < 9 * n; ++k)
        s->copy.W_cc[k] *= w;
    for (size_t k = 0; k < 3 * n; ++k)
        s->copy.q[k] *= v;
    for (size_t k = 0; k < n; ++k)
        s->rho_bar[k] = from->rho_bar[k] / w;
    s->copy.problem.rho_bar = s->rho_bar;
    return true;
}

/* Units by powers of two change no bit of a dimensionless method. */
static bool one_powers(const ss_check_case *c)
{
    const double w = c->k % 2 == 0 ? 0x1p20 : 0x1p-20, v = c->k % 4 < 2 ? 0x1p12 : 0x1p-12;
    ss_block_problem *const from = ss_check_blocks_random(c->k + 1, c->error);
    ss_check_answer a = {.n = 0}, b = {.n = 0};
    scaled s = {.copy.q = NULL};
    const bool solved =
        from != NULL && scale(&s, ss_block_problem_view(from), w, v, c->error) &&
        ss_check_answer_solve(&a, ss_block_problem_view(from), c->choice, tol, max_sweeps,
                              c->error) &&
        ss_check_answer_solve(&b, &s.copy.problem, c->choice, tol, max_sweeps, c->error);
    for (size_t k = 0; solved && k < b.n; ++k)
        b.r[k] *= w / v;
    if (solved && memcmp(a.r, b.r, a.n * sizeof *a.r) != 0)
        ss_check_count(c, "cluster %zu, W * %g, q * %g: r differs by %.3g of it", c->k + 1, w, v,
                       ss_check_vector_relative(b.r, a.r, a.n));
    ss_check_answer_free(&a);
    ss_check_answer_free(&b);
    ss_check_copy_free(&s.copy);
    ss_block_problem_free(from);
    return solved;
}

/* ---- starts and matrices ---- */

/* Sweeps to the tolerance from a solution to 1e-12. */
static bool one_warm(const ss_check_case *c)
{
    ss_choice nlgs = {.label = NULL};
    ss_check_answer exact = {.n = 0}, a = {.n = 0};
    posed p;
    const bool solved =
        pose(&p, c->k + 1, c->error) && ss_choice_parse_with(&nlgs, "nlgs", "exact", c->error) &&
        ss_check_answer_rest(&exact, p.problem, &nlgs, NULL, max_sweeps, c->error) &&
        ss_check_answer_warm(&a, p.problem, c->choice, exact.r, tol, c->error);
    if (solved && exact.rests) {
        ++c->finding->n_compared;
        ss_check_see(c, a.report.outcome == SS_OUTCOME_SOLVED ? (double)a.report.sweeps : INFINITY,
                     "cluster %zu: %s after %zu sweeps", c->k + 1,
                     ss_outcome_name(a.report.outcome), a.report.sweeps);
    }
    ss_check_answer_free(&exact);
    ss_check_answer_free(&a);
    ss_choice_free(&nlgs);
    unpose(&p);
    return solved;
}

/* Solved, or refused by name. */
static void see_skew(const ss_check_case *c, const ss_problem *problem)
{
    ss_check_answer a = {.n = 0};
    ss_error refusal = {.code = SS_ERROR_NONE};
    ++c->finding->n_compared;
    if (ss_check_answer_solve(&a, problem, c->choice, tol, max_sweeps, &refusal)) {
        if (a.report.outcome != SS_OUTCOME_SOLVED)
            ss_check_count(c, "problem %zu: %s, E1 %.3g", c->k + 1,
                           ss_outcome_name(a.report.outcome), a.report.values[SS_ESTIMATE_e1]);
    } else if (refusal.code != SS_ERROR_DATA ||
               strstr(refusal.text, c->choice->outer->name) == NULL)
        ss_check_count(c, "problem %zu: refused without its name: %.100s", c->k + 1, refusal.text);
    ss_check_answer_free(&a);
}

/* Bodies of any shape with restitution of their own, where nlgs solves them. */
static bool one_skew(const ss_check_case *c)
{
    ss_choice nlgs = {.label = NULL};
    ss_check_answer known = {.n = 0};
    ss_check_rigid sample;
    ss_check_rigid_draw(&sample, c->rng, 6);
    const bool solved =
        ss_choice_parse_with(&nlgs, "nlgs", "exact", c->error) &&
        ss_check_answer_solve(&known, &sample.problem, &nlgs, tol, max_sweeps, c->error);
    if (solved && known.report.outcome == SS_OUTCOME_SOLVED)
        see_skew(c, &sample.problem);
    ss_check_answer_free(&known);
    ss_choice_free(&nlgs);
    return solved;
}

SS_CHECK_DEFINE(outer_solved, "known solutions", "solved",
                "clusters of 20 not solved to E1 1e-8 in 5000 sweeps", 0.0, FAIL, .one = one_solve,
                .n = 20, .variant = SOLVED);
SS_CHECK_DEFINE(outer_claim, "known solutions", "claim",
                "solves of 20 whose r is not what they end as", 0.0, FAIL, .one = one_solve,
                .n = 20, .variant = CLAIM);
SS_CHECK_DEFINE(outer_skew, "known solutions", "unsymmetric",
                "unsymmetric W of 10: not solved, or refused without a name", 0.0, FAIL,
                .one = one_skew, .n = 10, .seed = 17, .least = 5);
SS_CHECK_DEFINE(outer_powers, "invariances", "powers-of-2",
                "solves of 8 with other bits in units by powers of 2", 0.0, NOTE, .one = one_powers,
                .n = 8);
SS_CHECK_DEFINE(outer_determinism, "determinism and purity", "determinism",
                "clusters of 10 with other bits or work the second time", 0.0, FAIL,
                .one = one_twice, .n = 10, .variant = 0);
SS_CHECK_DEFINE(outer_trace, "determinism and purity", "trace",
                "clusters of 10 with other bits or work after another problem", 0.0, FAIL,
                .one = one_twice, .n = 10, .variant = 1);
SS_CHECK_DEFINE(outer_warm, "limits", "warm", "sweeps to E1 1e-8 from a solution", 2.0, FAIL,
                .one = one_warm, .n = 10, .least = 5);
SS_CHECK_DEFINE(outer_work, "limits", "work", "solves of 20 that count no sweep or no work", 0.0,
                FAIL, .one = one_solve, .n = 20, .variant = WORK);

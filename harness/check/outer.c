/* Checks of an outer solver's solves: the problem solved, the claim true, no solve in the trace of
 * another, units by powers of two, a start that is a solution, W that is not symmetric.
 *
 * All are asked to E1 1e-8: a hundredth of what a duel asks of files (duel.c), and far above the
 * floor of rounding (method 7).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"

#include <math.h>
#include <string.h>

enum { max_sweeps = SS_CHECK_REST_SWEEPS };
static const double tol = 1e-8;

/* A random cluster: even seeds in block form, odd ones by body. */
static bool pose(ss_check_cluster *p, unsigned long seed, ss_error *error)
{
    return ss_check_cluster_random(p, seed, SS_CHECK_BLOCKS_BALLS, true, error) &&
           (seed % 2 == 1 ? ss_check_cluster_pose(p, error)
                          : ss_check_cluster_pose_blocks(p, error));
}

enum { SOLVED, CLAIM, WORK };

/* One solve, and the question of the variant. The E1 of the answer is computed anew, from its r
 * alone: a solver may show the watch one r and hand back another. */
static bool one_solve(const ss_check_case *c)
{
    const int variant = c->finding->check->variant;
    const size_t number = c->k + 1;
    const double asked = ss_check_tol(c->choice, tol);
    const ss_rules rules = {.stop = &ss_estimator_e1, .tol = asked, .max_sweeps = 1};
    const ss_problem *const *const problem = &c->room->one.problem;
    const ss_solve_report *const report = &c->room->a.report;
    ss_solve_report anew;
    if (!pose(&c->room->one, number, c->error) ||
        !ss_check_answer_solve(&c->room->a, *problem, c->choice, tol, max_sweeps, c->error) ||
        !ss_referee_judge(*problem, c->room->a.r, &rules, &anew, c->error))
        return false;
    const double e1 = anew.values[SS_ESTIMATE_e1], shown = report->values[SS_ESTIMATE_e1];
    const bool solved = report->outcome == SS_OUTCOME_SOLVED;
    if (variant == SOLVED && !solved)
        ss_check_count(c, "cluster %zu: %s after %zu sweeps, E1 %.3g", number,
                       ss_outcome_name(report->outcome), report->sweeps, shown);
    else if (variant == CLAIM && solved && !(e1 <= asked))
        ss_check_count(c, "cluster %zu: E1 is %.3g, and it ends as solved to %g", number, e1,
                       asked);
    else if (variant == CLAIM && e1 != shown && !(isnan(e1) && isnan(shown)))
        ss_check_count(c, "cluster %zu: E1 is %.17g, that of what it showed %.17g", number, e1,
                       shown);
    else if (variant == WORK && report->sweeps == 0)
        ss_check_count(c, "cluster %zu: ended without one sweep", number);
    else if (variant == WORK && ss_choice_local(c->choice) != NULL &&
             report->work.visits + report->work.local_iterations == 0)
        ss_check_count(c, "cluster %zu: no visit by its local solver in %zu sweeps", number,
                       report->sweeps);
    else if (variant == WORK && !(report->work_units > 0.0 && isfinite(report->work_units)))
        ss_check_count(c, "cluster %zu: %g work units for %zu sweeps", number, report->work_units,
                       report->sweeps);
    return true;
}

/* ---- two solves ---- */

/* A problem by two solver objects, or (variant 1) by one, with another problem between: what a
 * solve leaves in its workspace must not be read by the next, or a row would depend on the step
 * before. */
static bool one_twice(const ss_check_case *c)
{
    const bool between = c->finding->check->variant == 1;
    const char *const when = between ? "after another problem" : "by another solver object";
    const ss_rules rules = {.stop = &ss_estimator_e1,
                            .tol = ss_check_tol(c->choice, tol),
                            .max_sweeps = max_sweeps,
                            .label = c->choice->label};
    ss_check_cluster *const one = &c->room->one, *const other = &c->room->other;
    ss_check_answer *const a = &c->room->a, *const second = &c->room->b, b = {.n = 0};
    if (!pose(one, c->k + 1, c->error) || !pose(other, c->k + 100, c->error))
        return false;
    ss_solver *const first = ss_solver_create(c->choice, c->error);
    ss_solver *const anew = ss_solver_create(c->choice, c->error);
    const bool solved =
        first != NULL && anew != NULL &&
        ss_check_answer_by(a, first, one->problem, &rules, NULL, c->error) &&
        (!between || ss_check_answer_by(&b, first, other->problem, &rules, NULL, c->error)) &&
        ss_check_answer_by(second, between ? first : anew, one->problem, &rules, NULL, c->error);
    const ss_work *const work = &a->report.work;
    if (solved && memcmp(a->r, second->r, a->n * sizeof *a->r) != 0)
        ss_check_count(c, "cluster %zu: other bits %s", c->k + 1, when);
    else if (solved && (memcmp(work, &second->report.work, sizeof *work) != 0 ||
                        a->report.sweeps != second->report.sweeps))
        ss_check_count(c, "cluster %zu: other work %s", c->k + 1, when);
    ss_check_answer_free(&b);
    ss_solver_free(first);
    ss_solver_free(anew);
    return solved;
}

/* ---- units ---- */

/* Units by powers of two change no bit of a dimensionless method. W in 1/kg times w and q in m/s
 * times v: then r is times v/w, and rho_bar over w. */
static bool one_powers(const ss_check_case *c)
{
    const double w = c->k % 2 == 0 ? 0x1p20 : 0x1p-20, v = c->k % 4 < 2 ? 0x1p12 : 0x1p-12;
    ss_check_answer *const a = &c->room->a, *const b = &c->room->b;
    ss_check_copy *const scaled = &c->room->copy;
    double rho_bar[SS_CHECK_BLOCKS_MOST];
    if (!ss_check_blocks_random(&c->room->one, c->k + 1, c->error) ||
        !ss_check_copy_make(scaled, c->room->one.problem, c->error))
        return false;
    const ss_problem *const from = c->room->one.problem;
    const size_t n = from->n_contacts;
    for (size_t k = 0; k < 9 * from->blocks->row_start[n]; ++k)
        scaled->blocks[k] *= w;
    for (size_t k = 0; k < 9 * n; ++k)
        scaled->W_cc[k] *= w;
    for (size_t k = 0; k < 3 * n; ++k)
        scaled->q[k] *= v;
    for (size_t k = 0; k < n; ++k)
        rho_bar[k] = from->rho_bar[k] / w;
    scaled->problem.rho_bar = rho_bar;
    if (!ss_check_answer_solve(a, from, c->choice, tol, max_sweeps, c->error) ||
        !ss_check_answer_solve(b, &scaled->problem, c->choice, tol, max_sweeps, c->error))
        return false;
    for (size_t k = 0; k < b->n; ++k)
        b->r[k] *= w / v;
    if (memcmp(a->r, b->r, a->n * sizeof *a->r) != 0)
        ss_check_count(c, "cluster %zu, W * %g, q * %g: r differs by %.3g of it", c->k + 1, w, v,
                       ss_check_vector_relative(b->r, a->r, a->n));
    return true;
}

/* ---- starts and matrices ---- */

/* Sweeps to the tolerance from a solution to 1e-12: it is met at the first look, or after an
 * iteration's second sweep. With more the warm start is thrown away. */
static bool one_warm(const ss_check_case *c)
{
    ss_choice nlgs = {.label = NULL};
    ss_check_answer *const exact = &c->room->a, *const a = &c->room->b;
    const ss_problem *const *const problem = &c->room->one.problem;
    const bool solved = pose(&c->room->one, c->k + 1, c->error) &&
                        ss_choice_parse_with(&nlgs, "nlgs", "exact", c->error) &&
                        ss_check_answer_rest(exact, *problem, &nlgs, NULL, max_sweeps, c->error) &&
                        ss_check_answer_warm(a, *problem, c->choice, exact->r, tol, c->error);
    if (solved && exact->rests) {
        ++c->finding->n_compared;
        ss_check_see(c,
                     a->report.outcome == SS_OUTCOME_SOLVED ? (double)a->report.sweeps : INFINITY,
                     "cluster %zu: %s after %zu sweeps", c->k + 1,
                     ss_outcome_name(a->report.outcome), a->report.sweeps);
    }
    ss_choice_free(&nlgs);
    return solved;
}

/* Bodies of any shape with restitution of their own, where nlgs solves them: solved, or refused by
 * name. A method for symmetric W that goes on regardless ends at another problem's solution. */
static bool one_skew(const ss_check_case *c)
{
    ss_choice nlgs = {.label = NULL};
    ss_check_answer *const known = &c->room->a, *const a = &c->room->b;
    ss_error refusal = {.code = SS_ERROR_NONE};
    ss_check_rigid sample;
    ss_check_rigid_draw(&sample, c->rng, 6);
    const bool asked =
        ss_choice_parse_with(&nlgs, "nlgs", "exact", c->error) &&
        ss_check_answer_solve(known, &sample.problem, &nlgs, tol, max_sweeps, c->error);
    ss_choice_free(&nlgs);
    if (!asked || known->report.outcome != SS_OUTCOME_SOLVED)
        return asked;
    ++c->finding->n_compared;
    if (!ss_check_answer_solve(a, &sample.problem, c->choice, tol, max_sweeps, &refusal)) {
        if (refusal.code != SS_ERROR_DATA || strstr(refusal.text, c->choice->outer->name) == NULL)
            ss_check_count(c, "problem %zu: refused without its name: %.100s", c->k + 1,
                           refusal.text);
    } else if (a->report.outcome != SS_OUTCOME_SOLVED)
        ss_check_count(c, "problem %zu: %s, E1 %.3g", c->k + 1, ss_outcome_name(a->report.outcome),
                       a->report.values[SS_ESTIMATE_e1]);
    return true;
}

SS_CHECK_DEFINE(OUTER, outer_solved, "known solutions", "solved",
                "clusters of 20 not solved to E1 1e-8 in 5000 sweeps", 0.0, FAIL, .one = one_solve,
                .n = 20, .variant = SOLVED);
SS_CHECK_DEFINE(OUTER, outer_claim, "known solutions", "claim",
                "solves of 20 whose r is not what they end as", 0.0, FAIL, .one = one_solve,
                .n = 20, .variant = CLAIM);
SS_CHECK_DEFINE(OUTER, outer_skew, "known solutions", "unsymmetric",
                "unsymmetric W of 10: not solved, or refused without a name", 0.0, FAIL,
                .one = one_skew, .n = 10, .seed = 17, .least = 5);
SS_CHECK_DEFINE(OUTER, outer_powers, "invariances", "powers-of-2",
                "solves of 8 with other bits in units by powers of 2", 0.0, NOTE, .one = one_powers,
                .n = 8);
SS_CHECK_DEFINE(OUTER, outer_determinism, "determinism and purity", "determinism",
                "clusters of 10 with other bits or work the second time", 0.0, FAIL,
                .one = one_twice, .n = 10, .variant = 0);
SS_CHECK_DEFINE(OUTER, outer_trace, "determinism and purity", "trace",
                "clusters of 10 with other bits or work after another problem", 0.0, FAIL,
                .one = one_twice, .n = 10, .variant = 1);
SS_CHECK_DEFINE(OUTER, outer_warm, "limits", "warm", "sweeps to E1 1e-8 from a solution", 2.0, FAIL,
                .one = one_warm, .n = 10, .least = 5);
SS_CHECK_DEFINE(OUTER, outer_work, "limits", "work",
                "solves of 20 that count no sweep, work or visit", 0.0, FAIL, .one = one_solve,
                .n = 20, .variant = WORK);

/* Checks against known solutions of one contact, and of the laws that any solution keeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/answer.h"
#include "harness/check/check.h"
#include "harness/check/vector.h"
#include "harness/check/visit.h"
#include "problems/contact/cone.h"
#include "solvers/local/exact_contact.h"

#include <math.h>

enum { n_contacts = 3000, n_special = 1000 };

/* See a difference; NaN comes from a solver that diverges. */
static void see(ss_check_finding *f, double difference, const char *what, size_t k,
                const ss_check_lone_contact *c)
{
    ss_check_finding_see(f, difference, "%s %zu: mu = %.4g, q = (%.4g, %.4g, %.4g) m/s%s", what, k,
                         c->mu, c->q[0], c->q[1], c->q[2],
                         isnan(difference) ? ": r is not finite" : "");
}

/* The kinds of contact of this file. */
typedef enum kind { SPHERE, FULL, REST, MU_0, OPENING } kind;

static void draw(ss_check_lone_contact *c, gsl_rng *rng, kind what, size_t k)
{
    const bool full = what == FULL || (what != SPHERE && k % 2 == 0);
    ss_check_lone_contact_draw(c, rng, full, what == SPHERE ? 1.0 : 0.5);
    if (what == REST)
        c->q[0] = c->q[1] = c->q[2] = 0.0;
    if (what == MU_0)
        c->mu = 0.0;
    if (what == OPENING)
        c->q[0] = fabs(c->q[0]) + 0.1;
}

static bool one_random(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                       ss_error *error)
{
    ss_check_lone_contact c;
    double r[3], u[3], exact[3];
    draw(&c, rng, (kind)f->check->variant, k);
    ss_contact_exact(exact, c.W, c.q, c.mu);
    if (!ss_check_answer_lone(r, u, &c.problem, choice, error))
        return false;
    const double size = ss_norm(exact), difference = ss_check_vector_distance(r, exact, 3);
    see(f, size > 0.0 ? difference / size : difference, "contact", k, &c);
    return true;
}

static bool measure_by_hand(const ss_choice *choice, ss_check_finding *f, ss_error *error)
{
    enum { max_sweeps = 20000 };
    const ss_check_hand_case known = ss_check_sample_by_hand();
    ss_check_answer a = {.n = 0};
    ss_choice tight;
    if (!ss_check_answer_tighten(&tight, choice, ss_check_answer_lambda_rho(known.problem), error))
        return false;
    const bool settled = ss_check_answer_settle(&a, known.problem, &tight, NULL, max_sweeps, error);
    for (size_t k = 0; settled && k < 9; ++k)
        ss_check_finding_see(f, fabs(a.r[k] - known.r[k]), "r[%zu] = %.17g, not %g N s", k, a.r[k],
                             known.r[k]);
    ss_check_answer_free(&a);
    ss_choice_free(&tight);
    return settled;
}

/* Visit until nothing moves, from an impulse that is far from the answer: many visits for a solver
 * that makes one step in each. */
static bool visit_from_afar(const ss_choice *given, const ss_check_lone_contact *c, double r[3],
                            double u[3], ss_error *error)
{
    const double start[3] = {2.0, 0.1, -0.2};
    double before[3] = {0.0, 0.0, 0.0};
    size_t stride = 0;
    ss_work work = {0};
    ss_choice tight;
    if (!ss_check_answer_tighten(&tight, given, ss_check_answer_lambda_rho(&c->problem), error))
        return false;
    char *const state = ss_check_visit_states(given->solver, 1, &stride, error);
    ss_copy3(r, start);
    for (int k = 0; state != NULL && k < 5000 && ss_check_vector_distance(r, before, 3) > 1e-18;
         ++k) {
        ss_copy3(before, r);
        ss_check_visit(&tight, c, r, u, state, &work);
    }
    free(state);
    ss_choice_free(&tight);
    return state != NULL;
}

/* A contact whose answer needs no solver: at rest r = 0, without friction r = (-q_n/W_nn, 0, 0),
 * opening r = 0 and u = q. Of order 1. */
static bool one_special(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                        ss_error *error)
{
    const kind what = (kind)f->check->variant;
    ss_check_lone_contact c;
    double r[3], u[3], exact[3] = {0.0, 0.0, 0.0};
    draw(&c, rng, what, k);
    if (what == MU_0)
        exact[0] = fmax(0.0, -c.q[0] / c.W[0]);
    if (!visit_from_afar(choice, &c, r, u, error))
        return false;
    see(f, ss_check_vector_distance(r, exact, 3), "contact", k, &c);
    if (what == OPENING)
        see(f, ss_check_vector_distance(u, c.q, 3), "u of contact", k, &c);
    return true;
}

/* How far the answer is outside of the cone, relative to it. */
static bool one_cone(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                     ss_error *error)
{
    ss_check_lone_contact c;
    double r[3], u[3];
    draw(&c, rng, k % 2 == 0 ? SPHERE : FULL, k);
    if (!ss_check_answer_lone(r, u, &c.problem, choice, error))
        return false;
    const double size = ss_norm(r), outside = ss_norm_t(r) - c.mu * r[0];
    see(f, size > 0.0 ? outside / size : size, "contact", k, &c);
    return true;
}

/* A contact pushes only. Of order 1. */
static bool one_pull(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                     ss_error *error)
{
    ss_check_lone_contact c;
    double r[3], u[3];
    draw(&c, rng, (kind)(k % 5), k);
    if (!visit_from_afar(choice, &c, r, u, error))
        return false;
    see(f, -r[0], "contact", k, &c);
    return true;
}

/* The velocity that a solver holds, once nothing moves, is that of its impulse. Of order 1. */
static bool one_velocity(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                         ss_error *error)
{
    ss_check_lone_contact c;
    double r[3], u[3], of_r[3];
    draw(&c, rng, (kind)(k % 5), k);
    if (!visit_from_afar(choice, &c, r, u, error))
        return false;
    ss_mul3(of_r, c.W, r);
    ss_axpy(of_r, 1.0, c.q);
    see(f, ss_check_vector_distance(u, of_r, 3), "contact", k, &c);
    return true;
}

static bool measure_velocity(const ss_choice *choice, ss_check_finding *f, ss_error *error)
{
    if (!choice->solver->holds_velocity) {
        snprintf(f->detail, sizeof f->detail, "it holds none of its own");
        return true;
    }
    return ss_check_loop(choice, 16, n_special, one_velocity, f, error);
}

SS_CHECK_DEFINE(by_hand, "known solutions", "by-hand",
                "|r - exact|, N s: one contact sticks, one slides, one opens", 1e-10, FAIL,
                .measure = measure_by_hand);
SS_CHECK_DEFINE(spheres, "known solutions", "spheres",
                "|r - exact| / |exact|, 3000 contacts of spheres", 1e-10, FAIL, .one = one_random,
                .n = n_contacts, .seed = 1, .variant = SPHERE);
SS_CHECK_DEFINE(full_blocks, "known solutions", "full-blocks",
                "|r - exact| / |exact|, 3000 contacts with a full W", 1e-10, FAIL,
                .one = one_random, .n = n_contacts, .seed = 2, .variant = FULL);
SS_CHECK_DEFINE(rest, "known solutions", "rest", "|r|, N s, of 1000 contacts with q = 0", 1e-10,
                FAIL, .one = one_special, .n = n_special, .seed = 6, .variant = REST);
SS_CHECK_DEFINE(mu_0, "known solutions", "mu-0", "|r - exact|, N s, of 1000 contacts with mu = 0",
                1e-10, FAIL, .one = one_special, .n = n_special, .seed = 7, .variant = MU_0);
SS_CHECK_DEFINE(opening, "known solutions", "opening", "|r| and |u - q| of 1000 contacts that open",
                1e-10, FAIL, .one = one_special, .n = n_special, .seed = 8, .variant = OPENING);
SS_CHECK_DEFINE(cone, "known solutions", "cone",
                "(|r_t| - mu r_n) / |r|, r outside of the friction cone", 1e-12, FAIL,
                .one = one_cone, .n = n_contacts, .seed = 9);
SS_CHECK_DEFINE(pull, "known solutions", "pull", "-r_n, N s, a contact that pulls", 1e-18, FAIL,
                .one = one_pull, .n = n_special, .seed = 10);
SS_CHECK_DEFINE(velocity, "known solutions", "velocity",
                "|u - (W r + q)|, m/s, of the velocity that it holds", 1e-10, FAIL,
                .measure = measure_velocity);

/* Checks of one contact: known solutions, laws that any solution keeps, and single visits: the same
 * bits twice, nothing changed but r and u, work counted and capped, no unit known.
 *
 * A contact is drawn so that impulses and velocities are of order 1 (sample.h): an error in N s or
 * m/s is one relative to the answer, and 1e-10 is 1e-14, to which it rests, times a condition of at
 * most 4, and three digits to spare. What is 0 at the answer (r of a contact that opens or rests)
 * has no size to be relative to: there the error is absolute.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"
#include "harness/run/account.h"
#include "problems/contact/cone.h"
#include "solvers/local/exact_contact.h"

#include <math.h>
#include <string.h>

enum { n_contacts = 3000, n_special = 1000, n_visits = 3000, n_outer = 100, visit_seed = 3 };

/* See a difference; NaN comes from a solver that diverges. */
static void see(const ss_check_case *c, const ss_check_lone_contact *contact, double difference,
                const char *subject)
{
    ss_check_see(c, difference, "%s %zu: mu = %.4g, q = (%.4g, %.4g, %.4g) m/s%s", subject, c->k,
                 contact->mu, contact->q[0], contact->q[1], contact->q[2],
                 isnan(difference) ? ": r is not finite" : "");
}

/* The kinds of contact of the known solutions. */
typedef enum kind { SPHERE, FULL, REST, MU_0, OPENING } kind;

static void draw(ss_check_lone_contact *contact, const ss_check_case *c, kind of)
{
    const bool full = of == FULL || (of != SPHERE && c->k % 2 == 0);
    ss_check_lone_contact_draw(contact, c->rng, full, of == SPHERE ? 1.0 : 0.5);
    if (of == REST)
        contact->q[0] = contact->q[1] = contact->q[2] = 0.0;
    if (of == MU_0)
        contact->mu = 0.0;
    if (of == OPENING)
        contact->q[0] = fabs(contact->q[0]) + 0.1;
}

/* Against ss_contact_exact, which goes through the cases open, stick and slide one by one: what is
 * wrong in a formula shows here first. Spheres have a diagonal W, which hides tangents that are
 * mixed up; full blocks couple all three directions and are slightly unsymmetric, as restitution
 * makes them. */
static bool one_random(const ss_check_case *c)
{
    ss_check_lone_contact contact;
    double r[3], u[3], exact[3];
    draw(&contact, c, (kind)c->finding->check->variant);
    ss_contact_exact(exact, contact.W, contact.q, contact.mu);
    if (!ss_check_answer_lone(r, u, &contact.problem, c->choice, c->error))
        return false;
    see(c, &contact, ss_check_vector_relative(r, exact, 3), "contact");
    return true;
}

/* r outside of the cone, relative to r. What is projected is off the cone by a
 * few roundings of a length and a product; 1e-12 is thousands of them. */
static bool one_cone(const ss_check_case *c)
{
    ss_check_lone_contact contact;
    double r[3], u[3];
    draw(&contact, c, c->k % 2 == 0 ? SPHERE : FULL);
    if (!ss_check_answer_lone(r, u, &contact.problem, c->choice, c->error))
        return false;
    const double size = ss_norm(r), outside = ss_norm_t(r) - contact.mu * r[0];
    see(c, &contact, size > 0.0 ? outside / size : size, "contact");
    return true;
}

/* In whole numbers, so that nothing but the solver rounds: one contact sticks, one slides, one
 * opens in the same solve. It asks both kinds, for nothing couples the three. */
static bool one_by_hand(const ss_check_case *c)
{
    enum { max_sweeps = 20000 };
    const ss_check_hand_case known = ss_check_sample_by_hand();
    ss_check_answer *const a = &c->room->a;
    if (!ss_check_answer_rest(a, known.problem, c->choice, NULL, max_sweeps, c->error))
        return false;
    for (size_t k = 0; k < 9; ++k)
        ss_check_see(c, fabs(a->r[k] - known.r[k]), "r[%zu] = %.17g, not %g N s", k, a->r[k],
                     known.r[k]);
    return true;
}

/* ---- single visits ---- */

/* Visit from any r as a sweep does: u = q + W r, setup, solve. r and u are left as the solver
 * leaves them. */
static void visit(const ss_choice *choice, const ss_check_lone_contact *of, double r[3],
                  double u[3], void *state, ss_work *work)
{
    const ss_contact contact = {of->W, of->mu, of->rho_bar};
    ss_mul3(u, of->W, r);
    ss_axpy(u, 1.0, of->q);
    if (choice->solver->setup != NULL)
        choice->solver->setup(state, &contact, choice->options);
    choice->solver->solve(r, u, &contact, state, choice->options, work);
}

/* Visit until nothing moves, from an impulse that is far from the answer: many visits for a solver
 * that makes one step in each. */
static bool visit_from_afar(const ss_check_case *c, const ss_check_lone_contact *contact,
                            double r[3], double u[3])
{
    const double afar[3] = {2.0, 0.1, -0.2};
    double before[3] = {0.0, 0.0, 0.0};
    ss_work work = {0};
    ss_choice tight;
    if (!ss_check_answer_tighten(&tight, c->choice, &contact->problem, c->error))
        return false;
    ss_copy3(r, afar);
    for (int k = 0; k < 5000 && ss_check_vector_distance(r, before, 3) > 1e-18; ++k) {
        ss_copy3(before, r);
        visit(&tight, contact, r, u, c->states, &work);
    }
    ss_choice_free(&tight);
    return true;
}

/* A contact whose answer needs no solver: at rest r = 0, without friction r = (-q_n/W_nn, 0, 0),
 * opening r = 0 and u = q. These are the edges of the cases, where a division by |r_t| or by mu is
 * not caught; and who starts from afar must forget where it came from. Of order 1. */
static bool one_special(const ss_check_case *c)
{
    const kind of = (kind)c->finding->check->variant;
    ss_check_lone_contact contact;
    double r[3], u[3], exact[3] = {0.0, 0.0, 0.0};
    draw(&contact, c, of);
    if (of == MU_0)
        exact[0] = fmax(0.0, -contact.q[0] / contact.W[0]);
    if (!visit_from_afar(c, &contact, r, u))
        return false;
    see(c, &contact, ss_check_vector_distance(r, exact, 3), "contact");
    if (of == OPENING)
        see(c, &contact, ss_check_vector_distance(u, contact.q, 3), "u of contact");
    return true;
}

enum { PULL, VELOCITY };

/* Once nothing moves a contact pushes only, or (VELOCITY) the velocity that a solver holds is that
 * of its impulse: eps is evaluated with it, so a solver that let the two drift apart would stop by
 * a residual of its own. Both of order 1. A pull is no rounding: r_n is projected, so that 1e-18
 * stands for 0. */
static bool one_law(const ss_check_case *c)
{
    const bool pull = c->finding->check->variant == PULL;
    ss_check_lone_contact contact;
    double r[3], u[3], of_r[3];
    if (!pull && !c->choice->solver->holds_velocity) {
        snprintf(c->finding->detail, sizeof c->finding->detail, "has no velocity of its own");
        return true;
    }
    draw(&contact, c, (kind)(c->k % 5));
    if (!visit_from_afar(c, &contact, r, u))
        return false;
    ss_mul3(of_r, contact.W, r);
    ss_axpy(of_r, 1.0, contact.q);
    see(c, &contact, pull ? -r[0] : ss_check_vector_distance(u, of_r, 3), "contact");
    return true;
}

/* The start of every visit that follows, N s. */
static const double start[3] = {0.25, 0.125, -0.0625};

/* The same visit twice, with a state of its own each: what is not initialised, or kept in a static
 * variable, differs. */
static bool one_determinism(const ss_check_case *c)
{
    double r[2][3], u[2][3];
    ss_work work[2] = {{0}, {0}};
    ss_check_lone_contact contact;
    ss_check_lone_contact_draw(&contact, c->rng, c->k % 2 == 0, 1.0);
    for (size_t i = 0; i < 2; ++i) {
        ss_copy3(r[i], start);
        visit(c->choice, &contact, r[i], u[i], c->states + i * c->stride, &work[i]);
    }
    if (memcmp(r[0], r[1], sizeof r[0]) != 0)
        ss_check_count(c, "visit %zu: r_n = %.17g, then %.17g", c->k, r[0][0], r[1][0]);
    else if (memcmp(u[0], u[1], sizeof u[0]) != 0)
        ss_check_count(c, "visit %zu: u_n = %.17g, then %.17g", c->k, u[0][0], u[1][0]);
    else if (memcmp(&work[0], &work[1], sizeof work[0]) != 0)
        ss_check_count(c, "visit %zu: its work differs", c->k);
    return true;
}

/* A visit leaves W, mu, rho_bar, the options and the state as they were: they are const, and shared
 * by all contacts of a kind and by all threads. */
static bool one_purity(const ss_check_case *c)
{
    const ss_local_solver *const s = c->choice->solver;
    double r[3], u[3];
    ss_work work = {0};
    ss_check_lone_contact drawn;
    ss_choice copy;
    if (!ss_check_answer_copy_choice(&copy, c->choice, c->error))
        return false;
    ss_check_lone_contact_draw(&drawn, c->rng, c->k % 2 == 0, 1.0);
    const ss_contact contact = {drawn.W, drawn.mu, drawn.rho_bar};
    const ss_check_lone_contact before = drawn;
    if (s->setup != NULL) /* the second state is left as setup makes it */
        s->setup(c->states + c->stride, &contact, c->choice->options);
    ss_copy3(r, start);
    visit(c->choice, &drawn, r, u, c->states, &work);
    if (memcmp(copy.options, c->choice->options, s->options.size) != 0)
        ss_check_count(c, "visit %zu changes the options", c->k);
    else if (memcmp(drawn.W, before.W, sizeof drawn.W) != 0 || drawn.mu != before.mu ||
             drawn.rho_bar != before.rho_bar)
        ss_check_count(c, "visit %zu changes W, mu or rho_bar", c->k);
    else if (memcmp(c->states, c->states + c->stride, c->stride) != 0)
        ss_check_count(c, "visit %zu changes its state, or setup is not repeatable", c->k);
    ss_choice_free(&copy);
    return true;
}

/* One visit by `choice`, whose work is counted on; r and u are thrown away. */
static ss_work visit_once(const ss_check_case *c, const ss_choice *choice, ss_work work)
{
    double r[3], u[3];
    ss_check_lone_contact contact;
    ss_check_lone_contact_draw(&contact, c->rng, c->k % 2 == 0, 1.0);
    ss_copy3(r, start);
    visit(choice, &contact, r, u, c->states, &work);
    return work;
}

/* A visit counts local iterations and adds to what is there; visits, failures and fallbacks are the
 * sweep's to count. Work units, by which solvers are compared, are made of these counters. */
static bool one_work(const ss_check_case *c)
{
#define X(name, unit, meaning) .name = 1,
    static const ss_work one = {SS_WORK_LIST(X)};
#undef X
    const ss_work work = visit_once(c, c->choice, one);
    ss_error fault = {.code = SS_ERROR_NONE};
    if (!ss_account_can_be(&one, &work, work.visits, 1, &fault))
        ss_check_count(c, "visit %zu: %.100s", c->k, fault.text);
    else if (work.local_iterations == 1)
        ss_check_count(c, "visit %zu counts no local iteration", c->k);
    else if (work.visits != 1 || work.newton_failures != 1 || work.fallbacks != 1)
        ss_check_count(c, "visit %zu counts visits, failures or fallbacks: the sweep does", c->k);
    return true;
}

/* With a cap that is soon reached and a tolerance that never is: an inner loop that looks at its
 * cap too late, or not at all, hangs on the first contact that it cannot solve. */
static bool one_own_cap(const ss_check_case *c)
{
    static const double caps[] = {1, 2, 3, 10};
    const double cap = caps[c->k % 4];
    const ss_option *const row = ss_options_find(&c->choice->solver->options, "cap");
    ss_choice capped;
    if (row == NULL || row->kind != SS_OPTION_COUNT || row->min > 1.0) {
        snprintf(c->finding->detail, sizeof c->finding->detail, "it has no option cap");
        return true;
    }
    if (!ss_check_answer_copy_choice(&capped, c->choice, c->error))
        return false;
    const bool set = ss_check_answer_set(&capped, "cap", cap, c->error) &&
                     ss_check_answer_set(&capped, "tol", 0.0, c->error);
    if (set) {
        const size_t iterations = visit_once(c, &capped, (ss_work){0}).local_iterations;
        ss_check_see(c, (double)iterations / cap, "cap=%g: %zu iterations in a visit", cap,
                     iterations);
    }
    ss_choice_free(&capped);
    return set;
}

/* The same contact in other units: W in units of 2^w, q in units of 2^v. With powers of two all is
 * exact, so a visit must give the same bits, converged or not. Some published tests are absolute,
 * in m/s or N s: that is known, and so a note. */
static bool one_visit_units(const ss_check_case *c)
{
    static const int powers[4][2] = {{20, 0}, {-20, 0}, {0, 20}, {-33, -27}};
    const int w = powers[c->k % 4][0], v = powers[c->k % 4][1];
    double r[3], u[3], r_scaled[3], u_scaled[3];
    ss_check_lone_contact contact;
    ss_work work = {0};
    ss_check_lone_contact_draw(&contact, c->rng, c->k % 2 == 0, 1.0);
    ss_check_lone_contact scaled = contact;
    for (int i = 0; i < 9; ++i)
        scaled.W[i] = ldexp(contact.W[i], w);
    for (int i = 0; i < 3; ++i) {
        scaled.q[i] = ldexp(contact.q[i], v);
        r_scaled[i] = ldexp(start[i], v - w);
    }
    scaled.rho_bar = ldexp(contact.rho_bar, -w);
    ss_copy3(r, start);
    visit(c->choice, &contact, r, u, c->states, &work);
    visit(c->choice, &scaled, r_scaled, u_scaled, c->states, &work);
    for (int i = 0; i < 3; ++i)
        if (r_scaled[i] != ldexp(r[i], v - w) || u_scaled[i] != ldexp(u[i], v)) {
            ss_check_count(c,
                           "W * 2^%d, q * 2^%d: r[%d] = %.6g, not %.6g N s; is its local test "
                           "absolute?",
                           w, v, i, r_scaled[i], ldexp(r[i], v - w));
            break;
        }
    return true;
}

SS_CHECK_DEFINE(BOTH, by_hand, "known solutions", "by-hand",
                "|r - exact|, N s: one contact sticks, one slides, one opens", 1e-10, FAIL,
                .one = one_by_hand, .n = 1);
SS_CHECK_DEFINE(LOCAL, spheres, "known solutions", "spheres",
                "|r - exact| / |exact|, 3000 contacts of spheres", 1e-10, FAIL, .one = one_random,
                .n = n_contacts, .seed = 1, .variant = SPHERE);
SS_CHECK_DEFINE(LOCAL, full_blocks, "known solutions", "full-blocks",
                "|r - exact| / |exact|, 3000 contacts with a full W", 1e-10, FAIL,
                .one = one_random, .n = n_contacts, .seed = 2, .variant = FULL);
SS_CHECK_DEFINE(LOCAL, rest, "known solutions", "rest", "|r|, N s, of 1000 contacts with q = 0",
                1e-10, FAIL, .one = one_special, .n = n_special, .seed = 6, .variant = REST);
SS_CHECK_DEFINE(LOCAL, mu_0, "known solutions", "mu-0",
                "|r - exact|, N s, of 1000 contacts with mu = 0", 1e-10, FAIL, .one = one_special,
                .n = n_special, .seed = 7, .variant = MU_0);
SS_CHECK_DEFINE(LOCAL, opening, "known solutions", "opening",
                "|r| and |u - q| of 1000 contacts that open", 1e-10, FAIL, .one = one_special,
                .n = n_special, .seed = 8, .variant = OPENING);
/* Of an outer solver, which is not made tight. */
SS_CHECK_DEFINE(OUTER, outer_spheres, "known solutions", "spheres",
                "|r - exact| / |exact|, 100 contacts of spheres", 1e-9, FAIL, .one = one_random,
                .n = n_outer, .seed = 1, .variant = SPHERE);
SS_CHECK_DEFINE(OUTER, outer_full_blocks, "known solutions", "full-blocks",
                "|r - exact| / |exact|, 100 contacts with a full W", 1e-9, FAIL, .one = one_random,
                .n = n_outer, .seed = 2, .variant = FULL);
SS_CHECK_DEFINE(OUTER, outer_rest, "known solutions", "rest",
                "|r|, N s, of 100 contacts with q = 0", 1e-9, FAIL, .one = one_random, .n = n_outer,
                .seed = 6, .variant = REST);
SS_CHECK_DEFINE(OUTER, outer_mu_0, "known solutions", "mu-0",
                "|r - exact| / |exact| of 100 contacts with mu = 0", 1e-9, FAIL, .one = one_random,
                .n = n_outer, .seed = 7, .variant = MU_0);
SS_CHECK_DEFINE(OUTER, outer_opening, "known solutions", "opening",
                "|r|, N s, of 100 contacts that open", 1e-9, FAIL, .one = one_random, .n = n_outer,
                .seed = 8, .variant = OPENING);
SS_CHECK_DEFINE(LOCAL, cone, "known solutions", "cone",
                "(|r_t| - mu r_n) / |r|, r outside of the friction cone", 1e-12, FAIL,
                .one = one_cone, .n = n_contacts, .seed = 9);
SS_CHECK_DEFINE(LOCAL, pull, "known solutions", "pull", "-r_n, N s, a contact that pulls", 1e-18,
                FAIL, .one = one_law, .n = n_special, .seed = 10, .variant = PULL);
SS_CHECK_DEFINE(LOCAL, velocity, "known solutions", "velocity",
                "|u - (W r + q)|, m/s, of the velocity that it holds", 1e-10, FAIL, .one = one_law,
                .n = n_special, .seed = 16, .variant = VELOCITY);
SS_CHECK_DEFINE(LOCAL, visit_units, "invariances", "visit-units",
                "visits of 3000 with other bits in other units", 0.0, NOTE, .one = one_visit_units,
                .n = n_visits, .seed = visit_seed);
SS_CHECK_DEFINE(LOCAL, determinism, "determinism and purity", "determinism",
                "visits of 3000 with other bits the second time", 0.0, FAIL, .one = one_determinism,
                .n = n_visits, .seed = visit_seed);
SS_CHECK_DEFINE(LOCAL, purity, "determinism and purity", "purity",
                "visits of 3000 that change W, options or their state", 0.0, FAIL,
                .one = one_purity, .n = n_visits, .seed = visit_seed);
SS_CHECK_DEFINE(LOCAL, work, "limits", "work", "visits of 3000 that do not count their work", 0.0,
                FAIL, .one = one_work, .n = n_visits, .seed = visit_seed);
SS_CHECK_DEFINE(LOCAL, own_cap, "limits", "own-cap", "local iterations of a visit / its option cap",
                1.0, FAIL, .one = one_own_cap, .n = n_visits, .seed = visit_seed);

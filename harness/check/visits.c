/* Checks of single visits to a lone contact: the same bits twice, nothing changed but r and u, work
 * counted and capped, no unit known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/answer.h"
#include "harness/check/check.h"
#include "harness/check/visit.h"

#include <math.h>
#include <string.h>

enum { n_visits = 3000, seed = 3 };

/* Where every visit starts, N s. */
static const double start[3] = {0.25, 0.125, -0.0625};

static bool one_determinism(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                            ss_error *error)
{
    size_t stride = 0;
    double r[2][3], u[2][3];
    ss_work work[2] = {{0}, {0}};
    ss_check_lone_contact c;
    char *const states = ss_check_visit_states(choice->solver, 2, &stride, error);
    if (states == NULL)
        return false;
    ss_check_lone_contact_draw(&c, rng, k % 2 == 0, 1.0);
    for (size_t i = 0; i < 2; ++i) {
        ss_copy3(r[i], start);
        ss_check_visit(choice, &c, r[i], u[i], states + i * stride, &work[i]);
    }
    if (memcmp(r[0], r[1], sizeof r[0]) != 0)
        ss_check_finding_count(f, "visit %zu: r_n = %.17g, then %.17g", k, r[0][0], r[1][0]);
    else if (memcmp(u[0], u[1], sizeof u[0]) != 0)
        ss_check_finding_count(f, "visit %zu: u_n = %.17g, then %.17g", k, u[0][0], u[1][0]);
    else if (memcmp(&work[0], &work[1], sizeof work[0]) != 0)
        ss_check_finding_count(f, "visit %zu: its work differs", k);
    free(states);
    return true;
}

/* Compare what a visit must leave with how it was before. */
static void see_unchanged(ss_check_finding *f, const ss_check_lone_contact *c,
                          const ss_check_lone_contact *before, const char *states, size_t stride,
                          size_t k)
{
    if (memcmp(c->W, before->W, sizeof c->W) != 0 || c->mu != before->mu ||
        c->rho_bar != before->rho_bar)
        ss_check_finding_count(f, "visit %zu changes W, mu or rho_bar", k);
    else if (memcmp(states, states + stride, stride) != 0)
        ss_check_finding_count(f, "visit %zu changes its state, or setup is not repeatable", k);
}

static bool one_purity(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                       ss_error *error)
{
    const ss_local_solver *const s = choice->solver;
    size_t stride = 0;
    double r[3], u[3];
    ss_work work = {0};
    ss_check_lone_contact c;
    ss_choice copy;
    if (!ss_check_answer_copy_choice(&copy, choice, error))
        return false;
    char *const states = ss_check_visit_states(s, 2, &stride, error);
    if (states != NULL) {
        ss_check_lone_contact_draw(&c, rng, k % 2 == 0, 1.0);
        const ss_contact contact = {c.W, c.mu, c.rho_bar};
        const ss_check_lone_contact before = c;
        if (s->setup != NULL) /* the second state is left as setup makes it */
            s->setup(states + stride, &contact, choice->options);
        ss_copy3(r, start);
        ss_check_visit(choice, &c, r, u, states, &work);
        if (memcmp(copy.options, choice->options, s->options.size) != 0)
            ss_check_finding_count(f, "visit %zu changes the options", k);
        else
            see_unchanged(f, &c, &before, states, stride, k);
    }
    free(states);
    ss_choice_free(&copy);
    return states != NULL;
}

/* One visit with the work it counts; r and u are thrown away. */
static bool visit_once(const ss_choice *choice, gsl_rng *rng, size_t k, ss_work *work,
                       ss_error *error)
{
    size_t stride = 0;
    double r[3], u[3];
    ss_check_lone_contact c;
    char *const state = ss_check_visit_states(choice->solver, 1, &stride, error);
    if (state == NULL)
        return false;
    ss_check_lone_contact_draw(&c, rng, k % 2 == 0, 1.0);
    ss_copy3(r, start);
    ss_check_visit(choice, &c, r, u, state, work);
    free(state);
    return true;
}

static bool one_work(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                     ss_error *error)
{
    ss_work work = {0};
    if (!visit_once(choice, rng, k, &work, error))
        return false;
    if (work.local_iterations == 0)
        ss_check_finding_count(f, "visit %zu counts no local iteration", k);
    else if (work.visits != 0 || work.newton_failures != 0 || work.fallbacks != 0)
        ss_check_finding_count(f, "visit %zu counts visits, failures or fallbacks: the sweep does",
                               k);
    return true;
}

/* With a cap that is soon reached and a tolerance that never is. */
static bool one_own_cap(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                        ss_error *error)
{
    static const double caps[] = {1, 2, 3, 10};
    const double cap = caps[k % 4];
    ss_work work = {0};
    ss_choice capped;
    if (!ss_check_answer_copy_choice(&capped, choice, error))
        return false;
    const bool visited = ss_check_answer_set(&capped, "cap", cap, error) &&
                         ss_check_answer_set(&capped, "tol", 0.0, error) &&
                         visit_once(&capped, rng, k, &work, error);
    ss_choice_free(&capped);
    ss_check_finding_see(f, (double)work.local_iterations / cap,
                         "cap=%g: %zu iterations in a visit", cap, work.local_iterations);
    return visited;
}

static bool measure_own_cap(const ss_choice *choice, ss_check_finding *f, ss_error *error)
{
    const ss_option *const row = ss_options_find(&choice->solver->options, "cap");
    if (row == NULL || row->kind != SS_OPTION_COUNT || row->min > 1.0) {
        snprintf(f->detail, sizeof f->detail, "it has no option cap");
        return true;
    }
    if (!ss_check_loop(choice, seed, n_visits, one_own_cap, f, error))
        return false;
    if (f->value <= 1.0)
        f->detail[0] = '\0';
    return true;
}

/* The same contact in other units: W in units of 2^w, q in units of 2^v. With powers of two all is
 * exact, so a visit must give the same bits, converged or not. */
static bool one_visit_units(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                            ss_error *error)
{
    static const int powers[4][2] = {{20, 0}, {-20, 0}, {0, 20}, {-33, -27}};
    const int w = powers[k % 4][0], v = powers[k % 4][1];
    double r[3], u[3], r_scaled[3], u_scaled[3];
    size_t stride = 0;
    ss_check_lone_contact c;
    ss_work work = {0};
    char *const state = ss_check_visit_states(choice->solver, 1, &stride, error);
    if (state == NULL)
        return false;
    ss_check_lone_contact_draw(&c, rng, k % 2 == 0, 1.0);
    ss_check_lone_contact scaled = c;
    for (int i = 0; i < 9; ++i)
        scaled.W[i] = ldexp(c.W[i], w);
    for (int i = 0; i < 3; ++i) {
        scaled.q[i] = ldexp(c.q[i], v);
        r_scaled[i] = ldexp(start[i], v - w);
    }
    scaled.rho_bar = ldexp(c.rho_bar, -w);
    ss_copy3(r, start);
    ss_check_visit(choice, &c, r, u, state, &work);
    ss_check_visit(choice, &scaled, r_scaled, u_scaled, state, &work);
    for (int i = 0; i < 3; ++i)
        if (r_scaled[i] != ldexp(r[i], v - w) || u_scaled[i] != ldexp(u[i], v)) {
            ss_check_finding_count(f,
                                   "W * 2^%d, q * 2^%d: r[%d] = %.6g, not %.6g N s; is its local "
                                   "test absolute?",
                                   w, v, i, r_scaled[i], ldexp(r[i], v - w));
            break;
        }
    free(state);
    return true;
}

SS_CHECK_DEFINE(visit_units, "invariances", "visit-units",
                "visits of 3000 with other bits in other units", 0.0, NOTE, .one = one_visit_units,
                .n = n_visits, .seed = seed);
SS_CHECK_DEFINE(determinism, "determinism and purity", "determinism",
                "visits of 3000 with other bits the second time", 0.0, FAIL, .one = one_determinism,
                .n = n_visits, .seed = seed);
SS_CHECK_DEFINE(purity, "determinism and purity", "purity",
                "visits of 3000 that change W, options or their state", 0.0, FAIL,
                .one = one_purity, .n = n_visits, .seed = seed);
SS_CHECK_DEFINE(work, "limits", "work", "visits of 3000 that do not count their work", 0.0, FAIL,
                .one = one_work, .n = n_visits, .seed = seed);
SS_CHECK_DEFINE(own_cap, "limits", "own-cap", "local iterations of a visit / its option cap", 1.0,
                FAIL, .measure = measure_own_cap);

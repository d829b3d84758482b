/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/costs.h"

#include "problems/contact/operator.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The plain body form (problems/contact/operator.h, solvers/local/sweep.h), per contact:
 *
 *   ss_ball_contact, read          n, t1, t2: 72; arms 16; scales 16; shift 24; i, j 8     = 136
 *   mu, read                                                                                  8
 *   r, read and written            2 x 24                                                    48
 *   u, written                                                                               24
 *                                                                                           216
 *   the local solver's state, read: see below; W_cc is made from masses and arms
 *
 * and per body: velocity read and written 2 x 48, inverse mass and inertia 16              = 112.
 *
 * The compact form (solvers/sphere/packed.h), where all contacts have one mu, scale and no shift:
 * normal 24, impulse read and written 48, the kernel's state 16, ids of the bodies 8 = 96, gone
 * over 72; a body is one cache line, read 64, its velocities written 48.
 */
static const char lanes[] = ",sbp,sal,exact,";
static const ss_bench_form forms[] = {
    {"nlgs", "", NULL, 1, 216.0, 112.0, 192.0, true},
    {"nlgs-batched", "isa=scalar", lanes, 1, 96.0, 112.0, 72.0, false},
    {"nlgs-batched", "isa=avx2", lanes, 1, 96.0, 112.0, 72.0, false},
    {"nlgs-batched", "isa=avx512", lanes, 1, 96.0, 112.0, 72.0, false},
    {"nlgs-parallel", "domains=1", lanes, 1, 96.0, 112.0, 72.0, false},
    {"nlgs-parallel", "domains=2", lanes, 2, 96.0, 112.0, 72.0, false},
};

enum { n_forms = sizeof forms / sizeof forms[0] };

/* The operator in body form: u = P* v (w 9, v_i - v_j - w x n 6 + 9, three products 15, scale and
 * shift 6: 45), W_cc (w 1, k 5, sum and scales 3: 9), dr 3, v += M^-1 P dr (p 15, torque 9,
 * coefficients 2, four updates 24: 50). */
static const double operator_flops = 107.0;

/* Local solvers, per visit, iteration and projection:
 *
 *   sbp    |u_t| 4, tau 8; cone: |tau_t| 4, tests 2, r_n 5, scale 2, r_t 2                   = 27
 *   sal    tau 6; disc: |tau_t| 4, test 1, scale 2, r_t 2                                    = 15
 *   exact  q = u - W r 18, divisions 3, |r_t| 4, test 1, disc 4, u = q + W r 18              = 48
 *   ac     an alternation: r_n 2, column 6, tau_t 4, length 4, radius 1, scale 1, two columns
 *          14, dr 3, its test 13                                                             = 48
 *   ebp    u_loc 18; an iteration: Jacobians 119, A + B W 54, rhs 18, Cramer 51, du 18,
 *          motion 21, test 22 = 303; a projection: step 12, tau 12, cone 15, Z and |Z| 12    = 51
 *   eal    u_loc 18; an iteration: Jacobians 40, and as above 184 = 224; a projection: step 12,
 *          tau 6, disc 9, Z and |Z| 12                                                       = 39
 */
static const ss_bench_local_cost local_costs[] = {
    {"sbp", 27.0, 0.0, 0.0},    {"sal", 15.0, 0.0, 0.0},    {"exact", 48.0, 0.0, 0.0},
    {"ac", 0.0, 48.0, 0.0},     {"ebp", 18.0, 303.0, 51.0}, {"ebp-nokink", 18.0, 303.0, 51.0},
    {"eal", 18.0, 224.0, 39.0},
};

static bool has_line(const char *outer)
{
    for (size_t k = 0; k < n_forms; ++k)
        if (strcmp(forms[k].outer, outer) == 0)
            return true;
    return false;
}

static bool in_this_build(const char *outer)
{
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k)
        if (strcmp(ss_outer_solver_at(k)->name, outer) == 0)
            return true;
    return false;
}

static bool served(const ss_bench_form *form, ss_error *why)
{
    char text[128];
    ss_choice choice;
    const bool plain = form->variant[0] == '\0';
    snprintf(text, sizeof text, "%s%s%s%s", form->outer, plain ? "" : "[", form->variant,
             plain ? "" : "]");
    const bool valid = ss_choice_parse(&choice, text, SS_CHOICE_OUTER, why);
    ss_choice_free(&choice);
    return valid;
}

bool ss_bench_form_at(size_t k, ss_bench_form *form)
{
    size_t n = 0;
    for (size_t i = 0; i < n_forms; ++i) {
        ss_error why = {.code = SS_ERROR_NONE};
        if (in_this_build(forms[i].outer) && served(&forms[i], &why) && n++ == k) {
            *form = forms[i];
            return true;
        }
    }
    for (size_t i = 0; ss_outer_solver_at(i) != NULL; ++i)
        if ((ss_outer_solver_at(i)->needs & SS_NEEDS_LOCAL) != 0 &&
            !has_line(ss_outer_solver_at(i)->name) && n++ == k) {
            *form = (ss_bench_form){ss_outer_solver_at(i)->name, "", NULL, 1, NAN, NAN, NAN, false};
            return true;
        }
    return false;
}

bool ss_bench_form_refused(size_t k, ss_error *why)
{
    size_t n = 0;
    for (size_t i = 0; i < n_forms; ++i) {
        ss_error reason = {.code = SS_ERROR_NONE};
        if (!in_this_build(forms[i].outer) || served(&forms[i], &reason) || n++ < k)
            continue;
        *why = (ss_error){.code = SS_ERROR_NONE};
        ss_error_set(why, reason.code, "%s[%s]: %.400s", forms[i].outer, forms[i].variant,
                     reason.text);
        return true;
    }
    return false;
}

bool ss_bench_form_has(const ss_bench_form *form, const ss_local_solver *solver)
{
    char name[64];
    snprintf(name, sizeof name, ",%s,", solver->name);
    return form->solvers == NULL || strstr(form->solvers, name) != NULL;
}

ss_solver *ss_bench_form_solver(const ss_bench_form *form, const ss_choice *local,
                                ss_choice *choice, ss_error *error)
{
    char text[512];
    snprintf(text, sizeof text, "%s[%s%slocal=%s]", form->outer, form->variant,
             form->variant[0] != '\0' ? "," : "", local->label);
    return ss_choice_parse_whole(choice, text, SS_CHOICE_OUTER_DEFAULT, error)
               ? ss_solver_create(choice, error)
               : NULL;
}

const ss_bench_local_cost *ss_bench_local_cost_of(const char *solver)
{
    for (size_t k = 0; k < sizeof local_costs / sizeof local_costs[0]; ++k)
        if (strcmp(local_costs[k].solver, solver) == 0)
            return &local_costs[k];
    return NULL;
}

/* What the local solver adds to a contact's bytes. */
static double extra_bytes(const ss_bench_form *form, const ss_local_solver *solver)
{
    const ss_bench_local_cost *const cost = ss_bench_local_cost_of(solver->name);
    if (cost == NULL)
        return NAN;
    return form->separate ? (double)solver->state_size : 0.0;
}

double ss_bench_cost_bytes(const ss_bench_form *form, const ss_local_solver *solver,
                           const ss_problem *problem)
{
    const double bodies_a_contact =
        (double)ss_operator_moving(problem)->n_bodies / (double)problem->n_contacts;
    return form->contact_bytes + extra_bytes(form, solver) + bodies_a_contact * form->body_bytes;
}

double ss_bench_cost_flops(const ss_local_solver *solver, double iterations, double projections)
{
    const ss_bench_local_cost *const cost = ss_bench_local_cost_of(solver->name);
    if (cost == NULL)
        return NAN;
    return operator_flops + cost->visit_flops + iterations * cost->iteration_flops +
           projections * cost->projection_flops;
}

double ss_bench_cost_working_set(const ss_bench_form *form, const ss_local_solver *solver,
                                 const ss_problem *problem)
{
    return (form->footprint + extra_bytes(form, solver)) * (double)problem->n_contacts +
           64.0 * (double)ss_operator_moving(problem)->n_bodies;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/costs.h"

#include "problems/contact/operator.h"
#include "solvers/base/unit.h"

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
static const char lanes[] = ",sbp,sal,ebp,ebp-nokink,eal,ac,exact,";
static const ss_bench_form forms[] = {
    {"nlgs", "", NULL, 1, 216.0, 112.0, 192.0, true},
    {"nlgs-batched", "isa=scalar", lanes, 1, 96.0, 112.0, 72.0, false},
    {"nlgs-batched", "isa=avx2", lanes, 1, 96.0, 112.0, 72.0, false},
    {"nlgs-batched", "isa=avx512", lanes, 1, 96.0, 112.0, 72.0, false},
    {"nlgs-parallel", "domains=1", lanes, 1, 96.0, 112.0, 72.0, false},
    {"nlgs-parallel", "domains=2", lanes, 2, 96.0, 112.0, 72.0, false},
};

enum { n_forms = sizeof forms / sizeof forms[0] };

static bool has_line(const char *outer)
{
    for (size_t k = 0; k < n_forms; ++k)
        if (strcmp(forms[k].outer, outer) == 0)
            return true;
    return false;
}

bool ss_bench_form_has(const ss_bench_form *form, const ss_local_solver *solver)
{
    char name[64];
    if (form->solvers == NULL || solver == NULL)
        return true;
    snprintf(name, sizeof name, ",%s,", solver->name);
    return strstr(form->solvers, name) != NULL;
}

/* The k-th form, whether it is served or not: the lines of the table, then the outer solvers
 * without a line that sweep by a local solver. */
static bool any_form(size_t k, ss_bench_form *form)
{
    const ss_outer_solver *outer;
    if (k < n_forms) {
        *form = forms[k];
        return true;
    }
    k -= n_forms;
    for (size_t i = 0; (outer = ss_outer_solver_at(i)) != NULL; ++i)
        if (ss_outer_solver_takes_local(outer) && !has_line(outer->name) && k-- == 0) {
            *form = (ss_bench_form){outer->name, "", NULL, 1, NAN, NAN, NAN, false};
            return true;
        }
    return false;
}

/* The k-th form of the solver that is served, or that is not, with the reason. */
static bool find_form(size_t k, bool wanted, const ss_local_solver *solver, ss_bench_form *form,
                      ss_error *why)
{
    for (size_t i = 0; any_form(i, form); ++i) {
        char text[128];
        ss_choice choice;
        const bool plain = form->variant[0] == '\0';
        snprintf(text, sizeof text, "%s%s%s%s", form->outer, plain ? "" : "[", form->variant,
                 plain ? "" : "]");
        *why = (ss_error){.code = SS_ERROR_NONE};
        const bool served = ss_choice_parse(&choice, text, SS_CHOICE_OUTER, why);
        ss_choice_free(&choice);
        if (served == wanted && ss_bench_form_has(form, solver) && k-- == 0)
            return true;
    }
    return false;
}

bool ss_bench_form_at(size_t k, const ss_local_solver *solver, ss_bench_form *form)
{
    ss_error why;
    return find_form(k, true, solver, form, &why);
}

bool ss_bench_form_refused(size_t k, ss_error *why)
{
    ss_bench_form form;
    ss_error reason;
    if (!find_form(k, false, NULL, &form, &reason))
        return false;
    *why = (ss_error){.code = SS_ERROR_NONE};
    ss_error_set(why, reason.code, "%s[%s]: %.400s", form.outer, form.variant, reason.text);
    return true;
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

ss_bench_cost ss_bench_cost_of(const ss_bench_form *form, const ss_local_solver *solver,
                               const ss_problem *problem, const ss_work *work)
{
    const double visits = (double)work->visits, n = (double)problem->n_contacts;
    const double n_bodies = (double)ss_operator_moving(problem)->n_bodies;
    const double state = form->separate ? (double)solver->state_size : 0.0;
    const ss_unit_price *const price = ss_unit_price_of(solver);
    if (price->solver[0] == '\0')
        return (ss_bench_cost){NAN, NAN, NAN};
    return (ss_bench_cost){.bytes = form->contact_bytes + state + n_bodies / n * form->body_bytes,
                           .flops = ss_unit_ball_visit() + price->visit +
                                    (double)work->local_iterations / visits * price->iteration +
                                    (double)work->projections / visits * price->projection,
                           .working_set = (form->footprint + state) * n + 64.0 * n_bodies};
}

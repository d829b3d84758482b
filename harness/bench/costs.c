/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/costs.h"

#include "problems/contact/operator.h"
#include "solvers/base/unit.h"
#include "solvers/sphere/pack.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Bytes of an impulse or a velocity, and of a body in either layout. */
enum { VECTOR = 3 * sizeof(double), BODY = SS_BODY_STRIDE * sizeof(double) };

static const ss_bench_form forms[] = {
    {"nlgs", "", 1, SS_BENCH_CONTACTS},
    {"nlgs-batched", "isa=scalar", 1, SS_BENCH_PACKED},
    {"nlgs-batched", "isa=avx2", 1, SS_BENCH_PACKED},
    {"nlgs-batched", "isa=avx512", 1, SS_BENCH_PACKED},
    {"nlgs-parallel", "domains=1", 1, SS_BENCH_PACKED},
    {"nlgs-parallel", "domains=2", 2, SS_BENCH_PACKED},
    {"nlgs-parallel", "domains=1,order=space", 1, SS_BENCH_PACKED},
    {"nlgs-parallel", "domains=2,order=space", 2, SS_BENCH_PACKED},
};

enum { n_forms = sizeof forms / sizeof forms[0] };

bool ss_bench_form_has(const ss_bench_form *form, const ss_local_solver *solver)
{
    return form->layout != SS_BENCH_PACKED || solver == NULL || solver->lanes != NULL;
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
    for (size_t i = 0; (outer = ss_outer_solver_at(i)) != NULL; ++i) {
        bool has_line = false;
        for (size_t line = 0; line < n_forms; ++line)
            has_line = has_line || strcmp(forms[line].outer, outer->name) == 0;
        if (ss_outer_solver_takes_local(outer) && !has_line && k-- == 0) {
            *form = (ss_bench_form){outer->name, "", 1, SS_BENCH_UNKNOWN};
            return true;
        }
    }
    return false;
}

void ss_bench_form_name(char *name, size_t size, const char *outer, const char *variant)
{
    const bool plain = variant[0] == '\0';
    snprintf(name, size, "%s%s%s%s", outer, plain ? "" : "[", variant, plain ? "" : "]");
}

/* The k-th form of the solver that is served, or that is not, with the reason. */
static bool find_form(size_t k, bool wanted, const ss_local_solver *solver, ss_bench_form *form,
                      ss_error *why)
{
    for (size_t i = 0; any_form(i, form); ++i) {
        char text[128];
        ss_choice choice;
        ss_bench_form_name(text, sizeof text, form->outer, form->variant);
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
    char name[128];
    if (!find_form(k, false, NULL, &form, &reason))
        return false;
    *why = (ss_error){.code = SS_ERROR_NONE};
    ss_bench_form_name(name, sizeof name, form.outer, form.variant);
    ss_error_set(why, reason.code, "%s: %s", name, reason.text);
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

/* Bytes that a sweep moves, a contact and a body, and those that it goes over, each once. */
typedef struct traffic {
    double contact, body, footprint;
} traffic;

static traffic traffic_of(const ss_bench_form *form, const ss_local_solver *solver,
                          const ss_problem *problem)
{
    ss_packed packed = {.n_fields = 0};
    const double read = (double)(sizeof(ss_ball_contact) + sizeof(double) + solver->state_size);
    /* A contact, its mu and the local solver's state are read, r is read and written, u written;
     * W_cc is made from masses and arms. Of a body the velocities are read and written, mass and
     * inertia read. */
    if (form->layout == SS_BENCH_CONTACTS)
        return (traffic){read + 3 * VECTOR, 4 * VECTOR + 2 * sizeof(double), read + 2 * VECTOR};
    if (form->layout != SS_BENCH_PACKED)
        return (traffic){NAN, NAN, NAN};
    /* A record is read, but for the velocity that its solver holds, which is written, as the
     * impulse is; the numbers of two bodies are read. A body is read and written whole. */
    ss_pack_uniform(&packed, problem);
    ss_pack_set_fields(&packed, solver->lanes);
    const double record = (double)(packed.n_fields * sizeof *packed.fields);
    const double ids = (double)(2 * sizeof *packed.ids);
    return (traffic){record + ids + VECTOR, 2 * BODY, record + ids};
}

ss_bench_cost ss_bench_cost_of(const ss_bench_form *form, const ss_local_solver *solver,
                               const ss_problem *problem, const ss_work *work)
{
    const double visits = (double)work->visits, n = (double)problem->n_contacts;
    const double n_bodies = (double)ss_operator_moving(problem)->n_bodies;
    const ss_local_price *const price = &solver->price;
    if (!ss_unit_is_priced(solver))
        return (ss_bench_cost){NAN, NAN, NAN};
    const traffic t = traffic_of(form, solver, problem);
    return (ss_bench_cost){.bytes = t.contact + n_bodies / n * t.body,
                           .flops = ss_unit_ball_visit() + price->visit +
                                    (double)work->local_iterations / visits * price->iteration +
                                    (double)work->projections / visits * price->projection,
                           .working_set = t.footprint * n + BODY * n_bodies};
}

/* The bytes behind the bounds of the benchmark are those that are there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bed.h"
#include "harness/bench/costs.h"
#include "problems/contact/operator.h"
#include "solvers/sphere/pack.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ss_bench_form plain = {.outer = "nlgs", .layout = SS_BENCH_CONTACTS};
static const ss_bench_form packed_form = {.outer = "nlgs-batched", .layout = SS_BENCH_PACKED};

/* A bed of 60 balls, and the same problem with another mu at one contact. */
typedef struct stage {
    ss_bench_bed bed;
    ss_problem alike, own;
    double *mu; /* of `own` */
} stage;

static void set_stage(stage *s)
{
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_bench_bed_open_tiles(&s->bed, 60, 1, "", &error), "%s", error.text);
    const size_t size = s->bed.problem->n_contacts * sizeof *s->mu;
    s->alike = s->own = *s->bed.problem;
    s->own.mu = s->mu = malloc(size);
    cr_assert_not_null(s->mu);
    memcpy(s->mu, s->alike.mu, size);
    s->mu[0] += 0.1;
}

static void strike_stage(stage *s)
{
    free(s->mu);
    ss_bench_bed_free(&s->bed);
}

static double n_bodies(const ss_problem *problem)
{
    return (double)ss_operator_moving(problem)->n_bodies;
}

/* Of a contact and sweep: the bytes moved and those gone over, both without the bodies. */
static void contact_bytes(const ss_bench_form *form, const char *name, const ss_problem *problem,
                          double *moved, double *footprint)
{
    const ss_work work = {.visits = 1};
    const double n = (double)problem->n_contacts;
    const double body = form->layout == SS_BENCH_PACKED ? 128.0 : 112.0;
    const ss_bench_cost cost =
        ss_bench_cost_of(form, ss_local_solver_find(name, NULL), problem, &work);
    *moved = cost.bytes - body * n_bodies(problem) / n;
    *footprint = (cost.working_set - 64.0 * n_bodies(problem)) / n;
}

static void expect_bytes(const ss_bench_form *form, const char *name, const ss_problem *problem,
                         double moved, double footprint)
{
    double found, over;
    contact_bytes(form, name, problem, &found, &over);
    cr_expect(fabs(found - moved) < 1e-9 && fabs(over - footprint) < 1e-9, "%s/%s: %g and %g",
              form->outer, name, found, over);
}

/* By hand. A record: n, p, state, held velocity, the numbers of two bodies; p and the held velocity
 * are written besides, and where contacts differ mu, scales and shift are read. */
Test(bench_costs, bytes_are_those_of_the_layouts)
{
    stage s;
    set_stage(&s);
    expect_bytes(&packed_form, "sal", &s.alike, 64 + 24, 64);
    expect_bytes(&packed_form, "exact", &s.alike, 72 + 24, 72);
    expect_bytes(&packed_form, "ebp", &s.alike, 72 + 24 + 24, 72 + 24);
    expect_bytes(&packed_form, "ebp", &s.own, 72 + 24 + 24 + 48, 72 + 24 + 48);
    const double state = (double)ss_local_solver_find("ebp", NULL)
                             ->state_size; /* frame 72, arms, scales, shift, ids */
    expect_bytes(&plain, "ebp", &s.own, 136 + 8 + 48 + 24 + state, 136 + 8 + 24 + 24 + state);
    strike_stage(&s);
}

/* Room for the records, of which 4 bytes a contact, its number in the problem, are touched by no
 * sweep; *lanes is their number, those without a contact too. */
static double room_of_records(const char *name, const ss_problem *problem, double *lanes)
{
    ss_packed packed = {.n_fields = 0};
    ss_pack_records records = {.block = NULL};
    ss_group_mark *const marks =
        calloc(ss_operator_moving(problem)->n_bodies, SS_BODY_STRIDE * sizeof(double));
    ss_pack_uniform(&packed, problem);
    ss_pack_set_fields(&packed, ss_local_solver_find(name, NULL)->lanes);
    cr_assert(marks != NULL && ss_pack_group_tightly(&packed, problem, NULL, marks, &records));
    const double room = (double)records.room;
    *lanes = (double)(SS_LANES * packed.n_groups + packed.n_singles);
    ss_pack_release(&records);
    free(marks);
    return room;
}

Test(bench_costs, records_are_allocated_as_they_are_counted)
{
    static const char *const names[] = {"sal", "exact", "ebp"};
    stage s;
    set_stage(&s);
    for (size_t k = 0; k < 6; ++k) {
        const char *const name = names[k % 3];
        const ss_problem *const problem = k < 3 ? &s.alike : &s.own;
        double moved, footprint, lanes;
        contact_bytes(&packed_form, name, problem, &moved, &footprint);
        const double room = room_of_records(name, problem, &lanes);
        cr_expect(lanes * (footprint + 4.0) <= room &&
                      room <= 1.05 * lanes * (footprint + 4.0) + 400.0,
                  "%s: %g bytes for each of %g, room for %g", name, footprint, lanes, room);
    }
    strike_stage(&s);
}

/* Local repair: of an error that is planted in a solution, and what it leaves alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/ppa.h"
#include "solvers/global/repair.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* A settling packing of some hundred contacts and its solution y. */
typedef struct scene {
    test_packing packing;
    ss_block_problem *blocks;
    ss_system system;
    ss_work work;
    double *y, *memory;
} scene;

/* Counts what it is shown, and says stop at the last, and at a solution if it has a scene. */
typedef struct counter {
    size_t shown, last;
    const scene *scene;
} counter;

static double E1_of(const scene *s, const double *y)
{
    double *const v = calloc(3 * s->system.n, sizeof *v);
    ss_system_velocity(v, &s->system, y);
    const double e1 = ss_system_e1(&s->system, y, v, NULL);
    free(v);
    return e1;
}

static ss_seen count(void *self, const double *y)
{
    counter *const c = self;
    const bool is_solved = c->scene != NULL && E1_of(c->scene, y) <= 1e-12;
    return (ss_seen){.stop = ++c->shown >= c->last || is_solved, .value = NAN, .tol = 1e-12};
}

static void scene_make(scene *s)
{
    ss_error error = {SS_ERROR_NONE, ""};
    counter c = {.last = SIZE_MAX};
    *s = (scene){.blocks = NULL};
    test_outer_pack(&s->packing, "balls-500", "tol=1e-6", 350);
    s->blocks = ss_block_problem_from_body(s->packing.problem, &error);
    cr_assert(s->blocks != NULL &&
              ss_system_pose(&s->system, ss_block_problem_view(s->blocks), &s->work, &error));
    const size_t n = s->system.n;
    s->y = calloc(3 * n, sizeof *s->y);
    s->memory = calloc(ss_repair_length(n), sizeof *s->memory);
    const ss_ppa_limits limits = {
        .a = 1e-1, .tol = 1e-13, .factorizations = 200, .failures = SIZE_MAX};
    const ss_system_end end =
        ss_ppa_run(&s->system, s->y, &limits, (ss_system_watch){count, &c}, s->memory);
    cr_assert(end.ending == SS_SYSTEM_SOLVED, "E1 %g", end.e1);
    s->work.factorizations = 0;
}

static void scene_free(scene *s)
{
    ss_system_clear(&s->system);
    ss_block_problem_free(s->blocks);
    test_packing_free(&s->packing);
    free(s->y);
    free(s->memory);
}

/* The largest impulse is made larger by the factor 1 + error. */
static void plant(scene *s, double error)
{
    size_t c = 0;
    for (size_t i = 1; i < s->system.n; ++i)
        if (s->y[3 * i] > s->y[3 * c])
            c = i;
    for (size_t i = 0; i < 3; ++i)
        s->y[3 * c + i] *= 1.0 + error;
}

static void remember(void *self, const ss_repair_attempt *attempt)
{
    *(ss_repair_attempt *)self = *attempt;
}

Test(repair, solves_the_part_where_the_error_is)
{
    scene s;
    scene_make(&s);
    plant(&s, 1e-5);
    counter c = {.last = SIZE_MAX, .scene = &s};
    ss_repair_attempt last = {0};
    const ss_repair_limits limits = {1000, remember, &last};
    const ss_system_end end =
        ss_repair_run(&s.system, s.y, &limits, (ss_system_watch){count, &c}, s.memory);
    cr_expect(end.ending == SS_SYSTEM_STOPPED && end.e1 <= 1e-12, "%s, E1 %g",
              ss_system_ending_name(end.ending), end.e1);
    cr_expect(last.before > 1e-9 && last.after == end.e1 && last.part_e1 <= 1e-11, "%g, %g, %g",
              last.before, last.after, last.part_e1);
    cr_expect(last.contacts > 0 && 2 * last.contacts < s.system.n, "%zu of %zu contacts",
              last.contacts, s.system.n);
    cr_expect(end.factorizations == c.shown && s.work.factorizations == c.shown);
    scene_free(&s);
}

/* It never makes E1 worse, and ends where its user says so. */
Test(repair, ends_at_a_cap_at_a_stop_and_where_nothing_gains)
{
    scene s;
    scene_make(&s);
    ss_repair_limits limits = {1000, NULL, NULL};
    counter c = {.last = SIZE_MAX};
    ss_system_end end =
        ss_repair_run(&s.system, s.y, &limits, (ss_system_watch){count, &c}, s.memory);
    cr_expect(end.ending == SS_SYSTEM_STALLED || end.ending == SS_SYSTEM_CAPPED, "%s",
              ss_system_ending_name(end.ending));
    cr_expect(end.e1 <= 1e-13);
    plant(&s, 1e-5);
    limits.factorizations = 1;
    end = ss_repair_run(&s.system, s.y, &limits, (ss_system_watch){count, &c}, s.memory);
    cr_expect(end.ending == SS_SYSTEM_CAPPED && end.factorizations == 1);
    c = (counter){.last = 2};
    limits.factorizations = 1000;
    end = ss_repair_run(&s.system, s.y, &limits, (ss_system_watch){count, &c}, s.memory);
    cr_expect(end.ending == SS_SYSTEM_STOPPED && end.factorizations == 2);
    scene_free(&s);
}

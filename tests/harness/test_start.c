/* Starts at rest: the same bits from the cache, without one, and from a damaged file made anew.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/start.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static ss_scene open_start(const char *amplitude, const char *cache)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_problem_choice problem;
    ss_source source;
    cr_assert(ss_problem_choice_parse(&problem, "shaken-box", &error) &&
              ss_problem_choice_set_value(&problem, "balls", "9", &error) &&
              ss_problem_choice_set_value(&problem, "amplitude", amplitude, &error));
    cr_assert(ss_source_open(&source, &problem, &error) && ss_start_rest(&source, cache, &error),
              "%s", error.text);
    ss_problem_choice_free(&problem);
    return source.scene;
}

static void check_same(const ss_scene *a, const ss_scene *b, const char *what)
{
    const size_t n = a->bodies.n_moving;
    cr_expect(memcmp(a->bodies.x, b->bodies.x, 3 * n * sizeof(double)) == 0, "%s: x", what);
    cr_expect(memcmp(a->bodies.orientation, b->bodies.orientation, 4 * n * sizeof(double)) == 0,
              "%s: orientations", what);
    cr_expect(test_norm(b->bodies.v, 6 * n) == 0.0 && b->time == 0.0 && b->drive != NULL, "%s",
              what);
}

/* A start keeps places alone: the pushes of the opening are there with and without cache. */
Test(start, leaves_the_velocities_of_the_opening)
{
    ss_error error = {SS_ERROR_NONE, ""};
    char folder[] = "/tmp/ss_test_start.XXXXXX", command[64];
    double v[3][6 * 20];
    cr_assert_not_null(mkdtemp(folder));
    const char *const caches[] = {"", folder, folder};
    for (size_t k = 0; k < 3; ++k) {
        ss_problem_choice problem;
        ss_source source;
        cr_assert(ss_problem_choice_parse(&problem, "ball-pack", &error) &&
                  ss_problem_choice_set_list(&problem, "balls=20,v=0.1", &error));
        cr_assert(ss_source_open(&source, &problem, &error) &&
                      ss_start_rest(&source, caches[k], &error),
                  "%s", error.text);
        memcpy(v[k], source.scene.bodies.v, sizeof v[k]);
        ss_source_close(&source);
        ss_problem_choice_free(&problem);
    }
    cr_expect(test_norm(v[0], 6 * 20) > 0.0);
    cr_expect(memcmp(v[0], v[1], sizeof v[0]) == 0 && memcmp(v[0], v[2], sizeof v[0]) == 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_expect_eq(system(command), 0);
}

static int files(const char *folder, const char *action)
{
    char command[256];
    snprintf(command, sizeof command, action, folder);
    return system(command);
}

Test(start, is_the_same_with_and_without_a_cache)
{
    char folder[] = "/tmp/ss_test_start.XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    ss_scene fresh = open_start("1e-3", "");
    ss_scene made = open_start("1e-3", folder);
    ss_scene read = open_start("1e-3", folder);
    check_same(&fresh, &made, "made");
    check_same(&fresh, &read, "read");
    cr_expect_eq(files(folder, "test $(ls %s | wc -l) -eq 1"), 0);
    cr_expect_eq(files(folder, "cd %s && for f in *; do head -n 4 $f >x && mv x $f; done"), 0);
    ss_scene mended = open_start("1e-3", folder);
    check_same(&fresh, &mended, "mended");
    ss_scene other = open_start("2e-3", folder);
    cr_expect_eq(files(folder, "test $(ls %s | wc -l) -eq 2"), 0, "another question, another file");
    ss_scene *const scenes[] = {&fresh, &made, &read, &mended, &other};
    for (size_t k = 0; k < 5; ++k)
        ss_scene_free(scenes[k]);
    files(folder, "rm -rf %s");
}

/* A bed of discs with its impulses, in the folder `cache`. */
static ss_scene open_bed(const char *cache)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_problem_choice problem;
    ss_source source;
    cr_assert(ss_problem_choice_parse(&problem, "silo-lowered", &error) &&
              ss_problem_choice_set_value(&problem, "balls", "12", &error));
    cr_assert(ss_source_open(&source, &problem, &error) && ss_start_rest(&source, cache, &error),
              "%s", error.text);
    ss_problem_choice_free(&problem);
    return source.scene;
}

static void check_same_impulses(const ss_scene *a, const ss_scene *b, const char *what)
{
    check_same(a, b, what);
    cr_assert_eq(a->n_past, b->n_past, "%s", what);
    for (size_t k = 0; k < a->n_past; ++k)
        cr_expect(a->past[k].name.a == b->past[k].name.a &&
                      a->past[k].name.b == b->past[k].name.b &&
                      memcmp(a->past[k].p, b->past[k].p, sizeof a->past[k].p) == 0,
                  "%s: impulse %zu", what, k);
}

Test(start, has_its_impulses_where_the_scene_keeps_them)
{
    char folder[] = "/tmp/ss_test_start.XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    ss_scene fresh = open_bed(""), made = open_bed(folder), read = open_bed(folder);
    cr_expect_gt(fresh.n_past, 12);
    check_same_impulses(&fresh, &made, "made");
    check_same_impulses(&fresh, &read, "read");
    cr_expect_eq(files(folder, "cd %s && f=$(ls *-impulses.csv) && head -n 4 $f >x && mv x $f"), 0);
    ss_scene cut = open_bed(folder);
    check_same_impulses(&fresh, &cut, "impulses cut");
    cr_expect_eq(files(folder,
                       "cd %s && for f in *; do case $f in *-impulses.csv) ;; *) head -n 4 $f >x "
                       "&& mv x $f ;; esac; done"),
                 0);
    ss_scene mended = open_bed(folder);
    check_same_impulses(&fresh, &mended, "places cut");
    ss_scene *const scenes[] = {&fresh, &made, &read, &cut, &mended};
    for (size_t k = 0; k < 5; ++k)
        ss_scene_free(scenes[k]);
    files(folder, "rm -rf %s");
}

/* |W r + q| over the contacts of a step, for the impulses that a warm start begins with, or none.
 */
static double velocity(test_packing *p, bool warm)
{
    const size_t n = 3 * p->problem->n_contacts;
    double *const r = calloc(n, sizeof *r), *const u = calloc(n, sizeof *u);
    cr_assert(r != NULL && u != NULL);
    if (warm)
        ss_step_guess(p->step, r);
    test_velocity(u, p->problem, r);
    const double size = test_norm(u, n);
    free(r);
    free(u);
    return size;
}

/* The impulses of a start hold the bodies where they are, but for what they moved by in the last
 * step before: less than 1e-6 M g a of energy, a fifth of g h. */
Test(start, a_warm_start_begins_with_its_impulses)
{
    test_packing p = {.step = NULL};
    ss_error error = {SS_ERROR_NONE, ""};
    p.scene = open_bed("");
    p.step = ss_step_create(&p.scene, &error);
    cr_assert_not_null(p.step);
    test_packing_pose(&p);
    const double cold = velocity(&p, false), warm = velocity(&p, true);
    cr_expect_gt(cold, p.scene.params.gravity * p.scene.params.h);
    cr_expect_lt(warm, 0.1 * cold, "%g of %g", warm, cold);
    test_packing_free(&p);
}

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

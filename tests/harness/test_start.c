/* Starts at rest: the same bits from the cache, without one, and from a damaged file made anew.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/start.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void open_start(ss_scene *scene, const char *amplitude, const char *cache)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_catalogue_entry *const entry = ss_catalogue_find("shaken-box", &error);
    void *const params = malloc(entry->params.size);
    ss_options_defaults(&entry->params, params);
    cr_assert(ss_options_set(&entry->params, params, "test", "balls", "9", &error) &&
              ss_options_set(&entry->params, params, "test", "amplitude", amplitude, &error));
    cr_assert(ss_start_open(entry, params, 1, cache, scene, &error), "%s", error.text);
    free(params);
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

static int files(const char *folder, const char *action)
{
    char command[256];
    snprintf(command, sizeof command, action, folder);
    return system(command);
}

Test(start, is_the_same_with_and_without_a_cache)
{
    char folder[] = "/tmp/ss_test_start.XXXXXX";
    ss_scene fresh, made, read, mended, other;
    cr_assert_not_null(mkdtemp(folder));
    open_start(&fresh, "1e-3", "");
    open_start(&made, "1e-3", folder);
    open_start(&read, "1e-3", folder);
    check_same(&fresh, &made, "made");
    check_same(&fresh, &read, "read");
    cr_expect_eq(files(folder, "test $(ls %s | wc -l) -eq 1"), 0);
    cr_expect_eq(files(folder, "cd %s && for f in *; do head -n 4 $f >x && mv x $f; done"), 0);
    open_start(&mended, "1e-3", folder);
    check_same(&fresh, &mended, "mended");
    open_start(&other, "2e-3", folder);
    cr_expect_eq(files(folder, "test $(ls %s | wc -l) -eq 2"), 0, "another question, another file");
    ss_scene *const scenes[] = {&fresh, &made, &read, &mended, &other};
    for (size_t k = 0; k < 5; ++k)
        ss_scene_free(scenes[k]);
    files(folder, "rm -rf %s");
}

#!/usr/bin/env bash
# A new scene with an observable of its own takes one file and one line, in a copy of the source: it
# builds without a warning, is listed and described, runs, and leaves its observable.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/copy.bash"

write_scene()
{
    cat >after/problems/scenes/falling_ball.c <<'SCENE'
/* A ball falls: for check_scene.sh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

typedef struct params {
    ss_scene_params scene;
    double radius;
} params;

static const ss_option rows[] = {SS_REAL(params, radius, "radius", 1e-2, SS_ABOVE_ZERO, 1e3, "m",
                                         "radius of the ball", "choice: a check")};
static const ss_option_default defaults[] = {{"steps", 20, "choice: a check"}};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_bodies_create(&scene->bodies, 1, 0, error))
        return false;
    ss_bodies_set_ball(&scene->bodies, 0, p->radius, p->scene.density, p->scene.inertia_factor);
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    ss_observe_exact(out, "speed", -m->scene->bodies.v[2],
                     m->scene->params.gravity * m->scene->time);
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"speed", "m/s", "speed of the fall"});

const ss_catalogue_entry ss_problem_falling_ball = {
    .name = "falling-ball",
    .title = "a scene that the checks add",
    .reference = "tests/outside/check_scene.sh",
    .known = "v = g t",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed),
};
SCENE
    echo 'SS_PROBLEM(falling_ball)' >>after/problems/scenes/catalogue.def
}

# One file more, one line more, and nothing else.
check_change()
{
    diff -rq before after >changes
    expect_equal "files that differ" "$(count_lines changes)" 2
    grep -qx 'Only in after/problems/scenes: falling_ball.c' changes || fail "no falling_ball.c"
    diff -r before after | grep '^[<>]' >lines
    expect_equal "lines changed" "$(tr '\n' ' ' <lines)" "> SS_PROBLEM(falling_ball) "
}

copy_source before
cp -r before after
write_scene
check_change
if build_copy after after/build stickslip -DSS_TESTS=OFF; then
    program=$scratch/after/build/stickslip
    run_well list problems
    expect_in "falling-ball" "$out" "list problems"
    run_well describe falling-ball
    expect_in "speed of the fall" "$out" "describe falling-ball"
    run_well run -p falling-ball -s exact -o fallen
    expect_equal "rows of observables.csv" "$(count_lines fallen/observables.csv)" 21
    awk -F, 'NR > 1 && ($6 - $7) ^ 2 > 1e-24 { bad = 1 } END { exit bad }' fallen/observables.csv ||
        fail "the speed is not g t: $(tail -n 1 fallen/observables.csv)"
fi
finish

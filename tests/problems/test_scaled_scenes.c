/* Scenes in another size: lengths times 4, times by 2, density by 8, under the same gravity. These
 * are exact in binary, and so all is alike to the bit, or a length of its own hides somewhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

static const struct {
    const char *scene, *alike, *once, *four_times;
    size_t steps;
} scenes[] = {
    {"canon-ball", "layers=4,density=", "2500", "20000,radius=4e-2,h=1e-3", 1},
    {"canon-ball-impact", "layers=4,offset=0.5,density=", "2500",
     "20000,radius=4e-2,h=1e-3,speed=10", 60},
    {"brazil-nut", "balls=30,density=", "2500",
     "20000,h=1e-3,width=4e-2,depth=3.2e-2,diameter-small=6.4e-3,diameter-middle=7.2e-3,"
     "diameter-large=8e-3,amplitude=3.804e-3,frequency=14",
     120},
    {"square-array", "rows=8,density=", "2500", "20000,radius=6e-3,h=2e-4", 1},
    {"triangular-array", "gap=0,base=floor,density=", "2500", "20000,radius=6e-3,h=2e-4", 1},
    {"smooth-pile", "n=6,density=", "2500", "20000,radius=6e-3,h=2e-4", 1},
    {"disc-pile", "mu=0.3,density=", "2500,h=1e-3", "20000,radius=6e-3,h=2e-3", 60},
    {"silo-lowered", "balls=24,density=", "2500,lowers=0.02",
     "20000,h=2e-4,width=6e-2,radius-min=5.4e-3,radius-max=6.6e-3,window=4e-2,lowers=0.04,"
     "speed=1e-2",
     400},
    {"tilted-box", "balls=24,density=", "2500,turns=0.02",
     "20000,h=2e-4,width=0.144,radius-min=5.4e-3,radius-max=6.6e-3,window=1.2e-2,turns=0.04", 400},
};

/* The steps by E1, loosely; contacts and sweeps of all. */
static size_t advance(test_packing *p, size_t k, const char *more)
{
    char settings[256];
    ss_choice exact;
    ss_solve_report report;
    ss_error error = {SS_ERROR_NONE, ""};
    size_t sum = 0;
    snprintf(settings, sizeof settings, "%s%s", scenes[k].alike, more);
    test_scene_create(p, scenes[k].scene, settings, 1);
    p->scene.params.limits = (ss_limits){1e-4, 200};
    cr_assert(ss_choice_parse(&exact, "nlgs[local=exact]", SS_CHOICE_OUTER, &error));
    for (size_t step = 0; step < scenes[k].steps; ++step) {
        cr_assert(ss_check_cluster_advance(p, &exact, 1, &report, &error), "%s", error.text);
        sum += report.sweeps + p->problem->n_contacts;
    }
    ss_choice_free(&exact);
    return sum;
}

Test(scaled_scenes, move_alike_to_the_bit)
{
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; ++k) {
        test_packing p, q;
        const char *const scene = scenes[k].scene;
        const size_t a = advance(&p, k, scenes[k].once), b = advance(&q, k, scenes[k].four_times);
        cr_expect(a == b && a > 50, "%s: %zu and %zu sweeps and contacts", scene, a, b);
        const ss_bodies *const small = &p.scene.bodies, *const large = &q.scene.bodies;
        for (size_t i = 0; i < 3 * small->n; ++i)
            TEST_REQUIRE(4.0 * small->x[i] == large->x[i], "%s: place %zu", scene, i);
        for (size_t i = 0; i < 6 * small->n; ++i) {
            const double faster = i % 6 < 3 ? 2.0 : 0.5; /* angular velocities: once in twice */
            const double off = fabs(faster * small->v[i] - large->v[i]);
            TEST_REQUIRE(off < DBL_MIN, "%s: velocity %zu, by %g", scene, i, off); /* underflow */
        }
        test_packing_free(&p);
        test_packing_free(&q);
    }
}

/* Heap that a whole step holds, a contact and a body: the two are told apart by balls that lie in a
 * dense bed and the same balls pulled apart, which have no contacts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/referee.h"
#include "problems/detect/detect.h"
#include "problems/motion/step.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <malloc.h>
#include <math.h>

/* Heap in use, large blocks (mmap) included; 0 where a sanitizer has its own allocator. */
static double heap_bytes(void)
{
    const struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}

/* side^3 balls on a cubic lattice and a floor: at spread 1 two of three neighbours touch. */
static void make_bed(ss_scene *scene, size_t side, double spread)
{
    ss_error error = {SS_ERROR_NONE, ""};
    gsl_rng *const rng = test_rng(side);
    const ss_scene_params params = test_scene_params();
    const double up[3] = {0.0, 0.0, 1.0};
    const size_t n = side * side * side;
    ss_scene_begin(scene, &params);
    cr_assert(ss_bodies_create(&scene->bodies, n, 1, &error));
    cr_assert(ss_bodies_set_plane(&scene->bodies, n, up, -spread, &error));
    for (size_t b = 0; b < n; ++b) {
        const size_t at[3] = {b % side, b / side % side, b / side / side};
        ss_bodies_set_ball(&scene->bodies, b, test_uniform(rng, 0.98, 1.03), 1.0, 0.4);
        for (size_t k = 0; k < 3; ++k)
            scene->bodies.x[3 * b + k] = 2.0 * spread * (double)at[k];
    }
    gsl_rng_free(rng);
}

typedef struct weight {
    double bodies, contacts; /* numbers */
    double heap;             /* bytes */
} weight;

/* One step of a bed, refereed, and the overlap after it, as in a run. */
static weight weigh(size_t side, double spread, const char *solver_text, bool warm)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    const ss_rules rules = {
        .stop = &ss_estimator_eps, .tol = 0.0, .max_sweeps = 3, .label = "memory", .step = 1};
    cr_assert(ss_choice_parse_whole(&choice, solver_text, SS_CHOICE_OUTER_DEFAULT, &error));
    const double before = heap_bytes();
    const ss_problem *problem = NULL;
    ss_solve_report report;
    ss_scene scene;
    double overlap = 0.0;
    make_bed(&scene, side, spread);
    ss_step *const step = ss_step_create(&scene, &error);
    ss_solver *const solver = ss_solver_create(&choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    cr_assert(step != NULL && solver != NULL && referee != NULL);
    if (!warm)
        ss_step_keep(step, SS_GUESS_COLD);
    cr_assert(ss_step_pose(step, &problem, &error));
    const double *const r = ss_solver_prepare(solver, problem, &error);
    cr_assert(r != NULL && ss_referee_solve(referee, solver, problem, &rules, &report, &error));
    ss_step_finish(step, r);
    cr_assert(ss_step_largest_overlap(step, &overlap, &error));
    const weight w = {(double)scene.bodies.n_moving, (double)problem->n_contacts,
                      heap_bytes() - before};
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_step_free(step);
    ss_scene_free(&scene);
    ss_choice_free(&choice);
    return w;
}

/* Bytes a contact and a body, as they grow from a bed to a larger one. */
static void check_slopes(const char *solver, bool warm, double most_a_contact, double most_a_body)
{
    weight lying[2], apart[2];
    for (size_t k = 0; k < 2; ++k) {
        lying[k] = weigh(16 + 10 * k, 1.0, solver, warm);
        apart[k] = weigh(16 + 10 * k, 1.25, solver, warm);
        cr_expect(apart[k].contacts == 0.0 && lying[k].contacts > 1.8 * lying[k].bodies,
                  "%g and %g contacts of %g balls", apart[k].contacts, lying[k].contacts,
                  lying[k].bodies);
    }
    if (lying[1].heap == 0.0) { /* the contacts above are what is tested then */
        cr_log_info("the allocator does not count");
        return;
    }
    const double of_bodies = apart[1].heap - apart[0].heap;
    const double a_body = of_bodies / (apart[1].bodies - apart[0].bodies);
    const double a_contact =
        (lying[1].heap - lying[0].heap - of_bodies) / (lying[1].contacts - lying[0].contacts);
    cr_expect(a_contact > 100.0 && a_contact < most_a_contact, "%s: %.1f bytes a contact", solver,
              a_contact);
    cr_expect(a_body > 100.0 && a_body < most_a_body, "%s: %.1f bytes a body", solver, a_body);
}

Test(memory, a_step_holds_little)
{
    check_slopes("nlgs-sor[local=exact]", false, 270.0, 420.0);
    check_slopes("nlgs-sor[local=sbp]", false, 275.0, 420.0);
    /* the Newton solvers keep 48 bytes of state */
    check_slopes("nlgs-sor[local=ebp]", false, 340.0, 420.0);
}

/* Room for them is there from the start, though they are filled in at the ninth sweep. */
Test(memory, a_step_of_nlgs_holds_its_groups_besides)
{
    check_slopes("exact", false, 448.0, 420.0);
    check_slopes("sbp", false, 448.0, 420.0);
    check_slopes("ebp", false, 545.0, 420.0);
}

Test(memory, a_batched_step_holds_its_records_besides)
{
    check_slopes("nlgs-batched[local=exact]", false, 348.0, 400.0);
    check_slopes("nlgs-batched[local=sal]", false, 348.0, 400.0);
    check_slopes("nlgs-batched[local=ebp]", false, 446.0, 400.0);
}

/* The columns of mixing, five of each, are 240 of them. */
Test(memory, a_mixed_step_holds_its_columns_besides)
{
    check_slopes("nlgs-anderson[local=exact]", false, 775.0, 420.0);
    check_slopes("nlgs-anderson[local=exact,m=3]", false, 677.0, 420.0);
    check_slopes("nlgs-anderson[of=nlgs-batched,local=exact]", false, 677.0, 420.0);
    check_slopes("nlgs-anderson[of=nlgs-batched,local=exact,m=3]", false, 580.0, 420.0);
}

Test(memory, a_warm_start_keeps_impulses)
{
    check_slopes("nlgs-sor[local=sbp]", true, 316.0, 420.0);
}

/* Heap of a detector of a bed on its floor, or in a vessel that is no plane. */
static double detector_heap(bool vessel)
{
    const ss_cylinder cup = {{0.0, 0.0, 1.0}, 200.0, -1.0, INFINITY};
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_contact_name *names = NULL;
    size_t n = 0;
    ss_scene scene;
    make_bed(&scene, 16, 1.0);
    if (vessel)
        cr_assert(ss_bodies_set_shape(&scene.bodies, scene.bodies.n - 1, &ss_shape_cylinder, &cup,
                                      &error));
    const double before = heap_bytes();
    ss_detector *const detector = ss_detector_create(scene.bodies.n, &error);
    cr_assert(detector != NULL && ss_detect(detector, &scene.bodies, 0.0, &names, &n, &error));
    cr_expect_geq(n, scene.bodies.n_moving);
    const double heap = heap_bytes() - before;
    ss_detector_free(detector);
    ss_scene_free(&scene);
    return heap;
}

/* A vessel can touch a body at several points; that is no room for eight names a pair of balls. */
Test(memory, a_vessel_needs_no_more_than_a_floor)
{
    const double floor = detector_heap(false), vessel = detector_heap(true);
    cr_expect_leq(vessel, 1.1 * floor, "%g bytes, on a floor %g", vessel, floor);
}

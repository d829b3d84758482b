/* Houses of cards: they start exactly in contact, and stand from the least mu of statics on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static const double lean = 20.0 * M_PI / 180.0;

/* The speed (m/s) of the fastest card after a step of that house, solved to E1 1e-12; in free fall
 * it would be g h = 0.00981. */
static double fastest(const char *settings, const char *solver)
{
    test_packing p;
    test_still_step step;
    test_scene_create(&p, "card-house", settings, 1);
    test_still_step_by(&step, &p, solver, 1e-12, 100000);
    cr_expect_eq(step.solution.report.outcome, SS_OUTCOME_SOLVED, "%s by %s", settings, solver);
    const double speed = test_still_step_value(&step, "card-house", "fastest");
    test_still_step_free(&step);
    test_packing_free(&p);
    return speed;
}

static double fastest_of(size_t levels, double mu, const char *solver)
{
    char settings[80];
    snprintf(settings, sizeof settings, "levels=%zu,mu=%.17g", levels, mu);
    return fastest(settings, solver);
}

/* All contacts of the drawing within 1e-14 m, no overlap beyond it, and no other contact. A tent
 * has two feet and a facet of two contacts, a level card lies on two corners; solids have each
 * twice. */
static void expect_in_contact(size_t n, bool solid)
{
    ss_error error = {SS_ERROR_NONE, ""};
    char settings[80];
    double overlap;
    test_packing p;
    snprintf(settings, sizeof settings, "levels=%zu,margin=1e-14,solid=%s", n,
             solid ? "hull" : "polygon");
    test_scene_create(&p, "card-house", settings, 1);
    test_packing_pose(&p);
    const size_t contacts = 2 * n * (n + 1) + n * (n - 1);
    cr_expect_eq(p.scene.bodies.n_moving, n * (3 * n + 1) / 2);
    cr_expect_eq(p.problem->n_contacts, solid ? 2 * contacts : contacts, "%s: %zu", settings,
                 p.problem->n_contacts);
    cr_assert(ss_step_largest_overlap(p.step, &overlap, &error), "%s", error.text);
    cr_expect_leq(overlap, 1e-15);
    test_packing_free(&p);
}

Test(card_house, starts_exactly_in_contact)
{
    for (size_t n = 1; n <= 10; ++n) {
        expect_in_contact(n, false);
        expect_in_contact(n, true);
    }
}

/* The least mu of two cards by their triangle: moments of one about the top of the facet. The
 * centre of mass is that of a rectangle less the worn corner, a triangle. */
Test(card_house, of_one_level_stands_from_its_exact_mu_on)
{
    const double s = sin(lean), c = cos(lean), length = 0.0889, t = 3e-4, facet = 0.5 * t;
    const double along = facet * c, across = facet * s; /* legs of the triangle */
    const double corner = 0.5 * along * across, all = length * t - corner;
    /* the centre in the card's own frame, from its foot along it and across */
    const double centre[2] = {(0.5 * length * length * t - corner * (length - along / 3.0)) / all,
                              (0.5 * t * length * t - corner * across / 3.0) / all};
    const double high = (length * s - facet * s * c) * c / s + facet;
    const double least = (centre[0] * s - centre[1] * c) / high;
    cr_expect(least < 0.5 * tan(lean) && least > 0.99 * 0.5 * tan(lean));
    static const char *const solvers[] = {"reference", "nlgs[local=exact]", "apgd"};
    static const char *const solids[] = {"polygon", "hull"};
    for (size_t k = 0; k < 3; ++k) {
        cr_expect_leq(fastest_of(1, least * (1.0 + 1e-6), solvers[k]), 1e-14, "%s", solvers[k]);
        cr_expect_gt(fastest_of(1, least * (1.0 - 1e-6), solvers[k]), 1e-9, "%s", solvers[k]);
    }
    for (size_t k = 0; k < 2; ++k) {
        char above[80], below[80];
        snprintf(above, sizeof above, "levels=1,solid=%s,mu=%.17g", solids[k],
                 least * (1.0 + 1e-4));
        snprintf(below, sizeof below, "levels=1,solid=%s,mu=%.17g", solids[k],
                 least * (1.0 - 1e-4));
        cr_expect_leq(fastest(above, "reference"), 1e-12, "%s", above);
        cr_expect_gt(fastest(below, "reference"), 1e-7, "%s", below);
    }
}

/* The least mu by linear programming: forces within the cones, of unit weights, at the corners of
 * the drawing (GLPK's exact simplex, bisected). Solvers that find rest as soon as it exists stand
 * just above it; just below nobody can. A thin house falls below tan(lean) (3 n - 1)/(3 n + 1). */
Test(card_house, stands_from_the_mu_of_limit_analysis_on)
{
    static const double least[] = {0.32764900, 0.33223566, 0.33291958}; /* of 2, 3, 4 levels */
    for (size_t n = 2; n <= 4; ++n) {
        const double mu = least[n - 2], share = (3.0 * (double)n - 1.0) / (3.0 * (double)n + 1.0);
        cr_expect_gt(mu, 0.99 * tan(lean) * share);
        cr_expect_lt(mu, tan(lean));
        for (size_t k = 0; k < 2; ++k) {
            const char *const solver = k == 0 ? "ppa-newton" : "reference";
            const double near = k == 0 ? 1e-4 : 1e-3;
            cr_expect_leq(fastest_of(n, mu * (1.0 + near), solver), 1e-12, "%zu levels, %s", n,
                          solver);
            cr_expect_gt(fastest_of(n, mu * (1.0 - near), solver), 1e-8, "%zu levels, %s", n,
                         solver);
        }
    }
}

/* Just above that mu two answers meet Coulomb's law to E1 1e-12: one rests, one falls. Twice as far
 * above it all find the one that rests. */
Test(card_house, has_two_answers_just_where_it_begins_to_stand)
{
    static const char *const solvers[] = {"ppa-newton",
                                          "apgd",
                                          "admm",
                                          "central-path",
                                          "nlgs[local=exact]",
                                          "nlgs-anderson[local=exact]",
                                          "ppa-anderson[local=exact]",
                                          "reference"};
    for (size_t k = 0; k < 8; ++k) {
        const double near = fastest_of(2, 0.32764900 * (1.0 + 1e-4), solvers[k]);
        cr_expect(k < 4 ? near <= 1e-12 : near > 1e-8, "%s: %g m/s", solvers[k], near);
        cr_expect_leq(fastest_of(2, 0.32764900 * (1.0 + 2e-4), solvers[k]), 1e-12, "%s",
                      solvers[k]);
    }
}

/* At mu = tan(lean), whatever the cards are. */
Test(card_house, of_any_height_stands_at_the_slope_of_its_cards)
{
    static const char *const houses[] = {
        "levels=2,lean=29,thickness=1e-4,mu=0.5543090515",
        "levels=4,lean=10,thickness=5e-3,mu=0.1763269808", "levels=6,facet=1,mu=0.3639702343",
        "levels=4,solid=hull,mu=0.3639702343", "levels=10,mu=0.3639702343"};
    for (size_t k = 0; k < 5; ++k)
        cr_expect_leq(fastest(houses[k], "reference"), 1e-12, "%s", houses[k]);
}

Test(card_house, refuses_what_is_no_house)
{
    static const char *const wrong[][2] = {{"thickness=0.01", "no thin ones"},
                                           {"lean=2,thickness=2e-3", "no thin ones"},
                                           {"lean=30", "beside the level card"}};
    for (size_t k = 0; k < 3; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        test_packing p = {.step = NULL};
        cr_expect_not(ss_check_cluster_open(&p, "card-house", wrong[k][0], 1, &error));
        cr_expect_not_null(strstr(error.text, wrong[k][1]), "%s", error.text);
    }
    cr_expect_gt(fastest("levels=1,lean=40,mu=0.4", "reference"), 1e-6);
    cr_expect_leq(fastest("levels=1,lean=40,mu=0.42", "reference"), 1e-12);
}

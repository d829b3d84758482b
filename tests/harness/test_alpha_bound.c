/* The bound of alpha, of contacts that real scenes and files pose.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/bounds.h"
#include "harness/run/choice.h"
#include "harness/run/run.h"
#include "harness/tables/pairs.h"
#include "problems/motion/step.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static void expect_near(double got, double wanted, const char *what)
{
    cr_expect((isnan(got) && isnan(wanted)) || fabs(got - wanted) <= 1e-11 * fabs(wanted),
              "%s: %.15g, not %.15g", what, got, wanted);
}

/* Of the first step of the sliding ball with the words set. */
static double bound_of_ball(const char *const words[4], ss_alpha_bound kind)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_problem_choice choice;
    ss_scene scene;
    const ss_problem *problem = NULL;
    cr_assert(ss_problem_choice_parse(&choice, "sliding-ball", &error), "%s", error.text);
    for (size_t w = 0; w < 4; ++w)
        cr_assert(ss_problem_choice_set_list(&choice, words[w], &error), "%s", error.text);
    cr_assert(ss_catalogue_open(choice.entry, choice.params, 1, NULL, &scene, &error), "%s",
              error.text);
    ss_step *const step = ss_step_create(&scene, &error);
    cr_assert(step != NULL && ss_step_pose(step, &problem, &error), "%s", error.text);
    const double bound = ss_alpha_bound_of(problem, kind);
    ss_step_free(step);
    ss_scene_free(&scene);
    ss_problem_choice_free(&choice);
    return bound;
}

/* For balls rho_bar W_cc = diag(1/(1 + e_n), k/(1 + e_t), k/(1 + e_t)) with k = 1 + 1/inertia,
 * under `restitution=printed` too: that reading changes the free velocity, not W. */
Test(alpha_bound, of_balls)
{
    static const char *const readings[] = {"restitution=printed", "restitution=mended"};
    static const double e_n[] = {0.0, 0.3}, e_t[] = {0.0, 0.4, 1.0}, inertia[] = {0.4, 0.5};
    for (size_t k = 0; k < 24; ++k) {
        char words[3][40];
        const double n = e_n[k % 2], t = e_t[k / 2 % 3], i = inertia[k / 6 % 2];
        snprintf(words[0], sizeof words[0], "e_n=%g", n);
        snprintf(words[1], sizeof words[1], "e_t=%g", t);
        snprintf(words[2], sizeof words[2], "inertia=%g", i);
        const char *const all[] = {words[0], words[1], words[2], readings[k / 12]};
        expect_near(bound_of_ball(all, SS_ALPHA_BOUND_CONTRACTS),
                    fmin(2.0 * (1.0 + n), 2.0 * (1.0 + t) / (1.0 + 1.0 / i)), words[1]);
    }
}

Test(alpha_bound, depends_on_what_alpha_is)
{
    static const char *const rough[] = {"mu=0.3", "e_n=0", "e_t=0", "inertia=0.4"};
    static const char *const smooth[] = {"mu=0", "e_n=0.5", "e_t=0", "inertia=0.4"};
    expect_near(bound_of_ball(rough, SS_ALPHA_BOUND_CONTRACTS), 2.0 / 3.5, "rough");
    expect_near(bound_of_ball(rough, SS_ALPHA_BOUND_CYCLES), 2.0 / 3.5, "Newton");
    expect_near(bound_of_ball(smooth, SS_ALPHA_BOUND_CONTRACTS), 3.0, "nothing acts across");
    expect_near(bound_of_ball(rough, SS_ALPHA_BOUND_UNIT_STEP), 2.0, "exact steps");
    expect_near(bound_of_ball(rough, SS_ALPHA_BOUND_UNSTATED), NAN, "nothing stated");
}

/* A parameter of the choice, as a number. */
static double parameter(const ss_problem_choice *choice, const char *name)
{
    double value = NAN;
    cr_assert(ss_pairs_number(choice->values, name, &value), "%s", name);
    return value;
}

/* The alpha of the solver in the scene, and what its label becomes. */
static double fitted(const ss_problem_choice *scene, const char *text)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice solver;
    double alpha = NAN;
    cr_assert(ss_choice_parse_whole(&solver, text, "nlgs-anderson", &error), "%s", error.text);
    cr_assert(ss_run_fit(scene, &solver, &error), "%s", error.text);
    ss_pairs_number(ss_choice_solver_values(&solver), "alpha", &alpha);
    cr_expect_str_eq(ss_choice_solver_label(&solver), text);
    ss_choice_free(&solver);
    return alpha;
}

/* By default no scene of balls is solved with an alpha beyond the bound of its contacts, which
 * follows from its parameters; an alpha that is named is taken. Others than balls that turn have no
 * `inertia` that counts: theirs is 2/3 (the disc) and more. */
Test(alpha_bound, is_above_each_default)
{
    static const char *const others[] = {"rolling-disc",  "sliding-block", "rocking-block",
                                         "block-stack",   "block-wall",    "catastrophe",
                                         "spring-column", "slope-block",   "drum-block",
                                         "arch",          "box-tower",     "card-house"};
    for (size_t k = 0; ss_catalogue_at(k) != NULL; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_problem_choice scene;
        const char *const name = ss_catalogue_at(k)->name;
        bool is_other = false;
        for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
            is_other = is_other || strcmp(name, others[i]) == 0;
        cr_assert(ss_problem_choice_parse(&scene, name, &error), "%s", error.text);
        const double bound = is_other ? 2.0 / 3.0
                                      : fmin(2.0 * (1.0 + parameter(&scene, "e_n")),
                                             2.0 * (1.0 + parameter(&scene, "e_t")) /
                                                 (1.0 + 1.0 / parameter(&scene, "inertia")));
        cr_expect_lt(fitted(&scene, "sbp"), bound, "%s", name);
        cr_expect_lt(fitted(&scene, "sal"), bound, "%s", name);
        cr_expect_eq(fitted(&scene, "sal[alpha=0.6]"), 0.6, "%s", name);
        cr_expect_eq(fitted(&scene, "ebp"), 1.0, "%s: Newton has backtracking", name);
        if (scene.entry->alpha_bound > 0.0)
            expect_near(scene.entry->alpha_bound, bound, name);
        ss_problem_choice_free(&scene);
    }
}

/* One contact whose block is not diagonal: eigenvalues 1, 2 and 4, turned about t2. */
Test(alpha_bound, of_blocks)
{
    const double c = 0.6, s = 0.8;
    const double W[9] = {c * c * 1 + s * s * 4,
                         c * s * (1 - 4),
                         0, /* n */
                         c * s * (1 - 4),
                         s * s * 1 + c * c * 4,
                         0, /* t1 */
                         0,
                         0,
                         2};
    const size_t row_start[] = {0, 1}, column[] = {0};
    const double q[3] = {0}, mu[] = {0.5}, rho_bar[] = {0.25};
    const ss_block_form form = {row_start, column, W};
    ss_problem problem = {.n_contacts = 1,
                          .q = q,
                          .mu = mu,
                          .W_cc = W,
                          .rho_bar = rho_bar,
                          .form = SS_FORM_BLOCKS,
                          .blocks = &form};
    expect_near(ss_alpha_bound_of(&problem, SS_ALPHA_BOUND_CONTRACTS), 2.0, "1/lambda_max");
    const double of_normal[] = {1.0 / W[0]};
    problem.rho_bar = of_normal;
    expect_near(ss_alpha_bound_of(&problem, SS_ALPHA_BOUND_CONTRACTS), W[0] / 2.0, "1/W_nn");
    problem.n_contacts = 0;
    expect_near(ss_alpha_bound_of(&problem, SS_ALPHA_BOUND_CONTRACTS), NAN, "no contact");
}

/* Constants of scenes: what they say must be what their bodies are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/source.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Waits for the value of a name. */
typedef struct awaited {
    ss_observed base;
    const char *name;
    double value;
} awaited;

static void await(ss_observed *out, const ss_observed_value *of)
{
    awaited *const to = (awaited *)out;
    if (strcmp(of->name, to->name) == 0)
        to->value = of->value;
}

/* Open a problem with `set`, and ask it for a constant; its weight by its masses into *weight. */
static double constant(const char *problem, const char *set, const char *name, double *weight)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_problem_choice choice;
    ss_source source;
    awaited to = {{await}, name, INFINITY};
    cr_assert(ss_problem_choice_parse(&choice, problem, &error) &&
                  ss_problem_choice_set_list(&choice, set, &error) &&
                  ss_source_open(&source, &choice, &error),
              "%s", error.text);
    if (choice.entry->constants != NULL)
        choice.entry->constants->fill(&to.base, &source.scene);
    *weight = ss_scene_weight(&source.scene);
    ss_source_close(&source);
    ss_problem_choice_free(&choice);
    cr_expect_neq(to.value, INFINITY, "%s has no constant %s", problem, name);
    return to.value;
}

Test(constants, weigh_what_the_bodies_weigh)
{
    static const char *const problems[] = {"shaken-cell", "segregation", "shaken-cylinder",
                                           "sand-pile"}; /* the base of canon-ball is held */
    for (size_t k = 0; k < sizeof problems / sizeof *problems; ++k) {
        double weight;
        const double told = constant(problems[k], "", "weight", &weight);
        cr_expect_float_eq(told, weight, 1e-12 * weight, "%s: %g, not %g", problems[k], told,
                           weight);
    }
}

Test(constants, of_scenes)
{
    static const struct {
        const char *problem, *set, *name;
        double value;
    } known[] = {
        {"shaken-cylinder", "gravity=10", "gamma", 1e-3 * 2500.0 * M_PI * M_PI / 10.0},
        {"shaken-cylinder", "", "frequency", 25.0},
        {"shaken-cylinder", "", "steps_per_period", 500.0},
        {"shaken-cylinder", "", "cylinder_diameter", 1.75e-2},
        {"shaken-cylinder", "", "slot_width", NAN},
        {"shaken-square", "width=0.01", "slot_width", 0.01},
        {"shaken-square", "width=0.01", "slot_depth", 0.01},
        {"shaken-square", "", "cylinder_diameter", NAN},
        {"shaken-square", "balls=30", "large_body", 29.0},
        {"segregation", "", "slot_depth", NAN},
        {"shaken-cylinder", "", "large_body", NAN},
        {"segregation", "balls=30", "large_body", 29.0},
        {"segregation", "start=0.2", "disturbed_at", 0.2},
        {"segregation", "", "wall_layer", 2.5 * 0.75e-3},
        {"segregation", "", "mean_diameter", 1.125e-3},
        {"segregation", "", "amplitude", 1.25e-3},
        {"brazil-nut", "", "frequency", 28.0},
        {"silo-lowered", "lowers=0.5", "disturbed_at", 0.5},
        {"tilted-box", "turns=0.25", "disturbed_at", 0.25},
        {"tilted-box", "gravity=10", "unit_weight", 25000.0},
        {"tilted-box", "mu-wall=0.5", "mu_wall", 0.5},
        {"silo-lowered", "", "slot_width", 1.5e-2},
        {"sand-pile", "gravity=10", "bulk_weight", 15000.0},
        {"square-array", "n=3", "contraction", 0.28768207245178090},
        {"square-array", "n=5,rows=2", "contraction", M_LN2},
        {"rolling-disc", "gravity=10,density=1000,radius=0.01", "stress_unit", 100.0},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
        double weight;
        const double told = constant(known[k].problem, known[k].set, known[k].name, &weight);
        cr_expect(isnan(known[k].value) ? isnan(told)
                                        : fabs(told - known[k].value) <= 1e-12 * known[k].value,
                  "%s, %s: %g, not %g", known[k].problem, known[k].name, told, known[k].value);
    }
}

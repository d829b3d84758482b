/* Studies of what is neither one option of a local solver nor one parameter: options of outer
 * solvers, two options, two parameters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study.h"
#include "harness/judge/study_parts.h"
#include "harness/tables/label.h"
#include "tests/support/study_rows.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ss_study_curves *curves;

TestSuite(study_places, .init = test_study_begin, .fini = test_study_end);

static void add(const char *outer, const char *options, const char *parameters, double work)
{
    ss_summary_row row = test_study_row(0.6, 1, true, work);
    row.outer = outer;
    row.options = options != NULL ? options : row.options;
    row.parameters = parameters != NULL ? parameters : row.parameters;
    test_study_add_row(&row);
}

/* The outer solver's option is taken out of its label, its default is known, and who lacks it
 * stands beside. */
Test(study_places, options_of_outer_solvers_are_studied)
{
    add("nlgs", NULL, NULL, 900);
    add("nlgs-sor[omega=0.8]", NULL, NULL, 2000);
    add("nlgs-sor", NULL, NULL, 1000); /* the default, between the others */
    add("nlgs-sor[omega=1.5]", NULL, NULL, 3000);
    curves = test_study_read("omega");
    cr_expect(curves->of == SS_STUDY_OF_OUTER && curves->of_solver);
    cr_assert(curves->n_curves == 2 && curves->n_questions == 1);
    const ss_study_curve *const c = &curves->curves[1];
    cr_expect_not(curves->curves[0].run->has_value);
    cr_expect_str_eq(c->label, "nlgs-sor[local=sbp]");
    cr_expect_str_eq(c->run->record.row.outer, "nlgs-sor");
    cr_assert_eq(c->n_points, 3);
    char *const options = ss_study_outer_options("nlgs-sor");
    char wanted[32];
    snprintf(wanted, sizeof wanted, "omega=%.15g", c->range.best);
    cr_expect_not_null(strstr(options, wanted), "the best is the default of '%s'", options);
    free(options);
}

/* The same key in two places is told by a word before a colon. */
Test(study_places, a_key_in_two_places_is_asked_for)
{
    ss_study_curves none;
    ss_error error = {SS_ERROR_NONE, ""};
    add("nlgs-sor[omega=0.8]", "omega=1", NULL, 1000);
    add("nlgs-sor[omega=0.9]", "omega=2", NULL, 1000);
    test_study_close();
    cr_expect_not(ss_study_curves_read(&none, test_study_path(), "omega", &error));
    cr_expect_eq(error.code, SS_ERROR_USAGE);
    cr_expect_not_null(strstr(error.text, "both vary; say solver:omega or outer:omega"), "%s",
                       error.text);
    curves = test_study_read("outer:omega");
    cr_expect(curves->n_curves == 2 && curves->of == SS_STUDY_OF_OUTER);
}

Test(study_places, labels_with_another_value)
{
    static const struct {
        const char *label, *value, *with;
    } cases[] = {{"sal", "2", "sal[alpha=2]"},
                 {"sal[alpha=1]", "2", "sal[alpha=2]"},
                 {"sal[cap=3,alpha=1,tol=4]", "2", "sal[alpha=2,cap=3,tol=4]"},
                 {"sal[alpha=1]", NULL, "sal"},
                 {"outer[of=inner[alpha=3,k=1],alpha=1]", NULL, "outer[of=inner[alpha=3,k=1]]"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        char *const with = ss_label_with(cases[k].label, "alpha", cases[k].value);
        cr_expect_str_eq(with, cases[k].with);
        free(with);
    }
}

/* Alpha and cap of one solver: rows of the map are caps, and its panel is the solver. */
Test(study_places, two_options_are_a_map)
{
    for (size_t cap = 1; cap <= 4; cap *= 2)
        for (size_t k = 1; k <= 3; ++k) {
            char options[64];
            snprintf(options, sizeof options, "alpha=%zu,cap=%zu", k, cap);
            add("nlgs", options, NULL, 1000.0 * (1.0 + fabs((double)k - (double)cap)));
        }
    test_study_write("alpha");
    test_study_says("study.md", "## Best alpha by cap: balls-4");
    test_study_says("study.md", "| sbp | cap=2 | 2 | 1000 |");
    test_study_says("map-alpha-cap-balls-4.gp", "n_panels = 1\n");
    test_study_says("map-alpha-cap-balls-4.gp", "solver[1] = 'sbp'\n");
    test_study_says("best_by.csv", ",nlgs,sbp,,alpha,cap,4,3,2000,");
}

/* Mu and h of a problem: a map of the work, and nothing to choose. */
Test(study_places, two_parameters_are_a_map)
{
    for (size_t h = 1; h <= 2; ++h)
        for (size_t k = 1; k <= 3; ++k) {
            char parameters[64];
            snprintf(parameters, sizeof parameters, "mu=%zu,h=%zu,e_t=1", k, h);
            add("nlgs", NULL, parameters, 1000.0 * (double)(h * k));
        }
    test_study_write("mu");
    test_study_says("study.md", "## Work over mu and h: balls-4");
    test_study_says("map-mu-h-balls-4.gp", "has_best = 0\n");
    test_study_says("map-mu-h-balls-4.svg", ">h<");
    cr_expect_null(test_study_text("best_by.csv"));
}

/* The mean stress of a disc that rolls or slides down a plane is [P] eq. 17, at every step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/scene_run.h"

#include <criterion/criterion.h>
#include <math.h>

static const double density = 2500.0, gravity = 9.81, radius = 1.5e-3;

/* Of 200 steps at this slope (degrees) and friction, by a solver. */
static void require_stress(const char *angle, const char *mu, const char *solver)
{
    const char *const settings[] = {"radius=1.5e-3", "h=1e-4", "steps=200", "margin=1e-9",
                                    angle,           mu,       "tol=1e-18", NULL};
    static const char *const components[] = {"stress_11", "stress_12", "stress_21", "stress_22"};
    test_run f;
    test_run_scene(&f, "rolling-disc", settings, solver, false);
    for (size_t k = 0; k < 4; ++k)
        cr_expect_leq(test_largest_miss(&f, components[k], 1), 1e-9 * density * gravity * radius,
                      "%s, %s, %s: %s", angle, mu, solver, components[k]);
    cr_expect_leq(test_largest_miss(&f, "asym_sum", 1), 1e-12);
    cr_expect_leq(test_largest_miss(&f, "asym_r", 1), 1e-9);
    test_run_free(&f);
}

Test(rolling_stress, is_that_of_equation_17)
{
    static const char *const solvers[] = {"sbp", "sal", "ebp", "eal", "ac", "exact"};
    for (size_t s = 0; s < 6; ++s) {
        require_stress("angle=20", "mu=0.5", solvers[s]); /* rolls */
        require_stress("angle=50", "mu=0.1", solvers[s]); /* slides */
    }
}

/* As it is printed: L, the way that a disc has rolled since rest, at the middle of the step. */
Test(rolling_stress, is_that_of_equation_17_as_printed)
{
    const char *const settings[] = {"radius=1.5e-3", "h=1e-4", "steps=200", "margin=1e-9",
                                    "angle=20",      "mu=0.5", NULL};
    const double phi = M_PI / 9.0, unit = density * gravity * radius;
    test_run f;
    size_t seen = 0;
    test_run_scene(&f, "rolling-disc", settings, "exact", false);
    for (size_t row = 0; row < f.observables.n_rows; ++row) {
        const char *const name = ss_csv_text(&f.observables, row, "name");
        const double t = test_number(&f.observables, row, "time_s") - 0.5e-4;
        const double L = gravity * sin(phi) * t * t / 3.0;
        const double centrifugal = unit * L / radius * sin(phi) / 3.0;
        const double stress = test_number(&f.observables, row, "value");
        const double want = strcmp(name, "stress_11") == 0   ? centrifugal
                            : strcmp(name, "stress_22") == 0 ? centrifugal - unit * cos(phi)
                                                             : unit * sin(phi) / 6.0;
        if (strncmp(name, "stress_", 7) != 0)
            continue;
        cr_assert_float_eq(stress, want, 1e-9 * unit, "%s, %g s", name, t);
        ++seen;
    }
    cr_expect_eq(seen, 4 * 200);
    test_run_free(&f);
}

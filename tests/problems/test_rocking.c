/* A block that rocks from one corner to the other, against the times and peaks of its closed form.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>

enum { IMPACTS = 8 };

/* The block of the scene: tan a = width/height, p^2 = 3 g/(4 R). */
static const double width = 0.2, height = 0.8, gravity = 9.81;

/* From a tilt at rest to upright: the integral over angle = tilt (1 - y^2), by the midpoint rule.
 */
static double quarter_period(double tilt)
{
    enum { POINTS = 2000 };
    const double a = atan2(width, height), p2 = 1.5 * gravity / hypot(width, height);
    double sum = 0.0;
    for (int k = 0; k < POINTS; ++k) {
        const double y = (k + 0.5) / POINTS, at = tilt * (1.0 - y * y);
        sum += 2.0 * tilt * y / sqrt(2.0 * p2 * (cos(a - tilt) - cos(a - at)));
    }
    return sum / POINTS;
}

/* The peak after an impact that leaves r = 1 - (3/2) sin^2 a of the spin. */
static double next_peak(double tilt)
{
    const double a = atan2(width, height), r = 1.0 - 1.5 * sin(a) * sin(a);
    return a - acos(cos(a) + r * r * (cos(a - tilt) - cos(a)));
}

/* Times of the impacts, and the peaks after each but the last. */
static void rock(const char *local, double h, double time[IMPACTS], double peak[IMPACTS])
{
    char settings[80];
    test_packing p;
    double before = 1.0, most = 0.0;
    snprintf(settings, sizeof settings, "tilt=0.5,gravity=9.81,tol=1e-9,h=%g", h);
    test_scene_create(&p, "rocking-block", settings, 1);
    for (int n = 0; n < IMPACTS && p.scene.time < 10.0;) {
        test_packing_advance(&p, local, 1);
        const double angle = -2.0 * asin(p.scene.bodies.orientation[2]);
        most = fmax(most, fabs(angle));
        if (angle * before < 0.0) {
            if (n > 0)
                peak[n - 1] = most;
            time[n++] = p.scene.time;
            most = 0.0;
        }
        before = angle != 0.0 ? angle : before;
    }
    test_packing_free(&p);
}

/* The largest relative errors of times and of peaks. */
typedef struct errors {
    double times, peaks;
} errors;

static errors errors_of(const double time[IMPACTS], const double peak[IMPACTS])
{
    errors e = {0.0, 0.0};
    double tilt = 0.5 * atan2(width, height), t = quarter_period(tilt);
    for (int n = 0; n < IMPACTS; ++n) {
        e.times = fmax(e.times, fabs(time[n] / t - 1.0));
        tilt = next_peak(tilt);
        t += 2.0 * quarter_period(tilt);
        if (n + 1 < IMPACTS)
            e.peaks = fmax(e.peaks, fabs(peak[n] / tilt - 1.0));
    }
    return e;
}

Test(rocking, times_and_peaks_are_those_of_a_rigid_block_to_first_order_in_h)
{
    double time[IMPACTS] = {0.0}, peak[IMPACTS] = {0.0};
    rock("exact", 1e-3, time, peak);
    const errors coarse = errors_of(time, peak);
    rock("exact", 1e-4, time, peak);
    const errors fine = errors_of(time, peak);
    cr_expect_leq(fine.times, 3e-3, "times %g off", fine.times);
    cr_expect_leq(fine.peaks, 1.5e-2, "peaks %g off", fine.peaks);
    const double of_times = fine.times / coarse.times, of_peaks = fine.peaks / coarse.peaks;
    cr_expect(of_peaks >= 0.05 && of_peaks <= 0.2, "%g, then %g", coarse.peaks, fine.peaks);
    cr_expect(of_times >= 0.05 && of_times <= 0.2, "%g, then %g", coarse.times, fine.times);
}

/* The effect of h is the same by every solver. */
Test(rocking, every_solver_rocks_alike)
{
    double time[2][IMPACTS] = {{0.0}}, peak[2][IMPACTS] = {{0.0}};
    rock("exact", 1e-3, time[0], peak[0]);
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const local = ss_local_solver_at(k)->name;
        rock(local, 1e-3, time[1], peak[1]);
        for (int n = 0; n < IMPACTS; ++n) {
            cr_expect_leq(fabs(time[1][n] - time[0][n]), 1.5e-3, "%s: impact %d at %g, not at %g s",
                          local, n, time[1][n], time[0][n]);
            cr_expect_leq(fabs(peak[1][n] - peak[0][n]), 1e-4 * peak[0][n], "%s: peak %d is %g, %g",
                          local, n, peak[1][n], peak[0][n]);
        }
    }
}

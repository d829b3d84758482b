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
static void errors(const char *local, double h, double *of_times, double *of_peaks)
{
    double time[IMPACTS] = {0.0}, peak[IMPACTS] = {0.0};
    double tilt = 0.5 * atan2(width, height), t = quarter_period(tilt);
    rock(local, h, time, peak);
    *of_times = *of_peaks = 0.0;
    for (int n = 0; n < IMPACTS; ++n) {
        *of_times = fmax(*of_times, fabs(time[n] / t - 1.0));
        tilt = next_peak(tilt);
        t += 2.0 * quarter_period(tilt);
        if (n + 1 < IMPACTS)
            *of_peaks = fmax(*of_peaks, fabs(peak[n] / tilt - 1.0));
    }
}

Test(rocking, times_and_peaks_are_those_of_a_rigid_block)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        double times, peaks;
        errors(ss_local_solver_at(k)->name, 1e-4, &times, &peaks);
        cr_expect_leq(times, 3e-3, "%s: times %g off", ss_local_solver_at(k)->name, times);
        cr_expect_leq(peaks, 1.5e-2, "%s: peaks %g off", ss_local_solver_at(k)->name, peaks);
    }
}

Test(rocking, errors_are_of_first_order_in_h)
{
    double times[2], peaks[2];
    errors("exact", 1e-3, &times[0], &peaks[0]);
    errors("exact", 1e-4, &times[1], &peaks[1]);
    cr_expect(peaks[1] / peaks[0] >= 0.05 && peaks[1] / peaks[0] <= 0.2, "%g, then %g", peaks[0],
              peaks[1]);
    cr_expect(times[1] / times[0] >= 0.05 && times[1] / times[0] <= 0.2, "%g, then %g", times[0],
              times[1]);
}

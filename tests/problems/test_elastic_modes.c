/* Free vibrations of discs and waves in bars (method 13.12).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/solid.h"

#include <criterion/criterion.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_sf_bessel.h>
#include <math.h>

static const size_t fineness[] = {1, 2, 4};
static const ss_elastic_material steel = {320e9, 0.33, 7800.0, false};
static const ss_elastic_material soft = {1e6, 0.45, 1000.0, true};

Test(elastic_modes, modes_are_orthonormal_and_three_of_them_rigid)
{
    for (size_t i = 0; i < 3; ++i) {
        test_solid s = test_solid_disc(fineness[i], soft);
        const double largest = gsl_vector_get(s.modes.lambda, s.n - 1);
        gsl_vector *const Kv = gsl_vector_alloc(s.n);
        for (size_t k = 0; k < s.n; ++k) {
            const gsl_vector_view a = gsl_matrix_column(s.modes.shape, k);
            const double lambda = gsl_vector_get(s.modes.lambda, k);
            cr_expect_eq(lambda == 0.0, k < 3);
            gsl_blas_dgemv(CblasNoTrans, 1.0, s.modes.K, &a.vector, 0.0, Kv);
            for (size_t l = 0; l < s.n; ++l) {
                const gsl_vector_view b = gsl_matrix_column(s.modes.shape, l);
                double product = 0.0, energy = 0.0;
                for (size_t c = 0; c < s.n; ++c)
                    product += s.mesh.area[c / 2] * gsl_vector_get(&a.vector, c) *
                               gsl_vector_get(&b.vector, c);
                gsl_blas_ddot(Kv, &b.vector, &energy);
                cr_expect_float_eq(product, k == l ? 1.0 : 0.0, 1e-11);
                cr_expect_float_eq(energy, k == l ? lambda : 0.0, 1e-11 * largest);
            }
        }
        gsl_vector_free(Kv);
        test_solid_free(&s);
    }
}

/* 0 where omega a/c_s = b is a frequency of a free disc with n = 2 waves around it. */
static double determinant(double b, double pressure_to_shear)
{
    const double n = 2.0, c = b / pressure_to_shear, half = n * n - n - 0.5 * b * b;
    const double Jc = gsl_sf_bessel_Jn(2, c), Jb = gsl_sf_bessel_Jn(2, b);
    const double Kc = c * gsl_sf_bessel_Jn(3, c), Kb = b * gsl_sf_bessel_Jn(3, b);
    return (half * Jc + Kc) * (half * Jb + Kb) -
           n * n * ((n - 1.0) * Jc - Kc) * ((n - 1.0) * Jb - Kb);
}

static double exact_frequency(const ss_elastic_material *material)
{
    double speeds[2];
    ss_elastic_speeds(speeds, material);
    const double ratio = speeds[0] / speeds[1];
    double low = 1.0, high = 1.0; /* its sign changes first at the lowest frequency */
    while (determinant(low, ratio) * determinant(high + 0.01, ratio) > 0.0)
        high += 0.01;
    for (low = high, high += 0.01; high - low > 1e-12;) {
        const double middle = 0.5 * (low + high);
        if (determinant(low, ratio) * determinant(middle, ratio) > 0.0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* omega a/c_s of mesh m. */
static double lowest_frequency(size_t m, const ss_elastic_material *material)
{
    test_solid s = test_solid_disc(m, *material);
    const double omega = sqrt(gsl_vector_get(s.modes.lambda, SS_RIGID_MODES) / material->density);
    double speeds[2];
    ss_elastic_speeds(speeds, material);
    test_solid_free(&s);
    return omega / speeds[1];
}

Test(elastic_modes, the_lowest_free_frequency_nears_the_exact_one)
{
    static const double limit[] = {0.023, 0.007, 0.002}, measured[] = {2.400, 2.365, 2.353};
    for (int k = 0; k < 4; ++k) {
        const ss_elastic_material material = {k < 2 ? 320e9 : 1e5, 0.33, k < 2 ? 7800.0 : 20.0,
                                              k % 2 != 0};
        const double exact = exact_frequency(&material);
        cr_expect_float_eq(exact, k % 2 != 0 ? 2.3462 : 2.3489, 5e-5);
        for (size_t i = 0; i < 3; ++i) {
            const double omega = lowest_frequency(fineness[i], &material);
            cr_expect_lt(fabs(omega / exact - 1.0), limit[i], "m %zu: %g", fineness[i], omega);
            cr_expect(k % 2 != 0 || fabs(omega - measured[i]) < 3e-3, "%g", omega);
        }
    }
}

/* The limits above are those of one nu; of any the error falls by 4 a doubling. */
Test(elastic_modes, the_lowest_free_frequency_nears_the_exact_one_for_any_material)
{
    static const double nu[] = {0.0, 0.25, 0.45};
    for (int k = 0; k < 6; ++k) {
        const ss_elastic_material material = {7e7, nu[k / 2], 3.0, k % 2 != 0};
        const double exact = exact_frequency(&material);
        const double two = lowest_frequency(2, &material), four = lowest_frequency(4, &material);
        cr_expect_float_eq((4.0 * four - two) / 3.0, exact, 2e-3 * exact, "nu %g: %g, %g for %g",
                           material.poisson, two, four, exact);
    }
}

/* Rayleigh's quotient of a wave along a bar whose cross sections move as one, along it (component
 * 0) or across (1), as the speed that a chain of masses with this quotient has. */
static double wave_speed(const ss_elastic_material *material, size_t n, size_t component)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_elastic_mesh mesh;
    cr_assert(ss_elastic_mesh_bar(&mesh, n, 3, 0.2, &error), "%s", error.text);
    const size_t size = 2 * mesh.n_nodes;
    gsl_matrix *const K = gsl_matrix_alloc(size, size);
    gsl_vector *const u = gsl_vector_calloc(size), *const f = gsl_vector_calloc(size);
    double mass = 0.0, energy = 0.0;
    for (size_t k = 0; k < mesh.n_nodes; ++k) {
        const double wave = cos(M_PI * (mesh.x[2 * k] + 0.5));
        gsl_vector_set(u, 2 * k + component, wave);
        mass += material->density * mesh.area[k] * wave * wave;
    }
    ss_elastic_stiffness(K, &mesh, material);
    gsl_blas_dgemv(CblasNoTrans, 1.0, K, u, 0.0, f);
    gsl_blas_ddot(u, f, &energy);
    gsl_matrix_free(K);
    gsl_vector_free(u);
    gsl_vector_free(f);
    ss_elastic_mesh_free(&mesh);
    return sqrt(energy / mass) / M_PI; /* omega L/pi of the lowest mode */
}

Test(elastic_modes, waves_have_their_speeds)
{
    const ss_elastic_material slender = {320e9, 0.0, 7800.0, false};
    double c[3], bar[2];
    ss_elastic_speeds(c, &steel);
    ss_elastic_speeds(bar, &slender);
    cr_expect_float_eq(c[0], 7800.0, 78.0);
    cr_expect_float_eq(c[1], 3930.0, 39.3);
    cr_expect_float_eq(bar[0], 6405.0, 64.0);
    c[2] = sqrt(slender.young / slender.density);
    for (size_t n = 10; n <= 40; n *= 2) {
        /* a chain of n masses: c 2 n/pi sin(pi/(2 n)) */
        const double chain = sin(M_PI_2 / (double)n) / (M_PI_2 / (double)n);
        cr_expect_float_eq(wave_speed(&steel, n, 0), c[0] * chain, 1e-9 * c[0]);
        cr_expect_float_eq(wave_speed(&steel, n, 1), c[1] * chain, 1e-9 * c[1]);
        cr_expect_float_eq(wave_speed(&slender, n, 0), c[2] * chain, 1e-9 * c[2]);
        cr_expect_float_eq(chain, 1.0, 0.01);
    }
}

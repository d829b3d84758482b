/* A step along a curve: on a lattice each body is next to the one before, every number goes with
 * its body or contact, and the problem is the same but for its numbering.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/files/step_file.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* N^3 bodies, numbered by a stride through the lattice, a floor of given motion among them, and a
 * contact from each body to the one above it or, from the lowest, to the floor. */
enum { N = 8, BODIES = N * N * N + 1, STRIDE = 201, FLOOR = 77 };

static size_t number_of(size_t cell)
{
    const size_t number = cell * STRIDE % (BODIES - 1);
    return number + (number >= FLOOR);
}

static void put(ss_step_file *file, size_t k, size_t n)
{
    const size_t each = ss_step_fields[k].each;
    file->field[k] = calloc(n * each, sizeof(double));
    cr_assert(file->field[k] != NULL);
    for (size_t i = 0; i < n * each; ++i)
        file->field[k][i] = (double)(i / each);
}

static ss_step_file make(double *x)
{
    ss_step_file file = {.n_bodies = BODIES, .n_contacts = N * N * N};
    put(&file, SS_STEP_inverse_mass, BODIES);
    put(&file, SS_STEP_inverse_inertia, BODIES);
    put(&file, SS_STEP_velocity_free, BODIES);
    put(&file, SS_STEP_mu, N * N * N);
    put(&file, SS_STEP_arm_a, N * N * N);
    file.field[SS_STEP_inverse_mass][0] = 1e-3; /* its number would be 0, as of what is given */
    file.field[SS_STEP_inverse_mass][FLOOR] = 0.0;
    file.pairs = calloc(2 * file.n_contacts, sizeof *file.pairs);
    for (size_t cell = 0; cell < N * N * N; ++cell) {
        const size_t b = number_of(cell);
        x[3 * b] = (double)(cell % N);
        x[3 * b + 1] = (double)(cell / N % N);
        x[3 * b + 2] = (double)(cell / N / N);
        file.pairs[2 * b - (b > FLOOR ? 2 : 0)] =
            cell < N * N ? FLOOR : (double)number_of(cell - N * N);
        file.pairs[2 * b - (b > FLOOR ? 2 : 0) + 1] = (double)b;
    }
    return file;
}

Test(step_curve, neighbours_follow_each_other_and_nothing_is_lost)
{
    double x[3 * BODIES] = {0.0};
    bool seen[BODIES] = {false};
    ss_error error = {.code = SS_ERROR_NONE};
    ss_step_file file = make(x), old = make(x);
    cr_assert(ss_step_file_follow_curve(&file, x, &error), "%s", error.text);
    size_t was[BODIES];
    for (size_t b = 0; b < BODIES; ++b) {
        was[b] = (size_t)file.field[SS_STEP_velocity_free][6 * b + 5];
        cr_assert(!seen[was[b]], "body %zu is twice", was[b]);
        seen[was[b]] = true;
        cr_expect_eq(file.field[SS_STEP_inverse_mass][b], old.field[SS_STEP_inverse_mass][was[b]]);
    }
    cr_expect_eq(was[BODIES - 1], FLOOR, "given bodies stand behind the others");
    for (size_t b = 1; b + 1 < BODIES; ++b) {
        double step[3];
        ss_sub3(step, x + 3 * was[b], x + 3 * was[b - 1]);
        cr_expect_eq(ss_norm(step), 1.0, "from place %zu to the next it is %g", b - 1,
                     ss_norm(step));
    }
    size_t last = 0;
    for (size_t c = 0; c < file.n_contacts; ++c) {
        const size_t before = (size_t)file.field[SS_STEP_mu][c];
        const size_t a = (size_t)file.pairs[2 * c], b = (size_t)file.pairs[2 * c + 1];
        cr_expect_eq((double)was[a], old.pairs[2 * before]);
        cr_expect_eq((double)was[b], old.pairs[2 * before + 1]);
        cr_expect_eq(file.field[SS_STEP_arm_a][3 * c + 2], (double)before);
        const size_t first = a == BODIES - 1 ? b : a;
        cr_expect_geq(first, last, "contacts follow their first bodies");
        last = first;
    }
    ss_step_file_free(&file);
    ss_step_file_free(&old);
}

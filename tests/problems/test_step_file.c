/* Step files: what is written is read back to the bit, as JSON and as HDF5; the problem that they
 * pose is the one they were made of; files that are none are refused in one line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/step_read.h"
#include "problems/contact/operator.h"
#include "tests/support/files.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void expect_same(const ss_step_file *a, const ss_step_file *b)
{
    cr_assert(a->n_bodies == b->n_bodies && a->n_contacts == b->n_contacts);
    cr_expect(a->h == b->h && strcmp(a->engine, b->engine) == 0 && strcmp(a->law, b->law) == 0);
    cr_expect_arr_eq(a->pairs, b->pairs, 2 * a->n_contacts * sizeof(double));
    for (size_t k = 0; k < SS_STEP_FIELDS; ++k) {
        const ss_step_field *const f = &ss_step_fields[k];
        const size_t n = strcmp(f->group, "bodies") == 0 ? a->n_bodies : a->n_contacts;
        cr_assert((a->field[k] == NULL) == (b->field[k] == NULL), "%s", f->name);
        if (a->field[k] != NULL)
            cr_expect_arr_eq(a->field[k], b->field[k], n * f->each * sizeof(double), "%s", f->name);
    }
}

Test(step_file, comes_back_and_poses_the_same_problem)
{
    static const char *const endings[] = {"json", "hdf5"};
    test_packing packing;
    ss_error error = {.code = SS_ERROR_NONE};
    test_packing_draw(&packing, 7, 20, true, NULL);
    const ss_problem *const p = packing.problem;
    double *const r = calloc(3 * p->n_contacts, sizeof *r);
    for (size_t k = 0; k < 3 * p->n_contacts; ++k)
        r[k] = 0.1 * (double)(k % 7) - 0.2;
    ss_step_file made;
    cr_assert(ss_step_file_from_problem(&made, p, r, &error), "%s", error.text);
    made.h = 0.01;
    made.engine = strdup("a test");
    made.law = strdup("none");
    for (int k = 0; k < 2; ++k) {
        char path[80];
        ss_step_file read;
        ss_posed_step posed;
        snprintf(path, sizeof path, "/tmp/stickslip-step-%d.%s", (int)getpid(), endings[k]);
        unlink(path);
        cr_assert(ss_step_file_write(&made, path, &error), "%s", error.text);
        cr_assert(ss_step_file_read(&read, path, &error) && ss_step_file_check(&read, path, &error),
                  "%s", error.text);
        expect_same(&made, &read);
        cr_assert(ss_posed_step_create(&posed, &read, path, &error), "%s", error.text);
        /* on the sum: u of the mean is D times it, D the packing's own */
        for (size_t c = 0; c < p->n_contacts; ++c) {
            const ss_rigid_contact contact = ss_operator_contact(p, c);
            for (size_t i = 0; i < 3; ++i) {
                const double D = i == 0 ? contact.scale_n : contact.scale_t;
                cr_expect_float_eq(D * posed.problem.q[3 * c + i], p->q[3 * c + i], 1e-12,
                                   "q of contact %zu", c);
            }
            cr_expect_float_eq(posed.problem.W_cc[9 * c] * contact.scale_n,
                               ss_operator_block((double[9]){0}, p, c)[0], 1e-9);
        }
        ss_posed_step_free(&posed);
        ss_step_file_free(&read);
        unlink(path);
    }
    ss_step_file_free(&made);
    free(r);
    test_packing_free(&packing);
}

#define HEAD "{\"format\": \"stickslip rigid step 1\", "
#define BODY                                                                                       \
    "\"bodies\": {\"inverse_mass\": [1, 0], \"inverse_inertia\": [[1,1,1,0,0,0],[0,0,0,0,0,0]], "  \
    "\"velocity_free\": [[0,0,-1,0,0,0],[0,0,0,0,0,0]]}"
#define TOUCH "\"arm_a\": [0,0,-1], \"arm_b\": [0,0,0], \"mu\": [0.3]"

Test(step_file, others_are_refused)
{
    static const char *const cases[][2] = {
        {"", "it is no JSON"},
        {"{", "did not find"},
        {"{}", "has no \"format\""},
        {"{\"format\": \"stickslip rigid step 2\"}", "must be \"stickslip rigid step 1\""},
        {HEAD "\"colour\": 3}", "'colour' is no word of the format"},
        {HEAD "\"bodies\": [1]}", "'bodies' must be an object"},
        {HEAD "\"bodies\": {\"mass\": [1]}}", "'mass' is no array of the format"},
        {HEAD "\"bodies\": {\"inverse_mass\": [[[1]]]}}", "lists of them"},
        {HEAD "\"bodies\": {\"inverse_mass\": [nan]}}", "finite numbers"},
        {HEAD "\"bodies\": {\"inverse_mass\": [1], \"inverse_mass\": [1]}}", "twice"},
        {HEAD "\"bodies\": {\"inverse_mass\": []}}", "0 numbers"},
        {HEAD "\"bodies\": {\"inverse_mass\": [1], \"velocity_free\": [1, 2]}}", "6 for each"},
        {HEAD BODY "}", "lacks contacts/normal"},
        {HEAD BODY ", \"contacts\": {\"bodies\": [0,1], \"normal\": [0,0,2], " TOUCH "}}",
         "its length must be 1"},
        {HEAD BODY ", \"contacts\": {\"bodies\": [0,2], \"normal\": [0,0,1], " TOUCH "}}",
         "names body 2"},
        {HEAD BODY ", \"contacts\": {\"bodies\": [0,0], \"normal\": [0,0,1], " TOUCH "}}",
         "with itself"},
        {HEAD BODY ", \"contacts\": {\"bodies\": [0,1], \"normal\": [0,0,1], " TOUCH
                   ", \"tangent\": [0,0,1]}}",
         "across the normal"},
        {HEAD BODY ", \"contacts\": {\"bodies\": [0,1,1,0], \"normal\": [0,0,1], " TOUCH "}}",
         "of 1 contacts; other arrays have 2"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        char path[80];
        ss_step_file file;
        ss_error error = {.code = SS_ERROR_NONE};
        snprintf(path, sizeof path, "/tmp/stickslip-step-%d-%zu.json", (int)getpid(), k);
        FILE *const out = fopen(path, "w");
        cr_assert(out != NULL);
        fputs(cases[k][0], out);
        fclose(out);
        const bool taken =
            ss_step_file_read(&file, path, &error) && ss_step_file_check(&file, path, &error);
        cr_expect_not(taken, "'%s'", cases[k][0]);
        if (k > 0) /* an empty file is taken for HDF5 */
            cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, path) != NULL &&
                          strstr(error.text, cases[k][1]) != NULL,
                      "'%s': %s", cases[k][0], error.text);
        ss_step_file_free(&file);
        unlink(path);
    }
}

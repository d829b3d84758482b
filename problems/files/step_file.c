/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/step_file.h"

#include "problems/contact/vec3.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char ss_step_format[] = "stickslip rigid step 1";

const ss_step_field ss_step_fields[SS_STEP_FIELDS] = {
#define SS_STEP_FIELD(name, group, each, need, meaning)                                            \
    {#name, #group, meaning, each, SS_STEP_##need},
#include "problems/files/step_fields.def"
#undef SS_STEP_FIELD
};

const ss_step_field ss_step_pairs = {"bodies", "contacts", "a and b, counted from 0", 2,
                                     SS_STEP_NEEDED};

void ss_step_file_free(ss_step_file *file)
{
    for (size_t k = 0; k < SS_STEP_FIELDS; ++k)
        free(file->field[k]);
    free(file->pairs);
    free(file->engine);
    free(file->law);
    *file = (ss_step_file){.h = 0.0};
}

bool ss_step_file_size(ss_step_file *file, const ss_step_field *field, size_t length,
                       const char *path, ss_error *error)
{
    const bool of_bodies = strcmp(field->group, "bodies") == 0;
    size_t *const n = of_bodies ? &file->n_bodies : &file->n_contacts;
    const char *const word = of_bodies ? "bodies" : "contacts";
    if (length == 0 || length % field->each != 0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s: %s/%s has %zu numbers; it must have %zu for each of the %s", path,
                            field->group, field->name, length, field->each, word);
    if (*n != 0 && *n != length / field->each)
        return ss_error_set(
            error, SS_ERROR_DATA, "%s: %s/%s has %zu numbers, of %zu %s; other arrays have %zu %s",
            path, field->group, field->name, length, length / field->each, word, *n, word);
    *n = length / field->each;
    return true;
}

static bool has_answer(const ss_step_file *file)
{
    return file->field[SS_STEP_impulse] != NULL || file->field[SS_STEP_velocity_after] != NULL;
}

/* Exchange two words. */
static void swap(char **a, char **b)
{
    char *const kept = *a;
    *a = *b;
    *b = kept;
}

bool ss_step_file_take_answer(ss_step_file *file, ss_step_file *answer, const char *path,
                              ss_error *error)
{
    if (!has_answer(answer))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s has no answer: neither contacts/impulse nor bodies/velocity_after",
                            path);
    if ((answer->n_bodies != 0 && answer->n_bodies != file->n_bodies) ||
        (answer->n_contacts != 0 && answer->n_contacts != file->n_contacts))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s is an answer for %zu bodies and %zu contacts (0: none told); the "
                            "step has %zu and %zu",
                            path, answer->n_bodies, answer->n_contacts, file->n_bodies,
                            file->n_contacts);
    for (size_t k = 0; k < SS_STEP_FIELDS; ++k)
        if (ss_step_fields[k].need == SS_STEP_ANSWER) {
            double *const old = file->field[k];
            file->field[k] = answer->field[k];
            answer->field[k] = old;
        }
    if (answer->engine != NULL && answer->engine[0] != '\0')
        swap(&file->engine, &answer->engine);
    if (answer->law != NULL && answer->law[0] != '\0')
        swap(&file->law, &answer->law);
    return true;
}

/* The number of a body or contact in the whole step. */
static int64_t number_of(const int64_t *numbers, size_t k)
{
    return numbers != NULL ? numbers[k] : (int64_t)k;
}

/* A number of an array that is not right. */
static bool refuse(const char *path, size_t field, int64_t at, double value, const char *wanted,
                   ss_error *error)
{
    const ss_step_field *const f = &ss_step_fields[field];
    return ss_error_set(error, SS_ERROR_DATA, "%s: %s/%s of number %" PRId64 " (from 0) is %g; %s",
                        path, f->group, f->name, at, value, wanted);
}

static bool check_bodies(const ss_step_file *file, const char *path, ss_error *error)
{
    for (size_t b = 0; b < file->n_bodies; ++b) {
        const double mass = file->field[SS_STEP_inverse_mass][b];
        const double *const J = file->field[SS_STEP_inverse_inertia] + 6 * b;
        const int64_t number = number_of(file->body_number, b);
        if (mass < 0.0)
            return refuse(path, SS_STEP_inverse_mass, number, mass, "it must be at least 0", error);
        for (size_t k = 0; mass > 0.0 && k < 3; ++k)
            if (J[k] < 0.0)
                return refuse(path, SS_STEP_inverse_inertia, number, J[k],
                              "its diagonal must be at least 0", error);
    }
    return true;
}

bool ss_step_file_check_pair(const double pair[2], double n_bodies, int64_t c, const char *path,
                             ss_error *error)
{
    for (int k = 0; k < 2; ++k)
        if (!(pair[k] >= 0.0) || pair[k] >= n_bodies || pair[k] != floor(pair[k]))
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s: contacts/bodies of number %" PRId64 " (from 0) names body "
                                "%.17g; there are 0 to %.17g",
                                path, c, pair[k], n_bodies - 1.0);
    return pair[0] != pair[1] ||
           ss_error_set(error, SS_ERROR_DATA,
                        "%s: contact %" PRId64 " (from 0) is of body %.17g with itself", path, c,
                        pair[0]);
}

/* Contact c, whose number in the whole step is `number`. */
static bool check_contact(const ss_step_file *file, size_t c, int64_t number, const char *path,
                          ss_error *error)
{
    const double *const tangent = file->field[SS_STEP_tangent];
    const double *const n = file->field[SS_STEP_normal] + 3 * c;
    const double mu = file->field[SS_STEP_mu][c];
    if (!ss_step_file_check_pair(file->pairs + 2 * c, (double)file->n_bodies, number, path, error))
        return false;
    const size_t a = (size_t)file->pairs[2 * c], b = (size_t)file->pairs[2 * c + 1];
    if (file->field[SS_STEP_inverse_mass][a] == 0.0 && file->field[SS_STEP_inverse_mass][b] == 0.0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s: contact %" PRId64 " (from 0) is of bodies %" PRId64 " and %" PRId64
                            ", whose motion is given both: leave it out",
                            path, number, number_of(file->body_number, a),
                            number_of(file->body_number, b));
    if (fabs(ss_norm(n) - 1.0) > 1e-4)
        return refuse(path, SS_STEP_normal, number, ss_norm(n), "its length must be 1", error);
    if (mu < 0.0)
        return refuse(path, SS_STEP_mu, number, mu, "it must be at least 0", error);
    return tangent == NULL || fabs(ss_dot(tangent + 3 * c, n)) < 0.99 * ss_norm(tangent + 3 * c) ||
           refuse(path, SS_STEP_tangent, number, ss_norm(tangent + 3 * c),
                  "it must stand across the normal", error);
}

bool ss_step_file_check(const ss_step_file *file, const char *path, ss_error *error)
{
    for (size_t k = 0; k < SS_STEP_FIELDS; ++k)
        if (ss_step_fields[k].need == SS_STEP_NEEDED && file->field[k] == NULL)
            return ss_error_set(error, SS_ERROR_DATA, "%s lacks %s/%s: %s", path,
                                ss_step_fields[k].group, ss_step_fields[k].name,
                                ss_step_fields[k].meaning);
    if (file->pairs == NULL)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s lacks contacts/bodies: a and b of each contact", path);
    bool sound = check_bodies(file, path, error);
    for (size_t c = 0; sound && c < file->n_contacts; ++c)
        sound = check_contact(file, c, number_of(file->contact_number, c), path, error);
    return sound;
}

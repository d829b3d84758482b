/* A step file as a problem, and a problem of bodies as a step file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/step_file.h"

#include "problems/contact/operator.h"
#include "problems/motion/posing.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Number the bodies: those that move first, in their order. Returns how many do. */
static size_t number_bodies(uint32_t *place, const ss_step_file *file)
{
    const double *const mass = file->field[SS_STEP_inverse_mass];
    size_t n_moving = 0, n_given = 0;
    for (size_t b = 0; b < file->n_bodies; ++b)
        n_moving += mass[b] > 0.0;
    size_t next = 0;
    for (size_t b = 0; b < file->n_bodies; ++b)
        place[b] = (uint32_t)(mass[b] > 0.0 ? next++ : n_moving + n_given++);
    return n_moving;
}

/* A contact: its frame, t1 along the file's tangent where it has one, and the target taken off. */
static void fill_contact(ss_rigid_contact *to, const ss_step_file *file, const uint32_t *place,
                         size_t c)
{
    const double *const tangent = file->field[SS_STEP_tangent];
    const double *const target = file->field[SS_STEP_target];
    *to = (ss_rigid_contact){.scale_n = 1.0,
                             .scale_t = 1.0,
                             .i = place[(size_t)file->pairs[2 * c]],
                             .j = place[(size_t)file->pairs[2 * c + 1]]};
    ss_axpy(to->n, 1.0 / ss_norm(file->field[SS_STEP_normal] + 3 * c),
            file->field[SS_STEP_normal] + 3 * c);
    ss_posing_frame(to->t1, to->t2, to->n);
    if (tangent != NULL) {
        double across[3];
        ss_copy3(across, tangent + 3 * c);
        ss_axpy(across, -ss_dot(across, to->n), to->n);
        const double length = ss_norm(across);
        for (int k = 0; k < 3; ++k)
            to->t1[k] = across[k] / length;
        ss_cross(to->t2, to->n, to->t1);
    }
    ss_copy3(to->arm_i, file->field[SS_STEP_arm_a] + 3 * c);
    ss_copy3(to->arm_j, file->field[SS_STEP_arm_b] + 3 * c);
    if (target != NULL) {
        to->shift[0] = -ss_dot(to->n, target + 3 * c);
        to->shift[1] = -ss_dot(to->t1, target + 3 * c);
        to->shift[2] = -ss_dot(to->t2, target + 3 * c);
    }
}

/* The arrays of the problem, one behind the other in `memory`. */
typedef struct arrays {
    double *inv_mass, *inv_inertia, *v_free, *mu, *rho_bar, *q, *W_cc;
} arrays;

/* Where they are; the last two but of a lean step. */
static arrays lay(const ss_posed_step *posed)
{
    const size_t n = posed->form.moving.n_bodies, m = posed->problem.n_contacts;
    arrays a = {.inv_mass = posed->memory};
    a.inv_inertia = a.inv_mass + n;
    a.v_free = a.inv_inertia + 6 * n;
    a.mu = a.v_free + 6 * n;
    a.rho_bar = a.mu + m;
    a.q = posed->lean ? NULL : a.rho_bar + m;
    a.W_cc = posed->lean ? NULL : a.q + 3 * m;
    return a;
}

bool ss_posed_step_begin(ss_posed_step *posed, const ss_step_file *bodies, size_t n_contacts,
                         bool lean, ss_error *error)
{
    const size_t n = bodies->n_bodies, m = n_contacts;
    *posed = (ss_posed_step){.lean = lean};
    posed->memory = calloc(13 * n + (lean ? 2 : 14) * m + 1, sizeof *posed->memory);
    posed->contacts = calloc(m + 1, sizeof *posed->contacts);
    posed->place = calloc(n + 1, sizeof *posed->place);
    if (posed->memory == NULL || posed->contacts == NULL || posed->place == NULL)
        return ss_error_memory(error, "%zu contacts", m);
    posed->problem.n_contacts = m;
    posed->form.moving.n_bodies = n;
    const arrays a = lay(posed);
    posed->form = (ss_rigid_form){.moving = {.n_bodies = n,
                                             .n_moving = number_bodies(posed->place, bodies),
                                             .v_free = a.v_free,
                                             .inv_mass = a.inv_mass},
                                  .inv_inertia = a.inv_inertia,
                                  .contacts = posed->contacts};
    for (size_t b = 0; b < n; ++b) {
        const size_t to = posed->place[b];
        a.inv_mass[to] = bodies->field[SS_STEP_inverse_mass][b];
        memcpy(a.v_free + 6 * to, bodies->field[SS_STEP_velocity_free] + 6 * b, 6 * sizeof(double));
        if (a.inv_mass[to] > 0.0)
            memcpy(a.inv_inertia + 6 * to, bodies->field[SS_STEP_inverse_inertia] + 6 * b,
                   6 * sizeof(double));
    }
    posed->problem = (ss_problem){.n_contacts = m,
                                  .dim = 3,
                                  .q = a.q,
                                  .mu = a.mu,
                                  .rho_bar = a.rho_bar,
                                  .W_cc = a.W_cc,
                                  .form = SS_FORM_RIGID,
                                  .rigid = &posed->form};
    return true;
}

bool ss_posed_step_add(ss_posed_step *posed, const ss_step_file *file, const size_t *at,
                       const char *path, ss_error *error)
{
    const arrays a = lay(posed);
    bool sound = true;
    for (size_t k = 0; sound && k < file->n_contacts; ++k) {
        const size_t c = at != NULL ? at[k] : k;
        ss_rigid_contact *const contact = &posed->contacts[c];
        const int64_t number = file->contact_number != NULL ? file->contact_number[k] : (int64_t)k;
        double W[9];
        fill_contact(contact, file, posed->place, k);
        a.mu[c] = file->field[SS_STEP_mu][k];
        a.rho_bar[c] = 1.0 / (a.inv_mass[contact->i] + a.inv_mass[contact->j]);
        ss_rigid_block(W, &posed->form, c);
        sound = W[0] > 0.0 && W[0] + W[4] + W[8] > 0.0 && isfinite(W[0] + W[4] + W[8]);
        if (!sound)
            ss_error_set(error, SS_ERROR_DATA,
                         "%s: contact %" PRId64 " (from 0) has W_nn = %g: no impulse can open it; "
                         "are its inertias positive definite?",
                         path, number, W[0]);
        if (posed->lean)
            continue;
        memcpy(a.W_cc + 9 * c, W, sizeof W);
        ss_operator_velocity(a.q + 3 * c, &posed->problem, a.v_free, NULL, c);
    }
    return sound;
}

bool ss_posed_step_create(ss_posed_step *posed, const ss_step_file *file, const char *path,
                          ss_error *error)
{
    return ss_posed_step_begin(posed, file, file->n_contacts, false, error) &&
           ss_posed_step_add(posed, file, NULL, path, error);
}

void ss_posed_step_free(ss_posed_step *posed)
{
    free(posed->memory);
    free(posed->contacts);
    free(posed->place);
    *posed = (ss_posed_step){.memory = NULL};
}

/* ---- the other way ---- */

static bool allocate_file(ss_step_file *file, const double *r, ss_error *error)
{
    static const size_t left_out[] = {SS_STEP_tangent, SS_STEP_gap};
    bool room = (file->pairs = calloc(2 * file->n_contacts + 1, sizeof(double))) != NULL;
    for (size_t k = 0; room && k < SS_STEP_FIELDS; ++k) {
        const size_t n =
            strcmp(ss_step_fields[k].group, "bodies") == 0 ? file->n_bodies : file->n_contacts;
        if (k == left_out[0] || k == left_out[1] ||
            (r == NULL && ss_step_fields[k].need == SS_STEP_ANSWER))
            continue;
        file->field[k] = calloc(n * ss_step_fields[k].each + 1, sizeof(double));
        room = file->field[k] != NULL;
    }
    return room || ss_error_memory(error, "a step of %zu contacts", file->n_contacts);
}

bool ss_step_file_from_problem(ss_step_file *file, const ss_problem *bodies, const double *r,
                               ss_error *error)
{
    const ss_moving *const moving = ss_operator_moving(bodies);
    *file = (ss_step_file){.n_bodies = moving->n_bodies, .n_contacts = bodies->n_contacts};
    if (!allocate_file(file, r, error))
        return false;
    for (size_t b = 0; b < moving->n_bodies; ++b) {
        double *const J = file->field[SS_STEP_inverse_inertia] + 6 * b;
        file->field[SS_STEP_inverse_mass][b] = b < moving->n_moving ? moving->inv_mass[b] : 0.0;
        if (b >= moving->n_moving)
            continue;
        if (bodies->form == SS_FORM_BALLS)
            J[0] = J[1] = J[2] = bodies->balls->inv_inertia[b];
        else
            memcpy(J, bodies->rigid->inv_inertia + 6 * b, 6 * sizeof *J);
    }
    memcpy(file->field[SS_STEP_velocity_free], moving->v_free,
           6 * moving->n_bodies * sizeof(double));
    memcpy(file->field[SS_STEP_mu], bodies->mu, bodies->n_contacts * sizeof(double));
    if (r != NULL)
        ss_operator_start(file->field[SS_STEP_velocity_after], bodies, r);
    for (size_t c = 0; c < bodies->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(bodies, c);
        /* of the sum: what stands beside P* v once D is divided out */
        const double target[3] = {-contact.shift[0] / contact.scale_n,
                                  -contact.shift[1] / contact.scale_t,
                                  -contact.shift[2] / contact.scale_t};
        file->pairs[2 * c] = contact.i;
        file->pairs[2 * c + 1] = contact.j;
        ss_copy3(file->field[SS_STEP_normal] + 3 * c, contact.n);
        ss_copy3(file->field[SS_STEP_arm_a] + 3 * c, contact.arm_i);
        ss_copy3(file->field[SS_STEP_arm_b] + 3 * c, contact.arm_j);
        ss_rigid_impulse(file->field[SS_STEP_target] + 3 * c, &contact, target); /* to fixed */
        if (r != NULL)
            ss_rigid_impulse(file->field[SS_STEP_impulse] + 3 * c, &contact, r + 3 * c);
    }
    return true;
}

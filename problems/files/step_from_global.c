/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/global_step.h"

#include "problems/contact/operator.h"
#include "problems/motion/posing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries of other codes are rounded, and some are written with few digits. */
static const double slack = 1e-8;

/* The rows of H of one body at one contact: +-F, and +-R^T (arm x F). */
typedef struct lever {
    double F[9], Q[9]; /* Q = R^T [arm]x, row-major; the sign is divided out of both */
    size_t body;       /* of the form */
} lever;

typedef struct contact {
    lever at[2]; /* a and b */
    size_t n;
    bool has[2];
} contact;

/* All on the way from M and H to the step. */
typedef struct conversion {
    const ss_fclib_raw *raw;
    const char *path;
    size_t n_bodies;
    contact *contacts;    /* n_contacts */
    double *M;            /* 36 a body */
    double *turn;         /* R, 9 a body */
    size_t *first, *next; /* contacts of a body, 2 c + side; SIZE_MAX: the end */
} conversion;

/* One line: the file, the body or contact by its number, and what it is that a rigid body is not.
 */
static bool refuse(const conversion *v, ss_error *error, const char *what, size_t number,
                   const char *why)
{
    return ss_error_set(error, SS_ERROR_DATA, "%s: /fclib_global: %s %zu (from 0) %s", v->path,
                        what, number, why);
}

/* Positive: the axes are a right-handed frame's; negative: its mirror image's. */
static double determinant(const double A[9])
{
    double c[3];
    ss_cross(c, A + 3, A + 6);
    return ss_dot(A, c);
}

/* How far three columns are off an orthonormal frame: the largest entry of F F^T - I. */
static double skewness(const double F[9])
{
    double error = 0.0;
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j)
            error = fmax(error, fabs(ss_dot(F + 3 * i, F + 3 * j) - (i == j ? 1.0 : 0.0)));
    return error;
}

/* M by bodies; an entry between two of them is refused. */
static bool gather_bodies(conversion *v, ss_error *error)
{
    const ss_triplets *const M = &v->raw->M;
    for (size_t e = 0; e < M->count; ++e) {
        const size_t row = (size_t)M->row[e], col = (size_t)M->col[e];
        if (row / 6 != col / 6 && M->x[e] != 0.0)
            return refuse(v, error, "body", row / 6,
                          "shares an entry of M with another: six rows of M must be a body");
        if (row / 6 == col / 6)
            v->M[36 * (row / 6) + 6 * (row % 6) + col % 6] += M->x[e];
    }
    return true;
}

/* H by contacts, at most two bodies each: upper rows in F, lower ones in Q. */
static bool gather_contacts(conversion *v, ss_error *error)
{
    const ss_triplets *const H = &v->raw->H;
    for (size_t e = 0; e < H->count; ++e) {
        const size_t body = (size_t)H->row[e] / 6, i = (size_t)H->row[e] % 6;
        const size_t c = (size_t)H->col[e] / 3, k = (size_t)H->col[e] % 3;
        contact *const of = &v->contacts[c];
        size_t side = 0;
        if (H->x[e] == 0.0)
            continue;
        while (side < of->n && of->at[side].body != body)
            ++side;
        if (side == 2)
            return refuse(v, error, "contact", c, "is of more than two bodies");
        if (side == of->n)
            of->at[of->n++].body = body;
        (i < 3 ? of->at[side].F : of->at[side].Q)[3 * (i % 3) + k] += H->x[e];
    }
    return true;
}

/* Which body is a: +F is right-handed, -F is not. Then the signs are divided out. */
static bool name_sides(conversion *v, size_t c, ss_error *error)
{
    contact named = {.n = 0};
    const contact *const of = &v->contacts[c];
    for (size_t k = 0; k < of->n; ++k) {
        lever to = of->at[k];
        const size_t side = determinant(to.F) > 0.0 ? 0 : 1;
        const double sign = side == 0 ? 1.0 : -1.0;
        double turned[9] = {0}; /* of F: its columns are n, t1, t2 */
        if (skewness(to.F) > slack)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s: /fclib_global: contact %zu (from 0) has directions n, t1, t2 "
                                "in H that are no orthonormal frame, by %.2g; a step of bodies has "
                                "one at each contact",
                                v->path, c, skewness(to.F));
        if (named.has[side])
            return refuse(v, error, "contact", c, "pushes two bodies the same way");
        for (size_t i = 0; i < 9; ++i)
            turned[3 * (i % 3) + i / 3] = sign * to.F[i];
        double below[9];
        for (size_t i = 0; i < 9; ++i)
            below[i] = sign * to.Q[i];
        ss_mul33(to.Q, below, turned);
        for (size_t i = 0; i < 9; ++i)
            to.F[i] *= sign;
        named.at[side] = to;
        named.has[side] = true;
        ++named.n;
    }
    /* of two bodies the frames must be one */
    double apart[9] = {0};
    for (size_t i = 0; named.n == 2 && i < 9; ++i)
        apart[i] = named.at[0].F[i] - named.at[1].F[i];
    v->contacts[c] = named;
    return named.n == 0 ? refuse(v, error, "contact", c, "is of no body: H has no entry of it")
                        : ss_norm_of(apart, 9) < slack ||
                              refuse(v, error, "contact", c,
                                     "does not push its two bodies alike: rows of H differ");
}

/* The arm of R Q, where that is [arm]x. */
static bool find_arm(double arm[3], const double R[9], const double Q[9])
{
    double A[9], apart[9];
    ss_mul33(A, R, Q);
    arm[0] = 0.5 * (A[7] - A[5]);
    arm[1] = 0.5 * (A[2] - A[6]);
    arm[2] = 0.5 * (A[3] - A[1]);
    for (size_t k = 0; k < 9; ++k)
        apart[k] = A[k] + A[3 * (k % 3) + k / 3];
    return ss_norm_of(apart, 9) <= slack * ss_norm_of(A, 9);
}

/* Does this turn make arms of all contacts of the body? */
static bool fits(const conversion *v, size_t body, const double R[9])
{
    bool all = true;
    for (size_t k = v->first[body]; all && k != SIZE_MAX; k = v->next[k]) {
        double arm[3];
        all = find_arm(arm, R, v->contacts[k / 2].at[k % 2].Q);
    }
    return all;
}

/* R from Q = R^T [arm]x with this arm: R^T y = Q (y x arm)/arm^2 across it, and along it by hand.
 */
static void turn_by(double R[9], const double Q[9], const double arm[3])
{
    const double square = ss_dot(arm, arm);
    double n[3] = {0}, y[3][3], to[3][3];
    ss_axpy(n, 1.0 / sqrt(square), arm);
    ss_posing_frame(y[1], y[2], n);
    ss_copy3(y[0], n);
    for (size_t k = 1; k < 3; ++k) {
        double across[3], scaled[3] = {0};
        ss_cross(across, y[k], arm);
        ss_axpy(scaled, 1.0 / square, across);
        ss_mul3(to[k], Q, scaled);
    }
    ss_cross(to[0], to[1], to[2]);
    for (size_t i = 0; i < 9; ++i) /* R = sum of y (R^T y)^T */
        R[i] = y[0][i / 3] * to[0][i % 3] + y[1][i / 3] * to[1][i % 3] + y[2][i / 3] * to[2][i % 3];
}

/* The longest arm of a body, up to its sign: arm arm^T = |arm|^2 I - Q^T Q. SIZE_MAX: all are 0. */
static size_t longest_arm(double arm[3], const conversion *v, size_t body)
{
    size_t longest = SIZE_MAX, most = 0;
    double square = 0.0, outer[9];
    for (size_t k = v->first[body]; k != SIZE_MAX; k = v->next[k]) {
        const double of = ss_norm_of(v->contacts[k / 2].at[k % 2].Q, 9);
        if (0.5 * of * of > square) {
            square = 0.5 * of * of;
            longest = k;
        }
    }
    if (longest == SIZE_MAX)
        return longest;
    const double *const Q = v->contacts[longest / 2].at[longest % 2].Q;
    for (size_t i = 0; i < 9; ++i)
        outer[i] = (i % 4 == 0 ? square : 0.0) - Q[i / 3] * Q[i % 3] - Q[3 + i / 3] * Q[3 + i % 3] -
                   Q[6 + i / 3] * Q[6 + i % 3];
    for (size_t i = 1; i < 3; ++i)
        if (outer[4 * i] > outer[4 * most])
            most = i;
    for (size_t i = 0; i < 3; ++i)
        arm[i] = outer[3 * most + i] / sqrt(outer[4 * most]);
    return longest;
}

/* How the axes of a body's spin are turned: not at all, or as the longest of its arms says with
 * either sign; where both will do (one contact), the one whose arm goes to the other body. */
static bool find_turn(conversion *v, size_t body, ss_error *error)
{
    static const double none[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double *const R = v->turn + 9 * body, arm[3];
    memcpy(R, none, sizeof none);
    if (fits(v, body, R))
        return true;
    const size_t k = longest_arm(arm, v, body);
    const lever *const at = &v->contacts[k / 2].at[k % 2];
    const double n[3] = {at->F[0], at->F[3], at->F[6]};
    const double out = (k % 2 == 0 ? -1.0 : 1.0) * ss_dot(arm, n);
    for (size_t turn = 0; turn < 2; ++turn) {
        double way[3] = {0};
        ss_axpy(way, (out < 0.0) == (turn == 0) ? -1.0 : 1.0, arm);
        turn_by(R, at->Q, way);
        if (fits(v, body, R))
            return true;
    }
    return refuse(v, error, "body", body,
                  "has rows of H below the normals that no arms make, however it is turned");
}

/* J^-1, R J^-1 R^T as xx yy zz xy xz yz, and the velocities M^-1 f. */
static bool fill_body(ss_step_file *step, const conversion *v, size_t b, ss_error *error)
{
    const double *const M = v->M + 36 * b, *const f = v->raw->f + 6 * b, *const R = v->turn + 9 * b;
    double J[9], inverse[9], turned[9], back[9], at[9], spin[3];
    double *const free_v = step->field[SS_STEP_velocity_free] + 6 * b;
    bool rigid = M[0] > 0.0;
    /* the mass, alike in three directions and apart from the spins; the rest is J */
    for (size_t i = 0; rigid && i < 6; ++i)
        for (size_t j = 0; rigid && j < 6; ++j) {
            if (i < 3 || j < 3)
                rigid = fabs(M[6 * i + j] - (i == j ? M[0] : 0.0)) <= slack * M[0];
            else
                J[3 * (i - 3) + j - 3] = M[6 * i + j];
        }
    /* J is symmetric, and has an inverse */
    for (size_t k = 0; rigid && k < 9; ++k)
        rigid = fabs(J[k] - J[3 * (k % 3) + k / 3]) <= slack * ss_norm_of(J, 9);
    for (size_t k = 0; rigid && k < 3; ++k) {
        const double unit[3] = {k == 0, k == 1, k == 2};
        rigid = ss_solve3(inverse + 3 * k, J, unit); /* symmetric: rows are columns */
    }
    if (!rigid || !ss_solve3(spin, J, f + 3))
        return refuse(v, error, "body", b, "is not rigid: its rows of M must be (m I, J)");
    /* both in fixed axes */
    for (size_t i = 0; i < 9; ++i)
        back[i] = R[3 * (i % 3) + i / 3];
    ss_mul33(turned, R, inverse);
    ss_mul33(at, turned, back);
    const double kept[6] = {at[0], at[4], at[8], at[1], at[2], at[5]};
    memcpy(step->field[SS_STEP_inverse_inertia] + 6 * b, kept, sizeof kept);
    step->field[SS_STEP_inverse_mass][b] = 1.0 / M[0];
    for (size_t i = 0; i < 3; ++i)
        free_v[i] = f[i] / M[0];
    ss_mul3(free_v + 3, R, spin);
    return true;
}

/* F x, from components to fixed axes. */
static void to_fixed(double y[3], const double F[9], const double x[3], double sign)
{
    ss_mul3(y, F, x);
    for (size_t k = 0; k < 3; ++k)
        y[k] *= sign;
}

/* Bodies, frame, arms in fixed axes, mu and w of a contact; the ground is the body behind the last.
 */
static void fill_contact(ss_step_file *step, const conversion *v, size_t c)
{
    static const int arms[2] = {SS_STEP_arm_a, SS_STEP_arm_b};
    const contact *const of = &v->contacts[c];
    const double *const F = of->at[of->has[0] ? 0 : 1].F;
    for (size_t k = 0; k < 3; ++k) {
        step->field[SS_STEP_normal][3 * c + k] = F[3 * k];
        step->field[SS_STEP_tangent][3 * c + k] = F[3 * k + 1];
    }
    for (size_t side = 0; side < 2; ++side) {
        step->pairs[2 * c + side] = of->has[side] ? (double)of->at[side].body : (double)v->n_bodies;
        if (of->has[side])
            find_arm(step->field[arms[side]] + 3 * c, v->turn + 9 * of->at[side].body,
                     of->at[side].Q);
    }
    step->field[SS_STEP_mu][c] = v->raw->mu[c];
    to_fixed(step->field[SS_STEP_target] + 3 * c, F, v->raw->w + 3 * c, -1.0);
    if (step->field[SS_STEP_impulse] != NULL)
        to_fixed(step->field[SS_STEP_impulse] + 3 * c, F, v->raw->r + 3 * c, 1.0);
}

/* The arrays that the step will have; the title of the file is its engine. */
static bool allocate_step(ss_step_file *step, const conversion *v, ss_error *error)
{
    const size_t m = v->raw->n_contacts;
    bool ground = false;
    for (size_t c = 0; c < m; ++c)
        ground |= v->contacts[c].n == 1;
    step->n_bodies = v->n_bodies + (ground ? 1 : 0);
    step->n_contacts = m;
    bool room = (step->pairs = calloc(2 * m + 1, sizeof *step->pairs)) != NULL;
    for (size_t k = 0; room && k < SS_STEP_FIELDS; ++k) {
        const ss_step_field *const field = &ss_step_fields[k];
        const size_t n = strcmp(field->group, "bodies") == 0 ? step->n_bodies : m;
        if (k == SS_STEP_velocity_after || k == SS_STEP_gap ||
            (k == SS_STEP_impulse && v->raw->r == NULL))
            continue;
        room = (step->field[k] = calloc(field->each * n + 1, sizeof(double))) != NULL;
    }
    room = room && (step->engine = strdup(v->raw->title)) != NULL &&
           (step->law = strdup("coulomb")) != NULL;
    return room || ss_error_memory(error, "a step of %zu contacts", m);
}

/* Room for the way there, and the lists of each body's contacts. */
static bool begin(conversion *v, ss_error *error)
{
    const size_t n = v->n_bodies, m = v->raw->n_contacts;
    if (v->raw->dim != 3 || v->raw->M.m % 6 != 0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s: /fclib_global has %zu rows of M in %zu dimensions; rigid bodies "
                            "have six rows each, in three",
                            v->path, v->raw->M.m, v->raw->dim);
    v->contacts = calloc(m + 1, sizeof *v->contacts);
    v->M = calloc(36 * n + 1, sizeof *v->M);
    v->turn = calloc(9 * n + 1, sizeof *v->turn);
    v->first = malloc((n + 1) * sizeof *v->first);
    v->next = malloc((2 * m + 1) * sizeof *v->next);
    return (v->contacts != NULL && v->M != NULL && v->turn != NULL && v->first != NULL &&
            v->next != NULL) ||
           ss_error_memory(error, "%zu bodies and %zu contacts", n, m);
}

/* A list of contacts for each body, so that no body looks at all. */
static void link_contacts(conversion *v)
{
    for (size_t b = 0; b < v->n_bodies; ++b)
        v->first[b] = SIZE_MAX;
    for (size_t k = 0; k < 2 * v->raw->n_contacts; ++k)
        if (v->contacts[k / 2].has[k % 2]) {
            size_t *const first = &v->first[v->contacts[k / 2].at[k % 2].body];
            v->next[k] = *first;
            *first = k;
        }
}

bool ss_step_file_from_global(ss_step_file *step, const ss_fclib_raw *raw, const char *path,
                              ss_error *error)
{
    conversion v = {.raw = raw, .path = path, .n_bodies = raw->M.m / 6};
    *step = (ss_step_file){.h = 0.0};
    bool sound = begin(&v, error) && gather_bodies(&v, error) && gather_contacts(&v, error);
    for (size_t c = 0; sound && c < raw->n_contacts; ++c)
        sound = name_sides(&v, c, error);
    if (sound)
        link_contacts(&v);
    for (size_t b = 0; sound && b < v.n_bodies; ++b)
        sound = find_turn(&v, b, error);
    sound = sound && allocate_step(step, &v, error);
    for (size_t b = 0; sound && b < v.n_bodies; ++b)
        sound = fill_body(step, &v, b, error);
    for (size_t c = 0; sound && c < raw->n_contacts; ++c)
        fill_contact(step, &v, c);
    free(v.contacts);
    free(v.M);
    free(v.turn);
    free(v.first);
    free(v.next);
    return sound;
}

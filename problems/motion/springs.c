/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/springs.h"

#include "problems/contact/operator.h"
#include "problems/motion/scene.h"
#include "problems/sparse/factor.h"

#include <stdlib.h>

enum { ENTRIES_OF_A_SPRING = 12 };

typedef struct springs_solve springs_solve;

typedef struct springs {
    ss_flexible base;
    size_t n_dof;         /* 3 n_moving: the centres, x y z of body 0, of body 1, ... */
    ss_triplets K;        /* n_dof x n_dof, symmetric, positive semidefinite, N/m; owned */
    double *rest;         /* n_dof: the centres where K pulls at none, m; owned */
    springs_solve *solve; /* the factors of A and what they gave; owned */
} springs;

/* Invariant: where h is not 0 the factor is that of A = M + theta^2 h^2 K for this h and
 * theta. `response` is of the contacts coupled last. */
struct springs_solve {
    ss_factor *factor; /* of A */
    ss_triplets A;     /* room for M and K */
    double h, theta;   /* what A is made of; h 0: nothing yet */
    double *f, *x;     /* n_dof: a right-hand side and A^-1 of it */
    double *response;  /* 6 n_bodies a component of r, in its order: A^-1 P */
    size_t room;       /* doubles of `response` */
};

static bool make_triplets(ss_triplets *t, size_t n, size_t count)
{
    t->m = t->n = n;
    t->row = calloc(count + 1, sizeof *t->row);
    t->col = calloc(count + 1, sizeof *t->col);
    t->x = calloc(count + 1, sizeof *t->x);
    return t->row != NULL && t->col != NULL && t->x != NULL;
}

static bool make_solve(springs_solve *s, size_t n, size_t count, ss_error *error)
{
    s->factor = ss_factor_create("M + theta^2 h^2 K of bodies that deform", error);
    s->f = calloc(n + 1, sizeof *s->f);
    s->x = calloc(n + 1, sizeof *s->x);
    return make_triplets(&s->A, n, count) && s->factor != NULL && s->f != NULL && s->x != NULL;
}

static void release_memory(ss_flexible *flexible)
{
    springs *const s = (springs *)flexible;
    if (s->solve != NULL) {
        ss_factor_free(s->solve->factor);
        ss_triplets_free(&s->solve->A);
        free(s->solve->f);
        free(s->solve->x);
        free(s->solve->response);
    }
    ss_triplets_free(&s->K);
    free(s->rest);
    free(s->solve);
    free(s);
}

static void add(ss_triplets *t, size_t row, size_t col, double x)
{
    t->row[t->count] = (int64_t)row;
    t->col[t->count] = (int64_t)col;
    t->x[t->count++] = x;
}

void ss_springs_join(ss_flexible *flexible, size_t a, size_t b, double stiffness)
{
    springs *const s = (springs *)flexible;
    /* [[s, -s], [-s, s]] for each direction: the spring is alike in all three */
    for (size_t k = 0; k < 3; ++k) {
        add(&s->K, 3 * a + k, 3 * a + k, stiffness);
        add(&s->K, 3 * b + k, 3 * b + k, stiffness);
        add(&s->K, 3 * a + k, 3 * b + k, -stiffness);
        add(&s->K, 3 * b + k, 3 * a + k, -stiffness);
    }
}

static double energy_of(const ss_flexible *flexible, const ss_bodies *bodies)
{
    const springs *const s = (const springs *)flexible;
    const ss_triplets *const K = &s->K;
    double energy = 0.0;
    for (size_t e = 0; e < K->count; ++e)
        energy += 0.5 * K->x[e] * (bodies->x[K->row[e]] - s->rest[K->row[e]]) *
                  (bodies->x[K->col[e]] - s->rest[K->col[e]]);
    return energy;
}

static bool prepare(springs *s, const ss_bodies *bodies, double h, double theta, ss_error *error)
{
    springs_solve *const solve = s->solve;
    const ss_triplets *const K = &s->K;
    if (solve->h == h && solve->theta == theta)
        return true;
    /* M on the diagonal, then the entries of theta^2 h^2 K; those of one place add up */
    solve->A.count = 0;
    for (size_t k = 0; k < s->n_dof; ++k)
        add(&solve->A, k, k, 1.0 / bodies->inv_mass[k / 3]);
    for (size_t e = 0; e < K->count; ++e)
        add(&solve->A, (size_t)K->row[e], (size_t)K->col[e], theta * theta * h * h * K->x[e]);
    if (!ss_factor_compute(solve->factor, &solve->A, error))
        return false;
    solve->h = h;
    solve->theta = theta;
    return true;
}

/* A v_free = M v_rigid - h K s with s = q_mid - x_rest - (1 - theta)^2 h v_k, as what is added to
 * v_rigid: A^-1 (-h K (s + theta^2 h v_rigid)), exactly 0 without K. */
static bool release(ss_flexible *flexible, const ss_scene *scene, double *v_free, ss_error *error)
{
    springs *const s = (springs *)flexible;
    const ss_bodies *const bodies = &scene->bodies;
    const double h = scene->params.h, theta = scene->params.theta;
    springs_solve *const solve = s->solve;
    const ss_triplets *const K = &s->K;
    if (!prepare(s, bodies, h, theta, error))
        return false;
    memset(solve->f, 0, s->n_dof * sizeof *solve->f);
    for (size_t e = 0; e < K->count; ++e) {
        const size_t k = (size_t)K->col[e], at = 6 * (k / 3) + k % 3;
        solve->f[K->row[e]] -=
            h * K->x[e] *
            (bodies->x[k] - s->rest[k] - (1.0 - theta) * (1.0 - theta) * h * bodies->v[at] +
             theta * theta * h * v_free[at]);
    }
    if (!ss_factor_solve(solve->factor, solve->x, solve->f, SS_FACTOR_REFINED, error))
        return false;
    for (size_t k = 0; k < s->n_dof; ++k)
        v_free[6 * (k / 3) + k % 3] += solve->x[k];
    return true;
}

/* v = A^-1 P_c e_k: what a rigid body's velocity would be, spread by A^-1 M. */
static bool respond(springs_solve *s, double *v, const ss_problem *rigid, size_t c, size_t k,
                    ss_error *error)
{
    const ss_moving *const moving = ss_operator_moving(rigid);
    double unit[3] = {0.0, 0.0, 0.0};
    unit[k] = 1.0;
    memset(v, 0, 6 * moving->n_bodies * sizeof *v);
    ss_operator_change(v, rigid, c, unit);
    for (size_t i = 0; i < 3 * moving->n_moving; ++i)
        s->f[i] = v[6 * (i / 3) + i % 3] / moving->inv_mass[i / 3];
    if (!ss_factor_solve(s->factor, s->x, s->f, SS_FACTOR_REFINED, error))
        return false;
    for (size_t i = 0; i < 3 * moving->n_moving; ++i)
        v[6 * (i / 3) + i % 3] = s->x[i];
    return true;
}

static bool fill(springs_solve *s, const ss_block_arrays *out, const ss_problem *rigid,
                 ss_error *error)
{
    const size_t n = rigid->n_contacts, length = ss_operator_state_length(rigid);
    *out->dim = rigid->dim;
    memcpy(out->q, rigid->q, 3 * n * sizeof *out->q);
    memcpy(out->mu, rigid->mu, n * sizeof *out->mu);
    /* column by column: u at all contacts d for a unit impulse at component at % 3 of
     * contact at / 3 */
    for (size_t at = 0; at < 3 * n; ++at) {
        double *const v = s->response + length * at;
        if (!respond(s, v, rigid, at / 3, at % 3, error))
            return false;
        for (size_t d = 0; d < n; ++d) {
            double u[3];
            ss_form_image(u, rigid, rigid->form, v, d);
            for (size_t i = 0; i < 3; ++i)
                out->blocks[9 * (n * d + at / 3) + 3 * i + at % 3] = u[i];
        }
    }
    /* the pattern is full: an impulse on one body moves all that springs join */
    for (size_t c = 0; c < n; ++c) {
        for (size_t d = 0; d < n; ++d)
            out->column[n * c + d] = d; /* ascending */
        out->row_start[c + 1] = n * (c + 1);
        out->rho_bar[c] = 1.0 / ss_operator_block_largest(out->blocks + 9 * (n * c + c));
    }
    return true;
}

static bool couple(ss_flexible *flexible, ss_block_problem **blocks,
                   const ss_flexible_contacts *contacts, ss_error *error)
{
    springs *const s = (springs *)flexible;
    const ss_problem *const rigid = contacts->rigid;
    springs_solve *const solve = s->solve;
    const size_t n = rigid->n_contacts, length = 3 * n * ss_operator_state_length(rigid);
    ss_block_arrays arrays;
    if (length > solve->room || solve->response == NULL) {
        double *const larger = reallocarray(solve->response, length + 1, sizeof *larger);
        if (larger == NULL)
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory to couple %zu contacts", n);
        solve->response = larger;
        solve->room = length;
    }
    ss_block_problem_free(*blocks);
    *blocks = ss_block_problem_create(n, n * n, &arrays, error);
    return *blocks != NULL && fill(solve, &arrays, rigid, error) &&
           ss_block_problem_finish(*blocks, error);
}

static void move(ss_flexible *flexible, double *v, const ss_problem *rigid, const double *r)
{
    const springs *const s = (const springs *)flexible;
    const size_t length = ss_operator_state_length(rigid);
    memcpy(v, ss_operator_moving(rigid)->v_free, length * sizeof *v);
    for (size_t at = 0; at < 3 * rigid->n_contacts; ++at)
        for (size_t k = 0; k < length; ++k)
            v[k] += s->solve->response[length * at + k] * r[at];
}

static const ss_flexible_kind kind = {.free = release_memory,
                                      .energy = energy_of,
                                      .release = release,
                                      .couple = couple,
                                      .move = move};

ss_flexible *ss_springs_create(const ss_bodies *bodies, size_t most, ss_error *error)
{
    const size_t n = 3 * bodies->n_moving, count = ENTRIES_OF_A_SPRING * most;
    springs *const s = calloc(1, sizeof *s);
    if (s != NULL) {
        s->base.kind = &kind;
        s->n_dof = n;
        s->rest = malloc((n + 1) * sizeof *s->rest);
        s->solve = calloc(1, sizeof *s->solve);
        if (make_triplets(&s->K, n, count) && s->rest != NULL && s->solve != NULL &&
            make_solve(s->solve, n, n + count, error)) {
            memcpy(s->rest, bodies->x, n * sizeof *s->rest);
            return &s->base;
        }
        release_memory(&s->base);
    }
    ss_error_memory(error, "%zu springs", most);
    return NULL;
}

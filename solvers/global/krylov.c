/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/krylov.h"

#include "problems/base/memory.h"

#include <stdlib.h>
#include <string.h>

void ss_krylov_free(ss_krylov *k)
{
    if (k == NULL)
        return;
    ss_multigrid_clear(&k->levels);
    free(k->root);
    free(k->memory);
    free(k);
}

static bool reserve(ss_krylov **of, size_t n, size_t contacts, ss_error *error)
{
    if (*of != NULL && n <= (*of)->room && contacts <= (*of)->contacts_room)
        return true;
    ss_krylov_free(*of);
    const size_t room = ss_memory_room(n), more = ss_memory_room(contacts);
    ss_krylov *const k = *of = calloc(1, sizeof *k);
    if (k != NULL)
        k->root = calloc(39 * room + 18 * more + 1, sizeof *k->root);
    if (k == NULL || k->root == NULL)
        return ss_error_memory(error, "Krylov's method: %zu bodies", n);
    k->place = k->root + 36 * room;
    k->P = k->place + 3 * room;
    k->K = k->P + 9 * more;
    k->contacts_room = more;
    k->room = room;
    return true;
}

/* M^1/2 of each body that moves; one that no impulse turns has 1 for its rotations. */
static void find_roots(ss_krylov *k, const ss_problem *problem, const uint32_t *number)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    for (size_t b = 0; b < moving->n_moving; ++b) {
        double C[9], X[36] = {0.0};
        if (number[b] == UINT32_MAX)
            continue;
        const double mass = ss_operator_mass_root(C, problem, b);
        for (size_t i = 0; i < 3; ++i) {
            X[7 * i] = mass > 0.0 ? mass : 1.0;
            for (size_t j = 0; j < 3; ++j)
                X[6 * (3 + i) + 3 + j] = i == j && C[4 * i] == 0.0 ? 1.0 : C[3 * i + j];
        }
        ss_block_invert(k->root + 36 * (size_t)number[b], X);
    }
}

/* Centres of bodies that touch, each from one that is known: x_i + arm_i = x_j + arm_j. */
static void find_places(ss_krylov *k, const ss_problem *problem, const uint32_t *body, size_t n)
{
    bool *const is_known = (bool *)k->P; /* free until the first matrix */
    memset(is_known, 0, n * sizeof *is_known);
    for (size_t first = 0; first < n; ++first) {
        bool has_grown = !is_known[first];
        if (has_grown)
            memset(k->place + 3 * first, 0, 3 * sizeof *k->place);
        is_known[first] = true;
        while (has_grown) {
            has_grown = false;
            for (size_t c = 0; c < problem->n_contacts; ++c) {
                const uint32_t i = body[2 * c], j = body[2 * c + 1];
                if (i >= n || j >= n || is_known[i] == is_known[j])
                    continue;
                const ss_rigid_contact contact = ss_operator_contact(problem, c);
                const double sign = is_known[i] ? 1.0 : -1.0;
                const uint32_t from = is_known[i] ? i : j, to = is_known[i] ? j : i;
                for (size_t e = 0; e < 3; ++e)
                    k->place[3 * to + e] =
                        k->place[3 * from + e] + sign * (contact.arm_i[e] - contact.arm_j[e]);
                is_known[to] = has_grown = true;
            }
        }
    }
}

bool ss_krylov_pose(ss_krylov **of, const ss_problem *problem, const uint32_t *number,
                    const uint32_t *body, size_t n_bodies, ss_error *error)
{
    if (!reserve(of, n_bodies, problem->n_contacts, error))
        return false;
    ss_krylov *const k = *of;
    find_roots(k, problem, number);
    find_places(k, problem, body, n_bodies);
    return true;
}

void ss_krylov_freeze(ss_krylov *k, const double *L, const double *K, double a, size_t n)
{
    for (size_t c = 0; c < n; ++c) {
        const double *const l = L + 9 * c;
        double *const P = k->P + 9 * c;
        /* L is P + p g' with p the first column of P, symmetric, and g' = (0, v_t'/|v_t|) */
        for (size_t i = 0; i < 9; ++i) {
            const size_t j = i % 3;
            const double g = j > 0 && l[0] > 0.0 ? (l[j] - l[3 * j]) / l[0] : 0.0;
            P[i] = l[i] - g * l[i - j];
            k->K[9 * c + i] = K[9 * c + i] + a * (P[i] - l[i]);
        }
    }
}

void ss_krylov_freeze_path(ss_krylov *k, const double *K, size_t n)
{
    memcpy(k->K, K, 9 * n * sizeof *k->K);
    for (size_t c = 0; c < n; ++c) {
        /* the tangential rows of K are those of C = [[b, t'], [t, C_tt]], t = |t| d, d' C_tt d = b
         */
        double *const C = k->K + 9 * c;
        const double length2 = C[3] * C[3] + C[6] * C[6];
        const double across = C[3] * C[3] * C[4] + 2.0 * C[3] * C[6] * C[5] + C[6] * C[6] * C[8];
        C[0] = length2 > 0.0 ? across / length2 : C[4];
        C[1] = C[3];
        C[2] = C[6];
    }
}

bool ss_krylov_compute(ss_krylov *k, const ss_blocks *A, ss_linear linear, ss_work *work,
                       ss_error *error)
{
    const ss_multigrid_depth depth =
        linear == SS_LINEAR_MULTIGRID ? SS_MULTIGRID_ALL : SS_MULTIGRID_ONE;
    /* the basis is not needed while the levels are made, nor what makes them later */
    free(k->memory);
    k->memory = NULL;
    if (!ss_multigrid_compute(&k->levels, A, k->root, k->place, depth, error))
        return false;
    k->memory = malloc(SS_GMRES_ROOM * A->n * sizeof *k->memory);
    if (k->memory == NULL)
        return ss_error_memory(error, "Krylov's method: %zu bodies", A->n);
    work->flops += k->levels.setup_flops + 36 * A->count;
    work->moves += k->levels.setup_moves;
    return true;
}

bool ss_krylov_solve(ss_krylov *k, double *w, ss_gmres_task task, ss_work *work, ss_error *error)
{
    ss_gmres_end end;
    task.memory = k->memory;
    if (!ss_gmres_solve(&k->levels, w, &task, &end, error))
        return false;
    work->flops += end.flops;
    work->moves += end.moves;
    work->solves += end.iterations;
    return true;
}

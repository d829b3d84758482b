/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/system.h"

#include "problems/base/memory.h"
#include "problems/contact/operator.h"
#include "solvers/parts/scaling.h"

#include <stdlib.h>
#include <string.h>

/* Of a Newton step by Krylov's method, relative to |F|. */
static const double INEXACT = 1e-4;

static void release(ss_system *s)
{
    free(s->row_start);
    free(s->column);
    free(s->diagonal);
    free(s->W);
    free(s->q);
    free(s->scale);
    free(s->mu);
    free(s->rest);
    free(s->J.row);
    free(s->J.col);
    free(s->J.x);
    *s = (ss_system){.form = s->form,
                     .linear = s->linear,
                     .krylov = s->krylov,
                     .by_bodies = s->by_bodies,
                     .by_krylov = s->by_krylov,
                     .reduced = s->reduced,
                     .factor = s->factor,
                     .work = s->work};
}

void ss_system_clear(ss_system *s)
{
    release(s);
    ss_block_factor_free(s->factor);
    ss_reduced_clear(&s->reduced);
    ss_krylov_free(s->krylov);
    *s = (ss_system){0};
}

static bool allocate(ss_system *s, size_t n, size_t n_blocks)
{
    release(s);
    s->room = ss_memory_room(n);
    s->block_room = ss_memory_room(n_blocks);
    s->row_start = calloc(s->room + 1, sizeof *s->row_start);
    s->column = calloc(s->block_room, sizeof *s->column);
    s->diagonal = calloc(s->room, sizeof *s->diagonal);
    s->W = calloc(9 * s->block_room, sizeof *s->W);
    s->q = calloc(3 * s->room, sizeof *s->q);
    s->scale = calloc(3 * s->room, sizeof *s->scale);
    s->mu = calloc(s->room, sizeof *s->mu);
    s->rest = calloc(6 * s->room, sizeof *s->rest);
    s->J.row = calloc(s->block_room, sizeof *s->J.row);
    s->J.col = calloc(s->block_room, sizeof *s->J.col);
    s->J.x = calloc(9 * s->block_room, sizeof *s->J.x);
    return s->row_start != NULL && s->column != NULL && s->diagonal != NULL && s->W != NULL &&
           s->q != NULL && s->scale != NULL && s->mu != NULL && s->rest != NULL &&
           s->J.row != NULL && s->J.col != NULL && s->J.x != NULL;
}

/* Room for n contacts and n_blocks blocks. */
static bool reserve(ss_system *s, size_t n, size_t n_blocks, ss_error *error)
{
    if (s->factor == NULL)
        s->factor = ss_block_factor_create("the Newton matrix", error);
    if (s->factor == NULL)
        return false;
    if ((s->mu == NULL || n > s->room || n_blocks > s->block_room) && !allocate(s, n, n_blocks)) {
        release(s);
        return ss_error_memory(error, "Newton's method: %zu contacts", n);
    }
    s->n = n;
    s->n_blocks = n_blocks;
    return true;
}

/* S, mu and q~ of a problem, room for which is made. */
static void scale(ss_system *s, const ss_problem *problem)
{
    ss_scaling_find(s->q, problem); /* d, for now */
    for (size_t c = 0; c < s->n; ++c) {
        const double d = s->q[c];
        const ss_system_stretch T = ss_system_stretch_of(problem->mu[c]);
        s->mu[c] = problem->mu[c];
        s->scale[3 * c] = d / T.n;
        s->scale[3 * c + 1] = s->scale[3 * c + 2] = d / T.t;
    }
    for (size_t i = 0; i < 3 * s->n; ++i)
        s->q[i] = s->scale[i] * problem->q[i];
}

/* The places of J's blocks: those of W. */
static void set_pattern(ss_system *s)
{
    for (size_t c = 0; c < s->n; ++c)
        for (size_t k = s->row_start[c]; k < s->row_start[c + 1]; ++k) {
            if (s->column[k] == c)
                s->diagonal[c] = k;
            s->J.row[k] = (uint32_t)c;
            s->J.col[k] = (uint32_t)s->column[k];
        }
    s->J.size = 3;
    s->J.n = s->n;
    s->J.count = s->n_blocks;
}

/* All that follows from the matrix, q~, S and mu. */
static bool finish(ss_system *s, ss_error *error)
{
    double sum = 0.0, largest = 0.0; /* of q', squared; of q~ */
    for (size_t i = 0; i < 3 * s->n; ++i) {
        const ss_system_stretch T = ss_system_stretch_of(s->mu[i / 3]);
        const double scaled = s->q[i] * (i % 3 == 0 ? T.n : T.t); /* q' = T q~ */
        sum += scaled * scaled;
        largest = fmax(largest, fabs(s->q[i]));
    }
    s->q_norm = sqrt(sum); /* 0 where no impulse is needed */
    s->tau_ref = largest;
    if (!s->by_bodies)
        set_pattern(s);
    const ss_blocks *const matrix = s->by_bodies ? &s->reduced.A : &s->J;
    if (s->by_krylov) /* nothing to analyse */
        return true;
    const bool ok = s->n == 0 || ss_block_factor_analyse(s->factor, matrix, error);
    /* kept or not */
    s->work->moves += s->n > 0 ? ss_block_factor_facts_of(s->factor).analyse_moves : 0;
    return ok;
}

static bool pose_blocks(ss_system *s, const ss_problem *problem, ss_error *error)
{
    const ss_block_form *const form = problem->blocks;
    const size_t n = problem->n_contacts, n_blocks = form->row_start[n];
    if (!reserve(s, n, n_blocks, error))
        return false;
    scale(s, problem);
    memcpy(s->row_start, form->row_start, (n + 1) * sizeof *s->row_start);
    for (size_t c = 0; c < n; ++c)
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k) {
            s->column[k] = form->column[k];
            for (size_t i = 0; i < 9; ++i)
                s->W[9 * k + i] = s->scale[3 * c + i / 3] * form->blocks[9 * k + i] *
                                  s->scale[3 * form->column[k] + i % 3];
        }
    return finish(s, error);
}

static bool pose_bodies(ss_system *s, const ss_problem *problem, ss_error *error)
{
    if (!reserve(s, problem->n_contacts, 0, error))
        return false;
    scale(s, problem);
    const ss_reduced *const m = &s->reduced;
    return ss_reduced_pose(&s->reduced, problem, s->scale, error) &&
           (!s->by_krylov ||
            ss_krylov_pose(&s->krylov, problem, m->number, m->body, m->n_bodies, error)) &&
           finish(s, error);
}

static bool wants_bodies(ss_system_form form, const ss_problem *problem)
{
    const ss_moving *const moving = ss_operator_moving(problem);
    return moving != NULL &&
           (form == SS_SYSTEM_BODIES ||
            (form == SS_SYSTEM_AUTO && 3 * problem->n_contacts >= 8 * moving->n_moving));
}

bool ss_system_pose(ss_system *s, const ss_problem *problem, ss_work *work, ss_error *error)
{
    s->work = work;
    s->by_bodies = wants_bodies(s->form, problem); /* else by blocks */
    s->by_krylov = s->by_bodies && s->linear != SS_LINEAR_FACTOR;
    if (s->by_bodies)
        return pose_bodies(s, problem, error);
    if (problem->form == SS_FORM_BLOCKS)
        return pose_blocks(s, problem, error);
    ss_block_problem *const blocks = ss_block_problem_from_body(problem, error);
    const bool ok = blocks != NULL && pose_blocks(s, ss_block_problem_view(blocks), error);
    ss_block_problem_free(blocks);
    return ok;
}

/* The place of `contact` among the m of a part; m if it is none of them. */
static size_t find(const size_t *contacts, size_t m, size_t contact)
{
    size_t low = 0, high = m;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (contacts[middle] < contact)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m && contacts[low] == contact ? low : m;
}

bool ss_system_pose_part(ss_system *part, const ss_system *whole, const double *y,
                         const size_t *contacts, size_t m, ss_error *error)
{
    size_t n_blocks = 0; /* in the rows of the part: room enough */
    for (size_t i = 0; i < m; ++i)
        n_blocks += whole->row_start[contacts[i] + 1] - whole->row_start[contacts[i]];
    if (part->factor == NULL)
        part->factor = ss_block_factor_create("the Newton matrix of some contacts", error);
    if (part->factor == NULL || !reserve(part, m, n_blocks, error))
        return false;
    part->work = whole->work;
    part->by_bodies = part->by_krylov = false;
    part->n_blocks = 0; /* counted again, as they are kept */
    for (size_t i = 0; i < m; ++i) {
        const size_t c = contacts[i];
        part->mu[i] = whole->mu[c];
        memcpy(part->scale + 3 * i, whole->scale + 3 * c, 3 * sizeof *part->scale);
        memcpy(part->q + 3 * i, whole->q + 3 * c, 3 * sizeof *part->q);
        part->row_start[i] = part->n_blocks;
        for (size_t k = whole->row_start[c]; k < whole->row_start[c + 1]; ++k) {
            const size_t j = find(contacts, m, whole->column[k]); /* m: it is frozen */
            if (j == m) {
                ss_muladd3(part->q + 3 * i, whole->W + 9 * k, y + 3 * whole->column[k]);
                continue;
            }
            part->column[part->n_blocks] = j;
            memcpy(part->W + 9 * part->n_blocks++, whole->W + 9 * k, 9 * sizeof *part->W);
        }
    }
    part->row_start[m] = part->n_blocks;
    return finish(part, error);
}

/* v = A y, A block by block as W. */
static void multiply(double *v, const ss_system *s, const double *A, const double *y)
{
    for (size_t c = 0; c < s->n; ++c) {
        double sum[3] = {0.0, 0.0, 0.0};
        for (size_t k = s->row_start[c]; k < s->row_start[c + 1]; ++k)
            ss_muladd3(sum, A + 9 * k, y + 3 * s->column[k]);
        ss_copy3(v + 3 * c, sum);
    }
}

void ss_system_multiply(double *v, const ss_system *s, const double *y)
{
    ++s->work->products;
    if (s->by_bodies)
        ss_reduced_multiply(v, &s->reduced, y);
    else
        multiply(v, s, s->W, y);
}

void ss_system_velocity(double *v, const ss_system *s, const double *y)
{
    ss_system_multiply(v, s, y);
    for (size_t i = 0; i < 3 * s->n; ++i)
        v[i] += s->q[i];
}

/* The blocks of J. */
static void assemble(ss_system *s, const double *L, const double *R, const double *K)
{
    for (size_t c = 0; c < s->n; ++c) {
        for (size_t k = s->row_start[c]; k < s->row_start[c + 1]; ++k) {
            double left[9];
            const double *block = s->W + 9 * k;
            if (L != NULL) {
                ss_mul33(left, L + 9 * c, block);
                block = left;
            }
            if (R != NULL)
                ss_mul33(s->J.x + 9 * k, block, R + 9 * s->column[k]);
            else
                memcpy(s->J.x + 9 * k, block, 9 * sizeof *block);
        }
        for (size_t i = 0; i < 9; ++i)
            s->J.x[9 * s->diagonal[c] + i] += K[9 * c + i];
    }
}

static size_t assembly_flops(const ss_system *s, const double *L, const double *R)
{
    if (s->by_bodies)
        return SS_REDUCED_ASSEMBLY_FLOPS * s->n;
    return 9 * s->n + 45 * s->n_blocks * ((size_t)(L != NULL) + (size_t)(R != NULL));
}

/* The preconditioner of J, of the symmetric matrix near it: levels of J itself are no good. */
static bool precondition(ss_system *s, const double *L, const double *R, const double *K,
                         ss_error *error)
{
    const double *const P = L != NULL ? s->krylov->P : NULL; /* the central path has no L */
    if (L != NULL)
        ss_krylov_freeze(s->krylov, L, K, s->weight, s->n);
    else
        ss_krylov_freeze_path(s->krylov, K, s->n);
    s->work->flops += assembly_flops(s, L, R) + 60 * s->n;
    return ss_reduced_assemble(&s->reduced, P, R, s->krylov->K, error) &&
           ss_krylov_compute(s->krylov, &s->reduced.A, s->linear, s->work, error);
}

bool ss_system_factor(ss_system *s, const double *L, const double *R, const double *K,
                      ss_error *error)
{
    ++s->work->factorizations;
    if (s->n == 0)
        return true;
    s->work->flops += assembly_flops(s, L, R);
    if (s->by_krylov && !precondition(s, L, R, K, error))
        return false;
    if (!s->by_bodies)
        assemble(s, L, R, K);
    else if (!ss_reduced_assemble(&s->reduced, L, R, K, error))
        return false;
    if (s->by_krylov)
        return true;
    if (!ss_block_factor_compute(s->factor, s->by_bodies ? &s->reduced.A : &s->J, error))
        return false;
    s->work->moves += ss_block_factor_facts_of(s->factor).compute_moves;
    return true;
}

int ss_system_determinant_sign(const ss_system *s)
{
    return ss_block_factor_facts_of(s->factor).determinant_sign *
           (s->by_bodies ? s->reduced.sign : 1);
}

/* rest = b - J x; returns its norm. */
static double find_rest(const ss_system *s, double *rest, const double *x, const double *b)
{
    if (s->by_bodies)
        ss_reduced_multiply_matrix(rest, &s->reduced, x);
    else
        multiply(rest, s, s->J.x, x);
    for (size_t i = 0; i < 3 * s->n; ++i)
        rest[i] = b[i] - rest[i];
    s->work->flops += 9 * s->n + (s->by_bodies ? SS_REDUCED_MATRIX_FLOPS * s->n : 18 * s->n_blocks);
    return ss_norm_of(rest, 3 * s->n);
}

/* x = J^-1 b by the factors, or to 1e-4 |b|: with w for x, b - J x is L D B (b' - A w). */
static bool solve_once(const ss_system *s, double *x, const double *b, ss_error *error)
{
    const ss_reduced *const m = &s->reduced;
    double *const to = s->by_bodies ? m->w : x;
    const double *const from = s->by_bodies ? m->b : b;
    if (s->by_bodies) {
        ss_reduced_enter(m, x, b);
        s->work->flops += SS_REDUCED_SOLVE_FLOPS * s->n;
    }
    bool solved;
    if (s->by_krylov) {
        const ss_gmres_task task = {&m->A, from, INEXACT * ss_norm_of(b, 3 * s->n), NULL};
        solved = ss_krylov_solve(s->krylov, to, task, s->work, error);
    } else {
        solved = ss_block_factor_solve(s->factor, to, from, SS_FACTOR_ONCE, error);
        s->work->moves += ss_block_factor_facts_of(s->factor).solve_moves;
    }
    if (s->by_bodies && solved)
        ss_reduced_leave(m, x, b);
    return solved;
}

bool ss_system_solve(const ss_system *s, double *x, const double *b, ss_error *error)
{
    const size_t n = 3 * s->n;
    const double enough = 1e-13 * ss_norm_of(b, 3 * s->n); /* some 500 times rounding */
    double *const rest = s->rest, *const step = rest + n;  /* b - J x; the next x */
    s->work->solves += s->by_krylov ? 0 : 1;
    if (s->n == 0)
        return true;
    s->work->flops += 2 * n; /* |b| */
    if (!solve_once(s, x, b, error))
        return false;
    const size_t most = s->by_krylov ? 0 : s->by_bodies ? 5 : 2; /* refinements */
    double left = find_rest(s, rest, x, b), before = INFINITY;   /* residual now, and before */
    for (size_t k = 0; k < most && left > enough && left < 0.5 * before; ++k) {
        if (!solve_once(s, step, rest, error))
            return false;
        for (size_t i = 0; i < n; ++i)
            step[i] += x[i];
        s->work->flops += n;
        before = left;
        left = find_rest(s, rest, step, b);
        if (left < before)
            memcpy(x, step, n * sizeof *x);
    }
    return true;
}

/* NLGS in single precision: nlgs[local=exact] with W, q, r and every visit in float.
 *
 * A visit makes its velocity anew from all impulses (W by blocks), so that nothing drifts; the
 * local problem is solved as by solvers/local/exact_contact.h: closed form where the block is that
 * of a sphere, a bracketed root search otherwise, to the rounding of a float.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/single/single.h"

#include <float.h>

/* Of a sliding contact: t(s) = (A + s I)^-1 b, |t| = mu r_n, r_n = r_n0 - w.t. */
typedef struct slip {
    float A[4], b[2], w[2];
    float r_n0, mu;
} slip;

/* x = (A + s I)^-1 y; false when singular. */
static bool solve_2(float x[2], const slip *p, float s, const float y[2])
{
    const float a = p->A[0] + s, d = p->A[3] + s, det = a * d - p->A[1] * p->A[2];
    if (!(fabsf(det) > 0.0f))
        return false;
    x[0] = (d * y[0] - p->A[1] * y[1]) / det;
    x[1] = (a * y[1] - p->A[2] * y[0]) / det;
    return true;
}

static float normal_of(const slip *p, const float t[2])
{
    return p->r_n0 - (p->w[0] * t[0] + p->w[1] * t[1]);
}

/* f(s) = |t| - mu r_n; what is singular slides. */
static float value_of(const slip *p, float s, float t[2])
{
    return solve_2(t, p, s, p->b) ? sqrtf(t[0] * t[0] + t[1] * t[1]) - p->mu * normal_of(p, t)
                                  : INFINITY;
}

/* The root of f, f(0) > 0: the bracket grows, then is halved while a float lies between its ends.
 * Leaves t; returns how many values of f it took. */
static size_t find_root(const slip *p, float t[2])
{
    float low = 0.0f, high = fabsf(p->A[0]) + fabsf(p->A[3]);
    size_t values = 1;
    for (int k = 0; k < 60 && value_of(p, high, t) > 0.0f; ++k, ++values) {
        low = high;
        high *= 4.0f;
    }
    for (int k = 0; k < 60; ++k, ++values) {
        const float middle = low + 0.5f * (high - low);
        if (!(middle > low && middle < high))
            break;
        if (value_of(p, middle, t) > 0.0f)
            low = middle;
        else
            high = middle;
    }
    value_of(p, high, t);
    return values + 1;
}

/* A contact that is pressed, q_n < 0, of any block. */
static size_t solve_pressed(float r[3], const float W[9], const float q[3], float mu)
{
    const float k[2] = {W[3] / W[0], W[6] / W[0]};
    const float least = 16.0f * FLT_EPSILON * (fabsf(W[4]) + fabsf(W[8]) + FLT_EPSILON * W[0]);
    const slip p = {.A = {W[4] - k[0] * W[1] + least, W[5] - k[0] * W[2], W[7] - k[1] * W[1],
                          W[8] - k[1] * W[2] + least},
                    .b = {k[0] * q[0] - q[1], k[1] * q[0] - q[2]},
                    .w = {W[1] / W[0], W[2] / W[0]},
                    .r_n0 = -q[0] / W[0],
                    .mu = mu};
    float t[2] = {0.0f, 0.0f};
    const bool slides = mu > 0.0f && value_of(&p, 0.0f, t) > 0.0f;
    const size_t values = 1 + (slides ? find_root(&p, t) : 0);
    if (!(mu > 0.0f))
        t[0] = t[1] = 0.0f;
    const float length = sqrtf(t[0] * t[0] + t[1] * t[1]);
    r[0] = slides && mu > 1.0f ? length / mu : normal_of(&p, t);
    const float scale = slides && mu <= 1.0f && length > 0.0f ? mu * r[0] / length : 1.0f;
    r[1] = scale * t[0];
    r[2] = scale * t[1];
    return values;
}

/* The law at one contact, u = W r + q with its own block. */
static size_t solve_contact(float r[3], const float W[9], const float q[3], float mu)
{
    if (q[0] >= 0.0f) {
        r[0] = r[1] = r[2] = 0.0f;
        return 0;
    }
    const bool sphere = W[1] == 0.0f && W[2] == 0.0f && W[3] == 0.0f && W[5] == 0.0f &&
                        W[6] == 0.0f && W[7] == 0.0f && W[4] == W[8] && W[4] > 0.0f;
    if (!sphere)
        return solve_pressed(r, W, q, mu);
    r[0] = -q[0] / W[0];
    r[1] = -q[1] / W[4];
    r[2] = -q[2] / W[4];
    const float length = ss_single_norm_t(r);
    if (length > mu * r[0]) {
        r[1] *= mu * r[0] / length;
        r[2] *= mu * r[0] / length;
    }
    return 0;
}

static const float *own_block(const ss_single *s, size_t c)
{
    size_t k = s->form->row_start[c];
    while (s->form->column[k] != c)
        ++k;
    return s->W + 9 * k;
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    return ss_single_size(problem, 0);
}

static void write(const ss_outer_task *task)
{
    const ss_single s = ss_single_view(task);
    ss_single_take(&s, task->sweep.r);
}

static void begin(const ss_outer_task *task)
{
    const ss_single s = ss_single_view(task);
    ss_single_round(&s, task->sweep.problem);
    write(task);
}

static size_t apply(const ss_outer_task *task)
{
    const ss_single s = ss_single_view(task);
    for (size_t c = 0; c < s.n; ++c) {
        const float *const W = own_block(&s, c);
        float *const r = s.x + 3 * c, q[3];
        ss_single_velocity(q, &s, s.x, c);
        for (size_t i = 0; i < 3; ++i) /* the velocity without its own impulse */
            q[i] -= W[3 * i] * r[0] + W[3 * i + 1] * r[1] + W[3 * i + 2] * r[2];
        task->sweep.work->root_values += solve_contact(r, W, q, s.mu[c]);
        ++task->sweep.work->visits;
    }
    return 1;
}

static void read(const ss_outer_task *task)
{
    const ss_single s = ss_single_view(task);
    ss_single_give(&s, s.x, task->sweep.r);
}

static const ss_iteration iteration = {
    .begin = begin, .apply = apply, .read = read, .write = write};

const ss_outer_solver ss_outer_nlgs_float = {
    .name = "nlgs-float",
    .title = "single precision: nlgs around the exact local solve, in float; its E1 has a floor",
    .reference = "as nlgs and exact; a labelled copy, to see what a float loses",
    .look = {1, 4, 6},
    .needs = SS_NEEDS_BLOCKS | SS_HAS_STATE,
    .reach = 1e-6,
    .workspace_size = workspace_size,
    .iteration = &iteration,
};

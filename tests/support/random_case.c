/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_case.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_CONTACTS = 30, MOST_ROWS = 3 * MOST_CONTACTS, MOST_COLUMNS = 6 * MOST_CONTACTS };

/* A case on the way. */
typedef struct sketch {
    gsl_rng *rng;
    size_t n, m;                       /* contacts, columns of G */
    double G[MOST_ROWS][MOST_COLUMNS]; /* without units */
    double unit[MOST_CONTACTS];        /* of velocity, by contact */
    double mu[MOST_CONTACTS];
    double r[MOST_ROWS], u[MOST_ROWS]; /* that the law allows; without units */
} sketch;

static size_t below(sketch *s, size_t n)
{
    return gsl_rng_uniform_int(s->rng, n);
}

static double normal(sketch *s)
{
    return gsl_ran_gaussian(s->rng, 1.0);
}

static double decades(sketch *s, double low, double high)
{
    return pow(10.0, low + (high - low) * gsl_rng_uniform(s->rng));
}

/* ---- W ---- */

static void draw_plain(sketch *s, bool definite)
{
    const size_t rows = 3 * s->n;
    s->m = definite ? rows + below(s, 7) : 1 + below(s, rows);
    for (size_t i = 0; i < rows; ++i)
        for (size_t j = 0; j < s->m; ++j)
            s->G[i][j] = normal(s);
}

/* Rows of contact c for what body b does: the frame, and its moments about the arm. */
static void add_body(sketch *s, size_t c, size_t b, double sign, double frame[3][3],
                     double inv_mass)
{
    const double arm[3] = {normal(s), normal(s), normal(s)}, size = sqrt(inv_mass);
    for (size_t k = 0; k < 3; ++k) {
        const double *const e = frame[k];
        double *const row = &s->G[3 * c + k][6 * b];
        const double moment[3] = {arm[1] * e[2] - arm[2] * e[1], arm[2] * e[0] - arm[0] * e[2],
                                  arm[0] * e[1] - arm[1] * e[0]};
        for (size_t i = 0; i < 3; ++i) {
            row[i] = sign * size * e[i];
            row[3 + i] = sign * size * moment[i];
        }
    }
}

static void draw_frame(sketch *s, double e[3][3])
{
    double length = 0.0;
    gsl_ran_dir_3d(s->rng, &e[0][0], &e[0][1], &e[0][2]);
    while (length < 1e-3) {
        double v[3], along = 0.0;
        gsl_ran_dir_3d(s->rng, &v[0], &v[1], &v[2]);
        for (size_t k = 0; k < 3; ++k)
            along += v[k] * e[0][k];
        for (size_t k = 0; k < 3; ++k)
            e[1][k] = v[k] - along * e[0][k];
        length = sqrt(e[1][0] * e[1][0] + e[1][1] * e[1][1] + e[1][2] * e[1][2]);
    }
    for (size_t k = 0; k < 3; ++k)
        e[1][k] /= length;
    for (size_t k = 0; k < 3; ++k)
        e[2][k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
}

/* Contacts between two of the bodies, or one and the ground. */
static void draw_bodies(sketch *s, bool few)
{
    const size_t bodies =
        few ? 1 + below(s, s->n / 3 + 1) : (s->n + 1) / 2 + below(s, s->n / 2 + 1);
    double inv_mass[MOST_CONTACTS];
    s->m = 6 * bodies;
    for (size_t b = 0; b < bodies; ++b)
        inv_mass[b] = decades(s, -1.0, 1.0);
    for (size_t c = 0; c < s->n; ++c) {
        const size_t i = below(s, bodies), j = below(s, bodies + 1);
        double frame[3][3];
        draw_frame(s, frame);
        add_body(s, c, i, 1.0, frame, inv_mass[i]);
        if (j < bodies && j != i)
            add_body(s, c, j, -1.0, frame, inv_mass[j]);
    }
}

static double entry(const sketch *s, size_t i, size_t j)
{
    long double sum = 0.0L;
    for (size_t k = 0; k < s->m; ++k)
        sum += (long double)s->G[i][k] * s->G[j][k];
    return (double)sum;
}

/* ---- the law ---- */

static void draw_friction(sketch *s)
{
    static const double usual[] = {0.0, 0.3, 1.0, 10.0};
    const size_t kind = below(s, 6); /* four: the same for all; then random, and mixed with 0 */
    for (size_t c = 0; c < s->n; ++c)
        s->mu[c] = kind < 4                        ? usual[kind]
                   : kind == 5 && below(s, 3) == 0 ? 0.0
                                                   : 10.0 * gsl_rng_uniform(s->rng);
}

/* An impulse and a velocity at contact c that the law allows together; sizes of order 1. */
static void draw_pair(sketch *s, size_t c, bool sticks)
{
    double *const r = s->r + 3 * c, *const u = s->u + 3 * c, x = 0.0, y = 0.0;
    const size_t kind = sticks ? 1 : below(s, 3);
    gsl_ran_dir_2d(s->rng, &x, &y);
    if (kind != 0)
        r[0] = decades(s, -1.0, 1.0);
    if (kind == 0)
        u[0] = decades(s, -1.0, 1.0);
    if (kind != 1) {
        const double speed = decades(s, -1.0, 1.0);
        u[1] = speed * x;
        u[2] = speed * y;
    }
    const double share = kind == 1 ? gsl_rng_uniform(s->rng) : 1.0;
    r[1] = -share * s->mu[c] * r[0] * x;
    r[2] = -share * s->mu[c] * r[0] * y;
}

static void draw_answer(sketch *s, test_case_answer answer, double q[MOST_ROWS])
{
    const size_t rows = 3 * s->n;
    double v[MOST_COLUMNS];
    for (size_t c = 0; c < s->n; ++c)
        draw_pair(s, c, answer == TEST_CASE_STUCK);
    for (size_t k = 0; k < s->m; ++k)
        v[k] = normal(s);
    for (size_t i = 0; i < rows; ++i) {
        long double sum = 0.0L;
        for (size_t k = 0; answer == TEST_CASE_RANGE && k < s->m; ++k)
            sum += (long double)s->G[i][k] * v[k];
        for (size_t j = 0; answer < TEST_CASE_RANGE && j < rows; ++j)
            sum -= (long double)entry(s, i, j) * s->r[j];
        q[i] = (double)(answer < TEST_CASE_RANGE ? s->u[i] + sum : sum);
        if (answer == TEST_CASE_ANY)
            q[i] = normal(s);
    }
}

/* ---- the problem ---- */

/* A third of the cases in units of order 1; a third in others; a third in others by contact. */
static void draw_units(sketch *s, double *of_r, double *of_u)
{
    const size_t kind = below(s, 3);
    *of_u = kind == 0 ? 1.0 : decades(s, -9.0, 9.0);
    *of_r = kind == 0 ? 1.0 : *of_u * decades(s, -9.0, 9.0);
    for (size_t c = 0; c < s->n; ++c)
        s->unit[c] = kind < 2 ? 1.0 : decades(s, -4.5, 4.5);
}

static size_t count_blocks(const sketch *s)
{
    size_t n = 0;
    for (size_t k = 0; k < s->n * s->n; ++k) {
        double largest = 0.0;
        for (size_t i = 0; i < 9; ++i)
            largest = fmax(largest, fabs(entry(s, 3 * (k / s->n) + i / 3, 3 * (k % s->n) + i % 3)));
        n += largest > 0.0;
    }
    return n;
}

static void fill(const sketch *s, const ss_block_arrays *to, const double q[MOST_ROWS], double of_r,
                 double of_u)
{
    size_t n_blocks = 0;
    for (size_t c = 0; c < s->n; ++c) {
        to->mu[c] = s->mu[c];
        to->row_start[c] = n_blocks;
        for (size_t k = 0; k < 3; ++k)
            to->q[3 * c + k] = of_u * s->unit[c] * q[3 * c + k];
        for (size_t b = 0; b < s->n; ++b) {
            double largest = 0.0, *const block = to->blocks + 9 * n_blocks;
            for (size_t k = 0; k < 9; ++k) {
                const double x = entry(s, 3 * c + k / 3, 3 * b + k % 3);
                largest = fmax(largest, fabs(x));
                if (x != 0.0)
                    block[k] = x * (of_u / of_r) * (s->unit[c] * s->unit[b]);
            }
            if (largest > 0.0)
                to->column[n_blocks++] = b;
        }
    }
    to->row_start[s->n] = n_blocks;
}

static bool draw(test_case *drawn, sketch *s, ss_error *error)
{
    double q[MOST_ROWS], of_r = 1.0, of_u = 1.0;
    ss_block_arrays arrays;
    s->n = 1 + below(s, MOST_CONTACTS);
    drawn->matrix = (test_case_matrix)below(s, TEST_CASE_N_MATRICES);
    const size_t lot = below(s, 20); /* one in twenty may have no solution */
    drawn->answer = lot < 11   ? TEST_CASE_KNOWN
                    : lot < 13 ? TEST_CASE_STUCK
                    : lot < 19 ? TEST_CASE_RANGE
                               : TEST_CASE_ANY;
    drawn->is_ensured = drawn->matrix == TEST_CASE_DEFINITE || drawn->answer == TEST_CASE_STUCK ||
                        drawn->answer == TEST_CASE_RANGE;
    drawn->is_solvable = drawn->is_ensured || drawn->answer == TEST_CASE_KNOWN;
    if (drawn->matrix <= TEST_CASE_SINGULAR)
        draw_plain(s, drawn->matrix == TEST_CASE_DEFINITE);
    else
        draw_bodies(s, drawn->matrix == TEST_CASE_FEW_BODIES);
    draw_friction(s);
    draw_units(s, &of_r, &of_u);
    draw_answer(s, drawn->answer, q);
    drawn->blocks = ss_block_problem_create(s->n, count_blocks(s), &arrays, error);
    if (drawn->blocks == NULL)
        return false;
    fill(s, &arrays, q, of_r, of_u);
    return ss_block_problem_finish(drawn->blocks, error);
}

bool test_case_draw(test_case *drawn, unsigned long seed, ss_error *error)
{
    sketch *const s = calloc(1, sizeof *s);
    *drawn = (test_case){.blocks = NULL};
    if (s == NULL || (s->rng = gsl_rng_alloc(gsl_rng_mt19937)) == NULL) {
        free(s);
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a random case");
    }
    gsl_rng_set(s->rng, seed);
    const bool done = draw(drawn, s, error);
    gsl_rng_free(s->rng);
    free(s);
    return done;
}

void test_case_free(test_case *drawn)
{
    ss_block_problem_free(drawn->blocks);
    drawn->blocks = NULL;
}

/* ---- the residual ---- */

/* y = projection of x on { |y_t| <= mu y_n }. */
static void project(long double y[3], const long double x[3], long double mu)
{
    const long double t = hypotl(x[1], x[2]);
    y[0] = x[0];
    y[1] = x[1];
    y[2] = x[2];
    if (t <= mu * x[0])
        return;
    const long double n = (x[0] + mu * t) / (1.0L + mu * mu);
    y[0] = n > 0.0L ? n : 0.0L;
    y[1] = n > 0.0L ? mu * n * x[1] / t : 0.0L;
    y[2] = n > 0.0L ? mu * n * x[2] / t : 0.0L;
}

long double test_case_residual(const ss_problem *problem, const double *r)
{
    const ss_block_form *const W = problem->blocks;
    long double residual = 0.0L, scale = 0.0L;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double *const W_cc = problem->W_cc + 9 * c;
        const long double d = 1.0L / sqrtl(((long double)W_cc[0] + W_cc[4] + W_cc[8]) / 3.0L);
        long double u[3], x[3], y[3];
        for (size_t k = 0; k < 3; ++k) {
            u[k] = problem->q[3 * c + k];
            scale += d * d * u[k] * u[k];
            for (size_t b = W->row_start[c]; b < W->row_start[c + 1]; ++b)
                for (size_t j = 0; j < 3; ++j)
                    u[k] += (long double)W->blocks[9 * b + 3 * k + j] * r[3 * W->column[b] + j];
        }
        const long double mu = problem->mu[c], lift = mu * hypotl(u[1], u[2]);
        for (size_t k = 0; k < 3; ++k)
            x[k] = r[3 * c + k] / d - d * (u[k] + (k == 0 ? lift : 0.0L));
        project(y, x, mu);
        for (size_t k = 0; k < 3; ++k)
            residual += (r[3 * c + k] / d - y[k]) * (r[3 * c + k] / d - y[k]);
    }
    return sqrtl(residual / scale);
}

/* ---- a trial ---- */

/* E1 in long double at which a claim of 1e-11 is true: the referee's own is rounded, a sum of n
 * terms by some sqrt(n) of the rounding that e1_floor is for one. */
static long double true_up_to(const ss_problem *problem, const ss_solve_report *report)
{
    return 1.1e-11L + sqrtl(3.0L * problem->n_contacts) * report->e1_floor;
}

test_case_ending test_case_solve(const test_case *drawn, const ss_choice *choice, size_t max_sweeps,
                                 ss_solve_report *report, long double *residual, ss_error *error)
{
    const ss_problem *const problem = ss_block_problem_view(drawn->blocks);
    const ss_rules rules = {.stop = &ss_estimator_e1,
                            .tol = 1e-11,
                            .max_sweeps = max_sweeps,
                            .with_floor = true,
                            .label = choice->label};
    ss_solver *const solver = ss_solver_create(choice, error);
    ss_referee *const referee = ss_referee_create(error);
    const double *const r =
        solver != NULL && referee != NULL ? ss_solver_prepare(solver, problem, error) : NULL;
    test_case_ending ending = TEST_CASE_REFUSED;
    if (r != NULL && ss_referee_solve(referee, solver, problem, &rules, report, error)) {
        *residual = test_case_residual(problem, r);
        if (report->sweeps > max_sweeps)
            ending = TEST_CASE_OVER_CAP;
        else if (ss_outcome_is_solved(report->outcome))
            ending =
                *residual <= true_up_to(problem, report) ? TEST_CASE_SOLVED : TEST_CASE_FALSE_CLAIM;
        else
            ending = drawn->is_solvable ? TEST_CASE_UNSOLVED : TEST_CASE_NO_ANSWER;
    }
    ss_referee_free(referee);
    ss_solver_free(solver);
    return ending;
}

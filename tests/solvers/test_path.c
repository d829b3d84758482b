/* The central path: its equations against differences, its points inside the cone, and what it
 * solves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/frozen.h"
#include "solvers/global/path.h"
#include "solvers/global/path_map.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdlib.h>

/* A random cluster's system, and the equations of its path. */
typedef struct scene {
    ss_check_cluster cluster;
    ss_system system;
    ss_work work;
    ss_path_map map;
    double *memory, *z;
    size_t n; /* unknowns */
} scene;

static void scene_make(scene *s, unsigned long seed)
{
    ss_error error = {SS_ERROR_NONE, ""};
    *s = (scene){.n = 0};
    cr_assert(ss_check_blocks_random(&s->cluster, seed, &error), "%s", error.text);
    cr_assert(ss_system_pose(&s->system, s->cluster.problem, &s->work, &error), "%s", error.text);
    s->n = 3 * s->system.n;
    s->memory = calloc(SS_PATH_MAP_LENGTH * s->system.n, sizeof *s->memory);
    s->z = calloc(s->n, sizeof *s->z);
    s->map = ss_path_map_lay(&s->system, 0.01, s->memory);
}

static void scene_free(scene *s)
{
    ss_system_clear(&s->system);
    ss_check_cluster_free(&s->cluster);
    free(s->memory);
    free(s->z);
}

/* Each contact in a zone of its own, up to `far` tau from the apex: inside L, inside -L, between;
 * or on the axis. */
static void draw_place(scene *s, gsl_rng *rng, double tau, double far, bool on_axis)
{
    for (size_t c = 0; c < s->system.n; ++c) {
        const double length = tau * test_log_uniform(rng, 0.1, far);
        const double angle = test_uniform(rng, 0.0, M_PI), turn = test_uniform(rng, 0.0, 2 * M_PI);
        const double t = on_axis ? 0.0 : length * sin(angle);
        s->z[3 * c] = length * cos(angle);
        s->z[3 * c + 1] = t * cos(turn);
        s->z[3 * c + 2] = t * sin(turn);
    }
}

/* G at z + h d, l + h dl. */
static void value_at(scene *s, double *G, const double *d, double dl, double l, double h)
{
    double *const z = test_outer_copy(s->z, s->cluster.problem);
    for (size_t i = 0; i < s->n; ++i)
        z[i] += h * d[i];
    ss_path_map_value(&s->map, z, l + h * dl);
    memcpy(G, s->map.G, s->n * sizeof *G);
    free(z);
}

/* The derivative along (d tau, dl) against central differences, relative to its norm. */
static double deviation(scene *s, gsl_rng *rng, double l, double dl)
{
    enum { MOST = 3000 };
    static double d[MOST], forth[MOST], back[MOST];
    const double tau = exp(l), h = 1e-5;
    cr_assert(s->n <= MOST);
    for (size_t i = 0; i < s->n; ++i)
        d[i] = dl == 0.0 ? tau * test_uniform(rng, -1.0, 1.0) : 0.0;
    value_at(s, forth, d, dl, l, h);
    value_at(s, back, d, dl, l, -h);
    ss_path_map_value(&s->map, s->z, l);
    ss_path_map_derivative(&s->map, s->z, l);
    for (size_t i = 0; i < s->n; ++i)
        s->map.G[i] = -(forth[i] - back[i]) / (2.0 * h);
    return ss_path_map_residual(&s->map, d, dl) / ss_norm_of(s->map.G, 3 * s->system.n);
}

Test(path, derivatives_are_those_of_central_differences)
{
    gsl_rng *const rng = test_rng(7);
    scene s;
    scene_make(&s, 3);
    memset(s.system.q, 0, s.n * sizeof *s.system.q); /* G is then of the size of tau */
    for (double tau = 1.0; tau >= 0.9e-6; tau *= 0.1)
        for (int on_axis = 0; on_axis < 2; ++on_axis)
            for (int k = 0; k < 20; ++k) {
                s.system.tau_ref = on_axis ? tau : 1.0;
                draw_place(&s, rng, tau, 100.0, on_axis);
                const double J = deviation(&s, rng, log(tau), 0.0);
                const double G_l = deviation(&s, rng, log(tau), 1.0);
                cr_expect(J < 1e-6 && G_l < 1e-6, "tau %g: J %g, G_l %g", tau, J, G_l);
            }
    scene_free(&s);
    gsl_rng_free(rng);
}

/* The symmetric C of K = (I - e g') C is found in K alone: I - D. */
Test(path, the_symmetric_matrix_near_it_has_no_shift)
{
    gsl_rng *const rng = test_rng(9);
    scene s;
    scene_make(&s, 5);
    double *const C = calloc(9 * s.system.n, sizeof *C);
    ss_krylov krylov = {.K = C};
    for (double tau = 1.0; tau >= 0.9e-3; tau *= 0.1)
        for (int on_axis = 0; on_axis < 2; ++on_axis) {
            double off = 0.0, shift = 0.0;
            draw_place(&s, rng, tau, 100.0, on_axis);
            ss_path_map_value(&s.map, s.z, log(tau));
            ss_path_map_derivative(&s.map, s.z, log(tau));
            ss_krylov_freeze_path(&krylov, s.map.K, s.system.n);
            for (size_t i = 0; i < 9 * s.system.n; ++i) {
                const double identity = i % 9 % 4 == 0 ? 1.0 : 0.0;
                off = fmax(off, fabs(identity - s.map.D[i] - C[i]));
                shift = fmax(shift, fabs(s.map.K[i] - C[i]));
            }
            cr_expect(off < 1e-12 && (on_axis || shift > 0.1), "tau %g: %g, shift %g", tau, off,
                      shift);
        }
    free(C);
    scene_free(&s);
    gsl_rng_free(rng);
}

static double jordan_error(const double x[3], const double y[3], double tau)
{
    const double square = tau * tau;
    double worst = fabs(ss_dot(x, y) / square - 1.0);
    for (size_t i = 1; i < 3; ++i)
        worst = fmax(worst, fabs(x[0] * y[i] + y[0] * x[i]) / square);
    return worst;
}

Test(path, points_are_inside_the_cone_and_their_product_is_tau_squared)
{
    gsl_rng *const rng = test_rng(8);
    scene s;
    scene_make(&s, 4);
    for (double tau = 1.0; tau >= 0.9e-6; tau *= 0.1) {
        draw_place(&s, rng, tau, 1e3, false);
        ss_path_map_value(&s.map, s.z, log(tau));
        for (size_t c = 0; c < s.system.n; ++c) {
            const double *const y = s.map.y + 3 * c;
            double x[3];
            ss_sub3(x, y, s.z + 3 * c);
            cr_expect(ss_norm_t(y) < y[0] && ss_norm_t(x) < x[0]);
            cr_expect(jordan_error(x, y, tau) < 1e-8, "tau %g: %g", tau, jordan_error(x, y, tau));
        }
    }
    scene_free(&s);
    gsl_rng_free(rng);
}

static ss_seen count(void *self, const double *y)
{
    (void)y;
    ++*(size_t *)self;
    return (ss_seen){.stop = false, .value = NAN, .tol = 1e-12};
}

static void note(void *self, const ss_path_point *point)
{
    *(ss_path_point *)self = *point;
}

typedef struct result {
    ss_system_end end;
    ss_path_point last;
    size_t shown;
} result;

/* The path alone, to E1 1e-12. */
static result follow(const ss_problem *problem, ss_linear linear)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const bool by_factors = linear == SS_LINEAR_FACTOR;
    ss_system system = {.form = by_factors ? SS_SYSTEM_BLOCKS : SS_SYSTEM_BODIES, .linear = linear};
    ss_work work = {0};
    result r = {.shown = 0};
    cr_assert(ss_system_pose(&system, problem, &work, &error), "%s", error.text);
    double *const y = calloc(3 * system.n + SS_PATH_LENGTH * system.n, sizeof *y);
    const ss_path_limits limits = {0.01, 0.5, 4.0, 1e-12, 400, note, &r.last};
    r.end = ss_path_run(&system, y, &limits, (ss_system_watch){count, &r.shown}, y + 3 * system.n);
    cr_expect(r.end.ending == SS_SYSTEM_SOLVED && r.end.e1 <= 1e-12, "%s, E1 %g",
              ss_system_ending_name(r.end.ending), r.end.e1);
    cr_expect(r.end.factorizations == r.shown && work.factorizations == r.shown);
    cr_expect(ss_block_factor_facts_of(system.factor).analyses == (by_factors ? 1 : 0),
              "the pattern was analysed again, or without need");
    ss_system_clear(&system);
    free(y);
    return r;
}

/* A slipping cluster on which lowering tau alone, and ppa-newton in 60 factorizations, get stuck.
 */
Test(path, follows_the_path_through_its_turns)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene_params params = ss_check_cluster_params();
    test_packing packing;
    params.mu = 1.0;
    test_packing_draw(&packing, 2, 40, true, &params);
    ss_block_problem *const blocks = ss_block_problem_from_body(packing.problem, &error);
    cr_assert_not_null(blocks);
    const result r = follow(ss_block_problem_view(blocks), SS_LINEAR_FACTOR);
    cr_expect(r.last.turns >= 2 && r.last.rejections > 0, "%zu turns", r.last.turns);
    /* there is no sign of det J: the way is that of the last tangent (Gauss-Seidel sweeps get stuck
     * at a turn here) */
    const result other = follow(packing.problem, SS_LINEAR_MULTIGRID);
    cr_expect(other.last.turns >= 2, "%zu turns by Krylov's method", other.last.turns);
    ss_block_problem_free(blocks);
    test_packing_free(&packing);
}

static void solve_file(const char *path, const char *name)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_frozen frozen = {.rho_bar = NULL};
    void *const params = malloc(ss_problem_file.params.size);
    ss_options_defaults(&ss_problem_file.params, params);
    cr_assert(ss_frozen_open(&frozen, path, params, &error), "%s", error.text);
    const result r = follow(&frozen.problem, SS_LINEAR_FACTOR);
    cr_expect(r.last.point > 0 && r.last.arc > 0.0 && r.last.tau < 1.0 && r.last.slope < 0.0, "%s",
              name);
    ss_frozen_free(&frozen);
    free(params);
}

Test(path, solves_the_files)
{
    DIR *const folder = opendir(SS_SOURCE_DIR "/problems/data/local");
    size_t n = 0;
    cr_assert_not_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        if (strstr(entry->d_name, ".hdf5") == NULL)
            continue;
        snprintf(path, sizeof path, "%s/problems/data/local/%.200s", SS_SOURCE_DIR, entry->d_name);
        solve_file(path, entry->d_name);
        ++n;
    }
    closedir(folder);
    cr_expect(n >= 13, "only %zu files", n);
}

/* One body between two walls that close in, without friction: nothing solves it. The path is
 * brought back where its steps get short, goes on, and never claims a solution. */
Test(path, where_it_is_stuck_it_is_brought_back)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_arrays a;
    ss_block_problem *const blocks = ss_block_problem_create(2, 4, &a, &error);
    ss_system system = {.n = 0};
    ss_work work = {0};
    ss_path_point last = {0};
    size_t shown = 0;
    cr_assert_not_null(blocks, "%s", error.text);
    memcpy(a.row_start, (size_t[]){0, 2, 4}, 3 * sizeof(size_t));
    memcpy(a.column, (size_t[]){0, 1, 0, 1}, 4 * sizeof(size_t));
    memset(a.blocks, 0, 36 * sizeof(double));
    for (size_t k = 0; k < 4; ++k) {
        const bool own = k % 3 == 0;
        a.blocks[9 * k] = own ? 1.0 : -1.0;
        a.blocks[9 * k + 4] = 1.0;
        a.blocks[9 * k + 8] = own ? 1.5 : 0.0;
    }
    memcpy(a.q, (double[]){-1.0, 0.0, 0.0, -1.0, 0.2, 0.0}, 6 * sizeof(double));
    memcpy(a.mu, (double[]){0.0, 0.0}, 2 * sizeof(double));
    memcpy(a.rho_bar, (double[]){0.5, 0.5}, 2 * sizeof(double));
    *a.dim = 3;
    cr_assert(ss_block_problem_finish(blocks, &error) &&
                  ss_system_pose(&system, ss_block_problem_view(blocks), &work, &error),
              "%s", error.text);
    double *const y = calloc(3 * system.n + SS_PATH_LENGTH * system.n, sizeof *y);
    const ss_path_limits limits = {0.01, 0.5, 4.0, 1e-12, 2000, note, &last};
    const ss_system_end end =
        ss_path_run(&system, y, &limits, (ss_system_watch){count, &shown}, y + 3 * system.n);
    cr_expect(end.ending != SS_SYSTEM_SOLVED && end.e1 > 0.5 && end.factorizations <= 2000,
              "%s, %g", ss_system_ending_name(end.ending), end.e1);
    cr_expect(last.refreshes > 0 && last.rejections > last.refreshes, "%zu refreshes of %zu",
              last.refreshes, last.rejections);
    ss_system_clear(&system);
    ss_block_problem_free(blocks);
    free(y);
}

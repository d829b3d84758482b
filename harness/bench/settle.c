/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/settle.h"

#include "harness/tables/csv.h"
#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"
#include "problems/scenes/catalogue.h"
#include "problems/motion/step.h"
#include "solvers/choice.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* How a bed is settled; the cache's file names carry the version: raise it with any change. */
enum { VERSION = 2, SWEEPS = 10, LEAST_STEPS = 100, MOST_STEPS = 2000, DEEPEST = 9 };
static const char h[] = "1.5e-4", margin[] = "1e-7"; /* s, m: margin 0.03 % of a radius */

void ss_tile_free(ss_tile *tile)
{
    free(tile->radius);
    free(tile->x);
    *tile = (ss_tile){.n = 0};
}

/* Set a parameter of balls-500, all of which exist. */
static bool set(const ss_catalogue_entry *entry, void *params, const char *key, double value,
                ss_error *error)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    return ss_options_set(&entry->params, params, "the bench's bed", key, text, error);
}

/* Open balls-500 with n balls in a box of the bench's shape; tells the shape in *tile. */
static bool open_scene(ss_scene *scene, ss_tile *tile, size_t n, ss_error *error)
{
    static const double cell = 2.1 * 5e-4; /* of the lattice, m: method section 8 */
    const ss_catalogue_entry *const entry = ss_catalogue_find("balls-500", error);
    void *const params = entry != NULL ? malloc(entry->params.size) : NULL;
    if (params == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a bed of %zu balls", n);
    const double layers = fmin(DEEPEST, cbrt((double)n));
    tile->n = n;
    tile->columns = (size_t)fmax(1.0, round(sqrt((double)n / layers)));
    tile->width = (double)tile->columns * cell;
    ss_options_defaults(&entry->params, params);
    const bool opened =
        set(entry, params, "balls", (double)n, error) &&
        set(entry, params, "box", tile->width, error) &&
        ss_options_set(&entry->params, params, "the bench's bed", "h", h, error) &&
        ss_options_set(&entry->params, params, "the bench's bed", "margin", margin, error) &&
        ss_catalogue_open(entry, params, 1, scene, error);
    if (opened)
        tile->params = scene->params;
    free(params);
    return opened;
}

/* Stops after a fixed number of sweeps: settling needs no more. */
static ss_seen enough(void *self, ss_iterate *at)
{
    size_t *const left = self;
    (void)at;
    return (ss_seen){.stop = --*left == 0};
}

/* At rest when the mean square of the velocities is below what gravity gives in two steps. */
static bool at_rest(const ss_scene *scene)
{
    double sum = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b) {
        const double *const v = scene->bodies.v + 6 * b;
        sum += v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    }
    const double limit = 2.0 * scene->params.h * scene->params.gravity;
    return sum <= limit * limit * (double)scene->bodies.n_moving;
}

static bool step_until_rest(ss_scene *scene, ss_step *step, ss_solver *solver, ss_error *error)
{
    ss_work work = {0};
    for (size_t k = 0; k < MOST_STEPS && (k < LEAST_STEPS || !at_rest(scene)); ++k) {
        const ss_problem *problem = NULL;
        size_t left = SWEEPS;
        if (ss_interrupted())
            return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
        if (!ss_step_pose(step, &problem, error))
            return false;
        double *const r = ss_solver_prepare(solver, problem, error);
        if (r == NULL)
            return false;
        ss_step_warm_start(step, r);
        if (problem->n_contacts > 0 &&
            !ss_solver_run(solver, problem, (ss_watch){.see = enough, .self = &left}, &work, error))
            return false;
        ss_step_finish(step, r);
    }
    return true;
}

static bool keep_places(ss_tile *tile, const ss_scene *scene, ss_error *error)
{
    tile->radius = malloc((tile->n + 1) * sizeof *tile->radius);
    tile->x = malloc((3 * tile->n + 1) * sizeof *tile->x);
    if (tile->radius == NULL || tile->x == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a bed of %zu balls", tile->n);
    if (scene != NULL) {
        memcpy(tile->radius, scene->bodies.radius, tile->n * sizeof *tile->radius);
        memcpy(tile->x, scene->bodies.x, 3 * tile->n * sizeof *tile->x);
    }
    return true;
}

static bool settle(ss_tile *tile, ss_scene *scene, ss_error *error)
{
    ss_choice local = {.solver = NULL};
    ss_step *const step = ss_step_create(scene, error);
    ss_solver *solver = NULL;
    if (step != NULL && ss_choice_parse(&local, "exact", SS_CHOICE_LOCAL, error))
        solver = ss_solver_create(&local, error);
    const bool settled = solver != NULL && step_until_rest(scene, step, solver, error) &&
                         keep_places(tile, scene, error);
    ss_solver_free(solver);
    ss_choice_free(&local);
    ss_step_free(step);
    return settled;
}

/* Read the bed from its file. False, without an error, when there is none that can be used. */
static bool read_tile(ss_tile *tile, const char *path)
{
    ss_error ignored = {.code = SS_ERROR_NONE};
    ss_csv csv = {.n_rows = 0};
    static const char *const columns[] = {"x_m", "y_m", "z_m"};
    bool good = ss_csv_read(&csv, path, &ignored) && csv.n_rows == tile->n &&
                keep_places(tile, NULL, &ignored);
    for (size_t b = 0; good && b < tile->n; ++b) {
        good = ss_csv_real(&csv, b, "radius_m", &tile->radius[b], &ignored) &&
               tile->radius[b] > 0.0 && tile->radius[b] < tile->width;
        for (size_t k = 0; good && k < 3; ++k)
            good = ss_csv_real(&csv, b, columns[k], &tile->x[3 * b + k], &ignored) &&
                   fabs(tile->x[3 * b + k]) < 1e3 * tile->width;
    }
    ss_csv_free(&csv);
    return good;
}

static bool write_tile(const ss_tile *tile, const char *folder, const char *name, ss_error *error)
{
    ss_output output = {0};
    if (!ss_output_open(&output, folder, name, error))
        return false;
    ss_bodies_header(output.file);
    for (size_t b = 0; b < tile->n; ++b) {
        const double *const x = tile->x + 3 * b;
        const ss_bodies_row row = {.solver = "exact",
                                   .moment = "last",
                                   .body = b,
                                   .radius_m = tile->radius[b],
                                   .shape = "ball",
                                   .x_m = x[0],
                                   .y_m = x[1],
                                   .z_m = x[2],
                                   .qw = 1.0};
        ss_bodies_write(output.file, &row);
    }
    return ss_output_close(&output, error);
}

/* Make the folder and its parents where they are missing. */
static bool ensure_folder(const char *path, ss_error *error)
{
    struct stat status;
    return (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) ||
           ss_output_make_folder(path, error);
}

bool ss_tile_open(ss_tile *tile, size_t n_balls, const char *cache, ss_error *error)
{
    char name[64], path[SS_PATH_SIZE];
    ss_scene scene = {.box_width = 0.0};
    *tile = (ss_tile){.n = 0};
    snprintf(name, sizeof name, "bed-%zu-v%d.csv", n_balls, (int)VERSION);
    if (!ss_path_join(path, sizeof path, cache, name, error) ||
        !open_scene(&scene, tile, n_balls, error))
        return false;
    bool opened = cache[0] != '\0' && read_tile(tile, path);
    if (!opened) {
        free(tile->radius);
        free(tile->x);
        tile->radius = tile->x = NULL;
        opened = settle(tile, &scene, error) &&
                 (cache[0] == '\0' ||
                  (ensure_folder(cache, error) && write_tile(tile, cache, name, error)));
    }
    ss_scene_free(&scene);
    if (!opened)
        ss_tile_free(tile);
    return opened;
}

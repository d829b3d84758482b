/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/settle.h"

#include "harness/run/start.h"
#include "problems/scenes/catalogue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 9 };                                /* layers */
static const char h[] = "1.5e-4", margin[] = "1e-7"; /* s, m: margin 0.03 % of a radius */

void ss_bench_tile_free(ss_bench_tile *tile)
{
    free(tile->radius);
    free(tile->x);
    *tile = (ss_bench_tile){.n = 0};
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
static bool open_scene(ss_scene *scene, ss_bench_tile *tile, size_t n, ss_error *error)
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

static bool keep_places(ss_bench_tile *tile, const ss_scene *scene, ss_error *error)
{
    tile->radius = malloc((tile->n + 1) * sizeof *tile->radius);
    tile->x = malloc((3 * tile->n + 1) * sizeof *tile->x);
    if (tile->radius == NULL || tile->x == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a bed of %zu balls", tile->n);
    memcpy(tile->radius, scene->bodies.radius, tile->n * sizeof *tile->radius);
    memcpy(tile->x, scene->bodies.x, 3 * tile->n * sizeof *tile->x);
    return true;
}

bool ss_bench_tile_open(ss_bench_tile *tile, size_t n_balls, const char *cache, ss_error *error)
{
    char label[64], question[128];
    ss_scene scene = {.box_width = 0.0};
    *tile = (ss_bench_tile){.n = 0};
    snprintf(label, sizeof label, "bed-%zu", n_balls);
    snprintf(question, sizeof question, "balls-500 in %d layers, h %s, margin %s", (int)DEEPEST, h,
             margin);
    const bool opened = open_scene(&scene, tile, n_balls, error) &&
                        ss_start_settle(&scene, label, question, cache, error) &&
                        keep_places(tile, &scene, error);
    ss_scene_free(&scene);
    if (!opened)
        ss_bench_tile_free(tile);
    return opened;
}

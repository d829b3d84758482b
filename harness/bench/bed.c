/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bed.h"

#include "harness/bench/settle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A settled bed has about this many contacts a ball, walls included. */
static const double contacts_a_ball = 2.4;

enum { MOST_SETTLED = 5000 }; /* balls of a bed that is simulated */

static bool mirrored(size_t tile)
{
    return tile % 2 == 1;
}

/* Where the tile's lattice column `i` of `n` stands among the columns of tile number `t`. */
static size_t lattice_column(size_t t, size_t i, size_t n)
{
    return mirrored(t) ? n - 1 - i : i;
}

/* Copy ball b of the tile to ball `to` of the bed, in tile (t[0], t[1]). */
static void copy_ball(ss_scene *scene, size_t to, const ss_bench_tile *tile, size_t b,
                      const size_t t[2])
{
    double *const x = scene->bodies.x + 3 * to;
    ss_bodies_set_ball(&scene->bodies, to, tile->radius[b], scene->params.density,
                       scene->params.inertia_factor);
    for (int k = 0; k < 2; ++k) {
        const double within = tile->x[3 * b + (size_t)k];
        x[k] = (double)t[k] * tile->width + (mirrored(t[k]) ? tile->width - within : within);
    }
    x[2] = tile->x[3 * b + 2];
}

/* All balls, layer by layer over all tiles. */
static void fill(ss_scene *scene, const ss_bench_tile *tile, const size_t tiles[2])
{
    const size_t nx = tile->columns;
    size_t to = 0;
    for (size_t layer = 0; layer * nx * nx < tile->n; ++layer)
        for (size_t y = 0; y < tiles[1] * nx; ++y)
            for (size_t x = 0; x < tiles[0] * nx; ++x) {
                const size_t t[2] = {x / nx, y / nx};
                const size_t at[2] = {lattice_column(t[0], x % nx, nx),
                                      lattice_column(t[1], y % nx, nx)};
                const size_t b = (layer * nx + at[1]) * nx + at[0];
                if (b < tile->n)
                    copy_ball(scene, to++, tile, b, t);
            }
}

/* About n tiles as k x l, not far from a square: exactly n where n has such a divisor. */
static void arrange(size_t n, size_t tiles[2])
{
    const size_t side = (size_t)sqrt((double)n);
    size_t k = side;
    while (2 * k > side && n % k != 0)
        --k;
    tiles[0] = 2 * k > side ? k : side;
    tiles[1] = (n + tiles[0] / 2) / tiles[0];
}

bool ss_bench_bed_open_tiles(ss_bench_bed *bed, size_t n_balls, size_t n_tiles, const char *cache,
                             ss_error *error)
{
    ss_bench_tile tile = {.n = 0};
    size_t tiles[2] = {1, 1};
    *bed = (ss_bench_bed){.n_tiles = 0};
    arrange(n_tiles > 0 ? n_tiles : 1, tiles);
    bool opened = ss_bench_tile_open(&tile, n_balls, cache, error);
    ss_scene_begin(&bed->scene, &tile.params);
    opened = opened &&
             ss_bodies_create(&bed->scene.bodies, tile.n * tiles[0] * tiles[1], 5, error) &&
             ss_bodies_set_box(&bed->scene.bodies, (double)tiles[0] * tile.width,
                               (double)tiles[1] * tile.width, error);
    if (opened) {
        bed->n_tiles = tiles[0] * tiles[1];
        fill(&bed->scene, &tile, tiles);
        bed->scene.box_width = (double)tiles[0] * tile.width;
        bed->step = ss_step_create(&bed->scene, error);
        opened = bed->step != NULL && ss_step_pose(bed->step, &bed->problem, error);
    }
    ss_bench_tile_free(&tile);
    if (!opened)
        ss_bench_bed_free(bed);
    return opened;
}

bool ss_bench_bed_open_balls(ss_bench_bed *bed, size_t n_balls, const char *cache, ss_error *error)
{
    if (n_balls <= MOST_SETTLED)
        return ss_bench_bed_open_tiles(bed, n_balls, 1, cache, error);
    return ss_bench_bed_open_tiles(bed, MOST_SETTLED, (n_balls + MOST_SETTLED / 2) / MOST_SETTLED,
                                   cache, error);
}

bool ss_bench_bed_open(ss_bench_bed *bed, size_t n_contacts, const char *cache, ss_error *error)
{
    enum { LARGEST = 10000 }; /* contacts of a bed that is simulated */
    const size_t of_tile = n_contacts < LARGEST ? n_contacts : LARGEST;
    const size_t n_balls = (size_t)ceil((double)of_tile / contacts_a_ball);
    return ss_bench_bed_open_tiles(bed, n_balls, (n_contacts + LARGEST / 2) / LARGEST, cache,
                                   error);
}

void ss_bench_bed_free(ss_bench_bed *bed)
{
    ss_step_free(bed->step);
    ss_scene_free(&bed->scene);
    *bed = (ss_bench_bed){.n_tiles = 0};
}

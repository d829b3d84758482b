/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/bed.h"

#include "harness/run/start.h"
#include "problems/files/source.h"
#include "problems/scenes/catalogue.h"

#include <math.h>

/* The settled bed that larger ones are made of: simulated once, then kept in a cache folder as a
 * table of bodies (harness/tables/fields.def: bodies). */
typedef struct tile {
    ss_scene scene; /* balls-500 with the step and the margin of settling; owned */
    size_t n;       /* balls */
    size_t columns; /* of the start's lattice, along a side of the square box */
    double width;   /* of the box, m */
} tile;

enum { DEEPEST = 9 };                                /* layers */
static const char h[] = "1.5e-4", margin[] = "1e-7"; /* s, m: margin 0.03 % of a radius */

/* Open a scene of the catalogue. Free it in either case. */
static bool open_problem(ss_scene *scene, const char *problem, const char *settings,
                         ss_error *error)
{
    ss_problem_choice choice;
    const bool opened = ss_problem_choice_parse(&choice, problem, error) &&
                        ss_problem_choice_set_list(&choice, settings, error) &&
                        ss_catalogue_open(choice.entry, choice.params, 1, NULL, scene, error);
    ss_problem_choice_free(&choice);
    return opened;
}

/* n balls of balls-500 at rest in a box about nine balls deep (less for few), from `cache` or
 * settled now and kept there ("": not kept). Free the scene in either case. */
static bool open_tile(tile *t, size_t n, const char *cache, ss_error *error)
{
    static const double cell = 2.1 * 5e-4; /* of the lattice, m: method section 8 */
    const double layers = fmin(DEEPEST, cbrt((double)n));
    char settings[160], label[64], question[128];
    *t = (tile){.n = n, .columns = (size_t)fmax(1.0, round(sqrt((double)n / layers)))};
    t->width = (double)t->columns * cell;
    snprintf(settings, sizeof settings, "balls=%zu,box=%.17g,h=%s,margin=%s", n, t->width, h,
             margin);
    snprintf(label, sizeof label, "bed-%zu", n);
    snprintf(question, sizeof question, "balls-500 in %d layers, h %s, margin %s", (int)DEEPEST, h,
             margin);
    return open_problem(&t->scene, "balls-500", settings, error) &&
           ss_start_settle(&t->scene, label, question, cache, error);
}

/* A settled bed has about this many contacts a ball, walls included. */
static const double contacts_a_ball = 2.4;

enum { MOST_SETTLED = 5000 }; /* balls of a bed that is simulated */

/* Copy ball b of the tile to ball `to` of the bed, in tile (t[0], t[1]); odd ones are mirrored. */
static void copy_ball(ss_scene *scene, size_t to, const tile *from, size_t b, const size_t t[2])
{
    double *const x = scene->bodies.x + 3 * to;
    const ss_bodies *const tile_bodies = &from->scene.bodies;
    ss_bodies_set_ball(&scene->bodies, to, tile_bodies->radius[b], scene->params.density,
                       scene->params.inertia_factor);
    for (int k = 0; k < 2; ++k) {
        const double within = tile_bodies->x[3 * b + (size_t)k];
        x[k] = (double)t[k] * from->width + (t[k] % 2 == 1 ? from->width - within : within);
    }
    x[2] = tile_bodies->x[3 * b + 2];
}

/* All balls, layer by layer over all tiles. */
static void fill(ss_scene *scene, const tile *from, const size_t tiles[2])
{
    const size_t nx = from->columns;
    size_t to = 0;
    for (size_t layer = 0; layer * nx * nx < from->n; ++layer)
        for (size_t y = 0; y < tiles[1] * nx; ++y)
            for (size_t x = 0; x < tiles[0] * nx; ++x) {
                const size_t t[2] = {x / nx, y / nx};
                size_t at[2] = {x % nx, y % nx}; /* column of the tile's lattice */
                for (int k = 0; k < 2; ++k)
                    at[k] = t[k] % 2 == 1 ? nx - 1 - at[k] : at[k];
                const size_t b = (layer * nx + at[1]) * nx + at[0];
                if (b < from->n)
                    copy_ball(scene, to++, from, b, t);
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

/* Pose the scene of a bed. */
static bool pose(ss_bench_bed *bed, ss_error *error)
{
    bed->step = ss_step_create(&bed->scene, error);
    return bed->step != NULL && ss_step_pose(bed->step, &bed->problem, error);
}

bool ss_bench_bed_open_tiles(ss_bench_bed *bed, size_t n_balls, size_t n_tiles, const char *cache,
                             ss_error *error)
{
    tile t;
    size_t tiles[2] = {1, 1};
    *bed = (ss_bench_bed){.step = NULL};
    arrange(n_tiles > 0 ? n_tiles : 1, tiles);
    bool opened = open_tile(&t, n_balls, cache, error);
    ss_scene_begin(&bed->scene, &t.scene.params);
    opened = opened && ss_bodies_create(&bed->scene.bodies, t.n * tiles[0] * tiles[1], 5, error) &&
             ss_bodies_set_box(&bed->scene.bodies, (double)tiles[0] * t.width,
                               (double)tiles[1] * t.width, error);
    if (opened) {
        fill(&bed->scene, &t, tiles);
        bed->scene.box_width = (double)tiles[0] * t.width;
        opened = pose(bed, error);
    }
    ss_scene_free(&t.scene);
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

bool ss_bench_bed_open_discs(ss_bench_bed *bed, size_t n_contacts, const char *cache,
                             ss_error *error)
{
    static const double contacts_a_disc = 1.65, cell = 1.5e-3; /* m */
    const size_t n = (size_t)ceil((double)n_contacts / contacts_a_disc);
    char settings[200], label[64];
    *bed = (ss_bench_bed){.step = NULL};
    snprintf(settings, sizeof settings,
             "balls=%zu,width=%.17g,large-radius=7.5e-4,large-start=1e-3,margin=%s,h=%s", n,
             cell * ceil(sqrt((double)n)), margin, h);
    snprintf(label, sizeof label, "discs-%zu", n);
    const bool opened = open_problem(&bed->scene, "segregation", settings, error) &&
                        ss_start_settle(&bed->scene, label, settings, cache, error) &&
                        pose(bed, error);
    if (!opened)
        ss_bench_bed_free(bed);
    return opened;
}

bool ss_bench_bed_open_blocks(ss_bench_bed *bed, size_t n_contacts, ss_error *error)
{
    const double contacts_a_block = 4.0;
    const double side = ceil(sqrt((double)n_contacts / contacts_a_block));
    char settings[80];
    *bed = (ss_bench_bed){.step = NULL};
    snprintf(settings, sizeof settings, "acceleration=0,courses=%g,blocks=%g", side, side);
    const bool opened =
        open_problem(&bed->scene, "block-wall", settings, error) && pose(bed, error);
    if (!opened)
        ss_bench_bed_free(bed);
    return opened;
}

void ss_bench_bed_free(ss_bench_bed *bed)
{
    ss_step_free(bed->step);
    ss_scene_free(&bed->scene);
    *bed = (ss_bench_bed){.step = NULL};
}

/* A dry wall of blocks in running bond on ground that quakes sideways, x = X (1 - cos 2 pi f t).
 * Every other course is shifted by half a block and has half blocks at its ends.
 *
 * Masonry without mortar: a block slides where the ground's acceleration exceeds mu g, and rocks
 * where it exceeds width/height g. `acceleration`, over g, is to be compared with mu and with the
 * slenderness of the wall and of its half blocks. Blocks are numbered course by course from the
 * ground (blocks=3):
 *
 *     course 2   [  7  ][  8  ][  9  ]
 *     course 1   [3 ][  4  ][  5  ][6 ]
 *     course 0   [  0  ][  1  ][  2  ]
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double width, height, depth, joint, acceleration, frequency;
    size_t courses, blocks, face_points;
    int size, solid;
} params;

enum { SMALL, SLIM, WIDE };
enum { POLYGON, BOX };

static const ss_option rows[] = {
    SS_CHOICE(params, size, "size", SMALL, "small|slim|wide", "how large; small: seconds",
              "choice: small by default"),
    SS_COUNT(params, courses, "courses", 3, 1, 1e3, "courses", "choice"),
    SS_COUNT(params, blocks, "blocks", 3, 1, 1e3,
             "blocks in the length of the wall; every other course has two halves among them",
             "choice"),
    SS_REAL(params, width, "width", 0.4, SS_ABOVE_ZERO, 1e3, "m", "width of a block", "choice"),
    SS_REAL(params, height, "height", 0.2, SS_ABOVE_ZERO, 1e3, "m", "height of a block", "choice"),
    SS_COUNT(params, face_points, "face-points", 2, 2, SS_MAX_FACE_POINTS,
             "contacts of a polygon's face on a face: its two ends, others evenly between; more "
             "change no motion",
             "choice"),
    SS_CHOICE(params, solid, "solid", POLYGON, "polygon|box",
              "blocks in the plane, 1 m deep, or boxes in three dimensions, four contacts per face",
              "choice"),
    SS_REAL(params, depth, "depth", 1.0, SS_ABOVE_ZERO, 1e3, "m", "of the blocks with solid=box",
            "choice: as deep as polygons are"),
    SS_REAL(params, joint, "joint", 1e-3, 0.0, 1e3, "m",
            "open joint between neighbours in a course; less than width", "choice"),
    SS_REAL(params, acceleration, "acceleration", 0.1, 0.0, 1e3, "-",
            "largest acceleration of the ground, over gravity",
            "choice: nothing moves; 1 at 2 Hz makes wide slide, 0.9 at 1 Hz slim collapse"),
    SS_REAL(params, frequency, "frequency", 2.0, SS_ABOVE_ZERO, 1e6, "Hz", "f", "choice"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.6, "choice: masonry"},
    {"density", 2000.0, "choice: masonry"},
    {"steps", 500, "choice: a period"},
    {"tol", 1e-8, "choice: blocks are heavy, eps has units"},
    {"max-sweeps", 20000, "choice"},
    {"margin", 1e-6, "choice: joints at rest stay listed in spite of rounding"},
};

static const ss_option_preset sizes[] = {
    {"size", SLIM, "courses", 10}, {"size", SLIM, "steps", 3000}, {"size", WIDE, "courses", 10},
    {"size", WIDE, "blocks", 8},   {"size", WIDE, "steps", 3000},
};

/* A block's course, where it stands at the start, and its width, m. */
typedef struct place {
    size_t course;
    double x, z, width;
} place;

static place place_of(const params *p, size_t b)
{
    const size_t n = p->blocks, pair = b / (2 * n + 1), k = b % (2 * n + 1);
    const bool shifted = k >= n;
    const size_t course = 2 * pair + shifted;
    const double pitch = p->width + p->joint, half = 0.5 * (p->width - p->joint);
    const double z = ((double)course + 0.5) * p->height;
    if (!shifted)
        return (place){course, 0.5 * p->width + pitch * (double)k, z, p->width};
    if (k == n)
        return (place){course, 0.5 * half, z, half};
    if (k == 2 * n)
        return (place){course, pitch * (double)n - p->joint - 0.5 * half, z, half};
    return (place){course, 0.5 * p->width + pitch * ((double)(k - n) - 0.5), z, p->width};
}

/* Make body b a block of this width, m. */
static bool set_block(ss_scene *scene, size_t b, double width, ss_error *error)
{
    const params *const p = scene->own;
    const ss_box box = {{0.5 * width, 0.5 * p->depth, 0.5 * p->height}};
    ss_polygon block = ss_polygon_box(width, p->height);
    block.face_points = p->face_points;
    return p->solid == BOX ? ss_scene_set_box(scene, b, &box, error)
                           : ss_scene_set_polygon(scene, b, &block, error);
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const size_t n = p->courses * p->blocks + p->courses / 2;
    if (!(p->joint < p->width))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "problem block-wall: joint %g m leaves no half blocks; it must be less "
                            "than width = %g m",
                            p->joint, p->width);
    if (!ss_scene_make_on_floor(scene, n, error))
        return false;
    for (size_t b = 0; b < n; ++b) {
        const place at = place_of(p, b);
        if (!set_block(scene, b, at.width, error))
            return false;
        scene->bodies.x[3 * b] = at.x;
        scene->bodies.x[3 * b + 2] = at.z;
    }
    return true;
}

/* X (m) of the ground's motion. */
static double amplitude(const params *p)
{
    const double speed = 2.0 * M_PI * p->frequency;
    return p->acceleration * p->scene.gravity / (speed * speed);
}

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    const double speed = 2.0 * M_PI * p->frequency, phase = speed * (t + 0.5 * h);
    const size_t ground = scene->bodies.n_moving;
    (void)error;
    scene->bodies.x[3 * ground] = amplitude(p) * (1.0 - cos(phase));
    scene->bodies.v[6 * ground] = amplitude(p) * speed * sin(phase);
    return true;
}

static double slide(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double phase = 2.0 * M_PI * p->frequency * m->scene->time;
    const double ground = amplitude(p) * (1.0 - cos(phase));
    double largest = 0.0;
    for (size_t b = 0; b < m->scene->bodies.n_moving; ++b)
        largest = fmax(largest, fabs(m->scene->bodies.x[3 * b] - place_of(p, b).x - ground));
    return largest;
}

/* Below what makes a block slide, or the wall or a half block rock, nothing moves. */
static bool stays(const params *p)
{
    const double length = (double)p->blocks * (p->width + p->joint) - p->joint;
    const double least = p->courses > 1 ? 0.5 * (p->width - p->joint) : p->width;
    const double rocks = fmin(length / ((double)p->courses * p->height), least / p->height);
    return p->acceleration < fmin(p->scene.mu, rocks);
}

static double fallen(const ss_moment *m)
{
    const params *const p = m->scene->own;
    double n = 0.0;
    for (size_t b = 0; b < m->scene->bodies.n_moving; ++b)
        n += fabs(m->scene->bodies.x[3 * b + 2] - place_of(p, b).z) > 0.5 * p->height;
    return n;
}

/* Of all contacts, over the weight of the wall: blocks that touch at two corners can be held by
 * more or less of it ([M] section 7: reactions are not unique). */
static double friction(const ss_moment *m)
{
    double sum = 0.0;
    for (ss_contact_walk w = ss_walk_begin(m, "friction", ""); ss_walk_next(&w);)
        sum += hypot(w.r[1], w.r[2]);
    return sum / (ss_scene_weight(m->scene) * m->scene->params.h);
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const double at_rest = stays(m->scene->own) ? 0.0 : NAN;
    ss_observe_exact(out, "slide", slide(m), at_rest);
    ss_observe_exact(out, "fallen", fallen(m), at_rest);
    ss_observe(out, "friction", friction(m));
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"slide", "m", "largest displacement of a block along x relative to the ground"},
    {"fallen", "-", "blocks that have left their course by more than half its height"},
    {"friction", "-", "sum of the friction forces of all contacts over the weight of the wall"});

const ss_catalogue_entry ss_problem_block_wall = {
    .name = "block-wall",
    .title = "a dry wall of blocks on ground that quakes",
    .reference = "[M] section 2; Jean and Moreau 1992",
    .known = "moves with the ground while its acceleration is below mu g and width/height g of "
             "wall and blocks; every course then carries what is above it",
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .drive = drive,
    .observables =
        SS_OBSERVABLE_GROUPS(&observed, &ss_observable_support, &ss_observable_boundary_work,
                             &ss_observable_momentum_balance, &ss_observable_energy_balance),
};

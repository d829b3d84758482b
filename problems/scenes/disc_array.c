/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/disc_array.h"

#include <math.h>

/* ---- geometry ---- */

size_t ss_disc_array_row_length(const ss_disc_array *array, size_t k)
{
    const size_t above_base = array->rows - k;
    if (array->kind == SS_DISC_ARRAY_SQUARE)
        return array->n;
    return array->n - (array->kind == SS_DISC_ARRAY_PILE ? above_base : above_base % 2);
}

size_t ss_disc_array_discs(const ss_disc_array *array)
{
    size_t n = 0;
    for (size_t k = 1; k <= array->rows; ++k)
        n += ss_disc_array_row_length(array, k);
    return n;
}

/* A disc's place. */
typedef struct place {
    size_t row, column;
} place;

static place place_of(const ss_disc_array *array, size_t b)
{
    size_t k = array->rows;
    for (; b >= ss_disc_array_row_length(array, k); --k)
        b -= ss_disc_array_row_length(array, k);
    return (place){k, b + 1};
}

/* Distance of a disc from the left end of the lowest row, in half spacings. */
static size_t halves_from_left(const ss_disc_array *array, place at)
{
    return 2 * (at.column - 1) + array->n - ss_disc_array_row_length(array, at.row);
}

static double cos_theta(const ss_disc_array *array)
{
    return 0.5 * (1.0 + array->gap);
}

static double sin_theta(const ss_disc_array *array)
{
    return sqrt(1.0 - cos_theta(array) * cos_theta(array));
}

/* The array stands on z = 0, its middle at x = 0. */
static void set_place(double x[3], const ss_disc_array *array, place at)
{
    const double a = array->radius;
    const double rise = array->kind == SS_DISC_ARRAY_SQUARE ? 2.0 : 2.0 * sin_theta(array);
    const double halves = (double)halves_from_left(array, at) - ((double)array->n - 1.0);
    x[0] = halves * (1.0 + array->gap) * a;
    x[1] = 0.0;
    x[2] = a + (double)(array->rows - at.row) * rise * a;
}

size_t ss_disc_array_mirror(const ss_disc_array *array, size_t b)
{
    const size_t discs = ss_disc_array_discs(array);
    if (b >= discs)
        return b == discs + SS_DISC_ARRAY_LEFT    ? discs + SS_DISC_ARRAY_RIGHT
               : b == discs + SS_DISC_ARRAY_RIGHT ? discs + SS_DISC_ARRAY_LEFT
                                                  : b;
    const place at = place_of(array, b);
    return b + ss_disc_array_row_length(array, at.row) + 1 - 2 * at.column;
}

ss_disc_contact ss_disc_array_contact(const ss_disc_array *array, size_t i, size_t j)
{
    const size_t discs = ss_disc_array_discs(array);
    const place low = place_of(array, i);
    if (j >= discs)
        return (ss_disc_contact){low.row, low.column,
                                 j == discs + SS_DISC_ARRAY_FLOOR ? SS_DISC_FLOOR : SS_DISC_WALL};
    const place high = place_of(array, j);
    if (high.row == low.row)
        return (ss_disc_contact){low.row, low.column, SS_DISC_ROW};
    const size_t at = halves_from_left(array, high), below = halves_from_left(array, low);
    return (ss_disc_contact){high.row, high.column,
                             below == at  ? SS_DISC_DOWN
                             : below < at ? SS_DISC_DOWN_LEFT
                                          : SS_DISC_DOWN_RIGHT};
}

/* ---- closed forms ---- */

/* ceil((k - p)/P) for k >= 1, 0 <= p < P. */
static size_t reflections(size_t k, size_t p, size_t P)
{
    return k > p ? (k - p + P - 1) / P : 0;
}

/* Discs that hand their weight to the contact of disc `at` downwards to the right: those of its
 * line, which walls reflect, a disc at a wall counted twice. */
static size_t discs_on_ray(const ss_disc_array *array, place at, bool to_right)
{
    const size_t length = ss_disc_array_row_length(array, at.row);
    if (array->kind == SS_DISC_ARRAY_PILE) {
        const size_t from_end = to_right ? at.column : length + 1 - at.column;
        return from_end < at.row ? from_end : at.row;
    }
    const size_t P = 2 * (array->n - 1), p = halves_from_left(array, at);
    return at.row + reflections(at.row, to_right ? p : P - p, P);
}

static double ray(const ss_disc_array *array, const ss_disc_contact *c)
{
    const place at = {c->row, c->column};
    const size_t P = 2 * (array->n - 1);
    if (c->kind == SS_DISC_WALL)
        return (double)(c->row - 1 + reflections(c->row, 0, P)) * cos_theta(array) /
               sin_theta(array);
    return (double)discs_on_ray(array, at, c->kind == SS_DISC_DOWN_RIGHT) /
           (2.0 * sin_theta(array));
}

/* tan(beta/2), beta the angle of the upper contacts of three discs from the vertical: the friction
 * that they need, by the moments on each lower disc. */
static double least_friction(const ss_disc_array *array)
{
    return tan(0.5 * asin(cos_theta(array)));
}

static bool is_pile_of_three(const ss_disc_array *array, double mu)
{
    return array->kind == SS_DISC_ARRAY_PILE && array->base == SS_DISC_ARRAY_FREE &&
           array->n == 2 && array->rows == 2 && mu >= least_friction(array);
}

double ss_disc_array_normal(const ss_disc_array *array, const ss_disc_contact *c, double mu)
{
    const bool aside = c->kind == SS_DISC_ROW || c->kind == SS_DISC_WALL;
    if (array->kind == SS_DISC_ARRAY_SQUARE)
        return mu > 0.0 || (aside && array->touches) ? NAN : aside ? 0.0 : (double)c->row;
    /* rays without friction, on a row that is held: as many contacts as equations of motion */
    if (array->base == SS_DISC_ARRAY_FIXED && !array->touches && mu == 0.0)
        return ray(array, c);
    if (!is_pile_of_three(array, mu))
        return NAN;
    if (c->kind == SS_DISC_FLOOR)
        return 1.5;
    return array->touches ? NAN : 0.5;
}

double ss_disc_array_tangential(const ss_disc_array *array, const ss_disc_contact *c, double mu)
{
    (void)c;
    if (mu == 0.0)
        return 0.0;
    return is_pile_of_three(array, mu) && !array->touches ? 0.5 * least_friction(array) : NAN;
}

bool ss_disc_array_rests(const ss_disc_array *array, double mu)
{
    const bool held = array->base == SS_DISC_ARRAY_FIXED;
    return array->kind == SS_DISC_ARRAY_SQUARE || is_pile_of_three(array, mu) ||
           (mu == 0.0 && (held || (array->kind == SS_DISC_ARRAY_TRIANGULAR && array->touches)));
}

/* ---- the scene ---- */

static bool set_walls(ss_bodies *bodies, const ss_disc_array *array, ss_error *error)
{
    static const double up[3] = {0.0, 0.0, 1.0}, right[3] = {1.0, 0.0, 0.0},
                        left[3] = {-1.0, 0.0, 0.0};
    const size_t n = bodies->n_moving;
    const double end =
        array->radius + ((double)array->n - 1.0) * (1.0 + array->gap) * array->radius;
    return ss_bodies_set_plane(bodies, n + SS_DISC_ARRAY_FLOOR, up, 0.0, error) &&
           (array->kind == SS_DISC_ARRAY_PILE ||
            (ss_bodies_set_plane(bodies, n + SS_DISC_ARRAY_LEFT, right, -end, error) &&
             ss_bodies_set_plane(bodies, n + SS_DISC_ARRAY_RIGHT, left, -end, error)));
}

bool ss_disc_array_open(ss_scene *scene, ss_error *error)
{
    const int kind = scene->variant;
    ss_disc_array *const array = &((ss_disc_array_params *)scene->own)->array;
    ss_bodies *const bodies = &scene->bodies;
    array->kind = kind;
    array->rows = array->rows == 0 ? array->n : array->rows;
    if (kind == SS_DISC_ARRAY_PILE && array->rows > array->n)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%zu rows on a row of %zu discs: a pile has no more rows than n",
                            array->rows, array->n);
    scene->params.margin = fmax(scene->params.margin, array->touch * array->radius);
    array->touches = 2.0 * array->radius * array->gap <= scene->params.margin;
    if (!ss_bodies_create(bodies, ss_disc_array_discs(array), kind == SS_DISC_ARRAY_PILE ? 1 : 3,
                          error) ||
        !set_walls(bodies, array, error))
        return false;
    bool made = true;
    for (size_t b = 0; made && b < bodies->n_moving; ++b) {
        made = ss_scene_set_disc(scene, b, array->radius, error);
        set_place(bodies->x + 3 * b, array, place_of(array, b));
        if (made && array->base == SS_DISC_ARRAY_FIXED && b < array->n)
            made = ss_scene_block(scene, b, error);
    }
    return made;
}

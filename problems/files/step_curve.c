/* A step numbered along a Hilbert curve, which visits the cells of a cube so that each is next to
 * the one before: bodies near in the order are near in space, and a stretch of it is a compact
 * domain (J. Skilling, Programming the Hilbert curve, AIP Conf. Proc. 707, 2004).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/bodies.h"
#include "problems/files/step_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 21 }; /* of a coordinate: three fit 64 */

/* A thing to be sorted: by its key, then by where it was. */
typedef struct item {
    uint64_t key;
    size_t was;
} item;

static int compare(const void *a, const void *b)
{
    const item *const x = a, *const y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->was > y->was) - (x->was < y->was);
}

/* The place of a cell on the curve: Skilling's transposed index, its bits then interleaved. */
static uint64_t place_on_curve(uint32_t x[3])
{
    uint64_t place = 0;
    for (uint32_t bit = 1u << (BITS - 1); bit > 1; bit >>= 1)
        for (int k = 0; k < 3; ++k) {
            const uint32_t low = bit - 1, swap = (x[0] ^ x[k]) & low;
            if (x[k] & bit) {
                x[0] ^= low; /* mirror */
            } else {
                x[0] ^= swap; /* exchange */
                x[k] ^= swap;
            }
        }
    x[1] ^= x[0]; /* Gray code */
    x[2] ^= x[1];
    uint32_t turn = 0;
    for (uint32_t bit = 1u << (BITS - 1); bit > 1; bit >>= 1)
        if (x[2] & bit)
            turn ^= bit - 1;
    for (int bit = BITS - 1; bit >= 0; --bit)
        for (int k = 0; k < 3; ++k)
            place = (place << 1) | (((x[k] ^ turn) >> bit) & 1);
    return place;
}

/* The corner of a cube around the bodies that move, and its width. */
static double find_cube(double corner[3], const ss_step_file *file, const double *x)
{
    double high[3] = {-INFINITY, -INFINITY, -INFINITY}, width = 0.0;
    corner[0] = corner[1] = corner[2] = INFINITY;
    for (size_t b = 0; b < file->n_bodies; ++b)
        for (int k = 0; file->field[SS_STEP_inverse_mass][b] > 0.0 && k < 3; ++k) {
            corner[k] = fmin(corner[k], x[3 * b + (size_t)k]);
            high[k] = fmax(high[k], x[3 * b + (size_t)k]);
        }
    for (int k = 0; k < 3; ++k)
        width = fmax(width, high[k] - corner[k]);
    return width;
}

/* Bodies that move by their places, the others behind them in their order. */
static void key_bodies(item *items, const ss_step_file *file, const double *x)
{
    const double cells = ldexp(1.0, BITS);
    double corner[3];
    const double width = find_cube(corner, file, x);
    for (size_t b = 0; b < file->n_bodies; ++b) {
        uint32_t cell[3] = {0, 0, 0};
        items[b] = (item){UINT64_MAX, b};
        if (!(file->field[SS_STEP_inverse_mass][b] > 0.0))
            continue;
        for (int k = 0; width > 0.0 && k < 3; ++k) {
            const double at = (x[3 * b + (size_t)k] - corner[k]) / width * cells;
            cell[k] = (uint32_t)fmin(at, cells - 1.0);
        }
        items[b].key = place_on_curve(cell);
    }
}

/* Rows of a group of arrays, and the pairs with those of contacts, in the order of the items. */
static bool move_rows(ss_step_file *file, const char *group, const item *items, size_t n)
{
    for (size_t k = 0; k <= SS_STEP_FIELDS; ++k) {
        const ss_step_field *const field = k < SS_STEP_FIELDS ? &ss_step_fields[k] : &ss_step_pairs;
        double **const rows = k < SS_STEP_FIELDS ? &file->field[k] : &file->pairs;
        if (*rows == NULL || strcmp(field->group, group) != 0)
            continue;
        double *const moved = malloc((n * field->each + 1) * sizeof *moved);
        if (moved == NULL)
            return false;
        for (size_t i = 0; i < n; ++i)
            memcpy(moved + i * field->each, *rows + items[i].was * field->each,
                   field->each * sizeof *moved);
        free(*rows);
        *rows = moved;
    }
    return true;
}

/* Contacts by the first of their bodies that moves, whose numbers are new. */
static void key_contacts(item *items, ss_step_file *file, const item *bodies, size_t *place)
{
    for (size_t b = 0; b < file->n_bodies; ++b)
        place[bodies[b].was] = b;
    for (size_t c = 0; c < file->n_contacts; ++c) {
        double *const pair = file->pairs + 2 * c;
        for (int k = 0; k < 2; ++k)
            pair[k] = (double)place[(size_t)pair[k]];
        const bool moves = file->field[SS_STEP_inverse_mass][(size_t)pair[0]] > 0.0;
        items[c] = (item){(uint64_t)pair[moves ? 0 : 1], c};
    }
}

/* Bodies by their keys on the curve, then contacts by their bodies' new numbers. */
bool ss_step_file_follow_curve(ss_step_file *file, const double *x, ss_error *error)
{
    const size_t n = file->n_bodies, m = file->n_contacts;
    item *const bodies = malloc((n + 1) * sizeof *bodies);
    item *const contacts = malloc((m + 1) * sizeof *contacts);
    size_t *const place = malloc((n + 1) * sizeof *place);
    bool well = bodies != NULL && contacts != NULL && place != NULL;
    if (well) {
        key_bodies(bodies, file, x);
        qsort(bodies, n, sizeof *bodies, compare);
        well = move_rows(file, "bodies", bodies, n);
    }
    if (well) {
        key_contacts(contacts, file, bodies, place);
        qsort(contacts, m, sizeof *contacts, compare);
        well = move_rows(file, "contacts", contacts, m);
    }
    free(bodies);
    free(contacts);
    free(place);
    return well || ss_error_memory(error, "%zu contacts along a curve", m);
}

bool ss_step_file_follow_bodies(ss_step_file *file, const ss_bodies *bodies, ss_error *error)
{
    double *const x = calloc(3 * file->n_bodies + 1, sizeof *x);
    if (x == NULL)
        return ss_error_memory(error, "the places of the bodies");
    memcpy(x, bodies->x, 3 * bodies->n_moving * sizeof *x);
    const bool followed = ss_step_file_follow_curve(file, x, error);
    free(x);
    return followed;
}

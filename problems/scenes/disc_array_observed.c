/* Observables of arrays of discs (disc_array.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/disc_array.h"

#include "problems/contact/operator.h"

#include <math.h>

/* The measure of the forces of a step. */
typedef struct measure {
    const ss_disc_array *array;
    double mu;
    double unit;    /* impulse that the weight of a disc is in a step, N s */
    double weights; /* discs that can move */
} measure;

static measure measure_of(const ss_moment *m)
{
    const ss_scene *const scene = m->scene;
    const double h = scene->params.h;
    const double unit = ss_bodies_mass(&scene->bodies, 0) * scene->params.gravity * h;
    return (measure){&((const ss_disc_array_params *)scene->own)->array, scene->params.mu, unit,
                     ss_scene_weight(scene) / unit * h};
}

static ss_disc_contact contact_of(const measure *by, const ss_contact_walk *w)
{
    return ss_disc_array_contact(by->array, w->contact.i, w->contact.j);
}

/* ---- of each contact ---- */

static void add(ss_observed *out, const char *name, const ss_disc_contact *c, double value,
                double exact)
{
    static const char *const kinds[] = {"down", "down-left", "down-right", "row", "floor", "wall"};
    char key[64];
    snprintf(key, sizeof key, "%zu %zu %s", c->row, c->column, kinds[c->kind]);
    const ss_observed_value of = {name, key, value, exact, 1.0};
    out->add(out, &of);
}

static void fill_forces(ss_observed *out, const ss_moment *m)
{
    const measure by = measure_of(m);
    for (ss_contact_walk w = ss_walk_begin(m, "normal forces", ""); ss_walk_next(&w);) {
        const ss_disc_contact contact = contact_of(&by, &w);
        add(out, "force", &contact, w.r[0] / by.unit,
            ss_disc_array_normal(by.array, &contact, by.mu));
    }
    if (by.mu == 0.0)
        return;
    for (ss_contact_walk w = ss_walk_begin(m, "friction", ""); ss_walk_next(&w);) {
        const ss_disc_contact contact = contact_of(&by, &w);
        add(out, "friction", &contact, ss_norm_t(w.r) / by.unit,
            ss_disc_array_tangential(by.array, &contact, by.mu));
    }
}

const ss_observable ss_observable_disc_forces = {
    (const ss_observable_name[]){
        {"force", "-",
         "normal force of each contact over the weight of a disc, by row from the top, disc of the "
         "row from the left, and whom it touches: down, down-left, down-right, row (its right "
         "neighbour), floor or wall"},
        {"friction", "-",
         "magnitude of the friction of each contact over the weight of a disc; where mu > 0"},
        {.name = NULL}},
    fill_forces, true};

/* ---- of all ---- */

/* r_n between two bodies over w; contacts are in the order of their bodies. */
static double force_between(const ss_moment *m, const measure *by, size_t a, size_t b)
{
    const size_t i = a < b ? a : b, j = a < b ? b : a;
    size_t low = 0, high = m->problem->n_contacts;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const ss_contact_bodies pair = ss_operator_bodies(m->problem, middle);
        if (pair.i < i || (pair.i == i && pair.j < j))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == m->problem->n_contacts)
        return 0.0;
    const ss_contact_bodies pair = ss_operator_bodies(m->problem, low);
    return pair.i == i && pair.j == j ? m->r[3 * low] / by->unit : 0.0;
}

/* Sums over the contacts, and largest values; over the weight of a disc and h. */
typedef struct totals {
    double error;            /* of normal forces; NAN: no exact one is known */
    bool all_known;          /* the exact forces are, and are the only ones */
    double square;           /* |r|^2, (N s)^2 */
    double wall, exact_wall; /* of the left wall */
    double base;             /* of floor and held row, upwards */
    double asymmetry;
} totals;

static void add_contact(totals *sum, const measure *by, const ss_contact_walk *w)
{
    const ss_bodies *const bodies = &w->moment->scene->bodies;
    const size_t n = bodies->n_moving, i = w->contact.i, j = w->contact.j;
    const ss_disc_contact contact = contact_of(by, w);
    const double exact = ss_disc_array_normal(by->array, &contact, by->mu);
    const double force = w->r[0] / by->unit;
    const double mirrored = force_between(w->moment, by, ss_disc_array_mirror(by->array, i),
                                          ss_disc_array_mirror(by->array, j));
    const bool by_i = ss_bodies_is_blocked(bodies, i);
    sum->error = fmax(sum->error, fabs(force - exact)); /* which passes NAN over */
    sum->all_known = sum->all_known && !isnan(exact);
    for (int k = 0; k < 3; ++k)
        sum->square += w->r[k] * w->r[k];
    sum->wall += j == n + SS_DISC_ARRAY_LEFT ? force : 0.0;
    sum->exact_wall += j == n + SS_DISC_ARRAY_LEFT ? exact : 0.0;
    if (by_i || j == n + SS_DISC_ARRAY_FLOOR || ss_bodies_is_blocked(bodies, j))
        sum->base += (by_i ? -w->p[2] : w->p[2]) / by->unit;
    sum->asymmetry = fmax(sum->asymmetry, fabs(force - mirrored));
}

static void fill(ss_observed *out, const ss_moment *m)
{
    const measure by = measure_of(m);
    const double gh = m->scene->params.gravity * m->scene->params.h;
    const bool rests = ss_disc_array_rests(by.array, by.mu);
    const bool no_walls = by.mu == 0.0 || by.array->kind == SS_DISC_ARRAY_PILE;
    totals sum = {.error = NAN, .all_known = true};
    for (ss_contact_walk w = ss_walk_begin(m, "totals of the array", ""); ss_walk_next(&w);)
        add_contact(&sum, &by, &w);
    ss_observe_scaled(out, "force_error", sum.error, 0.0, 1.0);
    ss_observe(out, "r_norm", sqrt(sum.square) / by.unit);
    ss_observe_scaled(out, "wall_over_weight", sum.wall / by.weights, sum.exact_wall / by.weights,
                      1.0);
    ss_observe_scaled(out, "floor_over_weight", sum.base / by.weights,
                      no_walls && rests ? 1.0 : NAN, 1.0);
    ss_observe_scaled(out, "asymmetry", sum.asymmetry, sum.all_known ? 0.0 : NAN, 1.0);
    ss_observe_scaled(out, "u_max_over_gh", ss_scene_fastest(m->scene) / gh, rests ? 0.0 : NAN,
                      1.0);
}

/* Forces along the rows and on the walls. */
static void fill_side_force(ss_observed *out, const ss_moment *m)
{
    const measure by = measure_of(m);
    const bool known = by.array->kind == SS_DISC_ARRAY_SQUARE && !by.array->touches;
    double most = 0.0;
    for (ss_contact_walk w = ss_walk_begin(m, "side forces", ""); ss_walk_next(&w);) {
        const ss_disc_contact contact = contact_of(&by, &w);
        if (contact.kind == SS_DISC_ROW || contact.kind == SS_DISC_WALL)
            most = fmax(most, w.r[0] / by.unit);
    }
    ss_observe_scaled(out, "side_force", most, known ? 0.0 : NAN, 1.0);
}

const ss_observable ss_observable_disc_array = {
    (const ss_observable_name[]){
        {"force_error", "-",
         "largest difference of a normal force from its closed form over the weight of a disc; "
         "nan: none is known"},
        {"r_norm", "-", "norm of all impulses over the weight of a disc and h"},
        {"wall_over_weight", "-",
         "normal force of the left wall over the weight of the discs that can move"},
        {"floor_over_weight", "-",
         "upward force of floor and held row over the weight of the discs that can move"},
        {"asymmetry", "-",
         "largest difference of normal forces left and right over the weight of a disc"},
        {"u_max_over_gh", "-",
         "velocity of the fastest centre over g h: 0 where all rest, 1 in free fall from rest"},
        {.name = NULL}},
    fill, false};

const ss_observable ss_observable_disc_side_force = {
    (const ss_observable_name[]){
        {"side_force", "-",
         "largest normal force along a row or on a wall over the weight of a disc; where rows "
         "touch, 0 is what r = 0 leads to, and any force along a row would do"},
        {.name = NULL}},
    fill_side_force, false};

/* Observables of arrays of discs (disc_array.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/disc_array.h"

#include "problems/contact/operator.h"

#include <math.h>

static const ss_disc_array *array_of(const ss_moment *m)
{
    return &((const ss_disc_array_params *)m->scene->own)->array;
}

static double mu_of(const ss_moment *m)
{
    return m->scene->params.mu;
}

/* Impulse (N s) that the weight of a disc is in a step. */
static double unit_of(const ss_moment *m)
{
    return ss_bodies_mass(&m->scene->bodies, 0) * m->scene->params.gravity * m->scene->params.h;
}

static ss_disc_contact contact_of(const ss_moment *m, size_t c)
{
    const ss_contact_bodies pair = ss_operator_bodies(m->problem, c);
    return ss_disc_array_contact(array_of(m), pair.i, pair.j);
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
    const ss_disc_array *const array = array_of(m);
    const double unit = unit_of(m), mu = mu_of(m);
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_disc_contact contact = contact_of(m, c);
        add(out, "force", &contact, m->r[3 * c] / unit, ss_disc_array_normal(array, &contact, mu));
    }
    for (size_t c = 0; mu > 0.0 && c < m->problem->n_contacts; ++c) {
        const ss_disc_contact contact = contact_of(m, c);
        add(out, "friction", &contact, ss_norm_t(m->r + 3 * c) / unit,
            ss_disc_array_tangential(array, &contact, mu));
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

static double force_error(const ss_moment *m)
{
    double most = NAN;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_disc_contact contact = contact_of(m, c);
        const double exact = ss_disc_array_normal(array_of(m), &contact, mu_of(m));
        most = fmax(most, fabs(m->r[3 * c] / unit_of(m) - exact)); /* which passes NAN over */
    }
    return most;
}

/* The exact forces are all known, and the only ones. */
static bool all_known(const ss_moment *m)
{
    bool known = true;
    for (size_t c = 0; known && c < m->problem->n_contacts; ++c) {
        const ss_disc_contact contact = contact_of(m, c);
        known = !isnan(ss_disc_array_normal(array_of(m), &contact, mu_of(m)));
    }
    return known;
}

static double r_norm(const ss_moment *m)
{
    double sum = 0.0;
    for (size_t k = 0; k < 3 * m->problem->n_contacts; ++k)
        sum += m->r[k] * m->r[k];
    return sqrt(sum) / unit_of(m);
}

/* Discs that can move. */
static double weights(const ss_moment *m)
{
    return ss_scene_weight(m->scene) / unit_of(m) * m->scene->params.h;
}

static bool is_on_left(const ss_moment *m, size_t c)
{
    return ss_operator_bodies(m->problem, c).j == m->scene->bodies.n_moving + SS_DISC_ARRAY_LEFT;
}

static double wall(const ss_moment *m)
{
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c)
        sum += is_on_left(m, c) ? m->r[3 * c] / unit_of(m) : 0.0;
    return sum / weights(m);
}

static double exact_wall(const ss_moment *m)
{
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_disc_contact contact = contact_of(m, c);
        sum += is_on_left(m, c) ? ss_disc_array_normal(array_of(m), &contact, mu_of(m)) : 0.0;
    }
    return sum / weights(m);
}

/* Forces along the rows and on the walls. */
static double side_force(const ss_moment *m)
{
    double most = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_disc_contact contact = contact_of(m, c);
        if (contact.kind == SS_DISC_ROW || contact.kind == SS_DISC_WALL)
            most = fmax(most, m->r[3 * c] / unit_of(m));
    }
    return most;
}

static double exact_side_force(const ss_moment *m)
{
    return array_of(m)->kind == SS_DISC_ARRAY_SQUARE && !array_of(m)->touches ? 0.0 : NAN;
}

static double base(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const size_t n = bodies->n_moving;
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const bool by_i = ss_bodies_is_blocked(bodies, contact.i);
        double p[3];
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        if (by_i || contact.j == n + SS_DISC_ARRAY_FLOOR || ss_bodies_is_blocked(bodies, contact.j))
            sum += (by_i ? -p[2] : p[2]) / unit_of(m);
    }
    return sum / weights(m);
}

static double exact_base(const ss_moment *m)
{
    const bool no_walls = mu_of(m) == 0.0 || array_of(m)->kind == SS_DISC_ARRAY_PILE;
    return no_walls && ss_disc_array_rests(array_of(m), mu_of(m)) ? 1.0 : NAN;
}

/* r_n between two bodies over w; contacts are in the order of their bodies. */
static double force_between(const ss_moment *m, size_t a, size_t b)
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
    return pair.i == i && pair.j == j ? m->r[3 * low] / unit_of(m) : 0.0;
}

static double asymmetry(const ss_moment *m)
{
    const ss_disc_array *const array = array_of(m);
    double most = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(m->problem, c);
        const double other = force_between(m, ss_disc_array_mirror(array, pair.i),
                                           ss_disc_array_mirror(array, pair.j));
        most = fmax(most, fabs(m->r[3 * c] / unit_of(m) - other));
    }
    return most;
}

static double exact_asymmetry(const ss_moment *m)
{
    return all_known(m) ? 0.0 : NAN;
}

static double u_max(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    double most = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        most = fmax(most, ss_norm(bodies->v + 6 * b));
    return most / (m->scene->params.gravity * m->scene->params.h);
}

static double exact_u_max(const ss_moment *m)
{
    return ss_disc_array_rests(array_of(m), mu_of(m)) ? 0.0 : NAN;
}

static void fill(ss_observed *out, const ss_moment *m)
{
    ss_observe_scaled(out, "force_error", force_error(m), 0.0, 1.0);
    ss_observe(out, "r_norm", r_norm(m));
    ss_observe_scaled(out, "wall_over_weight", wall(m), exact_wall(m), 1.0);
    ss_observe_scaled(out, "floor_over_weight", base(m), exact_base(m), 1.0);
    ss_observe_scaled(out, "asymmetry", asymmetry(m), exact_asymmetry(m), 1.0);
    ss_observe_scaled(out, "u_max_over_gh", u_max(m), exact_u_max(m), 1.0);
}

static void fill_side_force(ss_observed *out, const ss_moment *m)
{
    ss_observe_scaled(out, "side_force", side_force(m), exact_side_force(m), 1.0);
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

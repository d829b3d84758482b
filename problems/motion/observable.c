/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/observable.h"

#include "problems/contact/operator.h"

/* The mean over the step of the velocity of body b at the end of a lever, m/s. */
static void surface_velocity(double out[3], const ss_moment *m, size_t b, const double arm[3])
{
    if (ss_bodies_is_blocked(&m->scene->bodies, b)) { /* before the step too: energy_blocked */
        memset(out, 0, 3 * sizeof *out);
        return;
    }
    const double *const before = m->v_before + 6 * b, *const after = m->scene->bodies.v + 6 * b;
    double mean[6];
    for (int k = 0; k < 6; ++k)
        mean[k] = 0.5 * (before[k] + after[k]);
    ss_cross(out, mean + 3, arm);
    ss_axpy(out, 1.0, mean);
}

double ss_scene_energy(const ss_scene *scene)
{
    double energy = ss_bodies_kinetic_energy(&scene->bodies) +
                    ss_bodies_potential_energy(&scene->bodies, scene->gravity);
    for (size_t b = 0; scene->loads != NULL && b < scene->bodies.n_moving; ++b)
        /* a constant load F is the potential -F.x */
        energy -= ss_bodies_is_parked(&scene->bodies, b)
                      ? 0.0
                      : ss_dot(scene->loads + 6 * b, scene->bodies.x + 3 * b);
    if (scene->flexible != NULL)
        energy += ss_flexible_energy(scene->flexible, &scene->bodies);
    return energy;
}

void ss_moment_force(double force[3], const ss_moment *m, size_t b)
{
    memset(force, 0, 3 * sizeof *force);
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        double p[3];
        if (contact.i != b && contact.j != b)
            continue;
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        ss_axpy(force, (contact.i == b ? 1.0 : -1.0) / m->scene->params.h, p);
    }
}

ss_step_work ss_moment_work(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    ss_step_work sum = {0.0, 0.0};
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        double p[3], of_i[3], of_j[3];
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        surface_velocity(of_i, m, contact.i, contact.arm_i);
        surface_velocity(of_j, m, contact.j, contact.arm_j);
        sum.contact += ss_dot(p, of_i) - ss_dot(p, of_j);
        if (ss_bodies_is_given(bodies, contact.j))
            sum.boundary += ss_dot(p, of_j);
        else if (ss_bodies_is_given(bodies, contact.i))
            sum.boundary -= ss_dot(p, of_i);
    }
    return sum;
}

double ss_scene_weight(const ss_scene *scene)
{
    double weight = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b) {
        if (ss_bodies_is_parked(&scene->bodies, b) || ss_bodies_is_blocked(&scene->bodies, b))
            continue;
        weight -= scene->gravity[2] / scene->bodies.inv_mass[b];
        weight -= scene->loads != NULL ? scene->loads[6 * b + 2] : 0.0;
    }
    return weight;
}

/* The force (N) of all given and blocked bodies on the others. */
static void given_force(double force[3], const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    memset(force, 0, 3 * sizeof *force);
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const bool by_i = ss_bodies_is_given(bodies, contact.i);
        double p[3];
        /* both given: no contact is posed; neither: an inner force */
        if (by_i == ss_bodies_is_given(bodies, contact.j))
            continue;
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        ss_axpy(force, (by_i ? -1.0 : 1.0) / m->scene->params.h, p);
    }
}

double ss_moment_momentum_balance(const ss_moment *m)
{
    const ss_scene *const scene = m->scene;
    double force[3], sum[3] = {0.0, 0.0, 0.0};
    given_force(force, m);
    /* sum of m (v_{k+1} - v_k) - h (force of given bodies + m g + loads), which Newton's law
     * makes 0 */
    ss_axpy(sum, -scene->params.h, force);
    for (size_t b = 0; b < scene->bodies.n_moving; ++b) {
        const double mass = 1.0 / scene->bodies.inv_mass[b];
        if (ss_bodies_is_parked(&scene->bodies, b) || ss_bodies_is_blocked(&scene->bodies, b))
            continue;
        ss_axpy(sum, mass, scene->bodies.v + 6 * b);
        ss_axpy(sum, -mass, m->v_before + 6 * b);
        ss_axpy(sum, -mass * scene->params.h, scene->gravity);
        if (scene->loads != NULL)
            ss_axpy(sum, -scene->params.h, scene->loads + 6 * b);
    }
    return ss_norm(sum);
}

/* (h/2) r.(delta o P*g), delta = (1 - e)/(1 + e): gravity's part of the work of contacts. */
static double gravity_part(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const double *const r = m->r + 3 * c, *const g = m->scene->gravity;
        /* relative acceleration by gravity: g where i alone can move, -g where j alone, 0 where
         * both fall */
        const double fall = (double)!ss_bodies_is_given(bodies, contact.i) -
                            (double)!ss_bodies_is_given(bodies, contact.j);
        const ss_law *const law =
            &m->scene->laws[bodies->material[contact.i]][bodies->material[contact.j]];
        const bool iqs = law->kind == SS_LAW_IQS;
        const double e_n = iqs ? 0.0 : law->e_n, e_t = iqs ? 0.0 : law->e_t;
        sum += fall * ((1.0 - e_n) / (1.0 + e_n) * r[0] * ss_dot(contact.n, g) +
                       (1.0 - e_t) / (1.0 + e_t) *
                           (r[1] * ss_dot(contact.t1, g) + r[2] * ss_dot(contact.t2, g)));
    }
    return 0.5 * m->scene->params.h * sum;
}

double ss_moment_energy_balance(const ss_moment *m, ss_step_work of)
{
    return ss_scene_energy(m->scene) + m->scene->energy_blocked - m->energy_before - of.contact -
           of.boundary;
}

double ss_moment_energy_balanced(const ss_moment *m)
{
    return m->scene->params.theta == 0.5 ? 0.0 : NAN;
}

const ss_observable_name *ss_observable_find(const ss_observable *group, const char *name)
{
    for (const ss_observable_name *n = group->names; n->name != NULL; ++n)
        if (strcmp(n->name, name) == 0)
            return n;
    return NULL;
}

/* ---- groups ---- */

#define ENERGY_BALANCE                                                                             \
    {                                                                                              \
        "energy_balance", "J",                                                                     \
            "change of the energy in the step less boundary_work and contact_work, with what "     \
            "blocking took"                                                                        \
    }

static void fill_support(ss_observed *out, const ss_moment *m)
{
    double force[3];
    given_force(force, m);
    ss_observe_exact(out, "support", force[2], ss_scene_weight(m->scene));
}

static void fill_momentum_balance(ss_observed *out, const ss_moment *m)
{
    ss_observe_exact(out, "momentum_balance", ss_moment_momentum_balance(m), 0.0);
}

static void fill_boundary_work(ss_observed *out, const ss_moment *m)
{
    ss_observe(out, "boundary_work", ss_moment_work(m).boundary);
}

static void add_energy_balance(ss_observed *out, const ss_moment *m, ss_step_work of)
{
    ss_observe_exact(out, "energy_balance", ss_moment_energy_balance(m, of),
                     ss_moment_energy_balanced(m));
}

static void fill_energy_balance(ss_observed *out, const ss_moment *m)
{
    add_energy_balance(out, m, ss_moment_work(m));
}

static void fill_contact_energy(ss_observed *out, const ss_moment *m)
{
    const ss_step_work of = ss_moment_work(m);
    ss_observe(out, "contact_work", of.contact);
    add_energy_balance(out, m, of);
}

static void fill_energy(ss_observed *out, const ss_moment *m)
{
    const ss_step_work of = ss_moment_work(m);
    ss_observe(out, "boundary_work", of.boundary);
    ss_observe(out, "contact_work", of.contact);
    add_energy_balance(out, m, of);
}

static void fill_energy_created(ss_observed *out, const ss_moment *m)
{
    const ss_step_work of = ss_moment_work(m);
    ss_observe(out, "boundary_work", of.boundary);
    ss_observe(out, "contact_work", of.contact);
    ss_observe(out, "energy_created", fmax(0.0, of.contact + gravity_part(m)));
    add_energy_balance(out, m, of);
}

const ss_observable ss_observable_support = {
    (const ss_observable_name[]){
        {"support", "N",
         "force of bodies of given motion on the others, upwards; exact: the weight, at rest"},
        {.name = NULL}},
    fill_support, false};

const ss_observable ss_observable_momentum_balance = {
    (const ss_observable_name[]){
        {"momentum_balance", "N s",
         "change of momentum in the step less the impulses of given bodies and of weight"},
        {.name = NULL}},
    fill_momentum_balance, false};

const ss_observable ss_observable_boundary_work = {
    (const ss_observable_name[]){SS_OBSERVABLE_BOUNDARY_WORK, {.name = NULL}}, fill_boundary_work,
    false};

const ss_observable ss_observable_energy_balance = {
    (const ss_observable_name[]){ENERGY_BALANCE, {.name = NULL}}, fill_energy_balance, false};

const ss_observable ss_observable_contact_energy = {
    (const ss_observable_name[]){SS_OBSERVABLE_CONTACT_WORK, ENERGY_BALANCE, {.name = NULL}},
    fill_contact_energy, false};

const ss_observable ss_observable_energy = {
    (const ss_observable_name[]){
        SS_OBSERVABLE_BOUNDARY_WORK, SS_OBSERVABLE_CONTACT_WORK, ENERGY_BALANCE, {.name = NULL}},
    fill_energy, false};

const ss_observable ss_observable_energy_created = {
    (const ss_observable_name[]){
        SS_OBSERVABLE_BOUNDARY_WORK,
        SS_OBSERVABLE_CONTACT_WORK,
        {"energy_created", "J",
         "energy that restitution creates in the step: contact_work without gravity's part, where "
         "above 0"},
        ENERGY_BALANCE,
        {.name = NULL}},
    fill_energy_created, false};

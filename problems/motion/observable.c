/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/observable.h"

#include "problems/contact/operator.h"
#include "problems/motion/spin.h"

#include <stdlib.h>
#include <string.h>

/* ---- walks over the contacts, and what is kept of them ---- */

ss_contact_walk ss_walk_begin(const ss_moment *m, const char *kind, const char *of)
{
    if (m->shared != NULL && m->shared->walked != NULL)
        m->shared->walked(m->shared, kind, of);
    return (ss_contact_walk){.moment = m};
}

bool ss_walk_next(ss_contact_walk *w)
{
    const ss_moment *const m = w->moment;
    w->c = w->next++;
    if (w->c >= m->problem->n_contacts)
        return false;
    w->contact = ss_operator_contact(m->problem, w->c);
    w->r = m->r + 3 * w->c;
    ss_rigid_impulse(w->p, &w->contact, w->r);
    return true;
}

const void *ss_moment_shared(const ss_moment *m, void *(*make)(const ss_moment *moment))
{
    ss_shared *const all = m->shared;
    const size_t room = all != NULL ? sizeof all->kept / sizeof all->kept[0] : 0;
    size_t k = 0;
    while (k < room && all->kept[k].make != NULL && all->kept[k].make != make)
        ++k;
    if (k == room)
        return NULL;
    if (all->kept[k].make == NULL) {
        all->kept[k].make = make;
        all->kept[k].made = make(m);
    }
    return all->kept[k].made;
}

void ss_shared_free(ss_shared *shared)
{
    for (size_t k = 0; k < sizeof shared->kept / sizeof shared->kept[0]; ++k)
        free(shared->kept[k].made);
    memset(shared->kept, 0, sizeof shared->kept);
    shared->has_sums = false;
}

/* ---- sums and balances ---- */

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
        energy += scene->flexible->kind->energy(scene->flexible, &scene->bodies);
    return energy;
}

void ss_moment_forces(double (*forces)[3], const ss_moment *m, size_t b, size_t n)
{
    const double h = m->scene->params.h;
    memset(forces, 0, n * sizeof *forces);
    for (ss_contact_walk w = ss_walk_begin(m, "forces on bodies", ""); ss_walk_next(&w);) {
        /* below b the difference wraps and is no less than n */
        if (w.contact.i - b < n)
            ss_axpy(forces[w.contact.i - b], 1.0 / h, w.p);
        if (w.contact.j - b < n)
            ss_axpy(forces[w.contact.j - b], -1.0 / h, w.p);
    }
}

/* Add (1/2) r.(delta o P*g), which is gravity's part, over h. */
static double gravity_part(const ss_scene *scene, const ss_contact_walk *w)
{
    const ss_bodies *const bodies = &scene->bodies;
    const ss_rigid_contact *const contact = &w->contact;
    const double *const r = w->r, *const g = scene->gravity;
    /* relative acceleration by gravity: g where i alone can move, -g where j alone, 0 where both
     * fall */
    const double fall = (double)!ss_bodies_is_given(bodies, contact->i) -
                        (double)!ss_bodies_is_given(bodies, contact->j);
    const ss_law *const law =
        &scene->laws[bodies->material[contact->i]][bodies->material[contact->j]];
    const bool iqs = SS_LAW_IS_IQS(law->kind);
    const double e_n = iqs ? 0.0 : law->e_n, e_t = iqs ? 0.0 : law->e_t;
    return fall * ((1.0 - e_n) / (1.0 + e_n) * r[0] * ss_dot(contact->n, g) +
                   (1.0 - e_t) / (1.0 + e_t) *
                       (r[1] * ss_dot(contact->t1, g) + r[2] * ss_dot(contact->t2, g)));
}

static ss_contact_sums sums_of(const ss_moment *m)
{
    const ss_scene *const scene = m->scene;
    const double h = scene->params.h;
    ss_contact_sums sum = {.boundary = 0.0};
    for (ss_contact_walk w = ss_walk_begin(m, "sums", ""); ss_walk_next(&w);) {
        const bool by_i = ss_bodies_is_given(&scene->bodies, w.contact.i);
        const bool by_j = ss_bodies_is_given(&scene->bodies, w.contact.j);
        double of_i[3], of_j[3];
        surface_velocity(of_i, m, w.contact.i, w.contact.arm_i);
        surface_velocity(of_j, m, w.contact.j, w.contact.arm_j);
        sum.contact += ss_dot(w.p, of_i) - ss_dot(w.p, of_j);
        sum.by_gravity += gravity_part(scene, &w);
        if (by_j)
            sum.boundary += ss_dot(w.p, of_j);
        else if (by_i)
            sum.boundary -= ss_dot(w.p, of_i);
        /* both given: no contact is posed; neither: an inner force */
        if (by_i != by_j)
            ss_axpy(sum.given, (by_i ? -1.0 : 1.0) / h, w.p);
    }
    sum.by_gravity *= 0.5 * h;
    return sum;
}

ss_contact_sums ss_moment_sums(const ss_moment *m)
{
    if (m->shared == NULL)
        return sums_of(m);
    if (!m->shared->has_sums)
        m->shared->sums = sums_of(m);
    m->shared->has_sums = true;
    return m->shared->sums;
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

double ss_moment_momentum_balance(const ss_moment *m)
{
    const ss_scene *const scene = m->scene;
    const ss_contact_sums of = ss_moment_sums(m);
    double sum[3] = {0.0, 0.0, 0.0};
    /* sum of m (v_{k+1} - v_k) - h (force of given bodies + m g + loads), which Newton's law
     * makes 0 */
    ss_axpy(sum, -scene->params.h, of.given);
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

double ss_moment_energy_balance(const ss_moment *m)
{
    const ss_scene *const scene = m->scene;
    const ss_contact_sums of = ss_moment_sums(m);
    double by_spin = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        by_spin += ss_spin_work(&scene->bodies, b, m->v_before + 6 * b + 3, scene->params.h,
                                scene->params.theta);
    return ss_scene_energy(scene) + scene->energy_blocked - m->energy_before - of.contact -
           of.boundary - by_spin;
}

double ss_moment_energy_balanced(const ss_moment *m)
{
    return m->scene->params.theta == 0.5 ? 0.0 : NAN;
}

const ss_observable_name *ss_observable_find(const ss_observable_name *names, const char *name)
{
    for (const ss_observable_name *n = names; n->name != NULL; ++n)
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
    ss_observe_exact(out, "support", ss_moment_sums(m).given[2], ss_scene_weight(m->scene));
}

static void fill_momentum_balance(ss_observed *out, const ss_moment *m)
{
    ss_observe_exact(out, "momentum_balance", ss_moment_momentum_balance(m), 0.0);
}

static void fill_boundary_work(ss_observed *out, const ss_moment *m)
{
    ss_observe(out, "boundary_work", ss_moment_sums(m).boundary);
}

static void fill_energy_balance(ss_observed *out, const ss_moment *m)
{
    ss_observe_exact(out, "energy_balance", ss_moment_energy_balance(m),
                     ss_moment_energy_balanced(m));
}

static void fill_contact_energy(ss_observed *out, const ss_moment *m)
{
    ss_observe(out, "contact_work", ss_moment_sums(m).contact);
    fill_energy_balance(out, m);
}

static void fill_energy(ss_observed *out, const ss_moment *m)
{
    fill_boundary_work(out, m);
    fill_contact_energy(out, m);
}

static void fill_energy_created(ss_observed *out, const ss_moment *m)
{
    const ss_contact_sums of = ss_moment_sums(m);
    fill_boundary_work(out, m);
    ss_observe(out, "contact_work", of.contact);
    ss_observe(out, "energy_created", fmax(0.0, of.contact + of.by_gravity));
    fill_energy_balance(out, m);
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

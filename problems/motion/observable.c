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

/* The work (J) of the step's impulses: on the relative motion of the surfaces, or, `boundary`, of
 * bodies of given motion on the others. */
static double work(const ss_moment *m, bool boundary)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        double p[3], of_i[3], of_j[3];
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        surface_velocity(of_i, m, contact.i, contact.arm_i);
        surface_velocity(of_j, m, contact.j, contact.arm_j);
        if (!boundary)
            sum += ss_dot(p, of_i) - ss_dot(p, of_j);
        else if (ss_bodies_is_given(bodies, contact.j))
            sum += ss_dot(p, of_j);
        else if (ss_bodies_is_given(bodies, contact.i))
            sum -= ss_dot(p, of_i);
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

static double support(const ss_moment *m)
{
    double force[3];
    given_force(force, m);
    return force[2];
}

static double weight(const ss_moment *m)
{
    return ss_scene_weight(m->scene);
}

static double momentum_balance(const ss_moment *m)
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

double ss_moment_zero(const ss_moment *m)
{
    (void)m;
    return 0.0;
}

double ss_moment_one(const ss_moment *m)
{
    (void)m;
    return 1.0;
}

static double boundary_work(const ss_moment *m)
{
    return work(m, true);
}

static double contact_work(const ss_moment *m)
{
    return work(m, false);
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

static double energy_created(const ss_moment *m)
{
    return fmax(0.0, work(m, false) + gravity_part(m));
}

static double energy_balance(const ss_moment *m)
{
    return ss_scene_energy(m->scene) + m->scene->energy_blocked - m->energy_before -
           work(m, false) - work(m, true);
}

static double balanced(const ss_moment *m)
{
    return m->scene->params.theta == 0.5 ? 0.0 : NAN;
}

const ss_observable ss_observable_support = {
    .name = "support",
    .unit = "N",
    .meaning = "force of bodies of given motion on the others, upwards; exact: the weight, at rest",
    .value = support,
    .exact = weight};

const ss_observable ss_observable_momentum_balance = {
    .name = "momentum_balance",
    .unit = "N s",
    .meaning = "change of momentum in the step less the impulses of given bodies and of weight",
    .value = momentum_balance,
    .exact = ss_moment_zero};

const ss_observable ss_observable_boundary_work = {
    .name = "boundary_work",
    .unit = "J",
    .meaning = "work of the step that bodies of given motion do on the others",
    .value = boundary_work};

const ss_observable ss_observable_contact_work = {
    .name = "contact_work",
    .unit = "J",
    .meaning = "work of the step that contacts do on the relative motion of their surfaces",
    .value = contact_work};

const ss_observable ss_observable_energy_created = {
    .name = "energy_created",
    .unit = "J",
    .meaning = "energy that restitution creates in the step: contact_work without gravity's part, "
               "where above 0",
    .value = energy_created};

const ss_observable ss_observable_energy_balance = {
    .name = "energy_balance",
    .unit = "J",
    .meaning = "change of the energy in the step less boundary_work and contact_work, with what "
               "blocking took",
    .value = energy_balance,
    .exact = balanced};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/step.h"

#include "problems/contact/cone.h"
#include "problems/detect/detect.h"
#include "problems/contact/operator.h"

#include <stdlib.h>

/* The impulse at a contact after a step, in the fixed frame, for the next warm start. */
typedef struct past_impulse {
    ss_contact_name name;
    double p[3]; /* N s */
} past_impulse;

struct ss_step {
    ss_scene *scene;
    ss_detector *detector;
    size_t capacity;              /* contacts that the arrays below have room for */
    const ss_contact_name *names; /* of the contacts; the detector's */
    ss_ball_contact *contacts;
    double *q, *mu, *rho_bar;
    double *v_free;     /* 6 n_bodies */
    double *inertia;    /* n_bodies: inverse, of balls */
    bool keeps_none;    /* no past impulses */
    past_impulse *past; /* of the step before */
    size_t n_past;
    size_t n_done; /* steps finished */
    ss_ball_form form;
    ss_problem problem;
};

ss_step *ss_step_create(ss_scene *scene, ss_error *error)
{
    ss_step *const step = calloc(1, sizeof *step);
    double *const v_free = calloc(6 * scene->bodies.n + 1, sizeof *v_free);
    double *const inertia = calloc(scene->bodies.n + 1, sizeof *inertia);
    ss_detector *const detector = ss_detector_create(scene->bodies.n, error);
    if (step == NULL || v_free == NULL || inertia == NULL || detector == NULL) {
        ss_detector_free(detector);
        free(v_free);
        free(inertia);
        free(step);
        ss_error_set(error, SS_ERROR_MEMORY, "no memory to step %zu bodies", scene->bodies.n);
        return NULL;
    }
    step->scene = scene;
    step->detector = detector;
    step->v_free = v_free;
    step->inertia = inertia;
    return step;
}

void ss_step_free(ss_step *step)
{
    if (step == NULL)
        return;
    ss_detector_free(step->detector);
    free(step->contacts);
    free(step->q);
    free(step->mu);
    free(step->rho_bar);
    free(step->v_free);
    free(step->inertia);
    free(step->past);
    free(step);
}

/* Grow an array of the step, or leave it as it was; `larger` is a void pointer in between. */
#define GROW(array, n)                                                                             \
    ((larger = reallocarray(step->array, (n), sizeof *step->array)) != NULL &&                     \
     (step->array = larger, true))

static bool reserve(ss_step *step, size_t n, ss_error *error)
{
    if (n <= step->capacity && step->contacts != NULL)
        return true;
    const size_t room = ss_memory_room(n);
    void *larger = NULL;
    if (!GROW(contacts, room) || !GROW(q, 3 * room) || !GROW(mu, room) || !GROW(rho_bar, room) ||
        (!step->keeps_none && !GROW(past, room)))
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu contacts", n);
    step->capacity = room;
    return true;
}

/* Complete n to a right-handed orthonormal frame (n, t1, t2), without a branch on small numbers
 * but the sign of n_z (Duff et al. 2017). */
static void complete_frame(ss_ball_contact *c)
{
    const double sign = copysign(1.0, c->n[2]);
    const double a = -1.0 / (sign + c->n[2]);
    const double b = c->n[0] * c->n[1] * a;
    const double t1[3] = {1.0 + sign * c->n[0] * c->n[0] * a, sign * b, -sign * c->n[0]};
    ss_copy3(c->t1, t1);
    ss_cross(c->t2, c->n, c->t1);
}

static const ss_law *law_of(const ss_scene *scene, const ss_contact_name *name)
{
    const uint8_t *const material = scene->bodies.material;
    return &scene->laws[material[name->a]][material[name->b]];
}

static void set_contact(ss_ball_contact *c, const ss_scene *scene, const ss_contact_name *name,
                        const ss_law *law)
{
    const ss_bodies *const bodies = &scene->bodies;
    const bool wall = bodies->radius[name->b] == INFINITY;
    const ss_touch touch = ss_touch_of(bodies, name, scene->params.margin);
    double before[3];
    *c = (ss_ball_contact){.i = name->a,
                           .j = name->b,
                           .arm_i = bodies->radius[name->a],
                           .arm_j = wall ? 0.0 : bodies->radius[name->b]};
    ss_copy3(c->n, touch.n);
    complete_frame(c);
    ss_ball_relative_velocity(before, c, bodies->v);
    const ss_law_form form = ss_law_apply(law, before, touch.gap, scene->params.h);
    c->scale_n = form.scale_n;
    c->scale_t = form.scale_t;
    ss_copy3(c->shift, form.shift);
}

/* v_free = v_k + h M^-1 F: gravity only, spheres have no gyroscopic term. The ground stays. */
static void set_free_velocity(ss_step *step)
{
    const ss_bodies *const bodies = &step->scene->bodies;
    memcpy(step->v_free, bodies->v, 6 * bodies->n * sizeof *step->v_free);
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        ss_axpy(step->v_free + 6 * b, step->scene->params.h, step->scene->gravity);
        step->inertia[b] = bodies->inv_inertia[3 * b];
    }
    for (size_t b = 0; step->scene->loads != NULL && b < bodies->n_moving; ++b) {
        const double *const load = step->scene->loads + 6 * b;
        ss_axpy(step->v_free + 6 * b, step->scene->params.h * bodies->inv_mass[b], load);
    }
}

static void assemble(ss_step *step, size_t n)
{
    const ss_bodies *const bodies = &step->scene->bodies;
    set_free_velocity(step);
    step->form = (ss_ball_form){{bodies->n, bodies->n_moving, step->v_free, bodies->inv_mass},
                                step->inertia,
                                step->contacts};
    step->problem = (ss_problem){.n_contacts = n,
                                 .dim = 3,
                                 .q = step->q,
                                 .mu = step->mu,
                                 .rho_bar = step->rho_bar,
                                 .form = SS_FORM_BALLS,
                                 .balls = &step->form};
    for (size_t c = 0; c < n; ++c) {
        ss_ball_contact *const contact = &step->contacts[c];
        const ss_contact_name *const name = &step->names[c];
        const ss_law *const law = law_of(step->scene, name);
        set_contact(contact, step->scene, name, law);
        step->mu[c] = law->mu;
        step->rho_bar[c] = 1.0 / (bodies->inv_mass[contact->i] + bodies->inv_mass[contact->j]);
        ss_operator_velocity(step->q + 3 * c, &step->problem, step->v_free, NULL, c);
    }
}

bool ss_step_pose(ss_step *step, const ss_problem **problem, ss_error *error)
{
    ss_scene *const scene = step->scene;
    size_t n = 0;
    ss_bodies_drift(&scene->bodies, (1.0 - scene->params.theta) * scene->params.h);
    if (scene->drive != NULL && !scene->drive(scene, scene->time, scene->params.h, error))
        return false;
    if (!ss_detect(step->detector, &scene->bodies, scene->params.margin, &step->names, &n, error) ||
        !reserve(step, n, error))
        return false;
    assemble(step, n);
    *problem = &step->problem;
    return true;
}

static int compare_identity(const void *a, const void *b)
{
    const past_impulse *const x = a, *const y = b;
    if (x->name.a != y->name.a)
        return x->name.a < y->name.a ? -1 : 1;
    if (x->name.b != y->name.b)
        return x->name.b < y->name.b ? -1 : 1;
    return (x->name.feature > y->name.feature) - (x->name.feature < y->name.feature);
}

void ss_step_keep_no_impulses(ss_step *step)
{
    step->keeps_none = true;
    step->n_past = 0;
    free(step->past);
    step->past = NULL;
}

void ss_step_warm_start(const ss_step *step, double *r)
{
    memset(r, 0, 3 * step->problem.n_contacts * sizeof *r);
    for (size_t c = 0; step->n_past > 0 && c < step->problem.n_contacts; ++c) {
        const past_impulse key = {.name = step->names[c]};
        const past_impulse *const past =
            bsearch(&key, step->past, step->n_past, sizeof key, compare_identity);
        if (past == NULL)
            continue;
        const ss_ball_contact *const contact = &step->contacts[c];
        const double tau[3] = {ss_dot(contact->n, past->p), ss_dot(contact->t1, past->p),
                               ss_dot(contact->t2, past->p)};
        ss_cone_project(r + 3 * c, tau, step->problem.mu[c]);
    }
}

static void remember_impulses(ss_step *step, const double *r)
{
    step->n_past = step->problem.n_contacts;
    for (size_t c = 0; c < step->n_past; ++c) {
        past_impulse *const past = &step->past[c];
        *past = (past_impulse){.name = step->names[c]};
        ss_axpy(past->p, r[3 * c], step->contacts[c].n);
        ss_axpy(past->p, r[3 * c + 1], step->contacts[c].t1);
        ss_axpy(past->p, r[3 * c + 2], step->contacts[c].t2);
    }
}

void ss_step_finish(ss_step *step, const double *r)
{
    ss_scene *const scene = step->scene;
    ss_operator_start(scene->bodies.v, &step->problem, r);
    if (!step->keeps_none)
        remember_impulses(step, r);
    ss_bodies_drift(&scene->bodies, scene->params.theta * scene->params.h);
    scene->time = (double)++step->n_done * scene->params.h;
}

bool ss_step_largest_overlap(ss_step *step, double *overlap, ss_error *error)
{
    const ss_scene *const scene = step->scene;
    const ss_contact_name *names = NULL;
    size_t n = 0;
    *overlap = 0.0;
    if (!ss_detect(step->detector, &scene->bodies, 0.0, &names, &n, error))
        return false;
    for (size_t k = 0; k < n; ++k)
        *overlap = fmax(*overlap, -ss_touch_of(&scene->bodies, &names[k], 0.0).gap);
    return true;
}

ss_memory ss_step_memory(const ss_step *step)
{
    const size_t n_bodies = step->scene->bodies.n;
    const size_t per_contact = sizeof *step->contacts + 3 * sizeof *step->q + sizeof *step->mu +
                               sizeof *step->rho_bar +
                               (step->past != NULL ? sizeof *step->past : 0);
    const ss_memory own = {.contacts = step->capacity * per_contact,
                           .bodies = n_bodies * (6 * sizeof *step->v_free + sizeof *step->inertia) +
                                     ss_bodies_bytes(&step->scene->bodies)};
    return ss_memory_sum(own, ss_detector_memory(step->detector));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/step.h"

#include "problems/base/clock.h"
#include "problems/base/memory.h"
#include "problems/contact/operator.h"
#include "problems/detect/detect.h"
#include "problems/motion/free_velocity.h"
#include "problems/motion/past.h"
#include "problems/motion/posing.h"

#include <stdlib.h>

/* Invariant after ss_step_pose: contact c of `problem` has the name names[c]; `problem` and
 * the form in it point into the arrays here. `past` has the names of its step, ascending, since
 * detection sorts them. */
struct ss_step {
    ss_scene *scene;              /* borrowed; changed by pose and finish */
    ss_detector *detector;        /* owned */
    size_t capacity;              /* contacts that the arrays below have room for */
    const ss_contact_name *names; /* of the contacts; the detector's */
    ss_ball_contact *balls;       /* in the form of balls */
    bool given_turns;          /* there is a body of given motion that turns; then beside them: */
    double (*given_arm)[3];    /* m, as in ss_ball_form; NULL until one turns */
    ss_rigid_contact *rigid;   /* in rigid form, as the two that follow */
    double (*point)[3], *W_cc; /* m; 9 a contact, 1/kg */
    double *q, *mu, *rho_bar, *gap; /* 3 a contact, m/s; -; kg; m, NULL unless asked */
    double *v_free;                 /* 6 (n + 1) */
    double *inv_inertia;            /* 1 a body in the form of balls, 6 in rigid form */
    ss_pasts past;                  /* impulses that are kept */
    size_t n_done;                  /* steps finished */
    uint8_t *to_block;   /* n_moving: 1 for who touched scene->blocks_at in the last step; NULL: no
                          * body blocks */
    ss_step_times times; /* CPU time, s */
    ss_ball_form ball_form; /* what `problem` points to, in either form */
    ss_rigid_form rigid_form;
    ss_problem problem;       /* in a form with bodies */
    ss_block_problem *blocks; /* the same where bodies deform; owned */
};

ss_step *ss_step_create(ss_scene *scene, ss_error *error)
{
    const size_t n = scene->bodies.n;
    ss_step *const step = calloc(1, sizeof *step);
    double *const v_free = calloc(6 * (n + 1), sizeof *v_free);
    ss_detector *const detector = ss_detector_create(n, error);
    const bool blocks = scene->blocks_at < n;
    uint8_t *const to_block = blocks ? calloc(n + 1, sizeof *to_block) : NULL;
    if (step == NULL || v_free == NULL || detector == NULL || (blocks && to_block == NULL)) {
        ss_detector_free(detector);
        free(to_block);
        free(v_free);
        free(step);
        ss_error_set(error, SS_ERROR_MEMORY, "no memory to step %zu bodies", n);
        return NULL;
    }
    *step = (ss_step){.scene = scene,
                      .detector = detector,
                      .v_free = v_free,
                      .to_block = to_block,
                      .past.guess = SS_GUESS_WARM};
    return step;
}

void ss_step_free(ss_step *step)
{
    if (step == NULL)
        return;
    ss_detector_free(step->detector);
    free(step->balls);
    free(step->given_arm);
    free(step->rigid);
    free(step->point);
    free(step->W_cc);
    free(step->q);
    free(step->mu);
    free(step->rho_bar);
    free(step->gap);
    free(step->v_free);
    free(step->to_block);
    free(step->inv_inertia);
    ss_pasts_free(&step->past);
    ss_block_problem_free(step->blocks);
    free(step);
}

/* Grow an array of the step, or leave it as it was; `larger` is a void pointer in between. */
#define GROW(array, n)                                                                             \
    ((larger = reallocarray(step->array, (n), sizeof *step->array)) != NULL &&                     \
     (step->array = larger, true))

/* Room for n contacts in this form; the past impulses stay. */
static bool reserve(ss_step *step, ss_form form, size_t n, ss_error *error)
{
    const size_t n_bodies = step->scene->bodies.n;
    const bool rigid = form == SS_FORM_RIGID;
    const bool has_arms = !step->given_turns || step->given_arm != NULL;
    if (n <= step->capacity && step->capacity > 0 && form == step->problem.form && has_arms)
        return true;
    const size_t room = ss_memory_room(ss_pasts_most(&step->past, n));
    void *larger = NULL;
    if (!GROW(q, 3 * room) || !GROW(mu, room) || !GROW(rho_bar, room) ||
        (step->scene->keeps_gaps && !GROW(gap, room)) ||
        !GROW(inv_inertia, (rigid ? 6 : 1) * n_bodies + 1) ||
        !ss_pasts_reserve(&step->past, room) || (!rigid && !GROW(balls, room)) ||
        (step->given_turns && !GROW(given_arm, room)) ||
        (rigid && (!GROW(rigid, room) || !GROW(point, room) || !GROW(W_cc, 9 * room))))
        return ss_error_memory(error, "%zu contacts", n);
    step->capacity = room;
    return true;
}

static const ss_law *law_of(const ss_scene *scene, const ss_contact_name *name)
{
    const uint8_t *const material = scene->bodies.material;
    return &scene->laws[material[name->a]][material[name->b]];
}

/* A law and its form: neighbouring contacts have the same, most often. */
typedef struct law_in_use {
    const ss_law *law;
    ss_law_form form;
} law_in_use;

/* The place of contact c, and its gap in q until the velocities are set. */
static inline void place_ball_contact(ss_step *step, ss_touch_walk *walk, size_t c)
{
    const ss_bodies *const bodies = &step->scene->bodies;
    const ss_contact_name *const name = &step->names[c];
    const ss_touch touch = ss_touch_at(walk, name);
    ss_ball_contact *const contact = &step->balls[c];
    contact->i = name->a;
    contact->j = name->b;
    contact->arm_i = ss_posing_arm(bodies, name->a);
    contact->arm_j = ss_posing_arm(bodies, name->b);
    ss_copy3(contact->n, touch.n);
    ss_posing_frame(contact->t1, contact->t2, contact->n);
    step->rho_bar[c] = 1.0 / (bodies->inv_mass[name->a] + bodies->inv_mass[name->b]);
    step->q[3 * c] = touch.gap; /* m, for a moment */
    if (step->gap != NULL)
        step->gap[c] = touch.gap;
    if (step->given_turns) {
        const bool by_i = ss_bodies_is_given(bodies, name->a);
        ss_posing_lever(step->given_arm[c], &touch, by_i,
                        bodies->x + 3 * (by_i ? name->a : name->b));
    }
}

/* Add what the spin of a body of given motion is of u, by D or 1. */
static inline void add_given_slip(double u[3], const ss_step *step, size_t c, double scale_n,
                                  double scale_t)
{
    double slip[3];
    if (!step->given_turns)
        return;
    ss_posing_given_slip(slip, &step->scene->bodies, &step->balls[c], step->given_arm[c]);
    u[0] += scale_n * slip[0];
    u[1] += scale_t * slip[1];
    u[2] += scale_t * slip[2];
}

static inline void set_ball_velocities(ss_step *step, size_t c, law_in_use *use)
{
    const ss_scene *const scene = step->scene;
    ss_ball_contact *const contact = &step->balls[c];
    double *const q = step->q + 3 * c;
    double before[3], spin_slip[3];
    ss_ball_spin_slip(spin_slip, contact, scene->bodies.v);
    ss_ball_velocity_spun(before, contact, scene->bodies.v, spin_slip);
    add_given_slip(before, step, c, 1.0, 1.0);
    const ss_law *const law = law_of(scene, &step->names[c]);
    if (law != use->law)
        *use = (law_in_use){law, ss_law_scales(law)};
    ss_law_set_shift(&use->form, law, before, q[0], scene->params.h);
    step->mu[c] = law->mu;
    contact->scale_n = use->form.scale_n;
    contact->scale_t = use->form.scale_t;
    ss_copy3(contact->shift, use->form.shift);
    /* no impulse changes such a spin: W knows nothing of it */
    add_given_slip(contact->shift, step, c, use->form.scale_n, use->form.scale_t);
    if (scene->loads != NULL || scene->flexible != NULL) /* gravity does not turn bodies */
        ss_ball_spin_slip(spin_slip, contact, step->v_free);
    ss_ball_velocity_spun(q, contact, step->v_free, spin_slip);
    q[0] = use->form.scale_n * q[0] + contact->shift[0];
    q[1] = use->form.scale_t * q[1] + contact->shift[1];
    q[2] = use->form.scale_t * q[2] + contact->shift[2];
}

/* In parts: first all roots and quotients of a part, for which velocities need not wait then. */
static void set_ball_contacts(ss_step *step, ss_touch_walk *walk, size_t n)
{
    enum { PART = 32 };
    law_in_use use = {.law = NULL};
    for (size_t c = 0; c < n; c += PART) {
        const size_t end = c + PART < n ? c + PART : n;
        for (size_t k = c; k < end; ++k)
            place_ball_contact(step, walk, k);
        for (size_t k = c; k < end; ++k)
            set_ball_velocities(step, k, &use);
    }
}

/* rho_bar is 1/lambda_max(W_cc), for W_cc couples n and t.  */
static void set_rigid_contact(ss_step *step, ss_touch_walk *walk, size_t c)
{
    const ss_scene *const scene = step->scene;
    const ss_bodies *const bodies = &scene->bodies;
    const ss_contact_name *const name = &step->names[c];
    const ss_touch touch = ss_touch_at(walk, name);
    ss_rigid_contact *const contact = &step->rigid[c];
    double before[3];
    *contact = (ss_rigid_contact){.i = name->a, .j = name->b};
    ss_copy3(contact->n, touch.n);
    ss_posing_frame(contact->t1, contact->t2, contact->n);
    ss_posing_lever(contact->arm_i, &touch, true, bodies->x + 3 * name->a);
    ss_posing_lever(contact->arm_j, &touch, false, bodies->x + 3 * name->b);
    ss_copy3(step->point[c], touch.point);
    if (step->gap != NULL)
        step->gap[c] = touch.gap;
    ss_rigid_relative_velocity(before, contact, bodies->v);
    const ss_law *const of_pair = law_of(scene, name);
    const ss_law_form law = ss_law_apply(of_pair, before, touch.gap, scene->params.h);
    step->mu[c] = of_pair->mu;
    contact->scale_n = law.scale_n;
    contact->scale_t = law.scale_t;
    ss_copy3(contact->shift, law.shift);
    ss_rigid_block(step->W_cc + 9 * c, &step->rigid_form, c);
    step->rho_bar[c] = 1.0 / ss_operator_block_largest(step->W_cc + 9 * c);
    ss_form_velocity(step->q + 3 * c, &step->problem, SS_FORM_RIGID, step->v_free, NULL, c);
}

/* 2 when all moving bodies are planar shapes and no contact knows of a third direction. */
static int dim_of(const ss_step *step, size_t n)
{
    const ss_bodies *const bodies = &step->scene->bodies;
    bool planar = true;
    for (size_t b = 0; planar && b < bodies->n_moving; ++b)
        planar = ss_bodies_shape(bodies, b)->kind->dim == 2;
    for (size_t c = 0; planar && c < n; ++c)
        planar = step->q[3 * c + 2] == 0.0 && ss_operator_contact(&step->problem, c).n[1] == 0.0;
    return planar ? 2 : 3;
}

static void assemble(ss_step *step, ss_form form, size_t n)
{
    const ss_bodies *const bodies = &step->scene->bodies;
    const ss_moving moving = {bodies->n, bodies->n_moving, step->v_free, bodies->inv_mass};
    ss_touch_walk walk;
    ss_touch_walk_begin(&walk, bodies, step->scene->params.margin);
    step->ball_form =
        (ss_ball_form){moving, step->inv_inertia, step->balls,
                       step->given_turns ? (const double(*)[3])step->given_arm : NULL};
    step->rigid_form = (ss_rigid_form){moving, step->inv_inertia, step->rigid};
    step->problem = (ss_problem){.n_contacts = n,
                                 .dim = 3,
                                 .q = step->q,
                                 .mu = step->mu,
                                 .rho_bar = step->rho_bar,
                                 .gap = step->gap,
                                 .form = form};
    if (form == SS_FORM_RIGID) {
        step->problem.point = (const double(*)[3])step->point;
        step->problem.W_cc = step->W_cc;
        step->problem.rigid = &step->rigid_form;
        for (size_t c = 0; c < n; ++c)
            set_rigid_contact(step, &walk, c);
    } else {
        step->problem.balls = &step->ball_form;
        set_ball_contacts(step, &walk, n);
    }
    step->problem.dim = dim_of(step, n);
}

/* Given bodies go on with their velocity; a drive sets them right at the next step. */
static void drift(ss_scene *scene, double dt)
{
    ss_bodies *const bodies = &scene->bodies;
    ss_bodies_drift(bodies, dt);
    ss_flexible_drift(scene->flexible, bodies, dt);
    for (size_t b = bodies->n_moving; b < bodies->n; ++b)
        ss_axpy(bodies->x + 3 * b, dt, bodies->v + 6 * b);
}

/* Hold from now on all that touched the body that blocks. */
static bool block(ss_step *step, ss_error *error)
{
    ss_scene *const scene = step->scene;
    bool held = true;
    scene->energy_blocked = 0.0;
    for (size_t b = 0; held && step->to_block != NULL && b < scene->bodies.n_moving; ++b)
        held = !step->to_block[b] || ss_scene_block(scene, b, error);
    return held;
}

static void note_touched(ss_step *step, const double *r)
{
    for (size_t c = 0; step->to_block != NULL && c < step->problem.n_contacts; ++c)
        if (step->names[c].b == step->scene->blocks_at && r[3 * c] > 0.0)
            step->to_block[step->names[c].a] = 1;
}

bool ss_step_pose(ss_step *step, const ss_problem **problem, ss_error *error)
{
    ss_scene *const scene = step->scene;
    const double h = scene->params.h;
    size_t n = 0;
    if (!block(step, error))
        return false;
    drift(scene, (1.0 - scene->params.theta) * h); /* to q_mid */
    if (scene->drive != NULL && !scene->drive(scene, scene->time, h, error))
        return false;
    /* bodies may have been blocked or begun to turn: the form is asked for anew each step */
    const ss_form form = ss_posing_form(&scene->bodies);
    step->given_turns = form == SS_FORM_BALLS && ss_posing_given_turns(&scene->bodies);
    const double begin = ss_cpu_time(); /* detection is timed alone */
    if (!ss_detect(step->detector, &scene->bodies, scene->params.margin, &step->names, &n, error))
        return false;
    const double detected = ss_cpu_time();
    if (!reserve(step, form, n, error) ||
        !ss_free_velocity(step->v_free, step->inv_inertia, scene, form, error))
        return false;
    assemble(step, form, n);
    *problem = &step->problem;
    if (scene->flexible != NULL) {
        const ss_flexible_contacts contacts = {scene, &step->problem, step->names};
        if (!scene->flexible->kind->couple(scene->flexible, &step->blocks, &contacts, error))
            return false;
        *problem = ss_block_problem_view(step->blocks);
    }
    step->times.detect_s += detected - begin;
    step->times.assemble_s += ss_cpu_time() - detected;
    return true;
}

ss_step_times ss_step_times_of(const ss_step *step)
{
    return step->times;
}

const ss_problem *ss_step_contacts(const ss_step *step)
{
    return &step->problem;
}

void ss_step_keep(ss_step *step, ss_guess guess)
{
    ss_pasts_keep(&step->past, guess);
}

void ss_step_guess(const ss_step *step, double *r)
{
    const ss_scene *const scene = step->scene;
    const ss_past opening[SS_PAST_MOST] = {{scene->past, scene->n_past}};
    ss_past_start(r, step->n_done == 0 ? opening : step->past.step, step->names, &step->problem);
}

bool ss_step_leave_impulses(const ss_step *step, ss_scene *scene, ss_error *error)
{
    free(scene->past);
    return ss_past_copy(&scene->past, &scene->n_past, &step->past.step[0], error);
}

void ss_step_remember(ss_step *step, const double *r)
{
    ss_past *const last = &step->past.step[0];
    if (step->past.guess == SS_GUESS_COLD)
        return;
    last->n = step->problem.n_contacts;
    ss_past_remember(last->at, step->names, &step->problem, r);
}

void ss_step_finish(ss_step *step, const double *r)
{
    ss_scene *const scene = step->scene;
    if (scene->flexible != NULL)
        ss_flexible_move(scene->flexible, scene->bodies.v, &step->problem, r);
    else
        ss_operator_start(scene->bodies.v, &step->problem, r);
    ss_pasts_age(&step->past);
    ss_step_remember(step, r);
    note_touched(step, r);
    drift(scene, scene->params.theta * scene->params.h);
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
    ss_touch_walk walk;
    ss_touch_walk_begin(&walk, &scene->bodies, 0.0);
    for (size_t k = 0; k < n; ++k)
        *overlap = fmax(*overlap, -ss_touch_at(&walk, &names[k]).gap);
    return true;
}

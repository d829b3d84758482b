/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/engine/verdict.h"

#include "harness/estimators/evidence.h"
#include "harness/run/referee.h"
#include "problems/files/frozen.h"
#include "solvers/choice.h"
#include "solvers/sphere/whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A step under judgement; arrays are owned, in our numbers of bodies. */
typedef struct sitting {
    const ss_step_file *file;
    ss_posed_step posed;
    double *r, *u;  /* 3 n_contacts */
    double *made;   /* 6 n_bodies: v_free + M^-1 P r */
    double *after;  /* 6 n_bodies: the engine's; NULL: it gives none */
    double *before; /* 6 n_bodies: v_free, or v_free - v_after */
} sitting;

static bool allocate(sitting *s, ss_error *error)
{
    const size_t n = 6 * s->file->n_bodies, m = 3 * s->file->n_contacts;
    s->r = calloc(m + 1, sizeof *s->r);
    s->u = calloc(m + 1, sizeof *s->u);
    s->made = calloc(n + 1, sizeof *s->made);
    s->before = calloc(n + 1, sizeof *s->before);
    if (s->file->field[SS_STEP_velocity_after] != NULL)
        s->after = calloc(n + 1, sizeof *s->after);
    return (s->r != NULL && s->u != NULL && s->made != NULL && s->before != NULL &&
            (s->after != NULL) == (s->file->field[SS_STEP_velocity_after] != NULL)) ||
           ss_error_memory(error, "%zu contacts", s->file->n_contacts);
}

static void release(sitting *s)
{
    free(s->r);
    free(s->u);
    free(s->made);
    free(s->after);
    free(s->before);
    ss_posed_step_free(&s->posed);
}

/* The engine's answer in our frames. */
static void read_answer(sitting *s)
{
    const double *const impulse = s->file->field[SS_STEP_impulse];
    for (size_t c = 0; impulse != NULL && c < s->file->n_contacts; ++c) {
        const ss_rigid_contact *const contact = &s->posed.contacts[c];
        s->r[3 * c] = ss_dot(contact->n, impulse + 3 * c);
        s->r[3 * c + 1] = ss_dot(contact->t1, impulse + 3 * c);
        s->r[3 * c + 2] = ss_dot(contact->t2, impulse + 3 * c);
    }
    for (size_t b = 0; s->after != NULL && b < s->file->n_bodies; ++b)
        memcpy(s->after + 6 * s->posed.place[b], s->file->field[SS_STEP_velocity_after] + 6 * b,
               6 * sizeof *s->after);
}

/* The contacts of a step whose bodies have what the contacts must take away; owns its arrays. */
typedef struct motion {
    ss_problem problem;
    ss_rigid_form form;
    ss_rigid_contact *contacts;
    double *q;
} motion;

static bool pose_motion(motion *m, const sitting *s, ss_error *error)
{
    const size_t n = s->file->n_contacts;
    const ss_moving *const moving = &s->posed.form.moving;
    *m = (motion){.problem = s->posed.problem, .form = s->posed.form};
    m->q = calloc(3 * n + 1, sizeof *m->q);
    m->contacts = malloc((n + 1) * sizeof *m->contacts);
    if (m->q == NULL || m->contacts == NULL)
        return ss_error_memory(error, "%zu contacts", n);
    for (size_t k = 0; k < 6 * moving->n_moving; ++k)
        s->before[k] = moving->v_free[k] - s->after[k];
    memcpy(m->contacts, s->posed.contacts, n * sizeof *m->contacts);
    m->form.moving.v_free = s->before;
    m->form.contacts = m->contacts;
    m->problem.rigid = &m->form;
    m->problem.q = m->q;
    for (size_t c = 0; c < n; ++c) {
        memset(m->contacts[c].shift, 0, sizeof m->contacts[c].shift);
        ss_operator_velocity(m->q + 3 * c, &m->problem, s->before, NULL, c);
    }
    return true;
}

/* Impulses that bring the engine's velocities about (verdict.h), into s->r. */
static bool find_impulses(sitting *s, ss_error *error)
{
    motion m;
    ss_choice choice = {.label = NULL};
    ss_solver *solver = NULL;
    ss_referee *referee = NULL;
    ss_solve_report report;
    ss_rules rules = {.tol = 1e-12, .max_sweeps = 20000, .label = "judge-step", .step = 1};
    double *r = NULL;
    const bool found =
        pose_motion(&m, s, error) &&
        ss_choice_parse_whole(&choice, "reference", SS_CHOICE_OUTER_DEFAULT, error) &&
        ss_estimator_find_stop("e1", &rules.stop, error) &&
        (solver = ss_solver_create(&choice, error)) != NULL &&
        (referee = ss_referee_create(error)) != NULL &&
        (r = ss_solver_prepare(solver, &m.problem, error)) != NULL &&
        ss_referee_solve(referee, solver, &m.problem, &rules, &report, error);
    if (found)
        memcpy(s->r, r, 3 * s->file->n_contacts * sizeof *r);
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_choice_free(&choice);
    free(m.contacts);
    free(m.q);
    return found;
}

/* Twice the kinetic energy of velocities of body b. */
static double energy_of(const ss_problem *problem, size_t b, const double v[6])
{
    double C[9], spin[3] = {0.0, 0.0, 0.0};
    const double root = ss_operator_mass_root(C, problem, b);
    for (int i = 0; i < 3; ++i) { /* C spin = w; an axis about which nothing turns has none */
        double rest = v[3 + i];
        for (int k = 0; k < i; ++k)
            rest -= C[3 * i + k] * spin[k];
        spin[i] = C[4 * i] > 0.0 ? rest / C[4 * i] : 0.0;
    }
    return ss_dot(v, v) / (root * root) + ss_dot(spin, spin);
}

/* Twice the energy of the difference of two velocities of all bodies that move; y NULL: of x. */
static double energy_between(const ss_problem *problem, const double *x, const double *y)
{
    double sum = 0.0;
    for (size_t b = 0; b < ss_operator_moving(problem)->n_moving; ++b) {
        double v[6];
        for (size_t k = 0; k < 6; ++k)
            v[k] = x[6 * b + k] - (y != NULL ? y[6 * b + k] : 0.0);
        sum += energy_of(problem, b, v);
    }
    return sum;
}

static void note(ss_engine_worst *worst, double value, size_t contact)
{
    if (value > worst->value)
        *worst = (ss_engine_worst){value, contact};
}

/* The parts of the law, contact by contact. */
static void look(ss_engine_verdict *v, const sitting *s)
{
    const ss_problem *const problem = &s->posed.problem;
    const ss_evidence evidence = {problem, s->r, s->u, s->u};
    const double *const gap = s->file->field[SS_STEP_gap];
    double all = 0.0;
    v->overlap.value = gap != NULL ? 0.0 : NAN;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double *const r = s->r + 3 * c, *const u = s->u + 3 * c;
        const double mu = problem->mu[c], slip = ss_norm_t(u);
        double map[3], d;
        ss_evidence_natural_map(map, &d, &evidence, c);
        const double square = ss_dot(map, map);
        all += square;
        note(&v->share, square, c);
        note(&v->penetrating, -u[0], c);
        note(&v->pulling, -r[0], c);
        note(&v->leaving, r[0] > 0.0 && u[0] > 0.0 ? r[0] * u[0] : 0.0, c);
        note(&v->outside, ss_norm_t(r) - mu * fmax(r[0], 0.0), c);
        note(&v->alone, r[0] > 0.0 ? 0.0 : ss_norm_t(r), c);
        note(&v->astray, mu * fmax(r[0], 0.0) * slip + r[1] * u[1] + r[2] * u[2], c);
        if (gap != NULL)
            note(&v->overlap, -gap[c], c);
    }
    v->share.value = all > 0.0 ? v->share.value / all : 0.0;
}

const char ss_engine_springs[] = "coulomb with springs";

/* The law that the answer follows, where one alone does: ten times nearer than the next. Laws of
 * directions are candidates where the file tells the directions. */
static void find_law(ss_engine_verdict *v, const sitting *s)
{
    size_t best = SS_ENGINE_LAWS, n_near = 0;
    v->nearest = INFINITY;
    for (size_t k = 0; k < SS_ENGINE_LAWS; ++k) {
        v->residual[k] =
            ss_engine_law_residual(&ss_engine_laws[k], &s->posed.problem, s->r, s->u, 0.0);
        v->is_near[k] = v->directions_told || !ss_engine_laws[k].has_directions;
        if (v->is_near[k] && v->residual[k] < v->nearest) {
            v->nearest = v->residual[k];
            best = k;
        }
    }
    for (size_t k = 0; k < SS_ENGINE_LAWS; ++k) {
        v->is_near[k] = v->is_near[k] && v->residual[k] <= fmax(10.0 * v->nearest, 1e-12);
        n_near += v->is_near[k];
    }
    v->soft = ss_engine_soften(&s->posed.problem, s->r, s->u);
    v->is_soft = v->soft.residual < 0.1 * v->nearest && v->soft.residual < SS_ENGINE_FAR;
    if (v->is_soft)
        v->law = ss_engine_springs;
    else if (n_near == 1 && v->nearest < SS_ENGINE_FAR)
        v->law = ss_engine_laws[best].name;
}

/* The impulses that move nothing. */
static bool find_kernel(ss_engine_verdict *v, const ss_problem *problem, ss_error *error)
{
    size_t rank = 0;
    ss_block_problem *const blocks = ss_block_problem_from_body(problem, error);
    const bool found =
        blocks != NULL && ss_frozen_rank(&rank, ss_block_problem_view(blocks), 3, error);
    v->kernel = rank == SIZE_MAX ? SIZE_MAX : 3 * problem->n_contacts - rank;
    ss_block_problem_free(blocks);
    return found;
}

double ss_engine_apart(const ss_engine_verdict *a, const ss_engine_verdict *b,
                       const ss_step_file *file, const char *path, ss_error *error)
{
    ss_posed_step posed = {.memory = NULL};
    double apart = NAN;
    if (a->n_bodies == b->n_bodies && a->n_bodies == file->n_bodies &&
        ss_posed_step_create(&posed, file, path, error))
        apart =
            ss_ratio(sqrt(energy_between(&posed.problem, a->velocity, b->velocity)),
                     sqrt(energy_between(&posed.problem, a->velocity, posed.form.moving.v_free)));
    ss_posed_step_free(&posed);
    return apart;
}

void ss_engine_verdict_free(ss_engine_verdict *v)
{
    free(v->velocity);
    v->velocity = NULL;
}

bool ss_engine_judge(ss_engine_verdict *v, const ss_step_file *file, const char *path,
                     ss_error *error)
{
    sitting s = {.file = file};
    *v = (ss_engine_verdict){.n_bodies = file->n_bodies,
                             .n_contacts = file->n_contacts,
                             .has_impulses = file->field[SS_STEP_impulse] != NULL,
                             .has_velocities = file->field[SS_STEP_velocity_after] != NULL,
                             .directions_told = file->field[SS_STEP_tangent] != NULL,
                             .momentum_error = NAN};
    bool judged = ss_posed_step_create(&s.posed, file, path, error) && allocate(&s, error);
    if (judged && !v->has_impulses && !v->has_velocities)
        judged = ss_error_set(error, SS_ERROR_DATA,
                              "%s has no answer, neither contacts/impulse nor "
                              "bodies/velocity_after: give one with --answer",
                              path);
    if (judged)
        read_answer(&s);
    judged = judged && (v->has_impulses || find_impulses(&s, error));
    if (judged) {
        const ss_problem *const problem = &s.posed.problem;
        const double *const v_free = s.posed.form.moving.v_free;
        v->n_moving = s.posed.form.moving.n_moving;
        ss_whole_image(s.u, s.made, NULL, problem, s.r);
        look(v, &s);
        find_law(v, &s);
        v->e1 = v->residual[SS_ENGINE_COULOMB];
        if (v->has_velocities)
            v->momentum_error = ss_ratio(sqrt(energy_between(problem, s.after, s.made)),
                                         sqrt(energy_between(problem, s.after, v_free)));
        v->energy_free = 0.5 * energy_between(problem, v_free, NULL);
        v->energy_after = 0.5 * energy_between(problem, v->has_velocities ? s.after : s.made, NULL);
        double **const kept = v->has_velocities ? &s.after : &s.made;
        v->velocity = *kept; /* it changes hands */
        *kept = NULL;
        judged = find_kernel(v, problem, error);
    }
    release(&s);
    return judged;
}

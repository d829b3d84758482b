/* nlgs-parallel for ThreadSanitizer, which ends the program where two threads touch the same number
 * without an order: on four threads, with many domains, batched and one contact at a time. Its bits
 * and counts are those of one thread.
 *
 *     races            no race: exit code 0
 *     races planted    a job whose parts race: the sanitizer must find it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/choice.h"
#include "problems/base/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A cubic lattice of balls on a ground, each in touch with its neighbours. */
enum { SIDE = 12, N_BALLS = SIDE * SIDE * SIDE, MOST_CONTACTS = 3 * N_BALLS, SWEEPS = 4 };

typedef struct lattice {
    ss_ball_contact contacts[MOST_CONTACTS];
    double v_free[6 * (N_BALLS + 1)], inv_mass[N_BALLS + 1], inv_inertia[N_BALLS + 1];
    double q[3 * MOST_CONTACTS], mu[MOST_CONTACTS], rho_bar[MOST_CONTACTS];
    ss_ball_form form;
    ss_problem problem;
} lattice;

/* Contact of ball i with the one before it along `axis`, or with the ground. */
static void touch(lattice *l, size_t i, size_t j, int axis)
{
    const size_t c = l->problem.n_contacts++;
    ss_ball_contact *const x = &l->contacts[c];
    *x = (ss_ball_contact){.arm_i = 1e-3, .scale_n = 1.0, .scale_t = 1.0};
    x->arm_j = j < N_BALLS ? 1e-3 : 0.0;
    x->i = (uint32_t)i;
    x->j = (uint32_t)j;
    x->n[axis] = x->t1[(axis + 1) % 3] = x->t2[(axis + 2) % 3] = 1.0;
    l->mu[c] = 0.3;
    l->rho_bar[c] = 1.0;
}

static void fill(lattice *l)
{
    for (size_t b = 0; b < N_BALLS; ++b) {
        const size_t x = b % SIDE, y = b / SIDE % SIDE, z = b / SIDE / SIDE;
        l->inv_mass[b] = 1.0;
        l->inv_inertia[b] = 2.5e6;
        l->v_free[6 * b] = 0.1 * (double)(b * 7919 % 101) - 5.0;
        l->v_free[6 * b + 2] = -1.0;
        if (x > 0)
            touch(l, b, b - 1, 0);
        if (y > 0)
            touch(l, b, b - SIDE, 1);
        touch(l, b, z > 0 ? b - SIDE * SIDE : N_BALLS, 2);
    }
    l->form = (ss_ball_form){.moving = {.n_bodies = N_BALLS + 1, .n_moving = N_BALLS}};
    l->form.moving.v_free = l->v_free;
    l->form.moving.inv_mass = l->inv_mass;
    l->form.inv_inertia = l->inv_inertia;
    l->form.contacts = l->contacts;
    l->problem.dim = 3;
    l->problem.form = SS_FORM_BALLS;
    l->problem.q = l->q;
    l->problem.mu = l->mu;
    l->problem.rho_bar = l->rho_bar;
    l->problem.balls = &l->form;
}

static ss_seen stop_after(void *self, ss_iterate *at)
{
    size_t *const sweeps = self;
    *sweeps += at->sweeps;
    return (ss_seen){.stop = *sweeps == SWEEPS};
}

/* r after some sweeps, owned by the caller; ends the program if it cannot be had. */
static double *sweep(const char *name, const ss_problem *problem)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_choice choice;
    ss_work work = {0};
    size_t sweeps = 0;
    double *const answer = malloc(3 * problem->n_contacts * sizeof *answer);
    ss_solver *const solver = ss_choice_parse_whole(&choice, name, SS_CHOICE_OUTER_DEFAULT, &error)
                                  ? ss_solver_create(&choice, &error)
                                  : NULL;
    double *const r = solver != NULL ? ss_solver_prepare(solver, problem, &error) : NULL;
    if (r == NULL || answer == NULL ||
        !ss_solver_run(solver, problem, (ss_watch){.see = stop_after, .self = &sweeps}, &work,
                       &error) ||
        work.visits != SWEEPS * problem->n_contacts) {
        fprintf(stderr, "%s: %zu visits; %s\n", name, (size_t)work.visits, error.text);
        exit(1);
    }
    memcpy(answer, r, 3 * problem->n_contacts * sizeof *r);
    ss_solver_free(solver);
    ss_choice_free(&choice);
    return answer;
}

static void compare(const char *rest, size_t domains, const ss_problem *problem)
{
    char one[128], four[128];
    snprintf(one, sizeof one, "nlgs-parallel[domains=%zu,threads=1,%s]", domains, rest);
    snprintf(four, sizeof four, "nlgs-parallel[domains=%zu,threads=4,%s]", domains, rest);
    double *const a = sweep(one, problem), *const b = sweep(four, problem);
    const bool same = memcmp(a, b, 3 * problem->n_contacts * sizeof *a) == 0;
    free(a);
    free(b);
    printf("%s: %s\n", four, same ? "the bits of one thread" : "OTHER BITS than one thread");
    if (!same)
        exit(1);
}

/* Parts of one phase that write the same number. */
static void collide(void *context, size_t k, size_t phase)
{
    (void)phase;
    for (int again = 0; again < 1000; ++again)
        *(volatile size_t *)context = k;
}

static int plant(void)
{
    static ss_pool_claim claimed[64];
    size_t shared = 0;
    const ss_pool_job job = {collide, &shared, {0, 64, 64, 64, 64}, claimed};
    ss_pool *const pool = ss_pool_create(4);
    ss_pool_take(pool, &job);
    for (int run = 0; run < 1000; ++run)
        ss_pool_run(pool);
    ss_pool_free(pool);
    printf("the planted race was not found\n");
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const rest[] = {"local=sal", "local=ebp,order=space", "local=sbp[cap=2]"};
    static lattice l;
    if (argc > 1 && strcmp(argv[1], "planted") == 0)
        return plant();
    fill(&l);
    for (size_t domains = 2; domains <= 16; domains *= 2)
        for (size_t k = 0; k < sizeof rest / sizeof rest[0]; ++k)
            compare(rest[k], domains, &l.problem);
    return 0;
}

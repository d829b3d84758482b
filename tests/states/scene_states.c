/* Hashes of the bits of every scene of the catalogue: of its bodies and of the problem that is
 * posed, at its start and some steps later, moved by a few plain sweeps that are made here. They
 * are the same whatever compiler and optimisation built problems/ (tests/outside/check_states.sh).
 *
 *     scene_states [SCENE] >states.csv
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/files/source.h"
#include "problems/scenes/catalogue.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 20, DIGITS = 16 };

/* The bits are looked at in the first step, after some, and in the last one of so many. */
enum { SOME_STEPS = 100, MOST_STEPS = 600 };

/* ---- hashes ---- */

typedef struct sha256_ctx hash;

static void add(hash *h, const void *bytes, size_t size)
{
    sha256_update(h, size, bytes);
}

/* End the column: the first digits of the hash, of its bits. */
static void print_column(hash *h)
{
    unsigned char digest[DIGITS / 2];
    sha256_digest(h, sizeof digest, digest); /* begins anew */
    putchar(',');
    for (size_t k = 0; k < sizeof digest; ++k)
        printf("%02x", digest[k]);
}

static void print_numbers(hash *h, const double *numbers, size_t n)
{
    add(h, numbers, n * sizeof *numbers);
    print_column(h);
}

/* The records without holes that the operator reads. */
static void print_operator(hash *h, const ss_problem *problem)
{
    const size_t n = problem->n_contacts;
    if (problem->form == SS_FORM_BALLS) {
        _Static_assert(sizeof(ss_ball_contact) == 16 * sizeof(double) + 8, "a hole");
        add(h, problem->balls->contacts, n * sizeof *problem->balls->contacts);
        add(h, problem->balls->inv_inertia, problem->balls->moving.n_bodies * sizeof(double));
    } else if (problem->form == SS_FORM_RIGID) {
        _Static_assert(sizeof(ss_rigid_contact) == 20 * sizeof(double) + 8, "a hole");
        add(h, problem->rigid->contacts, n * sizeof *problem->rigid->contacts);
        add(h, problem->rigid->inv_inertia, 6 * problem->rigid->moving.n_bodies * sizeof(double));
    } else {
        const size_t n_blocks = problem->blocks->row_start[n];
        add(h, problem->blocks->column, n_blocks * sizeof *problem->blocks->column);
        add(h, problem->blocks->blocks, 9 * n_blocks * sizeof *problem->blocks->blocks);
    }
    if (problem->W_cc != NULL)
        add(h, problem->W_cc, 9 * n * sizeof *problem->W_cc);
    print_column(h);
}

static void print_row(const ss_source *source, const ss_problem *problem, size_t step)
{
    const ss_bodies *const bodies = &source->scene.bodies;
    hash h;
    sha256_init(&h);
    printf("%s,%zu,%zu,%zu", source->problem->name, step, bodies->n, problem->n_contacts);
    print_numbers(&h, bodies->x, 3 * bodies->n);
    print_numbers(&h, bodies->orientation, 4 * bodies->n);
    print_numbers(&h, bodies->v, 6 * bodies->n);
    print_operator(&h, problem);
    print_numbers(&h, problem->q, 3 * problem->n_contacts);
    print_numbers(&h, problem->mu, problem->n_contacts);
    putchar('\n');
}

/* ---- the sweeps ---- */

/* A step of r_n and of r_t, each by its diagonal, and back into the cone. */
static void visit(double r[3], const double u[3], const double W[9], double mu)
{
    const double W_t = W[4] > W[8] ? W[4] : W[8];
    r[0] -= u[0] / W[0];
    r[0] = r[0] > 0.0 ? r[0] : 0.0;
    if (W_t > 0.0) {
        r[1] -= u[1] / W_t;
        r[2] -= u[2] / W_t;
    }
    const double size = sqrt(r[1] * r[1] + r[2] * r[2]);
    if (size > mu * r[0]) {
        r[1] *= mu * r[0] / size;
        r[2] *= mu * r[0] / size;
    }
}

static void sweep(const ss_problem *problem, double *r, double *state)
{
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double block[9], u[3], before[3], change[3], *const own = r + 3 * c;
        ss_operator_velocity(u, problem, state, r, c);
        ss_copy3(before, own);
        visit(own, u, ss_operator_block(block, problem, c), problem->mu[c]);
        ss_sub3(change, own, before);
        ss_operator_change(state, problem, c, change);
    }
}

static bool advance(ss_source *source, const ss_problem *problem, ss_error *error)
{
    double *const r = calloc(3 * problem->n_contacts + 1, sizeof *r);
    double *const state = calloc(ss_operator_state_length(problem) + 1, sizeof *state);
    const bool room = r != NULL && state != NULL;
    if (room) {
        ss_operator_start(state, problem, r);
        for (int k = 0; k < SWEEPS; ++k)
            sweep(problem, r, state);
        ss_source_advance(source, r, r);
    }
    free(r);
    free(state);
    return room || ss_error_memory(error, "the impulses");
}

/* ---- the scenes ---- */

static bool show(const char *name, ss_error *error)
{
    ss_problem_choice choice = {.name = NULL};
    ss_source source = {.problem = NULL};
    bool good = ss_problem_choice_parse(&choice, name, error) &&
                ss_source_open(&source, &choice, error) && ss_source_begin(&source, false, error);
    const size_t n = source.n_steps < MOST_STEPS ? source.n_steps : MOST_STEPS;
    for (size_t step = 0; good && step < n; ++step) {
        const ss_problem *problem;
        good = ss_source_pose(&source, &problem, error);
        if (good && (step == 0 || step == SOME_STEPS || step == n - 1))
            print_row(&source, problem, step);
        good = good && advance(&source, problem, error);
    }
    ss_source_close(&source);
    ss_problem_choice_free(&choice);
    return good;
}

int main(int argc, char **argv)
{
    ss_error error = {SS_ERROR_NONE, ""};
    gsl_set_error_handler_off();
    puts("scene,step,bodies,contacts,x,orientation,v,W,q,mu");
    for (size_t k = 0; error.code == SS_ERROR_NONE && ss_catalogue_at(k) != NULL; ++k)
        if (argc < 2 || strcmp(argv[1], ss_catalogue_at(k)->name) == 0)
            show(ss_catalogue_at(k)->name, &error);
    if (error.code != SS_ERROR_NONE)
        fprintf(stderr, "scene_states: %s\n", error.text);
    return ss_error_exit_code(error.code);
}

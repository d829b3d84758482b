/* stickslip-ranks beside its solvers in this process: after ten sweeps the impulses of any number
 * of ranks are the same bits, of balls and of bodies with arms and inertias of any kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/files/step_read.h"
#include "tests/support/files.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(ranks, .init = test_files_begin, .fini = test_files_end);

/* Make the step one of bodies of any kind: arms, inertias and targets that no ball has. */
static void deform(ss_step_file *file)
{
    for (size_t b = 0; b < file->n_bodies; ++b) {
        double *const J = file->field[SS_STEP_inverse_inertia] + 6 * b;
        J[1] *= 1.5;
        J[3] = 0.2 * J[0];
        J[5] = -0.3 * J[0];
    }
    for (size_t k = 0; k < 3 * file->n_contacts; ++k) {
        file->field[SS_STEP_arm_a][k] += 1e-3 * (double)(k % 7);
        file->field[SS_STEP_arm_b][k] -= 1e-3 * (double)(k % 5);
        file->field[SS_STEP_target][k] = 1e-3 * (double)(k % 3);
    }
}

/* The options of each solver, and what else the command line has. */
static const char *const solvers[] = {
    "nlgs-ranks[domains=7", "nlgs-ranks[boundary=relaxed,domains=7",
    "nlgs-ranks[boundary=relaxed,relaxation=0.5,domains=7", "nlgs-ranks[boundary=split,domains=7",
    "apgd-ranks[hold=3,domains=7", "anderson-ranks[patience=3,domains=7",
    "anderson-ranks[boundary=split,m=2,domains=7",
    /* shifted problems that are solved, and that are missed */
    "ppa-ranks[sweeps=2,target=0.7,a=0.1,domains=7"};
enum { N_SOLVERS = sizeof solvers / sizeof *solvers };

/* Ten sweeps by n ranks, read back; to be freed. */
static ss_step_file run(int n, const char *solver, const char *path, const char *name)
{
    char line[1000];
    ss_step_file answer;
    ss_error error = {.code = SS_ERROR_NONE};
    const char *const out = test_path(name);
    snprintf(line, sizeof line,
             "OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 OMPI_MCA_mpi_yield_when_idle=1 "
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
             "mpirun --oversubscribe --bind-to none -n %d %s %s --solver "
             "'%s,look=5]' --tol 0 --max-sweeps 10 --out %s >/dev/null",
             n, SS_RANKS_PROGRAM, path, solver, out);
    cr_assert_eq(system(line), 0, "%s", line);
    cr_assert(ss_step_file_read(&answer, out, &error), "%s", error.text);
    return answer;
}

/* The impulses of ten sweeps in this process, in the fixed frame; to be freed. */
static double *sweep(const char *solver, const ss_posed_step *posed)
{
    char whole[100];
    ss_work work;
    const size_t n = posed->problem.n_contacts;
    snprintf(whole, sizeof whole, "%s]", solver);
    const bool alone = strncmp(whole, "apgd", 4) == 0; /* without a local solver */
    double *const r = test_sweep_with(alone ? "nlgs" : whole, alone ? whole : "exact",
                                      &posed->problem, NULL, 10, &work);
    double *const p = calloc(3 * n, sizeof *p);
    for (size_t c = 0; c < n; ++c)
        ss_rigid_impulse(p + 3 * c, &posed->contacts[c], r + 3 * c);
    cr_assert(ss_norm_of(p, 3 * n) > 0.0);
    free(r);
    return p;
}

/* The first n solvers. */
static void check(ss_step_file *file, const char *name, size_t n)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_posed_step posed;
    double *all[N_SOLVERS];
    char answers[60], path[200];
    snprintf(path, sizeof path, "%s", test_path(name)); /* there are but a few */
    cr_assert(ss_step_file_write(file, path, &error) &&
                  ss_posed_step_create(&posed, file, path, &error),
              "%s", error.text);
    const size_t bytes = 3 * posed.problem.n_contacts * sizeof(double);
    for (size_t k = 0; k < n; ++k) {
        all[k] = sweep(solvers[k], &posed);
        for (size_t other = 0; other < k; ++other)
            cr_expect(memcmp(all[k], all[other], bytes) != 0, "%s does nothing", solvers[k]);
        /* seven, each with a domain, of the last and of every other one: they take their time */
        const int most = (n - k) % 2 == 1 ? 7 : 2;
        for (int size = 2; size <= most; size += 5) {
            snprintf(answers, sizeof answers, "%d-%zu-%s", size, k, name);
            ss_step_file answer = run(size, solvers[k], path, answers);
            cr_assert_eq(answer.n_contacts, posed.problem.n_contacts);
            cr_expect(memcmp(answer.field[SS_STEP_impulse], all[k], bytes) == 0,
                      "%s on %d ranks, %s", solvers[k], size, name);
            ss_step_file_free(&answer);
        }
    }
    for (size_t k = 0; k < n; ++k)
        free(all[k]);
    ss_posed_step_free(&posed);
}

Test(ranks, leave_the_bits_of_one_process)
{
    test_packing packing;
    ss_step_file file;
    ss_error error = {.code = SS_ERROR_NONE};
    test_packing_pushed(&packing, 5, 120, 0.0, 0.3);
    cr_assert(ss_step_file_from_problem(&file, packing.problem, NULL, &error), "%s", error.text);
    file.engine = strdup("a test");
    file.law = strdup("coulomb");
    check(&file, "balls.hdf5", 1);
    deform(&file);
    check(&file, "bodies.hdf5", N_SOLVERS);
    ss_step_file_free(&file);
    test_packing_free(&packing);
}

/* A ball of 1 kg that gravity holds on a floor for a step of 1 ms, pushed sideways at 0.1 m/s, by
 * the solver of the first argument (default: reference), or the file of the second.
 *
 *     cc example.c $(pkg-config --cflags --libs libstickslip) -o example
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <stickslip.h>

int main(int argc, char **argv)
{
    const size_t row_start[] = {0, 1}, column[] = {0};
    const double W[9] = {1.0, 0, 0, 0, 3.5, 0, 0, 0, 3.5}, q[3] = {-9.81e-3, 0.1, 0.0},
                 mu[] = {0.3};
    stickslip_error error = {0};
    stickslip_problem *problem =
        argc > 2
            ? stickslip_problem_read(argv[2], &error)
            : stickslip_problem_create(&(stickslip_arrays){1, row_start, column, W, q, mu}, &error);
    stickslip_solver *solver = stickslip_solver_create(argc > 1 ? argv[1] : "reference", &error);
    size_t n = problem != NULL ? stickslip_problem_arrays(problem).n_contacts : 0;
    stickslip_answer answer = {.r = calloc(3 * n + 1, sizeof(double))};
    int ok =
        problem != NULL && solver != NULL && answer.r != NULL &&
        stickslip_solve(solver, problem, &(stickslip_rules){.tol = 1e-10}, NULL, &answer, &error);
    if (ok)
        printf("%s after %zu sweeps, E1 %.3g, r of contact 0: %.17g %.17g %.17g N s\n",
               answer.report.status, answer.report.sweeps, answer.report.e1, n ? answer.r[0] : 0,
               n ? answer.r[1] : 0, n ? answer.r[2] : 0);
    else
        fprintf(stderr, "%s\n", error.text);
    free(answer.r);
    stickslip_solver_free(solver);
    stickslip_problem_free(problem);
    return ok ? 0 : error.code;
}

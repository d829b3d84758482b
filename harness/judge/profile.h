/* Performance profiles (Dolan and More 2002, Math. Program. 91, 201-213) and data profiles (More
 * and Wild 2009, SIAM J. Optim. 20, 172-191) of a table of costs.
 *
 * With t the cost of solver s on problem p, the performance profile of s is the fraction of the
 * problems with t / min over all solvers of t <= tau; its data profile is the fraction with
 * t / size of p <= budget. What was not solved costs infinity: it is in no fraction, and it stays
 * in the number of problems that is divided by. The data profile of all pairs of a problem and an
 * accuracy to reach, a target, is the runtime ECDF of COCO (Hansen et al. 2021, Optim. Methods
 * Softw. 36, 114-144): problems and accuracies in one figure.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_PROFILE_H
#define SS_HARNESS_JUDGE_PROFILE_H

#include "problems/base/error.h"

#include <stddef.h>

typedef struct ss_profile_costs {
    size_t n_problems, n_solvers;
    double *cost;     /* n_problems rows of n_solvers, >= 0; INFINITY: not solved */
    double *size;     /* n_problems, > 0: what a data profile divides by */
    size_t n_stopped; /* traces that end above an accuracy because the run met its own tolerance
                         there, so that nobody knows the cost: counted as not solved */
    size_t n_trivial; /* problems that took every solver at most one sweep a step */
    size_t n_targets; /* each problem counts so often, in rows that follow each other: its pairs
                         with the targets; 0: once, no pairs */
    double finest;    /* the least of the targets, E1 */
    size_t cost_room, size_room; /* problems that the arrays have room for */
} ss_profile_costs;

/* Add a problem that nobody solved (costs INFINITY), of size 1. Start with n_solvers set and the
 * rest zero; free with ss_profile_costs_free, also after an error. SS_ERROR_MEMORY. */
bool ss_profile_costs_add(ss_profile_costs *costs, ss_error *error);
void ss_profile_costs_free(ss_profile_costs *costs);

typedef enum ss_profile_kind {
    SS_PROFILE_PERFORMANCE,
    SS_PROFILE_DATA,
    SS_PROFILE_ECDF /* a data profile of pairs */
} ss_profile_kind;

/* A profile of every solver: the places where its fraction rises. The k-th of a solver's values,
 * from 0, is where its fraction comes to (k + 1) / n_problems. */
typedef struct ss_profile {
    size_t n_problems, n_solvers;
    double *values; /* n_solvers rows of n_problems, ascending: tau or budget; INFINITY: never */
} ss_profile;

/* Free with ss_profile_free. A best cost of 0 (no contacts) is ratio 1 for who has it and infinity
 * for who has not. SS_ERROR_MEMORY. */
bool ss_profile_make(ss_profile *profile, ss_profile_kind kind, const ss_profile_costs *costs,
                     ss_error *error);
void ss_profile_free(ss_profile *profile);

/* The number and the fraction of problems that the solver has at `x`: tau, or the budget. */
double ss_profile_count(const ss_profile *profile, size_t solver, double x);
double ss_profile_fraction(const ss_profile *profile, size_t solver, double x);

/* Solver `ahead` is above `behind` at tau in the performance profile of all and below it in the
 * profile of the two alone: the first of each pair of fractions is that of `ahead`. */
typedef struct ss_profile_reversal {
    size_t ahead, behind;
    double extent; /* the smaller of the two differences, in problems; 0: no reversal */
    double tau, joint[2], pair[2];
} ss_profile_reversal;

/* Is there such a tau for solvers a and b? If there are several, the one where the smaller of the
 * two differences is largest, and of equals the smallest. A third solver that is best where one of
 * the two is good makes them: Gould and Scott 2016, ACM Trans. Math. Softw. 43(2), 15.
 * False and no error: none; false and SS_ERROR_MEMORY. */
bool ss_profile_find_reversal(ss_profile_reversal *found, const ss_profile *joint,
                              const ss_profile_costs *costs, size_t a, size_t b, ss_error *error);

#endif

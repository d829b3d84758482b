/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/ranks/look.h"

#include "harness/estimators/estimators.h"
#include "harness/process/cpu_time.h"
#include "harness/process/interrupt.h"
#include "solvers/parts/exact_sum.h"

/* The numbers that ranks add up, all integers: two sums of E1, and |r'|^2. */
typedef struct ballot {
    ss_exact_sum sum[3];
    int64_t zone[3], late, interrupted;
} ballot;

_Static_assert(sizeof(ballot) == (3 * (SS_EXACT_WORDS + 1) + 5) * sizeof(int64_t),
               "it is added as an array");

/* The terms of contact c, as of a problem of it alone, whose u and q are made here. */
static void add(ballot *sums, const ss_problem *problem, const double *r, const double *v, size_t c)
{
    double terms[SS_ESTIMATOR_SUMS] = {0.0}, u[3], q[3], W[9];
    ss_problem one = *problem;
    ss_operator_velocity(u, problem, v, r, c);
    ss_operator_velocity(q, problem, ss_operator_moving(problem)->v_free, NULL, c);
    one.n_contacts = 1;
    one.q = q;
    one.mu = problem->mu + c;
    one.W_cc = ss_operator_block(W, problem, c);
    one.form = SS_FORM_BLOCKS; /* where a block is what stands there */
    const ss_evidence evidence = {&one, r + 3 * c, u, u};
    ss_contact_evidence e = {.all = &evidence, .c = 0};
    ss_estimator_e1.add(terms, &e);
    ss_exact_add(&sums->sum[0], terms[0]);
    ss_exact_add(&sums->sum[1], terms[1]);
    ss_exact_add(&sums->sum[2],
                 (one.W_cc[0] + one.W_cc[4] + one.W_cc[8]) / 3.0 * ss_dot(r + 3 * c, r + 3 * c));
    ++sums->zone[e.zone];
}

ss_ranks_look ss_ranks_look_at(const ss_part *part, const double *r, double *v, double deadline_s)
{
    const ss_problem *const problem = &part->posed.problem;
    ballot own = {.late = ss_deadline_passed(deadline_s), .interrupted = ss_interrupted()}, all;
    ss_operator_start(v, problem, r);
    ss_part_fetch(part, v);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        if (part->mine[c])
            add(&own, problem, r, v, c);
    for (int k = 0; k < 3; ++k)
        ss_exact_carry(&own.sum[k]);
    MPI_Allreduce(&own, &all, (int)(sizeof all / sizeof(int64_t)), MPI_INT64_T, MPI_SUM,
                  part->team.comm);
    double sums[SS_ESTIMATOR_SUMS] = {ss_exact_value(&all.sum[0]), ss_exact_value(&all.sum[1])};
    return (ss_ranks_look){.e1 = ss_estimator_e1.finish(sums, (size_t)part->n_contacts),
                           .r2 = ss_exact_value(&all.sum[2]),
                           .q2 = sums[1],
                           .open = all.zone[SS_ZONE_SEPARATION],
                           .sticking = all.zone[SS_ZONE_STICKING],
                           .sliding = all.zone[SS_ZONE_SLIDING],
                           .late = all.late,
                           .interrupted = all.interrupted};
}

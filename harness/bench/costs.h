/* The least that a kernel moves and computes, by derivation: the numbers behind the bounds. A new
 * outer solver, variant or local solver is one line in costs.c; without it its figures are there,
 * but have no bound.
 *
 * Bytes are counted as STREAM counts them: what is read plus what is written, no write-allocate.
 * Each body and each contact is fetched once a sweep: what a better order could reach. Operations
 * are + - * / sqrt and comparisons of reals, one each, on the longest path (a sliding contact),
 * which all lanes of a vector take.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_COSTS_H
#define SS_HARNESS_BENCH_COSTS_H

#include "solvers/choice.h"

/* The records that a form of the sweep goes over. */
typedef enum ss_bench_layout {
    SS_BENCH_UNKNOWN,  /* not derived */
    SS_BENCH_CONTACTS, /* the contacts and bodies of the problem (problems/contact/operator.h) */
    SS_BENCH_PACKED    /* packed ones (solvers/sphere/packed.h); local solvers with lanes */
} ss_bench_layout;

/* A form of the sweep: an outer solver and the values of its options. */
typedef struct ss_bench_form {
    const char *outer;   /* name of the outer solver */
    const char *variant; /* its options as "key=value,...", "domains" first; "": the defaults */
    size_t threads;      /* that it runs in */
    ss_bench_layout layout;
} ss_bench_form;

/* "nlgs-batched[isa=avx2]", "nlgs": an outer solver and its options, as they are given to it. */
void ss_bench_form_name(char *name, size_t size, const char *outer, const char *variant);

/* The k-th form in which the local solver is measured (NULL: any), of those whose outer solver this
 * build has and whose options it and this CPU serve, or false past the last: the lines of the
 * table, then the outer solvers without a line that sweep by a local solver. */
bool ss_bench_form_at(size_t k, const ss_local_solver *solver, ss_bench_form *form);

/* The k-th line of the table that the outer solver of this build refuses: false past the last.
 * Otherwise *why says why, beginning with the form. */
bool ss_bench_form_refused(size_t k, ss_error *why);

/* Is this local solver (NULL: any) measured in this form? */
bool ss_bench_form_has(const ss_bench_form *form, const ss_local_solver *solver);

/* A solver of that form, and the choice it is made of, which is freed after it, also on errors:
 * those of ss_choice_parse_whole and ss_solver_create. */
ss_solver *ss_bench_form_solver(const ss_bench_form *form, const ss_choice *local,
                                ss_choice *choice, ss_error *error);

/* The least work of (form, solver) on a problem of balls. NAN where not derived. */
typedef struct ss_bench_cost {
    double bytes, flops; /* a contact and sweep */
    double working_set;  /* bytes that are gone over again each sweep */
} ss_bench_cost;

/* `work` tells how many local iterations and projections a visit takes. */
ss_bench_cost ss_bench_cost_of(const ss_bench_form *form, const ss_local_solver *solver,
                               const ss_problem *problem, const ss_work *work);

#endif

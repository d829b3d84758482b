/* What a benchmark is asked to measure.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_JOB_H
#define SS_HARNESS_BENCH_JOB_H

#include "solvers/choice.h"

/* id, meaning: the order is that of `all`. */
#define SS_BENCH_KIND_LIST(X)                                                                      \
    X(sweep, "ns a contact and sweep, every outer and local solver: late, early and first sweeps") \
    X(estimators, "ns a contact: u = W r + q, eps and E1")                                         \
    X(detect, "ns a sphere: detection far from and near the last call, assembly")                  \
    X(step, "a whole step from rest to E1 <= 1e-3 and its parts; bytes a contact and a body")      \
    X(siconos, "one frozen problem by Siconos' NSGS and by ours, in turn, to 20000 contacts")

enum { SS_BENCH_MAX_SIZES = 16 };

/* What to measure. All text is borrowed. */
typedef struct ss_bench_job {
    const char *kind;                 /* one of ss_bench_kind_at, or "all" */
    size_t sizes[SS_BENCH_MAX_SIZES]; /* contacts, nominal: a bed has about as many */
    size_t n_sizes;
    const ss_choice_list *solvers; /* local solvers only */
    bool quick;                    /* short batches and small beds: seconds */
    const char *cache;             /* folder of settled beds; NULL: ss_bed_cache_folder's */
    const char *folder;            /* to make and fill; NULL: standard output alone */
    int argc;
    char *const *argv;
} ss_bench_job;

/* The k-th kind of measurement and its meaning; NULL past the last. */
const char *ss_bench_kind_at(size_t k);
const char *ss_bench_kind_meaning(size_t k);

#endif

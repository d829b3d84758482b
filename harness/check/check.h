/* A check asks one question of a local solver and answers with one number, a finding. The checks
 * are the public part of the contract of local solvers (solvers/README.md): `stickslip check` runs
 * them on one solver, tests/solvers/test_contract.c on every solver of the list.
 *
 * A check is one const descriptor and one line in checks.def.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_CHECK_H
#define SS_HARNESS_CHECK_CHECK_H

#include "problems/base/child.h"
#include "solvers/choice.h"

#include <gsl/gsl_rng.h>

/* id, word on the page and in check.csv, meaning; ordered from best to worst */
#define SS_CHECK_VERDICT_LIST(X)                                                                   \
    X(PASS, "PASS", "the value is within the threshold")                                           \
    X(NOTE, "NOTE", "it is not, and that is a property to know, not a fault")                      \
    X(FAIL, "FAIL", "it is not, or the check crashed or ran out of time: the contract is broken")

typedef enum ss_check_verdict {
#define X(id, word, meaning) SS_CHECK_##id,
    SS_CHECK_VERDICT_LIST(X)
#undef X
} ss_check_verdict;

/* The word of a verdict. */
const char *ss_check_verdict_word(ss_check_verdict verdict);

typedef struct ss_check ss_check;

/* The answer. Plain data without pointers that a child process would own. */
typedef struct ss_check_finding {
    const ss_check *check;
    double value; /* the worst seen; NaN when the check did not end by itself */
    ss_check_verdict verdict;
    char detail[240]; /* where the worst was seen, or how the check ended; may be empty */
} ss_check_finding;

/* One case: the k-th, with its finding seen. False and an error as of `measure`. */
typedef bool ss_check_case(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                           ss_error *error);

struct ss_check {
    const char *name;        /* lower case, hyphens */
    const char *group;       /* a heading of the page */
    const char *title;       /* what the value is, in a line */
    double threshold;        /* passed when value <= threshold */
    ss_check_verdict beyond; /* the verdict otherwise: NOTE or FAIL */
    /* Look at n cases drawn from one generator with this seed. NULL: `measure` does it all. */
    ss_check_case *one;
    size_t n;
    unsigned long seed;
    bool own_seeds; /* the k-th case has a generator of its own, with seed + k */
    int variant;    /* for `one`, where several checks share it */
    /* Find value and detail for one solver with its options. False and an error (no memory) when
     * the question could not be asked. */
    bool (*measure)(const ss_choice *choice, ss_check_finding *finding, ss_error *error);
};

/* The descriptor of a check: `bad` is NOTE or FAIL, and `...` sets `one`, `n` and `seed`, or
 * `measure`. */
#define SS_CHECK_DEFINE(id, heading, text, question, most, bad, ...)                               \
    const ss_check ss_check_##id = {                                                               \
        .group = heading,                                                                          \
        .name = text,                                                                              \
        .title = question,                                                                         \
        .threshold = most,                                                                         \
        .beyond = SS_CHECK_##bad,                                                                  \
        __VA_ARGS__,                                                                               \
    }

/* The k-th check, NULL past the last. */
const ss_check *ss_check_at(size_t k);

/* The check called `name`; NULL and an error with the nearest name when there is none. */
const ss_check *ss_check_find(const char *name, ss_error *error);

/* Measure and judge, in this process. */
bool ss_check_run(const ss_check *check, const ss_choice *choice, ss_check_finding *finding,
                  ss_error *error);

/* The same in a child process: a solver that crashes, hangs, exits or eats memory fails this check,
 * and the detail says how. False and an error only when the system has no room for a child or
 * Ctrl-C came. */
bool ss_check_run_isolated(const ss_check *check, const ss_choice *choice,
                           const ss_child_limits *limits, ss_check_finding *finding,
                           ss_error *error);

/* For `measure`: look at n cases drawn from one generator with this seed, up to the first that is
 * hopeless, so that a broken solver, whose every case may run into its cap, fails soon. False and
 * an error as of `one`, or without memory. */
bool ss_check_loop(const ss_choice *choice, unsigned long seed, size_t n, ss_check_case *one,
                   ss_check_finding *finding, ss_error *error);

/* Is there nothing to learn from more cases? Counts (threshold 0) go on. */
bool ss_check_is_hopeless(const ss_check_finding *finding);

/* For findings of work that ended badly: write into the detail how the child ended. */
void ss_check_finding_end(ss_check_finding *finding, const ss_child_ending *ending);

/* For `measure`: keep `value` and the detail if it is worse than what was seen before (NaN is the
 * worst). ss_check_finding_count adds 1 to the value and keeps the first detail. */
void ss_check_finding_see(ss_check_finding *finding, double value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void ss_check_finding_count(ss_check_finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

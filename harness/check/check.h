/* A check asks one question of a local solver, or of an outer solver, and answers with one number,
 * a finding. The checks are the public part of the contracts of solvers (solvers/README.md):
 * `stickslip check` runs them on one solver, tests/solvers/test_contract.c and
 * test_outer_contract.c on every solver of the lists.
 *
 * A check is one const descriptor, which says whom it serves, and one line in checks.def, which
 * names the broken twin that it must fail (twin.h, sabotage.h).
 *
 *     ss_check_run_isolated   a child with limits (base/child.h): its end is a finding, too
 *     ss_check_run            a room, a generator; judges the worst of all cases
 *     check->one(case)        poses problems and solves them in the room, and says what it sees
 *                             by ss_check_see or ss_check_count
 *
 * Thresholds. A check that counts has 0: it may not happen once. One that compares numbers has what
 * rounding leaves, and a factor of ten: a local solver is brought to rest, where no sweep changes r
 * by more than 1e-14 of it (answer.h), and a condition of at most 1e3 (agreement.c) makes 1e-11 of
 * that: 1e-10. An outer solver ends at E1 1e-12, which the same condition makes 1e-9: 1e-8; and
 * 1e-9 for a lone contact, whose condition is at most 4. What is scaled and nothing else keeps
 * twelve digits: 1e-12.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_CHECK_H
#define SS_HARNESS_CHECK_CHECK_H

#include "harness/check/answer.h"
#include "harness/check/sample.h"
#include "problems/base/child.h"

typedef enum ss_check_verdict {
    SS_CHECK_PASS, /* the value is within the threshold */
    SS_CHECK_NOTE, /* it is not, and that is a property to know, not a fault */
    SS_CHECK_FAIL  /* it is not, or the check crashed or ran out of time: the contract is broken */
} ss_check_verdict;

typedef struct ss_check ss_check;

/* The answer. Plain data without pointers that a child process would own. */
typedef struct ss_check_finding {
    const ss_check *check;
    double threshold; /* the check's, or more for a solver that has less digits (ss_check_tol) */
    double value;     /* the worst seen; NaN when the check did not end by itself */
    ss_check_verdict verdict;
    size_t n_compared; /* problems that had something to compare with */
    char detail[240];  /* where the worst was seen, or how the check ended; may be empty */
    bool hung;         /* it did not end within its limits */
} ss_check_finding;

/* Room for what a case makes: zeros before each case, released after it. */
typedef struct ss_check_room {
    ss_check_cluster one, other; /* problems, */
    ss_check_copy copy;          /* a changed one, */
    ss_check_answer a, b;        /* and answers */
} ss_check_room;

/* One case of a check. All is borrowed. */
typedef struct ss_check_case {
    const ss_choice *choice; /* the solver with its options */
    gsl_rng *rng;            /* one for all cases of the check */
    size_t k;                /* number of the case, from 0 */
    char *states;            /* two of a local solver, zeroed for each case, aligned as by malloc */
    size_t stride;           /* bytes from the one to the other */
    ss_check_room *room;
    ss_check_finding *finding;
    ss_error *error;
} ss_check_case;

struct ss_check {
    unsigned serves;         /* SS_CHOICE_LOCAL, SS_CHOICE_OUTER, or both */
    const char *name;        /* lower case, hyphens */
    const char *group;       /* a heading of the page */
    const char *title;       /* the value in a line */
    double threshold;        /* passed when value <= threshold */
    ss_check_verdict beyond; /* the verdict otherwise: NOTE or FAIL */
    /* Look at one case: ss_check_see or ss_check_count what it shows. False and an error (no
     * memory) when the question could not be asked. */
    bool (*one)(const ss_check_case *c);
    size_t n;           /* cases, up to the first that is hopeless: a broken solver, whose every
                           case may run into its cap, fails soon */
    unsigned long seed; /* of the generator */
    size_t least;       /* of n_compared: a check of nothing is a fault of ours */
    int variant;        /* for `one`, where several checks share it */
};

/* The descriptor of a check: `kinds` is LOCAL, OUTER or BOTH, `bad` is NOTE or FAIL, and `...` sets
 * `one`, `n` and what else is not 0. */
#define SS_CHECK_DEFINE(kinds, id, heading, text, question, most, bad, ...)                        \
    const ss_check ss_check_##id = {                                                               \
        .serves = SS_CHECK_SERVES_##kinds,                                                         \
        .group = heading,                                                                          \
        .name = text,                                                                              \
        .title = question,                                                                         \
        .threshold = most,                                                                         \
        .beyond = SS_CHECK_##bad,                                                                  \
        __VA_ARGS__,                                                                               \
    }

enum {
    SS_CHECK_SERVES_LOCAL = SS_CHOICE_LOCAL,
    SS_CHECK_SERVES_OUTER = SS_CHOICE_OUTER,
    SS_CHECK_SERVES_BOTH = SS_CHOICE_LOCAL | SS_CHOICE_OUTER
};

/* The same question to both kinds, as ss_check_ID and ss_check_outer_ID: an outer solver, which
 * stops by E1 and sweeps many contacts in each case, is asked to 1e-8 and in n_outer cases. */
#define SS_CHECK_TWINS(id, heading, text, question, most, bad, n_local, n_outer, ...)              \
    SS_CHECK_DEFINE(LOCAL, id, heading, text, question, most, bad, .n = n_local, __VA_ARGS__);     \
    SS_CHECK_DEFINE(OUTER, outer_##id, heading, text, question, 1e-8, bad, .n = n_outer,           \
                    __VA_ARGS__)

/* A solver has no more checks than this. */
enum {
    SS_CHECK_MOST = 0
#define SS_CHECK(id, fault) +1
#include "harness/check/checks.def"
#undef SS_CHECK
};

/* The k-th check of solvers of a kind, SS_CHOICE_LOCAL or SS_CHOICE_OUTER; NULL past the last. */
const ss_check *ss_check_at(unsigned kind, size_t k);

/* The kind of a choice: one of these two. */
unsigned ss_check_kind(const ss_choice *choice);

/* CPU time that ends a check whose time nobody has limited, s: a hundred times what any needs. */
enum { SS_CHECK_CPU_S = 5 };

/* Measure and judge, in this process. */
bool ss_check_run(const ss_check *check, const ss_choice *choice, ss_check_finding *finding,
                  ss_error *error);

/* The same in a child process: a solver that crashes, hangs, exits or eats memory fails this check,
 * and the detail says how. False and an error only when the system has no room for a child or
 * Ctrl-C came. */
bool ss_check_run_isolated(const ss_check *check, const ss_choice *choice,
                           const ss_child_limits *limits, ss_check_finding *finding,
                           ss_error *error);

/* The finding of a check that is not run, since others have hung: it fails, and says so. */
void ss_check_skip(const ss_check *check, ss_check_finding *finding);

/* Keep `value` and the detail if it is worse than what was seen before (NaN is the worst). */
void ss_check_see(const ss_check_case *c, double value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Add 1 to the value and keep the first detail. */
void ss_check_count(const ss_check_case *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Is there nothing to learn from more cases? Counts (threshold 0) go on. */
bool ss_check_is_hopeless(const ss_check_finding *finding);

/* Can it be checked? SS_ERROR_USAGE for a process of the user's, with what to do instead. */
bool ss_check_takes(const ss_choice *choice, ss_error *error);

#endif

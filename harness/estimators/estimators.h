/* Estimators: pure functions of a problem, an impulse and a velocity (method 7). An estimator is
 * one const descriptor in a file of this room and one line in estimators.def, which gives it its
 * columns. All but eps_s are 0 only at a solution of what they measure; NaN on
 * nonsense.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_ESTIMATORS_ESTIMATORS_H
#define SS_HARNESS_ESTIMATORS_ESTIMATORS_H

#include "harness/estimators/evidence.h"
#include "harness/estimators/lanes.h"

/* The sums that an estimator keeps while it goes through the contacts; all begin as 0. */
enum { SS_ESTIMATOR_SUMS = 6 };

/* Velocities that are not quite those of the impulses. */
typedef struct ss_uncertainty {
    const double *u; /* n_contacts, m/s: u_true of contact c is off by no more than u[c] */
    double r;        /* N s: no impulse is beyond it in a component, */
    double held;     /* m/s: nor a velocity that the solver holds beyond this; 0: it holds none */
} ss_uncertainty;

typedef struct ss_estimator {
    const char *name, *title, *unit, *reference;
    const char *note;  /* what else a reader of its column must know; NULL: nothing */
    const char *alias; /* another name on the command line; NULL: none */
    bool may_stop;     /* offered as the estimator that stops (--stop) */
    size_t every; /* it is looked at after so many sweeps, as the code does it is from; 0: each */
    /* The value: `add` each contact's share to the sums, in contact order, then `finish`. */
    void (*add)(double sums[SS_ESTIMATOR_SUMS], ss_contact_evidence *e);
    double (*finish)(const double sums[SS_ESTIMATOR_SUMS], size_t n_contacts);
    /* For harness/run/glance.h; NULL where no few contacts tell. `term` is what contact c adds,
     * never negative; it looks at no other contact, and may leave some out once it is > enough. In
     * exact arithmetic value > tol if and only if the sum of all terms is > limit; if terms are
     * made of uncertain velocities (NULL: of the true ones), value > tol if the sum of any is. */
    double (*term)(const ss_evidence *evidence, size_t c, double enough);
    double (*limit)(const ss_problem *problem, double tol, const ss_uncertainty *uncertainty);
    bool of_held; /* the velocity that the solver holds is in the term */
    /* The same terms of packed contacts; over ss_isa, NULL where the compiler has no such form.
     * NULL: one by one. */
    ss_lane_terms *const *lanes;
} ss_estimator;

/* ss_estimator_ID of every line of the list, and its number, SS_ESTIMATE_ID. */
#define SS_ESTIMATOR(id) extern const ss_estimator ss_estimator_##id;
#include "harness/estimators/estimators.def"

enum {
#define SS_ESTIMATOR(id) SS_ESTIMATE_##id,
#include "harness/estimators/estimators.def"
    SS_ESTIMATE_COUNT
};

/* The k-th estimator, or NULL past the last. */
const ss_estimator *ss_estimator_at(size_t k);

/* The number of an estimator of the list. */
size_t ss_estimator_index(const ss_estimator *estimator);

/* The estimator that the user wants to stop by, by its name or alias; an error names those that
 * may. */
bool ss_estimator_find_stop(const char *name, const ss_estimator **stop, ss_error *error);

/* Numbers of contacts that are open, stick and slide: the zone of the natural map of E1, separation
 * being open. */
typedef struct ss_statuses {
    size_t open, sticking, sliding;
} ss_statuses;

/* The value of one estimator. */
double ss_estimator_value(const ss_estimator *estimator, const ss_evidence *evidence);

/* The values of all by their numbers, in one pass over the contacts, the same bits as one by one;
 * and the statuses. `zones`: n_contacts ss_zone to fill, or NULL. */
void ss_estimate_all(double values[SS_ESTIMATE_COUNT], ss_statuses *statuses, unsigned char *zones,
                     const ss_evidence *evidence);

#endif

/* Sweeps mixed by Anderson's method (method 11.2) in scaled variables: from x_k one iteration of a
 * wrapped solver makes the image g_k, and x_{k+1} is the mixed image, projected onto the cones.
 *
 * One turn, x in scaled variables, r in N s:
 *
 *     r ---> sweep ---> image r,  g = r/d,  f = g - x ---> mix: x = proj_K(g - dG gamma), r = d x
 *       ^                                                  keep: x = g
 *       |__________________________________________________|
 *
 * Where the wrapped solver has its contacts packed (solvers/sphere/packed.h), all this is done on
 * the packed impulses and the velocities with them, and r is read only when it is asked for: the
 * same numbers but for rounding, in another frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_MIXED_H
#define SS_SOLVERS_PARTS_MIXED_H

#include "solvers/base/outer_solver.h"
#include "solvers/parts/mixing.h"
#include "solvers/sphere/mix.h"

/* Their options, and the rows of an option struct `type` that has them as its field `mixed`. */
typedef struct ss_mixed_options {
    size_t m;
    double lambda;
} ss_mixed_options;

#define SS_MIXED_ROWS(type)                                                                        \
    SS_COUNT(type, mixed.m, "m", 0, 0, SS_MIXING_MAX,                                              \
             "number of differences of iterates that are kept; 0: as many as fit into 256 KiB, "   \
             "from 5 to 10",                                                                       \
             "method 11.2"),                                                                       \
        SS_REAL(type, mixed.lambda, "lambda", 1e-12, 0.0, 1.0, "-",                                \
                "regularization of the least squares, of the trace", "method 11.2")

typedef struct ss_mixed {
    const ss_outer_task *inner; /* the wrapped task, borrowed: sweeps its problem from its r */
    ss_mixed_options options;
    bool packed;           /* mixes packed impulses */
    size_t room, lanes;    /* contacts in x: at most, and of this begin */
    double *d;             /* of its problem's contacts, kg^(1/2); packed: of the lanes */
    double *x;             /* 3 lanes, scaled: the iterate */
    ss_mixing mixing;      /* it has the image and the difference, too */
    const ss_share *share; /* of the mixing, set before ss_mixed_begin; NULL: none */
} ss_mixed;

/* m, or as many as fit of a problem of so many contacts. */
size_t ss_mixed_depth(const ss_mixed_options *options, size_t n_contacts);

/* The contacts that x has room for, at most, with lanes that have none: whatever the wrapped
 * solver; and no more than the open task `inner` takes. */
size_t ss_mixed_most(size_t n_contacts);
size_t ss_mixed_room(const ss_outer_task *inner);

/* Doubles that ss_mixed_open needs for x of `room` contacts. */
size_t ss_mixed_length(size_t n_contacts, size_t room, const ss_mixed_options *options);

/* For the problem that `inner`, which is open, has at present, in `memory`, which is borrowed. */
ss_mixed ss_mixed_open(const ss_outer_task *inner, const ss_mixed_options *options, size_t room,
                       double *memory);

/* Begin from inner->sweep.r, without history; or go on so, the wrapped solver being there. */
void ss_mixed_begin(ss_mixed *mixed);
void ss_mixed_restart(ss_mixed *mixed);

/* Iterate once. Returns the sweeps that it took. */
size_t ss_mixed_sweep(ss_mixed *mixed);

/* Read the image of the last sweep into inner->sweep.r, if it is not there. */
void ss_mixed_read(const ss_mixed *mixed);

/* Go on from the mixed image, or from the image as it is. */
void ss_mixed_mix(ss_mixed *mixed);
void ss_mixed_keep(ss_mixed *mixed);

/* |g - x|, scaled, of the image that r is (sweeps that are not packed), by exact sums: how far the
 * sweep moves its iterate. `mixed` is an ss_mixed with a share; the form is that of ss_watch.ask.
 */
double ss_mixed_moved(void *mixed, const double *r);

/* Where the value of `ask` has not halved in `patience` sweeps (packings with much slip, where
 * mixing can sit still with no step refused), as many plain sweeps follow, and then the history
 * begins anew. A stretch of `patience` sweeps, one after the other, by the value at its ends:
 *
 *     mixed, halved           the next is mixed
 *     mixed, not halved       the next is plain, without a history
 *     plain                   the next is mixed, whatever the value
 */
typedef struct ss_stretch {
    double (*ask)(void *self, const double *r); /* of an image; NULL: all sweeps are mixed */
    void *self;
    size_t patience;
    size_t sweeps; /* of this stretch so far */
    bool plain;    /* or it is mixed */
    double value;  /* at its beginning; infinite at first */
} ss_stretch;

/* Go on from the image of the last `sweeps` as the stretch has it. */
void ss_mixed_go_on(ss_mixed *mixed, ss_stretch *stretch, size_t sweeps);

#endif

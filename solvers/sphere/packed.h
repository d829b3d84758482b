/* Contacts of spheres as the batched sweeps see them: neither tangent frame nor W is stored. With
 * the angular velocities scaled by the radii, w = a omega, a contact is its normal and two bodies:
 *
 *     u = v_i - v_j - (w_i + w_j) x n,        u_n = n.u,   u_t = u - u_n n     (method section 2)
 *     p = r_n n + r_t;  v_i += p/m_i,  v_j -= p/m_j,  w_b += (a_b^2/I_b) p x n
 *
 * all in the fixed frame: r_t and u_t are 3-vectors across n, and spheres prefer no direction
 * there. W_cc = diag(w_n, w_t, w_t) follows from the masses; a kernel keeps what it needs of it.
 *
 * Eight contacts that share no moving body make a group, field by field, so that a vector of 8, of
 * 4 or of 1 takes its part. Contacts that found no group stand alone, as groups of one.
 *
 * A group in memory, `fields` 8 wide; a contact alone has the same numbers one after another:
 *
 *     field   0 1 2   3 4 5   6 ..     then, if held    then, unless uniform
 *             n       p       state    u                mu, scale_n, scale_t, D E u-
 *     each    8 doubles, one a contact of the group
 *
 *     ids     8 numbers of bodies i, then 8 of bodies j; a body is v, 1/m, w, a^2/I in `bodies`
 *
 * Invariant: contacts of a group share no moving body, and a group has 4 contacts at least;
 * a lane without one has no impulse and one body, of given motion or at rest, on both sides. p and
 * the bodies' v and w agree: a sweep changes both.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_PACKED_H
#define SS_SOLVERS_SPHERE_PACKED_H

#include "solvers/base/local_solver.h"

#include <stdint.h>

enum { SS_LANES = 8, SS_MAX_LANE_STATE = 2 };

/* A body is 8 numbers, 64 bytes, one cache line. */
enum {
    SS_BODY_V = 0,           /* velocity, m/s */
    SS_BODY_INV_MASS = 3,    /* 1/m, 1/kg */
    SS_BODY_W = 4,           /* w = a omega, m/s */
    SS_BODY_INV_INERTIA = 7, /* a^2/I, 1/kg */
    SS_BODY_STRIDE = 8
};

/* The fields of a group, in doubles, each SS_LANES (or 1) wide: normal, impulse p, the kernel's
 * state, the velocity that it holds in the fixed frame if it holds one, and, unless they are the
 * same for all contacts, mu, scales and D E u- in the fixed frame. */
enum {
    SS_FIELD_N = 0,
    SS_FIELD_P = 3,
    SS_FIELD_STATE = 6,
    SS_N_HELD = 3,
    SS_N_OWN = 6 /* fields that a contact of its own mu, scale and shift has more */
};

/* The options of a visit that iterates. The last three are for sweeps in contact order alone
 * (solvers/sphere/ordered.h). */
typedef struct ss_lane_rules {
    double tol;
    size_t cap;
    bool backtrack, fallback, kink; /* kink: with the terms of u_t/|u_t| where a contact sticks */
    bool printed;                   /* the local test is [D] eq. 28 as printed, */
    double eps;                     /* and this its tolerance, m/s + N s */
    bool projects, moves; /* a step r <- proj(tau) after the last; u is moved with it, too */
} ss_lane_rules;

typedef struct ss_packed {
    double *bodies;       /* SS_BODY_STRIDE a body */
    const uint32_t *rank; /* place of each moving body among them; NULL: its number */
    double *fields;       /* n_groups records of SS_LANES contacts */
    uint32_t *ids;        /* 2 SS_LANES a group: bodies i, then bodies j */
    uint32_t *contact;    /* SS_LANES a group: index in the problem, or SS_NO_CONTACT */
    size_t n_groups;
    double *single_fields; /* n_singles records of one contact */
    uint32_t *single_ids;  /* 2 a contact */
    uint32_t *single_contact;
    size_t n_singles;
    uint32_t *place; /* over the problem's contacts: of the packed ones their number among the
                        SS_LANES n_groups lanes, then the singles */
    size_t n_fields; /* of a contact */
    size_t held;     /* the first field of the held velocity; 0: none is held */
    ss_lane_rules rules;
    double largest;    /* N s: no component of a p that was left since this was 0 is beyond it; NaN
                          where one is. Who sweeps sets it to 0 before a whole sweep, */
    double largest_u;  /* m/s: and this, the same of the velocities that are held */
    double omega;      /* relaxation of each visit (solvers/parts/relaxed.h); 1: none */
    bool frictionless; /* mu is 0 at all contacts */
    bool uniform;      /* the next three hold for all contacts, and D E u- is 0 */
    double mu, scale_n, scale_t;
} ss_packed;

static const uint32_t SS_NO_CONTACT = UINT32_MAX;

/* The forms of a kernel. All make the same bits: none contracts a product and a sum. */
#define SS_ISA_LIST(X)                                                                             \
    X(SCALAR, "scalar", "one contact at a time")                                                   \
    X(WIDE8, "wide8", "vectors of 8 without any instruction set: what tests avx512's arithmetic")  \
    X(AVX2, "avx2", "vectors of 4")                                                                \
    X(AVX512, "avx512", "vectors of 8")

typedef enum ss_isa {
#define X(id, name, meaning) SS_ISA_##id,
    SS_ISA_LIST(X)
#undef X
        SS_N_ISA
} ss_isa;

/* Sweep groups first .. last-1, or all that stand alone; what a visit counts beside
 * ss_lane_kernel.visit is added to `work`. */
typedef void ss_lanes_sweep(ss_packed *packed, size_t first, size_t last, ss_work *work);
typedef void ss_lanes_singles(ss_packed *packed, ss_work *work);

/* The part of a local solver's file beside `solve`, if its visit can be written for several
 * contacts at once: see solvers/sphere/lanes.h. */
typedef struct ss_lane_kernel {
    size_t n_state;      /* numbers a contact, at most SS_MAX_LANE_STATE */
    bool holds_velocity; /* as ss_local_solver.holds_velocity */
    bool normal;         /* at mu = 0 a visit is r_n = max(0, r_n - state[0] u_n), r_t = 0 */
    /* True when these options are served; NULL: all are. */
    bool (*serves)(const void *options);
    void (*setup)(double *state, const ss_contact *contact, const void *options);
    ss_lane_rules (*rules)(const void *options); /* NULL: a visit does not iterate */
    ss_lanes_sweep *const *groups; /* over ss_isa; NULL where the compiler has no such form */
    ss_lanes_singles *singles;
    ss_work visit; /* the work that all visits have alike */
} ss_lane_kernel;

/* One form of a kernel. */
typedef struct ss_lane_sweeps {
    ss_lanes_sweep *groups;
    ss_lanes_singles *singles;
} ss_lane_sweeps;

#endif

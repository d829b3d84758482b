/* Sweeps in contact order several contacts at once, to the bit those of ss_local_solver.sweep.
 *
 * Only visits that share a moving body need to stay in order. So each contact goes into a group
 * behind those of the earlier contacts of its bodies, as in the level scheduling of sparse
 * triangular systems, and the groups are visited one after the other, up to eight contacts at once:
 *
 *     contact   0     1     2     3     4          group   contacts
 *     bodies   a b   b c   d e   a d   e f            0    0 2
 *     group     0     1     0     1     1             1    1 3 4
 *
 * Another order of the visits of a sweep, and the same operations on the same numbers. A group is
 * closed when it is full; the next contact goes into the one behind it.
 *
 * A group in memory has its numbers field by field, 8 wide (ss_ordered_field), with all constants
 * that a visit of `sweep` computes anew, but for t2, which is n x t1. Impulses, held velocities and
 * the bodies' velocities stay where `sweep` has them. A lane without a contact repeats the first of
 * its half of the group, or of the whole group: it stores the same numbers twice.
 *
 * A kernel is a `visit` in the words of solvers/sphere/lane_words.h (solvers/sphere/sal_visit.h),
 * compiled with solvers/sphere/ordered_lanes.c once for each vector form of ss_isa.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_ORDERED_H
#define SS_SOLVERS_SPHERE_ORDERED_H

#include "solvers/base/local_solver.h"
#include "solvers/sphere/pack.h"

/* The fields of a group, in doubles, each SS_LANES wide. */
enum {
    SS_ORDERED_N = 0,
    SS_ORDERED_T1 = 3,
    SS_ORDERED_ARM = 6,      /* of i and j, m */
    SS_ORDERED_INV_MASS = 8, /* 1/m_i, -1/m_j, 1/kg */
    SS_ORDERED_SPIN = 10,    /* arm/I of i and j */
    SS_ORDERED_SCALE = 12,   /* scale_n, scale_t */
    SS_ORDERED_SHIFT = 14,
    SS_ORDERED_MU = 17,
    SS_ORDERED_STATE = 18, /* the kernel's own constants, n_state of them */
    SS_ORDERED_MAX_STATE = 5
};

/* The groups of one problem. */
typedef struct ss_ordered {
    double *fields;   /* n_groups records of n_fields times SS_LANES */
    uint32_t *ids;    /* 3 SS_LANES a group: bodies i, bodies j, contacts */
    uint32_t *filled; /* lanes with a contact, of each group: the first */
    size_t n_groups, n_fields;
    ss_lane_rules rules;
} ss_ordered;

/* One sweep. The operator state, r, u (if the solver holds velocities; else u is left alone) and
 * the work of `sweep` change as by ss_local_solver.sweep; sweep->r has room for a number more. */
typedef void ss_ordered_sweep(const ss_ordered *ordered, const ss_sweep *sweep);

/* The part of a local solver's file for such sweeps. */
typedef struct ss_ordered_kernel {
    size_t n_state; /* at most SS_ORDERED_MAX_STATE */
    /* True when these options are served; NULL: all are. */
    bool (*serves)(const void *options);
    /* The constants of a contact, with the state that ss_local_solver.setup left; false if it is
     * not served. */
    bool (*constants)(double *constant, const ss_contact *contact, const void *state);
    ss_lane_rules (*rules)(const void *options); /* NULL: a visit does not iterate */
    ss_ordered_sweep *const *sweeps; /* over ss_isa; NULL: no such form, as never of scalar */
} ss_ordered_kernel;

/* Declares the forms of a kernel and defines `ordered_sweeps`, an array over ss_isa. */
#if defined(__x86_64__)
#define SS_ORDERED_X86(id)                                                                         \
    [SS_ISA_AVX2] = ss_ordered_##id##_avx2, [SS_ISA_AVX512] = ss_ordered_##id##_avx512
#else
#define SS_ORDERED_X86(id)
#endif
#define SS_ORDERED_OF(id)                                                                          \
    ss_ordered_sweep ss_ordered_##id##_wide8, ss_ordered_##id##_avx2, ss_ordered_##id##_avx512;    \
    static ss_ordered_sweep *const ordered_sweeps[SS_N_ISA] = {                                    \
        [SS_ISA_WIDE8] = ss_ordered_##id##_wide8, SS_ORDERED_X86(id)}

/* True if the kernel serves the sweep: a problem of balls, its options, numbers that fit. */
bool ss_ordered_serves(const ss_sweep *sweep, const ss_ordered_kernel *kernel);

/* Place the contacts of balls in groups, *n_groups of them: `place` (n_contacts) is SS_LANES times
 * the group, plus the lane. Scratch, 8 bytes a contact and 4 a body, is given back at once. False
 * without memory. */
bool ss_ordered_place(uint32_t *place, size_t *n_groups, const ss_problem *problem);

/* Take the arrays of n_groups groups from `records`, the memory of one problem's groups after the
 * other (ss_pack_release). False without memory. */
bool ss_ordered_reserve(ss_ordered *ordered, const ss_ordered_kernel *kernel, size_t n_groups,
                        ss_pack_records *records);

/* Fill in these arrays, with the places that ss_ordered_place found; `state_size` is the
 * local solver's. False if the kernel does not serve some contact, or its t2 is not n x t1 to the
 * bit. */
bool ss_ordered_fill(ss_ordered *ordered, const ss_ordered_kernel *kernel, const ss_sweep *sweep,
                     size_t state_size, const uint32_t *place);

#endif

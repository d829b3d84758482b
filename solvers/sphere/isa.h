/* Choice of the batched kernels' form when a solve begins, by what the CPU has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_ISA_H
#define SS_SOLVERS_SPHERE_ISA_H

#include "solvers/sphere/packed.h"

/* The option row `isa` of an outer solver; the field is an int. */
#define SS_ISA_ROW(type, field)                                                                    \
    SS_CHOICE(type, field, "isa", 0, "auto|scalar|wide8|avx2|avx512",                              \
              "form of the kernels: auto takes the widest that the CPU has, the fastest wherever " \
              "it was measured; scalar and wide8 (the arithmetic of avx512) run everywhere; all "  \
              "forms make the same bits",                                                          \
              "measured: results/reference/speed.md")

/* The part of a contact that is visited where mu is 0 at all contacts. */
enum { SS_FRICTIONLESS_WHOLE, SS_FRICTIONLESS_NORMAL };

/* The option row `frictionless`; the field is an int. */
#define SS_FRICTIONLESS_ROW(type, field)                                                           \
    SS_CHOICE(type, field, "frictionless", SS_FRICTIONLESS_WHOLE, "whole|normal",                  \
              "where all mu are 0, on balls: sbp, sal and exact solve whole contacts, or the "     \
              "normal components alone, which is faster; the same r to rounding",                  \
              "solvers/sphere/normal_step.h")

/* The `check` of an outer solver whose option struct begins with that field: refuse a form that
 * this CPU or build lacks, naming those that it has. */
bool ss_isa_check(const void *values, ss_error *error);

/* The form that a choice of the row stands for, 0: the widest that the CPU has; one that was not
 * checked and is lacking is `scalar`. */
ss_isa ss_isa_of(int choice);

/* The sweeps of a kernel in the form that a choice stands for; one that was not checked and is
 * lacking is `scalar`. `normal`: those of normal components alone, if the kernel has them. */
ss_lane_sweeps ss_isa_pick(const ss_lane_kernel *lanes, int choice, bool normal);

#endif

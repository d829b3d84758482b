/* The choice is made once, when a solve begins, by what the CPU says of itself: avx512, avx2 or
 * scalar. wide8 is for tests, and taken only by name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/isa.h"

#include "solvers/sphere/lanes.h"

static bool has(ss_isa isa)
{
    switch (isa) {
#if defined(__x86_64__)
    case SS_ISA_AVX2:
        return __builtin_cpu_supports("avx2");
    case SS_ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#else
    case SS_ISA_AVX2:
    case SS_ISA_AVX512:
        return false;
#endif
    default:
        return true;
    }
}

bool ss_isa_check(const void *values, ss_error *error)
{
    const int choice = *(const int *)values;
    static const char *const names[] = {
#define X(id, name, meaning) name,
        SS_ISA_LIST(X)
#undef X
    };
    if (choice == 0 || has((ss_isa)(choice - 1)))
        return true;
    return ss_error_set(error, SS_ERROR_USAGE,
                        "isa=%s is not what this CPU has; it must be auto, scalar or wide8%s",
                        names[choice - 1], has(SS_ISA_AVX2) ? " or avx2" : "");
}

ss_isa ss_isa_of(int choice)
{
    if (choice > 0)
        return has((ss_isa)(choice - 1)) ? (ss_isa)(choice - 1) : SS_ISA_SCALAR;
    return has(SS_ISA_AVX512) ? SS_ISA_AVX512 : has(SS_ISA_AVX2) ? SS_ISA_AVX2 : SS_ISA_SCALAR;
}

SS_LANES_OF(normal);

ss_lane_sweeps ss_isa_pick(const ss_lane_kernel *lanes, int choice, bool normal)
{
    const ss_isa isa = ss_isa_of(choice);
    if (normal && lanes->normal)
        return (ss_lane_sweeps){lane_groups[isa], ss_lanes_normal_singles};
    return (ss_lane_sweeps){lanes->groups[isa], lanes->singles};
}

/* The same scene turned, with its bodies renamed, or measured in other units.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_CHANGE_H
#define SS_HARNESS_CHECK_CHANGE_H

#include "harness/check/sample.h"

/* Bodies of a scene that is changed. */
enum { SS_CHECK_CHANGE_BODIES = 7 };

/* Body b of the one scene is body name[b] of the other; x' = length R x, and so on. */
typedef struct ss_check_change {
    double R[9], mass, length, time;
    size_t name[SS_CHECK_CHANGE_BODIES];
} ss_check_change;

/* The change that changes nothing. */
ss_check_change ss_check_change_none(void);

/* The unit of the change: 0 mass, 1 length, 2 time. */
double *ss_check_change_unit(ss_check_change *change, size_t unit);

/* y = s R x. */
void ss_check_change_turn(double y[3], const ss_check_change *change, double s, const double x[3]);

/* Make the changed scene of one with SS_CHECK_CHANGE_BODIES bodies, before its first step. False
 * and an error without memory; free `to` in either case. */
bool ss_check_change_scene(ss_check_cluster *to, const ss_check_cluster *from,
                           const ss_check_change *change, ss_error *error);

#endif

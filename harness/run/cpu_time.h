/* CPU time, of the thread that solves and of the process that has a limit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_CPU_TIME_H
#define SS_HARNESS_RUN_CPU_TIME_H

#include <stdbool.h>

/* CPU time of the calling thread, s. */
double ss_cpu_time(void);

/* True when this process has used more CPU time than `deadline_s`, s; never when that is 0. */
bool ss_deadline_passed(double deadline_s);

#endif

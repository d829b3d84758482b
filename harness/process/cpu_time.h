/* CPU time, of the thread that solves (ss_cpu_time) and of the process that has a limit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROCESS_CPU_TIME_H
#define SS_HARNESS_PROCESS_CPU_TIME_H

#include "problems/base/clock.h"

#include <stdbool.h>

/* CPU time of all threads of this process, s. */
double ss_process_cpu_time(void);

/* True when this process has used more CPU time than `deadline_s`, s; never when that is 0. */
bool ss_deadline_passed(double deadline_s);

/* The deadline halfway from now to `deadline_s`, s; 0 where that is 0. */
double ss_deadline_halfway(double deadline_s);

#endif

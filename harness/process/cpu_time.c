/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/cpu_time.h"

#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double ss_cpu_time(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

bool ss_deadline_passed(double deadline_s)
{
    return deadline_s != 0.0 && read_clock(CLOCK_PROCESS_CPUTIME_ID) > deadline_s;
}

double ss_deadline_halfway(double deadline_s)
{
    return deadline_s != 0.0 ? 0.5 * (deadline_s + read_clock(CLOCK_PROCESS_CPUTIME_ID)) : 0.0;
}

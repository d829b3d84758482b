/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/cpu_time.h"

double ss_process_cpu_time(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool ss_deadline_passed(double deadline_s)
{
    return deadline_s != 0.0 && ss_process_cpu_time() > deadline_s;
}

double ss_deadline_halfway(double deadline_s)
{
    return deadline_s != 0.0 ? 0.5 * (deadline_s + ss_process_cpu_time()) : 0.0;
}

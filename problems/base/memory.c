/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/memory.h"

#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <unistd.h>

unsigned long long ss_memory_held(void)
{
    char text[64] = "";
    const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    /* the first number of statm is the address space in pages; read by hand, for a handler of
     * signals may not call strtoull */
    unsigned long long pages = 0;
    for (ssize_t k = 0; k < got && text[k] >= '0' && text[k] <= '9'; k++)
        pages = 10 * pages + (unsigned long long)(text[k] - '0');
    return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

double ss_memory_left(double *limit)
{
    struct rlimit space;
    const bool limited = getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
    *limit = limited ? (double)space.rlim_cur : INFINITY;
    return fmax(*limit - (double)ss_memory_held(), 0.0);
}

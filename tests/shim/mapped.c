/* A second library between the program and the C library, for valgrind, whose own malloc the first
 * would hide: SS_SHIM_MAPPED is the most bytes that the program may map at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    const char *const most = getenv("SS_SHIM_MAPPED");
    if (most != NULL && size > strtoull(most, NULL, 10)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

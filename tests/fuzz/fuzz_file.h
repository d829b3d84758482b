/* The bytes of a fuzzer as a file of its own each time: a path, to be unlinked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_FUZZ_FUZZ_FILE_H
#define SS_TESTS_FUZZ_FUZZ_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline void fuzz_file_make(char path[64], const uint8_t *data, size_t size)
{
    snprintf(path, 64, "/dev/shm/ss_fuzz.XXXXXX");
    const int fd = mkstemp(path);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size || close(fd) != 0)
        abort();
}

#endif

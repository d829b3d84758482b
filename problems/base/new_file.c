/* In this order: leftovers of dead writers swept, the hidden file made and locked, the bytes
 * written and brought to the disk, then the rename, which is what makes the file be there. Before
 * it a crash leaves a hidden file, which the next writer sweeps; after it the file is whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/new_file.h"

#include "problems/base/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_OUTPUT,
                        "'%s' exists already: choose another name or remove it", path);
}

bool ss_new_file_check(const char *path, ss_error *error)
{
    struct stat status;
    return lstat(path, &status) != 0 || exists(path, error);
}

/* Returns 0 or an errno. */
static int write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno != EINTR)
            return errno;
        bytes += n < 0 ? 0 : n;
        size -= n < 0 ? 0 : (size_t)n;
    }
    /* A file system without fdatasync (EINVAL) is as good as it gets. */
    return fdatasync(fd) != 0 && errno != EINVAL ? errno : 0;
}

/* Rename without replacing; returns 0 or an errno. */
static int publish(const char *hidden, const char *path)
{
    struct stat status;
    if (renameat2(AT_FDCWD, hidden, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (lstat(path, &status) == 0) /* a file system that cannot promise it */
        return EEXIST;
    return rename(hidden, path) == 0 ? 0 : errno;
}

/* The end of a hidden file: its name where `reason` is 0, else it goes. */
static bool end(const char *hidden, const char *path, int reason, bool replaces, ss_error *error)
{
    if (reason == 0 && replaces)
        reason = rename(hidden, path) == 0 ? 0 : errno;
    else if (reason == 0)
        reason = publish(hidden, path);
    if (reason != 0)
        unlink(hidden);
    if (reason == EEXIST)
        return exists(path, error);
    return reason == 0 ||
           ss_error_set(error, SS_ERROR_IO, "cannot write '%s': %s", path, strerror(reason));
}

bool ss_new_file_publish(const char *hidden, const char *path, bool replaces, ss_error *error)
{
    const int fd = open(hidden, O_RDONLY | O_CLOEXEC);
    const int reason = fd < 0 || (fdatasync(fd) != 0 && errno != EINVAL) ? errno : 0;
    if (fd >= 0)
        close(fd);
    return end(hidden, path, reason, replaces, error);
}

bool ss_new_file_write(const char *path, const void *bytes, size_t size, ss_error *error)
{
    char hidden[PATH_MAX];
    ss_partial_sweep_of(path);
    if (!ss_partial_name(hidden, sizeof hidden, path, error))
        return false;
    const int fd = ss_partial_make(hidden);
    if (fd < 0)
        return ss_error_set(error, SS_ERROR_OUTPUT, "cannot make '%s': %s", path, strerror(errno));
    /* the lock goes with the descriptor: it is held until the name is the file's own */
    const bool written = end(hidden, path, write_all(fd, bytes, size), false, error);
    close(fd);
    return written;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_OUTPUT,
                        "'%.300s' exists already: choose another name or remove it", path);
}

bool ss_new_file_check(const char *path, ss_error *error)
{
    struct stat status;
    return lstat(path, &status) != 0 || exists(path, error);
}

/* FOLDER/.NAME.partial-PID, owned by the caller; NULL when memory runs out. */
static char *hidden_name(const char *path)
{
    char *name = NULL;
    const char *const slash = strrchr(path, '/');
    const int length = slash == NULL ? 0 : (int)(slash - path) + 1;
    const int n =
        asprintf(&name, "%.*s.%s.partial-%ld", length, path, path + length, (long)getpid());
    return n < 0 ? NULL : name;
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

bool ss_new_file_write(const char *path, const void *bytes, size_t size, ss_error *error)
{
    bool ok = false;
    int reason = 0;
    char *const hidden = hidden_name(path);
    if (hidden == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to write '%.300s'", path);
    const int fd = open(hidden, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        ss_error_set(error, SS_ERROR_OUTPUT, "cannot make '%.300s': %s", path, strerror(errno));
        goto out;
    }
    reason = write_all(fd, bytes, size);
    if (close(fd) != 0 && reason == 0)
        reason = errno;
    if (reason == 0)
        reason = publish(hidden, path);
    ok = reason == 0;
    if (reason == EEXIST)
        exists(path, error);
    else if (!ok)
        ss_error_set(error, SS_ERROR_IO, "cannot write '%.300s': %s", path, strerror(reason));
    if (!ok)
        unlink(hidden);
out:
    free(hidden);
    return ok;
}

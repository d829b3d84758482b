/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* one form for all reasons: the file first */
static bool cannot_read(const char *path, const char *reason, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "cannot read '%s': %s", path, reason);
}

/* The kind of a file that is not read; NULL: it is regular. */
static const char *fault_of(mode_t mode)
{
    return S_ISREG(mode)                    ? NULL
           : S_ISDIR(mode)                  ? "it is a folder"
           : S_ISFIFO(mode)                 ? "it is a pipe, not a regular file"
           : S_ISCHR(mode) || S_ISBLK(mode) ? "it is a device, not a regular file"
                                            : "it is not a regular file";
}

FILE *ss_file_open(const char *path, ss_error *error)
{
    struct stat status; /* what lies there */
    /* not blocked by a pipe without a writer, nor made the owner of a terminal, before it is known
     * what it is */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    const char *const fault =
        fd < 0 || fstat(fd, &status) != 0 ? strerror(errno) : fault_of(status.st_mode);
    FILE *const file = fault == NULL ? fdopen(fd, "r") : NULL;
    if (file != NULL)
        return file;
    if (fault != NULL)
        cannot_read(path, fault, error);
    else
        ss_error_set(error, SS_ERROR_MEMORY, "out of memory reading %.300s", path);
    if (fd >= 0)
        close(fd);
    return NULL;
}

char *ss_file_read(const char *path, size_t *size, ss_error *error)
{
    struct stat status;
    FILE *const file = ss_file_open(path, error);
    if (file == NULL)
        return NULL;
    /* what a file grows by while it is read is not part of it */
    const size_t room = fstat(fileno(file), &status) == 0 ? (size_t)status.st_size : 0;
    char *bytes = malloc(room + 1);
    if (bytes == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "out of memory reading %s", path);
    else
        bytes[ *size = fread(bytes, 1, room, file)] = '\0';
    if (bytes != NULL && ferror(file)) {
        cannot_read(path, strerror(errno), error);
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

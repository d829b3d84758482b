/* A library that stands between the program and the C library (LD_PRELOAD), for the tests from
 * outside: it records what is brought to the disk and what is renamed, in their order, and lets
 * things happen at the worst moment. Set by the environment:
 *
 *   SS_SHIM_LOG      the file that lines "sync FILE", "syncfs FOLDER" and "rename FROM TO" go to
 *   SS_SHIM_APPEAR   a file that somebody else makes while the program first syncs one
 *   SS_SHIM_OLD_DISK the file system cannot rename without replacing
 *   SS_SHIM_SIGNAL   a signal's number: it comes at the first word of main to the C library
 *   SS_SHIM_MEMORY   a number: so many pieces of memory are given from there on, then one is not
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void note(const char *what, const char *from, const char *to)
{
    const char *const log = getenv("SS_SHIM_LOG");
    const int fd = log != NULL ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    dprintf(fd, "%s %s %s\n", what, from, to);
    close(fd);
}

static void note_descriptor(const char *what, int fd)
{
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    note(what, path, "");
}

static void appear(void)
{
    const char *const path = getenv("SS_SHIM_APPEAR");
    const int fd = path != NULL ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    if (fd < 0)
        return;
    dprintf(fd, "of somebody else\n");
    close(fd);
}

int fdatasync(int fd)
{
    note_descriptor("sync", fd);
    appear();
    return (int)syscall(SYS_fdatasync, fd);
}

int syncfs(int fd)
{
    note_descriptor("syncfs", fd);
    return (int)syscall(SYS_syncfs, fd);
}

static void note_rename(const char *from, const char *to)
{
    char path[PATH_MAX];
    note("rename", realpath(from, path) != NULL ? path : from, to);
}

int rename(const char *from, const char *to)
{
    note_rename(from, to);
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    note_rename(from, to);
    if (getenv("SS_SHIM_OLD_DISK") == NULL)
        return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
    errno = EINVAL;
    return -1;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

static long pieces_left; /* above 0: the last of them is refused */

static int is_refused(void)
{
    const int refused = pieces_left > 0 && --pieces_left == 0;
    errno = refused ? ENOMEM : errno;
    return refused;
}

void *malloc(size_t size)
{
    return is_refused() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return is_refused() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return is_refused() ? NULL : __libc_realloc(old, size);
}

/* main asks first of all if its standard streams are open. */
int fcntl(int fd, int command, ...)
{
    va_list rest;
    va_start(rest, command);
    const unsigned long argument = va_arg(rest, unsigned long);
    va_end(rest);
    const char *const number = getenv("SS_SHIM_SIGNAL");
    if (number != NULL && command == F_GETFD && fd == STDIN_FILENO) {
        unsetenv("SS_SHIM_SIGNAL");
        raise(atoi(number));
    }
    const char *const pieces = getenv("SS_SHIM_MEMORY");
    if (pieces != NULL && command == F_GETFD && fd == STDIN_FILENO)
        pieces_left = atol(pieces) + 1;
    return (int)syscall(SYS_fcntl, fd, command, argument);
}

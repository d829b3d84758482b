/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/partial.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = ".partial-";

/* The writer of a hidden file. */
typedef struct writer {
    long pid;               /* 0: no name of ours */
    unsigned long space;    /* of its PID */
    char boot[9], host[17]; /* the first 8 and 16 letters, and a NUL */
} writer;

/* Without /proc nothing is known of others: no writer has this boot. */
static writer myself(void)
{
    char host[HOST_NAME_MAX + 1] = "";
    writer w = {.pid = (long)getpid(), .boot = "00000000"};
    struct stat space;
    const int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && read(fd, w.boot, sizeof w.boot - 1) < 0)
        w.boot[0] = '\0';
    if (fd >= 0)
        close(fd);
    if (stat("/proc/self/ns/pid", &space) == 0)
        w.space = (unsigned long)space.st_ino;
    gethostname(host, sizeof host - 1);
    snprintf(w.host, sizeof w.host, "%.16s", host);
    return w;
}

static bool read_name(writer *w, const char *name)
{
    const char *at = name[0] == '.' ? strstr(name, mark) : NULL;
    /* the last mark of the name is ours */
    for (const char *next = at; next != NULL; next = strstr(next + 1, mark))
        at = next; /* NAME may have one, too */
    *w = (writer){.pid = 0};
    return at != NULL &&
           sscanf(at + strlen(mark), "%ld-%lu-%8[0-9a-f]-%16s", &w->pid, &w->space, w->boot,
                  w->host) >= 3 &&
           w->pid > 0;
}

static const char *last_part(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool ss_partial_name(char *hidden, size_t size, const char *path, ss_error *error)
{
    const writer w = myself();
    const char *const name = last_part(path);
    const int n = snprintf(hidden, size, "%.*s.%s%s%ld-%lu-%s-%s", (int)(name - path), path, name,
                           mark, w.pid, w.space, w.boot, w.host);
    if (n >= 0 && (size_t)n < size)
        return true;
    hidden[0] = '\0';
    return ss_error_set(error, SS_ERROR_OUTPUT, "file name too long: %s", path);
}

/* ---- the lock ---- */

/* A sweeper removes a name under its own lock, which excludes this one. */
static int open_held(const char *hidden, int flags)
{
    struct stat status;
    for (;;) {
        const int fd = open(hidden, flags | O_CLOEXEC, 0666);
        if (fd < 0)
            return -1;
        while (flock(fd, LOCK_SH) != 0 && errno == EINTR)
            continue;
        /* made anew if a sweeper has removed the name between open and flock: the lock would be of
         * nothing */
        if (fstat(fd, &status) != 0 || status.st_nlink > 0 || !(flags & O_CREAT))
            return fd;
        close(fd);
    }
}

int ss_partial_make(const char *hidden)
{
    return open_held(hidden, O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
}

int ss_partial_hold(const char *hidden)
{
    return open_held(hidden, O_RDONLY | O_DIRECTORY);
}

int ss_partial_make_folder(char *hidden, size_t size, const char *path, ss_error *error)
{
    ss_partial_sweep_of(path);
    if (!ss_partial_name(hidden, size, path, error))
        return -1;
    const int fd = mkdir(hidden, 0777) == 0 ? ss_partial_hold(hidden) : -1;
    if (fd < 0) {
        ss_error_set(error, SS_ERROR_IO, "cannot draw in %.*s: %s", (int)(last_part(path) - path),
                     path, strerror(errno));
        hidden[0] = '\0';
    }
    return fd;
}

/* The lock of `*fd` (-1: it cannot be opened) is held on return, unless the state is
 * SS_PARTIAL_LIVES. */
static ss_partial_state judge(const writer *w, const char *hidden, int *fd)
{
    const writer here = myself();
    *fd = open(hidden, O_RDWR | O_CLOEXEC);
    if (*fd < 0 && errno == EISDIR)
        *fd = open(hidden, O_RDONLY | O_CLOEXEC);
    /* a lock that is held elsewhere says that the writer lives, on whatever system; one that can be
     * had says that it is dead only where the lock is of this boot of this machine, for a file
     * system of several machines may have none between them */
    const bool locked = *fd >= 0 && flock(*fd, LOCK_EX | LOCK_NB) == 0;
    if (*fd >= 0 && !locked && errno == EWOULDBLOCK)
        return SS_PARTIAL_LIVES;
    if (here.space == 0 || strcmp(w->boot, here.boot) != 0)
        return SS_PARTIAL_UNKNOWN;
    if (locked)
        return SS_PARTIAL_DEAD;
    /* no lock to ask: the PID decides, which means something in its namespace only */
    if (w->space != here.space)
        return SS_PARTIAL_UNKNOWN;
    const bool lives = w->pid != here.pid && (kill((pid_t)w->pid, 0) == 0 || errno != ESRCH);
    return lives ? SS_PARTIAL_LIVES : SS_PARTIAL_DEAD;
}

ss_partial_state ss_partial_look(const char *hidden, char *who)
{
    writer w;
    int fd = -1;
    if (!read_name(&w, last_part(hidden)))
        return SS_PARTIAL_NONE;
    const ss_partial_state state = judge(&w, hidden, &fd);
    if (fd >= 0)
        close(fd);
    const writer here = myself();
    const int n =
        who == NULL ? 0 : snprintf(who, SS_PARTIAL_WHO, "process %ld of %s", w.pid, w.host);
    if (who != NULL && state == SS_PARTIAL_UNKNOWN)
        snprintf(who + n, SS_PARTIAL_WHO - (size_t)n,
                 " (boot %s, PID namespace %lu; here are %s, %s, %lu)", w.boot, w.space, here.host,
                 here.boot, here.space);
    return state;
}

/* ---- leftovers ---- */

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status;
    (void)type;
    (void)at;
    return remove(path) != 0 && errno != ENOENT;
}

void ss_partial_remove(const char *path)
{
    nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* Of `name` alone, if it is not NULL. */
static void sweep(const char *folder, const char *name, bool force)
{
    DIR *const listing = opendir(folder);
    const struct dirent *entry = NULL;
    const size_t length = name != NULL ? strlen(name) : 0;
    while (listing != NULL && (entry = readdir(listing)) != NULL) {
        writer w;
        int fd = -1;
        char *path = NULL;
        /* a hidden name of ours and, if asked for, of this file: `.` NAME mark */
        if (!read_name(&w, entry->d_name) ||
            (name != NULL && (strncmp(entry->d_name + 1, name, length) != 0 ||
                              strncmp(entry->d_name + 1 + length, mark, strlen(mark)) != 0)) ||
            asprintf(&path, "%s/%s", folder, entry->d_name) < 0)
            continue;
        const ss_partial_state state = judge(&w, path, &fd);
        if (state == SS_PARTIAL_DEAD || (force && state == SS_PARTIAL_UNKNOWN))
            ss_partial_remove(path);
        if (fd >= 0)
            close(fd);
        free(path);
    }
    if (listing != NULL)
        closedir(listing);
}

void ss_partial_sweep(const char *folder, bool force)
{
    sweep(folder, NULL, force);
}

void ss_partial_sweep_of(const char *path)
{
    const char *const name = last_part(path);
    char *const folder = name == path ? strdup(".") : strndup(path, (size_t)(name - path));
    if (folder != NULL)
        sweep(folder, name, false);
    free(folder);
}

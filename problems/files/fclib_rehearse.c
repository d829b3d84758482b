/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/fclib_raw.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A crash must not fill the disk, a loop must end, and nobody is to see the last words (glibc's,
 * a sanitizer's). */
static void confine(const char *path)
{
    struct stat status;
    const rlim_t size = stat(path, &status) == 0 ? (rlim_t)status.st_size : 0;
    const rlim_t seconds = 2 + size / 20000000;
    const struct rlimit none = {0, 0}, cpu = {seconds, seconds + 1};
    static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU};
    for (size_t k = 0; k < sizeof deadly / sizeof deadly[0]; ++k)
        signal(deadly[k], SIG_DFL); /* the host's handlers would report a crash of its own */
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &cpu);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
}

/* Read, and say into `report` what came of it: an ss_error, of code NONE if all is well. */
static _Noreturn void read_and_report(const char *path, int report)
{
    ss_fclib_raw raw;
    ss_error error;
    memset(&error, 0, sizeof error); /* all of it is sent */
    confine(path);
    ss_fclib_raw_read(&raw, path, &error);
    ss_fclib_raw_free(&raw);
    _exit(write(report, &error, sizeof error) == (ssize_t)sizeof error ? 0 : 1);
}

/* The child's report; false if it ended without one. */
static bool receive(ss_error *report, int from)
{
    ssize_t n = -1;
    do
        n = read(from, report, sizeof *report); /* short enough to come in one piece */
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof *report;
}

bool ss_fclib_raw_rehearse(const char *path, ss_error *error)
{
    int ends[2], status = 0;
    ss_error report;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ss_error_set(error, SS_ERROR_MEMORY, "no pipe to read '%.300s' through: %s", path,
                            strerror(errno));
    const pid_t child = fork();
    if (child == 0)
        read_and_report(path, ends[1]);
    const int reason = errno;
    close(ends[1]);
    const bool reported = child > 0 && receive(&report, ends[0]);
    close(ends[0]);
    if (child < 0)
        return ss_error_set(error, SS_ERROR_MEMORY, "no process to read '%.300s' in: %s", path,
                            strerror(reason));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (reported)
        return report.code == SS_ERROR_NONE || ss_error_set(error, report.code, "%s", report.text);
    const bool hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
    return ss_error_set(error, SS_ERROR_DATA,
                        "'%.300s' is an HDF5 file, but so corrupt that HDF5 %s on it", path,
                        hangs ? "hangs" : "crashes");
}

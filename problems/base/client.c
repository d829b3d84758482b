/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/client.h"

#include "problems/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SOCKET_BYTES = 1 << 20, TICK_MS = 100, CLIENT_FD = 3 };

extern char **environ;

/* ---- what it prints ---- */

/* Read what it has printed, and keep the first SS_CLIENT_LOG bytes. One read a call: who prints for
 * ever holds nothing up. */
static void drain(ss_client *c)
{
    char dropped[16384];
    const size_t room = SS_CLIENT_LOG - c->log_length;
    char *const to = room > 0 ? c->log + c->log_length : dropped;
    const ssize_t n = c->printed < 0 ? -1 : read(c->printed, to, room > 0 ? room : sizeof dropped);
    if (n > 0 && room > 0)
        c->log_length += (size_t)n;
    if (n == 0) {
        close(c->printed);
        c->printed = -1;
    }
}

/* The last line that it printed, for a message: ": TEXT", or "". */
static void last_line(const ss_client *c, char *text, size_t size)
{
    size_t end = c->log_length;
    while (end > 0 && (c->log[end - 1] == '\n' || c->log[end - 1] == ' '))
        --end;
    size_t begin = end;
    while (begin > 0 && c->log[begin - 1] != '\n' && end - begin < size - 3)
        --begin;
    snprintf(text, size, "%s%.*s", end > begin ? ": " : "", (int)(end - begin), c->log + begin);
    ss_text_clean(text);
}

/* ---- its end ---- */

static bool has_ended(ss_client *c)
{
    c->reaped = c->reaped || waitpid(c->pid, &c->status, WNOHANG) == c->pid;
    return c->reaped;
}

/* Wait so long for its end. */
static bool await_end(ss_client *c, double seconds)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    for (const double until = ss_wall_time() + seconds; !has_ended(c) && ss_wall_time() < until;) {
        drain(c);
        nanosleep(&nap, NULL);
    }
    drain(c);
    return c->reaped;
}

/* How it failed, as an error: it has closed its socket, or has ended. `what` it was doing. */
static bool tell_end(ss_client *c, const char *what, ss_error *error)
{
    char printed[200], how[80] = "has closed its socket";
    await_end(c, 1.0);
    last_line(c, printed, sizeof printed);
    if (c->reaped && WIFSIGNALED(c->status))
        snprintf(how, sizeof how, "was ended by signal %d (%s)", WTERMSIG(c->status),
                 strsignal(WTERMSIG(c->status)));
    else if (c->reaped)
        snprintf(how, sizeof how, "has left with exit code %d", WEXITSTATUS(c->status));
    return ss_error_set(error, SS_ERROR_FAILED, "%s %s%s", how, what, printed);
}

static void write_log(const ss_client *c)
{
    FILE *const out = c->log_path[0] != '\0' && c->log_length > 0 ? fopen(c->log_path, "ae") : NULL;
    if (out == NULL)
        return;
    fwrite(c->log, 1, c->log_length, out);
    if (c->log_length == SS_CLIENT_LOG)
        fprintf(out, "\n(the rest was not kept)\n");
    fclose(out);
}

void ss_client_stop(ss_client *c, double patience_s)
{
    if (c->pid == 0)
        return;
    close(c->fd); /* it reads the end of its input */
    if (!c->reaped)
        await_end(c, patience_s);
    kill(-c->pid, SIGKILL); /* and all that it has started in its group */
    while (!c->reaped && waitpid(c->pid, &c->status, 0) < 0 && errno == EINTR)
        ;
    if (c->printed >= 0)
        close(c->printed);
    write_log(c);
    c->pid = 0;
}

/* ---- its start ---- */

static int spawn(ss_client *c, char *const *argv, int theirs, int printing)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t every, none;
    sigfillset(&every);
    sigemptyset(&none);
    int failed = posix_spawn_file_actions_init(&files);
    if (failed != 0)
        return failed;
    failed = posix_spawnattr_init(&how);
    if (failed == 0) {
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&files, printing, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&files, printing, STDERR_FILENO);
        posix_spawn_file_actions_adddup2(&files, theirs, CLIENT_FD);
        posix_spawnattr_setpgroup(&how, 0);
        posix_spawnattr_setsigdefault(&how, &every);
        posix_spawnattr_setsigmask(&how, &none);
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                           POSIX_SPAWN_SETSIGMASK);
        failed = posix_spawnp(&c->pid, argv[0], &files, &how, argv, environ);
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

bool ss_client_start(ss_client *c, char *const *argv, ss_error *error)
{
    const int bytes = SOCKET_BYTES;
    int pair[2] = {-1, -1}, printed[2] = {-1, -1};
    c->pid = 0;
    c->reaped = c->is_over = false;
    c->cpu_s = c->waste_s = 0.0;
    c->log_length = 0;
    int failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0 ||
                         pipe2(printed, O_CLOEXEC) != 0
                     ? errno
                     : 0;
    if (failed == 0) {
        /* larger lots cost fewer switches; a system that refuses is slower */
        setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
        setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
        fcntl(pair[0], F_SETFL, O_NONBLOCK);
        fcntl(printed[0], F_SETFL, O_NONBLOCK);
        failed = spawn(c, argv, pair[1], printed[1]);
    }
    if (pair[1] >= 0)
        close(pair[1]);
    if (printed[1] >= 0)
        close(printed[1]);
    c->fd = pair[0];
    c->printed = printed[0];
    if (failed == 0)
        return true;
    c->pid = 0;
    if (pair[0] >= 0)
        close(pair[0]);
    if (printed[0] >= 0)
        close(printed[0]);
    return ss_error_set(error, SS_ERROR_FAILED, "cannot be started: %s", strerror(failed));
}

/* ---- the exchange ---- */

static double cpu_of(const ss_client *c)
{
    clockid_t clock;
    struct timespec now = {0};
    if (c->reaped || clock_getcpuclockid(c->pid, &clock) != 0 || clock_gettime(clock, &now) != 0)
        return c->cpu_s; /* it has gone: what it used last is not known */
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double ss_client_cpu(ss_client *c)
{
    const double before = c->cpu_s;
    c->cpu_s = cpu_of(c);
    return c->cpu_s - before;
}

bool ss_client_has_more(const ss_client *c)
{
    char byte;
    return recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

/* Wait until the socket may be read or written. False with an error where the process has ended
 * (though another holds its socket), or `over` says so. */
static bool await_socket(ss_client *c, short events, const char *what, ss_error *error)
{
    for (;;) {
        struct pollfd fds[2] = {{.fd = c->fd, .events = events},
                                {.fd = c->printed, .events = POLLIN}};
        const int n = poll(fds, 2, TICK_MS);
        if (n > 0 && fds[1].revents != 0)
            drain(c);
        if (n > 0 && fds[0].revents != 0)
            return true;
        if (c->over != NULL && c->over(c->self, cpu_of(c) - c->waste_s)) {
            c->is_over = true;
            return ss_error_set(error, SS_ERROR_FAILED, "was ended %s", what);
        }
        if (n == 0 && has_ended(c))
            return tell_end(c, what, error);
    }
}

bool ss_client_send(ss_client *c, const void *bytes, size_t size, ss_error *error)
{
    static const char what[] = "while it was sent numbers";
    for (const char *at = bytes; size > 0;) {
        const ssize_t n = send(c->fd, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0) {
            at += n;
            size -= (size_t)n;
        } else if (errno == EAGAIN || errno == EINTR) {
            if (!await_socket(c, POLLOUT, what, error))
                return false;
        } else
            return tell_end(c, what, error);
    }
    return true;
}

bool ss_client_read(ss_client *c, void *bytes, size_t size, ss_error *error)
{
    char what[100];
    for (size_t done = 0; done < size;) {
        const ssize_t n = recv(c->fd, (char *)bytes + done, size - done, MSG_DONTWAIT);
        if (n > 0) {
            done += (size_t)n;
            continue;
        }
        snprintf(what, sizeof what, "in the middle of its answer (%zu of %zu bytes)", done, size);
        if (n == 0 || (errno != EAGAIN && errno != EINTR))
            return tell_end(c, what, error);
        if (!await_socket(c, POLLIN, what, error))
            return false;
    }
    return true;
}

bool ss_client_read_line(ss_client *c, char line[SS_CLIENT_LINE], ss_error *error)
{
    static const char what[] = "before its answer";
    size_t seen = 0; /* bytes without an end: wait for more than those */
    for (;;) {
        const bool ended = has_ended(c); /* before the look: what is not there then does not come */
        const ssize_t n = recv(c->fd, line, SS_CLIENT_LINE, MSG_PEEK | MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return tell_end(c, what, error);
        const char *const end = n > 0 ? memchr(line, '\n', (size_t)n) : NULL;
        if (end != NULL) {
            const size_t length = (size_t)(end - line);
            recv(c->fd, line, length + 1, MSG_DONTWAIT);
            line[length] = '\0';
            return strlen(line) == length ||
                   ss_error_set(error, SS_ERROR_FAILED, "writes bytes, where a line should be");
        }
        if (n == SS_CLIENT_LINE)
            return ss_error_set(error, SS_ERROR_FAILED,
                                "writes more than %d bytes without the end of a line",
                                SS_CLIENT_LINE);
        if (n > 0 && (size_t)n == seen) { /* half a line: the socket stays readable */
            const struct timespec nap = {.tv_nsec = 2000000};
            nanosleep(&nap, NULL);
            c->is_over = !ended && c->over != NULL && c->over(c->self, cpu_of(c) - c->waste_s);
            if (ended || c->is_over)
                return tell_end(c, "in the middle of a line", error);
        }
        seen = n > 0 ? (size_t)n : 0;
        if (!await_socket(c, POLLIN, what, error))
            return false;
    }
}

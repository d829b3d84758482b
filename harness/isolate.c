/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/isolate.h"

#include "harness/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void *ss_isolate_share(size_t bytes, ss_error *error)
{
    void *const shared = mmap(NULL, bytes > 0 ? bytes : 1, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared != MAP_FAILED)
        return shared;
    ss_error_set(error, SS_ERROR_MEMORY, "no memory: %zu bytes to share with a child", bytes);
    return NULL;
}

void ss_isolate_unshare(void *shared, size_t bytes)
{
    if (shared != NULL)
        munmap(shared, bytes > 0 ? bytes : 1);
}

/* ---- in the child ---- */

/* Bytes of address space in use; 0 when unknown. Async-signal-safe. */
static unsigned long long address_space(void)
{
    char text[64] = "";
    const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    unsigned long long pages = 0;
    for (ssize_t k = 0; k < got && text[k] >= '0' && text[k] <= '9'; k++)
        pages = 10 * pages + (unsigned long long)(text[k] - '0');
    return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

/* Is a lack of memory why things end now? Async-signal-safe. */
static bool lacks_memory(int last_errno)
{
    const rlim_t room = 1 << 20;
    struct rlimit limit;
    if (last_errno == ENOMEM)
        return true;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return false;
    return address_space() + room > limit.rlim_cur;
}

/* Whoever crashes for want of memory leaves with the exit code of that. Otherwise the signal is
 * sent anew: the default action, which SA_RESETHAND has restored, strikes when this returns. */
static void on_crash(int number)
{
    if (lacks_memory(errno))
        _exit(ss_error_exit_code(SS_ERROR_MEMORY));
    raise(number);
}

/* A library has called exit(): leave without the atexit handlers of the parent. Registered last,
 * it runs first. */
static void on_library_exit(int code, void *unused)
{
    (void)unused;
    _exit(code != 0 && lacks_memory(errno) ? ss_error_exit_code(SS_ERROR_MEMORY) : code);
}

/* A stack of its own for the handler: the crash may be that the other one is full. */
static void catch_crashes(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT};
    const size_t size = 65536;
    stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    if (stack.ss_sp != NULL && sigaltstack(&stack, NULL) == 0)
        action.sa_flags |= SA_ONSTACK;
    for (size_t k = 0; k < sizeof crashes / sizeof crashes[0]; k++)
        sigaction(crashes[k], &action, NULL);
}

static void limit_resources(const ss_isolate_limits *limits)
{
    struct rlimit core = {.rlim_cur = 0}, space;
    if (getrlimit(RLIMIT_CORE, &core) == 0) {
        core.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &core);
    }
    if (limits->address_bytes == 0 || getrlimit(RLIMIT_AS, &space) != 0)
        return;
    const rlim_t wanted = address_space() + limits->address_bytes;
    if (wanted >= limits->address_bytes && wanted < space.rlim_cur) { /* no overflow, no raise */
        space.rlim_cur = wanted;
        setrlimit(RLIMIT_AS, &space);
    }
}

static void redirect(int message_fd)
{
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0)
        _exit(ss_error_exit_code(SS_ERROR_INTERNAL));
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(message_fd, STDERR_FILENO);
    close(nowhere);
    close(message_fd);
}

typedef struct assignment {
    const ss_isolate_limits *limits;
    ss_isolate_work *work;
    void *shared, *context;
} assignment;

/* The life of the child. Ctrl-C is the parent's to act upon, as in a group of its own it is not
 * even told of one. */
static _Noreturn void child(const assignment *a, pid_t parent, int message_fd)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before the line above */
        _exit(ss_error_exit_code(SS_ERROR_INTERRUPTED));
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    redirect(message_fd);
    catch_crashes();
    on_exit(on_library_exit, NULL);
    limit_resources(a->limits);
    errno = 0;
    const int code = a->work(a->shared, a->context);
    _exit(code != 0 && lacks_memory(errno) ? ss_error_exit_code(SS_ERROR_MEMORY) : code);
}

/* ---- in the parent ---- */

/* The child as its parent sees it. */
typedef struct watch {
    pid_t pid;
    int pid_fd;     /* readable once the child has ended; -1 on an old kernel */
    int message_fd; /* reading end of its stderr */
    double start_s;
    size_t message_length;
    ss_isolate_ending *ending;
} watch;

static double now_s(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool start(watch *w, const assignment *a, ss_error *error)
{
    int ends[2];
    const pid_t parent = getpid();
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ss_error_set(error, SS_ERROR_MEMORY, "cannot make a pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK); /* the child may wait for us, not the other way round */
    fflush(NULL);                        /* or what is in the buffers would be written twice */
    w->start_s = now_s();
    w->pid = fork();
    if (w->pid == 0)
        child(a, parent, ends[1]);
    close(ends[1]);
    if (w->pid < 0) {
        close(ends[0]);
        return ss_error_set(error, SS_ERROR_MEMORY, "cannot start a process: %s", strerror(errno));
    }
    setpgid(w->pid, w->pid); /* here too: whoever comes first */
    w->message_fd = ends[0];
    w->pid_fd = (int)syscall(SYS_pidfd_open, w->pid, 0);
    return true;
}

/* Take what is in the pipe, so that the child never waits, and keep its beginning. */
static void read_message(watch *w)
{
    char text[4096];
    ssize_t got = 0;
    for (int turn = 0; turn < 64 && (got = read(w->message_fd, text, sizeof text)) > 0; turn++) {
        const size_t room = SS_ISOLATE_MESSAGE - 1 - w->message_length;
        const size_t kept = (size_t)got < room ? (size_t)got : room;
        memcpy(w->ending->message + w->message_length, text, kept);
        w->message_length += kept;
    }
    if (got == 0 && w->message_fd >= 0) { /* closed by the child: nothing to poll any more */
        close(w->message_fd);
        w->message_fd = -1;
    }
}

/* Until the child has ended or written, or `seconds` or a tenth of a second have passed. Without a
 * pidfd, a look every 5 ms. */
static void wait_a_little(watch *w, double seconds)
{
    const double most = w->pid_fd >= 0 ? 0.1 : 0.005;
    const double pause = seconds < most ? seconds : most;
    struct pollfd fds[] = {{.fd = w->pid_fd, .events = POLLIN},
                           {.fd = w->message_fd, .events = POLLIN}};
    poll(fds, 2, (int)(1000.0 * pause) + 1);
    if (fds[1].revents != 0)
        read_message(w);
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static void conclude(ss_isolate_ending *ending, int status, const struct rusage *usage)
{
    ending->cpu_s = seconds_of(usage->ru_utime) + seconds_of(usage->ru_stime);
    ending->max_rss_bytes = 1024.0 * (double)usage->ru_maxrss;
    if (ending->how == SS_ISOLATE_TIMEOUT)
        return;
    ending->how = WIFSIGNALED(status) ? SS_ISOLATE_SIGNALLED : SS_ISOLATE_EXITED;
    ending->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (WIFEXITED(status) && ending->code == ss_error_exit_code(SS_ERROR_MEMORY))
        ending->how = SS_ISOLATE_OUT_OF_MEMORY;
}

/* Has the child ended? It is left unreaped, so that its number stays its own. A child that somebody
 * else has waited for has ended, too. */
static bool ended(pid_t pid)
{
    siginfo_t info = {.si_pid = 0};
    const int failed = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return failed ? errno != EINTR : info.si_pid == pid;
}

/* Wait for the end, which is made to come at the limit or at an interrupt. */
static bool watch_over(watch *w, double wall_s, ss_error *error)
{
    bool killed = false, interrupted = false;
    int status = 0;
    struct rusage usage = {0};
    while (!ended(w->pid)) {
        const double left = wall_s > 0.0 ? wall_s - (now_s() - w->start_s) : 1.0;
        interrupted = interrupted || ss_interrupted();
        if (!killed && (left <= 0.0 || interrupted)) {
            w->ending->how = interrupted ? SS_ISOLATE_SIGNALLED : SS_ISOLATE_TIMEOUT;
            killed = true;
            kill(-w->pid, SIGKILL);
        }
        wait_a_little(w, killed ? 1.0 : left);
    }
    w->ending->wall_s = now_s() - w->start_s;
    kill(-w->pid, SIGKILL); /* what it has started */
    if (wait4(w->pid, &status, 0, &usage) != w->pid)
        return ss_error_set(error, SS_ERROR_INTERNAL, "lost a child: %s", strerror(errno));
    conclude(w->ending, status, &usage);
    return !interrupted || ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
}

bool ss_isolate(const ss_isolate_limits *limits, ss_isolate_work *work, void *shared, void *context,
                ss_isolate_ending *ending, ss_error *error)
{
    const assignment a = {limits, work, shared, context};
    watch w = {.ending = ending};
    memset(ending, 0, sizeof *ending);
    if (!start(&w, &a, error))
        return false;
    const bool ok = watch_over(&w, limits->wall_s, error);
    read_message(&w);
    if (w.message_fd >= 0)
        close(w.message_fd);
    if (w.pid_fd >= 0)
        close(w.pid_fd);
    return ok;
}

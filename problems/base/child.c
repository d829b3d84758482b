/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/child.h"

#include "problems/base/clock.h"
#include "problems/base/memory.h"
#include "problems/base/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
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

/* ---- in the child ---- */

/* Is a lack of memory why things end now? Async-signal-safe. */
static bool lacks_memory(int last_errno)
{
    const rlim_t room = 1 << 20;
    struct rlimit limit;
    if (last_errno == ENOMEM)
        return true;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return false;
    return ss_memory_held() + room > limit.rlim_cur;
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

/* A stack of its own for the handler: the crash may be that the other one is full. Other deadly
 * signals end the child: handlers of the host would report a crash of its own. */
static void catch_crashes(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT}, others[] = {SIGFPE, SIGILL, SIGXCPU};
    const size_t size = 65536;
    stack_t stack = {.ss_size = size};
    stack.ss_sp = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    if (stack.ss_sp != MAP_FAILED && sigaltstack(&stack, NULL) == 0)
        action.sa_flags |= SA_ONSTACK;
    for (size_t k = 0; k < sizeof crashes / sizeof crashes[0]; k++)
        sigaction(crashes[k], &action, NULL);
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        signal(others[k], SIG_DFL);
}

static void limit_resources(const ss_child_limits *limits)
{
    struct rlimit core = {.rlim_cur = 0}, space;
    const struct rlimit cpu = {limits->cpu_s, limits->cpu_s + 1};
    if (getrlimit(RLIMIT_CORE, &core) == 0) {
        core.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &core);
    }
    if (limits->cpu_s > 0)
        setrlimit(RLIMIT_CPU, &cpu);
    if (limits->address_bytes == 0 || getrlimit(RLIMIT_AS, &space) != 0)
        return;
    const rlim_t wanted = ss_memory_held() + limits->address_bytes;
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
    const ss_child_limits *limits;
    ss_child_work *work;
    void *shared, *context; /* of ss_child_run: written for the parent; a copy */
} assignment;

/* The life of the child, in a group of its own: Ctrl-C is the parent's to act upon. */
static _Noreturn void child(const assignment *a, pid_t parent, int message_fd)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before the line above */
        _exit(ss_error_exit_code(SS_ERROR_INTERRUPTED));
    signal(SIGTERM, SIG_DFL);
    redirect(message_fd);
    if (a->limits->sealed)
        ss_seal(parent);
    catch_crashes();
    on_exit(on_library_exit, NULL);
    limit_resources(a->limits);
    errno = 0;
    const int code = a->work(a->shared, a->context);
    _exit(code != 0 && lacks_memory(errno) ? ss_error_exit_code(SS_ERROR_MEMORY) : code);
}

/* ---- in the parent ---- */

/* When a process was started, in ticks of the system's clock: field 22 of its line, whose field 2,
 * a name in parentheses, may hold anything. 0: there is none. */
static unsigned long long birth_of(pid_t pid)
{
    char path[64], text[1024] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *const file = fopen(path, "re");
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    const char *at = strrchr(text, ')');
    for (int field = 2; at != NULL && field < 22; field++)
        at = strchr(at + 1, ' ');
    return at != NULL ? strtoull(at, NULL, 10) : 0;
}

bool ss_child_start(ss_child *c, const ss_child_limits *limits, ss_child_work *work, void *shared,
                    void *context, ss_error *error)
{
    int ends[2];
    const pid_t parent = getpid();
    const assignment a = {limits, work, shared, context};
    *c = (ss_child){.wall_s = limits->wall_s, .busy_s = limits->busy_s, .sealed = limits->sealed};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ss_error_set(error, SS_ERROR_MEMORY, "cannot make a pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK); /* the child may wait for us, not the other way round */
    fflush(NULL);                        /* or what is in the buffers would be written twice */
    if (limits->sealed)
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    /* closed here at once: the pipe ends when the child and all that it has started have gone */
    c->start_s = ss_wall_time();
    const pid_t pid = fork();
    if (pid == 0)
        child(&a, parent, ends[1]);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return ss_error_set(error, SS_ERROR_MEMORY, "cannot start a process: %s", strerror(errno));
    }
    setpgid(pid, pid); /* here too: whoever comes first */
    c->pid = pid;
    c->birth = birth_of(pid);
    c->message_fd = ends[0];
    c->pid_fd = (int)syscall(SYS_pidfd_open, pid, 0);
    return true;
}

/* Take what is in the pipe, so that the child never waits, and keep its beginning. */
static void read_message(ss_child *c)
{
    char text[4096];
    ssize_t got = 0;
    for (int turn = 0; turn < 64 && (got = read(c->message_fd, text, sizeof text)) > 0; turn++) {
        const size_t room = SS_CHILD_MESSAGE - 1 - c->message_length;
        const size_t kept = (size_t)got < room ? (size_t)got : room;
        memcpy(c->ending.message + c->message_length, text, kept);
        c->message_length += kept;
    }
    if (got == 0 && c->message_fd >= 0) { /* closed by the child: nothing to poll any more */
        close(c->message_fd);
        c->message_fd = -1;
    }
}

/* Seconds until the limit, or until it is time to look again: at a child without a pidfd after 5
 * ms, at one that was killed for as long as it takes. */
static double patience(const ss_child *c, double seconds)
{
    const double left =
        c->wall_s > 0.0 && !c->killed ? c->wall_s - (ss_wall_time() - c->start_s) : 1.0;
    const double most = c->pid_fd >= 0 ? 0.1 : 0.005;
    const double pause = left < most ? left : most;
    return pause < seconds ? pause : seconds;
}

/* CPU time of a living child, s; 0 where the system does not tell. */
static double busy_time(const ss_child *c)
{
    clockid_t clock;
    struct timespec time = {0};
    if (clock_getcpuclockid(c->pid, &clock) == 0)
        clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void enforce_limit(ss_child *c)
{
    const bool is_late = (c->wall_s > 0.0 && ss_wall_time() - c->start_s >= c->wall_s) ||
                         (c->busy_s > 0.0 && busy_time(c) >= c->busy_s);
    if (c->killed || !is_late || ss_child_ended(c))
        return;
    ss_child_kill(c);
    c->ending.how = SS_CHILD_TIMEOUT;
}

void ss_child_wait(ss_child *children, size_t n, double seconds)
{
    enum { most_fds = 2 * 64 }; /* more children than 64 are looked at in the next turn */
    struct pollfd fds[most_fds];
    size_t n_fds = 0;
    for (size_t k = 0; k < n; k++) {
        if (children[k].pid == 0)
            continue;
        seconds = patience(&children[k], seconds);
        if (n_fds + 2 > most_fds)
            continue;
        fds[n_fds++] = (struct pollfd){.fd = children[k].pid_fd, .events = POLLIN};
        fds[n_fds++] = (struct pollfd){.fd = children[k].message_fd, .events = POLLIN};
    }
    /* whole milliseconds, rounded up: a wait of less would be none */
    poll(fds, (nfds_t)n_fds, seconds > 0.0 ? (int)(1000.0 * seconds) + 1 : 0);
    for (size_t k = 0; k < n; k++) {
        if (children[k].pid == 0)
            continue;
        read_message(&children[k]);
        enforce_limit(&children[k]);
    }
}

bool ss_child_ended(const ss_child *c)
{
    siginfo_t info = {.si_pid = 0};
    const int failed = waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return failed ? errno != EINTR : info.si_pid == c->pid; /* lost to another wait: ended, too */
}

void ss_child_kill(ss_child *c)
{
    c->killed = true;
    c->ending.how = SS_CHILD_SIGNALLED;
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL); /* it may have left its group; unreaped, its number is its own */
}

/* Was the process started in the time of this child, by none of us? */
static bool is_stray(const ss_child *c, pid_t pid)
{
    for (size_t k = 0; k < c->n_siblings; k++)
        if (c->siblings[k].pid == pid)
            return false;
    const unsigned long long birth = birth_of(pid);
    return birth > c->birth || (birth == c->birth && pid > c->pid);
}

/* Processes that a child has started and taken out of its group fall to us, who asked for it
 * (PR_SET_CHILD_SUBREAPER), at its end. True if there was any. */
static bool end_strays(const ss_child *c)
{
    glob_t threads = {.gl_pathc = 0};
    long pid = 0;
    bool found = false;
    glob("/proc/self/task/*/children", 0, NULL, &threads);
    for (size_t k = 0; k < threads.gl_pathc; k++) {
        FILE *const list = fopen(threads.gl_pathv[k], "re");
        while (list != NULL && fscanf(list, "%ld", &pid) == 1)
            if (is_stray(c, (pid_t)pid) && kill((pid_t)pid, SIGKILL) == 0) {
                waitpid((pid_t)pid, NULL, 0);
                found = true;
            }
        if (list != NULL)
            fclose(list);
    }
    globfree(&threads);
    return found;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static void conclude(ss_child_ending *ending, int status, const struct rusage *usage, double busy_s)
{
    ending->cpu_s = seconds_of(usage->ru_utime) + seconds_of(usage->ru_stime);
    ending->max_rss_bytes = 1024.0 * (double)usage->ru_maxrss;
    if (ending->how == SS_CHILD_TIMEOUT)
        return;
    ending->how = WIFSIGNALED(status) ? SS_CHILD_SIGNALLED : SS_CHILD_EXITED;
    ending->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (WIFEXITED(status) && ending->code == ss_error_exit_code(SS_ERROR_MEMORY))
        ending->how = SS_CHILD_OUT_OF_MEMORY;
    else if (WIFEXITED(status) && busy_s > 0.0 && ending->cpu_s > busy_s)
        ending->how = SS_CHILD_TIMEOUT; /* too late, though nobody looked in between */
}

bool ss_child_finish(ss_child *c, ss_error *error)
{
    int status = 0;
    struct rusage usage = {0}; /* of the child and of what it has waited for */
    const pid_t pid = c->pid;
    while (!ss_child_ended(c))
        ss_child_wait(c, 1, 1.0);
    c->ending.wall_s = ss_wall_time() - c->start_s;
    /* waitid above left it unreaped, so that its number, and that of its group, are still
     * its own */
    kill(-pid, SIGKILL); /* what it has started */
    const bool reaped = wait4(pid, &status, 0, &usage) == pid;
    if (reaped)
        conclude(&c->ending, status, &usage, c->busy_s);
    else
        ss_error_set(error, SS_ERROR_INTERNAL, "lost a child: %s", strerror(errno));
    while (waitpid(-pid, NULL, 0) > 0) /* orphans of its group, if they fall to us: end_strays */
        continue;
    enum { most_turns = 100000 }; /* each may have started another meanwhile */
    for (int k = 0; c->sealed && k < most_turns && end_strays(c); k++)
        continue;
    read_message(c);
    ss_text_clean(c->ending.message);
    if (c->message_fd >= 0)
        close(c->message_fd);
    if (c->pid_fd >= 0)
        close(c->pid_fd);
    c->pid = 0;
    return reaped;
}

bool ss_child_run(const ss_child_limits *limits, ss_child_work *work, void *shared, void *context,
                  ss_child_ending *ending, ss_error *error)
{
    ss_child one;
    bool interrupted = false;
    memset(ending, 0, sizeof *ending);
    if (!ss_child_start(&one, limits, work, shared, context, error))
        return false;
    while (!ss_child_ended(&one)) {
        if (limits->stop != NULL && !interrupted && limits->stop()) {
            interrupted = true;
            ss_child_kill(&one);
        }
        ss_child_wait(&one, 1, 1.0);
    }
    const bool ok = ss_child_finish(&one, error);
    *ending = one.ending;
    return ok && (!interrupted || ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted"));
}

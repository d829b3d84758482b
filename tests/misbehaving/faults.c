/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/misbehaving/faults.h"

#include <fcntl.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Call `act` on all memory that is shared with others. */
static void on_shared(void (*act)(void *at, size_t bytes))
{
    static char text[1 << 20]; /* read before: what is done may leave no stream */
    FILE *const maps = fopen("/proc/self/maps", "re");
    text[maps != NULL ? fread(text, 1, sizeof text - 1, maps) : 0] = '\0';
    if (maps != NULL)
        fclose(maps);
    for (char *line = text; line != NULL && *line != '\0';) {
        unsigned long begin = 0, end = 0;
        char mode[5] = "";
        if (sscanf(line, "%lx-%lx %4s", &begin, &end, mode) == 3 && strcmp(mode, "rw-s") == 0)
            act((void *)begin, end - begin);
        line = strchr(line, '\n');
        line += line != NULL;
    }
}

/* The beginning is enough: the rest of a witness takes no memory before it is written. */
static void scribble(void *at, size_t bytes)
{
    const size_t most = 1 << 18;
    memset(at, 0xa5, bytes < most ? bytes : most);
}

static void unmap(void *at, size_t bytes)
{
    munmap(at, bytes);
}

/* A process that scribbles for three seconds, however it left. */
static void haunt(void)
{
    for (int turn = 0; turn < 60; ++turn) {
        usleep(50000);
        on_shared(scribble);
    }
    _exit(0);
}

static void leave(fault what)
{
    if (fork() != 0)
        return;
    switch (what) {
    case FAULT_CHILDREN:
        for (int k = 0; k < 3; ++k)
            fork();
        pause();
        break;
    case FAULT_DAEMON:
        setsid();
        if (fork() != 0)
            _exit(0);
        break;
    case FAULT_GROUP:
        setpgid(0, 0);
        break;
    default: /* another process at every turn */
        setpgid(0, 0);
        for (int turn = 0; turn < 20000; ++turn)
            if (fork() != 0)
                _exit(0);
    }
    haunt();
}

static volatile int depth; /* always 0 */

static int recurse(const volatile char *caller)
{
    volatile char frame[4096];
    frame[0] = *caller;
    return depth == 0 ? recurse(frame) + frame[0] : 0;
}

static void block_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int number = 1; number < 32; ++number)
        signal(number, SIG_IGN);
}

static void write_everywhere(void)
{
    for (int fd = 0; fd < 64; ++fd)
        if (write(fd, "a,b,c\xa5\n", 7) < 0)
            continue;
}

static void lower_limits(void)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_NOFILE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
    setrlimit(RLIMIT_NPROC, &none);
}

static void eat(void)
{
    for (char *more; (more = malloc(1 << 20)) != NULL;)
        memset(more, 1, 1 << 20);
    abort();
}

static void free_within(double *r)
{
    char *volatile at = (char *)r + sizeof *r;
    free(at);
}

static void tamper(const ss_problem *problem)
{
    double *const q = (double *)(uintptr_t)problem->q;
    q[0] = q[0] * 0.5 - 1e-3;
}

static void change(double *r, size_t n, double value)
{
    for (size_t k = 0; k < 3 * n; ++k)
        r[k] = value;
}

static void send(pid_t to, int number)
{
    kill(to, number);
    sigqueue(to, number, (union sigval){0});
}

void commit(fault what, const ss_problem *problem, double *r)
{
    switch (what) {
    case FAULT_NONE:
        return;
    case FAULT_SEGV:
        raise(SIGSEGV);
        return;
    case FAULT_ABORT:
        abort();
    case FAULT_KILL:
        raise(SIGKILL);
        return;
    case FAULT_ALARM:
        raise(SIGALRM);
        return;
    case FAULT_CTRL_C:
        raise(SIGINT);
        return;
    case FAULT_TERM:
        raise(SIGTERM);
        return;
    case FAULT_EXIT:
        exit(0);
    case FAULT_QUIT:
        _exit(130);
    case FAULT_EXEC:
        execl("/bin/true", "true", (char *)NULL);
        return;
    case FAULT_THREAD:
        pthread_exit(NULL);
    case FAULT_SPIN:
        for (;;)
            depth = 0;
    case FAULT_HUNGRY:
        eat();
        return;
    case FAULT_RECURSE:
        recurse("");
        return;
    case FAULT_FREE:
        free_within(r);
        return;
    case FAULT_TONGUES:
        fputs("\xa5\xa5\x1b[31m,\"\xff\n", stderr);
        abort();
    case FAULT_NAN:
        change(r, problem->n_contacts, NAN);
        return;
    case FAULT_HUGE:
        change(r, problem->n_contacts, 1e300);
        return;
    case FAULT_ZERO:
        change(r, problem->n_contacts, 0.0);
        return;
    case FAULT_TAMPER:
        tamper(problem);
        return;
    case FAULT_SCRIBBLE:
        on_shared(scribble);
        return;
    case FAULT_UNMAP:
        on_shared(unmap);
        return;
    case FAULT_CLOSE:
        closefrom(0);
        return;
    case FAULT_WRITE:
        write_everywhere();
        return;
    case FAULT_ROUNDING:
        fesetround(FE_UPWARD);
        return;
    case FAULT_BLOCK:
        block_signals();
        return;
    case FAULT_CHDIR:
        if (chdir("/") == 0)
            setsid();
        return;
    case FAULT_LIMITS:
        lower_limits();
        return;
    case FAULT_CHILDREN:
    case FAULT_DAEMON:
    case FAULT_GROUP:
    case FAULT_RUNNER:
        leave(what);
        return;
    case FAULT_USR2:
        send(getppid(), SIGUSR2);
        return;
    case FAULT_KILL_PARENT:
        send(getppid(), SIGKILL);
        return;
    case FAULT_CTRL_C_PARENT:
        send(getppid(), SIGINT);
        return;
    }
}

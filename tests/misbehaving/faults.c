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

static void leave_well(void)
{
    exit(0);
}

static void leave_as_interrupted(void)
{
    _exit(130);
}

static void become_another(void)
{
    execl("/bin/true", "true", (char *)NULL);
}

static void end_thread(void)
{
    pthread_exit(NULL);
}

static void spin(void)
{
    for (;;)
        depth = 0;
}

static void overflow(void)
{
    recurse("");
}

static void speak_in_tongues(void)
{
    fputs("\xa5\xa5\x1b[31m,\"\xff\n", stderr);
    abort();
}

static void scribble_on_shared(void)
{
    on_shared(scribble);
}

static void unmap_shared(void)
{
    on_shared(unmap);
}

static void close_all(void)
{
    closefrom(0);
}

static void round_upward(void)
{
    fesetround(FE_UPWARD);
}

static void move_away(void)
{
    if (chdir("/") == 0)
        setsid();
}

/* Faults that are a signal, to itself or to the parent; 0: they are another. */
static const int raised[] = {
    [FAULT_SEGV] = SIGSEGV,  [FAULT_KILL] = SIGKILL, [FAULT_ALARM] = SIGALRM,
    [FAULT_CTRL_C] = SIGINT, [FAULT_TERM] = SIGTERM, [N_FAULTS] = 0};
static const int sent[] = {[FAULT_USR2] = SIGUSR2,
                           [FAULT_KILL_PARENT] = SIGKILL,
                           [FAULT_CTRL_C_PARENT] = SIGINT,
                           [N_FAULTS] = 0};

/* Faults of the whole process; NULL: they are another. */
static void (*const acts[])(void) = {[FAULT_ABORT] = abort,
                                     [FAULT_EXIT] = leave_well,
                                     [FAULT_QUIT] = leave_as_interrupted,
                                     [FAULT_EXEC] = become_another,
                                     [FAULT_THREAD] = end_thread,
                                     [FAULT_SPIN] = spin,
                                     [FAULT_HUNGRY] = eat,
                                     [FAULT_RECURSE] = overflow,
                                     [FAULT_TONGUES] = speak_in_tongues,
                                     [FAULT_SCRIBBLE] = scribble_on_shared,
                                     [FAULT_UNMAP] = unmap_shared,
                                     [FAULT_CLOSE] = close_all,
                                     [FAULT_WRITE] = write_everywhere,
                                     [FAULT_ROUNDING] = round_upward,
                                     [FAULT_BLOCK] = block_signals,
                                     [FAULT_CHDIR] = move_away,
                                     [FAULT_LIMITS] = lower_limits,
                                     [N_FAULTS] = NULL};

void commit(fault what, const ss_problem *problem, double *r)
{
    if (raised[what] != 0)
        raise(raised[what]);
    else if (sent[what] != 0)
        send(getppid(), sent[what]);
    else if (acts[what] != NULL)
        acts[what]();
    else if (what == FAULT_CHILDREN || what == FAULT_DAEMON || what == FAULT_GROUP ||
             what == FAULT_RUNNER)
        leave(what);
    else if (what == FAULT_FREE)
        free_within(r);
    else if (what == FAULT_NAN)
        change(r, problem->n_contacts, NAN);
    else if (what == FAULT_HUGE)
        change(r, problem->n_contacts, 1e300);
    else if (what == FAULT_ZERO)
        change(r, problem->n_contacts, 0.0);
    else if (what == FAULT_TAMPER)
        tamper(problem);
}

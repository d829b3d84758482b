/* One piece of work in a child process with limits: what crashes, hangs, eats memory, prints or
 * calls exit() there costs nobody else anything, and how it ended is a result.
 *
 * The life of a child, and who does what:
 *
 *     parent                                  child, in a process group of its own
 *     start    a pipe, fork  ---------------> dies with the parent; stdin and stdout are /dev/null,
 *     wait     keeps what it writes,          stderr is the pipe; sealed if asked; crashes caught,
 *              kills it past its limits       limits set; then work(shared, context)
 *     ended    asked, without reaping it
 *     finish   kills the rest of its group, <- exit code, exit(), or a signal
 *              reaps it, says how it ended
 *
 * Results come back through memory of ss_child_share, which the parent makes before and releases
 * after; `context` goes in as a copy, and what the child writes there is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_CHILD_H
#define SS_PROBLEMS_BASE_CHILD_H

#include "problems/base/error.h"

#include <stddef.h>
#include <sys/types.h>

/* Limits of the child; 0: none. */
typedef struct ss_child_limits {
    double wall_s;        /* wall-clock time from the fork on; then SIGKILL, within 0.2 s */
    size_t address_bytes; /* address space on top of what the program holds at the fork */
    double busy_s;        /* CPU time of the child, all its threads; then SIGKILL, within 0.2 s */
    unsigned cpu_s;       /* CPU time of one process; then SIGXCPU */
    bool sealed;          /* for what is not trusted: ss_seal, and all that it has started, in a
                             group or session of its own too, is killed with it */
    bool (*stop)(void);   /* asked every tenth of a second by ss_child_run; true: the user wants the
                             child killed; NULL: nobody does */
} ss_child_limits;

typedef enum ss_child_how {
    SS_CHILD_EXITED,    /* `work` returned, or something in it called exit() */
    SS_CHILD_SIGNALLED, /* a signal ended it; SIGKILL (9) is often the system out of memory */
    SS_CHILD_TIMEOUT,   /* it was killed at wall_s or busy_s, or ended with more than busy_s used */
    SS_CHILD_OUT_OF_MEMORY /* see ss_child_run */
} ss_child_how;

enum { SS_CHILD_MESSAGE = 4096 };

typedef struct ss_child_ending {
    ss_child_how how;
    int code;      /* EXITED: what `work` returned or exit() got, 0 to 255; SIGNALLED: which */
    double wall_s; /* from the fork to the end */
    double cpu_s;  /* user and system time of the child, all its threads */
    double max_rss_bytes; /* the largest resident set, what it shares with the parent included */
    char message[SS_CHILD_MESSAGE]; /* the start of what it wrote to stderr, cleaned */
} ss_child_ending;

/* The work: hands results over through `shared`, returns 0 to 255. `context` is a copy of the
 * caller's as it was at the fork. */
typedef int ss_child_work(void *shared, void *context);

/* Memory that a child's writes show in: zeros at first, page-aligned, between two pages that crash
 * whoever runs into them. What is written before a crash stays. NULL and an error without memory.
 * Release with ss_child_unshare, same size. */
void *ss_child_share(size_t bytes, ss_error *error);
void ss_child_unshare(void *shared, size_t bytes);

/* Keep it from the children that are started from here on. */
void ss_child_hide(void *shared, size_t bytes);

/* Run `work` in a child and wait for its end. True once the child has ended, however it did. The
 * child reads nothing (stdin), prints nowhere (stdout), leaves no core, and dies with its parent.
 * Processes that it starts are killed with it; those that leave its group only if it is sealed, and
 * while this process lives.
 * It keeps the handlers of SIGINT: in its group it hears of Ctrl-C only if it is told.
 *
 * OUT_OF_MEMORY: `work` ended, by its return value, by exit(), by SIGSEGV, SIGBUS or SIGABRT, and
 * then errno was ENOMEM (the last library call that failed lacked memory, and it was not caught)
 * or less than 1 MB of address space was left; or it returned ss_error_exit_code(SS_ERROR_MEMORY).
 * A return value of 0 is always EXITED.
 *
 * False: SS_ERROR_MEMORY (the system has no room for a child), SS_ERROR_INTERRUPTED
 * (limits->stop; the child has been killed) or SS_ERROR_INTERNAL. */
bool ss_child_run(const ss_child_limits *limits, ss_child_work *work, void *shared, void *context,
                  ss_child_ending *ending, ss_error *error);

/* The same for several children at a time: start each, then wait, ask and finish in turn. A child
 * as its parent sees it; leave the members to the functions. A zeroed struct is no child. */
typedef struct ss_child {
    pid_t pid;
    int pid_fd;     /* readable once the child has ended; -1 on an old kernel */
    int message_fd; /* reading end of its stderr; -1 once closed */
    double start_s, wall_s, busy_s;
    size_t message_length;
    bool killed, sealed;
    unsigned long long birth; /* in ticks of the system's clock */
    ss_child_ending ending;
    /* For the caller to set, where sealed ones live at a time: all of them (borrowed; free places
     * too). Whatever else was started since a sealed one ends with it. */
    const struct ss_child *siblings;
    size_t n_siblings;
} ss_child;

/* Start one. `limits` may go after the call; the rest as for ss_child_run. SS_ERROR_MEMORY. */
bool ss_child_start(ss_child *child, const ss_child_limits *limits, ss_child_work *work,
                    void *shared, void *context, ss_error *error);

/* Wait until one of the n has ended or written, or `seconds` or a tenth of a second have passed;
 * entries that are no child are skipped. Afterwards children past their limit have been killed. */
void ss_child_wait(ss_child *children, size_t n, double seconds);

/* True once the child has ended; it is left unreaped, so that its number stays its own. */
bool ss_child_ended(const ss_child *child);

/* End it now: finish it afterwards. */
void ss_child_kill(ss_child *child);

/* Take leave of a child that has ended (or wait for its end); the struct is no child any more but
 * for `ending`. SS_ERROR_INTERNAL if somebody else has waited for it. */
bool ss_child_finish(ss_child *child, ss_error *error);

#endif

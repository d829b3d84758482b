/* A process of the user's that solves or poses problems: started from words, spoken to over one
 * socket, which is its descriptor 3. What it prints (stdout, stderr) is kept apart, up to a bound.
 * It runs in a process group of its own, all of which ends with it.
 *
 *     start -> send, read_line, read, ... -> stop       after an error: stop only
 *
 * Calls wait for the process and meanwhile ask `over` every tenth of a second, who may end it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_CLIENT_H
#define SS_PROBLEMS_BASE_CLIENT_H

#include "problems/base/error.h"

#include <stddef.h>
#include <sys/types.h>

/* What is kept of its prints, bytes; the longest line that it may write, with its end. */
enum { SS_CLIENT_LOG = 65536, SS_CLIENT_LINE = 256 };

/* Zeroed: no process. */
typedef struct ss_client {
    pid_t pid;         /* 0: none */
    int fd, printed;   /* the socket; the reading end of what it prints, -1 once closed */
    bool reaped;       /* it has ended, and `status` says how */
    bool is_over;      /* `over` has said so: the error is no fault of its own */
    int status;        /* of waitpid */
    double cpu_s;      /* its CPU time when it was asked last */
    double waste_s;    /* its CPU time that is no solving: its start-up */
    size_t log_length; /* bytes in `log`; what comes later is read and dropped */
    char log[SS_CLIENT_LOG];
    const char *log_path; /* the file that it is added to when the process is stopped; "": none */
    bool (*over)(void *self, double cpu_s); /* may be NULL; cpu_s: since the problem came */
    void *self;
} ss_client;

/* Start the program argv[0], found along PATH, with no shell. SS_ERROR_FAILED with the reason. */
bool ss_client_start(ss_client *client, char *const *argv, ss_error *error);

/* Send bytes; read just `size` bytes; read a line, and leave what is behind it. SS_ERROR_FAILED
 * says how the process failed: it ended, closed its socket, wrote too long a line; or is_over. */
bool ss_client_send(ss_client *client, const void *bytes, size_t size, ss_error *error);
bool ss_client_read(ss_client *client, void *bytes, size_t size, ss_error *error);
bool ss_client_read_line(ss_client *client, char line[SS_CLIENT_LINE], ss_error *error);

/* True if it has written what nobody has read. */
bool ss_client_has_more(const ss_client *client);

/* CPU time of the process, all its threads, since this was asked last, s. Processes that it has
 * started are not in it. */
double ss_client_cpu(ss_client *client);

/* Close the socket; kill the group unless it ends within `patience_s`. What it printed
 * goes to its file. */
void ss_client_stop(ss_client *client, double patience_s);

#endif

/* The lines that a solver in a process of its own writes (solvers/command/README.md is the
 * protocol). They come from outside: each is checked before a number of it is used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_COMMAND_PROTOCOL_H
#define SS_SOLVERS_COMMAND_PROTOCOL_H

#include "problems/base/error.h"

#include <stddef.h>

enum { SS_PROTOCOL_VERSION = 1 };

typedef enum ss_reply_kind {
    SS_REPLY_HELLO,   /* "stickslip VERSION [bodies]", once, before the first problem */
    SS_REPLY_ITERATE, /* "iterate COUNT ITERATIONS", then COUNT doubles */
    SS_REPLY_ANSWER   /* "answer COUNT ITERATIONS converged|unconverged SECONDS", then the same */
} ss_reply_kind;

typedef struct ss_reply {
    ss_reply_kind kind;
    size_t iterations; /* since the problem came; at most 1e9 */
    bool converged;    /* what an answer claims */
    bool bodies;       /* a hello asks for problems on their bodies */
    double time_s;     /* the time that it says it took, s */
} ss_reply;

/* Read a line, without its end, from who is to send `count` numbers. SS_ERROR_FAILED, with the line
 * cleaned for a terminal, for what is no such line, another version, another count, and for
 * "error TEXT", by which a solver gives up. */
bool ss_reply_parse(ss_reply *reply, const char *line, size_t count, ss_error *error);

#endif

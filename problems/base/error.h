/* Errors: what stops a command. (What a solver ends with is an outcome, not an error:
 * solvers/base/outcome.h.) Every fallible function takes an `ss_error *` as its last argument and
 * returns false after filling it in; the first error wins.
 *
 * Invariant: whoever returns false has filled in `error`, or has found an earlier one
 * there. main prints its one line on stderr and exits with the code of the list below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BASE_ERROR_H
#define SS_PROBLEMS_BASE_ERROR_H

#include <stdbool.h>

/* id, exit code of the program, meaning. The codes are those of <sysexits.h> where one fits. */
#define SS_ERROR_LIST(X)                                                                           \
    X(NONE, 0, "success")                                                                          \
    X(FAILED, 1, "a solver fails its checks (`check`, `judge`); the page says which and why")      \
    X(NOTHING, 14, "no run of a campaign counts (solved to a small E1), or no conclusion")         \
    X(USAGE, 64, "the command line names something unknown, or a value is out of its range")       \
    X(DATA, 65, "an input file is missing, unreadable or does not say what it should")             \
    X(UNAVAILABLE, 69,                                                                             \
      "a program (gnuplot) or module is missing or failed, or cores are not free")                 \
    X(INTERNAL, 70, "a fault in stickslip itself; please report it")                               \
    X(MEMORY, 71, "out of memory")                                                                 \
    X(OUTPUT, 73, "the output folder or file exists already, or cannot be made")                   \
    X(IO, 74, "a file could not be written whole (disk full); nothing half-written stays")         \
    X(QUEUED, 75, "runs of `reproduce` are left to a cluster's queue: no tables yet")              \
    X(INTERRUPTED, 130, "stopped by Ctrl-C (SIGINT) or SIGTERM; what was complete is kept")

typedef enum ss_error_code {
#define X(id, exit_code, meaning) SS_ERROR_##id,
    SS_ERROR_LIST(X)
#undef X
} ss_error_code;

typedef struct ss_error {
    ss_error_code code; /* SS_ERROR_NONE until something failed */
    char text[512];     /* one line for the user: what, where, which value, what would be right */
} ss_error;

/* Record an error unless one is recorded already. A text that does not fit has "..." in its
 * middle, so names need no precision in `format`. `error` may be NULL. Always returns false. */
bool ss_error_set(ss_error *error, ss_error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same of SS_ERROR_MEMORY: "no memory for " and what. */
bool ss_error_memory(ss_error *error, const char *what, ...) __attribute__((format(printf, 2, 3)));
#ifdef __clang_analyzer__ /* it sees no other file */
#define ss_error_set(...)    (ss_error_set(__VA_ARGS__), false)
#define ss_error_memory(...) (ss_error_memory(__VA_ARGS__), false)
#endif

/* Make a text of unknown origin fit for a table and a terminal: bytes that are no UTF-8, and
 * control characters but tab and the ends of lines, become '?'. */
void ss_text_clean(char *text);

/* The exit code of a code, for main(). */
int ss_error_exit_code(ss_error_code code);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { SAME_REQUEST_MS = 200, TERM_PATIENCE_MS = 2000, EXIT_INTERRUPTED = 130 };

enum { CLOCK_MASK = 0x1fffffff, SECOND_REQUEST = 0x20000000, BY_TERM = 0x40000000 };

/* The time of the last request, in ms on a clock that never shows 0, with the bit SECOND_REQUEST if
 * it was not the first and BY_TERM if the first was SIGTERM; 0 while there is none. It is the only
 * mutable file-scope object of the project: a signal handler has no other way out. */
static volatile sig_atomic_t requested_ms = 0;

/* Monotonic milliseconds modulo 2^29, made odd so that it is never 0. Async-signal-safe. */
static int now_ms(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const long long ms = now.tv_sec * 1000LL + now.tv_nsec / 1000000;
    return (int)(ms & CLOCK_MASK) | 1;
}

/* Since the last request; the clock wraps around. */
static int since_request(int now)
{
    return (now - requested_ms) & CLOCK_MASK;
}

static void on_request(int number)
{
    const int now = now_ms();
    if (requested_ms == 0)
        requested_ms = number == SIGTERM ? now | BY_TERM : now;
    else if (number == SIGINT && since_request(now) > SAME_REQUEST_MS)
        _exit(EXIT_INTERRUPTED);
}

static void on_request_in_two_stages(int number)
{
    const int now = now_ms();
    if (requested_ms != 0 && since_request(now) <= SAME_REQUEST_MS)
        return;
    if (requested_ms & SECOND_REQUEST)
        _exit(EXIT_INTERRUPTED);
    requested_ms = requested_ms != 0   ? now | SECOND_REQUEST
                   : number == SIGTERM ? now | BY_TERM
                                       : now;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(number, &action, NULL);
}

void ss_interrupt_install(void)
{
    handle(SIGINT, on_request);
    handle(SIGTERM, on_request);
    handle(SIGXFSZ, SIG_IGN);
    handle(SIGPIPE, SIG_IGN);
    handle(SIGCHLD, SIG_DFL);
}

void ss_interrupt_install_two_stages(void)
{
    handle(SIGINT, on_request_in_two_stages);
    handle(SIGTERM, on_request_in_two_stages);
}

void ss_interrupt_install_relayed(void)
{
    handle(SIGUSR1, on_request);
}

bool ss_interrupted(void)
{
    return requested_ms != 0;
}

bool ss_interrupted_twice(void)
{
    const int request = requested_ms;
    return (request & SECOND_REQUEST) != 0 ||
           ((request & BY_TERM) != 0 && since_request(now_ms()) > TERM_PATIENCE_MS);
}

bool ss_interrupt_is_term(void)
{
    return (requested_ms & BY_TERM) != 0;
}

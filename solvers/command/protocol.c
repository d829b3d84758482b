/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/command/protocol.h"

#include "problems/base/client.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The decimal count at *at, at most 1e9, after one blank; *at moves behind it. */
static bool take_count(const char **at, size_t *count)
{
    char *end = NULL;
    if ((*at)[0] != ' ' || (*at)[1] < '0' || (*at)[1] > '9')
        return false;
    const unsigned long long value = strtoull(*at + 1, &end, 10);
    *at = end;
    *count = (size_t)value;
    return value <= 1000000000;
}

/* A claim and the seconds behind it, to the end of the line. */
static bool take_claim(const char *at, ss_reply *reply)
{
    static const char yes[] = " converged ", no[] = " unconverged ";
    char *end = NULL;
    reply->converged = strncmp(at, yes, sizeof yes - 1) == 0;
    if (!reply->converged && strncmp(at, no, sizeof no - 1) != 0)
        return false;
    at += reply->converged ? sizeof yes - 1 : sizeof no - 1;
    reply->time_s = strtod(at, &end);
    return end != at && *end == '\0' && isfinite(reply->time_s) && reply->time_s >= 0.0;
}

static bool refuse(const char *line, ss_error *error)
{
    char shown[80];
    snprintf(shown, sizeof shown, "%s", line);
    ss_text_clean(shown);
    return ss_error_set(error, SS_ERROR_FAILED, "writes '%s', which is no line of the protocol",
                        shown);
}

bool ss_reply_parse(ss_reply *reply, const char *line, size_t count, ss_error *error)
{
    static const char hello[] = "stickslip", iterate[] = "iterate", answer[] = "answer";
    const char *at = line + strcspn(line, " ");
    const size_t length = (size_t)(at - line);
    size_t n = 0;
    *reply = (ss_reply){.kind = SS_REPLY_HELLO};
    if (length == 5 && strncmp(line, "error", length) == 0) {
        char text[SS_CLIENT_LINE];
        snprintf(text, sizeof text, "%s", at + strspn(at, " "));
        ss_text_clean(text);
        return ss_error_set(error, SS_ERROR_FAILED, "gives up: %s", text);
    }
    if (!take_count(&at, &n))
        return refuse(line, error);
    reply->bodies = strcmp(at, " bodies") == 0;
    if (length == sizeof hello - 1 && strncmp(line, hello, length) == 0)
        return *at != '\0' && !reply->bodies
                   ? refuse(line, error)
                   : n == SS_PROTOCOL_VERSION ||
                         ss_error_set(error, SS_ERROR_FAILED,
                                      "speaks version %zu of the protocol, not %d", n,
                                      SS_PROTOCOL_VERSION);
    const bool is_answer = length == sizeof answer - 1 && strncmp(line, answer, length) == 0;
    if (!is_answer && (length != sizeof iterate - 1 || strncmp(line, iterate, length) != 0))
        return refuse(line, error);
    reply->kind = is_answer ? SS_REPLY_ANSWER : SS_REPLY_ITERATE;
    if (!take_count(&at, &reply->iterations) || (is_answer ? !take_claim(at, reply) : *at != '\0'))
        return refuse(line, error);
    return n == count || ss_error_set(error, SS_ERROR_FAILED,
                                      "answers with %zu numbers where r has %zu", n, count);
}

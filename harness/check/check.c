/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"

#include "solvers/command/command.h"
#include "solvers/laws/other_law.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SS_CHECK(id, fault) extern const ss_check ss_check_##id;
#include "harness/check/checks.def"
#undef SS_CHECK

const ss_check *ss_check_at(unsigned kind, size_t k)
{
#define SS_CHECK(id, fault) &ss_check_##id,
    static const ss_check *const checks[] = {
#include "harness/check/checks.def"
        NULL};
#undef SS_CHECK
    const ss_check *const *at = checks;
    while (*at != NULL && (((*at)->serves & kind) == 0 || k-- > 0))
        ++at;
    return *at;
}

unsigned ss_check_kind(const ss_choice *choice)
{
    return choice->outer != NULL ? SS_CHOICE_OUTER : SS_CHOICE_LOCAL;
}

void ss_check_see(const ss_check_case *c, double value, const char *format, ...)
{
    ss_check_finding *const f = c->finding;
    va_list arguments;
    if (isnan(f->value) || value <= f->value)
        return;
    f->value = value;
    va_start(arguments, format);
    vsnprintf(f->detail, sizeof f->detail, format, arguments);
    va_end(arguments);
}

void ss_check_count(const ss_check_case *c, const char *format, ...)
{
    ss_check_finding *const f = c->finding;
    va_list arguments;
    va_start(arguments, format);
    if (f->value == 0.0)
        vsnprintf(f->detail, sizeof f->detail, format, arguments);
    va_end(arguments);
    f->value += 1.0;
}

/* Bounds of errors are made for answers to E1 1e-12; of a choice with less digits they grow as its
 * E1 does. Counts and sweeps stay. */
static double threshold_of(const ss_check *check, const ss_choice *choice)
{
    const bool is_error = check->threshold > 0.0 && check->threshold < 1.0;
    const double reach = choice->outer != NULL ? choice->outer->reach : 0.0;
    return is_error && reach > 1e-12 ? check->threshold * (reach / 1e-12) : check->threshold;
}

/* A million times the threshold: no case more makes it better, and each may run into its cap. */
bool ss_check_is_hopeless(const ss_check_finding *f)
{
    const double threshold = f->threshold;
    return !isfinite(f->value) || (threshold > 0.0 && f->value > 1e6 * threshold);
}

bool ss_check_run(const ss_check *check, const ss_choice *choice, ss_check_finding *f,
                  ss_error *error)
{
    *f = (ss_check_finding){
        .check = check, .threshold = threshold_of(check, choice), .verdict = check->beyond};
    ss_check_room room;
    ss_check_case c = {.choice = choice, .room = &room, .finding = f, .error = error};
    const size_t size = choice->solver != NULL ? choice->solver->state_size : 0;
    c.stride = size + 16 - size % 16;
    c.states = malloc(2 * c.stride);
    c.rng = ss_check_random_create(check->seed, error);
    bool asked = c.states != NULL && c.rng != NULL;
    if (c.states == NULL)
        ss_error_memory(error, "the state of %s", choice->label);
    for (; asked && c.k < check->n && !ss_check_is_hopeless(f); ++c.k) {
        memset(c.states, 0, 2 * c.stride);
        room = (ss_check_room){.one.step = NULL};
        asked = check->one(&c);
        ss_check_answer_free(&room.a);
        ss_check_answer_free(&room.b);
        ss_check_copy_free(&room.copy);
        ss_check_cluster_free(&room.one);
        ss_check_cluster_free(&room.other);
    }
    gsl_rng_free(c.rng);
    free(c.states);
    if (asked && f->n_compared < check->least && !ss_check_is_hopeless(f))
        asked = ss_error_set(error, SS_ERROR_INTERNAL, "only %zu problems with a unique solution",
                             f->n_compared);
    f->verdict = f->value <= f->threshold ? SS_CHECK_PASS : check->beyond;
    if (asked || error->code != SS_ERROR_FAILED)
        return asked;
    snprintf(f->detail, sizeof f->detail, "%.*s", (int)sizeof f->detail - 1, error->text);
    error->code = SS_ERROR_NONE; /* a fault of the solver is an answer */
    f->value = NAN;
    f->verdict = SS_CHECK_FAIL;
    return true;
}

/* The child's task. */
typedef struct assignment {
    const ss_check *check;
    const ss_choice *choice;
} assignment;

/* In the child. */
static int work(void *shared, void *context)
{
    const assignment *const a = context;
    ss_error error = {.code = SS_ERROR_NONE};
    ss_check_finding found;
    if (ss_check_run(a->check, a->choice, &found, &error))
        *(ss_check_finding *)shared = found; /* one that calls exit(0) has not got here */
    else
        fprintf(stderr, "%s", error.text);
    return ss_error_exit_code(error.code);
}

/* The finding of a child that ended badly: its detail says how. */
static void set_ending(ss_check_finding *f, const ss_child_ending *ending)
{
    char how[80] = "";
    f->hung = ending->how == SS_CHILD_TIMEOUT ||
              (ending->how == SS_CHILD_SIGNALLED && ending->code == SIGXCPU);
    switch (ending->how) {
    case SS_CHILD_TIMEOUT:
        snprintf(how, sizeof how, "did not end within the limit of time (--timeout)");
        break;
    case SS_CHILD_SIGNALLED:
        if (f->hung)
            snprintf(how, sizeof how, "did not end within %d s of CPU time (--timeout)",
                     SS_CHECK_CPU_S);
        else
            snprintf(how, sizeof how, "crashed: %s (signal %d)", strsignal(ending->code),
                     ending->code);
        break;
    case SS_CHILD_OUT_OF_MEMORY:
        snprintf(how, sizeof how, "ran out of memory");
        break;
    case SS_CHILD_EXITED:
        snprintf(how, sizeof how, "ended the process with exit code %d", ending->code);
        break;
    }
    const size_t line = strcspn(ending->message, "\r\n");
    snprintf(f->detail, sizeof f->detail, "%s%s%.*s", how, line > 0 ? "; it wrote: " : "",
             (int)(line < 120 ? line : 120), ending->message);
    f->value = NAN;
    f->verdict = SS_CHECK_FAIL;
}

void ss_check_skip(const ss_check *check, ss_check_finding *f)
{
    *f = (ss_check_finding){
        .check = check, .threshold = check->threshold, .value = NAN, .verdict = SS_CHECK_FAIL};
    snprintf(f->detail, sizeof f->detail, "skipped: hangs");
}

bool ss_check_run_isolated(const ss_check *check, const ss_choice *choice,
                           const ss_child_limits *limits, ss_check_finding *f, ss_error *error)
{
    assignment a = {check, choice};
    ss_child_ending ending;
    ss_check_finding *const shared = ss_child_share(sizeof *shared, error);
    if (shared == NULL)
        return false;
    const bool ended = ss_child_run(limits, work, shared, &a, &ending, error);
    const bool finished = shared->check == check;
    *f = *shared;
    f->check = check;
    f->threshold = threshold_of(check, choice);
    if (ended && !(ending.how == SS_CHILD_EXITED && finished))
        set_ending(f, &ending);
    ss_child_unshare(shared, sizeof *shared);
    return ended;
}

bool ss_check_takes(const ss_choice *choice, ss_error *error)
{
    if (choice->outer == &ss_outer_other_law)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%s: it solves another law, and is wrong by Coulomb's, as its E1 says",
                            choice->label);
    return choice->outer != &ss_outer_command ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "%s: checks call functions, which a process has not; run it beside another "
                        "and compare: stickslip run -p P -s 'sal,%s' -o DIR; stickslip compare DIR "
                        "DIR --solver 'sal:%s'",
                        choice->label, choice->label, choice->label);
}

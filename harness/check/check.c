/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"

#include "harness/check/random.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SS_CHECK(id) extern const ss_check ss_check_##id;
#include "harness/check/checks.def"
#undef SS_CHECK

static const ss_check *const checks[] = {
#define SS_CHECK(id) &ss_check_##id,
#include "harness/check/checks.def"
#undef SS_CHECK
};

enum { n_checks = sizeof checks / sizeof checks[0] };

const ss_check *ss_check_at(size_t k)
{
    return k < n_checks ? checks[k] : NULL;
}

const ss_check *ss_check_find(const char *name, ss_error *error)
{
    static const ss_names names =
        SS_NAMES_OF_POINTERS(checks, "no check", "'stickslip check sbp' shows them");
    return ss_names_find(&names, name, error);
}

const char *ss_check_verdict_word(ss_check_verdict verdict)
{
    static const char *const words[] = {
#define X(id, word, meaning) word,
        SS_CHECK_VERDICT_LIST(X)
#undef X
    };
    return words[verdict];
}

void ss_check_finding_see(ss_check_finding *f, double value, const char *format, ...)
{
    va_list arguments;
    if (isnan(f->value) || value <= f->value)
        return;
    f->value = value;
    va_start(arguments, format);
    vsnprintf(f->detail, sizeof f->detail, format, arguments);
    va_end(arguments);
}

void ss_check_finding_count(ss_check_finding *f, const char *format, ...)
{
    va_list arguments;
    f->value += 1.0;
    if (f->value > 1.0)
        return;
    va_start(arguments, format);
    vsnprintf(f->detail, sizeof f->detail, format, arguments);
    va_end(arguments);
}

bool ss_check_is_hopeless(const ss_check_finding *f)
{
    const double threshold = f->check->threshold;
    return !isfinite(f->value) || (threshold > 0.0 && f->value > 1e6 * threshold);
}

bool ss_check_loop(const ss_choice *choice, unsigned long seed, size_t n, ss_check_case *one,
                   ss_check_finding *f, ss_error *error)
{
    gsl_rng *const rng = ss_check_random_create(seed, error);
    bool asked = rng != NULL;
    for (size_t k = 0; asked && k < n && !ss_check_is_hopeless(f); ++k)
        asked = one(choice, rng, k, f, error);
    gsl_rng_free(rng);
    return asked;
}

static bool look(const ss_check *check, const ss_choice *choice, ss_check_finding *f,
                 ss_error *error)
{
    bool asked = true;
    if (check->one == NULL)
        return check->measure(choice, f, error);
    if (!check->own_seeds)
        return ss_check_loop(choice, check->seed, check->n, check->one, f, error);
    for (size_t k = 0; asked && k < check->n && !ss_check_is_hopeless(f); ++k) {
        gsl_rng *const rng = ss_check_random_create(check->seed + k, error);
        asked = rng != NULL && check->one(choice, rng, k, f, error);
        gsl_rng_free(rng);
    }
    return asked;
}

bool ss_check_run(const ss_check *check, const ss_choice *choice, ss_check_finding *f,
                  ss_error *error)
{
    *f = (ss_check_finding){.check = check, .verdict = check->beyond};
    if (!look(check, choice, f, error))
        return false;
    f->verdict = f->value <= check->threshold ? SS_CHECK_PASS : check->beyond;
    return true;
}

/* What the child hands over. A solver that calls exit(0) has not finished. */
typedef struct handover {
    ss_check_finding finding;
    bool finished;
} handover;

/* What the child works on. */
typedef struct assignment {
    const ss_check *check;
    const ss_choice *choice;
} assignment;

static int work(void *shared, void *context)
{
    const assignment *const a = context;
    ss_error error = {.code = SS_ERROR_NONE};
    handover *const out = shared;
    out->finished = ss_check_run(a->check, a->choice, &out->finding, &error);
    if (!out->finished)
        fprintf(stderr, "%s", error.text);
    return ss_error_exit_code(error.code);
}

void ss_check_finding_end(ss_check_finding *f, const ss_child_ending *ending)
{
    char how[80] = "";
    switch (ending->how) {
    case SS_CHILD_TIMEOUT:
        snprintf(how, sizeof how, "did not end within the limit of time (--timeout)");
        break;
    case SS_CHILD_SIGNALLED:
        snprintf(how, sizeof how, "crashed: %s (signal %d)", strsignal(ending->code), ending->code);
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

bool ss_check_run_isolated(const ss_check *check, const ss_choice *choice,
                           const ss_child_limits *limits, ss_check_finding *f, ss_error *error)
{
    assignment a = {check, choice};
    ss_child_ending ending;
    handover *const shared = ss_child_share(sizeof *shared, error);
    if (shared == NULL)
        return false;
    const bool ended = ss_child_run(limits, work, shared, &a, &ending, error);
    *f = shared->finding;
    f->check = check;
    if (ended && !(ending.how == SS_CHILD_EXITED && shared->finished))
        ss_check_finding_end(f, &ending);
    ss_child_unshare(shared, sizeof *shared);
    return ended;
}

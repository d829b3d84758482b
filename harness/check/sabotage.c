/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/sabotage.h"

#include "harness/process/progress.h"

#include <math.h>
#include <stdlib.h>

#define SS_CHECK(id, fault) extern const ss_check ss_check_##id;
#include "harness/check/checks.def"
#undef SS_CHECK

ss_check_fault ss_check_fault_of(const ss_check *check)
{
    static const struct {
        const ss_check *check;
        ss_check_fault fault;
    } known[] = {
#define SS_CHECK(id, fault) {&ss_check_##id, SS_CHECK_FAULT_##fault},
#include "harness/check/checks.def"
#undef SS_CHECK
    };
    size_t k = 0;
    while (known[k].check != check)
        ++k;
    return known[k].fault;
}

/* A check on the solver itself: on nlgs around it, for outer solvers. */
static bool run_given(const ss_check_trial *t, const char *local, const ss_child_limits *limits,
                      ss_check_finding *finding, ss_error *error)
{
    ss_choice given = {.label = NULL};
    const bool parsed = t->kind == SS_CHOICE_OUTER
                            ? ss_choice_parse_with(&given, "nlgs", local, error)
                            : ss_choice_parse(&given, local, SS_CHOICE_LOCAL, error);
    const bool ran = parsed && ss_check_run_isolated(t->check, &given, limits, finding, error);
    ss_choice_free(&given);
    return ran;
}

static bool run_twin(const ss_check_trial *t, const char *local, ss_check_fault fault,
                     const ss_child_limits *limits, ss_check_finding *finding, ss_error *error)
{
    ss_check_twin twin;
    const bool ran = ss_check_twin_make(&twin, local, t->kind, fault, error) &&
                     ss_check_run_isolated(t->check, &twin.choice, limits, finding, error);
    ss_check_twin_free(&twin);
    return ran;
}

static ss_check_sabotage_verdict judge(const ss_check_trial *t)
{
    if (t->intact.verdict != SS_CHECK_PASS)
        return SS_CHECK_MOOT;
    return t->broken.verdict == SS_CHECK_PASS ? SS_CHECK_MISSED : SS_CHECK_CAUGHT;
}

/* Without the fault a twin is the solver, unless not to be in a list is the fault. */
bool ss_check_trial_run(ss_check_trial *t, const char *local, const ss_child_limits *limits,
                        ss_error *error)
{
    const bool ran = (t->fault == SS_CHECK_FAULT_NONE
                          ? run_given(t, local, limits, &t->intact, error)
                          : run_twin(t, local, SS_CHECK_FAULT_NONE, limits, &t->intact, error)) &&
                     run_twin(t, local, t->fault, limits, &t->broken, error);
    if (ran)
        t->verdict = judge(t);
    return ran;
}

/* Each check on its broken twin, and, where it is caught, on the twin without the fault. */
bool ss_check_sabotage_run(ss_check_sabotage *s, const char *local, const ss_child_limits *limits,
                           ss_error *error)
{
    static const unsigned kinds[] = {SS_CHOICE_LOCAL, SS_CHOICE_OUTER};
    ss_progress progress;
    bool good = true;
    s->local = local;
    s->n = 0;
    for (size_t i = 0; i < 2; ++i)
        for (size_t k = 0; ss_check_at(kinds[i], k) != NULL; ++k) {
            const ss_check *const check = ss_check_at(kinds[i], k);
            s->trials[s->n++] = (ss_check_trial){
                .check = check, .kind = kinds[i], .fault = ss_check_fault_of(check)};
        }
    ss_progress_begin(&progress, "sabotage", s->n, (double)s->n);
    for (size_t k = 0; good && k < s->n; ++k) {
        ss_progress_update(&progress, (ss_progress_state){(double)k, k, 1, 0});
        good = ss_check_trial_run(&s->trials[k], local, limits, error);
    }
    ss_progress_end(&progress);
    return good;
}

size_t ss_check_sabotage_count(const ss_check_sabotage *s)
{
    size_t n = 0;
    for (size_t k = 0; k < s->n; ++k)
        n += s->trials[k].verdict != SS_CHECK_CAUGHT;
    return n;
}

static const ss_report_column columns[] = {
    {"verdict", SS_REPORT_LEFT, false},    {"kind", SS_REPORT_LEFT, false},
    {"check", SS_REPORT_LEFT, false},      {"value", SS_REPORT_RIGHT, false},
    {"threshold", SS_REPORT_RIGHT, false}, {"twin", SS_REPORT_LEFT, false}};

static void add_trial(ss_report_sheet *sheet, const ss_check_trial *t)
{
    static const char *const words[] = {
        [SS_CHECK_CAUGHT] = "caught", [SS_CHECK_MISSED] = "MISSED", [SS_CHECK_MOOT] = "MOOT"};
    ss_report_cells(sheet, words[t->verdict], t->kind == SS_CHOICE_OUTER ? "outer" : "local",
                    t->check->name, NULL);
    ss_report_number(sheet, t->broken.value, 3, "-");
    ss_report_add(sheet, SS_REPORT_CELL, "%g", t->check->threshold);
    ss_report_cells(sheet, ss_check_fault_meaning(t->fault), NULL);
}

static void add_verdict(ss_report_sheet *sheet, const ss_check_sabotage *s)
{
    const char *comma = ": ";
    ss_report_add(sheet, SS_REPORT_REMARK, "verdict: %zu of %zu checks fail their broken twin",
                  s->n - ss_check_sabotage_count(s), s->n);
    for (size_t k = 0; k < s->n; ++k) {
        const ss_check_trial *const t = &s->trials[k];
        if (t->verdict == SS_CHECK_CAUGHT)
            continue;
        ss_report_append(sheet, "%s%s %s", comma, t->check->name,
                         t->verdict == SS_CHECK_MISSED ? "misses it" : "is moot");
        comma = ", ";
    }
}

bool ss_check_sabotage_print(const ss_check_sabotage *s, const ss_report_format *format, FILE *out,
                             ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    ss_report_add(&sheet, SS_REPORT_TITLE, "Sabotage of %s", s->local);
    ss_report_add(
        &sheet, SS_REPORT_REMARK,
        "Each check on a twin with one fault: local ones of %s, outer ones of nlgs around "
        "it. A value of - is a check that did not end by itself; MOOT is one that %s itself does "
        "not pass.",
        s->local, s->local);
    SS_REPORT_COLUMNS(&sheet, "sabotage", columns);
    for (size_t k = 0; k < s->n; ++k)
        add_trial(&sheet, &s->trials[k]);
    add_verdict(&sheet, s);
    return ss_report_end(&sheet, format, out, error);
}

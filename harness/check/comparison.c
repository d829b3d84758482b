/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/comparison.h"

#include "harness/check/check.h"
#include "harness/process/interrupt.h"
#include "harness/run/alone.h"

#include <stdlib.h>

/* Each takes a fraction of a second: sliding and rolling, a falling column, a colliding cloud. */
static const struct {
    const char *words, *name, *settings;
} problems[] = {
    {"sliding-ball, steps=1000", "sliding-ball", "steps=1000"},
    {"balls-4, steps=300", "balls-4", "steps=300"},
    {"balls-500, h=1e-3, steps=20", "balls-500", "h=1e-3,steps=20"},
};

enum { n_problems = sizeof problems / sizeof problems[0] };

ss_run_limits ss_check_run_limits(const ss_child_limits *check, double cpu_s)
{
    return (ss_run_limits){.timeout_s = check->cpu_s > 0 ? cpu_s : check->busy_s,
                           .memory_bytes = check->address_bytes};
}

bool ss_check_comparison_run_one(const ss_run *run, ss_check_comparison_run *out, ss_error *error)
{
    ss_alone_task task = {.run = *run};
    ss_outcome outcome = SS_OUTCOME_ERROR;
    task.run.observers.message = out->message;
    ss_interrupt_install_two_stages(); /* Ctrl-C lets the sweep end, once more ends the child */
    const bool ran = ss_alone_run(&task, &out->row, error);
    if (ss_interrupted())
        return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
    if (!ran && error->code != SS_ERROR_MEMORY) { /* its solver refuses the problem: a row, too */
        ss_run_begin_summary(run, &out->row);
        snprintf(out->message, sizeof out->message, "%.*s", (int)sizeof out->message - 1,
                 error->text);
        out->row.status = ss_outcome_name(SS_OUTCOME_ERROR);
        out->row.message = out->message;
        *error = (ss_error){.code = SS_ERROR_NONE};
        return true;
    }
    out->finished =
        ran && ss_outcome_find(out->row.status, &outcome) && !ss_outcome_is_cut_short(outcome);
    if (out->finished) /* remarks on its steps are for `run` */
        out->message[0] = '\0';
    return ran;
}

bool ss_check_comparison_make(ss_check_comparison *c, const ss_choice *choices, size_t n_choices,
                              const ss_child_limits *limits, ss_error *error)
{
    *c =
        (ss_check_comparison){.n_problems = n_problems, .n_solvers = n_choices, .solvers = choices};
    c->problems = calloc(n_problems, sizeof *c->problems);
    c->runs = calloc(n_problems * n_choices, sizeof *c->runs);
    bool made = c->runs != NULL && c->problems != NULL;
    if (c->runs == NULL || c->problems == NULL)
        ss_error_memory(error, "the problems");
    for (size_t p = 0; made && p < n_problems; ++p) {
        made = ss_problem_choice_parse(&c->problems[p], problems[p].name, error) &&
               ss_problem_choice_set_list(&c->problems[p], problems[p].settings, error);
        for (size_t s = 0; made && s < n_choices; ++s) {
            const ss_run run = {.problem = &c->problems[p],
                                .solver = &choices[s],
                                .stop = &ss_estimator_eps,
                                .limits = ss_check_run_limits(limits, SS_CHECK_CPU_S)};
            ss_check_comparison_run *const own = &c->runs[p * n_choices + s];
            own->problem = problems[p].words;
            made = ss_check_comparison_run_one(&run, own, error);
        }
    }
    return made;
}

void ss_check_comparison_free(ss_check_comparison *c)
{
    for (size_t p = 0; c->problems != NULL && p < n_problems; ++p)
        ss_problem_choice_free(&c->problems[p]);
    free(c->problems);
    free(c->runs);
    *c = (ss_check_comparison){.runs = NULL};
}

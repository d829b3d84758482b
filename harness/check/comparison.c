/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/comparison.h"

#include "harness/run/witness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each takes a fraction of a second: sliding and rolling, a falling column, a cloud that collides.
 */
static const struct {
    const char *words, *name, *settings;
} problems[] = {
    {"sliding-ball, steps=1000", "sliding-ball", "steps=1000"},
    {"balls-4, steps=300", "balls-4", "steps=300"},
    {"balls-500, h=1e-3, steps=20", "balls-500", "h=1e-3,steps=20"},
};

enum { n_problems = sizeof problems / sizeof problems[0] };

static int work(void *shared, void *context)
{
    ss_check_comparison_run *const out = shared;
    ss_error error = {.code = SS_ERROR_NONE};
    out->finished = ss_run_problem(context, &out->row, &error) &&
                    ss_outcome_find(out->row.status, &out->outcome);
    if (!out->finished)
        fprintf(stderr, "%s", error.text);
    return ss_error_exit_code(error.code);
}

/* Complete the row of a run whose process ended badly; the row is empty when not one step is known.
 */
static void set_ending(ss_check_comparison_run *out, const ss_run *run, ss_child_ending *ending)
{
    ss_summary_row *const row = &out->row;
    ss_trial_result nothing;
    if (ending->how == SS_CHILD_SIGNALLED && ending->code == SIGXCPU)
        ending->how = SS_CHILD_TIMEOUT;
    if (row->steps == 0) {
        ss_trial_no_result(&nothing);
        ss_run_summarize(run, 0, &nothing, row);
        row->steps = 0;
    }
    snprintf(out->message, sizeof out->message, "%.*s", (int)strcspn(ending->message, "\r\n"),
             ending->message);
    row->status = ss_outcome_name(ss_trial_outcome_of_ending(ending));
    row->signal = ending->how == SS_CHILD_SIGNALLED ? (size_t)ending->code : 0;
    row->message = out->message;
}

/* The texts of a row are those that the parent knows. */
static void set_texts(ss_check_comparison_run *out, const ss_run *run)
{
    if ((unsigned)out->outcome >= SS_OUTCOME_COUNT || out->outcome == SS_OUTCOME_INTERRUPTED)
        out->outcome = SS_OUTCOME_ERROR;
    ss_run_restore_texts(run, &out->row);
    out->message[0] = '\0';
    out->row.message = out->message;
    out->row.status = ss_outcome_name(out->outcome);
}

bool ss_check_comparison_run_one(const ss_run *run, const ss_child_limits *limits,
                                 ss_check_comparison_run *out, ss_error *error)
{
    ss_child_ending ending;
    ss_run copy = *run;
    copy.observers.witness = ss_witness_create(error);
    const bool ended =
        copy.observers.witness != NULL && ss_child_run(limits, work, out, &copy, &ending, error);
    ss_witness_free(copy.observers.witness);
    if (!ended)
        return false;
    set_texts(out, run);
    if (ending.how == SS_CHILD_TIMEOUT)
        out->finished = 0;
    if (!out->finished)
        set_ending(out, run, &ending);
    return true;
}

bool ss_check_comparison_make(ss_check_comparison *c, const ss_choice *choices, size_t n_choices,
                              const ss_child_limits *limits, ss_error *error)
{
    *c =
        (ss_check_comparison){.n_problems = n_problems, .n_solvers = n_choices, .solvers = choices};
    c->problems = calloc(n_problems, sizeof *c->problems);
    c->runs = calloc(n_problems * n_choices, sizeof *c->runs);
    ss_check_comparison_run *const shared = ss_child_share(sizeof *shared, error);
    bool made = c->runs != NULL && c->problems != NULL && shared != NULL;
    if (c->runs == NULL || c->problems == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the problems");
    for (size_t p = 0; made && p < n_problems; ++p) {
        made = ss_problem_choice_parse(&c->problems[p], problems[p].name, error) &&
               ss_problem_choice_set_list(&c->problems[p], problems[p].settings, error);
        for (size_t s = 0; made && s < n_choices; ++s) {
            const ss_run run = {
                .problem = &c->problems[p], .solver = &choices[s], .stop = &ss_estimator_eps};
            ss_check_comparison_run *const own = &c->runs[p * n_choices + s];
            memset(shared, 0, sizeof *shared);
            made = ss_check_comparison_run_one(&run, limits, shared, error);
            *own = *shared;
            own->problem = problems[p].words;
            own->row.message = own->message;
        }
    }
    ss_child_unshare(shared, sizeof *shared);
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

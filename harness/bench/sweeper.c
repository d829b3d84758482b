/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/sweeper.h"

#include "harness/process/interrupt.h"

#include <string.h>

ss_bench_row ss_bench_case_row(const ss_bench_case *c, const char *kind, const char *subject,
                               const char *unit, const ss_bench_timing *timing)
{
    ss_bench_row row = ss_bench_row_of(c->bed, kind, subject, unit, timing);
    row.outer = c->form->outer;
    row.variant = c->form->variant;
    row.solver = c->local->label;
    row.threads = c->form->threads;
    return row;
}

void ss_bench_case_bound(const ss_bench *bench, ss_bench_row *row, const ss_bench_case *c,
                         const ss_work *work, double unit_s, double times)
{
    const ss_bench_cost cost = ss_bench_cost_of(c->form, c->local->solver, c->bed->problem, work);
    ss_bench_set_bounds(bench, row, unit_s, times * cost.bytes, times * cost.flops,
                        cost.working_set);
}

const ss_choice *ss_bench_usual_local(const ss_bench_job *job)
{
    const ss_choice_list *const solvers = job->solvers;
    for (size_t k = 0; k < solvers->n; ++k)
        if (strcmp(solvers->at[k].solver->name, "exact") == 0)
            return &solvers->at[k];
    return &solvers->at[0];
}

size_t ss_bench_case_count(const ss_bench_job *job)
{
    ss_bench_form form;
    size_t n = 0;
    for (size_t s = 0; s < job->solvers->n; ++s)
        for (size_t k = 0; ss_bench_form_at(k, job->solvers->at[s].solver, &form); ++k)
            ++n;
    return n;
}

bool ss_bench_cases(ss_bench *bench, const ss_bench_bed *bed, ss_bench_each_case *each,
                    const void *context, ss_error *error)
{
    const ss_choice_list *const solvers = bench->job->solvers;
    ss_bench_form form;
    bool done = true;
    for (size_t k = 0; done && ss_bench_form_at(k, NULL, &form); ++k)
        for (size_t s = 0; done && s < solvers->n; ++s) {
            const ss_bench_case c = {&form, &solvers->at[s], bed};
            if (!ss_bench_form_has(&form, c.local->solver))
                continue;
            done = each(bench, &c, context, error);
            ss_bench_tick(bench);
        }
    return done;
}

bool ss_bench_sweeper_create(ss_bench_sweeper *sweeper, const ss_bench_case *c, size_t timed,
                             ss_error *error)
{
    *sweeper = (ss_bench_sweeper){.c = *c, .first = 1, .timed = timed};
    sweeper->solver = ss_bench_form_solver(c->form, c->local, &sweeper->choice, error);
    return sweeper->solver != NULL;
}

void ss_bench_sweeper_free(ss_bench_sweeper *sweeper)
{
    ss_solver_free(sweeper->solver);
    ss_choice_free(&sweeper->choice);
    *sweeper = (ss_bench_sweeper){.solver = NULL};
}

/* Only the last iterate is read. */
static ss_seen after_sweep(void *self, ss_iterate *at)
{
    ss_bench_sweeper *const s = self;
    ++s->count;
    if (s->count == 1 || s->count == s->first)
        s->first_s = ss_bench_now(s->c.form->threads);
    if (s->count == 1)
        s->one_s = s->first_s;
    if (s->count < s->first + s->timed)
        return (ss_seen){.stop = ss_interrupted()};
    ss_iterate_read(at);
    s->last_s = ss_bench_now(s->c.form->threads);
    return (ss_seen){.stop = true};
}

bool ss_bench_sweeper_run(ss_bench_sweeper *s, ss_error *error)
{
    s->count = 0;
    s->work = (ss_work){0};
    const ss_problem *const problem = s->c.bed->problem;
    double *const r = ss_solver_prepare(s->solver, problem, error);
    if (r == NULL)
        return false;
    if (s->start != NULL)
        memcpy(r, s->start, 3 * problem->n_contacts * sizeof *r);
    s->r = r;
    s->begin_s = ss_bench_now(s->c.form->threads);
    if (!ss_solver_run(s->solver, problem, (ss_watch){.see = after_sweep, .self = s}, &s->work,
                       error))
        return false;
    return s->count >= s->first + s->timed ||
           ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted");
}

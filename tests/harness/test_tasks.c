/* Submissions to a cluster: how runs are cut into tasks, and what a task reads of what was written.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/tasks.h"

#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

TestSuite(tasks, .init = test_files_begin, .fini = test_files_end);

enum { MOST = 8 };

/* The tasks of runs that take so long, as digits. */
static void expect_cut(const char *wanted, const double *seconds, double chunk_s)
{
    const size_t n = strlen(wanted);
    double copy[MOST];
    size_t task[MOST];
    char got[MOST + 1] = "";
    memcpy(copy, seconds, n * sizeof *copy);
    ss_campaign_submission s = {.n = n, .seconds = copy, .task = task};
    ss_campaign_tasks_cut(&s, chunk_s);
    for (size_t k = 0; k < n; ++k)
        got[k] = (char)('0' + task[k]);
    cr_expect_str_eq(got, wanted);
    cr_expect_eq(s.n_tasks, task[n - 1] + 1);
}

Test(tasks, each_takes_a_chunk_or_more_but_the_last)
{
    const double seconds[] = {10, 10, 10, 40, 1, 29.5, 2, 3};
    expect_cut("00012233", seconds, 30);
    expect_cut("00000000", seconds, 1e6);
    expect_cut("01234567", seconds, 1e-9);
}

/* A plan of three runs, the second to be replaced, the third of another kind. */
static ss_campaign_plan make_plan(void)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_campaign_spec_problem problems[] = {{.name = "balls-4"}};
    char *solvers[] = {strdup("sbp"), strdup("ebp[alpha=0.5]"), NULL};
    char *keep[] = {strdup("bodies"), NULL};
    const ss_campaign_spec spec = {.problems = problems,
                                   .n_problems = 1,
                                   .solvers = solvers,
                                   .keep = keep,
                                   .instances = "1-2",
                                   .timeout = "7s",
                                   .repeats = "3",
                                   .frames = "50"};
    ss_campaign_plan plan;
    cr_assert(ss_campaign_plan_make(&plan, &spec, &error), "%s", error.text);
    for (size_t k = 0; solvers[k] != NULL; ++k)
        free(solvers[k]);
    free(keep[0]);
    snprintf(plan.runs[1].replaces, sizeof plan.runs[1].replaces, "abc");
    plan.runs[3].guess = SS_GUESS_PREDICTOR;
    free(plan.runs[2].leader);
    plan.runs[2].leader = strdup("reference");
    return plan;
}

static void expect_same_run(const ss_campaign_planned_run *a, const ss_campaign_planned_run *b)
{
    const char *const texts[][2] = {{a->hash, b->hash},       {a->content, b->content},
                                    {a->problem, b->problem}, {a->parameters, b->parameters},
                                    {a->solver, b->solver},   {a->options, b->options},
                                    {a->outer, b->outer},     {a->replaces, b->replaces},
                                    {a->leader, b->leader}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k)
        cr_expect_str_eq(texts[k][0], texts[k][1]);
    cr_expect_eq(a->instance, b->instance);
    cr_expect_eq(a->external, b->external);
    cr_expect_eq(a->keep, b->keep);
    cr_expect_eq(a->trace.kind, b->trace.kind);
    cr_expect_eq(a->frames, b->frames);
    cr_expect_eq(a->guess, b->guess);
    cr_expect_eq(a->weight, b->weight);
}

Test(tasks, are_read_as_they_were_written)
{
    ss_error error = {.code = SS_ERROR_NONE};
    static char folder[SS_PATH_SIZE];
    ss_campaign_plan plan = make_plan(), read;
    const ss_campaign_planned_run *const runs[] = {&plan.runs[0], &plan.runs[1], &plan.runs[2],
                                                   &plan.runs[3]};
    double seconds[] = {1, 1, 1, 1};
    size_t task[] = {0, 1, 1, 2}, n = 0;
    const ss_campaign_submission s = {.folder = folder,
                                      .number = 1,
                                      .plan = &plan,
                                      .runs = runs,
                                      .n = 4,
                                      .seconds = seconds,
                                      .task = task,
                                      .n_tasks = 3,
                                      .array_size = 2};
    char path[SS_PATH_SIZE];
    snprintf(folder, sizeof folder, "%s", test_path("s"));
    cr_assert(ss_output_make_folder(test_path("s/slurm"), &error), "%s", error.text);
    cr_expect_eq(ss_campaign_tasks_last(s.folder), 0);
    cr_assert(ss_campaign_tasks_write(&s, &error), "%s", error.text);
    cr_expect_eq(ss_campaign_tasks_last(s.folder), 1);
    cr_assert(ss_campaign_tasks_path(path, s.folder, 1, ".csv", &error));
    for (size_t t = 0, k = 0; t < 3; ++t) {
        cr_assert(ss_campaign_tasks_plan(&read, path, t, &error), "%s", error.text);
        for (size_t r = 0; r < read.n; ++r)
            expect_same_run(&read.runs[r], runs[k++]);
        cr_expect_str_eq(read.stop, plan.stop);
        cr_expect_eq(read.timeout_s, 7.0);
        cr_expect_eq(read.repeats, 3);
        cr_expect_eq(read.memory_bytes, plan.memory_bytes);
        ss_campaign_plan_free(&read);
        cr_expect_eq(k, t == 0 ? 1 : t + 2);
    }
    cr_expect_not(ss_campaign_tasks_plan(&read, path, 3, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    ss_campaign_plan_free(&read);
    error.code = SS_ERROR_NONE;
    ss_campaign_place *const places = ss_campaign_tasks_places(s.folder, 1, &n, &error);
    cr_assert_not_null(places, "%s", error.text);
    cr_assert_eq(n, 4);
    for (size_t k = 0; k < n; ++k) {
        size_t r = 0;
        while (r < 4 && strcmp(runs[r]->hash, places[k].hash) != 0)
            ++r;
        cr_assert_lt(r, 4);
        cr_expect_eq(places[k].task, task[r]);
        cr_expect_eq(places[k].first, task[r] - task[r] % 2);
    }
    free(places);
    ss_campaign_plan_free(&plan);
}

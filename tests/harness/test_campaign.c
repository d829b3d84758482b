/* The engine of campaigns: every run once and no more, in parallel, with its tables; resumed,
 * retried, interrupted.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "harness/campaign/job.h"
#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <glob.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(campaign, .init = test_files_begin, .fini = test_files_end);

/* sliding-ball with `grid` of one parameter, by `solver`, two runs of it asked for twice. */
static ss_campaign_plan plan_of(const char *grid, const char *solver, bool as_asked)
{
    ss_campaign_plan plan;
    ss_error error = {.code = SS_ERROR_NONE};
    char *const set[] = {(char *)grid, NULL};
    char *const solvers[] = {(char *)solver, (char *)solver, NULL};
    static char *const keep[] = {"convergence", "history",  "bodies",      "shapes",
                                 "forces",      "stresses", "observables", NULL};
    ss_campaign_spec_problem problem = {.name = "sliding-ball", .set = set};
    const ss_campaign_spec spec = {.problems = &problem,
                                   .n_problems = 1,
                                   .solvers = solvers,
                                   .keep = keep,
                                   .as_asked = as_asked};
    cr_assert(ss_campaign_plan_make(&plan, &spec, &error), "%s", error.text);
    return plan;
}

static ss_campaign_tally run(ss_campaign *campaign, ss_campaign_plan *plan, ss_error_code wanted)
{
    ss_campaign_tally tally;
    ss_error error = {.code = SS_ERROR_NONE};
    campaign->plan = plan;
    cr_expect_eq(ss_campaign_run(campaign, &tally, &error), wanted == SS_ERROR_NONE);
    cr_expect_eq(error.code, wanted, "%s", error.text);
    return tally;
}

static size_t n_rows(const char *path)
{
    ss_csv table;
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_csv_read(&table, path, &error), "%s", error.text);
    const size_t n = table.n_rows;
    ss_csv_free(&table);
    return n;
}

static size_t rows_of(const char *folder, const char *hash, ss_campaign_series series)
{
    char path[SS_PATH_SIZE];
    cr_assert(ss_campaign_store_series_path(folder, hash, series, path, NULL));
    return n_rows(path);
}

Test(campaign, every_run_once_with_its_tables)
{
    char path[SS_PATH_SIZE];
    const char *const folder = test_path("store");
    ss_campaign_plan plan = plan_of("steps=1:12:lin:12", "ebp", true);
    cr_assert(plan.n == 24 && plan.n_duplicates == 12);
    ss_campaign campaign = {.folder = folder, .n_parallel = 5};
    ss_campaign_tally tally = run(&campaign, &plan, SS_ERROR_NONE);
    cr_expect(tally.n_run == 12 && tally.n_before == 0);
    cr_expect_eq(tally.by_status[SS_OUTCOME_SOLVED], 12);
    cr_expect_eq(n_rows(test_path("store/plan.csv")), 12, "a run twice in the plan");
    for (size_t k = 0; k < plan.n; ++k) {
        const char *const hash = plan.runs[k].hash;
        cr_expect_eq(rows_of(folder, hash, SS_CAMPAIGN_SERIES_history), k / 2 + 1);
        cr_expect_eq(rows_of(folder, hash, SS_CAMPAIGN_SERIES_bodies), 4);
        cr_expect_gt(rows_of(folder, hash, SS_CAMPAIGN_SERIES_convergence), 0);
    }
    tally = run(&campaign, &plan, SS_ERROR_NONE);
    cr_expect(tally.n_run == 0 && tally.n_before == 12);
    ss_campaign_store_series_path(folder, plan.runs[3].hash, SS_CAMPAIGN_SERIES_bodies, path, NULL);
    cr_assert_eq(unlink(path), 0); /* a run that lacks a table is run again */
    tally = run(&campaign, &plan, SS_ERROR_NONE);
    cr_expect(tally.n_run == 1 && tally.n_before == 11);
    campaign.retry = 1u << SS_OUTCOME_SOLVED;
    tally = run(&campaign, &plan, SS_ERROR_NONE);
    cr_expect_eq(tally.n_run, 12);
    ss_campaign_plan_free(&plan);
}

Test(campaign, frames_are_kept)
{
    const char *const folder = test_path("store");
    ss_campaign_plan plan = plan_of("steps=5", "ebp", false);
    ss_campaign campaign = {.folder = folder, .n_parallel = 1};
    plan.runs[0].frames = 2;
    run(&campaign, &plan, SS_ERROR_NONE);
    const char *const hash = plan.runs[0].hash;
    cr_expect_eq(rows_of(folder, hash, SS_CAMPAIGN_SERIES_bodies), 8, "ball and floor: 0, 2, 4, 5");
    cr_expect_eq(rows_of(folder, hash, SS_CAMPAIGN_SERIES_forces), 3, "2, 4, 5");
    cr_expect_eq(rows_of(folder, hash, SS_CAMPAIGN_SERIES_shapes), 2, "the line of the floor");
    ss_campaign_plan_free(&plan);
}

Test(campaign, duplicates_are_dropped_unless_asked_for)
{
    ss_campaign_plan plan = plan_of("steps=1,2", "sbp", false),
                     more = plan_of("steps=2,3", "sbp", false);
    cr_expect(plan.n == 2 && plan.n_duplicates == 2);
    cr_assert(ss_campaign_plan_append(&plan, &more, NULL));
    cr_expect(plan.n == 4 && plan.runs[2].repeated && !plan.runs[3].repeated);
    ss_campaign_plan_free(&plan);
}

/* Wait until a run is stored, or for a minute, and send the signal. */
static _Noreturn void send_when_stored(const char *folder, pid_t to, int number)
{
    for (int k = 0; k < 600; ++k) {
        ss_campaign_stored_runs stored = {.n = 0};
        usleep(100000);
        const bool some = ss_campaign_store_read(&stored, folder, NULL) && stored.n > 0;
        ss_campaign_stored_runs_free(&stored);
        if (some)
            break;
    }
    kill(to, number);
    _exit(0);
}

/* A run without end beside short ones: the first request ends it and keeps the others. */
static void stop(int number)
{
    const char *const folder = test_path("store");
    ss_campaign_plan plan = plan_of("steps=1:6:lin:6", "ebp", false);
    ss_campaign_plan endless = plan_of("max-sweeps=1000000000", "sbp[alpha=1e-12]", false);
    cr_assert(ss_campaign_plan_append(&plan, &endless, NULL));
    plan.timeout_s = 0.0;
    ss_campaign campaign = {.folder = folder, .n_parallel = 2, .hasty = true};
    ss_interrupt_install();
    const pid_t parent = getpid();
    if (fork() == 0)
        send_when_stored(folder, parent, number);
    const ss_campaign_tally tally = run(&campaign, &plan, SS_ERROR_INTERRUPTED);
    ss_campaign_stored_runs stored;
    cr_assert(ss_campaign_store_read(&stored, folder, NULL));
    cr_expect(stored.n == tally.n_run && stored.n >= 1 && stored.n <= 6, "%zu", stored.n);
    cr_expect_null(ss_campaign_stored_runs_find(&stored, plan.runs[6].hash));
    ss_campaign_stored_runs_free(&stored);
    ss_campaign_plan_free(&plan);
}

Test(campaign, hasty_sigint)
{
    stop(SIGINT);
}

Test(campaign, hasty_sigterm)
{
    stop(SIGTERM);
}

/* Wait until a run has written half of a table, or for a minute, and send the signal to its
 * process, whose number is in the table's name. */
static _Noreturn void signal_when_half(const char *folder, int number)
{
    char path[SS_PATH_SIZE];
    pid_t pid = 0;
    for (int k = 0; k < 600 && pid == 0; ++k) {
        usleep(100000);
        DIR *const traces = opendir(folder);
        struct stat status;
        for (const struct dirent *e; traces != NULL && (e = readdir(traces)) != NULL;)
            if (strstr(e->d_name, ".partial-") != NULL &&
                ss_path_join(path, sizeof path, folder, e->d_name, NULL) &&
                stat(path, &status) == 0 && status.st_size > 0)
                pid = atoi(strstr(path, ".partial-") + strlen(".partial-"));
        if (traces != NULL)
            closedir(traces);
    }
    _exit(pid > 1 && kill(pid, number) == 0 ? 0 : 1);
}

/* A run that crashes has its row and all its tables, without rows, and is not run again. */
Test(campaign, a_crashed_run_leaves_no_half_table)
{
    const char *const folder = test_path("store");
    int helped = 1;
    ss_campaign_stored_runs stored;
    ss_campaign_plan plan = plan_of("max-sweeps=1000000000,steps=1", "sbp[alpha=1e-12]", false);
    plan.timeout_s = 0.0;
    plan.runs[0].trace.kind = SS_TRACE_ALL;
    ss_campaign campaign = {.folder = folder, .n_parallel = 1};
    const pid_t helper = fork();
    if (helper == 0)
        signal_when_half(test_path("store/traces"), SIGSEGV);
    cr_expect_eq(run(&campaign, &plan, SS_ERROR_NONE).by_status[SS_OUTCOME_CRASHED], 1);
    cr_assert(waitpid(helper, &helped, 0) == helper && helped == 0, "no half table was seen");
    for (int k = 0; k < SS_CAMPAIGN_SERIES_COUNT; ++k)
        cr_expect_eq(rows_of(folder, plan.runs[0].hash, (ss_campaign_series)k), 0, "%s",
                     ss_campaign_all_series[k].name);
    cr_assert(ss_campaign_store_read(&stored, folder, NULL));
    cr_expect(stored.n == 1 && stored.at[0].row.signal == SIGSEGV);
    cr_expect_str_empty(stored.at[0].row.tables);
    ss_campaign_stored_runs_free(&stored);
    const ss_campaign_tally again = run(&campaign, &plan, SS_ERROR_NONE);
    cr_expect(again.n_run == 0 && again.n_before == 1);
    ss_campaign_plan_free(&plan);
}

/* Its process is told of Ctrl-C, or tells itself, and the campaign is not: that is no user's. */
Test(campaign, a_run_that_interrupts_itself_is_an_error)
{
    const char *const folder = test_path("store");
    ss_campaign_stored_runs stored;
    ss_campaign_plan plan = plan_of("max-sweeps=1000000000,steps=1", "sbp[alpha=1e-12]", false);
    plan.timeout_s = 0.0;
    plan.runs[0].trace.kind = SS_TRACE_ALL;
    ss_campaign campaign = {.folder = folder, .n_parallel = 1};
    int helped = 1;
    const pid_t helper = fork();
    if (helper == 0)
        signal_when_half(test_path("store/traces"), SIGINT);
    const ss_campaign_tally tally = run(&campaign, &plan, SS_ERROR_NONE);
    cr_assert(waitpid(helper, &helped, 0) == helper && helped == 0, "no half table was seen");
    cr_assert(ss_campaign_store_read(&stored, folder, NULL));
    cr_expect(stored.n == 1 && tally.by_status[SS_OUTCOME_ERROR] == 1);
    ss_campaign_stored_runs_free(&stored);
    ss_campaign_plan_free(&plan);
}

/* A solver without a local one is ours: it is ended from outside, and keeps its tables. */
Test(campaign, limits_are_not_of_other_codes)
{
    ss_campaign_plan plan = plan_of("steps=1", "admm", false);
    ss_problem_choice problem = {.entry = NULL};
    ss_choice solver = {.label = NULL};
    ss_external_solver other = {.name = "other"};
    ss_run run = {.problem = &problem, .solver = &solver, .limits.timeout_s = 2.0};
    cr_expect_str_empty(plan.runs[0].outer);
    cr_expect_eq(plan.runs[0].keep, (1u << SS_CAMPAIGN_SERIES_COUNT) - 1);
    cr_expect_gt(ss_alone_limits(&run).busy_s, 2.0);
    cr_expect_gt(ss_alone_limits(&run).wall_s, 10.0 * 2.0);
    run.limits.timeout_s = 3600.0; /* a slow solver needs time to see that its time is up */
    cr_expect_geq(ss_alone_limits(&run).busy_s, 3900.0);
    solver.external = &other;
    cr_expect_eq(ss_alone_limits(&run).busy_s, 0.0);
    cr_expect_eq(ss_alone_limits(&run).wall_s, 0.0);
    ss_campaign_plan_free(&plan);
}

/* Times at which the rows of a store were written, s, in order; their number. */
static size_t times_of_rows(double *times, size_t most)
{
    glob_t found;
    struct stat status;
    size_t n = 0;
    cr_assert_eq(glob(test_path("store/runs/*.csv"), 0, NULL, &found), 0);
    for (; n < found.gl_pathc && n < most; ++n) {
        cr_assert_eq(stat(found.gl_pathv[n], &status), 0);
        times[n] = (double)status.st_mtim.tv_sec + 1e-9 * (double)status.st_mtim.tv_nsec;
    }
    globfree(&found);
    gsl_sort(times, 1, n);
    return n;
}

/* The end of a run is noticed when it comes, not at the next tenth of a second: of many runs one
 * after the other some five are not as far apart, however busy the machine. */
Test(campaign, short_runs_do_not_wait)
{
    enum { N = 60 };
    double times[N], least = INFINITY;
    ss_campaign_plan plan = plan_of("mu=0.1:0.7:lin:60,steps=1", "ebp", false);
    ss_campaign campaign = {.folder = test_path("store"), .n_parallel = 1};
    cr_expect_eq(run(&campaign, &plan, SS_ERROR_NONE).n_run, plan.n);
    cr_assert_eq(times_of_rows(times, N), N);
    for (size_t k = 5; k < N; ++k)
        least = fmin(least, (times[k] - times[k - 5]) / 5.0);
    cr_expect_lt(least, 0.08, "at least %g s between runs", least);
    ss_campaign_plan_free(&plan);
}

/* A run is the one that was planned: its instance, its start, how often it is made. */
Test(campaign, runs_are_made_as_planned)
{
    const char *const folder = test_path("store");
    ss_error error = {.code = SS_ERROR_NONE};
    ss_campaign_stored_runs stored;
    ss_campaign_plan plan;
    char *const set[] = {"steps=2", NULL}, *const solvers[] = {"ebp", NULL};
    ss_campaign_spec_problem problem = {.name = "balls-4", .set = set, .instances = "2-3"};
    const ss_campaign_spec spec = {
        .problems = &problem, .n_problems = 1, .solvers = solvers, .warm_start = "yes"};
    cr_assert(ss_campaign_plan_make(&plan, &spec, &error), "%s", error.text);
    plan.repeats = 2;
    plan.runs[1].repeats = 3;
    ss_campaign campaign = {.folder = folder, .n_parallel = 2};
    run(&campaign, &plan, SS_ERROR_NONE);
    cr_assert(ss_campaign_store_read(&stored, folder, NULL));
    for (size_t k = 0; k < 2; ++k) {
        const ss_campaign_stored_run *const found =
            ss_campaign_stored_runs_find(&stored, plan.runs[k].hash);
        cr_assert_not_null(found);
        cr_expect(found->row.instance == 2 + k && found->row.repeats == 2 + k);
        cr_expect_str_eq(found->row.warm_start, "yes");
    }
    ss_campaign_stored_runs_free(&stored);
    ss_campaign_plan_free(&plan);
}

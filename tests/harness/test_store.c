/* Stores: what is damaged, what is whole, in which order, who may write, and joining two; runs that
 * are missing, and their tally.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/campaign.h"
#include "tests/support/compared.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(store, .init = test_files_begin, .fini = test_files_end);

/* Hashes that do not rise as the questions do. */
static const char *const hashes[] = {
    "cccccccccccccccccccccccccccccccc", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "dddddddddddddddddddddddddddddddd", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"};

static const char *below(const char *folder, const char *name)
{
    static char paths[4][64];
    static size_t next;
    char *const path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static ss_campaign_store *open_store(const char *folder, bool mix_builds, const char *refusal)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_campaign_store *const store =
        ss_campaign_store_open(test_path(folder), mix_builds, 0, NULL, &error);
    cr_expect_eq(store == NULL, refusal != NULL, "%s", error.text);
    if (refusal != NULL)
        cr_expect(error.code == SS_ERROR_OUTPUT && strstr(error.text, refusal) != NULL, "%s",
                  error.text);
    return store;
}

/* The file of n rows under one hash, as text to be freed. */
static char *text_of(const char *hash, ss_summary_row row, size_t n)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    row.run = hash;
    ss_summary_header(out);
    for (size_t k = 0; k < n; ++k)
        ss_summary_write(out, &row);
    fclose(out);
    return text;
}

static void put(ss_campaign_store *store, const char *hash, ss_summary_row row)
{
    char *const text = text_of(hash, row, 1);
    cr_assert(ss_campaign_store_put(store, hash, text, NULL));
    free(text);
}

/* A store of one run, with a plan of it, as if made by the builds of `manifest`. */
static void make_store(const char *folder, const char *hash, ss_summary_row row,
                       const char *manifest)
{
    ss_campaign_planned_run run = {
        .problem = "balls-4", .parameters = "", .solver = "", .outer = ""};
    ss_campaign_plan plan = {.runs = &run, .n = 1, .stop = "eps"};
    ss_campaign_store *const store = open_store(folder, false, NULL);
    snprintf(run.hash, sizeof run.hash, "%s", hash);
    run.keep = (1u << SS_CAMPAIGN_SERIES_COUNT) - 1;
    cr_assert(ss_campaign_store_plan(store, &plan, NULL));
    put(store, hash, row);
    ss_campaign_store_close(store);
    test_write_text(below(folder, "manifest.txt"), manifest);
}

Test(store, damaged_files_are_counted_and_left_out)
{
    ss_campaign_stored_runs stored;
    ss_campaign_store *const store = open_store("s", false, NULL);
    char name[64];
    put(store, hashes[0], test_plain_row());
    ss_campaign_store_close(store);
    char *const other = text_of(hashes[0], test_plain_row(), 1);
    char *const twice = text_of(hashes[2], test_plain_row(), 2);
    const char *const texts[] = {NULL, other, twice, ""};
    for (size_t k = 1; k < 4; ++k) { /* another's, two rows, empty */
        snprintf(name, sizeof name, "s/runs/%s.csv", hashes[k]);
        test_write_text(name, texts[k]);
        cr_assert(ss_campaign_store_read(&stored, test_path("s"), NULL));
        cr_expect(stored.n == 1 && stored.n_damaged == k, "%zu and %zu damaged", stored.n,
                  stored.n_damaged);
        cr_expect_not_null(ss_campaign_stored_runs_find(&stored, hashes[0]));
        cr_expect_null(ss_campaign_stored_runs_find(&stored, hashes[k]));
        ss_campaign_stored_runs_free(&stored);
    }
    free(other);
    free(twice);
}

/* As people count, whatever the hashes. */
Test(store, a_summary_is_in_the_order_of_the_questions)
{
    static const unsigned long instances[] = {10, 2, 1, 1};
    static const char *const solvers[] = {"ebp", "ebp", "sbp", "ebp"};
    static const size_t order[] = {3, 1, 0, 2};
    ss_campaign_stored_runs stored;
    ss_csv table;
    ss_campaign_store *const store = open_store("s", false, NULL);
    for (size_t k = 0; k < 4; ++k) {
        ss_summary_row row = test_plain_row();
        row.instance = instances[k];
        row.solver = solvers[k];
        put(store, hashes[k], row);
    }
    ss_campaign_store_close(store);
    cr_assert(ss_campaign_store_read(&stored, test_path("s"), NULL));
    cr_assert(ss_campaign_store_collect(test_path("s"), &stored, NULL));
    ss_campaign_stored_runs_free(&stored);
    cr_assert(ss_csv_read(&table, test_path("s/summary.csv"), NULL));
    cr_assert_eq(table.n_rows, 4);
    for (size_t k = 0; k < 4; ++k)
        cr_expect_str_eq(ss_csv_text(&table, k, "run"), hashes[order[k]], "row %zu", k);
    ss_csv_free(&table);
}

Test(store, a_table_is_whole_with_the_size_that_its_run_tells)
{
    static const struct {
        const char *text, *sizes;
        bool whole;
    } cases[] = {{"a,b\n1,2\n", "bodies 8", true},
                 {"a,b\n1,2\n", "history 3; bodies 8", true},
                 {"a,b\n1,2\n", "bodies 12", false},
                 {"a,b\n1,2\n", "bodies 4", false},
                 {"a,b\n1,2\n", "", true},
                 {"a,b\n1,2\n", NULL, true},
                 {"a,b\n1,2", "", false},
                 {"", "", false}};
    char name[64];
    ss_campaign_store_close(open_store("s", false, NULL));
    mkdir(test_path("s/bodies"), 0777);
    snprintf(name, sizeof name, "s/bodies/%s.csv", hashes[0]);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        test_write_text(name, cases[k].text);
        cr_expect_eq(ss_campaign_store_has_series(test_path("s"), hashes[0],
                                                  1u << SS_CAMPAIGN_SERIES_bodies, cases[k].sizes),
                     cases[k].whole, "case %zu", k);
    }
}

Test(store, only_stores_and_empty_folders_are_gone_on_with)
{
    mkdir(test_path("empty"), 0777);
    ss_campaign_store_close(open_store("empty", false, NULL));
    ss_campaign_store_close(open_store("empty", false, NULL));
    mkdir(test_path("full"), 0777);
    test_write_text("full/letter.txt", "dear");
    open_store("full", false, "is not a campaign store");
}

Test(store, another_builds_store_needs_a_word)
{
    ss_campaign_store_close(open_store("s", false, NULL));
    test_write_text("s/manifest.txt", "build: another\n");
    open_store("s", false, "another build");
    ss_campaign_store_close(open_store("s", true, NULL));
    char *const manifest = test_read("s/manifest.txt");
    cr_expect_eq(strncmp(manifest, "build: another\nbuild: ", 22), 0, "%s", manifest);
    free(manifest);
    ss_campaign_store_close(open_store("s", false, NULL));
}

Test(store, has_one_writer)
{
    int status = 0;
    long pid = 0;
    ss_campaign_store *const store = open_store("s", false, NULL);
    const pid_t child = fork();
    if (child == 0)
        _exit(ss_campaign_store_busy(test_path("s"), &pid) && pid == (long)getppid() &&
                      ss_campaign_store_open(test_path("s"), false, 0, NULL, NULL) == NULL
                  ? 0
                  : 1);
    cr_expect(waitpid(child, &status, 0) == child && status == 0, "a second writer");
    ss_campaign_store_close(store);
    cr_expect(!ss_campaign_store_busy(test_path("s"), &pid));
}

/* ---- joining ---- */

static void merge(const char *words)
{
    ss_error error = {.code = SS_ERROR_NONE};
    const char *const folders[] = {test_path("a"), test_path("b")};
    const bool merged = ss_campaign_store_merge(folders, 2, test_path("both"), false, &error);
    cr_expect_eq(merged, words == NULL, "%s", error.text);
    if (words != NULL)
        cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, words) != NULL, "%s",
                  error.text);
}

static size_t n_rows(const char *name)
{
    ss_csv table;
    cr_assert(ss_csv_read(&table, test_path(name), NULL), "%s", name);
    const size_t n = table.n_rows;
    ss_csv_free(&table);
    return n;
}

/* Times, builds and the spelling of a solver may differ in a run that both have. */
Test(store, joined_stores_have_each_run_once)
{
    ss_summary_row row = test_plain_row();
    make_store("a", hashes[0], row, "build: 1\n");
    row.cpu_s *= 2.0;
    row.build = "another";
    row.solver = "ebp[alpha=0.6]";
    make_store("b", hashes[0], row, "build: 1\n");
    merge(NULL);
    cr_expect_eq(n_rows("both/summary.csv"), 1);
    cr_expect_eq(n_rows("both/plan.csv"), 1);
}

Test(store, contradictions_are_refused)
{
    ss_summary_row row = test_plain_row();
    make_store("a", hashes[0], row, "build: 1\n");
    ++row.sweeps_total;
    make_store("b", hashes[0], row, "build: 1\n");
    merge("sweeps_total is '1000'");
    cr_expect_neq(access(test_path("both"), F_OK), 0);
}

Test(store, tables_go_with_their_runs)
{
    char name[64];
    make_store("a", hashes[0], test_plain_row(), "build: 1\n");
    make_store("b", hashes[1], test_plain_row(), "build: 1\n");
    for (int k = 0; k < SS_CAMPAIGN_SERIES_COUNT; ++k) {
        snprintf(name, sizeof name, "b/%s/%s.csv", ss_campaign_all_series[k].folder, hashes[1]);
        test_write_text(name, "x\n1\n");
    }
    merge(NULL);
    cr_expect_eq(n_rows("both/summary.csv"), 2);
    cr_expect_eq(n_rows("both/plan.csv"), 2);
    for (int k = 0; k < SS_CAMPAIGN_SERIES_COUNT; ++k) {
        snprintf(name, sizeof name, "both/%s/%s.csv", ss_campaign_all_series[k].folder, hashes[1]);
        cr_expect_eq(n_rows(name), 1);
    }
}

/* The build that has written last counts. */
Test(store, stores_of_two_builds_are_not_joined)
{
    make_store("a", hashes[0], test_plain_row(), "build: 1\ndate: x\n\nbuild: 2\ndate: y\n");
    make_store("b", hashes[1], test_plain_row(), "build: 1\n");
    merge("different builds");
    test_write_text("b/manifest.txt", "build: 22\n");
    merge("different builds");
    test_write_text("b/manifest.txt", "build: 2\n");
    merge(NULL);
}

/* ---- what is missing ---- */

Test(store, runs_are_missing_by_status)
{
    static const char *const statuses[] = {"solved", "timeout", "banana"};
    static const struct {
        const char *retry;
        size_t n_missing, n_solved, n_timeout;
    } cases[] = {{"", 2, 1, 1},
                 {"timeout", 3, 1, 0},
                 {"solved,timeout", 4, 0, 0},
                 {"failed", 2, 1, 1},
                 {"unsolved", 3, 1, 0}};
    ss_campaign_planned_run runs[5] = {{.repeated = false}};
    ss_campaign_plan plan = {.runs = runs, .n = 5};
    ss_campaign_store *const store = open_store("s", false, NULL);
    for (size_t k = 0; k < 4; ++k)
        snprintf(runs[k].hash, sizeof runs[k].hash, "%s", hashes[k]);
    memcpy(runs[4].hash, runs[0].hash, sizeof runs[0].hash);
    runs[4].repeated = true;
    for (size_t k = 0; k < 3; ++k) {
        ss_summary_row row = test_plain_row();
        row.status = statuses[k];
        put(store, hashes[k], row);
    }
    ss_campaign_store_close(store);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_campaign_stored_runs stored;
        ss_campaign_tally tally = {.n_run = 0};
        ss_campaign order = {.plan = &plan, .folder = test_path("s")};
        size_t n = 0;
        if (cases[k].retry[0] != '\0')
            cr_assert(ss_campaign_outcome_set_parse(&order.retry, cases[k].retry, NULL));
        cr_assert(ss_campaign_store_read(&stored, order.folder, NULL));
        free(ss_campaign_missing(&order, &stored, &n, &tally, NULL));
        cr_expect_eq(n, cases[k].n_missing, "retry %s: %zu", cases[k].retry, n);
        cr_expect_eq(tally.n_before, 4 - n);
        cr_expect_eq(tally.by_status[SS_OUTCOME_SOLVED], cases[k].n_solved);
        cr_expect_eq(tally.by_status[SS_OUTCOME_TIMEOUT], cases[k].n_timeout);
        ss_campaign_stored_runs_free(&stored);
    }
}

Test(store, failed_runs_are_those_that_left_no_answer)
{
    ss_campaign_outcome_set set = 0;
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_campaign_outcome_set_parse(&set, "failed", NULL));
    cr_expect_eq(set, 1u << SS_OUTCOME_CRASHED | 1u << SS_OUTCOME_OUT_OF_MEMORY |
                          1u << SS_OUTCOME_ERROR | 1u << SS_OUTCOME_DIVERGED);
    cr_assert(ss_campaign_outcome_set_parse(&set, "near,failed", NULL));
    cr_expect((set & 1u << SS_OUTCOME_NEAR) != 0 && (set & 1u << SS_OUTCOME_ERROR) != 0);
    cr_expect(!ss_campaign_outcome_set_parse(&set, "faild", &error));
    cr_expect_eq(error.code, SS_ERROR_USAGE);
}

/* Limits that a campaign has replace the plan's, one by one. */
Test(store, limits_of_the_command_replace_the_plans)
{
    for (int k = 0; k < 4; ++k) {
        ss_campaign_plan plan = {.timeout_s = 1.0, .memory_bytes = 2, .repeats = 3};
        ss_campaign order = {.plan = &plan};
        order.timeout_s = k == 1 ? 10.0 : 0.0;
        order.memory_bytes = k == 2 ? 20 : 0;
        order.repeats = k == 3 ? 30 : 0;
        cr_assert(ss_campaign_prepare(&order, NULL));
        cr_expect_eq(plan.timeout_s, k == 1 ? 10.0 : 1.0);
        cr_expect_eq(plan.memory_bytes, k == 2 ? 20 : 2);
        cr_expect_eq(plan.repeats, k == 3 ? 30 : 3);
    }
}

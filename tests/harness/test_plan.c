/* Plans: what a spec resolves to, what names a run, and what is refused before anything runs.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/plan.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_WORDS = 8 };

/* A spec in words; NULL and unused entries are not given. */
typedef struct words {
    const char *problem, *set[MAX_WORDS], *solvers[MAX_WORDS], *outers[MAX_WORDS],
        *tolerances[MAX_WORDS];
    const char *instances, *stop, *trace, *timeout, *memory, *warm_start;
} words;

static char *own(const char *text)
{
    return text != NULL ? strdup(text) : NULL;
}

static unsigned own_list(char *list[MAX_WORDS], const char *const *texts)
{
    unsigned n = 0;
    for (; n < MAX_WORDS && texts[n] != NULL; ++n)
        list[n] = strdup(texts[n]);
    return n;
}

static void forget(char **list, unsigned n)
{
    for (unsigned k = 0; k < n; ++k)
        free(list[k]);
}

static bool make(ss_campaign_plan *plan, const words *w, ss_error *error)
{
    char *lists[4][MAX_WORDS];
    char *const name = own(w->problem);
    ss_campaign_spec_problem problem = {.name = name};
    problem.set = lists[0];
    problem.n_set = own_list(lists[0], w->set);
    ss_campaign_spec spec = {.problems = &problem, .n_problems = 1};
    spec.solvers = lists[1];
    spec.n_solvers = own_list(lists[1], w->solvers);
    spec.outers = lists[2];
    spec.n_outers = own_list(lists[2], w->outers);
    spec.tolerances = lists[3];
    spec.n_tolerances = own_list(lists[3], w->tolerances);
    char *common[] = {own(w->instances), own(w->stop),   own(w->trace),
                      own(w->timeout),   own(w->memory), own(w->warm_start)};
    spec.instances = common[0];
    spec.stop = common[1];
    spec.trace = common[2];
    spec.timeout = common[3];
    spec.memory = common[4];
    spec.warm_start = common[5];
    const bool made = ss_campaign_plan_make(plan, &spec, error);
    forget(lists[0], problem.n_set);
    forget(lists[1], spec.n_solvers);
    forget(lists[2], spec.n_outers);
    forget(lists[3], spec.n_tolerances);
    forget(common, sizeof common / sizeof common[0]);
    free(name);
    return made;
}

/* Most tests start from this question. */
static const words plain = {.problem = "balls-4", .solvers = {"ebp"}};

static ss_campaign_plan plan_of(const words *w)
{
    ss_campaign_plan plan;
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(make(&plan, w, &error), "%s", error.text);
    return plan;
}

static void hash_of(const words *w, char hash[SS_HASH_SIZE])
{
    ss_campaign_plan plan = plan_of(w);
    cr_assert_eq(plan.n, 1);
    memcpy(hash, plan.runs[0].hash, SS_HASH_SIZE);
    ss_campaign_plan_free(&plan);
}

static void expect_hash(const words *w, const char *hash, bool same, const char *what)
{
    char other[SS_HASH_SIZE];
    hash_of(w, other);
    cr_expect(ss_hash_named(other, ""), "%s", other);
    cr_expect_eq(strcmp(hash, other) == 0, same, "%s", what);
}

Test(plan, a_product_is_complete_and_in_order)
{
    const words w = {.problem = "balls-4",
                     .set = {"mu=0.1,0.3", "steps=5"},
                     .solvers = {"sbp", "ebp[alpha=1:2:lin:3]"},
                     .tolerances = {"1e-6", "1e-8"},
                     .instances = "1-3"};
    ss_campaign_plan plan = plan_of(&w);
    cr_assert_eq(plan.n, 2 * 2 * 4 * 3);
    cr_expect_eq(plan.n_duplicates, 0);
    for (size_t k = 0; k < plan.n; ++k) {
        const ss_campaign_planned_run *const run = &plan.runs[k];
        cr_expect_str_eq(run->problem, "balls-4");
        cr_expect_str_eq(run->outer, "nlgs");
        cr_expect_eq(run->instance, 1 + k % 3);
        cr_expect_not_null(strstr(run->parameters, k < 24 ? "mu=0.1," : "mu=0.3,"));
        cr_expect_not_null(strstr(run->parameters, k % 24 < 12 ? "tol=1e-06," : "tol=1e-08,"));
        for (size_t j = 0; j < k; ++j)
            cr_expect_str_neq(run->hash, plan.runs[j].hash);
    }
    cr_expect_str_eq(plan.runs[3].solver, "ebp[alpha=1]");
    cr_expect_str_eq(plan.runs[9].solver, "ebp[alpha=2]");
    ss_campaign_plan_free(&plan);
}

Test(plan, the_same_run_is_planned_once_however_it_is_typed)
{
    char hash[SS_HASH_SIZE];
    hash_of(&plain, hash);
    words w = plain;
    ss_campaign_plan plan = plan_of(&w);
    const char *const alpha = strstr(plan.runs[0].parameters, "mu=");
    char mu[64], typed[64], longer[80];
    snprintf(mu, sizeof mu, "%.*s", (int)strcspn(alpha, ","), alpha);
    ss_campaign_plan_free(&plan);
    w.set[0] = mu;
    expect_hash(&w, hash, true, "a default that is typed");
    snprintf(longer, sizeof longer, "%s000", mu);
    w.set[0] = longer;
    expect_hash(&w, hash, true, "trailing zeros");
    snprintf(typed, sizeof typed, "mu=%.17e", atof(mu + 3));
    w.set[0] = typed;
    expect_hash(&w, hash, true, "an exponent");

    const words twice = {.problem = "balls-4",
                         .solvers = {"ebp[alpha=2]", "ebp[alpha=2.0]", "ebp[alpha=20e-1,2:3:lin:2]",
                                     "ebp[stop=z,alpha=2]", "sbp", "sbp"},
                         .instances = "1,1-2"};
    plan = plan_of(&twice);
    cr_expect_eq(plan.n, 3 * 2, "%zu: ebp at 2 and 3, sbp", plan.n);
    cr_expect_eq(plan.n_duplicates, 8 * 3 - 6, "%zu", plan.n_duplicates);
    cr_expect_str_eq(plan.runs[0].solver, "ebp[alpha=2]", "the first spelling stays");
    ss_campaign_plan_free(&plan);
}

Test(plan, everything_that_matters_changes_the_hash)
{
    char hash[SS_HASH_SIZE];
    hash_of(&plain, hash);
    const words other[] = {
        {.problem = "sliding-ball", .solvers = {"ebp"}},
        {.problem = "balls-4", .solvers = {"sbp"}},
        {.problem = "balls-4", .solvers = {"ebp[alpha=0.123]"}},
        {.problem = "balls-4", .solvers = {"ebp"}, .instances = "2"},
        {.problem = "balls-4", .solvers = {"ebp"}, .tolerances = {"1.25e-7"}},
        {.problem = "balls-4", .solvers = {"ebp"}, .set = {"mu=0.123"}},
        {.problem = "balls-4", .solvers = {"ebp"}, .set = {"mu=0.12300000000000001"}},
        {.problem = "balls-4", .solvers = {"ebp"}, .set = {"max-sweeps=77"}},
        {.problem = "balls-4", .solvers = {"ebp"}, .stop = "e1"},
        {.problem = "balls-4", .solvers = {"ebp"}, .stop = "siconos"},
        {.problem = "balls-4", .solvers = {"ebp"}, .warm_start = "yes"}};
    enum { N = sizeof other / sizeof other[0] };
    char hashes[N][SS_HASH_SIZE];
    for (size_t k = 0; k < N; ++k) {
        expect_hash(&other[k], hash, false, "one field is another");
        hash_of(&other[k], hashes[k]);
        for (size_t j = 0; j < k; ++j)
            cr_expect_str_neq(hashes[j], hashes[k], "%zu and %zu", j, k);
    }
}

Test(plan, what_does_not_matter_does_not)
{
    char hash[SS_HASH_SIZE];
    hash_of(&plain, hash);
    words w = plain;
    w.timeout = "3s";
    w.memory = "17";
    w.trace = "last";
    w.stop = "eps";
    w.warm_start = "no";
    w.outers[0] = "nlgs";
    expect_hash(&w, hash, true, "limits and traces");
}

Test(plan, without_seed_there_is_one_instance)
{
    const words w = {.problem = "sliding-ball", .solvers = {"sbp"}, .instances = "3-12"};
    ss_campaign_plan plan = plan_of(&w);
    cr_expect_eq(plan.n, 1);
    cr_expect_eq(plan.runs[0].instance, 1);
    ss_campaign_plan_free(&plan);
}

static void copy_file(const char *from, const char *to, const char *mode)
{
    char block[4096];
    FILE *const in = fopen(from, "rb"), *const out = fopen(to, mode);
    cr_assert(in != NULL && out != NULL);
    for (size_t n = 0; (n = fread(block, 1, sizeof block, in)) > 0;)
        fwrite(block, 1, n, out);
    fclose(in);
    fclose(out);
}

/* Two problems under one name are two problems. */
Test(plan, the_content_of_a_file_changes_the_hash)
{
    char hash[SS_HASH_SIZE], path[] = "/tmp/stickslip-plan-XXXXXX", name[64];
    const int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    close(fd);
    snprintf(name, sizeof name, "file:%s", path);
    const words w = {.problem = name, .solvers = {"sbp"}};
    copy_file(SS_SOURCE_DIR "/tests/corpus/fclib/real.hdf5", path, "wb");
    hash_of(&w, hash);
    expect_hash(&w, hash, true, "the same file");
    FILE *const file = fopen(path, "ab");
    cr_assert_not_null(file);
    fputc('\n', file);
    fclose(file);
    expect_hash(&w, hash, false, "a byte more");
    unlink(path);
}

Test(plan, refusals)
{
    const struct {
        words words;
        ss_error_code code;
        const char *says;
    } cases[] = {
        {{.problem = "ball-4", .solvers = {"sbp"}}, SS_ERROR_USAGE, "did you mean 'balls-4'"},
        {{.problem = "balls-4", .solvers = {"sbp", "ebpp"}}, SS_ERROR_USAGE, "did you mean 'ebp'"},
        {{.problem = "balls-4", .solvers = {"ebp[alhpa=1]"}}, SS_ERROR_USAGE, "'alpha'"},
        {{.problem = "balls-4", .solvers = {"ebp[alpha=1,alpha=2]"}}, SS_ERROR_USAGE, "twice"},
        {{.problem = "balls-4", .solvers = {"ebp[alpha=-1]"}}, SS_ERROR_USAGE, "alpha=-1"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .set = {"muu=1"}}, SS_ERROR_USAGE, "'mu'"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .set = {"mu=1", "mu=2"}},
         SS_ERROR_USAGE,
         "twice"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .set = {"mu"}}, SS_ERROR_USAGE, "KEY=VALUE"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .set = {"mu=0.1,-2"}}, SS_ERROR_USAGE, "mu=-2"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .outers = {"nlgg"}}, SS_ERROR_USAGE, "'nlgs'"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .tolerances = {"0"}}, SS_ERROR_USAGE, "tol"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .instances = "0"}, SS_ERROR_USAGE, "instances"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .stop = "e2"}, SS_ERROR_USAGE, "e2"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .trace = "all"},
         SS_ERROR_USAGE,
         "none or last"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .warm_start = "1"},
         SS_ERROR_USAGE,
         "no or yes"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .timeout = "soon"}, SS_ERROR_USAGE, "timeout"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .memory = "1G"}, SS_ERROR_USAGE, "memory"},
        {{.problem = "balls-4", .solvers = {"sbp"}, .instances = "1-100000", .set = {"mu=1,2"}},
         SS_ERROR_USAGE,
         "100000 runs"},
        {{.problem = "file:/nowhere", .solvers = {"sbp"}}, SS_ERROR_DATA, "/nowhere"},
        {{.problem = "file:" SS_SOURCE_DIR "/README.md", .solvers = {"sbp"}},
         SS_ERROR_DATA,
         "README"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_campaign_plan plan;
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect_not(make(&plan, &cases[k].words, &error), "case %zu", k);
        cr_expect_eq(error.code, cases[k].code, "case %zu: %s", k, error.text);
        cr_expect_not_null(strstr(error.text, cases[k].says), "case %zu: %s", k, error.text);
        cr_expect_eq(plan.n, 0, "nothing is left to free");
    }
}

Test(plan, parts_are_disjoint_and_complete)
{
    const words w = {.problem = "balls-4", .solvers = {"sbp", "ebp"}, .instances = "1-50"};
    ss_campaign_plan whole = plan_of(&w);
    for (unsigned n_parts = 1; n_parts <= 7; ++n_parts) {
        size_t found = 0;
        for (unsigned part = 1; part <= n_parts; ++part) {
            char shard[16];
            ss_campaign_plan plan = plan_of(&w);
            snprintf(shard, sizeof shard, "%u/%u", part, n_parts);
            cr_assert(ss_campaign_plan_take_shard(&plan, shard, NULL));
            cr_expect(plan.n * n_parts < 2 * whole.n + n_parts, "%s holds %zu", shard, plan.n);
            for (size_t k = 0, at = 0; k < plan.n; ++k, ++found) {
                while (at < whole.n && strcmp(whole.runs[at].hash, plan.runs[k].hash) != 0)
                    ++at;
                cr_expect_lt(at, whole.n, "in the order of the plan");
            }
            ss_campaign_plan_free(&plan);
        }
        cr_expect_eq(found, whole.n, "%u parts", n_parts);
    }
    ss_campaign_plan_free(&whole);
}

Test(plan, bad_parts)
{
    static const char *const bad[] = {"",     "1",    "0/3", "4/3", "1/0",   "-1/3",
                                      "1/3x", "1/-3", "/3",  "a/b", "1/3/5", "1.5/3"};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        ss_campaign_plan plan = plan_of(&plain);
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect_not(ss_campaign_plan_take_shard(&plan, bad[k], &error), "'%s'", bad[k]);
        cr_expect_eq(error.code, SS_ERROR_USAGE);
        cr_expect_eq(plan.n, 1);
        ss_campaign_plan_free(&plan);
    }
}

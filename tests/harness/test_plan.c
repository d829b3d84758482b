/* Plans: what a spec resolves to, what names a run, and what is refused before anything runs.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/plan.h"
#include "harness/run/choice.h"
#include "harness/tables/output.h"
#include "solvers/external/external_solver.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list of a spec. */
#define LIST(...)                                                                                  \
    (char *const[])                                                                                \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* The only problem of a spec: its name, then ".set = LIST(...)" where there are parameters. */
#define PROBLEM(...) .problems = &(ss_campaign_spec_problem){.name = __VA_ARGS__}, .n_problems = 1

/* Most tests start from this question. */
static const ss_campaign_spec plain = {PROBLEM("balls-4"), .solvers = LIST("ebp")};

static ss_campaign_plan plan_of(const ss_campaign_spec *spec)
{
    ss_campaign_plan plan;
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_campaign_plan_make(&plan, spec, &error), "%s", error.text);
    return plan;
}

static void hash_of(const ss_campaign_spec *spec, char hash[SS_HASH_SIZE])
{
    ss_campaign_plan plan = plan_of(spec);
    cr_assert_eq(plan.n, 1);
    memcpy(hash, plan.runs[0].hash, SS_HASH_SIZE);
    ss_campaign_plan_free(&plan);
}

static void expect_hash(const ss_campaign_spec *spec, const char *hash, bool same, const char *what)
{
    char other[SS_HASH_SIZE];
    hash_of(spec, other);
    cr_expect(ss_hash_named(other, ""), "%s", other);
    cr_expect_eq(strcmp(hash, other) == 0, same, "%s", what);
}

Test(plan, units_of_time)
{
    static const struct {
        const char *text;
        double seconds;
    } well[] = {{"90", 90.0}, {"1.5s", 1.5}, {"2m", 120.0}, {"3h", 10800.0}};
    static const char *const bad[] = {"", "h", "3 h", "3hm", "0s", "-1m", "1d", "nan", "300h"};
    for (size_t k = 0; k < sizeof well / sizeof *well; ++k) {
        ss_error error = {.code = SS_ERROR_NONE};
        double seconds = 0.0;
        cr_expect(ss_parse_time(well[k].text, "timeout", &seconds, &error), "%s", error.text);
        cr_expect_eq(seconds, well[k].seconds, "%s", well[k].text);
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        ss_error error = {.code = SS_ERROR_NONE};
        double seconds = 0.0;
        cr_expect_not(ss_parse_time(bad[k], "timeout", &seconds, &error), "%s", bad[k]);
        cr_expect_eq(error.code, SS_ERROR_USAGE);
    }
}

Test(plan, a_product_is_complete_and_in_order)
{
    const ss_campaign_spec spec = {PROBLEM("balls-4", .set = LIST("mu=0.1,0.3", "steps=5")),
                                   .solvers = LIST("sbp", "ebp[alpha=1:2:lin:3]"),
                                   .tolerances = LIST("1e-6", "1e-8"), .instances = "1-3"};
    ss_campaign_plan plan = plan_of(&spec);
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
    ss_campaign_plan plan = plan_of(&plain);
    const char *const alpha = strstr(plan.runs[0].parameters, "mu=");
    char mu[64], typed[64], longer[80], *set[] = {mu, NULL};
    const ss_campaign_spec spec = {PROBLEM("balls-4", .set = set), .solvers = LIST("ebp")};
    snprintf(mu, sizeof mu, "%.*s", (int)strcspn(alpha, ","), alpha);
    ss_campaign_plan_free(&plan);
    expect_hash(&spec, hash, true, "a default that is typed");
    snprintf(longer, sizeof longer, "%s000", mu);
    set[0] = longer;
    expect_hash(&spec, hash, true, "trailing zeros");
    snprintf(typed, sizeof typed, "mu=%.17e", atof(mu + 3));
    set[0] = typed;
    expect_hash(&spec, hash, true, "an exponent");

    const ss_campaign_spec twice = {PROBLEM("balls-4"),
                                    .solvers = LIST("ebp[alpha=2]", "ebp[alpha=2.0]",
                                                    "ebp[alpha=20e-1,2:3:lin:2]",
                                                    "ebp[stop=z,alpha=2]", "sbp", "sbp"),
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
    const ss_campaign_spec other[] = {
        {PROBLEM("sliding-ball"), .solvers = LIST("ebp")},
        {PROBLEM("balls-4"), .solvers = LIST("sbp")},
        {PROBLEM("balls-4"), .solvers = LIST("ebp[alpha=0.123]")},
        {PROBLEM("balls-4"), .solvers = LIST("ebp"), .instances = "2"},
        {PROBLEM("balls-4"), .solvers = LIST("ebp"), .tolerances = LIST("1.25e-7")},
        {PROBLEM("balls-4", .set = LIST("mu=0.123")), .solvers = LIST("ebp")},
        {PROBLEM("balls-4", .set = LIST("mu=0.12300000000000001")), .solvers = LIST("ebp")},
        {PROBLEM("balls-4", .set = LIST("max-sweeps=77")), .solvers = LIST("ebp")},
        {PROBLEM("balls-4"), .solvers = LIST("ebp"), .stop = "e1"},
        {PROBLEM("balls-4"), .solvers = LIST("ebp"), .stop = "siconos"},
        {PROBLEM("balls-4"), .solvers = LIST("ebp"), .outers = LIST("nlgs-batched")},
        {PROBLEM("balls-4"), .solvers = LIST("ebp"), .outers = LIST("nlgs-sor")},
        {PROBLEM("balls-4"), .solvers = LIST("ebp"), .outers = LIST("nlgs-sor[omega=1.5]")},
        {PROBLEM("balls-4"), .solvers = LIST("ebp"), .warm_start = "yes"}};
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
    ss_campaign_spec spec = plain;
    spec.timeout = "3s";
    spec.memory = "17";
    spec.trace = "last";
    spec.stop = "eps";
    spec.warm_start = "no";
    spec.outers = LIST("nlgs");
    expect_hash(&spec, hash, true, "limits and traces");
}

Test(plan, what_is_not_said_has_its_default)
{
    ss_campaign_plan plan = plan_of(&plain);
    cr_expect_eq(plan.timeout_s, 600.0);
    cr_expect_eq(plan.memory_bytes, (size_t)2048 << 20);
    cr_expect(plan.repeats == 1 && plan.runs[0].guess == SS_GUESS_COLD && plan.study == NULL);
    cr_expect_eq(plan.runs[0].keep, 0);
    ss_campaign_plan_free(&plan);
}

/* The cold runs of a problem, then the warm ones: those of two campaigns. */
Test(plan, both_starts_are_those_of_two_campaigns)
{
    char cold[SS_HASH_SIZE], warm[SS_HASH_SIZE];
    ss_campaign_spec spec = plain;
    hash_of(&spec, cold);
    spec.warm_start = "yes";
    hash_of(&spec, warm);
    spec.warm_start = "both";
    ss_campaign_plan plan = plan_of(&spec);
    cr_assert_eq(plan.n, 2);
    cr_expect(plan.runs[0].guess == SS_GUESS_COLD && plan.runs[1].guess == SS_GUESS_WARM);
    cr_expect_str_eq(plan.runs[0].hash, cold);
    cr_expect_str_eq(plan.runs[1].hash, warm);
    ss_campaign_plan_free(&plan);
}

Test(plan, tables_that_are_kept)
{
    ss_campaign_spec spec = plain;
    spec.trace = "last";
    spec.keep = LIST("bodies");
    ss_campaign_plan plan = plan_of(&spec);
    cr_expect_eq(plan.runs[0].keep,
                 1u << SS_CAMPAIGN_SERIES_convergence | 1u << SS_CAMPAIGN_SERIES_bodies);
    ss_campaign_plan_free(&plan);
    const char *const file = "file:" SS_SOURCE_DIR "/tests/corpus/fclib/real.hdf5";
    for (size_t k = 0; ss_external_solver_at(k) != NULL; ++k) { /* another code keeps none */
        char *const solvers[] = {(char *)ss_external_solver_at(k)->name, NULL};
        ss_campaign_spec other = {PROBLEM(file), .solvers = solvers, .trace = "last"};
        plan = plan_of(&other);
        cr_expect(plan.n == 1 && plan.runs[0].external && plan.runs[0].keep == 0, "%s", solvers[0]);
        ss_campaign_plan_free(&plan);
    }
}

/* They are what is looked at, not what happens: the name of a run does not tell. */
Test(plan, frames)
{
    char hash[SS_HASH_SIZE];
    ss_error error = {.code = SS_ERROR_NONE};
    ss_campaign_spec spec = plain;
    ss_campaign_plan plan = plan_of(&spec);
    cr_expect_eq(plan.runs[0].frames, 0);
    ss_campaign_plan_free(&plan);
    hash_of(&spec, hash);
    spec.frames = "20";
    cr_expect_not(ss_campaign_plan_make(&plan, &spec, &error));
    cr_expect(error.code == SS_ERROR_USAGE && strstr(error.text, "keep: [bodies, forces]") != NULL,
              "%s", error.text);
    spec.keep = LIST("forces");
    plan = plan_of(&spec);
    cr_expect_eq(plan.runs[0].frames, 20);
    cr_expect_str_eq(plan.runs[0].hash, hash);
    ss_campaign_plan_free(&plan);
}

/* A run that is asked for twice keeps what either asks for. */
Test(plan, tables_of_a_run_that_stands_twice)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_campaign_spec one = plain, other = plain;
    one.keep = LIST("bodies");
    other.keep = LIST("history", "forces");
    other.frames = "20";
    ss_campaign_plan plan = plan_of(&one), more = plan_of(&other);
    cr_assert(ss_campaign_plan_append(&plan, &more, &error), "%s", error.text);
    cr_expect(plan.n == 2 && !plan.runs[0].repeated && plan.runs[1].repeated);
    cr_expect_eq(plan.runs[0].keep, 1u << SS_CAMPAIGN_SERIES_bodies |
                                        1u << SS_CAMPAIGN_SERIES_history |
                                        1u << SS_CAMPAIGN_SERIES_forces);
    cr_expect_eq(plan.runs[0].frames, 20);
    ss_campaign_plan_free(&plan);
}

/* Of an option, of a parameter, of one solver's option. */
Test(plan, studies_are_over_what_some_run_has)
{
    static const char *const studies[] = {"alpha", "mu", "ebp:alpha"};
    for (size_t k = 0; k < 3; ++k) {
        ss_campaign_spec spec = plain;
        spec.study = studies[k];
        ss_campaign_plan plan = plan_of(&spec);
        cr_expect_str_eq(plan.study, studies[k]);
        ss_campaign_plan_free(&plan);
    }
}

Test(plan, without_seed_there_is_one_instance)
{
    const ss_campaign_spec spec = {PROBLEM("sliding-ball"), .solvers = LIST("sbp"),
                                   .instances = "3-12"};
    ss_campaign_plan plan = plan_of(&spec);
    cr_expect_eq(plan.n, 1);
    cr_expect_eq(plan.runs[0].instance, 1);
    ss_campaign_plan_free(&plan);
}

/* Two problems under one name are two problems. */
Test(plan, the_content_of_a_file_changes_the_hash, .init = test_files_begin, .fini = test_files_end)
{
    char hash[SS_HASH_SIZE], name[64];
    snprintf(name, sizeof name, "file:%s", test_path("a.hdf5"));
    const ss_campaign_spec spec = {PROBLEM(name), .solvers = LIST("sbp")};
    cr_assert(ss_output_copy(SS_SOURCE_DIR "/tests/corpus/fclib/real.hdf5", test_folder(), "a.hdf5",
                             false, NULL));
    hash_of(&spec, hash);
    expect_hash(&spec, hash, true, "the same file");
    FILE *const file = fopen(test_path("a.hdf5"), "ab");
    cr_assert_not_null(file);
    fputc('\n', file);
    fclose(file);
    expect_hash(&spec, hash, false, "a byte more");
}

Test(plan, refusals)
{
    const struct {
        const char *says;
        ss_campaign_spec spec;
    } cases[] = {
        {"did you mean 'balls-4'", {PROBLEM("ball-4"), .solvers = LIST("sbp")}},
        {"did you mean 'ebp'", {PROBLEM("balls-4"), .solvers = LIST("sbp", "ebpp")}},
        {"'alpha'", {PROBLEM("balls-4"), .solvers = LIST("ebp[alhpa=1]")}},
        {"twice", {PROBLEM("balls-4"), .solvers = LIST("ebp[alpha=1,alpha=2]")}},
        {"alpha=-1", {PROBLEM("balls-4"), .solvers = LIST("ebp[alpha=-1]")}},
        {"'mu'", {PROBLEM("balls-4", .set = LIST("muu=1")), .solvers = LIST("sbp")}},
        {"twice", {PROBLEM("balls-4", .set = LIST("mu=1", "mu=2")), .solvers = LIST("sbp")}},
        {"KEY=VALUE", {PROBLEM("balls-4", .set = LIST("mu")), .solvers = LIST("sbp")}},
        {"mu=-2", {PROBLEM("balls-4", .set = LIST("mu=0.1,-2")), .solvers = LIST("sbp")}},
        {"'nlgs'", {PROBLEM("balls-4"), .solvers = LIST("sbp"), .outers = LIST("nlgg")}},
        {"tol", {PROBLEM("balls-4"), .solvers = LIST("sbp"), .tolerances = LIST("0")}},
        {"instances", {PROBLEM("balls-4"), .solvers = LIST("sbp"), .instances = "0"}},
        {"tol is set among the parameters and among the tolerances",
         {PROBLEM("balls-4", .set = LIST("tol=1e-6")), .solvers = LIST("sbp"),
          .tolerances = LIST("1e-6")}},
        {"'alpha'", {PROBLEM("balls-4"), .solvers = LIST("ebp"), .study = "alhpa"}},
        {"e2", {PROBLEM("balls-4"), .solvers = LIST("sbp"), .stop = "e2"}},
        {"none or last", {PROBLEM("balls-4"), .solvers = LIST("sbp"), .trace = "all"}},
        {"no or yes", {PROBLEM("balls-4"), .solvers = LIST("sbp"), .warm_start = "1"}},
        {"cold, warm or predictor",
         {PROBLEM("balls-4"), .solvers = LIST("sbp"), .starts = LIST("hot")}},
        {"say the same",
         {PROBLEM("balls-4"), .solvers = LIST("sbp"), .starts = LIST("cold"), .warm_start = "no"}},
        {"'nlgs'",
         {PROBLEM("balls-4"), .solvers = LIST("sbp"), .leaders = LIST("nlgg[local=sal]")}},
        {"timeout", {PROBLEM("balls-4"), .solvers = LIST("sbp"), .timeout = "soon"}},
        {"memory", {PROBLEM("balls-4"), .solvers = LIST("sbp"), .memory = "1G"}},
        {"100000 runs",
         {PROBLEM("balls-4", .set = LIST("mu=1,2")), .solvers = LIST("sbp"),
          .instances = "1-100000"}},
        {"/nowhere", {PROBLEM("file:/nowhere"), .solvers = LIST("sbp")}},
        {"README", {PROBLEM("file:" SS_SOURCE_DIR "/README.md"), .solvers = LIST("sbp")}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_campaign_plan plan;
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect_not(ss_campaign_plan_make(&plan, &cases[k].spec, &error), "case %zu", k);
        const bool file = strncmp(cases[k].spec.problems->name, "file:", 5) == 0;
        cr_expect_eq(error.code, file ? SS_ERROR_DATA : SS_ERROR_USAGE, "case %zu: %s", k,
                     error.text);
        cr_expect_not_null(strstr(error.text, cases[k].says), "case %zu: %s", k, error.text);
        cr_expect_eq(plan.n, 0, "nothing is left to free");
    }
}

Test(plan, parts_are_disjoint_and_complete)
{
    const ss_campaign_spec spec = {PROBLEM("balls-4"), .solvers = LIST("sbp", "ebp"),
                                   .instances = "1-50"};
    ss_campaign_plan whole = plan_of(&spec);
    for (unsigned n_parts = 1; n_parts <= 7; ++n_parts) {
        size_t found = 0;
        for (unsigned part = 1; part <= n_parts; ++part) {
            char shard[16];
            ss_campaign_plan plan = plan_of(&spec);
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
